import anyAscii from "any-ascii";
import { isReservedByPart } from "~/models/base/parts/addresses.server";
import { bareName, isTitles } from "~/models/base/text/names.server";

export const SLUG_LENGTH = 80;

/** Limits the characters of a text, and so the work for any input. */
const TEXT_LENGTH = 1000;

/** Addresses of pages and calls that belong to no part, and of possible future ones. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [
    `about accessibility account admin auth categories category contact credits dashboard draft editorial-policy experts featured
    forgot-password help home homepage imprint index library login logout my-profile new news paginated preferences
    privacy profile register reset-password search settings setup sign-in sign-in-link sign-out sign-up signin signout signup
    terms users verify-email`,
    // calls, forms and health checks
    "api dark feed health healthz light mcp metrics status system theme",
    `apple-touch-icon.png assets build favicon.ico favicon.svg feed.xml fonts icons images llms.txt manifest.webmanifest public
    robots.txt sitemap sitemap.xml static uploads`,
    // empty values of JavaScript
    "null undefined",
  ].flatMap((words) => words.split(/\s+/)),
);

/** Tells whether a slug would hide a route of the site or of `/api/experts/{slug}`. */
export function isReserved(slug: string): boolean {
  return RESERVED_SLUGS.has(slug) || isReservedByPart(slug);
}

/** Returns `a-z`, `0-9` and single hyphens, at most 80 characters; "" if no letter remains. */
export function slugify(text: string): string {
  const words = text
    .slice(0, TEXT_LENGTH)
    // Composes characters first: decomposed Japanese and Korean syllables would be transliterated wrongly.
    .normalize("NFC")
    // Removes emoji, which would become their names.
    .replace(/[^\p{L}\p{M}\p{N}'‘’`´]+/gu, " ");
  const slug = anyAscii(words)
    .toLowerCase()
    // Removes the characters that stand for soft signs and glottal stops.
    .replace(/['`"]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return shortenSlug(slug, SLUG_LENGTH);
}

/** Returns a free slug of at most 80 characters: name, name-2 … or `expert-<id>`. `isTaken` includes former slugs. */
export async function freeSlug(name: string, id: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  const base = baseOf({ name, id });
  for (let n = 1; ; n++) {
    const slug = withNumber(base, n);
    if (!isReserved(slug) && !(await isTaken(slug))) return slug;
  }
}

/** Returns different free slugs for many names; `counts` continues numbering across calls. */
export async function freeSlugs(
  people: PersonWithId[],
  findTaken: (slugs: string[]) => Promise<Set<string>>,
  counts = new Map<string, number>(),
): Promise<string[]> {
  const slugs = new Map<number, string>();
  const assignedSlugs = new Set<string>();
  let pendingPeople = people.map((person, place) => ({ place, base: baseOf(person) }));
  while (pendingPeople.length > 0) {
    const candidates = new Map(pendingPeople.map(({ base }) => [base, withNumber(base, counts.get(base) ?? 1)]));
    const slugsInUse = await findTaken([...candidates.values()]);
    pendingPeople = pendingPeople.filter(({ base, place }) => {
      const slug = candidates.get(base);
      // Tries the next number, because an earlier name took the slug.
      if (slug === undefined) return true;
      candidates.delete(base);
      const n = counts.get(base) ?? 1;
      const isFree = !isReserved(slug) && !slugsInUse.has(slug) && !assignedSlugs.has(slug);
      if (n > 1 || !isFree) counts.set(base, n + 1);
      if (!isFree) return true;
      assignedSlugs.add(slug);
      slugs.set(place, slug);
      return false;
    });
  }
  return people.map((_, index) => slugs.get(index) as string);
}

/** Matches scripts that have several readings or leave out vowels: an address must not invent a reading. */
const AMBIGUOUS_SCRIPTS = [
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
];
const hasAmbiguousReading = (text: string) => AMBIGUOUS_SCRIPTS.some((scripts) => scripts.test(text));

/** Returns a slug without a number. An ambiguous script gives its Latin letters, else its reading, else `expert-<id>`. */
function baseOf({ name, id, reading = "" }: PersonWithId): string {
  if (!hasAmbiguousReading(name)) return slugify(name) || slugify(`expert-${id}`);
  const latinWords = (name.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’.-]*/gu) ?? []).filter(
    (word) => !isTitles(word),
  );
  const readingName = hasAmbiguousReading(reading) ? "" : bareName(reading);
  return slugify(latinWords.join(" ")) || slugify(readingName) || slugify(`expert-${id}`);
}

interface PersonWithId {
  name: string;
  id: string;
  /** The name in Latin letters, as it sorts. */
  reading?: string;
}

export function withNumber(base: string, n: number): string {
  const suffix = n === 1 ? "" : `-${n}`;
  return shortenSlug(base, SLUG_LENGTH - suffix.length) + suffix;
}

function shortenSlug(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const end = slug.lastIndexOf("-", length);
  return slug.slice(0, end > 0 ? end : length);
}
