import { adminApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { changeSources, sourcesOf } from "~/models/evidence/sources.server";

/** GET and POST /api/admin/experts/{id}/evidence: the sentences with their sources; see `changeSources` for the body. */
export const { loader, action } = adminApi({
  GET: ({ admin, id }) => sourcesOf(admin, "experts", id),
  POST: async ({ admin, id, body, request }) => {
    return created(await changeSources(admin, "experts", id, await body(), { signal: request.signal }));
  },
});
