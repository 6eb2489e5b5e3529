import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { articleShareImage } from "~/models/records/articles/public-view.server";

/** GET /articles/{slug}/share.png returns the image that link previews show for an article without one. */
export const { loader, action } = api({
  GET: async ({ request, params }) => shareImageResponse(request, await articleShareImage(params.slug ?? "")),
});
