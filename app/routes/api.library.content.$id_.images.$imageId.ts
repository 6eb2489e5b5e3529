import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { attachImage, detachImage } from "~/models/library/library.server";

/** Attaches a picture to a text of the library, and detaches it (decision D55). */
export const { loader, action } = api({
  POST: async ({ context, params, request }) => attachImage(await requireAdmin(request, context), params),
  DELETE: async ({ context, params, request }) => detachImage(await requireAdmin(request, context), params),
});
