import { editorApi } from "~/auth/guards.server";
import { ARTICLE_CHARACTERS } from "~/models/articles/fields";
import { articlePreview } from "~/models/articles/preview.server";

/** POST /api/admin/articles/preview: `{ title, body }`; answers `{ html, minutes }` as the article's page would show it. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => articlePreview(editor, await body({ characters: ARTICLE_CHARACTERS })),
});
