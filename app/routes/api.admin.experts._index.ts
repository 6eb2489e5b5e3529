import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { createExpert } from "~/models/experts/admin-list.server";

/** Pictures come as data URLs, as with PUT /api/experts/{id} (decision D18). */
const MOST_BYTES = 25 * 1024 * 1024;

/** POST /api/admin/experts: makes an expert by hand from the fields of the record. */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    return created(await createExpert(admin, await body(MOST_BYTES), { origin: siteOrigin(request) }));
  },
});
