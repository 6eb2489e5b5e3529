/** Asking a server as fast as it answers, from a process of its own: with wrk, or where that cannot be had with autocannon. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "../processes.mjs";
import { cpuSeconds } from "./process-figures";

export interface Load {
  /** Scheme, host and port. */
  url: string;
  /** One path that is asked again and again, or many, each in its turn. */
  path: string | Addresses;
  headers?: Record<string, string>;
  seconds?: number;
  connections?: number;
}

export interface Answered {
  requests: number;
  perSecond: number;
  /** Milliseconds that half, and 99 in 100, of the requests took at most. */
  p50: number;
  p99: number;
  /** Seconds of processor that asking took; NaN where that cannot be seen. */
  ownCpu: number;
}

/** Paths that are asked one after the other, going on where the last load ended: none twice until all had their turn. */
export class Addresses {
  private at = 0;

  constructor(private readonly all: string[]) {
    if (all.length === 0) throw new Error("There are no addresses to ask for.");
  }

  /** All of them, beginning with the next. */
  inTurn(): string[] {
    return [...this.all.slice(this.at), ...this.all.slice(0, this.at)];
  }

  passed(count: number): void {
    this.at = (this.at + count) % this.all.length;
  }
}

const CONNECTIONS = 8;
const SECONDS = 2;

/**
 * Keeps some connections busy for some seconds.
 *
 * @throws Error when anything but 2xx or 3xx is answered, or nothing.
 */
export async function load({
  url,
  path,
  headers = {},
  seconds = SECONDS,
  connections = CONNECTIONS,
}: Load): Promise<Answered> {
  const ask = (await hasWrk()) ? askWithWrk : askWithAutocannon;
  const { failed, ...answered } = await ask({ url, path, headers, seconds, connections });
  const what = `${url}${typeof path === "string" ? path : ""}`;
  if (failed > 0) throw new Error(`${failed} of ${answered.requests} requests to ${what} failed`);
  if (answered.requests === 0) throw new Error(`Nothing came from ${what}`);
  // What was under way at the end was asked for and not counted.
  if (path instanceof Addresses) path.passed(answered.requests + connections);
  return answered;
}

/** What asks here, for the record. */
export async function loadProgram(): Promise<"wrk" | "autocannon"> {
  return (await hasWrk()) ? "wrk" : "autocannon";
}

let wrk: Promise<boolean> | undefined;

function hasWrk(): Promise<boolean> {
  wrk ??= (async () => {
    const isThere = async () => (await runQuietly("wrk", ["-v"])).output.startsWith("wrk ");
    if (await isThere()) return true;
    const { installDebianPackages } = await import("../debian.mjs");
    if ((await installDebianPackages(["wrk"])) && (await isThere())) return true;
    console.log(
      "There is no wrk; autocannon asks instead. It is slower than a hot page, so that those ratios say less.",
    );
    return false;
  })();
  return wrk;
}

async function askWithWrk(wanted: Required<Load>): Promise<Answered & { failed: number }> {
  const { url, path, headers, seconds, connections } = wanted;
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "10s"];
  for (const [name, value] of Object.entries(headers)) args.push("-H", `${name}: ${value}`);
  const env = { ...process.env };
  if (path instanceof Addresses) {
    env.ADDRESSES = addressFile(path);
    args.push("-s", join("scripts", "bench", "addresses.lua"));
  }
  const child = spawn("wrk", [...args, url + (path instanceof Addresses ? "/" : path)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  let ownCpu = Number.NaN;
  const watch = setInterval(() => {
    ownCpu = cpuSeconds(child.pid as number) ?? ownCpu;
  }, 100);
  await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  clearInterval(watch);
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? [];
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1] ?? 0),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50: milliseconds(/ 50%\s+([\d.]+\w+)/.exec(output)?.[1]),
    p99: milliseconds(/ 99%\s+([\d.]+\w+)/.exec(output)?.[1]),
    ownCpu,
    failed: refused + errors.reduce((sum, count) => sum + Number(count), 0),
  };
}

/** As wrk writes times: "87.00us", "1.20ms", "2.00s". */
function milliseconds(text = ""): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit as "us"] ?? Number.NaN);
}

function addressFile(addresses: Addresses): string {
  const folder = join(".cache", "bench");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "addresses.txt");
  writeFileSync(file, `${addresses.inTurn().join("\n")}\n`);
  return file;
}

/** It holds every request it may send in memory. */
const MOST_ADDRESSES = 20_000;

async function askWithAutocannon(wanted: Required<Load>): Promise<Answered & { failed: number }> {
  const { url, path, headers, seconds, connections } = wanted;
  const { default: autocannon } = await import("autocannon");
  const paths = path instanceof Addresses ? path.inTurn().slice(0, MOST_ADDRESSES) : [path];
  // Each connection goes through the list by itself: each gets a part of it.
  let given = 0;
  const share = Math.max(1, Math.floor(paths.length / connections));
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    workers: 0,
    setupClient: (client) => {
      const own = paths.slice(given, given + share);
      given = (given + share) % paths.length;
      client.setRequests(own.map((one) => ({ method: "GET", path: one, headers })));
    },
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    ownCpu: Number.NaN,
    failed: result.errors + result.timeouts + result["4xx"] + result["5xx"],
  };
}
