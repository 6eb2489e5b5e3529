import { adminApi } from "~/auth/guards.server";
import { testWebhook } from "~/models/webhooks/webhooks.server";

/** POST sends the event "ping" and gives what was answered. */
export const { loader, action } = adminApi({
  POST: async ({ recentAdmin, id }) => testWebhook(await recentAdmin(), id),
});
