import { type RefObject, useCallback, useEffect, useRef } from "react";
import { call } from "~/components/ui/api-client";
import { nextSave } from "~/models/base/input/save-order";
import { fieldsIn } from "~/models/records/experts/submission-fields";

/** The pause in typing after which the text is saved. */
const PAUSE_MS = 1_000;

/**
 * Saves the form as a draft after a pause in typing, and when the reader hides or leaves the page.
 *
 * @returns `stopSaving`. Call it when the form is sent, because the server then handles the draft.
 */
export function useDraftSaving(formRef: RefObject<HTMLFormElement>, draftId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stopSaving = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const save = () => {
      if (timer.current === undefined) return;
      stopSaving();
      window.removeEventListener("beforeunload", save);
      const body = { ...fieldsIn(new FormData(form)), ...nextSave() };
      // Failures are ignored, because the form still has the text, and the next pause saves again.
      call(`/api/drafts/${draftId}`, { method: "PUT", body, keepalive: true, isBackground: true }).catch(() => {});
    };
    const onInput = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
      // Browsers wait for the request of beforeunload, but not for that of pagehide.
      window.addEventListener("beforeunload", save);
    };
    form.addEventListener("input", onInput);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("pagehide", save);
    return () => {
      form.removeEventListener("input", onInput);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("beforeunload", save);
      save();
    };
  }, [formRef, draftId, stopSaving]);

  return { stopSaving };
}
