/** The ways a test knocks at a site. Redirects are answers here, not something to follow. */
import { misfit } from "./described";
import type { Site } from "./site";

type Headers = Record<string, string>;

/** GET `path`, which starts with a slash. */
export function get(site: Site, path: string, { headers }: { headers?: Headers } = {}): Promise<Response> {
  return fetch(site.url + path, { headers, redirect: "manual" });
}

/** GET `path` and its JSON body; the body is undefined when it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects.
export async function getJson<T = any>(site: Site, path: string, options: { headers?: Headers } = {}) {
  return withBody<T>("GET", path, await get(site, path, options));
}

/** POST a form as a browser on this site would. */
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
    headers: { Origin: site.url, ...headers },
    redirect: "manual",
  });
}

/** A JSON call as a script on this site would make it; `body` undefined sends none. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects.
export async function json<T = any>(
  site: Site,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  { headers }: { headers?: Headers } = {},
) {
  const type: Headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(site.url + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Origin: site.url, ...type, ...headers },
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
  const problem = misfit(method, path, { status, body });
  if (problem) throw new Error(problem);
  return { status, headers, body: body as T };
}
