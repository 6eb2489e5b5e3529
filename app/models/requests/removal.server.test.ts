/** Leaving, asked of the schema itself: a table that is yet to come is part of it without anybody thinking of it. */
import SQLite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { databasePath, db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/accounts/admin.server";
import { expertForAdmin } from "~/models/experts/rows.server";
import { importExperts } from "~/models/experts/write.server";
import { tablesIn } from "../../../db/sqlite/end";
import { member } from "../../../test/support/members";
import { removeAtWish } from "./removal.server";

/** What everything about somebody says. */
interface Person {
  name: string;
  slug: string;
  email: string;
  rowId: number;
  id: string;
  /** Tells the keys of their rows from those of others. */
  n: number;
}

/** Tables, or columns, that may say the name of who left, and why. A new one needs a reason here, or to forget. */
const STAYS: Record<string, string> = {
  "articles articleDrafts articleRevisions": "texts of the site; who decides is shown which of them say the name",
  articleSlugs: "addresses of articles",
  "pages topics topicSlugs settings webhooks libraryProjects imports waitingCredits cursors":
    "written by who runs the site",
  "users apiKeys passkeys sessions oneTimeTokens": "accounts are their owners', who delete them",
  aiModels: "what a provider said of a model",
  "auditLog.userName": "who did something, not about whom",
  "auditLog.address": "where who did something sat",
  "auditLog.subjectId": "a number that leads to nobody any more",
  "removals.id": "the same: for those who keep a copy of the directory",
  "followers.email": "gone with the next housekeeping, with whatever else was followed",
};

/** Counts, hashes, keys and secrets: nothing about a listed person can be read in them. */
const SILENT =
  `articleCounts contentVersion doNotRelist goneSlugs libraryContentImages listingCounts recoveryCodes removals
  reviewPlaces searchWords totpSecrets visitReaders visitSalts`.split(/\s+/);

let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await member({ role: "admin" }));
});

async function listed(name: string, slug: string, n: number): Promise<Person> {
  await importExperts([{ name, slug, title: `Known as ${name}`, categories: ["author"] }], { origin: "import" });
  const { rowId, id } = await expertForAdmin(admin, slug);
  return { name, slug, email: `${slug}@quark.example`, rowId, id, n };
}

/** Adds a row about somebody to every table; each refers to those about the same person. */
function fill(sqlite: SQLite.Database, person: Person): void {
  const made = new Map<string, Record<string, unknown>>();
  for (const { name: table } of tablesIn(sqlite)) {
    if (["contentVersion", "experts", "searchTexts"].includes(table)) continue;
    const columns = sqlite
      .prepare<[string], { name: string; type: string }>("SELECT name, lower(type) AS type FROM pragma_table_info(?)")
      .all(table);
    const links = new Map(
      sqlite
        .prepare<[string], [string, string, string]>(`SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`)
        .raw()
        .all(table)
        .map(([from, to, column]) => [from, to === "experts" ? person.rowId : made.get(to)?.[column]]),
    );
    const row = Object.fromEntries(
      columns.map(({ name, type }) => [name, links.get(name) ?? sample(table, name, type, person)]),
    );
    const names = columns.map(({ name }) => `"${name}"`);
    const values = names.map(() => "?").join(", ");
    sqlite.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`).run(Object.values(row));
    made.set(table, row);
  }
}

/** Read as JSON by those who remove somebody. */
const JSON_TEXTS = ["before", "after", "fields", "state", "input", "result"];
const JSON_LISTS = ["tags", "sources", "evidence", "seoTags", "otherNames", "subjects", "pages"];
/** Columns with keys, hashes and words of the program, in which nobody writes. */
const KEYS =
  /^(id|key|kind|status|action|hash|salt|url|file|secret|category|provider|model|ranModel|task|proof|field|state|outcome|phase|format|origin|rhythm|zone|way|role|scope|events|word|host)$|(Id|Hash|By)$/;

function sample(table: string, column: string, type: string, { name, slug, email, rowId, id, n }: Person) {
  const where = `${table}.${column}`;
  const special: Record<string, unknown> = {
    "importRows.subjectRowId": rowId,
    "imageUses.field": "imageUrl",
    "images.files": JSON.stringify([{ name: `${slug}.webp` }]),
    "visits.kind": "search",
    "visits.subject": name.toLowerCase().replace("-", " "),
    "visits.host": `${slug}.example`,
    "libraryCounts.items": 0,
    "follows.target": `/directory?search=${encodeURIComponent(name)}`,
  };
  if (where in special) return special[where];
  if (["imageUses", "suggestions", "auditLog"].includes(table)) {
    if (column === "subjectId") return id;
    if (/kind$/i.test(column)) return "expert";
  }
  if (type === "integer") return 9_000_000 + n;
  if (type === "real") return n / 3;
  if (JSON_TEXTS.includes(column) && table !== "importRows")
    return JSON.stringify({ name, expertName: name, text: `By ${name}` });
  if (JSON_LISTS.includes(column)) return JSON.stringify([`${name} in ${where}`]);
  if (/email|recipient/i.test(column)) return email;
  if (/slug$/i.test(column)) return `${slug}-${table.toLowerCase()}`;
  if (/At$|On$|^at$|day$|Until$|^since$/i.test(column)) return `2026-01-0${n}T00:00:00.000Z`;
  if (KEYS.test(column)) return `${where} ${n}`;
  if (/name$/i.test(column)) return name;
  return `${name} in ${where}`;
}

/** Tables and columns with a text about somebody, and the tables with rows that belong to the profile. */
function left(sqlite: SQLite.Database, { name, slug, email, rowId, id }: Person): string[] {
  return tablesIn(sqlite).flatMap(({ name: table }) => {
    const rows = sqlite.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
    return rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => {
        const isOwn = /(^|[a-z])(e|E)xpertRowId$/.test(column) && value === rowId;
        const text = String(value);
        const isSaid = [name, slug, email, id].some((one) => text.toLowerCase().includes(one.toLowerCase()));
        return isOwn || isSaid ? [`${table}.${column}`] : [];
      }),
    );
  });
}

const tableOf = (place: string) => place.split(".")[0] as string;

test("SA05 no table keeps a name, address, work or message of who left, and all of them those of who stays", async () => {
  const [leaves, stays] = [
    await listed("Zuleika Vanishing-Quark", "zuleika-vanishing-quark", 1),
    await listed("Stanislaw Remaining-Boson", "stanislaw-remaining-boson", 2),
  ];
  const sqlite = new SQLite(databasePath, { timeout: 10_000 });
  sqlite.pragma("foreign_keys = ON");
  for (const person of [leaves, stays]) fill(sqlite, person);
  const before = { leaves: left(sqlite, leaves), stays: left(sqlite, stays) };
  const filled = tablesIn(sqlite).map(({ name }) => name);
  await db.transaction().execute((tx) => removeAtWish(tx, admin, leaves.rowId, "request1"));
  const after = { leaves: left(sqlite, leaves), stays: left(sqlite, stays) };
  sqlite.close();
  expect(after.stays).toEqual(before.stays);
  const mayStay = new Set(Object.keys(STAYS).flatMap((places) => places.split(" ")));
  expect(after.leaves.filter((place) => !mayStay.has(place) && !mayStay.has(tableOf(place)))).toEqual([]);
  // No exception that nothing needs, and hardly a table in which nothing was written about both.
  const isUsed = (place: string) => after.leaves.some((one) => one === place || tableOf(one) === place);
  expect([...mayStay].filter((place) => !isUsed(place))).toEqual([]);
  const silent = filled.filter((table) => !before.leaves.some((place) => tableOf(place) === table));
  expect(silent.sort()).toEqual(SILENT);
});
