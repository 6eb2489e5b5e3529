import { adminApi } from "~/auth/guards.server";
import { deleteImage, describeImage, findImage } from "~/models/images/admin-list.server";

/** One stored image: its description and its deletion, with `?force=1` also out of everything that uses it. */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => findImage(admin, id),
  PATCH: async ({ admin, id, body }) => describeImage(admin, { ...Object(await body()), id }),
  DELETE: async ({ admin, id, url }) => {
    await deleteImage(admin, { id, force: url.searchParams.get("force") });
    return { success: true };
  },
});
