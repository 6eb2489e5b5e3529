import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { searchIn } from "~/models/base/input/paging.server";
import { recordsNamed } from "~/models/whole/search/go-to.server";

const MAX_PER_KIND = 5;

export const { loader, action } = endpoint("/api/admin/go", {
  GET: call({
    subject: "Administration",
    summary: `Records whose names match a text, at most ${MAX_PER_KIND} of each kind, with their editing pages`,
    access: "editor",
    query: z.object({ search: z.string().optional().describe("A name or a part of it.") }),
    answer: z.object({
      found: z.array(
        z.object({
          kind: z.string(),
          title: z.string(),
          hits: z.array(z.object({ to: z.string(), label: z.string(), purpose: z.string() })),
        }),
      ),
    }),
    handler: async ({ editor, url }) => ({
      found: await recordsNamed(editor, searchIn(url.searchParams), MAX_PER_KIND),
    }),
  }),
});
