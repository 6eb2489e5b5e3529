import { useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { titleAndBody } from "~/models/base/text/content-text";
import type { PiecePreview } from "~/models/editing/promotions/pages.server";

type Shown = Pick<PiecePreview, "title" | "html" | "minutes">;

/** Time after the last key before the preview is made anew. */
const WAIT_MS = 400;

/** A piece as readers will see it, while it is typed: tell `type` what stands in the field. */
export function useLivePreview(preview: Shown) {
  const [live, setLive] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(0);
  // The preview of a new page is newer than an earlier request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another preview
  useEffect(() => setLive(null), [preview.html, preview.title]);
  useEffect(
    () => () => {
      latest.current++;
      clearTimeout(timer.current);
    },
    [],
  );
  const type = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const question = ++latest.current;
      const { title, body } = titleAndBody(text);
      const asked = { title: title.slice(0, 1_000), body };
      const made = await call<Omit<Shown, "title">>("/api/admin/articles/preview", {
        method: "POST",
        body: asked,
      }).catch(() => null);
      if (question !== latest.current) return;
      setFailed(made === null);
      if (made) setLive({ title, ...made });
    }, WAIT_MS);
  };
  return { shown: live ?? preview, failed, type };
}
