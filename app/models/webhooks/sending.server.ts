/** One request to the address of a webhook. */
import type { WebhookRow } from "~/db.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { seal, signatureOf, unseal } from "~/services/secrets.server";

/** What the secrets are sealed for. */
export const SECRET = "webhook secret";

const ANSWER_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 4 * 1024;

interface Message {
  id: string; // The same each time it is sent
  event: string;
  body: string;
}

/** Gives a webhook's secret sealed anew when an older SESSION_SECRET sealed it: that one can then be removed. */
export function resealed({ secret }: Pick<WebhookRow, "secret">): { secret?: string } {
  const opened = unseal(SECRET, secret);
  return opened?.isOld ? { secret: seal(SECRET, opened.text) } : {};
}

/** Sends a message, signed; any status from 200 to 299 takes it. Throws only what `signal` was aborted with. */
export async function send(
  webhook: Pick<WebhookRow, "url" | "secret">,
  { id, event, body }: Message,
  signal?: AbortSignal,
): Promise<{ delivered: boolean; answer: string }> {
  const secret = unseal(SECRET, webhook.secret);
  if (!secret) return { delivered: false, answer: "its secret was sealed with another SESSION_SECRET: make it anew" };
  const headers = {
    "Content-Type": "application/json",
    "X-Event": event,
    "X-Delivery": id,
    "X-Signature": `sha256=${signatureOf(secret.text, body)}`,
  };
  try {
    const options = { timeoutMs: ANSWER_WITHIN_MS, mostBytes: MAX_ANSWER_BYTES, signal };
    const { status } = await safeFetch(webhook.url, { ...options, post: { body, headers } });
    return { delivered: true, answer: `it answers ${status}` };
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    return { delivered: false, answer: error.message };
  }
}
