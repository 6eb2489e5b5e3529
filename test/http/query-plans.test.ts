/** Checks that every list is read through an index: explains each statement that the server runs while all pages and calls are opened. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { form, get, json } from "../support/requests";
import { RouteAddresses, VARIANTS } from "../support/route-addresses";
import { copySeeded } from "../support/seeded-data";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

/** Tables that stay small however large the directory grows: a row for each setting, category, count, model, project or key. */
const SMALL_TABLES = new Set([
  "settings",
  "contentVersion",
  "listingCounts",
  "articleCounts",
  "cursors",
  "missedSearches",
  "apiKeys",
  "webhooks",
  "aiModels",
  "libraryProjects",
  "sqlite_master",
  "sqlite_schema",
  "json_each",
]);

/** Statements that may read a whole table, with the reason. */
const EXCEPTIONS: { statement: RegExp; why: string }[] = [
  { statement: /pragma_table_(info|list)|from "kysely_migration"/, why: "the schema itself, once at the start" },
  { statement: /from "users" where \(lower\("firstName"\) like/, why: "accounts are short: 10,000 are read in 10 ms" },
  {
    statement: /^select "id" from "mails"$/,
    why: "files of the outbox, compared once an hour; mails stay for 90 days",
  },
  { statement: /^select "slug", "updatedAt" from "experts" .* limit \?/, why: "a sitemap names everybody" },
  { statement: /^select .+ from "pages"( order by "rowId")?$/, why: "at most 30 rows, kept until content changes" },
  {
    statement: /^select .+ from "topic(s|Slugs)"( order by "slug")?$/,
    why: "an editor's list of some dozens, kept until content changes",
  },
  {
    statement: /^select .+ from "experts" where "deletedAt" is null( order by "sortsAs", "rowId" limit \? offset \?)?$/,
    why: "an editor's page in the order of an index without the trash, and their number from an index alone",
  },
  {
    statement: /from "experts" where "deletedAt" is null and \(lower\("sortName"\) like .+ or lower\("notes"\) like /,
    why: "an editor's search for a part of a name or of a note, which no index has",
  },
  {
    statement: /^select \* from "acceptedProblems" where "topicRowId" = \?/,
    why: "decisions of admins about sentences of topics, of which there are few",
  },
  {
    statement:
      /^select count\(\*\) as "profiles" from "experts" left join "sourceSearches" .+ "experts"."sourced" = \?/,
    why: "profiles without all sources, of an editor's page: at first these are nearly all",
  },
  { statement: /from "jobs" order by "rowId" desc limit \?\) as "newest"/, why: "reads the newest 100 and no more" },
];

const folder = mkdtempSync(join(tmpdir(), "longevity-plans-"));
const dataDir = join(folder, "data");
const statementsFile = join(folder, "statements");

let site: Site;
let database: SQLite.Database;
let admin: Awaited<ReturnType<typeof signUpAdmin>>["headers"];
let addresses: RouteAddresses;

beforeAll(async () => {
  copySeeded(dataDir, { experts: 60, submissions: 40, articles: 40, library: 60 });
  const NODE_OPTIONS = `--require ${resolve("test/support/record-statements.cjs")}`;
  site = await startSite({
    dataDir,
    env: { NODE_OPTIONS, STATEMENTS: statementsFile, DOCUMENT_CACHE: "off", RATE_LIMIT: "off" },
  });
  admin = (await signUpAdmin(site)).headers;
  database = new SQLite(join(dataDir, "longevity.db"), { readonly: true });
  addresses = new RouteAddresses(database);
  addresses.ids = await makeIds();
});
afterAll(async () => {
  database?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates one record of everything that has a page of its own, where the seed makes none. */
async function makeIds(): Promise<Record<string, string>> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await testImage())], { type: "image/png" }), "picture.png");
  const headers = { Origin: site.url, ...admin };
  const { id: image } = await (await fetch(`${site.url}/api/admin/images`, { method: "POST", body, headers })).json();
  const promotion = (await form(site, "/admin/promote?index", {}, { headers: admin })).headers.get("Location") ?? "";
  const [trashedExpert, trashedArticle] = [addresses.valueFrom("experts", 1), addresses.valueFrom("articles", 1)];
  for (const path of [`/api/experts/${trashedExpert}`, `/api/admin/articles/${trashedArticle}`])
    expect((await json(site, "DELETE", path, undefined, { headers: admin })).status).toBe(200);
  return {
    experts: addresses.valueFrom("experts", 5),
    articles: addresses.valueFrom("articles", 5),
    submissions: addresses.valueFrom("submissions", 5),
    users: addresses.valueFrom("users"),
    content: addresses.valueFrom("libraryContents"),
    images: image,
    promote: promotion.split("/").at(-1) ?? "",
  };
}

const SCAN_HINT =
  "These queries read whole tables. Create an index in a migration, or name a table that stays small in SMALL_TABLES of this file";

test("performance: every list of a page or call is answered through an index", async () => {
  const failures: string[] = [];
  for (const address of addresses.all()) {
    const response = await get(site, address, { headers: admin });
    // Registries are not asked in tests. Calls about people for whom they would be asked report that.
    const isOff = (await response.text()).includes("because OPEN_DATA is off");
    if (response.status >= 500 && !isOff) failures.push(`${address}: ${response.status}`);
    if (response.status === 404 && VARIANTS.some(([path]) => path === address)) failures.push(`${address}: not there`);
  }
  expect(failures).toEqual([]);
  const missingTables = [...SMALL_TABLES].filter(
    (name) => !addresses.tables.has(name) && !/^(sqlite_|json_)/.test(name),
  );
  expect(missingTables, "SMALL_TABLES names tables that do not exist").toEqual([]);

  const readStatements = statements().filter(({ text }) => /^\s*(select|with)\b/i.test(text));
  // Far fewer would mean that nothing was recorded.
  expect(readStatements.length).toBeGreaterThan(100);
  const scans = readStatements.flatMap((statement) => {
    if (EXCEPTIONS.some((exception) => exception.statement.test(statement.text))) return [];
    return scansIn(statement).map((step) => `${step}: ${statement.text.replace(/\s+/g, " ")}`);
  });
  expect(scans, SCAN_HINT).toEqual([]);
});

test("performance: possible duplicates are found through the indexes of names", () => {
  for (const table of ["submissions", "experts"])
    for (const [column, index] of [
      ["nameKey", `${table}ByNameKey`] as const,
      ["nameLetters", `${table}ByNameLetters`] as const,
    ]) {
      const nameLookups = statements().filter(({ text }) =>
        new RegExp(`^select .+ from "${table}" .*"${column}" (=|in)`).test(text),
      );
      expect(nameLookups.length, index).toBeGreaterThan(0);
      for (const statement of nameLookups) expect(planOf(statement).join("\n")).toContain(`USING INDEX ${index} `);
    }
});

test("performance: every exception is still needed", () => {
  const recordedStatements = statements();
  const unusedExceptions = EXCEPTIONS.filter(
    (exception) =>
      !recordedStatements.some(
        (statement) => exception.statement.test(statement.text) && scansIn(statement).length > 0,
      ),
  );
  expect(unusedExceptions).toEqual([]);
});

interface Statement {
  text: string;
  parameters: unknown[];
}

/** Returns the statements that the server has run since its start. */
function statements(): Statement[] {
  const lines = readFileSync(statementsFile, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Statement);
}

/**
 * Returns the steps of a statement that read a growing table from end to end. A page in the order of an index or of the table does not
 * count, because it stops after its rows and sorts nothing.
 */
function scansIn({ text, parameters }: Statement): string[] {
  // An empty list reads nothing, and SQLite counts all rows without reading any.
  if (/\bin \(\)/.test(text) || /^select count\(\*\) as "\w+" from "\w+"$/.test(text)) return [];
  const plan = planOf({ text, parameters });
  const temporaryTables = new Set(plan.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]));
  const isPage = isPageOf(text) && !plan.some((step) => /^USE TEMP B-TREE FOR (?!LAST)/.test(step));
  return plan.filter((step) => {
    const [, name = "", options = ""] = /^SCAN (\S+)(.*)/.exec(step) ?? [];
    if (!name || SMALL_TABLES.has(name) || temporaryTables.has(name) || /^(\(|CONSTANT$|\d)/.test(name)) return false;
    // Searches look words up, and lists in JSON are small; only a virtual table without a condition is read completely.
    if (options.includes("VIRTUAL TABLE")) return /INDEX 0:$/.test(options);
    return !isPage;
  });
}

function planOf({ text, parameters }: Statement): string[] {
  // Bound values change the plan: an index of dead links serves only queries for "dead".
  const explanation = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  return explanation.all(...parameters).map(({ detail }) => detail);
}

/** Tells whether a statement reads a limited number of rows and skips none. Subqueries in brackets are not considered. */
function isPageOf(text: string): boolean {
  let outerQuery = text;
  for (let previous = ""; previous !== outerQuery; ) {
    previous = outerQuery;
    outerQuery = outerQuery.replace(/\([^()]*\)/g, "");
  }
  return /\blimit\b/i.test(outerQuery) && !/\b(where|group by|distinct|count|max|sum)\b/i.test(outerQuery);
}
