import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTERS, EXPERT_LIST, ExpertSummary } from "~/http/openapi/schemas/experts.server";
import { HOME_PAGE_SIZE, homeList, listQueryOf } from "~/models/records/directory/lists.server";
import { listAnswer } from "~/models/whole/search/ways-out.server";

export const { loader, action } = endpoint("/api/experts/homepage", {
  GET: call({
    subject: "Experts",
    summary: "One page of the experts, and the featured ones",
    access: "public",
    cors: true,
    query: z.object({ ...paged(12), ...search, ...EXPERT_FILTERS }),
    answer: z.object({ featured: z.array(ExpertSummary), ...EXPERT_LIST }),
    handler: async ({ url }) => {
      const query = listQueryOf(url.searchParams, { limit: HOME_PAGE_SIZE });
      const list = await homeList(query);
      return { featured: list.featured, ...(await listAnswer(query, list)) };
    },
  }),
});
