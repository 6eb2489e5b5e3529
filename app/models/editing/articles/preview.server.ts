import { z } from "zod";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { normalizeProse } from "~/models/base/text/content-text";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { type Preview, previewOf } from "~/models/records/articles/text";

export const Text = z.object({
  title: z.string().max(1_000).default(""),
  body: z
    .string("Send the text.")
    .transform(normalizeProse)
    .pipe(z.string().max(ARTICLE_RECORD.body.max, "This is more text than fits here.")),
});

/** Renders `{ title?, body }` as the article page does. Throws "invalid". */
export function articlePreview(_editor: Editor, input: unknown): Preview {
  return previewOf(parse(Text, input), renderArticle);
}
