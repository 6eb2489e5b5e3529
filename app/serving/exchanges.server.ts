/** The requests that run: how many they are, whether they still move, and that they end with their connection on a stop. */
import type { IncomingMessage, ServerResponse } from "node:http";
// The global one is looked up anew each time.
import { performance } from "node:perf_hooks";

/** How often each is looked at. */
const LOOK_EVERY_MS = 10_000;
/** A body that we wait for has to bring at least so many bytes between two looks: 1 KB a second. */
const LEAST_BYTES = 10 * 1024;
/** Looks in a row at which a reader took nothing of what waits for them. */
const MOST_STALLS = 3;

/** A request and its answer. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** What the answer and the log call it. Unique among all requests of all processes. */
  readonly id: string;
  /** When its headers were read, by `performance.now()`. */
  readonly started: number;
}

/** What was seen of one at the last look. */
interface Watched extends Exchange {
  /** null: it was not looked at so far. */
  received: number | null;
  waiting: number;
  stalls: number;
  /** Where it stands among those that run. */
  place: number;
}

export interface Exchanges {
  /** How many have begun so far. */
  readonly begun: number;
  /** Counts an exchange, has it answered, and watches it until its answer is sent or its connection is gone. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** From here on every answer is the last on its connection. */
  close(): void;
}

export interface ExchangesOptions {
  /** For each that is over, whether it was sent as a whole or not. */
  ended?: (exchange: Exchange) => void;
  /** What all ids of this process begin with. */
  prefix?: string;
  lookEveryMs?: number;
}

/**
 * Watches the exchanges of a server.
 *
 * @param answer is called for each, and may have sent the whole answer when it returns.
 */
export function watchExchanges(answer: (exchange: Exchange) => void, options: ExchangesOptions = {}): Exchanges {
  const { ended, prefix = "", lookEveryMs = LOOK_EVERY_MS } = options;
  const running = new Running();
  let isClosing = false;
  let begun = 0;
  setInterval(() => {
    for (const one of [...running.all]) look(one);
  }, lookEveryMs).unref();
  return {
    begin(incoming, outgoing) {
      begun++;
      const id = prefix + begun;
      const started = performance.now();
      const one: Watched = { incoming, outgoing, id, started, received: null, waiting: 0, stalls: 0, place: -1 };
      if (isClosing) outgoing.shouldKeepAlive = false;
      answer(one);
      // Most of what is kept in memory is on its way by now.
      if (outgoing.writableFinished) return ended?.(one);
      running.add(one);
      outgoing.on("close", () => {
        running.delete(one);
        ended?.(one);
      });
    },
    get begun() {
      return begun;
    },
    close() {
      isClosing = true;
      for (const { outgoing } of running.all) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    },
  };
}

/**
 * Cuts off whoever sends a body slower than anybody's line is, or takes nothing of the answer. While it is the app that does
 * not read on, or has nothing to send yet, nobody is slow.
 */
function look(one: Watched): void {
  const { incoming, outgoing, received, waiting } = one;
  const { socket } = incoming;
  const weWait = !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
  if (weWait && received !== null && socket.bytesRead - received < LEAST_BYTES) return void socket.destroy();
  one.received = socket.bytesRead;
  one.waiting = outgoing.writableLength + socket.writableLength;
  one.stalls = waiting > 0 && one.waiting >= waiting ? one.stalls + 1 : 0;
  if (one.stalls >= MOST_STALLS) socket.destroy();
}

/** Those that run, in no order. In a Set of them they would outlive their end by far: see `Recent` in db/recent.ts. */
class Running {
  readonly all: Watched[] = [];

  add(one: Watched): void {
    one.place = this.all.length;
    this.all.push(one);
  }

  delete(one: Watched): void {
    if (this.all[one.place] !== one) return;
    const last = this.all.pop() as Watched;
    if (last === one) return;
    this.all[one.place] = last;
    last.place = one.place;
  }
}
