import { type FormEvent, useMemo, useState } from "react";
import { AppError, type FieldErrors } from "~/errors";
import type { Refusal } from "~/http/form.server";
import { BAD_LINK, fieldsIn, INTENT, type SubmissionFields, stepOf } from "~/models/records/experts/submission-fields";

type Problem = Pick<Refusal, "message" | "fieldErrors">;
type Lists = Pick<SubmissionFields, "categories" | "referenceLinks">;

interface Answer {
  message?: string;
  fieldErrors?: FieldErrors;
}

/** Handles the lists of a submission's form in the browser: adding and removing entries. Returns the lists and the form's errors. */
export function useListSteps(answer: Answer | undefined, fields: Lists) {
  const [lists, setLists] = useState<Lists>(fields);
  const { refusal, isLocal, setRefusal } = useRefusal(answer);
  const errors = { ...refusal?.fieldErrors };
  // A list that changed since the server checked it shows no error.
  for (const name of ["categories", "referenceLinks"] as const) {
    if (!isLocal && String(fields[name]) !== String(lists[name])) delete errors[name];
  }

  /** Adds or removes an entry if such a button was pressed. Returns whether one was. */
  const takeStep = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter instanceof HTMLButtonElement && submitter.name === INTENT ? submitter.value : "";
    const step = /^(add|remove)-|^enter$/.test(intent)
      ? stepOf(intent, fieldsIn(new FormData(event.currentTarget)))
      : null;
    if (!step) return false;
    event.preventDefault();
    try {
      const nextFields = step();
      setLists(nextFields);
      // The messages about the other fields stay, and are not announced again.
      if (refusal?.message === BAD_LINK) setRefusal(undefined);
      setInput("categories", nextFields.category);
      setInput("referenceLinks", nextFields.newLink);
      if (intent.startsWith("remove-"))
        focusElement(intent.startsWith("remove-link") ? "referenceLinks" : "categories");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setRefusal({ message: error.message, fieldErrors: error.fieldErrors ?? {} });
    }
    return true;
  };
  return { lists, refusal, errors, takeStep };
}

/** Returns the latest refusal, from the server or from a later step in the browser. */
function useRefusal(answer: Answer | undefined) {
  const refusal = useMemo(() => (answer?.message ? asRefusal(answer as Problem) : undefined), [answer]);
  const [localState, setLocalState] = useState<{ answer: Answer | undefined; refusal?: Refusal }>();
  const isLocal = localState !== undefined && localState.answer === answer;
  const setRefusal = (problem: Problem | undefined) =>
    setLocalState({ answer, refusal: problem && asRefusal(problem) });
  return { refusal: isLocal ? localState.refusal : refusal, isLocal, setRefusal };
}

function asRefusal({ message, fieldErrors = {} }: Problem): Refusal {
  return { message, fieldErrors, values: {} };
}

/** Sets the value of an input and sends an input event for its listeners. */
function setInput(id: string, value: string): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function focusElement(id: string): void {
  document.getElementById(id)?.focus();
}
