import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { nextSave } from "~/models/base/input/save-order";
import { type ArticleForm, formIn, isSameForm } from "~/models/records/articles/form";

/** The pause in typing after which the text is kept. */
const PAUSE_MS = 1_000;

export interface Kept {
  /** ISO 8601; "" while there is nothing to tell. */
  at: string;
  failed: boolean;
}

/**
 * Keeps what is typed into an article's form on the server, for this admin alone: after a pause, and when the page is
 * hidden or left. Asks before a tab is closed with something that is not kept yet.
 *
 * @param start what stands in the form at first, and the `updatedAt` of the article it is typed over.
 * @returns what became of it; and `rest`, to be called when the form is sent.
 */
export function useArticleDraft(
  element: RefObject<HTMLFormElement>,
  id: string,
  start: { form: ArticleForm; updatedAt: string },
) {
  const [draft, setDraft] = useState<Kept>({ at: "", failed: false });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const open = useRef(false);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    open.current = false;
  }, []);

  useEffect(() => {
    const form = element.current;
    if (!form) return;
    const path = `/api/admin/articles/${id}/draft`;
    const save = () => {
      if (!open.current) return;
      rest();
      const fields = formIn(Object.fromEntries(new FormData(form)));
      const body = { fields, basedOn: start.updatedAt, ...nextSave() };
      call<{ keptAt: string | null }>(path, { method: "PUT", body, keepalive: true })
        .then(({ keptAt }) => setDraft({ at: keptAt ?? "", failed: false }))
        .catch(() => {
          open.current = true;
          setDraft({ at: "", failed: true });
        });
    };
    const typed = () => {
      open.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (open.current) event.preventDefault();
      // Sent before the page is asked for anew, not beside it.
      save();
    };
    // Typed before the scripts ran, or restored by the browser.
    if (!isSameForm(formIn(Object.fromEntries(new FormData(form))), start.form)) typed();
    form.addEventListener("input", typed);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("beforeunload", ask);
    return () => {
      form.removeEventListener("input", typed);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("beforeunload", ask);
      save();
    };
  }, [element, id, start, rest]);

  return { kept: draft, rest };
}
