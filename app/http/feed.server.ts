import type { Feed } from "~/models/site/atom.server";

export function feedResponse({ body, updatedAt }: Feed, type = "application/atom+xml"): Response {
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Last-Modified": new Date(updatedAt).toUTCString() };
  return new Response(body, { headers });
}
