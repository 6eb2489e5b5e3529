import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { deleteContents } from "~/models/library/library.server";

/** Deletes texts of the library: `{ ids }` (decision D55). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => ({
    success: true,
    deleted: await deleteContents(await requireAdmin(request, context), await body()),
  }),
});
