import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { feedResponse } from "~/http/feed.server";
import { siteOrigin } from "~/http/origin.server";
import { personFeed } from "~/models/readers/follows/feed.server";

/** GET /{slug}/feed.xml returns the news about a person. */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const { slug, body } = await personFeed(siteOrigin(request), params.slug ?? "", "xml");
    return slug === params.slug ? feedResponse(request, body, "xml") : redirect(`/${slug}/feed.xml`, 301);
  },
});
