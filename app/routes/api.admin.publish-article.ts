import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { siteOrigin } from "~/http/origin.server";
import { publishArticle } from "~/models/promotions/publish.server";

/** Publishes a text as an article. What AI wrote needs evidence in `content`, or an `acceptedReason`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return publishArticle(editor, await body(MEGABYTE), { origin: siteOrigin(request), signal: request.signal });
  },
});
