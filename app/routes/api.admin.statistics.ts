import { call, endpoint } from "~/auth/endpoint.server";
import { VisitStatistics } from "~/http/openapi/schemas/statistics.server";
import { VisitDays, visitStatistics } from "~/models/readers/visits/statistics.server";

export const { loader, action } = endpoint("/api/admin/statistics", {
  GET: call({
    subject: "Administration",
    summary: "Readers of each day, and what they read most; a reader counts once a day for a page",
    access: "editor",
    query: VisitDays,
    answer: VisitStatistics,
    handler: async ({ editor, url }) => visitStatistics(editor, Object.fromEntries(url.searchParams)),
  }),
});
