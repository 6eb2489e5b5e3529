import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { attachImage, detachImage } from "~/models/library.server";

/** Attaches a picture to a text of the library, and detaches it (decision D55). */
export const { loader, action } = api({
  POST: async ({ request, params }) => attachImage(await requireAdmin(request), params),
  DELETE: async ({ request, params }) => detachImage(await requireAdmin(request), params),
});
