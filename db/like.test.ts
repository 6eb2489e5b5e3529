import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { contains } from "./like";

const TEXTS = ["a_b", "a%b", "a\\b", "a'b", "axb", "aXXb", "AB"];

beforeAll(async () => {
  await migrate(db);
  for (const value of TEXTS) await db.insertInto("settings").values({ key: value, value }).execute();
});

test.each([
  ["a_b", ["a_b"]],
  ["%", ["a%b"]],
  ["\\", ["a\\b"]],
  ["'", ["a'b"]],
  ["X", ["axb", "aXXb"]],
  ["ab", ["AB"]],
  ["", TEXTS],
])("a filter by %j finds the texts that contain it, and no character stands for others", async (text, expected) => {
  const rows = await db.selectFrom("settings").select("value").where(contains("value", text)).execute();
  expect(rows.map(({ value }) => value).toSorted()).toEqual(expected.toSorted());
});
