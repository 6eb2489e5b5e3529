import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { shareImageResponse } from "~/http/share-image.server";
import { profileShareImage } from "~/models/records/profiles/profiles.server";

/** GET /{slug}/share.png returns the image that link previews show for an expert without a photograph. */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const { slug, ...image } = await profileShareImage(params.slug ?? "");
    return slug === params.slug ? shareImageResponse(request, image) : redirect(`/${slug}/share.png`, 301);
  },
});
