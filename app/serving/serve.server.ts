/** Listening, answering and stopping. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler } from "@remix-run/node";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { newId } from "~/ids.server";
import { log, logRequest } from "~/log.server";
import { withRequestContext } from "~/request-context.server";
import { clientAddress, isForeignWrite, refusedTarget, requestOrigin } from "./admission.server";
import { makeDocument, sendDocument, wantedDocument } from "./documents.server";
import { encodeFor } from "./encoding.server";
import { serveFile } from "./files.server";
import { withHeaders } from "./headers.server";
import { serveUpload } from "./uploads.server";

/** Time a request that runs has to finish once the server is told to stop. */
const STOP_AFTER_MS = 9_000;

export interface Listening {
  url: string;
  /** Takes no new requests, finishes those that run, then closes. */
  stop(): Promise<void>;
}

/** Listens on a port (0: any that is free). Throws when the port is taken or not allowed. */
export async function serve(port: number, host?: string): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 10_000, headersTimeout: 15_000, requestTimeout: 120_000 }, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://localhost:${bound}`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_AFTER_MS).unref();
  });
}

const handle = createRequestHandler(build, process.env.NODE_ENV);

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const started = performance.now();
  const id = nextRequestId();
  outgoing.once("close", () => {
    const path = incoming.url?.split("?", 1)[0]?.slice(0, 500) ?? "";
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const status = outgoing.writableFinished ? outgoing.statusCode : 499; // 499: the reader went away
    logRequest({ id, method: incoming.method ?? "", path, status, ms });
  });
  answerWith(incoming, outgoing, id).catch((error) => {
    log.error({ id, err: error }, "a request failed");
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500, { "Content-Type": "text/plain" }).end("Something went wrong. Please try again.\n");
  });
}

async function answerWith(incoming: IncomingMessage, outgoing: ServerResponse, id: string): Promise<void> {
  // What is kept was asked for before, and let in: it goes out without a second look.
  const wanted = wantedDocument(incoming);
  if (wanted?.document) return sendDocument(incoming, outgoing, wanted.document, { id, address: wanted.address });

  outgoing.setHeader("X-Request-Id", id);
  const refused = refusedTarget(incoming) ?? (isForeignWrite(incoming) ? FOREIGN_WRITE : null);
  if (refused) {
    await sendResponse(outgoing, withHeaders(incoming, Response.json(...refused)));
    return discardRest(incoming);
  }
  if (serveFile(incoming, outgoing) || (await serveUpload(incoming, outgoing))) return;

  let request: Request | undefined;
  const make = async () => {
    request = createRequest(incoming, outgoing, requestOrigin(incoming));
    // Asked for the head, the app makes the whole answer: tag and length are those of the body that is not sent then.
    const asked = incoming.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
    const context = { address: clientAddress(incoming), requestId: id };
    return withHeaders(incoming, await withRequestContext(context, () => handle(asked, { ...context })));
  };
  const made = wanted ? await makeDocument(wanted, make) : await make();
  if (wanted && !(made instanceof Response))
    return sendDocument(incoming, outgoing, made, { id, address: wanted.address });
  await sendResponse(outgoing, await encodeFor(incoming, made as Response));
  discardRest(incoming, request);
}

/** Unique among all requests of all processes: a part of its own for the process, then a number. */
function nextRequestId(): string {
  requests += 1;
  return PROCESS + requests.toString(36);
}
const PROCESS = newId().slice(0, 8);
let requests = 0;

/** The most of an unwanted body that is read, in bytes. */
const PATIENCE = 64 * 1024 * 1024;

/**
 * Takes off the line what nobody read of a body, and keeps none of it: many senders listen for the answer only once
 * everything has left, and the next request waits behind it. A sender who goes on and on is cut off.
 */
function discardRest(incoming: IncomingMessage, request?: Request): void {
  if (incoming.complete) return;
  if (request && !request.body?.locked) request.body?.cancel().catch(() => {});
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
