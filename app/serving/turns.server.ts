/**
 * Who is served when more is asked than can be done (reliability.md 10): reading takes turns, and what would only wait for too
 * long is refused at once with 503, so that neither memory nor waiting grow without end.
 */
import { setImmediate } from "node:timers/promises";

/** Pages and calls that are made at the same time: more would not be ready any sooner, and everything else would be later. */
const AT_ONCE = 8;
/** Who waits for a turn, all together and from one place: one crowd does not take the places of all others. */
const MOST_WAITING = 500;
const MOST_WAITING_FROM = 100;
/** Whoever waited for longer has gone away, or tries again. */
const PATIENCE_MS = 10_000;
/** What waits for bodies, disks and others' servers does so each for itself; there is only an end to how many. */
const MOST_ON_THEIR_OWN = 400;

export interface Turns {
  /**
   * Waits for the turn of a request that only reads.
   *
   * @param place where it comes from; null where places do not count.
   * @returns what gives the turn on, to be called once; null when it is better refused.
   */
  read(place: string | null): Promise<(() => void) | null>;
  /** Like `read`, for a request that writes or waits for somebody else: at once or not at all. */
  own(): (() => void) | null;
  /** How many have their turn, how many wait, and how many were refused so far. */
  readonly counts: { running: number; waiting: number; refused: number };
}

interface Waiting {
  place: string | null;
  since: number;
  go(hasTurn: boolean): void;
}

/** @param limits for tests. */
export function makeTurns({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING, patienceMs = PATIENCE_MS } = {}): Turns {
  const waiting: Waiting[] = [];
  const waitingFrom = new Map<string | null, number>();
  let reading = 0;
  let onTheirOwn = 0;
  let refused = 0;

  const count = (place: string | null, more: 1 | -1) => {
    const number = (waitingFrom.get(place) ?? 0) + more;
    if (number > 0) waitingFrom.set(place, number);
    else waitingFrom.delete(place);
  };

  const next = () => {
    reading--;
    while (waiting.length > 0) {
      const { place, since, go } = waiting.shift() as Waiting;
      count(place, -1);
      const isPatient = performance.now() - since < patienceMs;
      if (isPatient) reading++;
      else refused++;
      go(isPatient);
      if (isPatient) return;
    }
  };

  return {
    async read(place) {
      if (reading >= atOnce) {
        const tooMany =
          waiting.length >= mostWaiting || (place !== null && (waitingFrom.get(place) ?? 0) >= MOST_WAITING_FROM);
        if (tooMany) {
          refused++;
          return null;
        }
        count(place, 1);
        const hasTurn = await new Promise<boolean>((go) => waiting.push({ place, since: performance.now(), go }));
        if (!hasTurn) return null;
      } else reading++;
      if (reading > 1) await letOthersIn(waiting.length > 0 ? ROUNDS_IN_A_CROWD : ROUNDS);
      return next;
    },
    own() {
      if (onTheirOwn >= MOST_ON_THEIR_OWN) {
        refused++;
        return null;
      }
      onTheirOwn++;
      return () => onTheirOwn--;
    },
    get counts() {
      return { running: reading + onTheirOwn, waiting: waiting.length, refused };
    },
  };
}

/** A round of the event loop lets in one connection, a page takes a round: without this a crowd would wait before the door. */
async function letOthersIn(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await setImmediate();
}

const ROUNDS = 2;
const ROUNDS_IN_A_CROWD = 15;

/** Those of this process. */
export const turns = makeTurns();
