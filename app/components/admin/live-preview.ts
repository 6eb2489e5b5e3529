import { type RefObject, useEffect, useRef, useState } from "react";
import { type Preview, previewOf } from "~/models/records/articles/text";

/** Milliseconds between the last key press and the next preview. */
const WAIT_MS = 200;

/** Returns the preview of a form's `title` and `body`, rendered in the browser while it is visible, and whether the last rendering failed. */
export function useLivePreview(preview: Preview, form: RefObject<HTMLFormElement>, isShown: boolean) {
  const [livePreview, setLivePreview] = useState<Preview | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // The preview of a new page replaces the one that the browser made.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another preview
  useEffect(() => setLivePreview(null), [preview.html]);
  useEffect(() => {
    const element = form.current;
    if (!element || !isShown) return;
    let latestRound = 0;
    const renderPreview = async () => {
      const round = ++latestRound;
      const fields = new FormData(element);
      const text = { title: String(fields.get("title") ?? ""), body: String(fields.get("body") ?? "") };
      const renderedPreview = await browserPreview(text).catch(() => null);
      if (round !== latestRound) return;
      setFailed(renderedPreview === null);
      if (renderedPreview) setLivePreview(renderedPreview);
    };
    const onInput = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name !== "body" && name !== "title") return;
      clearTimeout(timer.current);
      timer.current = setTimeout(renderPreview, WAIT_MS);
    };
    renderPreview();
    element.addEventListener("input", onInput);
    return () => {
      latestRound++;
      clearTimeout(timer.current);
      element.removeEventListener("input", onInput);
    };
  }, [form, isShown]);
  return { shownPreview: livePreview ?? preview, hasFailed };
}

/** Renders an article with the same renderer as the public page, then sanitizes it with DOMPurify. Loads both at the first use. */
export async function browserPreview(text: { title: string; body: string }): Promise<Preview> {
  const [{ render, WRITTEN_HTML }, { default: DOMPurify }] = await Promise.all([
    import("~/models/base/markdown/markdown-renderer"),
    import("dompurify"),
  ]);
  const { html, ...counts } = previewOf(text, (body) => render(body, "article"));
  return { html: DOMPurify.sanitize(html, WRITTEN_HTML), ...counts };
}
