import { json, publicApi } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { oembedOf } from "~/models/experts/embed.server";

/** GET /api/oembed?url=&format=json&maxwidth=&maxheight=: https://oembed.com */
export const { loader, action } = publicApi({
  GET: async ({ request, url }) => {
    const format = url.searchParams.get("format") ?? "json";
    // The specification asks for this status.
    if (format !== "json") return json({ message: "Only format=json is offered." }, { status: 501 });
    return oembedOf(url.searchParams, siteOrigin(request));
  },
});
