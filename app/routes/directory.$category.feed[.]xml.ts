import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { categoryFeed } from "~/models/records/directory/feeds.server";

/** GET /directory/{slug}/feed.xml returns the latest experts of a category. */
export const { loader, action } = api({
  GET: async ({ request, params }) =>
    feedResponse(request, await categoryFeed(siteOrigin(request), params.category ?? "", "xml"), "xml"),
});
