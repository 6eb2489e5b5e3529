/** Signs and sends requests by the Standard Webhooks specification (standardwebhooks.com). */
import { createHmac, randomBytes } from "node:crypto";
import type { WebhookRow } from "~/db.server";
import { FetchProblem, safeFetch, userAgent } from "~/services/safe-fetch.server";
import { seal, unseal } from "~/services/secrets.server";

/** The purpose under which secrets of webhooks are sealed. */
export const SECRET_PURPOSE = "webhook secret";

const TIMEOUT_MS = 10_000;

/** Stands before 32 random bytes in base64, as the libraries expect it. */
const PREFIX = "whsec_";

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

interface Message {
  id: string; // The same each time it is sent
  body: string;
}

/**
 * Seals a webhook's secret with the newest SESSION_SECRET if an older one sealed it, so that the older can be
 * removed.
 */
export function resealIfOld({ secret }: Pick<WebhookRow, "secret">): { secret?: string } {
  const unsealedSecret = unseal(SECRET_PURPOSE, secret);
  return unsealedSecret?.isOld ? { secret: seal(SECRET_PURPOSE, unsealedSecret.text) } : {};
}

/** Sends a signed message; any status from 200 to 299 accepts it. Throws only the reason of `signal`. */
export async function send(
  webhook: Pick<WebhookRow, "url" | "secret">,
  { id, body }: Message,
  signal?: AbortSignal,
): Promise<{ delivered: boolean; answer: string }> {
  const secret = unseal(SECRET_PURPOSE, webhook.secret)?.text;
  if (!secret)
    return {
      delivered: false,
      answer: "its secret was sealed with another SESSION_SECRET: delete this webhook and create it again",
    };
  if (!secret.startsWith(PREFIX))
    return { delivered: false, answer: "its secret has an older format: delete this webhook and create it again" };
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": userAgent("webhooks"),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    // Reads no body: the status decides, and an endless body delays nothing.
    const options = { timeoutMs: TIMEOUT_MS, maxBytes: 0, signal };
    const { status } = await safeFetch(webhook.url, { ...options, post: { body, headers } });
    return { delivered: true, answer: `it answers ${status}` };
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    return { delivered: false, answer: error.message };
  }
}
