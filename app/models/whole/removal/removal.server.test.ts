/** Leaving, asked of the schema itself: a table that is yet to come is part of it without anybody thinking of it. */
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { aboutSomebody, allTables, everyRow, type Somebody } from "../../../../test/support/about-somebody";
import { member } from "../../../../test/support/members";
import { removeAtWish } from "./removal.server";

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

async function listed(name: string, slug: string, n: number): Promise<Somebody> {
  await importExperts([{ name, slug, title: `Known as ${name}`, categories: ["author"] }], { origin: "import" });
  const { rowId, id } = await expertForAdmin(admin, slug);
  return { name, slug, email: `${slug}@quark.example`, rowId, id, n };
}

/** Tables and columns with a text about somebody, and the tables with rows that belong to the profile. */
async function left({ name, slug, email, rowId, id }: Somebody): Promise<string[]> {
  return (await everyRow()).flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) => {
      const isOwn = /(^|[a-z])(e|E)xpertRowId$/.test(column) && value === rowId;
      const text = String(value);
      const isSaid = [name, slug, email, id].some((one) => text.toLowerCase().includes(one.toLowerCase()));
      return isOwn || isSaid ? [`${table}.${column}`] : [];
    }),
  );
}

const tableOf = (place: string) => place.split(".")[0] as string;

test("SA05 no table keeps a name, address, work or message of who left, and all of them those of who stays", async () => {
  const [leaves, stays] = [
    await listed("Zuleika Vanishing-Quark", "zuleika-vanishing-quark", 1),
    await listed("Stanislaw Remaining-Boson", "stanislaw-remaining-boson", 2),
  ];
  for (const person of [leaves, stays]) await aboutSomebody(person);
  const before = { leaves: await left(leaves), stays: await left(stays) };
  await db.transaction().execute((tx) => removeAtWish(tx, admin, leaves.rowId, "request1"));
  const after = { leaves: await left(leaves), stays: await left(stays) };
  expect(after.stays).toEqual(before.stays);
  const mayStay = new Set(Object.keys(STAYS).flatMap((places) => places.split(" ")));
  expect(after.leaves.filter((place) => !mayStay.has(place) && !mayStay.has(tableOf(place)))).toEqual([]);
  // No exception that nothing needs, and hardly a table in which nothing was written about both.
  const isUsed = (place: string) => after.leaves.some((one) => one === place || tableOf(one) === place);
  expect([...mayStay].filter((place) => !isUsed(place))).toEqual([]);
  const silent = allTables().filter((table) => !before.leaves.some((place) => tableOf(place) === table));
  expect(silent.sort()).toEqual(SILENT);
});
