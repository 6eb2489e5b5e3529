import type { Part } from "~/models/base/parts/part";

export const webhooksPart = {
  tables: {
    webhooks: {
      key: ["id"],
      texts: { url: "stays: an address that who runs the site chose" },
      silent: ["events", "secret", "cursor", "status", "deliveries"],
      handedOut: "not: secrets, or what leads into accounts",
    },
  },
} satisfies Part;
