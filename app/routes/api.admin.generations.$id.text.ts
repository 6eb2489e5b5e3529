import { editorApi } from "~/auth/guards.server";
import { generationText } from "~/models/ai/generations.server";

/** What has arrived of a profile since `?from=` characters: asked again and again while it is being written. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id, url }) => {
    const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
    return generationText(editor, id, from);
  },
});
