/** Files of the public folder, compressed beforehand by the build. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { securityHeaders } from "./headers.server";

const IMMUTABLE = "public, max-age=31536000, immutable";
const files = sirv(join(process.cwd(), "public"), {
  brotli: true,
  gzip: true,
  etag: true,
  dotfiles: false,
  setHeaders(outgoing, path) {
    for (const [name, value] of securityHeaders()) outgoing.setHeader(name, value);
    // Files that the build makes carry a hash of what is in them in their names.
    outgoing.setHeader("Cache-Control", path.startsWith("/build/") ? IMMUTABLE : "public, max-age=3600");
  },
});

/** Sends a file when the address names one. Known at start in production, so that asking costs no disk access. */
export function serveFile(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
  let found = true;
  files(incoming, outgoing, () => {
    found = false;
  });
  return found;
}
