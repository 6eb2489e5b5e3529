import type { Editor } from "~/models/base/accounts/admin.server";
import type { Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { startWebhooks } from "./delivery.server";
import { webhooksOff } from "./webhooks.server";

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
  attention: switchedOff,
} satisfies Part;

async function switchedOff({ role }: Editor): Promise<Matter[]> {
  const off = role === "admin" ? await webhooksOff() : 0;
  if (off === 0) return [];
  const link = { to: "/admin/webhooks", text: `${off === 1 ? "A webhook was" : `${off} webhooks were`} switched off` };
  return [{ key: "webhooks", isOpen: true, text: [link, ", because deliveries failed for days."] }];
}
