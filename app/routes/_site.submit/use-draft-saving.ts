import { type RefObject, useCallback, useEffect, useRef } from "react";
import { call } from "~/components/ui/api-client";
import { nextSave } from "~/models/base/input/save-order";
import { fieldsIn } from "~/models/records/experts/submission-fields";

/** The pause in typing after which the text is saved. */
const PAUSE_MS = 1_000;

/**
 * Saves the form as a draft after a pause in typing, and when the reader hides or leaves the page.
 *
 * @returns `rest`, which stops the saving. Call it when the form is sent, because the server then handles the draft.
 */
export function useDraftSaving(form: RefObject<HTMLFormElement>, draftId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stopSaving = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const save = () => {
      if (timer.current === undefined) return;
      stopSaving();
      window.removeEventListener("beforeunload", save);
      const body = { ...fieldsIn(new FormData(element)), ...nextSave() };
      // Failures are ignored, because the form still has the text, and the next pause saves again.
      call(`/api/drafts/${draftId}`, { method: "PUT", body, keepalive: true, isBackground: true }).catch(() => {});
    };
    const onInput = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
      // Browsers wait for the request of beforeunload, but not for that of pagehide.
      window.addEventListener("beforeunload", save);
    };
    element.addEventListener("input", onInput);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("pagehide", save);
    return () => {
      element.removeEventListener("input", onInput);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("beforeunload", save);
      save();
    };
  }, [form, draftId, stopSaving]);

  return { rest: stopSaving };
}
