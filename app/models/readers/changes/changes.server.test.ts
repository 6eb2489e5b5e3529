import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { changesSince, cursorAfter } from "./changes.server";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const idsIn = ({ changes }: Awaited<ReturnType<typeof changesSince>>) => changes.map(({ id }) => id);

beforeAll(async () => {
  await migrate(db);
  await add("First Person", "Second Person", "Person Ahead");
  await db
    .updateTable("experts")
    .set({ updatedAt: inDays(400) })
    .where("name", "=", "Person Ahead")
    .execute();
});

async function add(...names: string[]) {
  await importExperts(
    names.map((name) => ({ name, slug: name.toLowerCase().replace(" ", "-") })),
    { origin: "import" },
  );
}

const idOf = async (name: string) =>
  (await db.selectFrom("experts").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

test("49 a change of a clock that ran ahead is told, and no cursor goes beyond the present", async () => {
  const ahead = await idOf("Person Ahead");
  const first = await changesSince({});
  expect(idsIn(first)).toHaveLength(3);
  expect(idsIn(first)).toContain(ahead);
  expect(first.next < inDays(1)).toBe(true);
  await add("Later Person");
  expect(idsIn(await changesSince({ since: first.next }))).toEqual([await idOf("Later Person"), ahead]);
});

test("49 whoever has a cursor of a clock that ran ahead begins anew, and misses nothing", async () => {
  const since = cursorAfter({ at: inDays(300), id: "a" });
  const { changes, next } = await changesSince({ since });
  expect(changes).toHaveLength(4);
  expect(next < inDays(1)).toBe(true);
});

test("49 what is removed by a clock that ran ahead is told, and no cursor goes beyond the present", async () => {
  await db
    .insertInto("removals")
    .values({ id: "ahead", kind: "article", at: inDays(400) })
    .execute();
  const first = await changesSince({});
  expect(first.changes.at(-1)).toEqual({
    kind: "article",
    id: "ahead",
    change: "removed",
    slug: null,
    at: expect.any(String),
  });
  expect(first.next < inDays(1)).toBe(true);
  const again = await changesSince({ since: first.next });
  expect([idsIn(again).includes("ahead"), again.next]).toEqual([true, first.next]);
});
