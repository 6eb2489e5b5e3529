import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { newsOf } from "./news.server";

beforeAll(() => migrate(db));

test("a period excludes its first moment, so that no news comes in two mails", async () => {
  await importExperts([{ name: "Nina News" }], { origin: "editor" });
  const person = await db.selectFrom("experts").selectAll().executeTakeFirstOrThrow();
  const at = person.createdAt;
  const before = new Date(Date.parse(at) - 1).toISOString();
  const later = new Date(Date.parse(at) + 1).toISOString();
  const kinds = async (after: string, until: string) =>
    (await newsOf(person, 10, { after, until })).map(({ kind }) => kind);
  expect(await kinds(before, later)).toEqual(["profile"]);
  expect(await kinds(before, at)).toEqual(["profile"]);
  expect(await kinds(at, later)).toEqual([]);
});
