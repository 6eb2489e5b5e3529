import { type Queryable, readDb } from "~/db.server";
import { slugify, withNumber } from "~/models/records/shared/slugs.server";

const FALLBACK_SLUG = "preview-article";

/** Returns a slug from the first bold line, heading of level 1, or line over 10 characters, otherwise "preview-article". */
export function slugFromContent(content: string): string {
  const lines = content.slice(0, MAX_CONTENT_LENGTH).split(/\r\n?|\n/);
  const title =
    lines.map((line) => line.trim()).find((line) => /^(\*\*|__)(?=\S).*\S\1$/.test(line)) ??
    lines.find((line) => /^ {0,3}#\s/.test(line) && /[^#\s]/.test(line)) ??
    lines.find((line) => line.trim().length > 10) ??
    "";
  return slugify(title.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, "")) || FALLBACK_SLUG;
}

/** Limits the search, because the title is at the top. */
const MAX_CONTENT_LENGTH = 100_000;

/**
 * Returns a free slug for a text, with -2, -3 … if it is taken. The article `except` may keep its slug.
 */
export async function articleSlug(tx: Queryable, text: string, { except }: { except?: number } = {}): Promise<string> {
  const baseSlug = slugify(text) || FALLBACK_SLUG;
  for (let n = 1; ; n++) {
    const slug = withNumber(baseSlug, n);
    const owner = await articleRowIdAt(slug, tx);
    if (owner === undefined || owner === except) return slug;
  }
}

/** Returns the row number of the article that has this slug, or had it formerly. */
export async function articleRowIdAt(slug: string, from: Queryable = readDb): Promise<number | undefined> {
  const currentArticle = await from.selectFrom("articles").select("rowId").where("slug", "=", slug).executeTakeFirst();
  if (currentArticle) return currentArticle.rowId;
  const formerArticle = await from
    .selectFrom("articleSlugs")
    .select("articleRowId")
    .where("slug", "=", slug)
    .executeTakeFirst();
  return formerArticle?.articleRowId;
}
