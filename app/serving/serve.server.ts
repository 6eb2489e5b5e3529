/** Answering: what every request passes, and the app behind it. */
import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { sendResponse } from "@remix-run/node-fetch-server";
import { env } from "~/env.server";
import { SERVER_SAYS } from "~/http.server";
import { log, logRequest } from "~/log.server";
import { network } from "~/models/limits.server";
import { clientAddress, isForeignWrite, refusedTarget } from "./admission.server";
import { Asked } from "./asked.server";
import { countRequest } from "./counts.server";
import {
  encodeDocument,
  makeDocument,
  renewVersion,
  sendDocument,
  type Wanted,
  wantedDocument,
} from "./documents.server";
import { encodeFor, type Whole } from "./encoding.server";
import type { Exchange } from "./exchanges.server";
import { serveFile } from "./files.server";
import { withHeaders } from "./headers.server";
import { releaseLarge } from "./large-answers.server";
import { type Listening, listen } from "./listener.server";
import { handle } from "./routes.server";
import { turns } from "./turns.server";
import { serveUpload } from "./uploads.server";

/** Serves the site on a port (0: any that is free). Throws when it cannot be had. */
export function serve(port: number, host?: string): Promise<Listening> {
  return listen(answer, { port, host, ended: note });
}

function answer(exchange: Exchange): void {
  const { incoming, outgoing, id } = exchange;
  // What is kept was asked for before, and let in: it goes out at once and without a second look.
  const wanted = wantedDocument(incoming);
  if (wanted?.document && sendDocument(exchange, wanted.document)) return;
  answerWith(exchange, wanted).catch((error) => {
    log.error({ id, err: error }, "a request failed");
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500, { "Content-Type": "text/plain" }).end("Something went wrong. Please try again.\n");
  });
}

/** The log line of a request that is over. */
function note({ incoming, outgoing, id, started }: Exchange): void {
  const { url = "", method = "" } = incoming;
  const end = url.indexOf("?");
  const path = url.slice(0, end < 0 ? 500 : Math.min(end, 500));
  const ms = Math.round((performance.now() - started) * 10) / 10;
  const status = outgoing.writableFinished ? outgoing.statusCode : 499; // 499: the reader went away
  countRequest(status, ms);
  logRequest({ id, method, path, status, ms });
}

async function answerWith(exchange: Exchange, wanted: Wanted | null): Promise<void> {
  const { incoming, outgoing, id } = exchange;
  if (wanted?.document) {
    await encodeDocument(incoming, wanted.document);
    sendDocument(exchange, wanted.document);
    return;
  }
  outgoing.setHeader(SERVER_SAYS.id, id);
  const refused = refusedTarget(incoming) ?? (isForeignWrite(incoming) ? FOREIGN_WRITE : null);
  if (refused) {
    await sendResponse(outgoing, withHeaders(incoming, Response.json(...refused)));
    return discardRest(incoming);
  }
  // No file lies where the calls are.
  if (!isCall(incoming) && (serveFile(incoming, outgoing) || (await serveUpload(incoming, outgoing)))) return;

  let asked: Asked | undefined;
  const make = async () => {
    const endTurn = await turnOf(incoming);
    if (!endTurn) return withHeaders(incoming, tooBusy(incoming));
    try {
      asked = new Asked(exchange);
      return withHeaders(incoming, await handle(asked));
    } finally {
      endTurn();
    }
  };
  const made = wanted ? await makeDocument(wanted, make) : await make();
  if (!(made instanceof Response)) {
    await encodeDocument(incoming, made);
    sendDocument(exchange, made);
    return;
  }
  const whole = await encodeFor(incoming, made);
  // Whoever reads this answer may ask at once for what it changed.
  renewVersion();
  if (whole) {
    outgoing.writeHead(whole.status, [...whole.headers].flat()).end(bodyFor(incoming, whole));
    outgoing.once("close", () => releaseLarge(whole.made));
  } else await sendResponse(outgoing, made);
  discardRest(incoming, asked);
}

function bodyFor({ method }: IncomingMessage, { body }: Whole): Buffer | undefined {
  return method === "HEAD" ? undefined : body;
}

/** Waits for the turn of a request; null when there is none to be had. Whoever watches over the site waits for nobody. */
async function turnOf(incoming: IncomingMessage): Promise<(() => void) | null> {
  const { method, url = "" } = incoming;
  if (/^\/(healthz|metrics)\b/.test(url)) return () => {};
  if ((method !== "GET" && method !== "HEAD") || ON_THEIR_OWN.test(url)) return turns.own();
  return turns.read(env.RATE_LIMIT ? network(clientAddress(incoming)) : null);
}

/** Reading that waits for a picture to be made or for another server, and the few who work at the curators' desk. */
const ON_THEIR_OWN = /^\/(admin|api\/admin|api\/auth\/google)\b|\/share\.png\b/;

function isCall({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/api/");
}

function tooBusy(incoming: IncomingMessage): Response {
  const message = "This site is very busy. Please try again in a few seconds.";
  const init = { status: 503, headers: { "Retry-After": "5" } };
  return isCall(incoming) ? Response.json({ message }, init) : new Response(`${message}\n`, init);
}

/** The most of an unwanted body that is read, in bytes. */
const PATIENCE = 64 * 1024 * 1024;

/**
 * Takes off the line what nobody read of a body, and keeps none of it: many senders listen for the answer only once
 * everything has left, and the next request waits behind it. A sender who goes on and on is cut off.
 */
function discardRest(incoming: IncomingMessage, asked?: Asked): void {
  if (incoming.complete) return;
  if (!asked?.body?.locked) asked?.body?.cancel().catch(() => {});
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > PATIENCE) incoming.destroy();
  });
  incoming.resume();
}

const FOREIGN_WRITE: [object, ResponseInit] = [
  { message: "This request came from another site and was refused." },
  { status: 403 },
];
