/** Listening on a port, how long anybody may take on it, and stopping. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as setImmediateAsync, setTimeout as setTimeoutAsync } from "node:timers/promises";
import { newId } from "~/ids.server";
import { type Exchange, type Exchanges, watchExchanges } from "./exchanges.server";
import { KEEP_ALIVE_SECONDS } from "./ready.server";

export interface Listening {
  url: string;
  /** Ids of the processes that answer, when they are not this one. */
  workers?: number[];
  /** Takes no new requests, finishes those that run, then closes. */
  stop(): Promise<void>;
}

/** Times in milliseconds. */
export interface Patience {
  /** For all headers of a request, also of one that never begins. */
  headers: number;
  /** For a whole request: the largest import over a slow line. What moves too slowly is cut off long before. */
  request: number;
  /** For the next request on a connection. */
  idle: number;
  /** Between two looks at who is slow; see exchanges.server.ts. */
  look: number;
  /** For a request that runs once the server is told to stop. */
  stop: number;
}

const PATIENCE: Patience = {
  headers: 15_000,
  request: 30 * 60_000,
  idle: KEEP_ALIVE_SECONDS * 1_000,
  look: 10_000,
  stop: 8_500,
};

export interface ListenOptions {
  /** 0: any that is free. */
  port: number;
  host?: string;
  /** For each request that is over, answered or not. */
  ended?: (exchange: Exchange) => void;
  patience?: Partial<Patience>;
}

/**
 * Listens on a port.
 *
 * @throws Error with a sentence when the port or the host cannot be had.
 */
export async function listen(
  answer: (exchange: Exchange) => void,
  { port, host, ended, patience = {} }: ListenOptions,
): Promise<Listening> {
  const { headers, request, idle, look, stop } = { ...PATIENCE, ...patience };
  const exchanges = watchExchanges(answer, { ended, prefix: newId().slice(0, 8), lookEveryMs: look });
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: Math.min(look, 5_000),
    },
    (incoming, outgoing) => exchanges.begin(incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenProblem(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://localhost:${bound}`, stop: () => close(server, exchanges, stop) };
}

/**
 * What was sent before the stop is answered, also what is on its way: a port that closes cuts off whoever was let in and not
 * heard yet. So it stays open until for a moment nothing comes any more, and each answer is the last on its connection.
 */
async function close(server: Server, exchanges: Exchanges, patience: number): Promise<void> {
  exchanges.close();
  setTimeout(() => server.closeAllConnections(), patience).unref();
  const until = performance.now() + patience / 4;
  let seen = -1;
  while (seen !== exchanges.begun && performance.now() < until) {
    seen = exchanges.begun;
    await setTimeoutAsync(MOMENT_MS);
    // A process that was busy hears only now who came meanwhile, and then what they ask.
    for (let turn = 0; turn < 4; turn++) await setImmediateAsync();
  }
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

const MOMENT_MS = 150;

function listenProblem(error: NodeJS.ErrnoException, port: number, host = "all interfaces"): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "another program listens there already",
    EACCES: "this user is not allowed to",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such host",
  };
  const reason = reasons[error.code ?? ""];
  return reason ? new Error(`The site cannot listen on port ${port} of ${host}: ${reason}. Set PORT or HOST.`) : error;
}
