import { type RefObject, useEffect, useRef, useState } from "react";
import { type Preview, previewOf } from "~/models/records/articles/text";

/** Time after the last key before the preview is made anew. */
const WAIT_MS = 200;

/** The preview of what stands in a form's `title` and `body`, made in the browser as long as it is shown. */
export function useLivePreview(preview: Preview, form: RefObject<HTMLFormElement>, isShown: boolean) {
  const [live, setLive] = useState<Preview | null>(null);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // The preview of a new page is newer than the one made before.
  useEffect(() => setLive((before) => (preview ? null : before)), [preview]);
  useEffect(() => {
    const element = form.current;
    if (!element || !isShown) return;
    let latest = 0;
    const make = async () => {
      const round = ++latest;
      const fields = new FormData(element);
      const text = { title: String(fields.get("title") ?? ""), body: String(fields.get("body") ?? "") };
      const made = await browserPreview(text).catch(() => null);
      if (round !== latest) return;
      setFailed(made === null);
      if (made) setLive(made);
    };
    const typed = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name !== "body" && name !== "title") return;
      clearTimeout(timer.current);
      timer.current = setTimeout(make, WAIT_MS);
    };
    make();
    element.addEventListener("input", typed);
    return () => {
      latest++;
      clearTimeout(timer.current);
      element.removeEventListener("input", typed);
    };
  }, [form, isShown]);
  return { shown: live ?? preview, failed };
}

/** An article's preview by the readers' renderer, cleaned once more by DOMPurify. Both are loaded at the first use. */
export async function browserPreview(text: { title: string; body: string }): Promise<Preview> {
  const [{ render, WRITTEN_HTML }, { default: DOMPurify }] = await Promise.all([
    import("~/models/base/markdown/markdown-renderer"),
    import("dompurify"),
  ]);
  const { html, ...counted } = previewOf(text, (body) => render(body, "article"));
  return { html: DOMPurify.sanitize(html, WRITTEN_HTML), ...counted };
}
