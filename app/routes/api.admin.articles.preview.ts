import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { articlePreview } from "~/models/articles.desk.preview.server";

/** POST /api/admin/articles/preview: `{ title, body }`; answers `{ html, minutes }` as the article's page would show it. */
export const { loader, action } = api({
  POST: async ({ request, body }) => articlePreview(await requireAdmin(request), await body()),
});
