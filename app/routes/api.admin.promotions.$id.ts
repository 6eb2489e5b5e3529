import { editorApi } from "~/auth/guards.server";
import { keepChoices } from "~/models/promotions/promotions.server";

/** Ten texts in the longest form there may be. */
const MAX_BYTES = 4 * 1024 * 1024;

/** PUT /api/admin/promotions/{id}: keeps what is typed and chosen in the wizard while it is. */
export const { loader, action } = editorApi({
  PUT: async ({ editor, id, body }) => {
    await keepChoices(editor, id, await body(MAX_BYTES));
    return { success: true };
  },
});
