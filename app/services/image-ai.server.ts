/** Shares types and HTTP requests among the image providers. */
import { env } from "~/env.server";
import { type ImageProvider, MAX_GENERATED_BYTES, PROVIDER_LABELS } from "./ai-providers";
import { imageFailure } from "./image-ai.failures.server";
import { abortedFailure, failureOf, ProviderFailure, timeoutFailure } from "./text-ai.failures.server";

export interface Size {
  width: number;
  height: number;
}

export interface ImageOrder {
  model: string;
  prompt: string;
  size: Size;
  signal: AbortSignal;
  onProgress?: (message: string) => void;
}

export interface ProviderImage {
  bytes: Uint8Array;
  /** The cost by the provider's price list, in US dollars; null for a model without a price here. */
  costUsd: number | null;
  inputTokens: number | null; // null if the provider does not report it
  outputTokens: number | null;
}

/** Returns the shape whose aspect ratio is nearest to that of a size, so that the least is cropped. */
export function nearestShape<Shape extends Size>(shapes: readonly [Shape, ...Shape[]], { width, height }: Size): Shape {
  const distance = (shape: Shape) => Math.abs(Math.log(shape.width / shape.height / (width / height)));
  return shapes.reduce((best, shape) => (distance(shape) < distance(best) - 1e-6 ? shape : best));
}

export function aspectRatio(name: string): Size & { name: string } {
  const [width = 1, height = 1] = name.split(":").map(Number);
  return { name, width, height };
}

export interface ProviderAnswer {
  headers: Headers;
  bytes: Uint8Array;
}

/** Sends one request to a provider's own address and reads at most `maxBytes`. Throws ProviderFailure. */
export async function requestProvider(
  provider: ImageProvider,
  address: string,
  { signal, maxBytes, ...init }: RequestInit & { signal: AbortSignal; maxBytes: number },
): Promise<ProviderAnswer> {
  let response: Response | undefined;
  try {
    response = await fetch(address, { ...init, signal, redirect: "manual" });
    const bytes = await readAtMost(response, maxBytes, provider);
    if (response.ok) return { headers: response.headers, bytes };
    throw imageFailure(provider, response.status, response.headers, new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw abortFailure(provider, signal);
    throw connectionFailure(provider, error, response !== undefined);
  }
}

async function readAtMost(response: Response, limit: number, provider: ImageProvider): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(provider);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(provider: ImageProvider): ProviderFailure {
  const limit = `${MAX_GENERATED_BYTES / 1024 / 1024} MB`;
  return new ProviderFailure(`${PROVIDER_LABELS[provider]} sent an image that is larger than ${limit}.`);
}

/** Returns the failure of an aborted request: the time limit, or the client's departure. */
export function abortFailure(provider: ImageProvider, signal: AbortSignal): ProviderFailure {
  const isLate = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  return isLate ? timeoutFailure(provider, false) : abortedFailure(provider);
}

/** Marks a failure as safe to repeat only if the request was never sent: otherwise the order may have been placed. */
function connectionFailure(provider: ImageProvider, error: unknown, hasBegun: boolean): ProviderFailure {
  const failure = failureOf(provider, error, hasBegun);
  return new ProviderFailure(failure.message, { isSafeToRepeat: failure.isUnsent, isUnsent: failure.isUnsent });
}

/** Parses an answer as JSON. Throws ProviderFailure for anything else. */
export function jsonIn(provider: ImageProvider, { bytes }: ProviderAnswer): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  const providerLabel = PROVIDER_LABELS[provider];
  if (/^\s*</.test(text)) throw new ProviderFailure(`${providerLabel} sent a web page instead of an image.`);
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw new ProviderFailure(`${providerLabel} sent something that cannot be read instead of an image.`);
  }
}

export function imageDeadline(): AbortSignal {
  return AbortSignal.timeout(env.AI_TIMEOUT_MS);
}
