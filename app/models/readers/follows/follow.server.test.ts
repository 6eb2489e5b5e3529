import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { DAY_MS } from "~/stored-times";
import { changeRhythm, confirmFollows, removeUnconfirmedFollows } from "./follow.server";
import { followerPath } from "./links.server";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const id = "0123456789abcdef";
const token = followerPath(id).replace("/follow/", "");

beforeAll(() => migrate(db));
beforeEach(async () => {
  await db.deleteFrom("followers").execute();
  const row = { id, email: "fay@mail.example", rhythm: "weekly", nextAt: null, createdAt: ago(30) } as const;
  const { rowId } = await db.insertInto("followers").values(row).returning("rowId").executeTakeFirstOrThrow();
  const follow = { followerRowId: rowId, kind: "articles", expertRowId: null } as const;
  const follows = [
    { id: "older", createdAt: ago(7.01), toldUntil: null },
    { id: "fresh", createdAt: ago(6.99), toldUntil: null },
    { id: "ahead", createdAt: ago(-1), toldUntil: null },
    { id: "begun", createdAt: ago(30), toldUntil: ago(1) },
  ];
  await db
    .insertInto("follows")
    .values(follows.map((fields) => ({ ...follow, ...fields, target: fields.id })))
    .execute();
});

const ids = async (operator: "is" | "is not") => {
  const rows = await db.selectFrom("follows").select("id").where("toldUntil", operator, null).orderBy("id").execute();
  return rows.map((row) => row.id);
};

test("deletes requests not confirmed within 7 days, and requests from a clock that ran ahead", async () => {
  expect(await removeUnconfirmedFollows()).toBe(2);
  expect([await ids("is"), await ids("is not")]).toEqual([["fresh"], ["begun"]]);
});

test("a link confirms the requests of the last 7 days", async () => {
  await confirmFollows(token);
  expect(await ids("is not")).toEqual(["begun", "fresh"]);
});

test.each([
  ["weekly", "daily", 6, 1],
  ["weekly", "daily", 0.5, 0.5],
  ["daily", "weekly", 0.5, 0.5],
  ["daily", "weekly", null, null],
] as const)(
  "a change from %s to %s mails brings the next mail forward, and never puts it off: due in %s days, then in %s",
  async (former, rhythm, dueIn, expectedIn) => {
    const nextAt = dueIn === null ? null : ago(-dueIn);
    await db.updateTable("followers").set({ rhythm: former, nextAt }).execute();
    await changeRhythm(token, { rhythm });
    const follower = await db.selectFrom("followers").selectAll().executeTakeFirstOrThrow();
    const days = follower.nextAt && (Date.parse(follower.nextAt) - Date.now()) / DAY_MS;
    expect([follower.rhythm, days]).toEqual([rhythm, expectedIn && expect.closeTo(expectedIn, 2)]);
  },
);

test("deletes an address that follows nothing", async () => {
  await db.deleteFrom("follows").where("id", "in", ["fresh", "begun"]).execute();
  await removeUnconfirmedFollows();
  expect(await db.selectFrom("followers").select("id").execute()).toEqual([]);
});
