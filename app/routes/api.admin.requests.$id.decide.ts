import { adminApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { decideRequest } from "~/models/requests/decide.server";

/** POST /api/admin/requests/{id}/decide. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, id, request }) =>
    decideRequest(admin, id, await body(), { linkOrigin: linkOrigin(request) }),
});
