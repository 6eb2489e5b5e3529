import { type Queryable, readDb } from "~/db.server";
import { numbered, slugify } from "~/models/records/shared/slugs.server";

const NAMELESS = "preview-article";

/** Returns a slug from the first bold line, heading of level 1, or line over 10 characters, otherwise "preview-article". */
export function slugFromContent(content: string): string {
  const lines = content.slice(0, MAX_CONTENT_LENGTH).split(/\r\n?|\n/);
  const title =
    lines.map((line) => line.trim()).find((line) => /^(\*\*|__)(?=\S).*\S\1$/.test(line)) ??
    lines.find((line) => /^ {0,3}#\s/.test(line) && /[^#\s]/.test(line)) ??
    lines.find((line) => line.trim().length > 10) ??
    "";
  return slugify(title.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, "")) || NAMELESS;
}

/** Limits the search, because the title is at the top. */
const MAX_CONTENT_LENGTH = 100_000;

/**
 * Returns a free slug: the text, otherwise with -2, -3 …; the article `except` may keep its slug. Typed slugs keep hyphens.
 */
export async function articleSlug(tx: Queryable, text: string, { except }: { except?: number } = {}): Promise<string> {
  const base = slugify(text) || NAMELESS;
  for (let n = 1; ; n++) {
    const slug = numbered(base, n);
    const owner = await articleAt(slug, tx);
    if (owner === undefined || owner === except) return slug;
  }
}

/** Returns the article with this slug, or the first that had it. */
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
