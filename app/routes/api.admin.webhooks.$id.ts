import { adminApi } from "~/auth/guards.server";
import { deleteWebhook } from "~/models/webhooks/webhooks.server";

export const { loader, action } = adminApi({
  DELETE: async ({ recentAdmin, id }) => {
    await deleteWebhook(await recentAdmin(), id);
    return { success: true };
  },
});
