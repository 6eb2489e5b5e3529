/** The common parts of image providers: orders, results, and requests over HTTP. */
import { env } from "~/env.server";
import { type ImageProvider, MAX_GENERATED_BYTES, PROVIDER_LABELS } from "./ai-providers";
import { imageFailure } from "./image-ai.failures.server";
import { failureOf, ProviderFailure, stopped, tooSlow } from "./text-ai.failures.server";

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
  inputTokens: number | null; // null where the provider does not tell
  outputTokens: number | null;
}

/** The shape that comes nearest to a size: the least is cut off. */
export function nearest<Shape extends Size>(shapes: readonly [Shape, ...Shape[]], { width, height }: Size): Shape {
  const distance = (shape: Shape) => Math.abs(Math.log(shape.width / shape.height / (width / height)));
  return shapes.reduce((best, shape) => (distance(shape) < distance(best) - 1e-6 ? shape : best));
}

export function aspect(name: string): Size & { name: string } {
  const [width = 1, height = 1] = name.split(":").map(Number);
  return { name, width, height };
}

export interface Answer {
  headers: Headers;
  bytes: Uint8Array;
}

/** One request to a provider's own address, read whole up to `mostBytes`. */
export async function ask(
  provider: ImageProvider,
  address: string,
  { signal, mostBytes, ...init }: RequestInit & { signal: AbortSignal; mostBytes: number },
): Promise<Answer> {
  let response: Response | undefined;
  try {
    response = await fetch(address, { ...init, signal, redirect: "manual" });
    const bytes = await readAtMost(response, mostBytes, provider);
    if (response.ok) return { headers: response.headers, bytes };
    throw imageFailure(provider, response.status, response.headers, new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw endedBy(provider, signal);
    throw broken(provider, error, response !== undefined);
  }
}

async function readAtMost(response: Response, most: number, provider: ImageProvider): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(provider);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(provider: ImageProvider): ProviderFailure {
  const most = `${MAX_GENERATED_BYTES / 1024 / 1024} MB`;
  return new ProviderFailure(`${PROVIDER_LABELS[provider]} sent an image that is larger than ${most}.`);
}

/** Returns the reason why the work ended before it was done. */
export function endedBy(provider: ImageProvider, signal: AbortSignal): ProviderFailure {
  const isLate = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  return isLate ? tooSlow(provider, false) : stopped(provider);
}

/** Repeats only a request that never began: a connection that ends without an answer may have carried the order. */
function broken(provider: ImageProvider, error: unknown, hasBegun: boolean): ProviderFailure {
  const failure = failureOf(provider, error, hasBegun);
  return new ProviderFailure(failure.message, { isSafeToRepeat: failure.isUnsent, isUnsent: failure.isUnsent });
}

/** An answer as JSON. Throws ProviderFailure for anything else. */
export function jsonIn(provider: ImageProvider, { bytes }: Answer): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  const who = PROVIDER_LABELS[provider];
  if (/^\s*</.test(text)) throw new ProviderFailure(`${who} sent a web page instead of an image.`);
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw new ProviderFailure(`${who} sent something that cannot be read instead of an image.`);
  }
}

export function imageDeadline(): AbortSignal {
  return AbortSignal.timeout(env.AI_TIMEOUT_MS);
}
