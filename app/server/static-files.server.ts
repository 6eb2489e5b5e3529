import { readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, posix } from "node:path";
import { acceptedEncoding, ENCODINGS, type Encoding } from "~/http/encodings.server";
import { log } from "~/log.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { securityHeaders } from "./headers.server";
import { originOf } from "./incoming.server";
import { disconnectStalled } from "./listener.server";

const send = lazyPackage<typeof import("send")>("send");
const mimeTypes = lazyPackage<typeof import("mime-types")>("mime-types");

const IMMUTABLE = "public, max-age=31536000, immutable";
const PUBLIC = join(process.cwd(), "public");

/** The suffixes of the compressed files from `scripts/precompress.mjs`. */
const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/**
 * Serves the files that a folder has at the start, except those whose names begin with a dot. Later files are served only
 * below /build/, because pages of another node may already need the next version's.
 */
export function filesOf(folder: string) {
  const paths = new Set(pathsIn(folder).filter((path) => !/\/\.(?!well-known\/)/.test(path)));
  const encodingsOf = (path: string) => ENCODINGS.filter((encoding) => paths.has(path + SUFFIXES[encoding]));

  function isOfLaterBuild(path: string): boolean {
    if (!/^\/build(\/[\w$()-][\w$().-]*)+$/.test(path) || !isFileAt(join(folder, path))) return false;
    for (const suffix of ["", ...Object.values(SUFFIXES)])
      if (isFileAt(join(folder, path + suffix))) paths.add(path + suffix);
    return true;
  }

  return {
    has: (path: string) => paths.has(path) || isOfLaterBuild(path),

    /** Answers GET or HEAD with a file, or with 304. */
    send(incoming: IncomingMessage, outgoing: ServerResponse, path: string): void {
      const encodings = encodingsOf(path);
      const encoding = acceptedEncoding(incoming.headers["accept-encoding"] ?? "", encodings);
      for (const [name, value] of securityHeaders(originOf(incoming))) outgoing.setHeader(name, value);
      outgoing.setHeader("Cache-Control", path.startsWith("/build/") ? IMMUTABLE : "public, max-age=3600");
      outgoing.setHeader("Content-Type", mimeTypes().contentType(posix.extname(path)) || "application/octet-stream");
      if (encodings.length > 0) outgoing.setHeader("Vary", "Accept-Encoding");
      if (encoding) outgoing.setHeader("Content-Encoding", encoding);
      // Ignores "no-cache", which browsers add to conditional requests of scripts (Fetch standard).
      delete incoming.headers["cache-control"];
      disconnectStalled(outgoing);
      const options = {
        root: folder,
        index: false,
        dotfiles: "allow",
        acceptRanges: false,
        cacheControl: false,
      } as const;
      send()(incoming, encoding ? path + SUFFIXES[encoding] : path, options)
        .on("error", (error: Error & { status?: number }) => refuse(outgoing, error))
        .pipe(outgoing);
    },
  };
}

function isFileAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Returns the paths of all files below a folder. The start waits for it, and Node's `recursive` takes eight times as long. */
function pathsIn(folder: string, path = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const entryPath = `${path}/${entry.name}`;
    if (entry.isDirectory()) return pathsIn(join(folder, entry.name), entryPath);
    return entry.isFile() ? [entryPath] : [];
  });
}

const siteFiles = filesOf(PUBLIC);

/** Tells whether a path is that of a file. */
export function isFile(path: string): boolean {
  return siteFiles.has(path);
}

/** Answers a request for a file. Returns false if the path is not that of a file. */
export function serveFile(incoming: IncomingMessage, outgoing: ServerResponse, path: string): boolean {
  if ((incoming.method !== "GET" && incoming.method !== "HEAD") || !isFile(path)) return false;
  siteFiles.send(incoming, outgoing, path);
  return true;
}

function refuse(outgoing: ServerResponse, error: Error & { status?: number }): void {
  const { status = 500 } = error;
  if (outgoing.destroyed) return;
  if (status !== 412) log.error({ err: error }, "a file of the site could not be read");
  if (outgoing.headersSent) return void outgoing.destroy();
  for (const name of ["Content-Encoding", "Cache-Control", "ETag", "Last-Modified"]) outgoing.removeHeader(name);
  outgoing.writeHead(status, { "Content-Type": "text/plain" }).end(`${ERROR_TEXTS[status] ?? ERROR_TEXTS[500]}\n`);
}

const ERROR_TEXTS: Record<number, string> = {
  404: "This file is no longer here.",
  412: "This file does not meet the request's conditions.",
  500: "This file could not be read. Please try again.",
};
