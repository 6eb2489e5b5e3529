/**
 * `npm run test:soak [-- PART…] [--seconds 120] [--experts 30000] [--conversations 2000]` loads a full directory for a long time, with more requests than
 * it can answer, and with requests that never end. Writes test-results/soak.json, and exits with code 1 if a figure misses its limit.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { countFigure, type Figure, percentile, runParts } from "../support/figures";
import { startMailbox } from "../support/mailbox";
import { memoryOf } from "../support/processes";
import { relayQuestions } from "../support/relay";
import { form, get, getJson, json } from "../support/requests";
import { copySeeded } from "../support/seeded-data";
import { type Site, startSite } from "../support/site";
import { sendSlowly, slowAttacks } from "../support/slow-senders";
import { BOUNDED_MEMORY } from "../support/world";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "120" },
    experts: { type: "string", default: "30000" },
    conversations: { type: "string", default: "2000" },
  },
});
const [seconds, experts] = [Number(values.seconds), Number(values.experts)];
if (!(seconds > 0 && experts > 0)) throw new Error("--seconds and --experts take numbers above 0.");
const output = { file: "test-results/soak.json", context: { seconds, experts } };
const parts = {
  endurance: () => onSite(endurance),
  overload: () => onSite(overload),
  relay: measureRelay,
  slowSenders: () => onSite(slowSenders, { RATE_LIMIT: "on" }),
};
await runParts(parts, positionals, output);

async function onSite(
  part: (site: Site) => Promise<Figure[]>,
  extraEnv: Record<string, string> = {},
): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-soak-"));
  copySeeded(dataDir, { experts });
  const env = { ...BOUNDED_MEMORY, RATE_LIMIT: "off", TRUST_PROXY: "on", SMTP_URL: "smtp://127.0.0.1:9", ...extraEnv };
  const site = await startSite({ dataDir, env });
  const figures = await part(site).finally(() => site.stop());
  rmSync(dataDir, { recursive: true, force: true });
  return figures;
}

/** Measures questions and answers through a real mail server. No mail may contain an address that its reader does not know. */
async function measureRelay(): Promise<Figure[]> {
  const mailbox = await startMailbox();
  const env = { RATE_LIMIT: "off", TRUST_PROXY: "on", STARTER: "off", SMTP_URL: mailbox.url };
  const site = await startSite({ env, allowErrors: true });
  const relayedCount = await relayQuestions(site, mailbox, { conversations: Number(values.conversations) }).finally(
    async () => {
      await site.stop();
      await mailbox.stop();
    },
  );
  return [
    { name: "mails that were relayed", value: relayedCount.mails, unit: "", least: 1 },
    { name: "mails that were refused for good", value: relayedCount.bounced, unit: "" },
    countFigure("addresses of the other side in a mail", relayedCount.leaks),
    countFigure("headers, recipients and line ends that somebody typed", relayedCount.injected),
    countFigure("mails to somebody who did not ask for or allow them", relayedCount.uninvited),
    countFigure("refusals that tell whether somebody claimed", relayedCount.disclosures),
  ];
}

/** Reads public pages, one after the other on each connection, in a separate thread. */
async function readPages({ url }: Site, connections: number, duration: number) {
  const { body } = await getJson({ url } as Site, "/api/experts/paginated?limit=100&page=20");
  const people = body.experts as { name: string; slug: string }[];
  const searches = people.map(({ name }) => `/directory?search=${encodeURIComponent(name)}`);
  const paths = ["/", "/articles", "/submit", ...people.map(({ slug }) => `/${slug}`), ...searches];
  return autocannon({ url, connections, duration, workers: 1, requests: paths.map((path) => ({ path })) });
}

/** Runs 12 readers and a writer. Checks that no request fails and that memory does not grow. */
async function endurance(site: Site): Promise<Figure[]> {
  const { headers } = await signUpAdmin(site);
  const { body } = await json(site, "POST", "/api/admin/articles", { title: "Often written" }, { headers });
  const [problems, healthTimes]: [string[], number[]] = [[], []];
  const readAndWrite = async (duration: number) => {
    const reading = readPages(site, 12, duration);
    for (let version = 1, end = Date.now() + duration * 1_000; Date.now() < end; version++) {
      const text = { body: `Version ${version}. ${"Some **words**. ".repeat(500)}`, status: "published" };
      const { status } = await json(site, "PUT", `/api/admin/articles/${body.id}`, text, { headers });
      if (status !== 200) problems.push(`a save answered ${status}`);
      const requestedAt = performance.now();
      if ((await get(site, "/healthz")).status !== 200) problems.push("/healthz is not well");
      healthTimes.push(performance.now() - requestedAt);
    }
    return reading;
  };
  // Memory grows until the cache of finished pages is full (16 MB). It is measured after that.
  const cachedBytes = async () => {
    const text = await (await get(site, "/metrics", { headers })).text();
    return Number(/documents_kept_bytes (\d+)/.exec(text)?.[1] ?? Number.NaN);
  };
  let warmUp = 0;
  for (
    let bytesBefore = -1;
    warmUp < 2 * seconds && (await cachedBytes()) > 1.02 * bytesBefore;
    warmUp += seconds / 4
  ) {
    bytesBefore = await cachedBytes();
    await readAndWrite(seconds / 4);
  }
  const countDescriptors = () => readdirSync(`/proc/${site.pid}/fd`).length;
  const [memoryBefore, descriptorsBefore] = [memoryOf(site.pid).now, countDescriptors()];
  const { requests, non2xx, errors } = await readAndWrite(seconds);
  return [
    { name: "reads", value: requests.average, unit: "per s", least: 1 },
    { name: "warm-up", value: warmUp, unit: "s" },
    countFigure("writes and health checks that failed", problems),
    { name: "reads that failed", value: non2xx + errors, unit: "", most: 0 },
    {
      name: "memory after the warm-up",
      value: (memoryOf(site.pid).now / memoryBefore - 1) * 100,
      unit: "% more",
      most: 10,
    },
    { name: "descriptors after the warm-up", value: countDescriptors() - descriptorsBefore, unit: "more", most: 14 },
    { name: "/healthz, p99", value: percentile(healthTimes, 0.99), unit: "ms", most: 250 },
  ];
}

/** Runs 800 readers without pauses, 500 idle connections and forms of 1 MB. Checks that an admin can still work. */
async function overload(site: Site): Promise<Figure[]> {
  const admin = { ...(await signUpAdmin(site)).headers, "X-Forwarded-For": "198.51.100.8" };
  const { hostname, port } = new URL(site.url);
  const idleSockets = Array.from({ length: 500 }, () => connect(Number(port), hostname).on("error", () => {}));
  const reading = readPages(site, 800, seconds / 2);
  const problems: string[] = [];
  const largeFields = { name: "N", biography: "<".repeat(1_000_000) };
  for (const end = Date.now() + seconds * 500; Date.now() < end; ) {
    const forms = await Promise.all(Array.from({ length: 8 }, () => form(site, "/submit", largeFields)));
    const page = await get(site, "/admin", { headers: admin });
    if (page.status !== 200) problems.push(`an admin got ${page.status}`);
    problems.push(...forms.map(({ status }) => String(status)).filter((status) => !/^([24]\d\d|503)$/.test(status)));
  }
  const { requests, statusCodeStats = {} } = await reading;
  for (const socket of idleSockets) socket.destroy();
  const requestedAt = performance.now();
  while ((await get(site, `/directory?page=${problems.length + 2}`)).status !== 200);
  return [
    { name: "reads", value: requests.average, unit: "per s" },
    countFigure("unexpected answers", [
      ...problems,
      ...Object.keys(statusCodeStats).filter((code) => !/^(2|3|429|503)/.test(code)),
    ]),
    { name: "most memory", value: memoryOf(site.pid).peak, unit: "MB", most: 600 },
    { name: "until a page comes again", value: performance.now() - requestedAt, unit: "ms", most: 5_000 },
  ];
}

/**
 * Runs every attack with slow senders at once, on some 2,500 connections that reopen. Checks that others get answers within
 * 5 s.
 */
async function slowSenders(site: Site): Promise<Figure[]> {
  const people = await Promise.all(Array.from({ length: 3 }, () => signUp(site)));
  const attacks = Object.values(slowAttacks(people.map(({ headers }) => headers.Cookie)));
  const ends = await Promise.all(attacks.map((attack) => sendSlowly(site, attack)));
  const [problems, strangerTimes, adminTimes]: [string[], number[], number[]] = [[], [], []];
  const text = { name: "", biography: "x".repeat(1_000) };
  let visitorCount = 0;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; visitorCount++) {
    const headers = { "X-Forwarded-For": `198.51.${visitorCount >> 8}.${visitorCount & 255}` };
    const requestedAt = performance.now();
    const { status } = await form(site, "/submit", text, { headers });
    strangerTimes.push(performance.now() - requestedAt);
    if (status !== 400) problems.push(`a stranger got ${status}`);
    const admin = await signUpAdmin(site);
    const signInStart = performance.now();
    const signInAnswer = await signIn(site, admin, { headers });
    adminTimes.push(performance.now() - signInStart);
    const cookieHeaders = { ...headers, Cookie: signInAnswer.cookie };
    const article = { title: `Written meanwhile ${visitorCount}`, body: "Text." };
    const writeAnswer = await json(site, "POST", "/api/admin/articles", article, { headers: cookieHeaders });
    if (signInAnswer.status !== 200 || writeAnswer.status !== 201)
      problems.push(`an admin got ${[signInAnswer, writeAnswer].map(({ status }) => status)}`);
  }
  const { peak } = memoryOf(site.pid);
  for (const end of ends) end();
  return [
    countFigure("unexpected answers", problems),
    { name: "a stranger's form, at most", value: Math.max(...strangerTimes), unit: "ms", most: 5_000 },
    { name: "a new admin's sign-in, at most", value: Math.max(...adminTimes), unit: "ms", most: 5_000 },
    { name: "most memory", value: peak, unit: "MB", most: 600 },
  ];
}
