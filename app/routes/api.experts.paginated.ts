import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTERS, EXPERT_LIST } from "~/http/openapi/schemas/experts.server";
import { DIRECTORY_PAGE_SIZE } from "~/models/experts/list-address";
import { listExperts, listQueryOf, searchNotes } from "~/models/experts/lists.server";
import { waysOut } from "~/models/site/ways-out.server";

export const { loader, action } = endpoint("/api/experts/paginated", {
  GET: call({
    subject: "Experts",
    summary: "One page of the experts",
    access: "public",
    cors: true,
    query: z.object({ ...paged(24), ...search, ...EXPERT_FILTERS }),
    answer: z.object(EXPERT_LIST),
    handler: async ({ url }) => {
      const query = listQueryOf(url.searchParams, { limit: DIRECTORY_PAGE_SIZE });
      const list = await listExperts(query);
      const { experts, total, totalPages, currentPage, isCapped, facets, countedFirst } = list;
      return {
        experts,
        total,
        totalPages,
        currentPage,
        facets,
        ...(countedFirst !== null && { countedFirst }),
        ...(isCapped && { isCapped }),
        ...searchNotes(query, list),
        ...(total === 0 && { nobody: await waysOut(query) }),
      };
    },
  }),
});
