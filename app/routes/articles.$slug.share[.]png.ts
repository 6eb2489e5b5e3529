import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { articleShareImage } from "~/models/records/articles/public-view.server";

/** GET /articles/{slug}/share.png returns the image that link previews show for an article without one. */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const { slug, ...image } = await articleShareImage(params.slug ?? "");
    return slug === params.slug ? shareImageResponse(request, image) : redirect(`/articles/${slug}/share.png`, 301);
  },
});
