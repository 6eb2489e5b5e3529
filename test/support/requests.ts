/** Sends requests to a site. Redirects are returned and not followed. */
import type { Site } from "./site";

type Headers = Record<string, string>;

/**
 * Unit tests compare the answers of calls with the API description, for which they load all routes. The processes of journeys
 * and rehearsals make the same calls, and do not.
 */
const descriptionMismatch = process.env.VITEST
  ? (await import("./description-mismatch")).descriptionMismatch
  : () => null;

/** Asks for uncompressed answers, because compressing takes a fifth of an answer's processor time. Tests of headers ask for all encodings. */
const UNCOMPRESSED: Headers = { "Accept-Encoding": "identity" };

/** Sends a GET request. `path` starts with a slash. */
export function get(site: Site, path: string, { headers }: { headers?: Headers } = {}): Promise<Response> {
  return fetch(site.url + path, { headers: { ...UNCOMPRESSED, ...headers }, redirect: "manual" });
}

/** Sends a GET request and reads its JSON body, which is undefined when it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the type of the body.
export async function getJson<T = any>(site: Site, path: string, options: { headers?: Headers } = {}) {
  return withBody<T>("GET", path, await get(site, path, options));
}

/** Sends a form as a browser on a page of this site does. */
export function form(
  site: Site,
  path: string,
  fields: Record<string, string> | [string, string][],
  { headers }: { headers?: Headers } = {},
): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(site.url + path, {
    method: "POST",
    body,
    headers: { ...UNCOMPRESSED, Origin: site.url, ...headers },
    redirect: "manual",
  });
}

/** Makes a JSON call as a script on this site does. Without `body` it sends none. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the type of the body.
export async function json<T = any>(
  site: Site,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  { headers }: { headers?: Headers } = {},
) {
  const contentType: Headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(site.url + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...UNCOMPRESSED, Origin: site.url, ...contentType, ...headers },
    redirect: "manual",
  });
  return withBody<T>(method, path, response);
}

async function withBody<T>(
  method: string,
  path: string,
  response: Response,
): Promise<{ status: number; headers: globalThis.Headers; body: T }> {
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") && text !== "";
  const { status, headers } = response;
  const body = isJson ? JSON.parse(text) : undefined;
  const problem = descriptionMismatch(method, path, { status, body });
  if (problem) throw new Error(problem);
  return { status, headers, body: body as T };
}
