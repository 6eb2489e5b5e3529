/** The requests that run: how many they are, whether they still move, and that they end with their connection on a stop. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** How often each is looked at. */
const LOOK_EVERY_MS = 10_000;
/** A body that we wait for has to bring at least so many bytes between two looks: 1 KB a second. */
const LEAST_BYTES = 10 * 1024;
/** Looks in a row at which a reader took nothing of what waits for them. */
const MOST_STALLS = 3;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** At the last look. */
  received: number;
  waiting: number;
  stalls: number;
}

export interface Exchanges {
  /** How many have begun so far. */
  readonly begun: number;
  /** Counts and watches a request until its answer is sent or its connection is gone. */
  add(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** From here on every answer is the last on its connection. */
  close(): void;
}

/** @param lookEveryMs for tests. */
export function watchExchanges(lookEveryMs = LOOK_EVERY_MS): Exchanges {
  const running = new Set<Exchange>();
  let isClosing = false;
  let begun = 0;
  setInterval(() => {
    for (const one of running) look(one);
  }, lookEveryMs).unref();
  return {
    add(incoming, outgoing) {
      const received = incoming.socket.bytesRead;
      const one: Exchange = { incoming, outgoing, received, waiting: 0, stalls: 0 };
      running.add(one);
      begun++;
      outgoing.once("close", () => running.delete(one));
      if (isClosing) outgoing.shouldKeepAlive = false;
    },
    get begun() {
      return begun;
    },
    close() {
      isClosing = true;
      for (const { outgoing } of running) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    },
  };
}

/**
 * Cuts off whoever sends a body slower than anybody's line is, or takes nothing of the answer. While it is the app that does
 * not read on, or has nothing to send yet, nobody is slow.
 */
function look(one: Exchange): void {
  const { incoming, outgoing, received, waiting } = one;
  const { socket } = incoming;
  const weWait = !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
  if (weWait && socket.bytesRead - received < LEAST_BYTES) return void socket.destroy();
  one.received = socket.bytesRead;
  one.waiting = outgoing.writableLength + socket.writableLength;
  one.stalls = waiting > 0 && one.waiting >= waiting ? one.stalls + 1 : 0;
  if (one.stalls >= MOST_STALLS) socket.destroy();
}
