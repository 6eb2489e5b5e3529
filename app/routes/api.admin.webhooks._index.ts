import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { named, time } from "~/http/openapi/operation.server";
import { createWebhook, NewWebhook, webhooks } from "~/models/readers/webhooks/webhooks.server";

const Webhook = named(
  "Webhook",
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    status: z.enum(["active", "off"]).describe("off after days of failed deliveries."),
    createdAt: time,
    nextAttemptAt: time.nullable().describe("The time of the next attempt after a failed delivery, or null."),
    deliveries: z.array(
      z.object({
        id: z.string(),
        event: z.string(),
        recordId: z.string(),
        at: time,
        triedAt: time,
        attempts: z.int(),
        status: z.enum(["delivered", "failed", "given up"]),
        answer: z.string(),
      }),
    ),
  }),
);

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
    summary: "Creates a webhook and shows its secret once",
    access: "admin",
    recent: true,
    body: NewWebhook,
    example: { url: "https://hooks.example/changes", events: ["expert.created"] },
    answer: Webhook.extend({ secret: z.string() }),
    status: 201,
    handler: async ({ admin, body }) => await createWebhook(admin, body),
  }),
});
