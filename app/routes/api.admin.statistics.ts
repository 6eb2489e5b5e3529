import { call, endpoint } from "~/auth/endpoint.server";
import { VisitStatistics } from "~/http/openapi/schemas/statistics.server";
import { VisitDays, visitStatistics } from "~/models/readers/visits/statistics.server";

export const { loader, action } = endpoint("/api/admin/statistics", {
  GET: call({
    subject: "Administration",
    summary: "Page views of each day, the most read pages, and the referring sites",
    access: "editor",
    query: VisitDays,
    answer: VisitStatistics,
    handler: async ({ editor, url }) => visitStatistics(editor, Object.fromEntries(url.searchParams)),
  }),
});
