/** Second factors of people with accounts, set up through the site's pages. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { JSDOM } from "jsdom";
import { TOTP } from "otpauth";
import { form, get } from "./requests";
import type { Site } from "./site";

interface Person {
  id: string;
  headers: Record<string, string>;
}

/** Sets up an authenticator app as a person without scripts does. */
export async function setUpApp(site: Site, { headers }: Pick<Person, "headers">) {
  await form(site, "/account/security/app", { intent: "begin" }, { headers });
  const page = new JSDOM(await (await get(site, "/account/security/app", { headers })).text()).window.document;
  const secret = page.querySelector("main code")?.textContent?.replaceAll(" ", "") ?? "";
  const fields = { intent: "confirm", code: codeOf(secret) };
  const answer = await form(site, "/account/security/app", fields, { headers });
  const done = new JSDOM(await answer.text()).window.document;
  const codes = Array.from(done.querySelectorAll("#recovery-codes code"), (code) => code.textContent ?? "");
  return { secret, codes, page, done, status: answer.status };
}

/** The code that the app shows so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Rows of the site's database, or a change of it. */
export function sql<T = Record<string, unknown>>({ dataDir }: Site, query: string, ...values: unknown[]): T[] {
  const database = new SQLite(join(dataDir, "longevity.db"), { timeout: 10_000 });
  try {
    const statement = database.prepare(query);
    if (statement.reader) return statement.all(...values) as T[];
    statement.run(...values);
    return [];
  } finally {
    database.close();
  }
}

/** As if the time of the app's last code were over. */
export function nextCode(site: Site, { id }: Pick<Person, "id">, secret: string): string {
  sql(site, "UPDATE totpSecrets SET lastStep = 0 WHERE userId = ?", id);
  return codeOf(secret);
}

/** The pair of a cookie that an answer sets; "" when it sets none. */
export function setCookie(headers: Headers, name: RegExp): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return pairs.find((pair) => name.test(pair.split("=")[0] ?? "")) ?? "";
}
