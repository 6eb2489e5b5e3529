import { readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import sirv from "sirv";
import { log } from "~/log.server";
import { acceptedEncoding, type Encoding } from "./compression.server";
import { isNotModified, type Validators } from "./conditional.server";
import { securityHeaders } from "./headers.server";
import { originOf } from "./incoming.server";
import { disconnectStalled } from "./listener.server";

const IMMUTABLE = "public, max-age=31536000, immutable";
const PUBLIC = join(process.cwd(), "public");

/** The sender returns whether the address names a file. */
export function filesOf(folder: string): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders,
  });
  return (incoming, outgoing) => {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    const encoding = acceptedEncoding(incoming.headers["accept-encoding"]);
    const validators = isConditional(incoming) ? validatorsOf(folder, incoming, encoding) : null;
    if (validators && isNotModified(incoming.headers, validators)) {
      sendNotModified(outgoing, incoming.url ?? "", validators);
      return true;
    }
    // sirv knows no weights of encodings and one entity tag only, and answers an invalid range literally.
    incoming.headers["accept-encoding"] = encoding ?? "identity";
    for (const name of ["if-none-match", "range"]) delete incoming.headers[name];
    outgoing.once("pipe", (file: Readable) => watch(file, outgoing));
    let found = true;
    files(incoming, outgoing, () => {
      found = false;
    });
    return found;
  };
}

function setHeaders(outgoing: ServerResponse, path: string): void {
  for (const [name, value] of securityHeaders(originOf(outgoing.req))) outgoing.setHeader(name, value);
  outgoing.setHeader("Cache-Control", path.startsWith("/build/") ? IMMUTABLE : "public, max-age=3600");
}

function isConditional({ headers }: IncomingMessage): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

/** Of the file that sirv would send, as sirv names it; null where it sends none. */
function validatorsOf(folder: string, { url = "" }: IncomingMessage, encoding: Encoding | null): Validators | null {
  const [path = ""] = url.split("?", 1);
  for (const ending of [encoding === "br" ? ".br" : encoding === "gzip" ? ".gz" : "", ""]) {
    const found = statSync(join(folder, `${path}${ending}`), { throwIfNoEntry: false });
    if (!found?.isFile()) continue;
    const { size, mtime } = found;
    return { etag: `W/"${size}-${mtime.getTime()}"`, lastModified: mtime.toUTCString() };
  }
  return null;
}

function sendNotModified(outgoing: ServerResponse, path: string, { etag, lastModified }: Validators): void {
  setHeaders(outgoing, path);
  const headers = { Vary: "Accept-Encoding", ETag: etag ?? "", "Last-Modified": lastModified ?? "" };
  outgoing.writeHead(304, headers).end();
}

/** Reads the folder on first use. */
export function serveFile(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const [, path = "", first = ""] = /^(\/([^/?]*)[^?]*)/.exec(incoming.url ?? "") ?? [];
  // The router would not resolve an escaped slash.
  if (path.includes("%") || !beginnings.has(first)) return false;
  send ??= filesOf(PUBLIC);
  return send(incoming, outgoing);
}
let send: ReturnType<typeof filesOf> | undefined;

/** sirv also finds "x.html" under "/x", and "index.html" under "/". */
const beginnings = new Set(readdirSync(PUBLIC).flatMap((name) => [name, name.replace(/^index\.html?$|\.html?$/, "")]));

/** A read error ends only this answer, and a disconnect closes the file. */
function watch(file: Readable, outgoing: ServerResponse): void {
  disconnectStalled(outgoing);
  file.once("error", (error) => {
    log.error({ err: error }, "a file of the site could not be read");
    outgoing.destroy();
  });
  outgoing.once("close", () => file.destroy());
}
