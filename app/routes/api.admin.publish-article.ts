import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { publishArticle } from "~/models/promotions/publish.server";

/** Publishes a text as an article (row PW20, decision D48). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    return publishArticle(admin, await body(), { origin: siteOrigin(request) });
  },
});
