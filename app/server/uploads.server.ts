import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { headFile, openFile } from "~/services/storage.server";
import type { StoredFile } from "~/services/store.server";
import { isConditional, isNotModified } from "./conditional.server";
import { securityHeaders } from "./headers.server";
import { originOf } from "./incoming.server";
import { disconnectStalled } from "./listener.server";

/** Answers a request for a stored image. Returns false if the address is not that of an image. */
export async function serveUpload(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const { method, url = "" } = incoming;
  if (!url.startsWith("/uploads/") || (method !== "GET" && method !== "HEAD")) return false;
  const name = url.split("?", 1)[0]?.slice("/uploads/".length) ?? "";
  const needsHeadersOnly = method === "HEAD" || isConditional(incoming);
  const file = await (needsHeadersOnly ? headFile(name) : openFile(name)).catch(unavailableOrThrow);
  if (!file) return false;
  const lastModified = file instanceof AppError ? null : file.lastModified;
  for (const [header, value] of uploadHeaders(incoming, name)) outgoing.setHeader(header, value);
  if (lastModified) outgoing.setHeader("Last-Modified", lastModified);
  if (isNotModified(incoming, { etag: tagOf(name), lastModified })) outgoing.writeHead(304).end();
  else if (file instanceof AppError) sendUnavailable(outgoing, file);
  else if (method === "HEAD") outgoing.writeHead(200, { "Content-Length": file.bytes }).end();
  else await sendFile(outgoing, "stream" in file ? file : await openFile(name).catch(unavailableOrThrow));
  return true;
}

async function sendFile(outgoing: ServerResponse, file: StoredFile | AppError | null): Promise<void> {
  if (file === null) return refuse(outgoing, 404, "This image was removed just now.");
  if (file instanceof AppError) return sendUnavailable(outgoing, file);
  disconnectStalled(outgoing);
  outgoing.writeHead(200, { "Content-Length": file.bytes });
  await pipeline(file.stream, outgoing).catch((error) => {
    // `pipeline` does not close the file if the client left before it began.
    file.stream.destroy();
    log.debug({ err: error }, "an image was not sent completely");
  });
}

function unavailableOrThrow(error: unknown): AppError {
  if (error instanceof AppError && error.problem === "unavailable") return error;
  throw error;
}

function sendUnavailable(outgoing: ServerResponse, { message, retryAfter = 10 }: AppError): void {
  outgoing.setHeader("Retry-After", retryAfter);
  refuse(outgoing, 503, message);
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  for (const name of ["ETag", "Last-Modified", "Cache-Control"]) outgoing.removeHeader(name);
  outgoing.writeHead(status, { "Content-Type": "text/plain" }).end(`${message}\n`);
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
