/** Loads servers in turn and compares how many requests they answer. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Figure, median } from "../support/figures";
import { processorTime } from "../support/processes";
import type { Server } from "./servers";

export interface Load {
  server: Server;
  /** Returns the paths to request in the next round. Each is requested once, unless there is only one. */
  paths: () => string[];
  headers?: Record<string, string>;
  connections?: number;
  /** Accepts 503 as an answer, when the load is higher than the capacity. */
  mayRefuse?: boolean;
  /**
   * The number of readers, each from a network of its own, with new networks in every round. By default all readers come
   * from one address.
   */
  readers?: number;
  /** Seconds that a whole answer may take. By default longer than the server lets a request wait, so that its 503 comes first. */
  timeout?: number;
}

export interface Answered {
  requests: number;
  /** The number of answers with status 503. */
  refused: number;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  /** Milliseconds of the server's processor time for one request. */
  cpu: number;
}

/** Loads each server once in every round, after a first round that only warms up. */
export async function inTurn<K extends string>(
  loads: Record<K, Load>,
  { rounds = 5, seconds = 2 } = {},
): Promise<Record<K, Answered[]>> {
  const entries = Object.entries<Load>(loads);
  const results = Object.fromEntries(entries.map(([kind]) => [kind, []])) as unknown as Record<K, Answered[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const [kind, load] of entries) {
      const result = await ask(load, round === 0 ? 2 * seconds : seconds);
      if (round > 0) results[kind as K].push(result);
    }
  }
  return results;
}

let client: ChildProcess | undefined;

/** Throws an error for an answer other than 2xx, 3xx or an allowed 503. */
export async function ask(load: Load, seconds: number): Promise<Answered> {
  const { server, paths, headers = {}, connections = 8, mayRefuse = false, timeout = 30, readers = 0 } = load;
  client ??= fork("test/bench/load.mjs");
  const cpuBefore = processorTime(server.pid);
  const requestPaths = paths();
  client.send({ url: server.url, paths: requestPaths, headers, connections, seconds, timeout, readers });
  const [{ failed: allFailed, ...answered }] = await once(client, "message");
  const failed = mayRefuse ? allFailed - answered.refused : allFailed;
  if (failed > 0 || answered.requests === 0)
    throw new Error(
      `${failed} requests such as ${server.url}${requestPaths[0]} failed, ${answered.requests} were answered`,
    );
  return { ...answered, cpu: (processorTime(server.pid) - cpuBefore) / answered.requests };
}

/** Ends the process that sends the requests. */
export function endLoads(): void {
  client?.disconnect();
}

type Bound = Pick<Figure, "least" | "most">;

/**
 * Returns the requests per second of one load as a multiple of another's, and the same ratio of their servers' processor time.
 * Takes the median of the rounds' ratios, because a slow machine slows both loads of a round.
 *
 * @param bound of the first figure.
 * @param byProcessor of the second: where the client is slower than the servers, only their processor time tells them apart.
 */
export function ratios(
  name: string,
  above: Answered[],
  below: Answered[],
  bound: Bound,
  byProcessor?: Bound,
): Figure[] {
  const perSecond = (answers: Answered[]) => Math.round(median(answers.map((answer) => answer.perSecond)));
  const cpu = (answers: Answered[]) => median(answers.map((answer) => answer.cpu)).toFixed(3);
  const ratio = (measure: (result: Answered) => number) =>
    median(above.map((result, round) => measure(result) / measure(below[round] ?? result)));
  return [
    {
      name: `${name} (${perSecond(above)} ÷ ${perSecond(below)} requests/s)`,
      value: ratio((result) => result.perSecond),
      unit: "×",
      ...bound,
      raw: { above, below },
    },
    {
      name: `${name}, by processor time (${cpu(above)} and ${cpu(below)} ms)`,
      value: ratio((result) => 1 / result.cpu),
      unit: "×",
      ...byProcessor,
    },
  ];
}
