import { beforeAll, expect, test } from "vitest";
import { db, migrate, type RequestRow } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { DAY_MS } from "~/stored-times";
import { schemaTables } from "../../../../test/support/rows-about-person";
import { forgetDecided, removeUnconfirmed } from "./report.server";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** The columns that hold nothing which somebody wrote or which leads to them. */
const OTHERS =
  `rowId id tokenHash kind status expertRowId field createdAt confirmedAt dueAt decidedAt decidedBy answeredInMs
  isPublic userId`.split(/\s+/);
const WRITTEN = (schemaTables().find(({ name }) => name === "requests")?.columns ?? [])
  .map(({ name }) => name)
  .filter((name) => !OTHERS.includes(name)) as (keyof RequestRow)[];

let expertRowId: number;
beforeAll(async () => {
  await migrate(db);
  await importExperts([{ name: "Ada Asked", slug: "ada" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
});

async function addRequest(id: string, changes: Partial<RequestRow>): Promise<void> {
  const times = { createdAt: ago(400), confirmedAt: ago(400), dueAt: ago(390), decidedAt: null, decidedBy: null };
  const about = { id, tokenHash: id, kind: "error", status: "open", expertRowId, field: "title", isPublic: 1 } as const;
  const written = Object.fromEntries(WRITTEN.map((column) => [column, `${column} of it`]));
  const row = { ...about, ...times, ...written, answeredInMs: null, ...changes };
  await db
    .insertInto("requests")
    .values(row as never)
    .execute();
}

async function writtenIn(id: string): Promise<string[] | null> {
  const row = await db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? WRITTEN.filter((column) => row[column] !== "") : null;
}

test("SA08 a year after the decision nothing is left of what somebody wrote, nor their address", async () => {
  expect(WRITTEN).toContain("email");
  await addRequest("old", { status: "applied", decidedAt: ago(366) });
  await addRequest("newer", { status: "applied", decidedAt: ago(364) });
  await addRequest("open", {});
  await addRequest("rejected-claim", { kind: "claim", status: "rejected", decidedAt: ago(366) });
  await addRequest("claim", { kind: "claim", status: "applied", decidedAt: ago(366) });
  expect(await forgetDecided()).toBe(2);
  expect(await Promise.all(["old", "rejected-claim"].map(writtenIn))).toEqual([[], []]);
  expect(await Promise.all(["newer", "open", "claim"].map(writtenIn))).toEqual([WRITTEN, WRITTEN, WRITTEN]);
  expect(await forgetDecided()).toBe(0);
});

test("SA08 deletes a report that nobody confirms within a week, and keeps a confirmed one", async () => {
  await addRequest("unconfirmed", { status: "unconfirmed", createdAt: ago(8), confirmedAt: null });
  await addRequest("waiting", { status: "unconfirmed", createdAt: ago(6), confirmedAt: null });
  expect(await removeUnconfirmed()).toBe(1);
  expect(await Promise.all(["unconfirmed", "waiting", "open"].map(writtenIn))).toEqual([null, WRITTEN, WRITTEN]);
});
