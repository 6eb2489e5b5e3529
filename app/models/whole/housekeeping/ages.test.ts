/** Tests that each kind of expiring row is deleted at its age, and not an hour earlier. */

import { beforeAll, expect, test } from "vitest";
import { type Database, db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { PARTS } from "~/models/whole/parts.server";
import { DAY_MS, HOUR_MS } from "~/stored-times";
import { addMember } from "../../../../test/support/members";

const NOW = Date.now();
const timeAt = (ageMs: number) => new Date(NOW - ageMs).toISOString();

let userId = "";
let expertRowId = 0;
beforeAll(async () => {
  await migrate(db);
  userId = (await addMember()).id;
  await importExperts([{ name: "Ada Age" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
});

interface ExpiringRow {
  table: keyof Database;
  /** The name of its hourly work in a part. */
  work: string;
  days: number;
  row(id: string, time: string): object;
}

const mail = (status: string) => (id: string, createdAt: string) => {
  const emptyTexts = { kind: "x", recipient: "", subject: "", body: "", html: "", unsubscribe: "", lastError: null };
  return { id, ...emptyTexts, status, attempts: 1, nextAttemptAt: createdAt, createdAt, sentAt: createdAt };
};
const request = (status: string) => (id: string, time: string) => {
  const texts = { field: "title", says: "", should: "", source: "", message: "", email: "e@mail.example", notes: "" };
  const times = { createdAt: time, confirmedAt: null, dueAt: null, decidedAt: null, decidedBy: null };
  const otherFields = { kind: "error", expertRowId: null, answeredInMs: null, isPublic: 0, userId: null };
  return { id, tokenHash: id, status, ...texts, ...times, ...otherFields };
};
const question = (status: string) => (id: string, changedAt: string) => {
  const texts = { email: "e@mail.example", name: "Q", purpose: "", subject: "S" };
  return { id, expertRowId, userId, ...texts, status, createdAt: timeAt(400 * DAY_MS), changedAt };
};

const EXPIRING_ROWS: ExpiringRow[] = [
  { table: "mails", work: "mails", days: 90, row: mail("sent") },
  { table: "mails", work: "mails", days: 90, row: mail("failed") },
  {
    table: "suggestions",
    work: "suggestions",
    days: 30,
    row: (id, createdAt) => {
      const subject = { subjectKind: "expert", subjectId: "", personName: "", field: "biography" };
      return { id, ...subject, text: "T", provider: "p", model: "m", createdAt, createdBy: null };
    },
  },
  { table: "requests", work: "reports", days: 7, row: request("unconfirmed") },
  {
    table: "drafts",
    work: "drafts",
    days: 30,
    row: (id, updatedAt) => ({ id, browser: id, userId: null, fields: "{}", updatedAt }),
  },
  {
    table: "drafts",
    work: "drafts",
    days: 30,
    row: (id, updatedAt) => ({ id, browser: "", userId, fields: "{}", updatedAt }),
  },
  { table: "questions", work: "questions", days: 7, row: question("unconfirmed") },
  { table: "questions", work: "questions", days: 90, row: question("open") },
  { table: "questions", work: "questions", days: 90, row: question("answered") },
  { table: "questions", work: "questions", days: 90, row: question("ended") },
  {
    table: "apiKeys",
    work: "keys",
    days: 90,
    row: (id, expiresAt) => {
      const key = { userId, name: "k", hash: id, scope: "all", lastUsedOn: null };
      return { id, ...key, createdAt: timeAt(900 * DAY_MS), expiresAt };
    },
  },
  {
    table: "claims",
    work: "claims",
    days: 0,
    row: (id, expiresAt) => {
      const claim = { expertRowId, userId, requestId: null, proof: "mail", status: "started", page: id, isStrong: 1 };
      const emptyFields = { evidence: "", tokenHash: null, claimedAt: null, confirmedAt: null, remindedAt: null };
      return { id, ...claim, ...emptyFields, createdAt: timeAt(DAY_MS), expiresAt };
    },
  },
];

test.each(EXPIRING_ROWS.map((expiring) => [expiring.work, expiring.days, expiring] as const))(
  "%s are deleted after %i days",
  async (work, days, { table, row }) => {
    const rows = [row("younger", timeAt(days * DAY_MS - HOUR_MS)), row("older", timeAt(days * DAY_MS + HOUR_MS))];
    await db
      .insertInto(table)
      .values(rows as never)
      .execute();
    const hourly = PARTS.flatMap((part) => Object.entries(part.hourly ?? {}));
    for (const [name, remove] of hourly) if (name === work) await remove();
    const remainingRows = await db
      .selectFrom(table as "mails")
      .select("id")
      .execute();
    expect(remainingRows).toEqual([{ id: "younger" }]);
    await db.deleteFrom(table).execute();
  },
);

test.each(["queued", "sending", "handedOver"])("a mail with the status %s is never deleted", async (status) => {
  await db
    .insertInto("mails")
    .values(mail(status)("waits", timeAt(400 * DAY_MS)) as never)
    .execute();
  for (const { hourly = {} } of PARTS) await hourly.mails?.();
  expect(await db.selectFrom("mails").select("id").execute()).toEqual([{ id: "waits" }]);
  await db.deleteFrom("mails").execute();
});

const rowOf = (table: string) =>
  EXPIRING_ROWS.find((expiring) => expiring.table === table)?.row("waits", timeAt(400 * DAY_MS));

test.each<[work: string, table: "requests" | "questions" | "claims", status: string]>([
  ["reports", "requests", "open"],
  ["reports", "requests", "rejected"],
  ["claims", "claims", "proven"],
  ["claims", "claims", "confirmed"],
])("%s: a row in %s with the status %s is never deleted", async (work, table, status) => {
  await db
    .insertInto(table)
    .values({ ...rowOf(table), status } as never)
    .execute();
  for (const { hourly = {} } of PARTS) await (hourly as Record<string, () => Promise<number>>)[work]?.();
  expect(await db.selectFrom(table).select("id").execute()).toEqual([{ id: "waits" }]);
  await db.deleteFrom(table).execute();
});

test("keeps the visits of the last 25 months", async () => {
  const monthsAgo = (months: number, days = 0) => {
    const day = new Date(NOW);
    day.setUTCMonth(day.getUTCMonth() - months);
    return new Date(day.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  };
  const days = [monthsAgo(25, 1), monthsAgo(25, -1)];
  await db
    .insertInto("visits")
    .values(days.map((day) => ({ day, kind: "site" as const, subject: "", host: "", n: 1 })))
    .execute();
  for (const { hourly = {} } of PARTS) await hourly.visits?.();
  expect(await db.selectFrom("visits").select("day").execute()).toEqual([{ day: days[0] }]);
});

test("deletes searches without results 180 days after they were last typed", async () => {
  const day = (ageDays: number) => timeAt(ageDays * DAY_MS).slice(0, 10);
  const rows = [179, 182].map((age) => ({ words: `zzqx ${age}`, typed: `zzqx ${age}`, lastDay: day(age) }));
  await db
    .insertInto("missedSearches")
    .values(rows.map((row) => ({ ...row, count: 3, firstDay: day(200), isDismissed: 0 })))
    .execute();
  for (const { hourly = {} } of PARTS) await hourly.searches?.();
  expect(await db.selectFrom("missedSearches").select("words").execute()).toEqual([{ words: "zzqx 179" }]);
});
