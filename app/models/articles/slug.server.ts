/** The addresses of articles, /articles/{slug}: what they are made of, and finding one that is free. */
import { type Queryable, readDb } from "~/db.server";
import { numbered, slugify } from "~/models/experts/slugs.server";

const NAMELESS = "preview-article";

/**
 * The slug of an article's text: of its first bold line, else its first # heading, else its first line longer than
 * 10 characters, else "preview-article". Accents are folded, other scripts transliterated; what is neither a letter nor
 * a digit is stripped, and spaces become hyphens. At most 80 characters. Not
 * yet made unique: that is `articleSlug`'s part.
 */
export function slugFromContent(content: string): string {
  const lines = content.slice(0, LONGEST_CONTENT).split(/\r\n?|\n/);
  const found =
    firstMatch(lines, /^\s*(?:\*\*(?=\S)(.*\S)\*\*|__(?=\S)(.*\S)__)\s*$/) ??
    firstMatch(lines, /^ {0,3}#\s+(.+?)\s*#*\s*$/) ??
    lines.map((line) => line.trim()).find((line) => line.length > 10) ??
    "";
  return slugify(found.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, "")) || NAMELESS;
}

/** The title stands at the top; far more than that is not looked through. */
const LONGEST_CONTENT = 100_000;

function firstMatch(lines: string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const words = pattern.exec(line)?.slice(1).find(Boolean);
    if (words) return words;
  }
  return undefined;
}

/**
 * A slug that no article has or had: the text as a slug, else with -2, -3 … An address that was typed keeps its hyphens.
 *
 * @param text a title, a typed address, or what `slugFromContent` gives.
 * @param except the row number of the article it is for: its own present and former addresses are free to it.
 */
export async function articleSlug(tx: Queryable, text: string, { except }: { except?: number } = {}): Promise<string> {
  const base = slugify(text) || NAMELESS;
  for (let n = 1; ; n++) {
    const slug = numbered(base, n);
    const owner = await articleAt(slug, tx);
    if (owner === undefined || owner === except) return slug;
  }
}

/** The row number of the article that has an address, or had it before anybody else. */
export async function articleAt(slug: string, from: Queryable = readDb): Promise<number | undefined> {
  const present = await from.selectFrom("articles").select("rowId").where("slug", "=", slug).executeTakeFirst();
  if (present) return present.rowId;
  const former = await from
    .selectFrom("articleSlugs")
    .select("articleRowId")
    .where("slug", "=", slug)
    .executeTakeFirst();
  return former?.articleRowId;
}
