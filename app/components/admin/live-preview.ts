import { type RefObject, useEffect, useRef, useState } from "react";
import { type Preview, previewOf } from "~/models/records/articles/text";

/** Milliseconds between the last key press and the next preview. */
const WAIT_MS = 200;

/** Renders a form's `title` and `body` in the browser while the preview is visible. */
export function useLivePreview(preview: Preview, form: RefObject<HTMLFormElement>, isShown: boolean) {
  const [live, setLive] = useState<Preview | null>(null);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // The preview of a new page replaces the one that the browser made.
  useEffect(() => setLive((before) => (preview ? null : before)), [preview]);
  useEffect(() => {
    const element = form.current;
    if (!element || !isShown) return;
    let latest = 0;
    const renderPreview = async () => {
      const round = ++latest;
      const fields = new FormData(element);
      const text = { title: String(fields.get("title") ?? ""), body: String(fields.get("body") ?? "") };
      const rendered = await browserPreview(text).catch(() => null);
      if (round !== latest) return;
      setFailed(rendered === null);
      if (rendered) setLive(rendered);
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
      latest++;
      clearTimeout(timer.current);
      element.removeEventListener("input", onInput);
    };
  }, [form, isShown]);
  return { shown: live ?? preview, failed };
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
