import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { addressOf, builtRoutes } from "../test/support/routes";
import { CALLS, FILE_CALLS, NO_CALLS } from "./hostile/calls";
import { makeClient, SiteIsGone } from "./hostile/client";
import { type Form, findForms, headersOf } from "./hostile/forms";
import { watchHealth } from "./hostile/health";
import { lookInBrowser, readPages } from "./hostile/pages";
import { quantile, Report } from "./hostile/report";
import { doorOf, type Sending, sendCalls, sendForms, sendHeaders, sendPaths, sendQueries } from "./hostile/sending";
import { floodCalls, floodForms, sendShapes } from "./hostile/shapes";
import { holdSlowly, sendRaw } from "./hostile/sockets";
import { knockAsStrangers, reachForOthers, sendPrivileged } from "./hostile/strangers";
import { makeStrings } from "./hostile/strings";
import { searchAll, sendMarkdown, spread } from "./hostile/texts";
import { residentMegabytes, sendFiles, sendImports } from "./hostile/uploads";
import { sendRedirects, sendTraversals } from "./hostile/ways-out";
import { makeWorld, PEOPLE, type World } from "./hostile/world";

/**
 * `npm run test:hostile`: everything that means harm through every door of the built server (reliability.md 9, 12 to 16,
 * 18 to 21, 27): strings, bodies, files, sockets. Prints what was sent and what came of it, and writes
 * test-results/hostile.json. Exits with 1 when a promise is broken.
 *
 * `--seed N` repeats a run, `--strings N` says how many strings are sent at least, `--only PATTERN` takes the parts and doors
 * whose names fit.
 */
export async function main(args: string[]): Promise<void> {
  const wanted = optionsOf(args);
  console.log(`Seed ${wanted.seed}: npm run test:hostile -- --seed ${wanted.seed} repeats this run.`);
  const report = new Report();
  const started = performance.now();
  const world = await makeWorld(PEOPLE);
  const health = watchHealth(world.site.url);
  try {
    await attack(world, report, wanted).catch((error) => {
      if (!(error instanceof SiteIsGone)) throw error;
      report.broken("the server ended", "the last request without an answer", report.findings.at(-1)?.example ?? "");
    });
    const { times, failures } = await health.stop();
    for (const failure of new Set(failures)) report.broken("the site says it is not well", "GET /healthz", failure);
    report.add(
      "health meanwhile (promise 9)",
      times.length,
      { name: "p99", value: quantile(times, 0.99), unit: "ms", most: 250 },
      { name: "max", value: Math.max(...times), unit: "ms", most: 1_000 },
    );
  } finally {
    await world.stop().catch((error) => report.broken("the server did not end well", "the log", String(error.message)));
  }
  report.print();
  const minutes = (performance.now() - started) / 60_000;
  console.log(`Took ${minutes.toFixed(1)} minutes, seed ${wanted.seed}.`);
  mkdirSync("test-results", { recursive: true });
  const result = { at: new Date().toISOString(), ...wanted, minutes, ...report.toJSON() };
  writeFileSync("test-results/hostile.json", `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = report.isClean ? 0 : 1;
}

function optionsOf(args: string[]): { seed: number; strings: number; only: string } {
  const { values } = parseArgs({
    args,
    options: { seed: { type: "string" }, strings: { type: "string" }, only: { type: "string" } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const strings = Number(values.strings ?? 10_000);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(strings))
    throw new Error("--seed and --strings take whole numbers.");
  return { seed, strings, only: values.only ?? "" };
}

/** What stands between 10,000 strings and the number that each field gets. */
const STRINGS_PER_ROUND = 1_400;

async function attack(
  world: World,
  report: Report,
  { seed, strings, only }: ReturnType<typeof optionsOf>,
): Promise<void> {
  const routes = builtRoutes();
  const client = makeClient(world.site.url, report);
  const isWanted = (part: string) => new RegExp(only).test(part);
  const doors = only && !PARTS.some(isWanted) ? new RegExp(only) : /./;
  const sending: Sending = {
    world,
    client,
    report,
    strings: makeStrings(seed),
    routes,
    each: Math.max(1, Math.round(strings / STRINGS_PER_ROUND)),
    only: doors,
  };
  const part = async (name: (typeof PARTS)[number], run: () => Promise<void>) => {
    if (doors.source === "." && !isWanted(name)) return;
    const started = performance.now();
    await run();
    console.log(`  (${name}: ${((performance.now() - started) / 1_000).toFixed(0)} s)`);
  };
  const before = residentMegabytes(world.site.pid);
  const forms = await findForms(world, client, routes);
  if (!only) await checkThatNoDoorIsMissing(sending, forms);

  await part("strangers", async () => {
    const sent = (await knockAsStrangers(sending, forms)) + (await reachForOthers(sending));
    report.add("strangers at every door of the curators, and at others' things", sent);
  });
  await part("redirects", async () =>
    report.add("ways out of the site (promise 16)", await sendRedirects(sending, forms)),
  );
  await part("traversals", async () =>
    report.add("ways out of the folder (promise 18)", await sendTraversals(sending)),
  );
  await part("privileged", async () =>
    report.add("privileged and unknown fields (promise 19)", await sendPrivileged(sending)),
  );
  await part("shapes", async () => {
    report.add("JSON of every shape (promise 19)", await sendShapes(sending));
    report.add("forms of 100,000 fields", await floodForms(sending, forms));
    report.add("calls of 1 MB, 100 at once", await floodCalls(sending));
  });
  await part("strings", async () => {
    const calls = await sendCalls(sending);
    const sent = await sendForms(sending);
    const queries = await sendQueries(sending);
    const paths = await sendPaths(sending);
    const headers = await sendHeaders(sending);
    const all = calls.strings + sent.strings + queries + paths + headers;
    report.add("strings (promise 12)", all, {
      name: "all of them",
      value: all,
      unit: "",
      ...(doors.source === "." ? { least: strings } : {}),
    });
    report.add(
      "… through fields of calls",
      calls.strings,
      { name: "accepted", value: calls.accepted, unit: "" },
      { name: "refused", value: calls.refused, unit: "" },
      { name: "read back and the same", value: calls.compared, unit: "" },
    );
    report.add(
      "… through fields of forms",
      sent.strings,
      { name: "forms", value: sent.forms.length, unit: "" },
      { name: "refused, what was typed still there", value: sent.repeated, unit: "" },
    );
    report.add("… through queries", queries);
    report.add("… through paths", paths);
    report.add("… through headers", headers);
  });
  await part("sockets", async () => {
    const letGo = holdSlowly(world.site.url, 60);
    report.add("sockets, beside 60 that never finish", (await sendRaw(world.site.url, report)) + 60);
    letGo();
  });
  await part("imports", async () => report.add("imports", await sendImports(sending)));
  await part("uploads", async () => {
    const { sent, growth, orphans, lost } = await sendFiles(sending);
    report.add(
      "uploads (promises 20, 21)",
      sent,
      { name: "memory that 20 bombs at once take", value: growth, unit: "MB", most: 300 },
      { name: "files that nothing leads to", value: orphans, unit: "", most: 0 },
      { name: "files that are not there", value: lost, unit: "", most: 0 },
    );
  });
  await part("markdown", async () => {
    const { sent, saved, shown } = await sendMarkdown(sending);
    const slowest = (list: typeof saved) =>
      list.toSorted((one, other) => other.ms - one.ms)[0] ?? { ms: 0, work: 0, text: "" };
    const figure = (what: string, { ms, text }: (typeof saved)[number], most: number) => ({
      name: `${what}, max: ${JSON.stringify(text)}`,
      value: ms,
      unit: "ms",
      most,
    });
    report.add(
      "Markdown that takes long (promises 13, 14)",
      sent,
      figure("saved", slowest(saved), 2_000),
      figure("shown", slowest(shown), 500),
      { name: "work of the server for a page, max", value: Math.max(...shown.map(({ work }) => work)), unit: "ms" },
    );
  });
  await part("pages", async () => {
    report.add("pages read by parsers", await readPages(sending));
    report.add("pages looked at in Chromium", await lookInBrowser(sending));
  });
  await part("search", async () => {
    const { sent, times, exact, plain, names } = await searchAll(sending);
    report.add(
      "searches among 30,000 people (promise 15)",
      sent,
      { name: "p99", value: spread(times).p99, unit: "ms" },
      { name: "max", value: spread(times).max, unit: "ms", most: 300 },
      { name: `of ${names} names with marks, among the first 10`, value: exact * 100, unit: "%", least: 100 },
      { name: "the same typed without marks", value: plain * 100, unit: "%", least: 99 },
    );
  });
  const { write, read } = client.times;
  const times = (list: typeof write) => spread(list.map(({ ms }) => ms));
  report.add(
    "every answer's time, writes",
    write.length,
    { name: "p99", value: times(write).p99, unit: "ms" },
    { name: `max: ${slowest(write)}`, value: times(write).max, unit: "ms", most: 2_000 },
  );
  report.add(
    "every answer's time, reads",
    read.length,
    { name: "p99", value: times(read).p99, unit: "ms" },
    { name: `max: ${slowest(read)}`, value: times(read).max, unit: "ms", most: 2_000 },
  );
  // Figures in milliseconds are those of a machine that does nothing else; two is what this run takes by itself.
  report.add("load of the machine, last minute", 0, { name: "processes", value: loadavg()[0] ?? 0, unit: "" });
  report.add(
    "memory",
    0,
    { name: "before", value: before, unit: "MB" },
    { name: "after", value: residentMegabytes(world.site.pid), unit: "MB", most: before + 250 },
  );
}

const PARTS = [
  "strangers",
  "redirects",
  "traversals",
  "privileged",
  "shapes",
  "strings",
  "sockets",
  "imports",
  "uploads",
  "markdown",
  "pages",
  "search",
] as const;

/** The door whose answer took longest. */
function slowest(list: { door: string; ms: number }[]): string {
  return list.toSorted((one, other) => other.ms - one.ms)[0]?.door ?? "none";
}

/** Every door that takes something has to be in the table of calls, or to have been found as a form on a page. */
async function checkThatNoDoorIsMissing({ world, client, routes, report }: Sending, forms: Form[]): Promise<void> {
  const found = forms.map(({ route }) => `POST ${route.id.replace("routes/", "")}`);
  const known = new Set([...CALLS.map((call) => doorOf(call)), ...FILE_CALLS, ...found]);
  for (const route of routes) {
    // Of a page, asking is doing.
    const headers = { ...headersOf(world, route.isCall ? "admin" : "nobody"), "Content-Type": "application/json" };
    const id = route.id.replace("routes/", "");
    if (!route.hasAction || NO_CALLS.includes(id)) continue;
    // What answers here, it says itself when it is asked for something that does not.
    const path = addressOf(route, {});
    const answer = await client.ask({ method: "PATCH", path, door: `PATCH ${id}`, headers, body: "{}" });
    const allowed = answer.status === 405 ? answer.headers.allow?.split(", ") : undefined;
    const methods = allowed ?? [route.isCall ? "PATCH" : "POST"];
    for (const method of methods.filter((one) => one !== "GET"))
      if (!known.has(`${method} ${id}`))
        report.broken("this door is in no table and on no page", `${method} ${id}`, path);
  }
}
