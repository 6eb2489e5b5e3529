import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { jsonArray } from "~/http/api.server";
import { paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTERS, ExpertSummary } from "~/http/openapi/schemas/experts.server";
import { listQueryOf, streamExperts } from "~/models/records/directory/lists.server";

const MAX_EXPERTS = 1_000;

export const { loader, action } = endpoint("/api/experts", {
  GET: call({
    subject: "Experts",
    summary:
      "All experts, up to 1,000 at a time; the Link header has the other pages, and X-Total-Count the number of experts",
    access: "public",
    cors: true,
    query: z.object({ ...paged(1_000, 1_000), ...search, ...EXPERT_FILTERS }),
    answer: z.array(ExpertSummary),
    handler: async ({ url }) => {
      const query = listQueryOf(url.searchParams, { limit: MAX_EXPERTS, maxLimit: MAX_EXPERTS });
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
  }),
});
