/** People with accounts, for tests: made through the public endpoints. */
import { getJson, json } from "./requests";
import type { Site } from "./site";

/** Fits the rules and contains no name. */
export const PASSWORD = "violet kettle 62 orbit";

let made = 0;

/** Returns the fields of a registration form; each call is somebody else. */
export function somebody(changes: Partial<Record<"email" | "password" | "firstName" | "lastName", string>> = {}) {
  made++;
  return {
    email: `reader-${process.pid}-${made}@mail.example`,
    password: PASSWORD,
    firstName: "Ada",
    lastName: "Reader",
    ...changes,
  };
}

/** The answer to a security question, as a person would find it. */
export function solve(question: string): string {
  const [, a, b] = /^What is (\d+) plus (\d+)\?$/.exec(question) ?? [];
  if (!a || !b) throw new Error(`This question cannot be answered: ${question}`);
  return String(Number(a) + Number(b));
}

/** A question of the site's with its right answer, as calls send them. */
export async function answered(site: Site): Promise<{ captchaAnswer: string; captchaExpected: string }> {
  const { body } = await getJson<{ question: string; expected: string }>(site, "/api/auth/captcha");
  return { captchaAnswer: solve(body.question), captchaExpected: body.expected };
}

/** The cookie that an answer sets, as a browser sends it back; "" when it sets none. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => /^(__Host-)?session=/.test(cookie))
    .join("; ");
}

/**
 * Somebody with an account who is signed in; `headers` go with their requests. They come from a network of their own, as
 * far as the site believes that (TRUST_PROXY); else it lets ten in. Throws when the site refuses.
 */
export async function signUp(site: Site, changes: Parameters<typeof somebody>[0] = {}) {
  const person = somebody(changes);
  const headers = { "X-Forwarded-For": `10.9.${made >> 8}.${made & 255}` };
  const body = { ...person, ...(await answered(site)) };
  const answer = await json(site, "POST", "/api/auth/register", body, { headers });
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...person, id: answer.body.user.id as string, headers: { Cookie: cookieOf(answer.headers) } };
}

/** Tries to sign in; the right credentials give a cookie in `headers`. */
export async function signIn(
  site: Site,
  { email, password }: { email: string; password: string },
  { headers = {} }: { headers?: Record<string, string> } = {},
) {
  const body = { email, password, ...(await answered(site)) };
  const answer = await json(site, "POST", "/api/auth/login", body, { headers });
  return { ...answer, cookie: cookieOf(answer.headers) };
}
