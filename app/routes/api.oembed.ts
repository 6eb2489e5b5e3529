import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { json } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { oembedOf } from "~/models/records/profiles/embed.server";

export const { loader, action } = endpoint("/api/oembed", {
  GET: call({
    subject: "Experts",
    summary: "A card of a profile for other sites, in the format of oembed.com",
    access: "public",
    cors: true,
    query: z.object({
      url: z.string().describe("The address of a profile."),
      format: z.literal("json").optional(),
      maxwidth: z.int().optional(),
      maxheight: z.int().optional(),
    }),
    answer: z.object({
      version: z.literal("1.0"),
      type: z.literal("rich"),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      cache_age: z.int(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    problems: [404, 410, 501],
    handler: async ({ request, url }) => {
      const format = url.searchParams.get("format") ?? "json";
      // oEmbed requires this status for unsupported formats.
      if (format !== "json") return json({ message: "Only format=json is supported." }, { status: 501 });
      return oembedOf(url.searchParams, siteOrigin(request));
    },
  }),
});
