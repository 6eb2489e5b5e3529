import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Webhook } from "~/http/openapi/schemas/webhooks.server";
import { createWebhook, NewWebhook, webhooks } from "~/models/readers/webhooks/webhooks.server";

export const { loader, action } = endpoint("/api/admin/webhooks", {
  GET: call({
    subject: "Administration",
    summary: "The webhooks, each with its latest ten deliveries",
    access: "admin",
    answer: z.object({ webhooks: z.array(Webhook) }),
    handler: async ({ admin }) => ({ webhooks: await webhooks(admin) }),
  }),
  POST: call({
    subject: "Administration",
    summary: "Makes a webhook; its secret is given this once",
    access: "admin",
    recent: true,
    body: NewWebhook,
    example: { url: "https://hooks.example/changes", events: ["expert.created"] },
    answer: Webhook.extend({ secret: z.string() }),
    status: 201,
    handler: async ({ admin, body }) => await createWebhook(admin, body),
  }),
});
