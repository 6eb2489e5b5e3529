import { editorApi } from "~/auth/guards.server";
import { siteOrigin } from "~/http/origin.server";
import { publishArticle } from "~/models/promotions/publish.server";

/** Who publishes AI's text by a call without a reason of their own stands for it with their name. */
const REASON = "Published by a call";

/** Publishes a text as an article. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return publishArticle(editor, await body(), { origin: siteOrigin(request), defaultReason: REASON });
  },
});
