/** Creates people with accounts for tests, through the public endpoints. */
import { getJson, json } from "./requests";
import type { Site } from "./site";

/** Meets the rules for passwords and contains no name. */
export const PASSWORD = "violet kettle 62 orbit";

let personCount = 0;

/** Returns the fields of a registration form. Each call returns another person. */
export function newPerson(changes: Partial<Record<"email" | "password" | "firstName" | "lastName", string>> = {}) {
  personCount++;
  return {
    email: `reader-${process.pid}-${personCount}@mail.example`,
    password: PASSWORD,
    firstName: "Ada",
    lastName: "Reader",
    ...changes,
  };
}

/** Returns the answer to a security question, as a person would work it out. */
export function solveQuestion(question: string): string {
  const [, a, b] = /^What is (\d+) plus (\d+)\?$/.exec(question) ?? [];
  if (!a || !b) throw new Error(`This question cannot be answered: ${question}`);
  return String(Number(a) + Number(b));
}

/** Gets a security question from the site and returns it with its right answer, in the form that calls send. */
export async function solveCaptcha(site: Site): Promise<{ captchaAnswer: string; captchaExpected: string }> {
  const { body } = await getJson<{ question: string; expected: string }>(site, "/api/auth/captcha");
  return { captchaAnswer: solveQuestion(body.question), captchaExpected: body.expected };
}

/** Returns the session cookie that a response sets, as a browser sends it back; "" when it sets none. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => /^(__Host-)?session=/.test(cookie))
    .join("; ");
}

/**
 * Registers a person, who is then signed in: send `headers` with their requests. Each person has another IP address if the
 * site trusts its proxy (TRUST_PROXY); otherwise its limit allows ten sign-ups. Throws when the site refuses.
 */
export async function signUp(site: Site, changes: Parameters<typeof newPerson>[0] = {}) {
  const person = newPerson(changes);
  const headers = { "X-Forwarded-For": `10.9.${personCount >> 8}.${personCount & 255}` };
  const body = { ...person, ...(await solveCaptcha(site)) };
  const answer = await json(site, "POST", "/api/auth/register", body, { headers });
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...person, id: answer.body.user.id as string, headers: { Cookie: cookieOf(answer.headers) } };
}

/** Tries to sign in. `cookie` is the session's, or "" when the site refuses. */
export async function signIn(
  site: Site,
  { email, password }: { email: string; password: string },
  { headers = {} }: { headers?: Record<string, string> } = {},
) {
  const body = { email, password, ...(await solveCaptcha(site)) };
  const answer = await json(site, "POST", "/api/auth/login", body, { headers });
  return { ...answer, cookie: cookieOf(answer.headers) };
}
