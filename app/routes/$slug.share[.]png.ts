import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { profileShareImage } from "~/models/records/profiles/profiles.server";

/** GET /{slug}/share.png returns the image that link previews show for an expert without a photograph. */
export const { loader, action } = api({
  GET: async ({ request, params }) => shareImageResponse(request, await profileShareImage(params.slug ?? "")),
});
