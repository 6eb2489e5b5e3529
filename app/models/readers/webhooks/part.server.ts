import type { Editor } from "~/models/base/accounts/admin.server";
import type { Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { startWebhooks } from "./delivery.server";
import { webhooksOff } from "./webhooks.server";

const GUIDE = `## Webhooks
Admins name addresses at [Webhooks](/admin/webhooks) that are told of changes, with POST and within seconds:
\`{ "id", "event", "kind", "slug", "at", "url", "api" }\`, where \`api\` is the call that gives the record. What is removed has its id
alone. Answer with a status from 200 to 299 within ten seconds; redirects are not followed.
- Each is signed by the [Standard Webhooks](https://www.standardwebhooks.com) specification, for which many languages have a library: give it
  the secret (\`whsec_…\`), the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, and the body as it came. Check them before
  you read the body, and refuse timestamps older than five minutes.
- \`webhook-id\` is the same each time one delivery is tried. Each comes at least once, in the order of the changes.
- What fails is tried again for 24 hours, and later changes wait for it. After three deliveries in a row that were given up the webhook is
  switched off.`;

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

async function switchedOff({ role }: Editor): Promise<Matter[]> {
  const off = role === "admin" ? await webhooksOff() : 0;
  if (off === 0) return [];
  const link = { to: "/admin/webhooks", text: `${off === 1 ? "A webhook was" : `${off} webhooks were`} switched off` };
  return [{ key: "webhooks", isOpen: true, text: [link, ", because deliveries failed for days."] }];
}
