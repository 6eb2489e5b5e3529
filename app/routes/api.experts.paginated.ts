import { publicApi } from "~/http/api.server";
import { DIRECTORY_PAGE_SIZE } from "~/models/experts/list-address";
import { listExperts, listQueryOf } from "~/models/experts/lists.server";

/** GET /api/experts/paginated. */
export const { loader, action } = publicApi({
  GET: async ({ url }) => {
    const list = await listExperts(listQueryOf(url.searchParams, { limit: DIRECTORY_PAGE_SIZE }));
    const { experts, total, totalPages, currentPage, isCapped } = list;
    return { experts, total, totalPages, currentPage, ...(isCapped && { isCapped }) };
  },
});
