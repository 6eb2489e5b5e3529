import { useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { titleAndBody } from "~/models/base/text/content-text";
import type { PiecePreview } from "~/models/editing/promotions/pages.server";

type ShownPreview = Pick<PiecePreview, "title" | "html" | "minutes">;

/** Milliseconds between the last key press and the next preview. */
const WAIT_MS = 400;

/** Returns the preview of a piece while somebody types. Call `updateText` with the text of the field. */
export function useLivePreview(preview: ShownPreview) {
  const [livePreview, setLivePreview] = useState<ShownPreview | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latestRequest = useRef(0);
  // The preview of a new page replaces that of an earlier request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another preview
  useEffect(() => setLivePreview(null), [preview.html, preview.title]);
  useEffect(
    () => () => {
      latestRequest.current++;
      clearTimeout(timer.current);
    },
    [],
  );
  const updateText = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const requestNumber = ++latestRequest.current;
      const { title, body } = titleAndBody(text);
      const article = { title: title.slice(0, 1_000), body };
      const rendered = await call<Omit<ShownPreview, "title">>("/api/admin/articles/preview", {
        method: "POST",
        body: article,
      }).catch(() => null);
      if (requestNumber !== latestRequest.current) return;
      setFailed(rendered === null);
      if (rendered) setLivePreview({ title, ...rendered });
    }, WAIT_MS);
  };
  return { shownPreview: livePreview ?? preview, hasFailed, updateText };
}
