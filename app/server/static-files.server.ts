import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import sirv from "sirv";
import { log } from "~/log.server";
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
    setHeaders(outgoing, path) {
      for (const [name, value] of securityHeaders(originOf(outgoing.req))) outgoing.setHeader(name, value);
      outgoing.setHeader("Cache-Control", path.startsWith("/build/") ? IMMUTABLE : "public, max-age=3600");
    },
  });
  return (incoming, outgoing) => {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    // sirv answers an invalid range literally, so send small files in full.
    delete incoming.headers.range;
    outgoing.once("pipe", (file: Readable) => watch(file, outgoing));
    let found = true;
    files(incoming, outgoing, () => {
      found = false;
    });
    return found;
  };
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
