/** How many pages that no cache has one node renders, and two, and what a page costs in a node and in the database. */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { inFolder } from "../durability/sites";
import { type Figure, median } from "../support/figures";
import { get } from "../support/requests";
import type { Site } from "../support/site";
import type { Cluster } from "./cluster";
import type { Options } from "./main";
import { nodeAt } from "./node-parts";
import { answers, startProxy } from "./proxy";

const AT_ONCE = 16;
const TURN_MS = 4_000;
const TURNS = 4;
/** Two nodes, the database, the proxy and the readers share fewer cores: the ratio says nothing of two machines. */
const ENOUGH_CORES = 8;
const TICK_MS = 10; // USER_HZ is 100 on all of Linux's architectures that Node runs on: proc(5)

/** One node and two behind HAProxy, in turns. */
export async function coldPages(cluster: Cluster, { share }: Options): Promise<Figure[]> {
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  const used = { pages: 0, nodes: 0, database: 0 };
  const pids = [nodeAt(cluster, 0).pid, nodeAt(cluster, 1).pid];
  for (let turn = 0; turn < Math.max(1, Math.round(TURNS * share)); turn++)
    for (const count of [1, 2] as const) {
      const before = [timeOf(pids), timeOf(family(cluster.databases.primary.pid))] as const;
      const pages = await withNodes(cluster, count, (url) => pagesIn(TURN_MS * share, url, cluster.people.reader));
      used.nodes += timeOf(pids) - before[0];
      used.database += timeOf(family(cluster.databases.primary.pid)) - before[1];
      used.pages += pages;
      rates[count].push(pages / ((TURN_MS * share) / 1_000));
    }
  const ratio = median(rates[2]) / median(rates[1]);
  const [node, database] = [used.nodes / used.pages, used.database / used.pages];
  const isFair = availableParallelism() >= ENOUGH_CORES;
  return [
    { name: "cold pages a second, one node", value: median(rates[1]), unit: "", raw: rates[1] },
    { name: "cold pages a second, two nodes", value: median(rates[2]), unit: "", raw: rates[2] },
    {
      name: `two nodes to one, on ${availableParallelism()} cores`,
      value: ratio,
      unit: "×",
      ...(isFair && { least: 1.8 }),
    },
    { name: "processor of a node for a page", value: node, unit: "ms" },
    { name: "processor of the database for a page", value: database, unit: "ms" },
    { name: "nodes of one core that one core of the database feeds", value: node / database, unit: "", least: 2 },
  ];
}

async function withNodes<Result>(
  cluster: Cluster,
  count: number,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (folder) => {
    const nodes = cluster.nodes.slice(0, count).map(({ url }) => Number(new URL(url).port));
    const { primary, standby } = cluster.databases;
    const proxy = await startProxy({ folder, nodes, databases: { primary: primary.port, standby: standby.port } });
    try {
      await answers(proxy.url);
      return await work(proxy.url);
    } finally {
      await proxy.stop();
    }
  });
}

/** Reads the directory as somebody who is signed in, whose pages are in no cache. */
async function pagesIn(ms: number, url: string, { headers }: Cluster["people"]["reader"]): Promise<number> {
  const end = performance.now() + ms;
  let pages = 0;
  const read = async () => {
    while (performance.now() < end) {
      const page = await get({ url } as Site, `/directory${pages % 2 ? "?page=2" : ""}`, { headers });
      await page.arrayBuffer();
      if (page.status !== 200) throw new Error(`A page answered ${page.status}.`);
      pages++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return pages;
}

/** The processor time of processes so far, in milliseconds. */
function timeOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const [, user, system] = statOf(pid);
    return sum + (user + system) * TICK_MS;
  }, 0);
}

/** A process and its children. */
function family(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [pid, ...all.map(Number).filter((one) => statOf(one)[0] === pid)];
}

/** Parent, and time as a user and in the system, of a process: proc(5). Nothing of one that has ended. */
function statOf(pid: number): [parent: number, user: number, system: number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return [fields[1] ?? 0, fields[11] ?? 0, fields[12] ?? 0];
  } catch {
    return [0, 0, 0];
  }
}
