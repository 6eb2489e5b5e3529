import { beforeAll, beforeEach, expect, test } from "vitest";
import { type ClaimRow, db, migrate, type UserRow } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { member } from "../../../../test/support/members";
import { askHolders } from "./still-right.server";

const NOW = Date.now();
const DAY_MS = 24 * 60 * 60_000;
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

let user: UserRow;
let expertRowId: number;

beforeAll(() => migrate(db));
beforeEach(async () => {
  await db.deleteFrom("experts").execute();
  await db.deleteFrom("mails").execute();
  await importExperts([{ name: "Clara Claimed" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
  user = await member();
});

async function claim(changes: Partial<ClaimRow> = {}) {
  const times = { createdAt: ago(800), expiresAt: ago(700), claimedAt: ago(800), confirmedAt: ago(366) };
  const nothing = { requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null, remindedAt: null };
  const row = { id: "0123456789abcdef", expertRowId, userId: user.id, proof: "mail", status: "confirmed" } as const;
  await db
    .insertInto("claims")
    .values({ ...row, ...times, ...nothing, ...changes })
    .execute();
}

const sendMails = () => askHolders(new Date(NOW));
const recipients = async () =>
  (await db.selectFrom("mails").select("recipient").execute()).map(({ recipient }) => recipient);

test.each<[string, Partial<ClaimRow>, number]>([
  ["said so more than a year ago", {}, 1],
  ["said so less than a year ago", { confirmedAt: ago(364) }, 0],
  ["was asked less than a year ago", { remindedAt: ago(364) }, 0],
  ["was asked more than a year ago", { remindedAt: ago(366) }, 1],
  ["was asked by a clock that ran ahead", { remindedAt: ago(-400) }, 1],
  ["ended the mail", { askedYearly: 0 }, 0],
  ["holds the profile no more", { status: "ended" }, 0],
  ["has not been confirmed", { status: "proven" }, 0],
])("CL07 who %s is asked, or not: %j", async (_, changes, count) => {
  await claim(changes);
  expect(await sendMails()).toBe(count);
  expect(await recipients()).toEqual(count ? [user.email] : []);
  expect(await sendMails(), "once").toBe(0);
});

test("CL07 nobody is asked about a profile in the trash, nor with an account that is disabled", async () => {
  await claim();
  await db
    .updateTable("experts")
    .set({ deletedAt: ago(1) })
    .execute();
  expect(await sendMails()).toBe(0);
  await db.updateTable("experts").set({ deletedAt: null }).execute();
  await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
  expect(await sendMails()).toBe(0);
  await db.updateTable("users").set({ status: "active" }).where("id", "=", user.id).execute();
  expect(await sendMails()).toBe(1);
});
