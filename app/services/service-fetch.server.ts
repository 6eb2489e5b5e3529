/** Sends requests to services that the operator chose. Such a service may not lead them elsewhere, or fill the memory. */

const MAX_REDIRECTS = 3;

/**
 * Sends a GET request, and follows up to 3 redirects within the service's host. Returns the answer that leads to another host,
 * because that may be in a private network.
 */
export async function fetchAtHost(address: string, init: RequestInit): Promise<Response> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    const nextUrl = URL.parse(location, url);
    if (nextUrl?.host !== url.host || redirects === MAX_REDIRECTS) return response;
    await response.body?.cancel();
    // A proxy of the service may not know that it was asked by https.
    if (url.protocol === "https:") nextUrl.protocol = "https:";
    url = nextUrl;
  }
}

/** Returns the text of an answer; null if it is longer than `maxBytes`. */
export async function textUpTo(maxBytes: number, response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = (response.body as AsyncIterable<Uint8Array> | null) ?? [];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const MAX_TOKEN_ANSWER_BYTES = 64 * 1024;

/** Sends a request that contains a secret, so it follows no redirect. Returns the JSON of a short answer; throws for any other. */
export async function fetchWithSecret(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: "error" });
  const text = response.ok ? await textUpTo(MAX_TOKEN_ANSWER_BYTES, response) : null;
  if (text !== null) return JSON.parse(text);
  await response.body?.cancel();
  throw new Error(response.ok ? "The answer is too long." : `status ${response.status}`);
}
