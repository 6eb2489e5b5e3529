/** Sets up second factors through the site's pages. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { TOTP } from "otpauth";
import { parsePage } from "./parse-page";
import { form, get } from "./requests";
import type { Site } from "./site";

interface Person {
  id: string;
  headers: Record<string, string>;
}

/** Sets up an authenticator app without scripts. */
export async function setUpApp(site: Site, { headers }: Pick<Person, "headers">) {
  await form(site, "/account/security/app", { intent: "begin" }, { headers });
  const page = parsePage(await (await get(site, "/account/security/app", { headers })).text());
  const secret = page.querySelector("main code")?.textContent?.replaceAll(" ", "") ?? "";
  const fields = { intent: "confirm", code: codeOf(secret) };
  const answer = await form(site, "/account/security/app", fields, { headers });
  const donePage = parsePage(await answer.text());
  const codes = Array.from(donePage.querySelectorAll("#recovery-codes code"), (code) => code.textContent ?? "");
  return { secret, codes, page, done: donePage, status: answer.status };
}

/** Returns the code that the app shows now, or `steps` times 30 seconds later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Runs a statement in the site's SQLite file and returns its rows. */
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

/** Lets the site accept a code again, as after the 30 seconds of the last code, and returns the present code. */
export function resetAndGetCode(site: Site, { id }: Pick<Person, "id">, secret: string): string {
  sql(site, "UPDATE totpSecrets SET lastStep = 0 WHERE userId = ?", id);
  return codeOf(secret);
}

/** Returns "name=value" of a cookie that a response sets; "" when it sets none. */
export function setCookie(headers: Headers, name: RegExp): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return pairs.find((pair) => name.test(pair.split("=")[0] ?? "")) ?? "";
}
