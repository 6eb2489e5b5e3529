import { editorApi } from "~/auth/guards.server";
import { dismissMissed } from "~/models/site/missed-searches.server";

export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => {
    await dismissMissed(editor, await body());
    return { success: true };
  },
});
