import { type FormEvent, useMemo, useState } from "react";
import { AppError, type FieldErrors } from "~/errors";
import type { Refusal } from "~/http/form.server";
import { BAD_LINK, fieldsIn, INTENT, type SubmissionFields, stepOf } from "~/models/records/experts/submission-fields";

type Wrong = Pick<Refusal, "message" | "fieldErrors">;
type Lists = Pick<SubmissionFields, "categories" | "referenceLinks">;

interface Answer {
  message?: string;
  fieldErrors?: FieldErrors;
}

/** The lists of a submission's form, with their small steps taken in the browser, and what is wrong with the form. */
export function useListSteps(answer: Answer | undefined, shown: Lists) {
  const [lists, setLists] = useState<Lists>(shown);
  const { refusal, isLocal, setRefusal } = useRefusal(answer);
  const errors = { ...refusal?.fieldErrors };
  // A list that was changed since the server saw it no longer shows what was wrong with it.
  for (const name of ["categories", "referenceLinks"] as const) {
    if (!isLocal && String(shown[name]) !== String(lists[name])) delete errors[name];
  }

  /** Tells whether the button that was pressed was such a step. */
  const takeStep = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter instanceof HTMLButtonElement && submitter.name === INTENT ? submitter.value : "";
    const step = /^(add|remove)-|^enter$/.test(intent)
      ? stepOf(intent, fieldsIn(new FormData(event.currentTarget)))
      : null;
    if (!step) return false;
    event.preventDefault();
    try {
      const next = step();
      setLists(next);
      // The messages about the other fields stay, and are not announced again.
      if (refusal?.message === BAD_LINK) setRefusal(undefined);
      setInput("categories", next.category);
      setInput("referenceLinks", next.newLink);
      if (intent.startsWith("remove-")) focusOn(intent.startsWith("remove-link") ? "referenceLinks" : "categories");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setRefusal({ message: error.message, fieldErrors: error.fieldErrors ?? {} });
    }
    return true;
  };
  return { lists, refusal, errors, takeStep };
}

/** Returns the latest problem, of the server or of a small step since. */
function useRefusal(answer: Answer | undefined) {
  const refusal = useMemo(() => (answer?.message ? asRefusal(answer as Wrong) : undefined), [answer]);
  const [since, setSince] = useState<{ answer: Answer | undefined; refusal?: Refusal }>();
  const isLocal = since !== undefined && since.answer === answer;
  const setRefusal = (wrong: Wrong | undefined) => setSince({ answer, refusal: wrong && asRefusal(wrong) });
  return { refusal: isLocal ? since.refusal : refusal, isLocal, setRefusal };
}

function asRefusal({ message, fieldErrors = {} }: Wrong): Refusal {
  return { message, fieldErrors, values: {} };
}

/** Sets an input as if it had been typed, so that its listeners hear of it. */
function setInput(id: string, value: string): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}
