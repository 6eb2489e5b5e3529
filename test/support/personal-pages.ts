/** Two visitors at one address: the first with a malformed Cookie header, the second without any. */
import fc from "fast-check";
import { expect } from "vitest";
import { ask } from "./checked-requests";
import type { World } from "./world";

const NAMES = ["session", "__Host-session", "light", "scheme", "draft", "list"];

/** Changes nothing, or what some parser overlooks. */
const spelled = fc
  .tuple(
    fc.constantFrom("", " ", "\t", "$", '"', ";", "a;"),
    fc.constantFrom(...NAMES),
    fc.constantFrom("", " ", "\t", "\u00a0", '"', "%20"),
  )
  .map(([before, name, after]) => before + name + after);

/** Remix's encoding of a cookie's value: JSON in base64. */
const stored = (value: string) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));

/**
 * Asks for addresses that were never asked for, first with cookies of all spellings and then without; the second answer
 * has to be the same as that to a visitor.
 */
export async function expectPersonalPagesUnshared(world: World, numRuns: number): Promise<void> {
  const session = world.cookies.member.split("; ")[0]?.replace(/^[^=]+=/, "") ?? "";
  const value = fc.constantFrom(
    session,
    `"${session}"`,
    ` ${session} `,
    stored("on"),
    stored("dark"),
    stored("light"),
    "on",
    "",
  );
  const pair = fc.tuple(spelled, fc.constantFrom("=", " = ", "= ", "=="), value).map((parts) => parts.join(""));
  const header = fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: 4 }), fc.constantFrom("; ", ";", " ; ", ", ", ";;"))
    .map(([pairs, between]) => pairs.join(between));
  const paths = ["/directory", "/articles", "/", "/submit", "/no-such-page"];
  const number = unusedNumbers();
  const pageFor = async (path: string, headers: Record<string, string>) => {
    const { text, headers: answered } = await ask(world, { path, headers });
    return { html: text.replaceAll(/ilou\d+/g, "ilou"), cacheControl: String(answered["cache-control"]) };
  };
  const address = (path: string) => `${path}?search=ilou${number.next().value}`;
  const visitors = new Map<string, string>();
  for (const path of paths) visitors.set(path, comparable((await pageFor(address(path), {})).html));

  const cookies = ["session ", "__Host-session ", "light ", "scheme "].map((name): [string, string] => [
    `${name}=${name.includes("session") ? session : stored(name === "light " ? "on" : "dark")}`,
    "/directory",
  ]);
  await fc.assert(
    fc.asyncProperty(header, fc.constantFrom(...paths), async (cookies, path) => {
      const asked = address(path);
      const first = await pageFor(asked, { Cookie: cookies });
      if (first.html.includes(world.people.member.email) || first.html.includes("Mia"))
        expect(first.cacheControl).toMatch(/private/);
      const second = comparable((await pageFor(asked, {})).html);
      expect(firstDifference(second, visitors.get(path) ?? ""), `${path} after ${JSON.stringify(cookies)}`).toBe("");
    }),
    { numRuns, examples: cookies, endOnFailure: true },
  );
}

function* unusedNumbers(): Generator<number> {
  for (let number = Date.now(); ; number++) yield number;
}

/** The page without what is new in each answer: the nonce of its scripts and the id of a draft. */
function comparable(html: string): string {
  return html
    .replaceAll(/nonce="[^"]*"/g, "")
    .replaceAll(/(?<=draftId[^>]{0,40}")[0-9a-z]{16}(?=")|(?<=draftId\\?",\\?")[0-9a-z]{16}/g, "…");
}

/** Returns the place where a page stops being the other one; "" when they are the same. */
function firstDifference(page: string, other: string): string {
  const at = [...page].findIndex((sign, index) => sign !== other[index]);
  return page === other ? "" : page.slice(Math.max(0, at - 100), at + 100);
}
