import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { topicFeed } from "~/models/records/directory/topic-feed.server";

/** GET /topics/{slug}/feed.xml returns the latest experts of a topic. */
export const { loader, action } = api({
  GET: async ({ request, params }) =>
    feedResponse(request, await topicFeed(siteOrigin(request), params.slug ?? "", "xml"), "xml"),
});
