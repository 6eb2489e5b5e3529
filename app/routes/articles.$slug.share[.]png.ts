import { api } from "~/http/api.server";
import { articleShareImage } from "~/models/articles/share-image.server";

/** GET /articles/{slug}/share.png: what link previews show of an article without a picture. */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const { tag, png } = await articleShareImage(params.slug ?? "");
    const headers = {
      ETag: tag,
      "Cache-Control": "public, max-age=3600",
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
    const bytes = await png();
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, "Content-Type": "image/png", "Content-Length": String(bytes.length) },
    });
  },
});
