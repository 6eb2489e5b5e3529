import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { atomFeed } from "~/models/articles/feeds.server";

export const { loader, action } = api({
  GET: async ({ request }) => {
    const { body, updatedAt } = await atomFeed(siteOrigin(request));
    return new Response(body, {
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        "Last-Modified": new Date(updatedAt).toUTCString(),
      },
    });
  },
});
