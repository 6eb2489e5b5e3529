import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { testWebhook } from "~/models/readers/webhooks/webhooks.server";

export const { loader, action } = endpoint("/api/admin/webhooks/{id}/test", {
  POST: call({
    subject: "Administration",
    summary: "Sends the event ping at once; success switches a webhook on again",
    access: "admin",
    recent: true,
    answer: z.object({ delivered: z.boolean(), answer: z.string() }),
    handler: async ({ admin, id }) => testWebhook(admin, id),
  }),
});
