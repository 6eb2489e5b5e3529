/** Tests failures of nodes. */
import { globSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../scripts/seed-random";
import { startWriters, type Write } from "../durability/writers";
import { register } from "../support/accounts";
import { installFromDebian } from "../support/debian";
import { countFigure, type Figure } from "../support/figures";
import { waitUntil } from "../support/processes";
import { form, get, getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import type { Cluster } from "./cluster";
import type { Options } from "./main";
import { startRecorder } from "./recorder";
import { halvesIn, lostIn } from "./stored";

/** Returns the address of a node, which bypasses the proxy. */
export function nodeAt({ nodes }: Cluster, at: number): Site {
  return nodes[at % nodes.length] as Site;
}

/** Checks that a write on one node appears in the next answer of another. */
export async function freshness(cluster: Cluster, { share, seed }: Options): Promise<Figure[]> {
  const recorder = await startRecorder(cluster, { seed, part: "freshness" });
  const { admin } = cluster.people;
  const headers = { ...admin.headers, Origin: cluster.site.url };
  const times = Math.max(10, Math.round(200 * share));
  const article = { title: "Alternation", body: "Words.", status: "published" };
  const { body } = await json(nodeAt(cluster, 0), "POST", "/api/admin/articles", article, { headers });
  const oldAnswers: string[] = [];
  for (let time = 0; time < times; time++) {
    const title = `Alternation ${time} of ${times}`;
    await json(nodeAt(cluster, time), "PUT", `/api/admin/articles/${body.id}`, { title }, { headers });
    const page = await (await get(nodeAt(cluster, time + 1), `/articles/${body.slug}`)).text();
    if (!page.includes(title)) oldAnswers.push(title);
  }
  return [
    { name: "writes read on another node", value: times, unit: "" },
    countFigure("old answers", oldAnswers),
    ...(await recorder.figures()),
  ];
}

/** Kills nodes while many clients write through the proxy. */
export async function nodeKills(cluster: Cluster, { share, seed }: Options): Promise<Figure[]> {
  const wantedCount = Math.round(5_000 * share);
  const random = seededRandom(seed);
  const recorder = await startRecorder(cluster, { seed, part: "nodeKills" });
  const writers = startWriters(cluster.site as Site, cluster.people, { seed });
  const problems: string[] = [];
  let kills = 0;
  while (writers.acknowledged.length < wantedCount) {
    const countBefore = writers.acknowledged.length;
    await waitUntil(
      "writes before a kill",
      () => writers.acknowledged.length >= countBefore + random.integer(50, 400),
      120_000,
    );
    const at = random.integer(0, cluster.nodes.length - 1);
    await cluster.kill(at);
    kills++;
    // The proxy needs two failed checks to notice.
    await pause(1_500);
    for (const path of ["/", "/directory", "/healthz"]) {
      const status = await statusOf(cluster, path);
      if (status !== 200) problems.push(`${path} answered ${status} after kill ${kills}`);
    }
    await cluster.start(at);
  }
  await writers.stop();
  return [
    { name: "kills of nodes", value: kills, unit: "" },
    { name: "acknowledged", value: writers.acknowledged.length, unit: "writes", least: wantedCount },
    countFigure("lost", await lostIn(cluster.database, writers.acknowledged)),
    countFigure("half-written", await halvesIn(cluster.database)),
    countFigure("other nodes that did not answer", problems),
    countFigure("unexpected answers", writers.unexpected.filter(isOfNode)),
    countFigure("images without their files", await lostImages(cluster, writers.acknowledged)),
    ...(await recorder.figures()),
  ];
}

/** Returns the status of a page. Retries twice, as a reader would, because health checks on a busy machine can be late. */
async function statusOf({ site }: Cluster, path: string, tries = 3): Promise<number> {
  const { status } = await get(site as Site, path);
  if (status === 200 || tries === 1) return status;
  await pause(1_000);
  return statusOf({ site } as Cluster, path, tries - 1);
}

/**
 * Tells whether a node answered. The proxy answers 502 or 503 for a request that a killed node had begun and not
 * acknowledged.
 */
function isOfNode(answer: string): boolean {
  return !/ (502|503|504)$/.test(answer);
}

async function lostImages({ site }: Cluster, writes: Write[]): Promise<string[]> {
  const lostImageNames: string[] = [];
  for (const write of writes) {
    if (write.kind !== "image") continue;
    const response = await get(site as Site, write.url);
    if (response.status !== 200) lostImageNames.push(`${write.url} answered ${response.status}`);
    await response.body?.cancel();
  }
  return lostImageNames;
}

/** Checks that the job of a killed node is interrupted once its heartbeat stops, and can be started again. */
export async function jobs(cluster: Cluster): Promise<Figure[]> {
  const { ai, people, site } = cluster;
  const headers = { ...people.admin.headers, Origin: site.url };
  ai.failNext("held stream");
  const startAnswer = await form(nodeAt(cluster, 0), "/admin/generate", { expertName: "Nora Novel" }, { headers });
  if (startAnswer.status !== 303) throw new Error(`Generating answered ${startAnswer.status}.`);
  await ai.nextRequest("research");
  const page = await (await get(nodeAt(cluster, 1), "/admin/generate", { headers })).text();
  const id = /class="[^"]*generation[^"]*" id="([^"]+)"|id="([^"]+)" class="[^"]*generation/
    .exec(page)
    ?.slice(1)
    .find(Boolean);
  const statusOf = async () =>
    (await getJson(nodeAt(cluster, 1), `/api/admin/generations/${id}/text`, { headers })).body?.status;
  const statusBefore = await statusOf();
  await cluster.kill(0);
  const killedAt = performance.now();
  await waitUntil("the job is free", async () => (await statusOf()) === "interrupted", 60_000);
  const seconds = (performance.now() - killedAt) / 1_000;
  ai.release();
  await cluster.start(0);
  return [
    countFigure("jobs that did not run before the kill", statusBefore === "running" ? [] : [String(statusBefore)]),
    { name: "until a killed node's job is free", value: seconds, unit: "s", most: 16 },
  ];
}

/** Checks that another node sends the mail that a killed node was sending, once. */
export async function mails(cluster: Cluster): Promise<Figure[]> {
  const { mailbox, site } = cluster;
  let isHeld = false;
  const recipient = `held-${Date.now()}@mail.example`;
  mailbox.behaviour = {
    onRecipient: (address) => {
      if (address !== recipient || isHeld) return undefined;
      isHeld = true;
      return new Promise(() => {});
    },
  };
  await register(site as Site, { email: recipient });
  await waitUntil("the mail is being sent", () => isHeld);
  const index = cluster.nodes.findIndex(({ pid }) => isConnected(pid, mailbox.port));
  await cluster.kill(index);
  const killedAt = performance.now();
  await waitUntil("the mail is sent", () => mailbox.accepted.some(({ to }) => to === recipient), 150_000);
  const seconds = (performance.now() - killedAt) / 1_000;
  await cluster.start(index);
  await pause(6_000);
  const ids = mailbox.accepted.map(({ headers }) => headers["message-id"] ?? "");
  return [
    { name: "until a killed node's mail is sent", value: seconds, unit: "s", most: 75 },
    { name: "mails sent in all", value: ids.length, unit: "" },
    countFigure(
      "mails sent twice",
      ids.filter((id, first) => ids.indexOf(id) !== first),
    ),
  ];
}

/** Tells whether a process has a connection to a local port (proc(5)). */
function isConnected(pid: number, port: number): boolean {
  const inodes = new Set(
    readFileSync(`/proc/${pid}/net/tcp`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote]) => remote?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, "0")}`))
      .map((fields) => fields[9]),
  );
  return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
    try {
      return inodes.has(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1]);
    } catch {
      return false; // Closed meanwhile
    }
  });
}

/** Pauses a node. Checks that the others answer, and that the node continues correctly when it resumes. */
export async function pausedNode(cluster: Cluster, { seed }: Options): Promise<Figure[]> {
  const recorder = await startRecorder(cluster, { seed, part: "pausedNode" });
  const { pid } = cluster.nodes[1] as Site;
  process.kill(pid, "SIGSTOP");
  // The paused node still accepts connections, so the proxy notices only after two checks without an answer.
  await pause(8_000);
  const problems: string[] = [];
  for (let time = 0; time < 20; time++) {
    const { status } = await get(cluster.site as Site, `/directory?search=paused+${time}`);
    if (status !== 200) problems.push(`search ${time} answered ${status}`);
  }
  process.kill(pid, "SIGCONT");
  const headers = { ...cluster.people.admin.headers, Origin: cluster.site.url };
  const problemsAfterwards: string[] = [];
  await waitUntil("the node answers again", () =>
    get(nodeAt(cluster, 1), "/healthz").then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { status } = await json(
    nodeAt(cluster, 1),
    "POST",
    "/api/admin/articles",
    { title: "Awake", body: "Words." },
    { headers },
  );
  if (status !== 201) problemsAfterwards.push(`a write answered ${status}`);
  return [
    countFigure("requests that a paused node cost", problems),
    countFigure("faults of a node that woke", problemsAfterwards),
    ...(await recorder.figures()),
  ];
}

/** Checks that a node whose clock is an hour ahead reports it, and publishes nothing early. */
export async function wrongClock(cluster: Cluster): Promise<Figure[]> {
  const headers = { ...cluster.people.admin.headers, Origin: cluster.site.url };
  await cluster.kill(2);
  const node = await cluster.start(2, anHourAhead());
  const at = new Date(Date.now() + 20 * 60_000).toISOString();
  const article = { title: "Not before its time", body: "Words.", scheduledAt: at };
  const { body, status } = await json(nodeAt(cluster, 0), "POST", "/api/admin/articles", article, { headers });
  await waitUntil("a warning of the clock", () => node.logs().some(({ msg }) => /clock/i.test(msg)), 90_000).catch(
    () => {},
  );
  const hasWarned = node.logs().some(({ msg }) => /clock/i.test(msg));
  await pause(10_000);
  const earlyAnswer = await get(nodeAt(cluster, 0), `/articles/${body?.slug}`);
  const adminAnswer = await get(nodeAt(cluster, 2), "/admin", { headers });
  const answerElsewhere = await get(nodeAt(cluster, 0), "/admin", { headers });
  await cluster.kill(2);
  await cluster.start(2);
  return [
    countFigure("clocks that nobody was warned of", hasWarned ? [] : ["an hour ahead"]),
    countFigure("faults", [
      ...(status === 201 ? [] : [`scheduling answered ${status}`]),
      ...(earlyAnswer.status === 404 ? [] : [`the article was public early: ${earlyAnswer.status}`]),
      ...(adminAnswer.status === 200 ? [] : [`a session counted as over: ${adminAnswer.status}`]),
      ...(answerElsewhere.status === 200 ? [] : [`a session ended on other nodes: ${answerElsewhere.status}`]),
    ]),
  ];
}

/** Returns a command whose clock is an hour ahead by libfaketime. Monotonic clocks stay right. */
function anHourAhead(): string[] {
  const find = () => globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0];
  if (!find()) installFromDebian(["libfaketime"]);
  return ["env", `LD_PRELOAD=${find()}`, "FAKETIME=+3600s", "DONT_FAKE_MONOTONIC=1"];
}
