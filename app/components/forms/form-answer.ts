import { type RefObject, useEffect, useRef } from "react";
import type { Refusal } from "~/http/form.server";

/** The answer of a form's action: a refusal, or only the typed values, when the form is shown again. */
export type FormAnswer = Pick<Refusal, "values"> & Partial<Refusal>;

/** The refusal in an answer; undefined when nothing was refused. */
export function refusalIn(answer: FormAnswer | undefined): Refusal | undefined {
  return answer?.message === undefined ? undefined : (answer as Refusal);
}

/**
 * For a field of a form that is shown again: what was typed, and what is wrong with it. The first wrong one asks for the
 * focus in the page itself, so that it gets it without scripts, too.
 */
export function fieldProps(answer: FormAnswer | undefined, name: string) {
  const errors = answer?.fieldErrors ?? {};
  const [first] = Object.keys(errors);
  return { error: errors[name], defaultValue: typed(answer, name), autoFocus: first === name };
}

/** `fieldProps` of required fields, each with its label. */
export function labelledFields<Name extends string>(labels: Record<Name, string>, answer: FormAnswer | undefined) {
  return (name: Name) => ({ label: labels[name], name, required: true, ...fieldProps(answer, name) });
}

/** Returns the text that was typed into a field; "" for a list. */
export function typed(answer: FormAnswer | undefined, name: string): string {
  const value = answer?.values[name];
  return typeof value === "string" ? value : "";
}

/** Empties a form that stays on the page, once its record is there. The focus stays. */
export function useResetAfter(made: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (made) form.current?.reset();
  }, [made]);
  return form;
}
