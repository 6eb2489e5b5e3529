/** Fetches an image from the address that a provider gave, at once, because such addresses expire. */
import { type ImageProvider, MAX_GENERATED_BYTES, PROVIDER_LABELS } from "./ai-providers";
import { endedBy } from "./image-ai.server";
import { FetchProblem, safeFetch } from "./safe-fetch.server";
import { ProviderFailure } from "./text-ai.failures.server";

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

/** Throws ProviderFailure: the image was made, and could not be had. */
export async function download(
  provider: ImageProvider,
  address: string,
  { base, signal }: { base: string; signal: AbortSignal },
): Promise<Uint8Array> {
  const who = PROVIDER_LABELS[provider];
  const inline = /^data:image\/[a-z]+;base64,/i.exec(address)?.[0];
  if (inline) return Buffer.from(address.slice(inline.length), "base64");
  for (let tries = 1; ; tries++) {
    try {
      return await fetchImage(address, base, signal);
    } catch (error) {
      if (signal.aborted) throw endedBy(provider, signal);
      const problem = error instanceof FetchProblem ? error : new FetchProblem("broken", "its answer cannot be read");
      // Fetching once more costs nothing.
      if (tries === 1 && isPassing(problem)) continue;
      throw new ProviderFailure(`${who} made the image, but it could not be fetched: ${problem.message}.`);
    }
  }
}

function isPassing({ kind, status = 0 }: FetchProblem): boolean {
  return kind === "silent" || kind === "broken" || status >= 500;
}

async function fetchImage(address: string, base: string, signal: AbortSignal): Promise<Uint8Array> {
  let at = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const isOwn = URL.canParse(at) && new URL(at).origin === new URL(base).origin;
    if (!isOwn) return checked(await fromPublic(at, signal));
    const answer = await fromProvider(at, signal);
    if (typeof answer !== "string") return checked(answer);
    at = answer;
  }
  throw new FetchProblem("redirects", `it leads on more than ${MAX_REDIRECTS} times`);
}

async function fromPublic(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const options = { accept: "image/*", timeoutMs: TIMEOUT_MS, mostBytes: MAX_GENERATED_BYTES + 1, signal };
  return (await safeFetch(address, options)).bytes;
}

async function fromProvider(address: string, signal: AbortSignal): Promise<Uint8Array | string> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    response = await fetch(address, { headers: { Accept: "image/*" }, redirect: "manual", signal: late });
  } catch {
    throw new FetchProblem("silent", late.aborted ? "it does not answer in time" : "it does not answer");
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

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= MAX_GENERATED_BYTES) return bytes;
  throw new FetchProblem("address", `it is larger than ${MAX_GENERATED_BYTES / 1024 / 1024} MB`);
}
