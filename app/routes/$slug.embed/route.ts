import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { embedOf } from "~/models/records/profiles/embed.server";
import { embedResponse } from "./card.server";

/** GET /{slug}/embed returns the profile as a card, for an iframe on another site. */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const card = await embedOf(params.slug ?? "");
    if (card.slug !== params.slug) return redirect(`/${card.slug}/embed`, 301);
    return embedResponse(card, siteOrigin(request));
  },
});
