import { beforeAll, expect, test } from "vitest";
import { db, migrate, type RequestRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { DAY_MS } from "~/stored-times";
import { schemaTables } from "../../../../test/support/rows-about-person";
import { requestsInFull, requestsPage } from "./queue.server";
import { forgetDecided, removeUnconfirmed } from "./report.server";

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** The columns that stay: keys, hashes, states and times, without text or addresses. */
const KEPT_COLUMNS =
  `rowId id tokenHash kind status expertRowId field createdAt confirmedAt dueAt decidedAt decidedBy answeredInMs
  isPublic userId`.split(/\s+/);
const WRITTEN_COLUMNS = (schemaTables().find(({ name }) => name === "requests")?.columns ?? [])
  .map(({ name }) => name)
  .filter((name) => !KEPT_COLUMNS.includes(name)) as (keyof RequestRow)[];

let expertRowId: number;
beforeAll(async () => {
  await migrate(db);
  await importExperts([{ name: "Ada Asked", slug: "ada" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
});

async function addRequest(id: string, changes: Partial<RequestRow>): Promise<void> {
  const times = {
    createdAt: daysAgo(400),
    confirmedAt: daysAgo(400),
    dueAt: daysAgo(390),
    decidedAt: null,
    decidedBy: null,
  };
  const subject = {
    id,
    tokenHash: id,
    kind: "error",
    status: "open",
    expertRowId,
    field: "title",
    isPublic: 1,
  } as const;
  const texts = Object.fromEntries(WRITTEN_COLUMNS.map((column) => [column, `${column} of it`]));
  const row = { ...subject, ...times, ...texts, answeredInMs: null, ...changes };
  await db
    .insertInto("requests")
    .values(row as never)
    .execute();
}

async function writtenColumnsOf(id: string): Promise<string[] | null> {
  const row = await db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? WRITTEN_COLUMNS.filter((column) => row[column] !== "") : null;
}

test("SA08 a year after the decision nothing is left of what somebody wrote, nor their address, except in a valid claim", async () => {
  expect(WRITTEN_COLUMNS).toContain("email");
  await addRequest("old", { status: "applied", decidedAt: daysAgo(366) });
  await addRequest("newer", { status: "applied", decidedAt: daysAgo(364) });
  await addRequest("open", {});
  await addRequest("rejected-claim", { kind: "claim", status: "rejected", decidedAt: daysAgo(366) });
  await addRequest("claim", { kind: "claim", status: "applied", decidedAt: daysAgo(366) });
  expect(await forgetDecided()).toBe(2);
  expect(await Promise.all(["old", "rejected-claim"].map(writtenColumnsOf))).toEqual([[], []]);
  expect(await Promise.all(["newer", "open", "claim"].map(writtenColumnsOf))).toEqual([
    WRITTEN_COLUMNS,
    WRITTEN_COLUMNS,
    WRITTEN_COLUMNS,
  ]);
  expect(await forgetDecided()).toBe(0);
});

test("SA08 deletes a report that nobody confirms within a week, and keeps a confirmed one", async () => {
  await addRequest("unconfirmed", { status: "unconfirmed", createdAt: daysAgo(8), confirmedAt: null });
  await addRequest("waiting", { status: "unconfirmed", createdAt: daysAgo(6), confirmedAt: null });
  expect(await removeUnconfirmed()).toBe(1);
  expect(await Promise.all(["unconfirmed", "waiting", "open"].map(writtenColumnsOf))).toEqual([
    null,
    WRITTEN_COLUMNS,
    WRITTEN_COLUMNS,
  ]);
});

test("a program that reads past the end of the requests gets an empty page, and a reader the last page", async () => {
  await addRequest("waits", { id: "waits" });
  const query = { page: 9, limit: 20, tab: "open" } as const;
  const editor = { id: "e" } as Editor;
  expect(await requestsInFull(editor, query)).toMatchObject({ requests: [], currentPage: 9 });
  expect(await requestsPage(editor, query)).toMatchObject({
    requests: expect.arrayContaining([expect.objectContaining({ id: "waits" })]),
    currentPage: 1,
  });
});
