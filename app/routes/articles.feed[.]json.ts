import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { articleFeed } from "~/models/records/articles/feeds.server";

/** GET /articles/feed.json returns the latest articles. */
export const { loader, action } = api({
  GET: async ({ request }) => feedResponse(request, await articleFeed(siteOrigin(request), "json"), "json"),
});
