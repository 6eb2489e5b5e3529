import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { changedChoices, choicesIn, fieldsOf, shownAltField } from "~/models/editing/promotions/form";
import type { Choices, Step } from "~/models/editing/promotions/state";

/** The pause in typing after which the choices are stored. */
const PAUSE_MS = 1_000;

/**
 * Stores the fields of a step on the server after a pause in typing, and when the page is hidden or left. Until then the form
 * has the attribute `data-unstored`.
 *
 * @returns whether storing failed; and `stopSaving`. Call it when the form is sent, because the form sends all fields.
 */
export function useChoiceSaving(formRef: RefObject<HTMLFormElement>, id: string, step: Step) {
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const hasUnstoredChanges = useRef(false);
  const stopSaving = useCallback(() => {
    clearTimeout(timer.current);
    hasUnstoredChanges.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another form
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const readChoices = () => choicesIn(fieldsOf(new FormData(form)));
    let storedChoices: Choices = readChoices();
    let isSending = false;
    const save = () => {
      if (!hasUnstoredChanges.current) return;
      stopSaving();
      const currentChoices = readChoices();
      const body = changedChoices(storedChoices, currentChoices);
      if (Object.keys(body).length === 0) {
        delete form.dataset.unstored;
        return;
      }
      // A form that is sent meanwhile must not take these texts for those of another editor.
      noteShownAlts(form, body.alts);
      isSending = true;
      call(`/api/admin/promotions/${id}`, { method: "PUT", body, keepalive: true })
        .then(() => {
          storedChoices = currentChoices;
          isSending = false;
          setFailed(false);
          if (hasUnstoredChanges.current) save();
          else delete form.dataset.unstored;
        })
        .catch(() => {
          isSending = false;
          noteShownAlts(form, body.shownAlts);
          hasUnstoredChanges.current = true;
          setFailed(true);
        });
    };
    const onInput = () => {
      hasUnstoredChanges.current = true;
      form.dataset.unstored = "";
      clearTimeout(timer.current);
      // While the page is open, one save waits for the other, so that an older text never arrives after a newer one.
      timer.current = setTimeout(() => isSending || save(), PAUSE_MS);
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
  }, [formRef, id, step, stopSaving]);

  return { hasFailed, stopSaving };
}

/** Writes alternative texts into the hidden fields that tell which ones the editor saw. */
function noteShownAlts(form: HTMLFormElement, alts: Record<string, string> = {}): void {
  for (const [id, alt] of Object.entries(alts)) {
    const field = form.elements.namedItem(shownAltField(id));
    if (field instanceof HTMLInputElement) field.value = alt;
  }
}
