import { adminApi } from "~/auth/guards.server";
import { deleteWebhook } from "~/models/webhooks/webhooks.server";

export const { loader, action } = adminApi({
  DELETE: async ({ admin, id }) => {
    await deleteWebhook(admin, id);
    return { success: true };
  },
});
