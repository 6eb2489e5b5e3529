import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { siteShareImage } from "~/models/records/images/share-image.server";

/** GET /share.png returns the image that link previews show for the home page and lists. */
export const { loader, action } = api({
  GET: async ({ request }) => shareImageResponse(request, await siteShareImage()),
});
