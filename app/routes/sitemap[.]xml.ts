import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { sitemap } from "~/models/whole/sitemap/sitemap.server";

export const { loader, action } = api({
  GET: async ({ request }) => {
    const { searchParams } = new URL(request.url);
    const xml = await sitemap(siteOrigin(request), Number.parseInt(searchParams.get("part") ?? "", 10));
    return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
  },
});
