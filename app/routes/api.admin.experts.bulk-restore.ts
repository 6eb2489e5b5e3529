import { editorApi } from "~/auth/guards.server";
import { restoreExperts } from "~/models/experts/trash.server";

/** POST `{ ids }`: takes at most 100 experts out of the trash. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => ({ success: true, restored: await restoreExperts(editor, await body()) }),
});
