import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTERS, EXPERT_LIST } from "~/http/openapi/schemas/experts.server";
import { listExperts, listQueryOf } from "~/models/records/directory/lists.server";
import { DIRECTORY_PAGE_SIZE } from "~/models/records/listings/list-address";
import { listAnswer } from "~/models/whole/search/ways-out.server";

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
      return listAnswer(query, await listExperts(query));
    },
  }),
});
