import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { ANOTHER_QUESTION } from "~/components/forms/security-question";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { callerOf } from "./session.server";

type Fields = Parameters<Parameters<typeof form>[1]>[0];
export type Caller = ReturnType<typeof callerOf>;

/**
 * Handles a form with a security question, for people without an account. Asking for another question keeps the typed
 * values.
 * @param use Handles the form; returns the path to go on to, or a Response.
 */
export function questionForm(
  { context, request }: Pick<ActionFunctionArgs, "context" | "request">,
  use: (fields: Fields, caller: Caller) => Promise<string | Response>,
  options?: Parameters<typeof form>[2],
) {
  const run = async (fields: Fields): Promise<Response | { values: Fields }> => {
    if (fields.intent === ANOTHER_QUESTION.value) return { values: fields };
    const outcome = await use(fields, callerOf(request, clientAddressOf(context)));
    return typeof outcome === "string" ? redirect(outcome, 303) : outcome;
  };
  return form(request, run, options);
}
