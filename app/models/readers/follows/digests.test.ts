import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type Queryable } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addArticle } from "~/models/records/publish/article-rows.server";
import { DAY_MS } from "~/stored-times";
import { article } from "../../../../test/support/articles";
import { onPostgres } from "../../../../test/support/database";
import { queueDigests } from "./digests.server";

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const nextAt = ago(1_000);

beforeAll(() => migrate(db));
beforeEach(async () => {
  for (const table of ["mails", "followers", "articles", "experts"] as const) await db.deleteFrom(table).execute();
  await addArticle(db, article("Of tides", { publishedAt: ago(DAY_MS) }));
  await importExperts(
    [
      { name: "Bea Beside", slug: "bea" },
      { name: "Ada Ebb", slug: "ada" },
    ],
    { origin: "editor" },
  );
  const expert = db
    .updateTable("experts")
    .set({ createdAt: ago(DAY_MS) })
    .where("slug", "=", "ada")
    .returning(["rowId", "id"]);
  const { rowId: expertRowId, id: target } = await expert.executeTakeFirstOrThrow();
  const times = { createdAt: ago(9 * DAY_MS), nextAt };
  const follower = { id: "follower00000001", email: "fay@mail.example", rhythm: "weekly" as const, ...times };
  const followers = db.insertInto("followers").values(follower).returning("rowId");
  const { rowId: followerRowId } = await followers.executeTakeFirstOrThrow();
  const followFields = { followerRowId, createdAt: ago(9 * DAY_MS), toldUntil: ago(2 * DAY_MS) };
  await db
    .insertInto("follows")
    .values([
      { id: "follow0000000001", kind: "articles", target: "", expertRowId: null, ...followFields },
      { id: "follow0000000002", kind: "person", target, expertRowId, ...followFields },
    ])
    .execute();
});

const HIDE: Record<string, (tx: Queryable) => Promise<unknown>> = {
  article: (tx) => tx.updateTable("articles").set({ status: "draft" }).execute(),
  person: (tx) =>
    tx
      .updateTable("experts")
      .set({ deletedAt: ago(0) })
      .execute(),
};

describe("RC03 a digest", () => {
  test("has the news of all follows", async () => {
    expect(await queueDigests("https://life.example")).toBe(1);
    const { body } = await db.selectFrom("mails").select("body").executeTakeFirstOrThrow();
    expect([body.includes("Of tides"), body.includes("Ada Ebb")]).toEqual([true, true]);
  });

  test("has a subject that fits in a line, however long the title of its first news is", async () => {
    const title = "Of tides ".repeat(30).trim();
    await db.updateTable("articles").set({ title }).execute();
    await queueDigests("https://life.example");
    const { subject } = await db.selectFrom("mails").select("subject").executeTakeFirstOrThrow();
    expect(subject).toMatch(/^Of tides .{140}… \| /);
  });

  test("has only what its person follows for certain and has not read yet, and is the mail of one follower", async () => {
    const unconfirmedFields = { createdAt: ago(DAY_MS), expertRowId: null, toldUntil: null };
    const otherFollower = { id: "follower00000002", email: "olga@mail.example", rhythm: "daily" as const };
    const nextTurn = { nextAt: ago(-DAY_MS / 2), createdAt: ago(DAY_MS) };
    const { rowId } = await db
      .insertInto("followers")
      .values({ ...otherFollower, ...nextTurn })
      .returning("rowId")
      .executeTakeFirstOrThrow();
    await db.updateTable("follows").set({ toldUntil: null }).where("kind", "=", "person").execute();
    await db
      .insertInto("follows")
      .values({
        id: "follow0000000003",
        kind: "articles",
        target: "",
        followerRowId: rowId,
        ...unconfirmedFields,
        toldUntil: ago(DAY_MS),
      })
      .execute();
    await addArticle(db, article("Of read tides", { publishedAt: ago(3 * DAY_MS) }));
    await addArticle(db, article("Of fresh tides", { publishedAt: ago(60_000) }));
    const otherRows = async () => [
      await db.selectFrom("followers").selectAll().where("rowId", "=", rowId).execute(),
      await db.selectFrom("follows").selectAll().where("followerRowId", "=", rowId).execute(),
    ];
    const rowsBefore = await otherRows();

    expect(await queueDigests("https://life.example")).toBe(1);
    expect(await db.selectFrom("mails").select("recipient").execute()).toEqual([{ recipient: "fay@mail.example" }]);
    const { body } = await db.selectFrom("mails").select("body").executeTakeFirstOrThrow();
    const titles = ["Of tides", "Ada Ebb", "Of read tides", "Of fresh tides"];
    expect(titles.filter((title) => body.includes(title))).toEqual(["Of tides"]);
    expect(await otherRows()).toEqual(rowsBefore);
    expect(await db.selectFrom("follows").select("toldUntil").where("kind", "=", "person").execute()).toEqual([
      { toldUntil: null },
    ]);
    const afterDays = (days: number) =>
      queueDigests("https://life.example", { now: new Date(Date.now() + days * DAY_MS) });
    expect(await afterDays(0.4), "before anybody's turn").toBe(0);
    expect(await afterDays(7.1)).toBe(2);
    expect(await afterDays(14.2), "without news").toBe(0);
    const bodies = (await db.selectFrom("mails").select(["recipient", "body"]).execute()).slice(1);
    expect(bodies.map(({ body }) => titles.filter((title) => body.includes(title)))).toEqual([
      ["Of fresh tides"],
      ["Of fresh tides"],
    ]);
  });

  test("names the latest 20 news of a list, and says that there are more only if there are", async () => {
    for (const [number, hasMore] of [
      [19, false],
      [20, false],
      [21, true],
    ] as const) {
      for (const table of ["mails", "articles"] as const) await db.deleteFrom(table).execute();
      for (let index = 0; index < number; index++)
        await addArticle(db, article(`Tide ${index}.`, { publishedAt: ago(DAY_MS + index * 1_000) }));
      await db
        .updateTable("follows")
        .set({ toldUntil: ago(2 * DAY_MS) })
        .execute();
      await db.updateTable("followers").set({ nextAt }).execute();
      expect(await queueDigests("https://life.example")).toBe(1);
      const { body } = await db.selectFrom("mails").select("body").executeTakeFirstOrThrow();
      expect([number, new Set(body.match(/Tide \d+/g)).size, /^More: /m.test(body)]).toEqual([
        number,
        Math.min(number, 20),
        hasMore,
      ]);
    }
  });

  test.skipIf(onPostgres).each(Object.keys(HIDE))(
    "waits for the next round if its %s is hidden meanwhile",
    async (kind) => {
      const [hidden, collected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hiding = db.transaction().execute(async (tx) => {
        await HIDE[kind]?.(tx);
        hidden.resolve();
        await collected.promise;
      });
      await hidden.promise;
      // Collects its news from the state before the transaction, and then waits for the transaction to end.
      const round = queueDigests("https://life.example");
      for (let turn = 0; turn < 100; turn++) await yieldToEventLoop();
      collected.resolve();
      await hiding;
      expect(await round).toBe(0);
      expect(await db.selectFrom("followers").select("nextAt").execute()).toEqual([{ nextAt }]);
      expect(await queueDigests("https://life.example")).toBe(1);
      const { body } = await db.selectFrom("mails").select("body").executeTakeFirstOrThrow();
      expect([body.includes("Of tides"), body.includes("Ada Ebb")]).toEqual([kind !== "article", kind !== "person"]);
    },
  );
});
