import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";
import { changedChoices, choicesIn, fieldsOf } from "~/models/editing/promotions/form";
import type { Choices, Step } from "~/models/editing/promotions/state";

/** The pause in typing after which the text is kept. */
const PAUSE_MS = 1_000;

/**
 * Keeps what is typed and chosen in a step on the server: after a pause, and when the page is hidden or left.
 *
 * @returns whether that failed; and `rest`, to be called when the form is sent: it takes everything along.
 */
export function useKeptChoices(element: RefObject<HTMLFormElement>, id: string, step: Step) {
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isOpen = useRef(false);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    isOpen.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another form
  useEffect(() => {
    const form = element.current;
    if (!form) return;
    const read = () => choicesIn(fieldsOf(new FormData(form)));
    let stored: Choices = read();
    const save = () => {
      if (!isOpen.current) return;
      rest();
      const now = read();
      const body = changedChoices(stored, now);
      if (Object.keys(body).length === 0) return;
      call(`/api/admin/promotions/${id}`, { method: "PUT", body, keepalive: true })
        .then(() => {
          stored = now;
          setFailed(false);
        })
        .catch(() => {
          isOpen.current = true;
          setFailed(true);
        });
    };
    const typed = () => {
      isOpen.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    };
    form.addEventListener("input", typed);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("pagehide", save);
    // Sent before the page is asked for anew, not beside it.
    window.addEventListener("beforeunload", save);
    return () => {
      form.removeEventListener("input", typed);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("beforeunload", save);
      save();
    };
  }, [element, id, step, rest]);

  return { failed, rest };
}
