/** A server as operators start it (docs/operations.md), and what can be seen of it from outside. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type LogLine, type Site, siteEnvironment } from "../../test/support/site";
import { memoryOf } from "../bench/process-figures";
import { until } from "../crash/sites";
import { MEMORY_SETTINGS, SERVER_OPTIONS } from "../server-options.mjs";

/** Starts it with its log in a file; waits until it listens. @throws Error when it does not. */
export async function startOperated(dataDir: string, env: Record<string, string> = {}): Promise<Site> {
  const file = `${dataDir}.log`;
  const output = openSync(file, "a");
  const child = spawn(process.execPath, [...SERVER_OPTIONS, "build/index.js"], {
    env: siteEnvironment(dataDir, { ...MEMORY_SETTINGS, ...env }),
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const logs = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line) as LogLine);
  const listening = () => logs().find(({ msg }) => msg === "listening");
  await until("the server listens", () => listening() !== undefined || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(file, "utf8")}`);
  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    process.off("exit", kill);
    if (code !== 0) throw new Error(`The server ended with code ${code}.`);
  };
  return { url: String(listening()?.url), dataDir, logs, pid: child.pid as number, stop };
}

/** What a running server takes. */
export interface Sample {
  /** Resident memory, MB. */
  memory: number;
  descriptors: number;
  /** MB of the database's log of writes. */
  wal: number;
}

/** Looks at a server every second. `end` gives everything that was seen. */
export function startSampling(site: Site): { end(): Sample[] } {
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    const { now } = memoryOf(site.pid);
    const wal = statSync(join(site.dataDir, "longevity.db-wal"), { throwIfNoEntry: false })?.size ?? 0;
    samples.push({ memory: now, descriptors: readdirSync(`/proc/${site.pid}/fd`).length, wal: wal / 1024 ** 2 });
  }, 1_000);
  return {
    end() {
      clearInterval(timer);
      return samples;
    },
  };
}

export interface Health {
  /** When each was asked (ms since 1970), and milliseconds until the answer; -1 for none. */
  asked: { at: number; ms: number }[];
  statuses: Record<string, number>;
}

/** Asks /healthz from another process, 20 times a second. `end` gives what it saw. */
export function startHealthWatch(site: Site): { end(): Promise<Health> } {
  const child = spawn(process.execPath, [resolve("scripts/soak/watch-health.mjs"), site.url], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return {
    async end() {
      child.stdin.end();
      return JSON.parse(await text(child.stdout)) as Health;
    },
  };
}

/** Milliseconds of the answers to /healthz; those that never came count as endless. */
export function timesOf({ asked }: Health): number[] {
  return asked.map(({ ms }) => (ms < 0 ? Number.POSITIVE_INFINITY : ms));
}

/** Lines of a log that tell of a fault: level error, or a database that was busy. */
export function faultsIn(logs: LogLine[]): { busy: string[]; errors: string[] } {
  const lines = logs.map((line) => ({ level: line.level, text: JSON.stringify(line).slice(0, 300) }));
  return {
    busy: lines.filter(({ text }) => text.includes("SQLITE_BUSY")).map(({ text }) => text),
    errors: lines.filter(({ level }) => level === "error" || level === "fatal").map(({ text }) => text),
  };
}
