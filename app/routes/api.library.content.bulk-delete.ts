import { adminApi } from "~/auth/guards.server";
import { deleteContents } from "~/models/library/library.server";

/** Deletes texts of the library: `{ ids }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body }) => ({
    success: true,
    deleted: await deleteContents(admin, await body()),
  }),
});
