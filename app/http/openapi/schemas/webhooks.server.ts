import { z } from "zod";
import { named, time } from "../operation.server";

const text = z.string();

export const Webhook = named(
  "Webhook",
  z.object({
    id: text,
    url: text,
    events: z.array(text),
    status: z.enum(["active", "off"]).describe("off after days of failed deliveries."),
    createdAt: time,
    nextAttemptAt: time.nullable().describe("null unless a delivery failed and waits."),
    deliveries: z.array(
      z.object({
        id: text,
        event: text,
        recordId: text,
        at: time,
        triedAt: time,
        attempts: z.int(),
        status: z.enum(["delivered", "failed", "given up"]),
        answer: text,
      }),
    ),
  }),
);
