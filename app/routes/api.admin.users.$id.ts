import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { changeAccount } from "~/models/users.desk.server";
import { deleteUser } from "~/models/users.server";

/** One account: its role and status, and its end (decisions D29, D67). */
export const { loader, action } = api({
  PATCH: async ({ request, params, body }) => changeAccount(await requireAdmin(request), params.id ?? "", await body()),
  DELETE: async ({ request, params }) => {
    await deleteUser(await requireAdmin(request), { id: params.id });
    return { success: true };
  },
});
