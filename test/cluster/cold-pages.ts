/** How many pages that no cache has one node renders, and two, and what a page costs in a node and in the database. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
/** Each node gets as much as a small machine has; the rest is for the database, the proxy and the readers. */
const NODE_CORES = 0.3;
const PERIOD_US = 100_000; // the kernel's default: Documentation/scheduler/sched-bwc.rst
const TICK_MS = 10; // USER_HZ is 100 on all of Linux's architectures that Node runs on: proc(5)

/** One node and two behind HAProxy, in turns. */
export async function coldPages(cluster: Cluster, { share }: Options): Promise<Figure[]> {
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  const used = { pages: 0, nodes: 0, database: 0 };
  const pids = [nodeAt(cluster, 0).pid, nodeAt(cluster, 1).pid];
  const limits = pids.map(limitProcess);
  const isLimited = limits.every((unlimit) => unlimit !== null);
  for (let turn = 0; turn < Math.max(1, Math.round(TURNS * share)); turn++)
    for (const count of [1, 2] as const) {
      const before = [timeOf(pids), timeOf(family(cluster.databases.primary.pid))] as const;
      const pages = await withNodes(cluster, count, (url) => pagesIn(TURN_MS * share, url, cluster.people.reader));
      used.nodes += timeOf(pids) - before[0];
      used.database += timeOf(family(cluster.databases.primary.pid)) - before[1];
      used.pages += pages;
      rates[count].push(pages / ((TURN_MS * share) / 1_000));
    }
  for (const unlimit of limits) unlimit?.();
  const ratio = median(rates[2]) / median(rates[1]);
  const [node, database] = [used.nodes / used.pages, used.database / used.pages];
  const cores = isLimited ? `of ${NODE_CORES} cores each` : "that share all cores";
  return [
    { name: "cold pages a second, one node", value: median(rates[1]), unit: "", raw: rates[1] },
    { name: "cold pages a second, two nodes", value: median(rates[2]), unit: "", raw: rates[2] },
    { name: `two nodes to one, ${cores}`, value: ratio, unit: "×", ...(isLimited && { least: 1.8 }) },
    { name: "processor of a node for a page", value: node, unit: "ms" },
    { name: "processor of the database for a page", value: database, unit: "ms" },
    { name: "nodes of one core that one core of the database feeds", value: node / database, unit: "", least: 2 },
  ];
}

/** Gives a process its part of a core by a control group, cgroups(7); null where this machine does not allow it. */
function limitProcess(pid: number): (() => void) | null {
  const isUnified = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  const group = join(root, `longevity-${pid}`);
  const quota = String(NODE_CORES * PERIOD_US);
  try {
    mkdirSync(group);
    if (isUnified) writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
    else writeFileSync(join(group, "cpu.cfs_quota_us"), quota);
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  } catch {
    return null;
  }
  return () => {
    writeFileSync(join(root, "cgroup.procs"), String(pid));
    rmdirSync(group);
  };
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
