/** One request to the address of a webhook, by the Standard Webhooks specification (standardwebhooks.com). */
import { createHmac, randomBytes } from "node:crypto";
import type { WebhookRow } from "~/db.server";
import { FetchProblem, safeFetch, userAgent } from "~/services/safe-fetch.server";
import { seal, unseal } from "~/services/secrets.server";

/** The purpose for which secrets are sealed. */
export const SECRET = "webhook secret";

const ANSWER_WITHIN_MS = 10_000;

/** Before 32 random bytes in base64, with which libraries verify. */
const PREFIX = "whsec_";

/** A secret for a webhook. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

interface Message {
  id: string; // The same each time it is sent
  body: string;
}

/** Seals a webhook's secret anew if an older SESSION_SECRET sealed it, so that that one can be removed. */
export function resealed({ secret }: Pick<WebhookRow, "secret">): { secret?: string } {
  const opened = unseal(SECRET, secret);
  return opened?.isOld ? { secret: seal(SECRET, opened.text) } : {};
}

/** Sends a signed message; any status from 200 to 299 accepts it. Throws only the reason of `signal`. */
export async function send(
  webhook: Pick<WebhookRow, "url" | "secret">,
  { id, body }: Message,
  signal?: AbortSignal,
): Promise<{ delivered: boolean; answer: string }> {
  const secret = unseal(SECRET, webhook.secret)?.text;
  if (!secret) return { delivered: false, answer: "its secret was sealed with another SESSION_SECRET: make it anew" };
  if (!secret.startsWith(PREFIX)) return { delivered: false, answer: "its secret has an older form: make it anew" };
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
    // The status says all: a body that never ends does not make a delivery fail, nor anybody wait.
    const options = { timeoutMs: ANSWER_WITHIN_MS, mostBytes: 0, signal };
    const { status } = await safeFetch(webhook.url, { ...options, post: { body, headers } });
    return { delivered: true, answer: `it answers ${status}` };
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    return { delivered: false, answer: error.message };
  }
}
