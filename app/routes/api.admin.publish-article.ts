import { requireAdmin } from "~/auth.server";
import { api, siteOrigin } from "~/http.server";
import { publishArticle } from "~/models/promote.publish.server";

/** Publishes a text as an article (row PW20, decision D48). */
export const { loader, action } = api({
  POST: async ({ request, body }) => {
    const admin = await requireAdmin(request);
    return publishArticle(admin, await body(), { origin: siteOrigin(request) });
  },
});
