/** The contender for hot pages: a bare node:http server with the bytes of one of our pages. */
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
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

/** Takes a page off a site, as it is sent, for `startBare`. Throws when one is not encoded as it was asked for. */
export async function keepPage(site: Server, path: string): Promise<BarePage> {
  mkdirSync(FOLDER, { recursive: true });
  const sizes = { plain: 0, gzip: 0, br: 0 };
  let tag = "";
  for (const [name, headers] of Object.entries(ENCODINGS)) {
    const answer = await answerOf(site.url + path, headers);
    if ((answer.headers["content-encoding"] ?? "plain") !== name) throw new Error(`${path} is not sent as ${name}`);
    tag = answer.headers.etag ?? "";
    sizes[name as EncodingName] = answer.body.length;
    keep(name, answer, tag);
  }
  const unchanged = await answerOf(site.url + path, { "If-None-Match": tag });
  if (unchanged.status !== 304) throw new Error(`${path} is sent again to whoever has it`);
  keep("unchanged", unchanged, tag);
  return { sizes, tag };
}

/** Starts it; it answers /plain, /gzip, /br and, to whoever has the page, /unchanged. */
export function startBare(): Promise<Server> {
  return startServer([join("scripts", "bench", "contenders", "bare.mjs"), FOLDER]);
}

interface Answer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** Names and values in turn, as they came. */
  rawHeaders: string[];
  body: Buffer;
}

function keep(name: string, { status, rawHeaders, body }: Answer, tag: string): void {
  // What node:http adds by itself.
  const ofItsOwn = /^(date|connection|keep-alive)$/i;
  const headers = rawHeaders.filter((_, at) => !ofItsOwn.test(rawHeaders[at - (at % 2)] as string));
  writeFileSync(join(FOLDER, name), body);
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify({ status, headers, tag }));
}

/** `fetch` would take the encoding off. */
function answerOf(address: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (response) => {
      const { statusCode: status, headers, rawHeaders } = response;
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });
}
