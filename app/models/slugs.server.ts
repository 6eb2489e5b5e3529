/** The addresses of experts, /{slug}: the one place where they are made (decision D2). */
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
    privacy profile register reset-password search settings setup sign-in sign-out sign-up signin signout signup
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
 * letters (decision D2). Never a reserved word, never longer than 80 characters.
 *
 * @param isTaken whether somebody else has that slug, or had it (old ones keep redirecting)
 */
export async function freeSlug(name: string, id: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  const base = slugify(name) || slugify(`expert-${id}`);
  for (let n = 1; ; n++) {
    const ending = n === 1 ? "" : `-${n}`;
    const slug = cut(base, SLUG_LENGTH - ending.length) + ending;
    if (!RESERVED_SLUGS.has(slug) && !(await isTaken(slug))) return slug;
  }
}

/** The slug's first words that fit; a single long word is cut where the space ends. */
function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const end = slug.lastIndexOf("-", length);
  return slug.slice(0, end > 0 ? end : length);
}
