import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { categories } from "~/models/records/listings/categories";
import { DAY_MS } from "~/stored-times";
import {
  changeRhythm,
  confirmFollows,
  followerPage,
  removeUnconfirmedFollows,
  unfollow,
  unfollowAll,
} from "./follow.server";
import { followerPath } from "./links.server";
import { findFollowedSubject } from "./targets.server";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const id = "0123456789abcdef";
const token = followerPath(id).replace("/follow/", "");

beforeAll(() => migrate(db));
beforeEach(async () => {
  await db.deleteFrom("followers").execute();
  await db.deleteFrom("mails").execute();
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

const followIds = async (operator: "is" | "is not") => {
  const rows = await db.selectFrom("follows").select("id").where("toldUntil", operator, null).orderBy("id").execute();
  return rows.map((row) => row.id);
};

test("deletes requests not confirmed within 7 days, and requests from a clock that ran ahead", async () => {
  expect(await removeUnconfirmedFollows()).toBe(2);
  expect([await followIds("is"), await followIds("is not")]).toEqual([["fresh"], ["begun"]]);
});

test("a link confirms the requests of the last 7 days", async () => {
  await confirmFollows(token, await followIds("is"));
  expect(await followIds("is not")).toEqual(["begun", "fresh"]);
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

describe("RC04 a link reaches only the follows of its own person:", () => {
  const otherId = "fedcba9876543210";
  const otherToken = followerPath(otherId).replace("/follow/", "");
  const storedFollowers = async () => {
    const followers = await db.selectFrom("followers").selectAll().orderBy("rowId").execute();
    const follows = await db.selectFrom("follows").selectAll().orderBy("rowId").execute();
    return followers.map((follower) => ({
      ...follower,
      follows: follows.filter(({ followerRowId }) => followerRowId === follower.rowId),
    }));
  };

  beforeEach(async () => {
    const row = {
      id: otherId,
      email: "olga@mail.example",
      rhythm: "weekly",
      nextAt: null,
      createdAt: ago(30),
    } as const;
    const { rowId } = await db.insertInto("followers").values(row).returning("rowId").executeTakeFirstOrThrow();
    const follow = { followerRowId: rowId, expertRowId: null, createdAt: ago(1), toldUntil: null };
    const follows = [
      { id: "list", kind: "list" as const, target: "/directory" },
      { id: "articles", kind: "articles" as const, target: "" },
    ];
    await db
      .insertInto("follows")
      .values(follows.map((fields) => ({ ...follow, ...fields })))
      .execute();
  });

  const changes: Record<string, [change: () => Promise<unknown>, follows: string[]]> = {
    "confirming one follow": [() => confirmFollows(otherToken, ["articles"]), ["list", "articles since now"]],
    "confirming all follows": [
      () => confirmFollows(otherToken, ["list", "articles"]),
      ["list since now", "articles since now"],
    ],
    "confirming somebody else's follow": [() => confirmFollows(otherToken, ["fresh"]), ["list", "articles"]],
    "choosing another rhythm": [() => changeRhythm(otherToken, { rhythm: "daily" }), ["list", "articles"]],
    "ending one follow": [() => unfollow(otherToken, "list"), ["articles"]],
    "ending somebody else's follow": [() => unfollow(otherToken, "begun"), ["list", "articles"]],
    "ending all follows": [() => unfollowAll(otherToken), []],
  };
  test.each(Object.keys(changes))("%s leaves the follows of others as they are", async (name) => {
    const [change, follows] = changes[name] as (typeof changes)[string];
    const [othersBefore] = await storedFollowers();
    await change();
    const [othersAfter, follower] = await storedFollowers();
    expect(othersAfter).toEqual(othersBefore);
    const ownFollows = follower?.follows.map(({ id, toldUntil }) => `${id}${toldUntil === null ? "" : " since now"}`);
    expect(ownFollows ?? []).toEqual(follows);
    expect(follower?.nextAt != null, "a mail is planned").toBe(follows.some((follow) => follow.endsWith("now")));
  });

  test("its page shows only those", async () => {
    const page = await followerPage(otherToken);
    const follows = page.follows.map(({ id, isConfirmed }) => [id, isConfirmed]);
    expect([page.email, follows]).toEqual([
      "olga@mail.example",
      [
        ["list", false],
        ["articles", false],
      ],
    ]);
  });

  test("a later confirmation puts off neither the next mail nor the news of the first follow", async () => {
    await confirmFollows(otherToken, ["list"]);
    const nextAt = (await storedFollowers())[1]?.nextAt as string;
    expect((Date.parse(nextAt) - Date.now()) / DAY_MS).toBeCloseTo(7, 2);
    await db
      .updateTable("followers")
      .set({ nextAt: ago(-1) })
      .where("id", "=", otherId)
      .execute();
    await db
      .updateTable("follows")
      .set({ toldUntil: ago(0.5) })
      .where("id", "=", "list")
      .execute();
    const [, before] = await storedFollowers();
    await confirmFollows(otherToken, ["articles"]);
    const [, after] = await storedFollowers();
    expect([after?.nextAt, after?.follows[0]]).toEqual([before?.nextAt, before?.follows[0]]);
    expect((await followerPage(otherToken)).follows.map(({ isConfirmed }) => isConfirmed)).toEqual([true, true]);
  });

  test("ending the last follow deletes the address", async () => {
    expect([await unfollow(otherToken, "list"), await unfollow(otherToken, "articles")]).toEqual([false, true]);
    expect((await storedFollowers()).map(({ email }) => email)).toEqual(["fay@mail.example"]);
  });

  test.each(["the last follow", "all follows"])(
    "ending %s deletes the mails to the address, also those that wait",
    async (ended) => {
      const mail = { subject: "News", body: "News", recipient: "olga@mail.example" };
      for (const kind of ["followConfirm", "digest", "passwordReset"]) await queueMail(db, { ...mail, kind });
      await queueMail(db, { ...mail, kind: "digest", recipient: "fay@mail.example" });
      // Sent mails keep their address for a while.
      await db.updateTable("mails").set({ status: "sent" }).where("kind", "=", "followConfirm").execute();
      if (ended === "all follows") await unfollowAll(otherToken);
      else for (const follow of ["list", "articles"]) await unfollow(otherToken, follow);
      const mails = await db.selectFrom("mails").select(["kind", "recipient"]).orderBy("kind").execute();
      expect(mails).toEqual([
        { kind: "digest", recipient: "fay@mail.example" },
        { kind: "passwordReset", recipient: "olga@mail.example" },
      ]);
    },
  );

  test.each(["", otherToken.slice(0, -1), `${id}${otherToken.slice(16)}`])(
    "a changed link (%s) reaches no follow",
    async (link) => {
      const before = await storedFollowers();
      const attempts = [followerPage(link), confirmFollows(link, ["list"]), unfollow(link, "list"), unfollowAll(link)];
      for (const attempt of await Promise.allSettled(attempts))
        expect(attempt).toMatchObject({ status: "rejected", reason: { problem: "missing" } });
      expect(await storedFollowers()).toEqual(before);
    },
  );
});

test("the page of a category is followed with its search", async () => {
  const [category] = categories;
  const address = `/directory?category=${category?.key}`;
  expect(await findFollowedSubject(`/directory/${category?.slug}`)).toMatchObject({ target: address });
  const narrowedList = await findFollowedSubject(`/directory/${category?.slug}?search=corals`);
  expect(narrowedList).toMatchObject({ target: `${address}&search=corals`, isTyped: true });
  // Only the name of a narrowed list is typed by the visitor, and left out of the mail.
  expect(await findFollowedSubject("/directory")).toMatchObject({ name: "Expert Directory", isTyped: false });
});
