import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { keepChoices } from "~/models/promotions/promotions.server";

/** Ten texts in the longest form there may be. */
const MOST_BYTES = 4 * 1024 * 1024;

/** PUT /api/admin/promotions/{id}: keeps what is typed and chosen in the wizard while it is (decision D53). */
export const { loader, action } = api({
  PUT: async ({ body, context, params, request }) => {
    const admin = await requireAdmin(request, context);
    await keepChoices(admin, params.id ?? "", await body(MOST_BYTES));
    return { success: true };
  },
});
