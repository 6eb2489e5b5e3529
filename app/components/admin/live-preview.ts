import { type RefObject, useEffect, useState } from "react";
import { type Preview, previewOf } from "~/models/records/articles/text";

/** Milliseconds between the last key press and the next preview. */
const WAIT_MS = 200;

/**
 * Returns the preview of a form's `title` and `body`, and whether its last rendering failed. While the preview is shown, the
 * browser renders it after each pause in typing; before that it is the server's.
 */
export function useLivePreview(serverPreview: Preview, form: RefObject<HTMLFormElement>, isShown: boolean) {
  const [livePreview, setLivePreview] = useState<Preview | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // A further preview from the server replaces the one that the browser made.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another preview
  useEffect(() => setLivePreview(null), [serverPreview.html]);
  useEffect(() => {
    const element = form.current;
    if (!element || !isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latestRound = 0;
    const renderPreview = async () => {
      const round = ++latestRound;
      const fields = new FormData(element);
      const text = { title: String(fields.get("title") ?? ""), body: String(fields.get("body") ?? "") };
      const renderedPreview = await renderInBrowser(text).catch(() => null);
      if (round !== latestRound) return;
      setFailed(renderedPreview === null);
      if (renderedPreview) setLivePreview(renderedPreview);
    };
    const onInput = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name !== "body" && name !== "title") return;
      clearTimeout(timer);
      timer = setTimeout(renderPreview, WAIT_MS);
    };
    renderPreview();
    element.addEventListener("input", onInput);
    return () => {
      latestRound++;
      clearTimeout(timer);
      element.removeEventListener("input", onInput);
    };
  }, [form, isShown]);
  return { shownPreview: livePreview ?? serverPreview, hasFailed };
}

/** Renders an article with the same renderer as the public page, then sanitizes it with DOMPurify. Loads both at the first use. */
export async function renderInBrowser(text: { title: string; body: string }): Promise<Preview> {
  const [{ render, WRITTEN_HTML }, { default: DOMPurify }] = await Promise.all([
    import("~/models/base/markdown/markdown-renderer"),
    import("dompurify"),
  ]);
  const { html, ...counts } = previewOf(text, (body) => render(body, "article"));
  return { html: DOMPurify.sanitize(html, WRITTEN_HTML), ...counts };
}
