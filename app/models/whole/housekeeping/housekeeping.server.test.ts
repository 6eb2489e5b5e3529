import type { Insertable } from "kysely";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { db, engine, migrate, type RequestsTable } from "~/db.server";
import { issueToken } from "~/models/base/accounts/one-time-tokens.server";
import { insertUser } from "~/models/base/accounts/register.server";
import { sessionRows } from "~/models/base/accounts/sessions.server";
import { newPerson } from "../../../../test/support/accounts";
import { eventually } from "../../../../test/support/eventually";
import { startHousekeeping } from "./housekeeping.server";

beforeAll(async () => {
  await migrate(db);
});
afterEach(async () => {
  vi.useRealTimers();
  await db.deleteFrom("cursors").execute();
});

test("deletes expired sessions, tokens and API keys, and no others", async () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const clock = vi.spyOn(engine, "now").mockImplementation(async () => Date.now());
  onTestFinished(() => clock.mockRestore());
  const user = await insertUser(db, { ...newPerson(), role: "user" });
  await sessionRows.createData({ user });
  await sessionRows.createData({ state: "of a visitor, for an hour" });
  await issueToken(db, { purpose: "reset", userId: user.id, minutes: 60 });
  await issueToken(db, { purpose: "verify", userId: user.id, minutes: 24 * 60 });

  // The key expired 60 days ago, and stays listed for 90 days.
  const key = { id: "key", userId: user.id, name: "nightly", hash: "hash", scope: "all", lastUsedOn: null };
  const at = new Date(start - 60 * 24 * 60 * 60_000).toISOString();
  await db
    .insertInto("apiKeys")
    .values({ ...key, createdAt: at, expiresAt: at })
    .execute();
  const countKeys = async () => (await db.selectFrom("apiKeys").select("id").execute()).length;

  await cleanUp({ sessions: 2, tokens: 2 });
  expect(await countKeys()).toBe(1);
  vi.setSystemTime(start + 61 * 60_000);
  await cleanUp({ sessions: 1, tokens: 1 });
  vi.setSystemTime(start + 31 * 24 * 60 * 60_000);
  await cleanUp({ sessions: 0, tokens: 0 });
  expect(await countKeys()).toBe(0);
});

test("a year after its decision, only the day and the kind of a report are left", async () => {
  const at = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
  const report = (id: string, changes: Partial<Insertable<RequestsTable>> = {}) => ({
    id,
    tokenHash: id,
    kind: "error" as const,
    status: "applied" as const,
    expertRowId: null,
    field: "title",
    says: "Wrong",
    should: "Right",
    source: "S",
    message: "M",
    email: "finder@mail.example",
    notes: "N",
    dueAt: null,
    createdAt: at(400),
    confirmedAt: at(400),
    decidedAt: at(366),
    decidedBy: null,
    answeredInMs: 1,
    isPublic: 1,
    ...changes,
  });
  const decidedLater = report("later", { decidedAt: at(364) });
  const openReport = report("open", { status: "open", decidedAt: null });
  const validClaim = report("holds", { kind: "claim" });
  const endedClaim = report("ended", { kind: "claim", status: "rejected" });
  await db
    .insertInto("requests")
    .values([report("old"), decidedLater, openReport, validClaim, endedClaim])
    .execute();
  // An earlier step cannot read its table.
  await db.schema.alterTable("suggestions").renameTo("suggestionsAway").execute();
  onTestFinished(() => db.schema.alterTable("suggestionsAway").renameTo("suggestions").execute());
  const housekeeping = startHousekeeping();
  const reportsWithTexts = async () => {
    const rows = await db.selectFrom("requests").select(["id", "email", "message", "notes"]).orderBy("id").execute();
    return rows.filter(({ email, message, notes }) => email + message + notes !== "").map(({ id }) => id);
  };
  await eventually(async () => expect(await reportsWithTexts()).toEqual(["holds", "later", "open"]));
  await housekeeping.stop();
  const [oldReport] = await db.selectFrom("requests").selectAll().where("id", "=", "old").execute();
  expect(oldReport).toMatchObject({ field: "title", says: "", should: "", source: "", isPublic: 1 });
});

async function cleanUp(expected: { sessions: number; tokens: number }) {
  const housekeeping = startHousekeeping();
  await eventually(async () => expect(await countRemaining()).toEqual(expected));
  await housekeeping.stop();
}

async function countRemaining() {
  const [sessions, tokens] = await Promise.all([
    db.selectFrom("sessions").select("idHash").execute(),
    db.selectFrom("oneTimeTokens").select("hash").execute(),
  ]);
  return { sessions: sessions.length, tokens: tokens.length };
}
