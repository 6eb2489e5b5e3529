import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { signUpAdmin } from "~/test/curator";
import { json } from "~/test/requests";
import { type Site, startSite } from "~/test/site";
import { type Figure, isReached, median, print } from "./bench/figures";

/** The sizes that are compared: a large directory must cost about what a small one does. */
const SMALL = 1_000;
const LARGE = 100_000;
const ROUNDS = 250;
const WARM_UP = 40;

/**
 * `npm run bench`: measures the built server in one run, side by side, and prints what performance.md asks for as
 * ratios. Writes bench-results/latest.json. Exits with 1 when a figure is missed.
 */
export async function main(): Promise<void> {
  const figures = [...(await scale()), ...(await desk()), ...(await weights())];
  print(figures);
  mkdirSync("bench-results", { recursive: true });
  writeFileSync("bench-results/latest.json", `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  process.exitCode = figures.every(isReached) ? 0 : 1;
}

/** What the pages cost with 100,000 experts, as a multiple of what they cost with 1,000; and the memory it takes. */
async function scale(): Promise<Figure[]> {
  const sites = { small: await seededSite({ experts: SMALL }), large: await seededSite({ experts: LARGE }) };
  try {
    const idle = residentMegabytes(sites.large.pid);
    const times = await timesOf(sites, KINDS);
    const ratios = Object.entries(times).map(([kind, { small, large }]) => ({
      name: `${kind}, ${LARGE.toLocaleString("en")} ÷ ${SMALL.toLocaleString("en")} experts (${median(large).toFixed(1)} ms)`,
      value: median(large) / median(small),
      unit: "×",
      most: 2,
    }));
    const slowest = Math.max(...Object.values(times).flatMap(({ large }) => large));
    return [
      ...ratios,
      { name: "slowest single request", value: slowest, unit: "ms", most: 100 },
      { name: "memory at rest, 100,000 experts", value: idle, unit: "MB", most: 120 },
      {
        name: "memory after the load, 100,000 experts",
        value: residentMegabytes(sites.large.pid),
        unit: "MB",
        most: 200,
      },
    ];
  } finally {
    await Promise.all([sites.small.stop(), sites.large.stop()]);
  }
}

/** What the desk's lists cost with much behind them, as a multiple of what they cost with little. */
async function desk(): Promise<Figure[]> {
  const little = { experts: 100, submissions: 100, articles: 100, library: 100 };
  const much = { experts: LARGE, submissions: 10_000, articles: 10_000, library: 50_000 };
  const sites = { small: await seededSite(little), large: await seededSite(much) };
  try {
    // A curator of this run: the databases are kept from run to run.
    const curator = { email: `bench-${Date.now()}@mail.example` };
    const headers = {
      small: (await signUpAdmin(sites.small, curator)).headers,
      large: (await signUpAdmin(sites.large, curator)).headers,
    };
    const times = {
      ...(await timesOf(sites, DESK, { headers, rounds: 60 })),
      "desk: library, 20 texts deleted": {
        small: await deletions(sites.small, headers.small),
        large: await deletions(sites.large, headers.large),
      },
    };
    return Object.entries(times).map(([kind, { small, large }]) => ({
      name: `${kind}, much ÷ little (${median(large).toFixed(1)} ms)`,
      value: median(large) / median(small),
      unit: "×",
      most: 2,
    }));
  } finally {
    await Promise.all([sites.small.stop(), sites.large.stop()]);
  }
}

/** Milliseconds that it takes to delete 20 texts at once, as seen from here; they are made for it. */
async function deletions(site: Site, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const content = `Made to be deleted: ${round}, ${i}, ${Date.now()}`;
      ids.push((await json(site, "POST", "/api/library/content", { content }, { headers })).body.id);
    }
    const started = performance.now();
    const { status } = await json(site, "POST", "/api/library/content/bulk-delete", { ids }, { headers });
    if (status !== 200) throw new Error(`Deleting texts answered ${status}`);
    times.push(performance.now() - started);
  }
  return times;
}

/** Both have as many rows to show, so that only what stands behind them differs. */
const DESK: Kinds = {
  "desk: dashboard": () => "/admin",
  "desk: experts": (_, round) => `/admin/experts?page=${1 + (round % 5)}`,
  "desk: experts, search": ({ names }, round) => `/admin/experts?search=${encodeURIComponent(names[round] ?? "a")}`,
  "desk: submissions": (_, round) => `/admin/submissions?page=${1 + (round % 8)}`,
  "desk: submissions, search": () => "/admin/submissions?search=reader",
  "desk: articles": (_, round) => `/admin/articles?page=${1 + (round % 5)}`,
  "desk: articles, search": (_, round) => `/admin/articles?search=part%20${round}`,
  "desk: library": (_, round) => `/admin/library?page=${1 + (round % 4)}`,
  "desk: library, search": (_, round) => `/admin/library?search=note%20${round}`,
  "desk: users": () => "/admin/users",
  "desk: images": () => "/admin/images",
  "desk: featured": () => "/admin/featured",
  "desk: audit": () => "/admin/audit",
  articles: (_, round) => `/articles?page=${2 + (round % 6)}`,
};

type Amounts = Partial<Record<"experts" | "submissions" | "articles" | "library", number>>;

/** The server on a database of a known size; made once and kept under .cache. */
async function seededSite(amounts: Amounts): Promise<Site> {
  const dataDir = join(".cache", "bench", Object.values(amounts).join("-"));
  const mark = join(dataDir, "seeded");
  if (!existsSync(mark)) {
    console.log(
      `Preparing ${Object.entries(amounts)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(", ")} (once) …`,
    );
    mkdirSync(dataDir, { recursive: true });
    const wanted = Object.entries(amounts).flatMap(([kind, count]) => [`--${kind}`, String(count)]);
    await run(["seed", ...wanted], { DATA_DIR: dataDir });
    writeFileSync(mark, "");
  }
  return startSite({ dataDir, env: { RATE_LIMIT: "off", DOCUMENT_CACHE: "off" } });
}

function run(args: string[], env: Record<string, string>): Promise<void> {
  const program = [join("scripts", "run.mjs"), ...args];
  return new Promise((resolve, reject) => {
    spawn(process.execPath, program, { env: { ...process.env, ...env }, stdio: "inherit" }).once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program.join(" ")} ended with ${code}`)),
    );
  });
}

/** Addresses of each kind; every one is another, so that nothing is answered from a memory of the last. */
type Kinds = Record<string, (site: Known, round: number) => string>;
const KINDS: Kinds = {
  directory: ({ total }, round) => `/directory?page=${2 + ((round * 7) % (Math.ceil(total / 24) - 1))}`,
  category: (_, round) => `/directory/academic-researchers?page=${2 + (round % 4)}`,
  "search for a name": ({ names }, round) =>
    `/directory?search=${encodeURIComponent(names[round % names.length] as string)}`,
  "search for a beginning": ({ names }, round) =>
    `/directory?search=${encodeURIComponent((names[round % names.length] as string).slice(0, 2 + (round % 3)))}`,
  "search for a common word": (_, round) =>
    `/directory?search=${["research", "ageing", "the", "of"][round % 4]}&page=${2 + (round % 9)}`,
  profile: ({ slugs }, round) => `/${slugs[round % slugs.length]}`,
  "JSON list": ({ total }, round) =>
    `/api/experts/paginated?limit=24&page=${1 + ((round * 11) % Math.ceil(total / 24))}`,
};

interface Known {
  total: number;
  names: string[];
  slugs: string[];
}

/** Milliseconds in the server for each kind of request, small and large in turn so that both meet the same machine. */
async function timesOf(
  sites: Record<"small" | "large", Site>,
  kinds: Kinds,
  { headers, rounds = ROUNDS }: { headers?: Record<"small" | "large", Record<string, string>>; rounds?: number } = {},
) {
  const known = { small: await learn(sites.small), large: await learn(sites.large) };
  const asked: { kind: string; size: "small" | "large"; id: string }[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const [kind, address] of Object.entries(kinds)) {
      for (const size of ["small", "large"] as const) {
        const id = await ask(sites[size], address(known[size], round), headers?.[size]);
        if (round >= WARM_UP) asked.push({ kind, size, id });
      }
    }
  }
  for (const size of ["small", "large"] as const)
    await logged(sites[size], asked.findLast((one) => one.size === size)?.id);
  // The server's own word: its log line for the request with this id.
  const took = new Map([...sites.small.logs(), ...sites.large.logs()].map((line) => [line.id, Number(line.ms)]));
  return Object.fromEntries(
    Object.keys(kinds).map((kind) => {
      const of = (size: string) =>
        asked.filter((one) => one.kind === kind && one.size === size).map(({ id }) => took.get(id) ?? Number.NaN);
      return [kind, { small: of("small"), large: of("large") }];
    }),
  );
}

/** Waits until the server's log line of a request has come through. */
async function logged(site: Site, id: string | undefined): Promise<void> {
  while (!site.logs().some((line) => line.id === id)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Names and addresses of people spread over the whole directory. */
async function learn(site: Site): Promise<Known> {
  const list = async (page: number) =>
    JSON.parse((await get(site, `/api/experts/paginated?limit=100&page=${page}`)).body) as {
      total: number;
      totalPages: number;
      experts: { name: string; slug: string }[];
    };
  const { total, totalPages } = await list(1);
  const experts = [];
  for (let i = 0; i < 10; i++) experts.push(...(await list(1 + Math.floor((i * totalPages) / 10))).experts);
  return { total, names: experts.map(({ name }) => name), slugs: experts.map(({ slug }) => slug) };
}

/** Sends a request and gives its id in the server's log. */
async function ask(site: Site, address: string, sent?: Record<string, string>): Promise<string> {
  const { headers, status } = await get(site, address, sent);
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return String(headers["x-request-id"]);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function get(
  site: Site,
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    request(site.url + address, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

/** What a first view costs the reader, compressed with gzip, on the starter directory. */
async function weights(): Promise<Figure[]> {
  const site = await startSite();
  try {
    const { body } = await get(site, "/directory");
    const kilobytes = (text: string | Buffer) => gzipSync(text).length / 1024;
    const css = body.match(/href="(\/build\/[^"]+\.css)"/)?.[1] ?? "";
    return [
      { name: "/directory, HTML", value: kilobytes(body), unit: "KB", most: 8 },
      { name: "/directory, CSS", value: kilobytes(readFileSync(join("public", css))), unit: "KB", most: 8 },
    ];
  } finally {
    await site.stop();
  }
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1]) / 1024;
}
