import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { siteShareImage } from "~/models/records/images/share-image.server";

/** GET /share.png: what link previews show of the home page and of lists. */
export const { loader, action } = api({
  GET: async ({ request }) => shareImageResponse(request, await siteShareImage()),
});
