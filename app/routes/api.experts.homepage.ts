import { publicApi } from "~/http/api.server";
import { HOME_PAGE_SIZE, homeList, listQueryOf } from "~/models/experts/lists.server";

/** GET /api/experts/homepage. */
export const { loader, action } = publicApi({
  GET: async ({ url }) => {
    const list = await homeList(listQueryOf(url.searchParams, { limit: HOME_PAGE_SIZE }));
    const { featured, experts, currentPage, totalPages, total, isCapped } = list;
    return { featured, experts, currentPage, totalPages, total, ...(isCapped && { isCapped }) };
  },
});
