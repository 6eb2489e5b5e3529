/** A local server that receives webhooks. Tests can make it fail. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** For example http://127.0.0.1:41234. */
  url: string;
  /** The value of FETCH_PRIVATE. */
  host: string;
  /** The answer of each path: a status, or a function that answers. All other paths answer 204. */
  answers: Record<string, number | RequestListener>;
  deliveries: Delivery[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const answers: Receiver["answers"] = {};
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const answer = answers[path] ?? 204;
    deliveries.push({ path, headers: request.headers, body: await text(request) });
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
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, answers, deliveries, stop };
}

/** Reads a delivery with the library of the Standard Webhooks specification. Throws when the signature is wrong. */
export function verifyDelivery({ headers, body }: Delivery, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
