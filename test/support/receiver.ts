/** Somebody else's program on this machine that receives webhooks, and fails as it is told. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** Such as http://127.0.0.1:41234. */
  url: string;
  /** For FETCH_PRIVATE. */
  place: string;
  /** By their path: a status, or anything else there is to do; 204 for all others. */
  at: Record<string, number | RequestListener>;
  received: Received[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const at: Receiver["at"] = {};
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const answer = at[path] ?? 204;
    received.push({ path, headers: request.headers, body: await text(request) });
    if (typeof answer === "function") answer(request, response);
    else response.writeHead(answer).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, place: `127.0.0.1:${port}`, at, received, stop };
}

/** Reads a delivery with the specification's own library. Throws where the signature does not fit. */
export function verified({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
