import { publicApi } from "~/http/api.server";
import { changesSince } from "~/models/site/changes.server";

/** GET /api/changes?since=: which profiles and articles were added, changed and removed. */
export const { loader, action } = publicApi({
  GET: async ({ url }) => changesSince({ since: url.searchParams.get("since") ?? undefined }),
});
