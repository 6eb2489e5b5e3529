/** Creates people with accounts for tests of a running site. */
import { newId } from "../../app/models/base/input/ids.server";
import { inDatabase } from "./database";
import { getJson, json } from "./requests";
import type { Site } from "./site";

/** A password that meets the rules and contains no name. */
export const PASSWORD = "violet kettle 62 orbit";
/** The hash of PASSWORD, see `hashPassword`. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$CS9W9tmhSrV0gY39eQo73A$7ASAnJMveodusehCmvuvoSHc759sEE94l+KA8bN1sQ4";

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
 * Adds a person with an account and signs them in: send `headers` with their requests. Each person has another IP address if the
 * site trusts its proxy (TRUST_PROXY); otherwise its limits allow ten sign-ins. Throws when the site refuses.
 *
 * The account is stored directly, because rating its first password takes a site longer than its start. See `register`.
 */
export async function signUp(site: Site, changes: Partial<Record<"email" | "firstName" | "lastName", string>> = {}) {
  const { password, ...person } = newPerson(changes);
  const now = new Date().toISOString();
  const user = {
    id: newId(),
    ...person,
    passwordHash: PASSWORD_HASH,
    role: "user",
    status: "active",
    waitingMail: "daily",
    createdAt: now,
    updatedAt: now,
  } as const;
  await inDatabase(site.dataDir, (db) => db.insertInto("users").values(user).execute());
  const { cookie, status, body } = await signIn(site, { email: person.email, password }, { headers: ownAddress() });
  if (!cookie) throw new Error(`Not signed in: ${status} ${JSON.stringify(body)}`);
  return { ...person, password, id: user.id, headers: { Cookie: cookie } };
}

/** Registers a person through the endpoint, which signs them in and sends a mail to confirm the address; otherwise as `signUp`. */
export async function register(site: Site, changes: Parameters<typeof newPerson>[0] = {}) {
  const person = newPerson(changes);
  const body = { ...person, ...(await solveCaptcha(site)) };
  const answer = await json(site, "POST", "/api/auth/register", body, { headers: ownAddress() });
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...person, id: answer.body.user.id as string, headers: { Cookie: cookieOf(answer.headers) } };
}

/** Returns the header with the address of the newest person, as a proxy sends it. */
function ownAddress() {
  return { "X-Forwarded-For": `10.9.${personCount >> 8}.${personCount & 255}` };
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
