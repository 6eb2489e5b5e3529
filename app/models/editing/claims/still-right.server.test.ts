import { beforeAll, beforeEach, expect, test } from "vitest";
import { type ClaimRow, db, migrate, type UserRow } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { DAY_MS } from "~/stored-times";
import { addMember } from "../../../../test/support/members";
import { removeExpiredProofs } from "./claims.server";
import { askHolders, confirmByLink, profileAskedAbout } from "./still-right.server";

const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

let user: UserRow;
let expertRowId: number;

beforeAll(() => migrate(db));
beforeEach(async () => {
  await db.deleteFrom("experts").execute();
  await db.deleteFrom("mails").execute();
  await importExperts([{ name: "Clara Claimed" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
  user = await addMember();
});

async function addClaim(changes: Partial<ClaimRow> = {}) {
  const times = {
    createdAt: daysAgo(800),
    expiresAt: daysAgo(700),
    claimedAt: daysAgo(800),
    confirmedAt: daysAgo(366),
  };
  const emptyColumns = { requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null, remindedAt: null };
  const row = { id: "0123456789abcdef", expertRowId, userId: user.id, proof: "mail", status: "confirmed" } as const;
  await db
    .insertInto("claims")
    .values({ ...row, ...times, ...emptyColumns, ...changes })
    .execute();
}

const sendMails = () => askHolders(new Date(NOW));
const readRecipients = async () =>
  (await db.selectFrom("mails").select("recipient").execute()).map(({ recipient }) => recipient);

test.each<[string, Partial<ClaimRow>, number]>([
  ["confirmed more than a year ago", {}, 1],
  ["confirmed less than a year ago", { confirmedAt: daysAgo(364) }, 0],
  ["was asked less than a year ago", { remindedAt: daysAgo(364) }, 0],
  ["was asked more than a year ago", { remindedAt: daysAgo(366) }, 1],
  ["was asked by a clock that ran ahead", { remindedAt: daysAgo(-400) }, 1],
  ["switched the mail off", { askedYearly: 0 }, 0],
  ["does not hold the profile any more", { status: "ended" }, 0],
  ["waits for the editors", { status: "proven" }, 0],
])("CL07 a holder who %s gets a mail or none: %j", async (_, changes, count) => {
  await addClaim(changes);
  expect(await sendMails()).toBe(count);
  expect(await readRecipients()).toEqual(count ? [user.email] : []);
  expect(await sendMails(), "once").toBe(0);
});

test("CL07 sends no mail about a profile in the trash or to a disabled account", async () => {
  await addClaim();
  await db
    .updateTable("experts")
    .set({ deletedAt: daysAgo(1) })
    .execute();
  expect(await sendMails()).toBe(0);
  await db.updateTable("experts").set({ deletedAt: null }).execute();
  await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
  expect(await sendMails()).toBe(0);
  await db.updateTable("users").set({ status: "active" }).where("id", "=", user.id).execute();
  expect(await sendMails()).toBe(1);
});

test("CL07 a mailed link confirms the profile once, within 60 days, for the user who still holds it", async () => {
  await addClaim();
  expect(await sendMails()).toBe(1);
  const { body } = await db.selectFrom("mails").select("body").executeTakeFirstOrThrow();
  const token = /still-right\?token=([\w-]+)/.exec(body)?.[1] ?? "";
  const missingError = { problem: "missing" };
  for (const changes of [{ status: "ended" }, { remindedAt: daysAgo(61) }, { remindedAt: daysAgo(-1) }] as const) {
    await db.updateTable("claims").set(changes).execute();
    await expect(confirmByLink(token), JSON.stringify(changes)).rejects.toMatchObject(missingError);
    await db
      .updateTable("claims")
      .set({ status: "confirmed", remindedAt: daysAgo(59) })
      .execute();
  }
  expect(await profileAskedAbout(token)).toMatchObject({ name: "Clara Claimed" });
  await confirmByLink(token);
  const claim = await db.selectFrom("claims").select("confirmedAt").executeTakeFirstOrThrow();
  expect(claim.confirmedAt && claim.confirmedAt > daysAgo(1)).toBe(true);
  await expect(confirmByLink(token), "a second time").rejects.toMatchObject(missingError);
});

test("CL01 a proof that was begun ends with its time; a claim that was proven outlasts it", async () => {
  const statuses = ["started", "proven", "confirmed", "rejected", "ended"] as const;
  for (const status of statuses) await addClaim({ id: status, status, userId: (await addMember()).id });
  await addClaim({ id: "begun now", status: "started", expiresAt: daysAgo(-1) });
  expect(await removeExpiredProofs()).toBe(1);
  const remainingClaims = await db.selectFrom("claims").select("id").orderBy("rowId").execute();
  expect(remainingClaims.map(({ id }) => id)).toEqual([...statuses.slice(1), "begun now"]);
});
