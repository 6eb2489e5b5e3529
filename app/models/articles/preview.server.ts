/** What an article will look like while it is being written. */
import { z } from "zod";
import type { Admin } from "~/models/accounts/admin.server";
import { parse } from "~/models/records/validation.server";
import { renderArticle } from "~/models/text/markdown.server";
import { ARTICLE_LENGTHS } from "./fields";
import { readingTime, withoutTitle } from "./page.server";

/** As it is stored, see `tidiedArticle`: spaces before a text can make another text of it. */
const tidy = (text: string) => text.replace(/\r\n?/g, "\n").trim();

const Text = z.object({
  title: z.string().max(1_000).default("").transform(tidy),
  body: z
    .string("Send the text.")
    .transform(tidy)
    .pipe(z.string().max(ARTICLE_LENGTHS.body, "This is more text than fits here.")),
});

/**
 * A text as its page will show it: made by the same function, so that nothing in it runs here either.
 *
 * @param input `{ title?, body }`; a first line that repeats the title is left out, as on the page.
 * @throws AppError "invalid".
 */
export function articlePreview(_admin: Admin, input: unknown): { html: string; minutes: number } {
  const { title, body } = parse(Text, input);
  const text = withoutTitle(body, title);
  return { html: renderArticle(text).html, minutes: readingTime(text) };
}
