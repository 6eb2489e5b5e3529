/** Measures how many uncached pages one node and two nodes render, and the cost of a page in a node and in the database. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { inFolder } from "../durability/sites";
import { type Figure, median } from "../support/figures";
import { processorTime } from "../support/processes";
import { get } from "../support/requests";
import type { Site } from "../support/site";
import type { Cluster } from "./cluster";
import type { Options } from "./main";
import { nodeAt } from "./node-parts";
import { startProxy, waitForAnswer } from "./proxy";

const AT_ONCE = 8; // For each node
const WARM_UP_PAGES = 400; // Of each node
/** The time before counting, until as many answers end as begin. */
const RUN_IN_MS = 2_000;
const TURN_MS = 10_000;
const TURNS = 3;
/** Limits the processor of a node, so that the node is slower than database, proxy and reader. */
const NODE_CORES = 0.2;
const PERIOD_US = 100_000; // The kernel's default: Documentation/scheduler/sched-bwc.rst
/** Ten times the shares of other processes, so that other work on the machine takes no processor time from the nodes. */
const SHARES = { "cpu.shares": "10240", "cpu.weight": "1000" };

/** Compares one node with two behind HAProxy, in alternating rounds. */
export async function coldPages(cluster: Cluster, { share }: Options): Promise<Figure[]> {
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  const totals = { pages: 0, nodes: 0, database: 0 };
  const [nodes, ms] = [[nodeAt(cluster, 0), nodeAt(cluster, 1)], TURN_MS * share];
  const pids = nodes.map(({ pid }) => pid);
  for (const { url } of nodes) await readPages(url, AT_ONCE, (pages) => pages < WARM_UP_PAGES * share);
  const timeOf = (...processIds: number[]) => processIds.map(processorTime).reduce((sum, time) => sum + time, 0);
  const limits = pids.map(limitProcess);
  const isLimited = limits.every((unlimit) => unlimit !== null);
  if (!isLimited) console.log("Control groups cannot be made here: two nodes are not held to be faster than one.");
  try {
    for (let turn = 0; turn < Math.max(1, Math.round(TURNS * share)); turn++)
      for (const count of [1, 2] as const) {
        const timesBefore = [timeOf(...pids), timeOf(cluster.databases.primary.pid)] as const;
        const pages = await withNodes(cluster, count, (url) => pagesIn(ms, url, AT_ONCE * count));
        totals.nodes += timeOf(...pids) - timesBefore[0];
        totals.database += timeOf(cluster.databases.primary.pid) - timesBefore[1];
        totals.pages += pages.totalCount;
        rates[count].push(pages.steadyCount / (ms / 1_000));
      }
  } finally {
    for (const unlimit of limits) unlimit?.();
  }
  const ratio = median(rates[2].map((rate, turn) => rate / (rates[1][turn] as number)));
  const [node, database] = [totals.nodes / totals.pages, totals.database / totals.pages];
  const cores = isLimited ? `of ${NODE_CORES} cores each` : "that share all cores";
  return [
    { name: "cold pages a second, one node", value: median(rates[1]), unit: "", raw: rates[1] },
    { name: "cold pages a second, two nodes", value: median(rates[2]), unit: "", raw: rates[2] },
    { name: `two nodes to one, ${cores}`, value: ratio, unit: "×", ...(isLimited && { least: 1.8 }) },
    { name: "processor of a node for a page", value: node, unit: "ms" },
    { name: "processor of the database for a page", value: database, unit: "ms" },
    { name: "nodes of one core that one core of the database feeds", value: node / database, unit: "", least: 2 },
    { name: "processes that waited for a core, a minute's average", value: loadavg()[0] as number, unit: "" },
  ];
}

/** Limits a process to its part of a core by a control group (cgroups(7)). Returns the function that ends the limit, or null where the machine allows none. */
function limitProcess(pid: number): (() => void) | null {
  const isUnified = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  const group = join(root, `longevity-${pid}`);
  const quota = String(NODE_CORES * PERIOD_US);
  const unlimit = () => {
    writeFileSync(join(root, "cgroup.procs"), String(pid));
    rmdirSync(group);
  };
  const limits = isUnified
    ? { "cpu.max": `${quota} ${PERIOD_US}`, "cpu.weight": SHARES["cpu.weight"] }
    : { "cpu.cfs_quota_us": quota, "cpu.shares": SHARES["cpu.shares"] };
  try {
    mkdirSync(group);
  } catch {
    return null;
  }
  try {
    for (const [name, value] of Object.entries(limits)) writeFileSync(join(group, name), value);
    writeFileSync(join(group, "cgroup.procs"), String(pid));
    return unlimit;
  } catch {
    rmdirSync(group);
    return null;
  }
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
      await waitForAnswer(proxy.url);
      return await work(proxy.url);
    } finally {
      await proxy.stop();
    }
  });
}

/** Counts the pages read once the load is steady, and all pages. */
async function pagesIn(ms: number, url: string, atOnce: number): Promise<{ steadyCount: number; totalCount: number }> {
  const pages = { steadyCount: 0, totalCount: 0 };
  const begin = performance.now() + RUN_IN_MS;
  await readPages(url, atOnce, (readCount) => {
    const now = performance.now();
    if (readCount > pages.totalCount && now >= begin && now < begin + ms)
      pages.steadyCount += readCount - pages.totalCount;
    pages.totalCount = readCount;
    return now < begin + ms;
  });
  return pages;
}

let addressCount = 0;

/** Reads pages of the directory under addresses that no cache has, as long as `mayContinue` allows it for the number of answers. */
async function readPages(url: string, atOnce: number, mayContinue: (pages: number) => boolean): Promise<void> {
  let pages = 0;
  const read = async () => {
    while (mayContinue(pages)) {
      const address = ++addressCount;
      const page = await get({ url } as Site, `/directory?${address % 2 ? "page=2&" : ""}cold=${address}`);
      await page.arrayBuffer();
      if (page.status !== 200) throw new Error(`A page answered ${page.status}.`);
      pages++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
}
