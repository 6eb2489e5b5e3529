import { editorApi } from "~/auth/guards.server";
import { turnIntoChange } from "~/models/submissions/turn-into-change.server";

/** POST `{ expert, updatedAt? }`: a suggested new expert becomes a change to that profile. */
export const { loader, action } = editorApi({
  POST: async ({ editor, id, body }) => {
    await turnIntoChange(editor, id, await body());
    return { success: true };
  },
});
