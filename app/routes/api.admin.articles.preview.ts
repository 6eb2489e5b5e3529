import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { articlePreview } from "~/models/articles/preview.server";

/** POST /api/admin/articles/preview: `{ title, body }`; answers `{ html, minutes }` as the article's page would show it. */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => articlePreview(await requireAdmin(request, context), await body()),
});
