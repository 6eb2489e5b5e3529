/** Calls the JSON endpoints in this process. */
import { startSession } from "~/auth/session.server";
import type { UserRow } from "~/db.server";
import { api } from "~/http/api.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";

interface Route {
  action: (args: never) => Promise<Response>;
}

export const ORIGIN = "http://site.example";
const context = { clientAddress: "192.0.2.1" };

interface SentRequest {
  as?: string;
  id?: string;
  slug?: string;
  body?: unknown;
}

/** Returns the Cookie header of a user who has just signed in. */
export async function cookieOf(user: UserRow): Promise<string> {
  const headers = await startSession(new Request(ORIGIN), user, context.clientAddress);
  return headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

export function call(
  { action }: Route,
  method: string,
  { as = "", id, slug, body = {} }: SentRequest,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const request = new Request(`${ORIGIN}/api/here`, {
    method,
    headers: { Cookie: as, ...(!isForm && { "Content-Type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return action({ request, context, params: { id, slug } } as never);
}

/** Calls a use case that has no JSON call, and answers as JSON calls do. */
export function asCall(work: () => Promise<unknown>): Promise<Response> {
  const answer = async () => ({ done: (await work()) ?? null });
  return call(api({ POST: answer }), "POST", {});
}

/** Returns the right answer to a new security question; it works once. */
export function captchaAnswer() {
  const { question, expected } = newQuestion();
  const [a = 0, b = 0] = (question.match(/\d+/g) ?? []).map(Number);
  return { captchaAnswer: String(a + b), captchaExpected: expected };
}

let nameCount = 0;
/** Returns a name of words that no other name has. */
export function newName(): string {
  nameCount++;
  const letters = Array.from(
    String(nameCount).padStart(3, "0"),
    (digit) => `${"bdfgklmnrt"[Number(digit)]}${"aeiou"[Number(digit) % 5]}`,
  );
  return `Quin${letters.join("")} Vex${letters.toReversed().join("")}`;
}
