import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { nextSave } from "~/models/base/input/save-order";
import { type ArticleForm, formIn } from "~/models/records/articles/form";

/** The pause in typing after which the draft is stored. */
const PAUSE_MS = 1_000;

export interface DraftState {
  /** The ISO 8601 time of the stored draft, or "". */
  at: string;
  hasFailed: boolean;
}

/**
 * Stores an article's form on the server as a draft of this editor. It does so after a pause in typing, and when the page is
 * hidden or left. Asks before a tab is closed whose text is not stored yet. Meanwhile the form has the attribute `data-unstored`.
 *
 * @param initialVersion the initial form, and the `updatedAt` of its version.
 * @returns the state of the draft; and `stopSaving`. Call it when the form is sent.
 */
export function useArticleDraft(
  formRef: RefObject<HTMLFormElement>,
  id: string,
  initialVersion: { form: ArticleForm; updatedAt: string },
) {
  const [draft, setDraft] = useState<DraftState>({ at: "", hasFailed: false });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const hasUnstoredText = useRef(false);
  const stopSaving = useCallback(() => {
    clearTimeout(timer.current);
    hasUnstoredText.current = false;
  }, []);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const path = `/api/admin/articles/${id}/draft`;
    const save = () => {
      if (!hasUnstoredText.current) return;
      stopSaving();
      const fields = formIn(Object.fromEntries(new FormData(form)));
      const body = { fields, basedOn: initialVersion.updatedAt, ...nextSave() };
      call<{ keptAt: string | null }>(path, { method: "PUT", body, keepalive: true })
        .then(({ keptAt }) => {
          if (!hasUnstoredText.current) delete form.dataset.unstored;
          setDraft({ at: keptAt ?? "", hasFailed: false });
        })
        .catch(() => {
          hasUnstoredText.current = true;
          form.dataset.unstored = "";
          setDraft({ at: "", hasFailed: true });
        });
    };
    const onInput = () => {
      hasUnstoredText.current = true;
      form.dataset.unstored = "";
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnstoredText.current) event.preventDefault();
      // The draft is sent before the next page is requested.
      save();
    };
    form.addEventListener("input", onInput);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => {
      form.removeEventListener("input", onInput);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("beforeunload", onBeforeUnload);
      save();
    };
  }, [formRef, id, initialVersion, stopSaving]);

  return { draft, stopSaving };
}
