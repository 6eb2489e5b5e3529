import type { ArticleRow } from "~/db.server";
import { plainText, shorten } from "~/models/base/markdown/plain-text.server";
import { withoutTitle } from "./text";

/** Returns the excerpt of an article, or the beginning of its body without an excerpt, as one line of at most `maxLength` characters. */
export function summaryOfArticle(
  { title, excerpt, body }: Pick<ArticleRow, "title" | "excerpt" | "body">,
  maxLength: number,
): string {
  return excerpt ? shorten(excerpt, maxLength) : plainText(withoutTitle(body, title), maxLength);
}
