/**
 * `npm run test:soak [-- PART…] [--seconds 120] [--experts 30000]`: a full directory under load that lasts, and under more than it can
 * answer. Writes test-results/soak.json; ends with 1 when a promise is broken.
 */
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { markdownBombs } from "../hostile/strings";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type Figure, median, never, percentile, runParts } from "../support/figures";
import { suggestion } from "../support/people";
import { photograph } from "../support/pictures";
import { memoryOf } from "../support/processes";
import { form, get, getJson, json } from "../support/requests";
import { copySeeded } from "../support/seeded";
import { type Site, startSite } from "../support/site";

type Headers = Record<string, string>;
type Statuses = Record<string, number>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "120" }, experts: { type: "string", default: "30000" } },
});
const [seconds, experts] = [Number(values.seconds), Number(values.experts)];
if (!(seconds > 0 && experts > 0)) throw new Error("--seconds and --experts take numbers above 0.");
const about = { file: "test-results/soak.json", about: { seconds, experts } };
await runParts({ endurance: () => onSite(endurance), overload: () => onSite(overload) }, positionals, about);

async function onSite(part: (site: Site) => Promise<Figure[]>): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-soak-"));
  copySeeded(dataDir, { experts });
  const env = { RATE_LIMIT: "off", TRUST_PROXY: "on", SMTP_URL: "smtp://127.0.0.1:9" };
  const site = await startSite({ dataDir, env, allowErrors: true });
  try {
    const figures = await part(site);
    const errors = site.logs().filter(({ level }) => level === "error" || level === "fatal");
    return [
      ...figures,
      never(
        "log lines of level error",
        errors.map((line) => JSON.stringify(line).slice(0, 300)),
      ),
    ];
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** 12 readers and three writers, one of them with hostile texts and large pictures, for all of the time. */
async function endurance(site: Site): Promise<Figure[]> {
  const admin = (await signUpAdmin(site)).headers;
  const member = (await signUp(site)).headers;
  const work = [await writer(site, admin, member), await writer(site, admin, member), await heavyWriter(site, admin)];
  const readers = await startReaders(site, 12);
  const watch = watchSite(site);
  const end = performance.now() + seconds * 1_000;
  const writes: Statuses = {};
  const writing = work.map(async (write) => {
    while (performance.now() < end) count(writes, await write());
  });
  await Promise.all(writing);
  const [reads, { health, samples }] = [await readers.end(), watch.end()];
  const quarter = Math.floor(samples.length / 4);
  const of = (name: "memory" | "descriptors") =>
    [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((some) => median(some.map((one) => one[name])));
  const [[early = 0, late = 0], [fewer = 0, more = 0]] = [of("memory"), of("descriptors")];
  return [
    { name: "reads", value: sum(reads) / seconds, unit: "per s" },
    never("reads that are neither 2xx nor 3xx", except(reads, /^[23]/)),
    never("writes that are neither 2xx, 3xx nor a refusal", except(writes, /^([23]\d\d|400|413)$/)),
    {
      name: `memory after the warm-up, ${early.toFixed(0)} MB, to the end`,
      value: (late / early - 1) * 100,
      unit: "% more",
      most: 10,
    },
    { name: "descriptors after the warm-up to the end", value: more - fewer, unit: "more", most: 2 },
    { name: "largest WAL", value: Math.max(...samples.map(({ wal }) => wal)), unit: "MB", most: 64 },
    ...healthFigures(health),
  ];
}

/** 800 readers who ask again at once, idle and slow connections, forms of 1 MB. */
async function overload(site: Site): Promise<Figure[]> {
  const admin = { ...(await signUpAdmin(site)).headers, "X-Forwarded-For": "198.51.100.8" };
  const letGo = holdConnections(site);
  const readers = await startReaders(site, 800);
  const watch = watchSite(site);
  const end = performance.now() + seconds * 500;
  const [work, forms]: Statuses[] = [{}, {}];
  while (performance.now() < end) {
    const large = Array.from({ length: 8 }, () => form(site, "/submit", { name: "N", biography: "<".repeat(300_000) }));
    const page = get(site, "/admin", { headers: admin });
    count(work as Statuses, (await page.catch(failed)).status);
    for (const answer of large) count(forms as Statuses, (await answer.catch(failed)).status);
  }
  const [reads, { samples }] = [await readers.end(), watch.end()];
  letGo();
  return [
    { name: "reads", value: sum(reads) / (seconds / 2), unit: "per s" },
    never("reads that are none of 2xx, 3xx, 429, 503", except(reads, /^([23]\d\d|429|503)$/)),
    never("forms of 1 MB that are answered with none of 2xx, 4xx, 503", except(forms as Statuses, /^([24]\d\d|503)$/)),
    never("pages of an admin that are not 200", except(work as Statuses, /^200$/)),
    { name: "most memory", value: memoryOf(site.pid).most, unit: "MB", most: 600, raw: samples },
    { name: "until three pages in a row come within 250 ms", value: await normalAfter(site), unit: "ms", most: 5_000 },
  ];
}

const failed = (error: Error) => ({ status: error.message });
const sum = (statuses: Statuses) => Object.values(statuses).reduce((all, times) => all + times, 0);
const except = (statuses: Statuses, good: RegExp) =>
  Object.entries(statuses).flatMap(([status, times]) => (good.test(status) ? [] : Array<string>(times).fill(status)));

function count(statuses: Statuses, status: number | string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Writes a submission or an article each time; gives the status. */
async function writer(site: Site, admin: Headers, member: Headers): Promise<() => Promise<number>> {
  const made = await json(
    site,
    "POST",
    "/api/admin/articles",
    { title: "Written again", body: "Text." },
    { headers: admin },
  );
  let number = 0;
  return async () => {
    number++;
    const name = `Endured ${crypto.randomUUID()}`;
    const links = [`https://${name.replace(" ", "-").toLowerCase()}.example/`];
    const { submitterName: _n, submitterEmail: _e, ...fields } = suggestion;
    const submitted = { ...fields, name, referenceLinks: links };
    if (number % 3 === 0) return (await json(site, "POST", "/api/submissions", submitted, { headers: member })).status;
    const body = { body: `Version ${number}. ${"Some words. ".repeat(100)}`, status: "published" };
    return (await json(site, "PUT", `/api/admin/articles/${made.body.id}`, body, { headers: admin })).status;
  };
}

/** Saves Markdown that is hard to parse and uploads photographs in turn. */
async function heavyWriter(site: Site, admin: Headers): Promise<() => Promise<number>> {
  const made = await json(
    site,
    "POST",
    "/api/admin/articles",
    { title: "Hard to parse", body: "Text." },
    { headers: admin },
  );
  const texts = markdownBombs(100_000);
  const image = await photograph(3_000, 2_250);
  let number = 0;
  return async () => {
    const body = texts[++number % texts.length] as string;
    if (number % 2)
      return (await json(site, "PUT", `/api/admin/articles/${made.body.id}`, { body }, { headers: admin })).status;
    const sent = new FormData();
    sent.append("file", new Blob([new Uint8Array(image), String(number)], { type: "image/jpeg" }), "large.jpg");
    const headers = { Origin: site.url, ...admin };
    return (await fetch(`${site.url}/api/admin/images`, { method: "POST", body: sent, headers })).status;
  };
}

/** Starts readers of all kinds of public pages; `end` gives how often each status came. */
async function startReaders(site: Site, connections: number): Promise<{ end(): Promise<Statuses> }> {
  const page = async (at: number) => (await getJson(site, `/api/experts/paginated?limit=100&page=${at}`)).body.experts;
  const people = (await Promise.all([1, 20, 50, 100].map(page))).flat() as { name: string; slug: string }[];
  const pages = people.flatMap(({ name, slug }, at) => [
    `/${slug}`,
    `/api/experts/${slug}`,
    `/directory?search=${encodeURIComponent(name)}`,
    `/directory?search=${encodeURIComponent(name.slice(0, 3))}`,
    `/directory?page=${at + 2}`,
    `/api/experts/paginated?limit=24&page=${at + 1}`,
  ]);
  const paths = [...pages, "/", "/articles", "/submit", "/login", "/robots.txt"];
  const workerData = { url: site.url, paths, connections };
  const worker = new Worker(new URL("readers.mjs", import.meta.url), { workerData });
  return {
    async end() {
      worker.postMessage("end");
      return (await once(worker, "message"))[0];
    },
  };
}

/** Looks at the site every second and asks /healthz 20 times a second; -1 stands for an answer that is not 200. */
function watchSite(site: Site) {
  const health: number[] = [];
  const samples: { memory: number; descriptors: number; wal: number }[] = [];
  const asking = setInterval(async () => {
    const started = performance.now();
    const { status } = await get(site, "/healthz").catch(failed);
    health.push(status === 200 ? performance.now() - started : -1);
  }, 50);
  const sampling = setInterval(() => {
    const wal = statSync(join(site.dataDir, "longevity.db-wal"), { throwIfNoEntry: false })?.size ?? 0;
    const descriptors = readdirSync(`/proc/${site.pid}/fd`).length;
    samples.push({ memory: memoryOf(site.pid).now, descriptors, wal: wal / 1024 ** 2 });
  }, 1_000);
  return {
    end() {
      clearInterval(asking);
      clearInterval(sampling);
      return { health, samples };
    },
  };
}

function healthFigures(health: number[]): Figure[] {
  return [
    { name: "/healthz, p99", value: percentile(health, 0.99), unit: "ms", most: 250 },
    { name: "/healthz, longest", value: Math.max(...health), unit: "ms", most: 1_000 },
    never("answers of /healthz that are not 200", health.filter((ms) => ms < 0).map(String)),
  ];
}

/** 500 connections that send nothing and 200 whose bodies hardly arrive. */
function holdConnections(site: Site): () => void {
  const { hostname, port, host } = new URL(site.url);
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  const sockets = Array.from({ length: 700 }, (_, at): Socket => {
    const socket = connect(Number(port), hostname, () => at < 200 && socket.write(head)).on("error", () => {});
    return socket.resume();
  });
  const timer = setInterval(() => {
    for (const socket of sockets.slice(0, 200)) if (socket.writable) socket.write(" ");
  }, 1_000);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

/** Milliseconds until three pages in a row come within 250 ms. */
async function normalAfter(site: Site): Promise<number> {
  const over = performance.now();
  for (let inARow = 0, page = 2; performance.now() - over < 30_000; page++) {
    const asked = performance.now();
    const { status } = await get(site, `/directory?page=${page}`).catch(failed);
    inARow = status === 200 && performance.now() - asked < 250 ? inARow + 1 : 0;
    if (inARow === 3) return performance.now() - over;
    await delay(50);
  }
  return Number.POSITIVE_INFINITY;
}
