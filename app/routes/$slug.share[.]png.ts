import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { profileShareImage } from "~/models/records/profiles/profiles.server";

/** GET /{slug}/share.png: what link previews show of an expert without a photograph. */
export const { loader, action } = api({
  GET: async ({ request, params }) => shareImageResponse(request, await profileShareImage(params.slug ?? "")),
});
