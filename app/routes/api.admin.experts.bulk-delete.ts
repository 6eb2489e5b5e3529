import { editorApi } from "~/auth/guards.server";
import { trashExperts } from "~/models/experts/trash.server";

/** POST `{ ids }`: puts at most 100 experts into the trash. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => ({ success: true, deleted: await trashExperts(editor, await body()) }),
});
