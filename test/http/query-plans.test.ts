/** Every list is read through an index: explains each statement that the server runs while all pages and calls are opened. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";
import { signUpAdmin } from "../support/admin";
import { form, get, json } from "../support/requests";
import { copySeeded } from "../support/seeded-data";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

/** Tables that stay small however large the directory grows: a row for each setting, category, count, model, project or key. */
const SMALL = new Set([
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
  { statement: /from "jobs" order by "rowId" desc limit \?\) as "newest"/, why: "reads the newest 100 and no more" },
];

const folder = mkdtempSync(join(tmpdir(), "longevity-plans-"));
const dataDir = join(folder, "data");
const statementsFile = join(folder, "statements");

let site: Site;
let database: SQLite.Database;
let admin: Awaited<ReturnType<typeof signUpAdmin>>["headers"];
/** Ids by the word before them in an address. */
let ids: Record<string, string>;

beforeAll(async () => {
  copySeeded(dataDir, { experts: 60, submissions: 40, articles: 40, library: 60 });
  const NODE_OPTIONS = `--require ${resolve("test/support/record-statements.cjs")}`;
  site = await startSite({
    dataDir,
    env: { NODE_OPTIONS, STATEMENTS: statementsFile, DOCUMENT_CACHE: "off", RATE_LIMIT: "off" },
  });
  admin = (await signUpAdmin(site)).headers;
  database = new SQLite(join(dataDir, "longevity.db"), { readonly: true });
  ids = await makeIds();
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
  const [trashedExpert, trashedArticle] = [valueFrom("experts", 1), valueFrom("articles", 1)];
  for (const path of [`/api/experts/${trashedExpert}`, `/api/admin/articles/${trashedArticle}`])
    expect((await json(site, "DELETE", path, undefined, { headers: admin })).status).toBe(200);
  return {
    experts: valueFrom("experts", 5),
    articles: valueFrom("articles", 5),
    submissions: valueFrom("submissions", 5),
    users: valueFrom("users"),
    content: valueFrom("libraryContents"),
    images: image,
    promote: promotion.split("/").at(-1) ?? "",
  };
}

function valueFrom(table: string, offset = 0, column = "id"): string {
  return (
    database.prepare<[], string>(`SELECT "${column}" FROM "${table}" LIMIT 1 OFFSET ${offset}`).pluck().get() ?? ""
  );
}

/** Queries that narrow lists, besides a second page and a search. */
const VARIANTS: [path: string, queries: string[]][] = [
  ["/", ["page=2", "search=an", "category=academic"]],
  [
    "/directory",
    [
      "page=2",
      "page=4",
      "search=a",
      "search=anna+prof",
      "search=an&category=author",
      "category=investor",
      "category=author,investor,clinician&page=2",
      "category=author,investor&sort=updated",
      "search=an&category=author,investor&sort=newest",
      "sort=name&page=2",
      "sort=newest",
      "sort=updated&page=4",
      "sort=reviewed&page=4",
    ],
  ],
  ["/directory/authors", ["page=2", "search=an", "sort=name", "sort=newest", "sort=updated", "sort=reviewed"]],
  ["/articles", ["page=2", "search=part", "type=blog", "type=Blog+Post"]],
  ["/api/articles", ["page=2", "limit=5"]],
  ["/api/experts", ["page=2&limit=10", "search=an", "category=author"]],
  ["/api/experts/paginated", ["page=2", "page=4", "search=an", "category=author&page=2"]],
  ["/admin/experts", ["page=2", "search=an", "gap=source", "gap=deadLink&search=an", "gap=review"]],
  ["/admin/experts.csv", ["gap=portrait", "search=an"]],
  ["/admin/submissions", ["page=2", "status=rejected", "status=approved", "search=reader", "search=x&status=rejected"]],
  ["/admin/articles", ["page=2", "status=draft", "status=published", "search=part", "search=part&status=draft"]],
  ["/admin/library", ["page=2", "search=note", "tab=images", "tab=images&search=x", "all"]],
  ["/admin/users", ["page=2", "search=ada", "search=ada+lovelace"]],
  [
    "/admin/audit",
    ["page=2", "action=expert+deleted", "subjectKind=expert", "subjectKind=expert&subjectId=x", "userId=x"],
  ],
  ["/admin/requests", ["page=2", "status=decided"]],
  ["/admin/promote", ["page=2", "search=an"]],
  ["/api/admin/submissions", ["status=pending", "status=approved"]],
  ["/api/admin/submissions/paginated", ["page=2", "status=rejected", "search=reader"]],
  ["/api/admin/articles", ["page=2", "status=draft", "search=part"]],
  ["/api/admin/users", ["page=2", "search=ada"]],
];

/** Returns the addresses of a route. A parameter becomes an existing row of the table named before it, or "x", whose lookup is tested too. */
function addressesOf(file: string): string[] {
  const segments = file
    .replace(/\.tsx?$/, "")
    .replaceAll("[.]", "\0")
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .map((part) =>
      part
        .replace(/_$/, "")
        .replace(/^\[(.*)\]$/, "$1")
        .replaceAll("\0", "."),
    );
  const kinds = segments.includes("$kind") ? RECORD_TABLES : [""];
  return kinds.map((kind) => {
    const path: string[] = [];
    for (const segment of segments) {
      if (segment === "$kind") path.push(kind);
      else path.push(segment.startsWith("$") ? parameter(segment, path.at(-1) ?? "") : segment);
    }
    return `/${path.join("/")}`;
  });
}

function parameter(name: string, formerSegment: string): string {
  if (name === "$step") return "1";
  if (name === "$category") return "authors";
  const table = name === "$slug" && !tables().has(formerSegment) ? "experts" : formerSegment;
  if (ids[table] && name === "$id") return ids[table];
  const column = name.slice(1);
  return (tables().get(table)?.includes(column) && valueFrom(table, OFFSETS[table], column)) || "x";
}

/** Skips the first rows, which are in the trash. */
const OFFSETS: Record<string, number> = Object.fromEntries(RECORD_TABLES.map((table) => [table, 5]));

function tables(): Map<string, string[]> {
  const columns = database.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck();
  const names = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  return new Map(names.all().map((name) => [name, columns.all(name)]));
}

/** Returns the second page of each list that has pages, and a search of each that has one. */
function listQueries(file: string): string[] {
  const path = join("app/routes", file);
  const sources = /\.tsx?$/.test(file) ? [path] : readdirSync(path).map((part) => join(path, part));
  const text = sources.map((source) => readFileSync(source, "utf8")).join();
  return [
    ...(/\b(pageIn|nearestPage)\(/.test(text) ? ["page=2"] : []),
    ...(/\bsearchIn\(/.test(text) ? ["search=an"] : []),
  ];
}

test("performance: every list of a page or call is answered through an index", async () => {
  const files = readdirSync("app/routes").filter((file) => !/\.test\.tsx?$/.test(file));
  const addresses = new Set([
    ...files.flatMap((file) =>
      addressesOf(file).flatMap((address) => [address, ...listQueries(file).map((query) => `${address}?${query}`)]),
    ),
    ...VARIANTS.flatMap(([path, queries]) => queries.map((query) => `${path}?${query}`)),
    `/admin/library?expert=${encodeURIComponent(valueFrom("libraryContents", 0, "expertName"))}`,
    `/admin/submit?change=${valueFrom("experts", 5, "slug")}`,
    `/admin/library/content/${ids.content}?attach`,
  ]);
  const failed: string[] = [];
  for (const address of addresses) {
    const response = await get(site, address, { headers: admin });
    await response.arrayBuffer();
    // Registries are not asked in tests, which these calls report.
    const isOff = response.status === 503 && /\/(identifiers|portraits)$/.test(address);
    if (response.status >= 500 && !isOff) failed.push(`${address}: ${response.status}`);
    if (response.status === 404 && VARIANTS.some(([path]) => path === address)) failed.push(`${address}: not there`);
  }
  expect(failed).toEqual([]);
  const missingTables = [...SMALL].filter((name) => !tables().has(name) && !/^(sqlite_|json_)/.test(name));
  expect(missingTables, "SMALL names tables that do not exist").toEqual([]);

  const read = statements().filter(({ text }) => /^\s*(select|with)\b/i.test(text));
  // Far fewer would mean that nothing was recorded.
  expect(read.length).toBeGreaterThan(100);
  const scans = read.flatMap((statement) => {
    if (EXCEPTIONS.some((exception) => exception.statement.test(statement.text))) return [];
    return scansIn(statement).map((step) => `${step}: ${statement.text.replace(/\s+/g, " ")}`);
  });
  expect(scans).toEqual([]);
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
  const unused = EXCEPTIONS.filter(
    (exception) =>
      !recordedStatements.some(
        (statement) => exception.statement.test(statement.text) && scansIn(statement).length > 0,
      ),
  );
  expect(unused).toEqual([]);
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
  const temporary = new Set(plan.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]));
  const isPage = isPageOf(text) && !plan.some((step) => /^USE TEMP B-TREE FOR (?!LAST)/.test(step));
  return plan.filter((step) => {
    const [, name = "", options = ""] = /^SCAN (\S+)(.*)/.exec(step) ?? [];
    if (!name || SMALL.has(name) || temporary.has(name) || /^(\(|CONSTANT$|\d)/.test(name)) return false;
    // Searches look words up, and lists in JSON are small; only a virtual table without a condition is read completely.
    if (options.includes("VIRTUAL TABLE")) return /INDEX 0:$/.test(options);
    return !isPage;
  });
}

function planOf({ text, parameters }: Statement): string[] {
  // Bound values change the plan: an index of dead links serves only queries for "dead".
  const explained = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  return explained.all(...parameters).map(({ detail }) => detail);
}

/** Tells whether a statement reads a limited number of rows and skips none. Subqueries in brackets are not considered. */
function isPageOf(text: string): boolean {
  let outer = text;
  for (let previous = ""; previous !== outer; ) {
    previous = outer;
    outer = outer.replace(/\([^()]*\)/g, "");
  }
  return /\blimit\b/i.test(outer) && !/\b(where|group by|distinct|count|max|sum)\b/i.test(outer);
}
