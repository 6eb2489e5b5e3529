import { publicApi } from "~/http/api.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { CORRECTIONS_PAGE_SIZE, correctionsPage } from "~/models/requests/corrections.server";

/** GET /api/corrections?page=: the public log. */
export const { loader, action } = publicApi({
  GET: ({ url }) => correctionsPage(pageQueryOf(url.searchParams, CORRECTIONS_PAGE_SIZE)),
});
