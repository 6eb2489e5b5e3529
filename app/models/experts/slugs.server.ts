/** The addresses of experts, /{slug}: the one place where they are made. */
import anyAscii from "any-ascii";

/** The longest slug, in characters. */
export const SLUG_LENGTH = 80;

// Far more than fits a slug; keeps the work bounded whatever is sent.
const TEXT_LENGTH = 1000;

/**
 * First path segments that the site uses or may use one day, and the names that stand beside `/api/experts/{slug}`:
 * no expert can live there.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [
    // pages
    `about account admin articles auth categories category contact dashboard directory experts featured
    forgot-password help home homepage index library login logout my-submissions new news paginated preferences
    privacy profile register reset-password search settings setup sign-in sign-in-link sign-out sign-up signin signout signup
    submissions submit submit-expert terms users verify-email`,
    // calls, forms and the machine room
    "api dark feed health healthz light metrics status system theme",
    // files
    `apple-touch-icon.png assets build favicon.ico favicon.svg feed.xml fonts icons images manifest.webmanifest public
    robots.txt sitemap sitemap.xml static uploads`,
    // what a careless script makes of nothing
    "null undefined",
  ].flatMap((words) => words.split(/\s+/)),
);

/**
 * The text as a slug: `a-z`, `0-9` and single hyphens between words, at most 80 characters, cut between words where
 * there is a hyphen to cut at. Accents are folded and other scripts are transliterated; "" when nothing is left.
 */
export function slugify(text: string): string {
  const words = text
    .slice(0, TEXT_LENGTH)
    // Composed first: taken apart, Japanese and Korean syllables would be read as something else.
    .normalize("NFC")
    // Only letters, marks, digits and apostrophes belong to a word; emoji would be spelled by their names.
    .replace(/[^\p{L}\p{M}\p{N}'‘’`´]+/gu, " ");
  const slug = anyAscii(words)
    .toLowerCase()
    // Transliteration writes soft signs, glottal stops and the like as these.
    .replace(/['`"]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return cut(slug, SLUG_LENGTH);
}

/**
 * A slug for an expert that nobody has: the name, else name-2, name-3 …; `expert-<id>` for a name that leaves no
 * letters. Never a reserved word, never longer than 80 characters.
 *
 * @param isTaken whether somebody else has that slug, or had it (old ones keep redirecting)
 */
export async function freeSlug(name: string, id: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  const base = slugify(name) || slugify(`expert-${id}`);
  for (let n = 1; ; n++) {
    const slug = numbered(base, n);
    if (!RESERVED_SLUGS.has(slug) && !(await isTaken(slug))) return slug;
  }
}

/**
 * `freeSlug` for many at once, all different. Namesakes go on counting where the last one stopped, also in the next
 * call with the same `counts`.
 *
 * @param findTaken those of the slugs that somebody has, or had.
 * @param counts the number to try next for names that several share; kept by the caller.
 */
export async function freeSlugs(
  wanted: { name: string; id: string }[],
  findTaken: (slugs: string[]) => Promise<Set<string>>,
  counts = new Map<string, number>(),
): Promise<string[]> {
  const slugs = new Map<number, string>();
  const given = new Set<string>();
  let waiting = wanted.map(({ name, id }, place) => ({ place, base: slugify(name) || slugify(`expert-${id}`) }));
  while (waiting.length > 0) {
    const tries = new Map(waiting.map(({ base }) => [base, numbered(base, counts.get(base) ?? 1)]));
    const taken = await findTaken([...tries.values()]);
    waiting = waiting.filter(({ base, place }) => {
      const slug = tries.get(base);
      // Another of that name was first: its turn is the next number.
      if (slug === undefined) return true;
      tries.delete(base);
      const n = counts.get(base) ?? 1;
      const isFree = !RESERVED_SLUGS.has(slug) && !taken.has(slug) && !given.has(slug);
      if (n > 1 || !isFree) counts.set(base, n + 1);
      if (!isFree) return true;
      given.add(slug);
      slugs.set(place, slug);
      return false;
    });
  }
  return wanted.map((_, place) => slugs.get(place) as string);
}

/** The n-th address of a name: without a number for the first. */
export function numbered(base: string, n: number): string {
  const ending = n === 1 ? "" : `-${n}`;
  return cut(base, SLUG_LENGTH - ending.length) + ending;
}

function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const end = slug.lastIndexOf("-", length);
  return slug.slice(0, end > 0 ? end : length);
}
