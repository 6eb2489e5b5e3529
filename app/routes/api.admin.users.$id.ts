import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { changeAccount } from "~/models/accounts/admin-users.server";
import { deleteUser } from "~/models/accounts/users.server";

/** One account: its role and status, and its end (decisions D29, D67). */
export const { loader, action } = api({
  PATCH: async ({ body, context, params, request }) =>
    changeAccount(await requireAdmin(request, context), params.id ?? "", await body()),
  DELETE: async ({ context, params, request }) => {
    await deleteUser(await requireAdmin(request, context), { id: params.id });
    return { success: true };
  },
});
