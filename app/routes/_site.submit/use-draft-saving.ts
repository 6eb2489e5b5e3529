import { type RefObject, useCallback, useEffect, useRef } from "react";
import { call } from "~/components/ui/api-client";
import { nextSave } from "~/models/base/input/save-order";
import { fieldsIn } from "~/models/records/experts/submission-fields";

/** The pause in typing after which the text is saved. */
const PAUSE_MS = 1_000;

/**
 * Saves what is typed into the form as a draft: after a pause, and when the page is hidden or left.
 *
 * @returns `rest`, to be called when the form is sent: its answer takes care of the draft.
 */
export function useDraftSaving(form: RefObject<HTMLFormElement>, draftId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const save = () => {
      if (timer.current === undefined) return;
      rest();
      window.removeEventListener("beforeunload", save);
      const body = { ...fieldsIn(new FormData(element)), ...nextSave() };
      // A failure is not reported: the form still has everything, and the next pause saves again.
      call(`/api/drafts/${draftId}`, { method: "PUT", body, keepalive: true, isUnasked: true }).catch(() => {});
    };
    const typed = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
      // A browser waits for this one before it leaves, but not for pagehide. Only while there is something to save.
      window.addEventListener("beforeunload", save);
    };
    // Typed before the scripts ran, or restored by the browser. A form that was only opened saves nothing over newer words.
    const texts = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if ([...texts].some(({ value, defaultValue }) => value !== defaultValue)) typed();
    element.addEventListener("input", typed);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("pagehide", save);
    return () => {
      element.removeEventListener("input", typed);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("beforeunload", save);
      save();
    };
  }, [form, draftId, rest]);

  return { rest };
}
