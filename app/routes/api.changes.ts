import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { time } from "~/http/openapi/operation.server";
import { changesSince } from "~/models/readers/changes/changes.server";
import { KIND_NAMES, kindsInWords } from "~/models/records/shared/public-kinds";

export const { loader, action } = endpoint("/api/changes", {
  GET: call({
    subject: "Dataset and changes",
    summary: `The ${kindsInWords(1)} that were added, changed and removed, the earliest first, up to 200 at a time`,
    access: "public",
    cors: true,
    query: z.object({ since: z.string().optional().describe("The value next of the last answer, or a time in UTC.") }),
    answer: z.object({
      changes: z.array(
        z.object({
          kind: z.enum(KIND_NAMES),
          id: z.string(),
          change: z.enum(["added", "changed", "removed"]),
          slug: z.string().nullable().describe("null if the record was removed."),
          at: time,
        }),
      ),
      next: z.string().describe("Send it as since to continue: at once if more is true, otherwise later."),
      more: z.boolean(),
    }),
    handler: async ({ url }) => changesSince({ since: url.searchParams.get("since") ?? undefined }),
  }),
});
