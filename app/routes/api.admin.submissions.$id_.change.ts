import { adminApi } from "~/auth/guards.server";
import { turnIntoChange } from "~/models/submissions/turn-into-change.server";

/** POST `{ expert, updatedAt? }`: a suggested new expert becomes a change to that profile. */
export const { loader, action } = adminApi({
  POST: async ({ admin, id, body }) => {
    await turnIntoChange(admin, id, Object(await body()));
    return { success: true };
  },
});
