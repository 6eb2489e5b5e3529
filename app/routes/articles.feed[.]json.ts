import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { jsonFeed } from "~/models/articles/feeds.server";

export const { loader, action } = api({
  GET: async ({ request }) => {
    const { body, updatedAt } = await jsonFeed(siteOrigin(request));
    return new Response(body, {
      headers: {
        "Content-Type": "application/feed+json; charset=utf-8",
        "Last-Modified": new Date(updatedAt).toUTCString(),
      },
    });
  },
});
