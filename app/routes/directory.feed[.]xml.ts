import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { expertFeed } from "~/models/experts/feeds.server";

/** GET /directory/feed.xml: the experts that were added last. */
export const { loader, action } = api({
  GET: async ({ request }) => feedResponse(request, await expertFeed(siteOrigin(request))),
});
