import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { mergedRowIds, neighboursIn } from "./listing.server";

beforeAll(async () => {
  await migrate(db);
  const people = Array.from("ABCDEFG", (letter) => ({ name: `Person ${letter}`, categories: ["author"] }));
  await importExperts(people, { origin: "import" });
});

const lettersOf = async (rowIds: number[]) => {
  const people = await db.selectFrom("experts").select(["rowId", "name"]).execute();
  return rowIds.map((rowId) => people.find((person) => person.rowId === rowId)?.name.at(-1)).join("");
};

test("PR16 returns the nearest people after somebody in a list, then the nearest before", async () => {
  const { id } = await db.selectFrom("experts").select("id").where("name", "=", "Person D").executeTakeFirstOrThrow();
  expect(await lettersOf(await neighboursIn("author", id, 2))).toBe("EFCB");
  expect(await lettersOf(await neighboursIn("author", id, 9))).toBe("EFGCBA");
  expect(await neighboursIn("author", "nobody", 2)).toEqual([]);
  expect(await neighboursIn("academic", id, 2)).toEqual([]);
});

test("PB11 returns the requested number of people from several lists, each person once", async () => {
  expect((await mergedRowIds(["author", "academic"], { limit: 5, sort: "" })).length).toBe(5);
  expect(await lettersOf(await mergedRowIds(["author", "author"], { limit: 9, sort: "" }))).toBe("ABCDEFG");
});
