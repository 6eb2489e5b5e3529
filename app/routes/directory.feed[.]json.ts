import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { directoryFeed } from "~/models/records/directory/feeds.server";

/** GET /directory/feed.json returns the latest experts that match the query. */
export const { loader, action } = api({
  GET: async ({ request }) =>
    feedResponse(request, await directoryFeed(siteOrigin(request), new URL(request.url).searchParams, "json"), "json"),
});
