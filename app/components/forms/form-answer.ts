import { type RefObject, useEffect, useRef } from "react";
import type { Refusal } from "~/http/form.server";

/** The answer of a form's action: a refusal, or only the typed values to fill the form with. */
export type FormAnswer = Pick<Refusal, "values"> & Partial<Refusal>;

/** Returns the refusal in an answer, or undefined if there is none. */
export function refusalIn(answer: FormAnswer | undefined): Refusal | undefined {
  return answer?.message === undefined ? undefined : (answer as Refusal);
}

/**
 * Returns the typed value of a field and its error. The first field with an error gets autofocus, so that it is focused
 * without scripts too.
 */
export function fieldProps(answer: FormAnswer | undefined, name: string) {
  const errors = answer?.fieldErrors ?? {};
  const [firstField] = Object.keys(errors);
  return { error: errors[name], defaultValue: typedText(answer, name), autoFocus: firstField === name };
}

/** Returns a function for the props of required fields, each with its label. */
export function labelledFields<Name extends string>(labels: Record<Name, string>, answer: FormAnswer | undefined) {
  return (name: Name) => ({ label: labels[name], name, required: true, ...fieldProps(answer, name) });
}

/** Returns the text that was typed into a field; "" for a list. */
export function typedText(answer: FormAnswer | undefined, name: string): string {
  const value = answer?.values[name];
  return typeof value === "string" ? value : "";
}

/** Resets a form when the created record arrives. The focus stays. */
export function useResetAfter(createdRecord: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (createdRecord) form.current?.reset();
  }, [createdRecord]);
  return form;
}
