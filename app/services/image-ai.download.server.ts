/** Downloads an image from the address in a provider's answer, immediately, because such addresses expire. */
import { type ImageProvider, MAX_GENERATED_BYTES, PROVIDER_LABELS } from "./ai-providers";
import { abortFailure } from "./image-ai.server";
import { FetchProblem, safeFetch } from "./safe-fetch.server";
import { ProviderFailure } from "./text-ai.failures.server";

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

/** Returns the image. Throws ProviderFailure if it was made but cannot be downloaded. */
export async function download(
  provider: ImageProvider,
  address: string,
  { base, signal }: { base: string; signal: AbortSignal },
): Promise<Uint8Array> {
  const providerLabel = PROVIDER_LABELS[provider];
  const dataPrefix = /^data:image\/[a-z]+;base64,/i.exec(address)?.[0];
  if (dataPrefix) return Buffer.from(address.slice(dataPrefix.length), "base64");
  for (let tries = 1; ; tries++) {
    try {
      return await fetchImage(address, base, signal);
    } catch (error) {
      if (signal.aborted) throw abortFailure(provider, signal);
      const problem = error instanceof FetchProblem ? error : new FetchProblem("broken", "its answer cannot be read");
      // Retries once, because a download costs nothing.
      if (tries === 1 && isTransient(problem)) continue;
      throw new ProviderFailure(`${providerLabel} made the image, but it could not be fetched: ${problem.message}.`);
    }
  }
}

function isTransient({ kind, status = 0 }: FetchProblem): boolean {
  return kind === "silent" || kind === "broken" || status >= 500;
}

async function fetchImage(address: string, base: string, signal: AbortSignal): Promise<Uint8Array> {
  let currentAddress = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const isAtProvider = URL.canParse(currentAddress) && new URL(currentAddress).origin === new URL(base).origin;
    if (!isAtProvider) return requireSizeWithinLimit(await fetchFromPublicWeb(currentAddress, signal));
    const imageOrRedirect = await fetchFromProvider(currentAddress, signal);
    if (typeof imageOrRedirect !== "string") return requireSizeWithinLimit(imageOrRedirect);
    currentAddress = imageOrRedirect;
  }
  throw new FetchProblem("redirects", `it leads on more than ${MAX_REDIRECTS} times`);
}

async function fetchFromPublicWeb(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const options = { accept: "image/*", timeoutMs: TIMEOUT_MS, maxBytes: MAX_GENERATED_BYTES + 1, signal };
  return (await safeFetch(address, options)).bytes;
}

async function fetchFromProvider(address: string, signal: AbortSignal): Promise<Uint8Array | string> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    response = await fetch(address, { headers: { Accept: "image/*" }, redirect: "manual", signal: timeout });
  } catch {
    throw new FetchProblem("silent", timeout.aborted ? "it does not answer in time" : "it does not answer");
  }
  const location = response.headers.get("Location");
  if (response.status >= 300 && response.status < 400 && location) {
    await response.body?.cancel();
    return URL.canParse(location, address) ? new URL(location, address).href : location;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new FetchProblem("status", `it answers ${response.status}`, response.status);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > MAX_GENERATED_BYTES) break;
    }
  } catch {
    throw new FetchProblem("broken", "its answer is damaged or breaks off");
  }
  return Buffer.concat(chunks);
}

function requireSizeWithinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= MAX_GENERATED_BYTES) return bytes;
  throw new FetchProblem("address", `it is larger than ${MAX_GENERATED_BYTES / 1024 / 1024} MB`);
}
