import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { changedChoices, choicesIn, fieldsOf, shownAltField } from "~/models/editing/promotions/form";
import type { Choices, Step } from "~/models/editing/promotions/state";

/** The pause in typing after which the choices are stored. */
const PAUSE_MS = 1_000;

/**
 * Stores the fields of a step on the server after a pause in typing, and when the page is hidden or left.
 *
 * @returns whether that failed; and `rest`, which stops the saving. Call it when the form is sent, because it sends all fields.
 */
export function useChoiceSaving(element: RefObject<HTMLFormElement>, id: string, step: Step) {
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const hasUnstoredChanges = useRef(false);
  const stopSaving = useCallback(() => {
    clearTimeout(timer.current);
    hasUnstoredChanges.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another form
  useEffect(() => {
    const form = element.current;
    if (!form) return;
    const read = () => choicesIn(fieldsOf(new FormData(form)));
    let stored: Choices = read();
    const save = () => {
      if (!hasUnstoredChanges.current) return;
      stopSaving();
      const current = read();
      const body = changedChoices(stored, current);
      if (Object.keys(body).length === 0) return;
      // A form that is sent meanwhile must not take these texts for those of another editor.
      noteShown(form, body.alts);
      call(`/api/admin/promotions/${id}`, { method: "PUT", body, keepalive: true })
        .then(() => {
          stored = current;
          setFailed(false);
        })
        .catch(() => {
          noteShown(form, body.shownAlts);
          hasUnstoredChanges.current = true;
          setFailed(true);
        });
    };
    const onInput = () => {
      hasUnstoredChanges.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    };
    form.addEventListener("input", onInput);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("pagehide", save);
    // The choices are sent before the next page is requested.
    window.addEventListener("beforeunload", save);
    return () => {
      form.removeEventListener("input", onInput);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("beforeunload", save);
      save();
    };
  }, [element, id, step, stopSaving]);

  return { failed, rest: stopSaving };
}

/** Writes alternative texts into the hidden fields that tell which ones the editor saw. */
function noteShown(form: HTMLFormElement, alts: Record<string, string> = {}): void {
  for (const [id, alt] of Object.entries(alts)) {
    const field = form.elements.namedItem(shownAltField(id));
    if (field instanceof HTMLInputElement) field.value = alt;
  }
}
