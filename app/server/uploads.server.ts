import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { headFile, openFile } from "~/services/storage.server";
import { isNotModified } from "./conditional.server";
import { securityHeaders } from "./headers.server";
import { originOf } from "./incoming.server";
import { disconnectStalled } from "./listener.server";

/** Returns whether the address names a stored image. */
export async function serveUpload(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const { method, url = "", headers } = incoming;
  if (!url.startsWith("/uploads/") || (method !== "GET" && method !== "HEAD")) return false;
  const name = url.split("?", 1)[0]?.slice("/uploads/".length) ?? "";
  // A stored image never changes.
  const isKnown = isNotModified(headers, { etag: tagOf(name), lastModified: headers["if-modified-since"] });
  const file = await (isKnown || method === "HEAD" ? headFile(name) : openFile(name)).catch(awayOf);
  if (!file) return false;
  for (const [header, value] of uploadHeaders(incoming, name)) outgoing.setHeader(header, value);
  if (isKnown) outgoing.writeHead(304).end();
  else if (file instanceof AppError) sendAway(outgoing, file);
  else if (!("stream" in file)) outgoing.writeHead(200, { "Content-Length": file.bytes }).end();
  else {
    disconnectStalled(outgoing);
    outgoing.writeHead(200, { "Content-Length": file.bytes });
    await pipeline(file.stream, outgoing).catch((error) => {
      // `pipeline` leaves the file open when the reader has gone before it begins.
      file.stream.destroy();
      log.debug({ err: error }, "an image was not sent completely");
    });
  }
  return true;
}

function awayOf(error: unknown): AppError {
  if (error instanceof AppError && error.problem === "unavailable") return error;
  throw error;
}

function sendAway(outgoing: ServerResponse, { message, retryAfter = 10 }: AppError): void {
  for (const name of ["ETag", "Cache-Control"]) outgoing.removeHeader(name);
  outgoing.writeHead(503, { "Content-Type": "text/plain", "Retry-After": retryAfter }).end(`${message}\n`);
}

function uploadHeaders(incoming: IncomingMessage, name: string): [string, string][] {
  return [
    ...securityHeaders(originOf(incoming)),
    // Newsletters and other sites may embed images.
    ["Cross-Origin-Resource-Policy", "cross-origin"],
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
    ["Content-Type", name.endsWith(".jpg") ? "image/jpeg" : "image/webp"],
    ["Cache-Control", "public, max-age=31536000, immutable"],
    ["ETag", tagOf(name)],
  ];
}

function tagOf(name: string): string {
  return `"${name}"`;
}
