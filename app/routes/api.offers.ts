import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { OFFER_KINDS, offersFor } from "~/models/whole/search/offers.server";

export const { loader, action } = endpoint("/api/offers", {
  GET: call({
    subject: "Experts",
    summary:
      "Suggestions for a search box: people, topics, institutions and articles, or related topics if nobody is found; at most 3 KB",
    access: "public",
    cors: true,
    query: z.object({ q: z.string().optional().describe("The text typed so far. Its last word may be incomplete.") }),
    answer: z.object({
      offers: z.array(
        z.object({
          kind: z.enum(OFFER_KINDS),
          name: z.string(),
          note: z
            .string()
            .describe(
              "A person's title, or the number of people of a topic or institution, and a note if it is only related.",
            ),
          address: z.string().describe("The path of its page on this site."),
        }),
      ),
    }),
    handler: async ({ url }) => ({ offers: await offersFor(url.searchParams.get("q")?.trim() ?? "") }),
  }),
});
