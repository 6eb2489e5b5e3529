import { adminApi } from "~/auth/guards.server";
import { siteOrigin } from "~/http/origin.server";
import { publishArticle } from "~/models/promotions/publish.server";

/** Publishes a text as an article. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => {
    return publishArticle(admin, await body(), { origin: siteOrigin(request) });
  },
});
