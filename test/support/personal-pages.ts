/** Checks that no cache shows the page of one visitor to another, also after malformed Cookie headers. */
import fc from "fast-check";
import { expect } from "vitest";
import { askChecked } from "./checked-requests";
import type { World } from "./world";

const NAMES = ["session", "__Host-session", "light", "scheme", "draft", "list"];

/** Cookie names with characters around them that some parsers ignore. */
const cookieName = fc
  .tuple(
    fc.constantFrom("", " ", "\t", "$", '"', ";", "a;"),
    fc.constantFrom(...NAMES),
    fc.constantFrom("", " ", "\t", "\u00a0", '"', "%20"),
  )
  .map(([prefix, name, suffix]) => prefix + name + suffix);

/** Encodes a value as Remix does for cookies: JSON in base64. */
const encodeCookie = (value: string) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));

/**
 * Requests new addresses, first with cookies in all spellings and then without cookies. The second answer must be that
 * for a visitor.
 */
export async function expectPersonalPagesUnshared(world: World, numRuns: number): Promise<void> {
  const session = world.cookies.member.split("; ")[0]?.replace(/^[^=]+=/, "") ?? "";
  const cookieValue = fc.constantFrom(
    session,
    `"${session}"`,
    ` ${session} `,
    encodeCookie("on"),
    encodeCookie("dark"),
    encodeCookie("light"),
    "on",
    "",
  );
  const pair = fc
    .tuple(cookieName, fc.constantFrom("=", " = ", "= ", "=="), cookieValue)
    .map((parts) => parts.join(""));
  const cookieHeader = fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: 4 }), fc.constantFrom("; ", ";", " ; ", ", ", ";;"))
    .map(([pairs, separator]) => pairs.join(separator));
  const paths = ["/directory", "/articles", "/", "/submit", "/no-such-page"];
  const numbers = unusedNumbers();
  const pageFor = async (path: string, headers: Record<string, string>) => {
    const { text, headers: responseHeaders } = await askChecked(world, { path, headers });
    return { html: text.replaceAll(/ilou\d+/g, "ilou"), cacheControl: String(responseHeaders["cache-control"]) };
  };
  const newAddress = (path: string) => `${path}?search=ilou${numbers.next().value}`;
  const visitorPages = new Map<string, string>();
  for (const path of paths) visitorPages.set(path, withoutNonces((await pageFor(newAddress(path), {})).html));

  const exampleCookies = ["session ", "__Host-session ", "light ", "scheme "].map((name): [string, string] => [
    `${name}=${name.includes("session") ? session : encodeCookie(name === "light " ? "on" : "dark")}`,
    "/directory",
  ]);
  await fc.assert(
    fc.asyncProperty(cookieHeader, fc.constantFrom(...paths), async (cookies, path) => {
      const target = newAddress(path);
      const firstAnswer = await pageFor(target, { Cookie: cookies });
      if (firstAnswer.html.includes(world.people.member.email) || firstAnswer.html.includes("Mia"))
        expect(firstAnswer.cacheControl).toMatch(/private/);
      const secondPage = withoutNonces((await pageFor(target, {})).html);
      expect(
        firstDifference(secondPage, visitorPages.get(path) ?? ""),
        `${path} after ${JSON.stringify(cookies)}`,
      ).toBe("");
    }),
    { numRuns, examples: exampleCookies, endOnFailure: true },
  );
}

function* unusedNumbers(): Generator<number> {
  for (let number = Date.now(); ; number++) yield number;
}

/** Returns the page without the parts that differ in each answer: the nonce of scripts and the id of a draft. */
function withoutNonces(html: string): string {
  return html
    .replaceAll(/nonce="[^"]*"/g, "")
    .replaceAll(/(?<=draftId[^>]{0,40}")[0-9a-z]{16}(?=")|(?<=draftId\\?",\\?")[0-9a-z]{16}/g, "…");
}

/** Returns the text around the first difference between two pages; "" when they are equal. */
function firstDifference(page: string, otherPage: string): string {
  if (page === otherPage) return "";
  const index = [...page].findIndex((character, index) => character !== otherPage[index]);
  return page.slice(Math.max(0, index - 100), index + 100);
}
