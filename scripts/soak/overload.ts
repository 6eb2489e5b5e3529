/** Ten times more than can be done, and those who hold connections for nothing (reliability.md 10). */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getJson } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import { type Figure, percentile } from "../bench/figures";
import { memoryOf } from "../bench/process-figures";
import { inFolder, never } from "../crash/parts";
import { seeded } from "../crash/sites";
import { drawFrom } from "../seed-random";
import type { SoakOptions } from "../soak";
import { faultsIn, startHealthWatch, startOperated, timesOf } from "./operated";
import { addressesOf, reader, Tally } from "./reading";

/** Eight pages are made at once. */
const CLIENTS = 800;
const IDLE = 500;
const SLOW = 200;
/** What a reader who is well served waits for a page at most. */
const NORMAL_MS = 250;

/** 800 readers who ask again at once, 500 connections that say nothing, 200 bodies of a byte a second. */
export function overload({ overload: seconds, experts }: SoakOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "site");
    await seeded(experts, dataDir);
    const site = await startOperated(dataDir);
    const address = await addressesOf(site);
    const statuses = new Tally();
    const { read, close } = reader(site, CLIENTS);
    const crowd = holdOpen(site);
    const watch = startHealthWatch(site);
    const end = performance.now() + seconds * 1_000;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const draw = drawFrom(client);
        while (performance.now() < end) statuses.add(await read(address(draw)));
      }),
    );
    const over = performance.now();
    close();
    crowd.end();
    const normal = await normalAfter(site, over);
    const health = await watch.end();
    const { most } = memoryOf(site.pid);
    const { slug } = (await getJson(site, "/api/experts?limit=1")).body[0];
    const isAlive = (await fetch(`${site.url}/${slug}`)).status === 200;
    await site.stop();
    console.log(`  ${statuses}; opened ${crowd.opened()} idle and slow connections`);
    const answered = statuses.except(/^[^2]/).length;
    return [
      {
        name: `requests of ${CLIENTS} readers`,
        value: (answered + statuses.except(/^2/).length) / seconds,
        unit: "per s",
      },
      { name: "of them with 2xx", value: answered / seconds, unit: "per s", least: 1 },
      never("answers that are none of 2xx, 3xx, 429, 503", statuses.except(/^([23]\d\d|429|503)$/)),
      { name: "most memory", value: most, unit: "MB", most: 1_024 },
      never("dead", isAlive ? [] : ["it does not answer"]),
      never("log lines of level error", faultsIn(site.logs()).errors),
      { name: "until three pages in a row come as usual", value: normal, unit: "ms", most: 5_000 },
      { name: "/healthz meanwhile, p99", value: percentile(timesOf(health), 0.99), unit: "ms", raw: health.statuses },
    ];
  });
}

/** Keeps connections that say nothing, and requests whose bodies hardly come; whoever is cut off comes again. */
function holdOpen(site: Site): { opened(): number; end(): void } {
  const { hostname, port } = new URL(site.url);
  const open = new Set<Socket>();
  let isOver = false;
  let opened = 0;
  const hold = (isSlow: boolean) => {
    opened++;
    const socket = connect(Number(port), hostname).on("error", () => {});
    open.add(socket);
    socket.resume();
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    if (isSlow) socket.once("connect", () => socket.write(head));
    const drip = isSlow ? setInterval(() => socket.writable && socket.write(" "), 1_000) : undefined;
    socket.once("close", () => {
      clearInterval(drip);
      open.delete(socket);
      if (!isOver) setTimeout(() => isOver || hold(isSlow), 100);
    });
  };
  for (let number = 0; number < IDLE + SLOW; number++) hold(number >= IDLE);
  return {
    opened: () => opened,
    end() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}

/** Milliseconds since `over` until three pages in a row came as usual; endless when they do not within 30 s. */
async function normalAfter(site: Site, over: number): Promise<number> {
  let inARow = 0;
  let since = 0;
  while (performance.now() - over < 30_000) {
    const asked = performance.now();
    const status = await fetch(`${site.url}/directory?page=${2 + (Math.floor(asked) % 1_000)}`).then(
      async (answer) => (await answer.text()) && answer.status,
      () => 0,
    );
    if (status !== 200 || performance.now() - asked > NORMAL_MS) inARow = 0;
    else if (inARow++ === 0) since = asked;
    if (inARow === 3) return since - over;
    await pause(50);
  }
  return Number.POSITIVE_INFINITY;
}
