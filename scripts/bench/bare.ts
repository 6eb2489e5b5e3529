/** The contender for hot pages: a bare node:http server with the bytes of one of our pages. */
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type Server, startServer } from "./servers";

const FOLDER = join(".cache", "bench", "bare");

/** The encodings that are compared, with what a request for each says. */
export const ENCODINGS = { plain: {}, gzip: { "Accept-Encoding": "gzip" }, br: { "Accept-Encoding": "br" } } as const;
export type EncodingName = keyof typeof ENCODINGS;

export interface BarePage {
  /** Of each encoding, in bytes. */
  sizes: Record<EncodingName, number>;
  tag: string;
}

/** Takes the bytes of a page off a site, for `startBare`. Throws when one is not encoded as it was asked for. */
export async function keepPage(site: Server, path: string): Promise<BarePage> {
  mkdirSync(FOLDER, { recursive: true });
  const sizes = { plain: 0, gzip: 0, br: 0 };
  let tag = "";
  for (const [name, headers] of Object.entries(ENCODINGS)) {
    const answer = await bytesOf(site.url + path, headers);
    if ((answer.encoding ?? "plain") !== name) throw new Error(`${path} is not sent as ${name}`);
    tag = answer.tag;
    sizes[name as EncodingName] = answer.body.length;
    writeFileSync(join(FOLDER, name), answer.body);
    writeFileSync(join(FOLDER, "type"), answer.type);
    writeFileSync(join(FOLDER, "tag"), tag);
  }
  return { sizes, tag };
}

/** Starts it; it answers /plain, /gzip, /br and /304. */
export function startBare(): Promise<Server> {
  return startServer([join("scripts", "bench", "contenders", "bare.mjs"), FOLDER]);
}

/** `fetch` would take the encoding off. */
function bytesOf(address: string, headers: Record<string, string>) {
  return new Promise<{ body: Buffer; encoding?: string; type: string; tag: string }>((resolve, reject) => {
    request(address, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          body: Buffer.concat(chunks),
          encoding: response.headers["content-encoding"],
          type: response.headers["content-type"] ?? "",
          tag: response.headers.etag ?? "",
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}
