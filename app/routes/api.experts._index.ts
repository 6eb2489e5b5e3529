import { jsonArray, publicApi } from "~/http/api.server";
import { listQueryOf, streamExperts } from "~/models/experts/lists.server";

const MOST = 1_000;

/** GET /api/experts: everyone as an array, up to 1,000 at a time with a Link header to the rest. */
export const { loader, action } = publicApi({
  GET: async ({ url }) => {
    const query = listQueryOf(url.searchParams, { limit: MOST, maxLimit: MOST });
    const { batches, version, currentPage, totalPages, total } = await streamExperts(query);
    const pageAddress = (page: number) => {
      const params = new URLSearchParams(url.searchParams);
      params.set("page", String(page));
      return `<${url.pathname}?${params}>`;
    };
    const links = [
      currentPage > 1 && `${pageAddress(Math.min(currentPage - 1, totalPages))}; rel="prev"`,
      currentPage < totalPages && `${pageAddress(currentPage + 1)}; rel="next"`,
    ].filter(Boolean);
    const headers = new Headers({ "X-Total-Count": String(total), ETag: `W/"${version}"` });
    if (links.length) headers.set("Link", links.join(", "));
    return jsonArray(batches, headers);
  },
});
