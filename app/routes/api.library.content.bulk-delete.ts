import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { deleteContents } from "~/models/library.server";

/** Deletes texts of the library: `{ ids }` (decision D55). */
export const { loader, action } = api({
  POST: async ({ request, body }) => ({
    success: true,
    deleted: await deleteContents(await requireAdmin(request), await body()),
  }),
});
