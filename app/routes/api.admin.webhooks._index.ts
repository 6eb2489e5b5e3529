import { adminApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { createWebhook, webhooks } from "~/models/webhooks/webhooks.server";

/** The webhooks with their latest deliveries; POST makes one: `{ url, events }`. */
export const { loader, action } = adminApi({
  GET: async ({ admin }) => ({ webhooks: await webhooks(admin) }),
  POST: async ({ recentAdmin, body }) => created(await createWebhook(await recentAdmin(), await body())),
});
