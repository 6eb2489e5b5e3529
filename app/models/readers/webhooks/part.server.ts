import type { Part } from "~/models/base/parts/part";
import { startWebhooks } from "./delivery.server";

export const webhooksPart = {
  tables: {
    webhooks: {
      key: ["id"],
      texts: { url: "stays: an address that who runs the site chose" },
      silent: ["events", "secret", "cursor", "status", "deliveries"],
      handedOut: "not: secrets, or what leads into accounts",
    },
  },
  loops: (origin: string) => [startWebhooks(origin)],
} satisfies Part;
