import type { Editor } from "~/models/base/accounts/admin.server";
import type { Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { startWebhooks } from "./delivery.server";
import { countDisabledWebhooks } from "./webhooks.server";

const GUIDE = `## Webhooks
Admins enter addresses at [Webhooks](/admin/webhooks). Each receives changes by POST within seconds:
\`{ "id", "event", "kind", "slug", "at", "url", "api" }\`, where \`api\` is the call that returns the record. A removed record has its id
only. Answer with a status from 200 to 299 within ten seconds; redirects are not followed.
- Each is signed by the [Standard Webhooks](https://www.standardwebhooks.com) specification, for which many languages have a library: give it
  the secret (\`whsec_…\`), the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, and the body as it came. Check them before
  you read the body, and refuse timestamps older than five minutes.
- \`webhook-id\` stays the same when a delivery is repeated. Each delivery arrives at least once, in the order of the changes.
- A failed delivery is repeated for 24 hours, and later changes wait for it. After three abandoned deliveries in a row the webhook is
  switched off.`;

export const webhooksPart = {
  tables: {
    webhooks: {
      key: ["id"],
      texts: { url: "stays: an admin of the site chose this address" },
      silent: ["events", "secret", "cursor", "status", "deliveries"],
      handedOut: "not: secrets, or what leads into accounts",
    },
  },
  loops: (origin: string) => [startWebhooks(origin)],
  attention: webhooksAttention,
  guide: GUIDE,
  adminPages: [
    {
      to: "/admin/webhooks",
      label: "Webhooks",
      purpose: "Tell other programs what changes",
      place: "Settings",
      rank: 5,
      isForAdmins: true,
    },
  ],
} satisfies Part;

async function webhooksAttention({ role }: Editor): Promise<Matter[]> {
  const offCount = role === "admin" ? await countDisabledWebhooks() : 0;
  if (offCount === 0) return [];
  const link = {
    to: "/admin/webhooks",
    text: `${offCount === 1 ? "A webhook was" : `${offCount} webhooks were`} switched off`,
  };
  return [{ key: "webhooks", isOpen: true, text: [link, ", because deliveries failed for days."] }];
}
