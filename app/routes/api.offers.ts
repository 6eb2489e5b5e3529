import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { OFFER_KINDS, offersFor } from "~/models/whole/search/offers.server";

export const { loader, action } = endpoint("/api/offers", {
  GET: call({
    subject: "Experts",
    summary:
      "What a search box offers while somebody types: people, topics, institutions and articles, where nobody is found the nearest topics; at most 3 KB",
    access: "public",
    cors: true,
    query: z.object({ q: z.string().optional().describe("What was typed so far; the last word may be a beginning.") }),
    answer: z.object({
      offers: z.array(
        z.object({
          kind: z.enum(OFFER_KINDS),
          name: z.string(),
          note: z
            .string()
            .describe("A person's title, or how many people a topic or institution has, and whether it is only near."),
          address: z.string().describe("The path of its page on this site."),
        }),
      ),
    }),
    handler: async ({ url }) => ({ offers: await offersFor(url.searchParams.get("q")?.trim() ?? "") }),
  }),
});
