/** Starts the site that all files of test/hostile share, and inspects it at the end. */
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { HAS_PROC, memoryOf } from "../support/processes";
import { NO_MAIL_SERVER } from "../support/site";
import { BOUNDED_MEMORY, createWorld } from "../support/world";

/** `EXPERTS=2000 npm run test:hostile` makes the directory, and the run, smaller. */
const EXPERTS = Number(process.env.EXPERTS ?? 30_000);
const MAX_MEGABYTES = 256 + 500; // the heap, and what SQLite, images and buffers hold beside it

export default async function setup(project: TestProject) {
  if (project.config.maxWorkers !== 1) throw new Error("These files share one site: run them one after another.");
  const {
    site,
    restart: _,
    ...world
  } = await createWorld(
    { experts: EXPERTS, articles: 200, library: 200 },
    { ...BOUNDED_MEMORY, SMTP_URL: NO_MAIL_SERVER },
  );
  const { url, dataDir, pid, stop } = site;
  project.provide("world", { ...world, site: { url, dataDir, pid } });
  const health = watchHealth(url);
  return async () => {
    const times = health.end();
    // If the server has ended by itself, the error of `stop` says why.
    const { now, peak } = HAS_PROC && existsSync(`/proc/${pid}`) ? memoryOf(pid) : { now: 0, peak: 0 };
    await stop();
    const [longest = 0, p99 = 0] = [times[0], times[Math.floor(times.length / 100)]].map((ms) => Math.round(ms ?? 0));
    console.log(`/healthz: p99 ${p99}, at most ${longest} ms; memory ${now.toFixed()}, at most ${peak.toFixed()} MB`);
    if (now > MAX_MEGABYTES) throw new Error(`The server holds ${Math.round(now)} MB at the end.`);
    if (times.includes(Number.POSITIVE_INFINITY)) throw new Error("/healthz did not always answer 200.");
  };
}

/** Asks /healthz ten times a second. `end` returns the milliseconds of each answer, the longest first; Infinity stands for a failure. */
function watchHealth(url: string): { end(): number[] } {
  const times: number[] = [];
  const timer = setInterval(async () => {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    times.push(answer?.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
  }, 100);
  return {
    end() {
      clearInterval(timer);
      return times.toSorted((a, b) => b - a);
    },
  };
}
