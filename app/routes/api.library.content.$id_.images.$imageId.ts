import { adminApi } from "~/auth/guards.server";
import { attachImage, detachImage } from "~/models/library/library.server";

/** Attaches an image to a text of the library, and detaches it. */
export const { loader, action } = adminApi({
  POST: async ({ admin, params }) => attachImage(admin, params),
  DELETE: async ({ admin, params }) => detachImage(admin, params),
});
