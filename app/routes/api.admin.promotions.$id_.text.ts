import { editorApi } from "~/auth/guards.server";
import { promotionText } from "~/models/promotions/generate.server";

/** What has arrived of what a promotion waits for since `?from=` characters: asked again and again meanwhile. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id, url }) => {
    const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
    return promotionText(editor, id, from);
  },
});
