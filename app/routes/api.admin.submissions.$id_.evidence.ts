import { adminApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { changeSources, sourcesOf } from "~/models/evidence/sources.server";

/** GET and POST /api/admin/submissions/{id}/evidence: the sentences with their sources; see `changeSources` for the body. */
export const { loader, action } = adminApi({
  GET: ({ admin, id }) => sourcesOf(admin, "submissions", id),
  POST: async ({ admin, id, body, request }) => {
    return created(await changeSources(admin, "submissions", id, await body(), { signal: request.signal }));
  },
});
