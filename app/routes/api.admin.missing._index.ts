import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MissedSearch } from "~/http/openapi/schemas/submissions.server";
import { missedSearches } from "~/models/readers/missed-searches/missed-searches.server";

export const { loader, action } = endpoint("/api/admin/missing", {
  GET: call({
    subject: "Review",
    summary: "Searches that found nobody, the most frequent first, at most 100",
    access: "editor",
    answer: z.object({ searches: z.array(MissedSearch) }),
    handler: async ({ editor }) => ({ searches: await missedSearches(editor) }),
  }),
});
