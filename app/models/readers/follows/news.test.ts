import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { newPerson, newsOf } from "./news.server";

beforeAll(() => migrate(db));

test("a period excludes its first moment, so that no news comes in two mails", async () => {
  await importExperts([{ name: "Nina News" }], { origin: "editor" });
  const person = await db.selectFrom("experts").selectAll().executeTakeFirstOrThrow();
  const at = person.createdAt;
  const earlier = new Date(Date.parse(at) - 1).toISOString();
  const later = new Date(Date.parse(at) + 1).toISOString();
  const kinds = async (after: string, until: string) =>
    (await newsOf(person, 10, { after, until })).map(({ kind }) => kind);
  expect(await kinds(earlier, later)).toEqual(["profile"]);
  expect(await kinds(earlier, at)).toEqual(["profile"]);
  expect(await kinds(at, later)).toEqual([]);
});

test.each([
  ["Geriatrician", "He runs a clinic.", "Geriatrician. He runs a clinic."],
  ["", "He runs a clinic.", "He runs a clinic."],
  ["Geriatrician", "", "Geriatrician"],
  ["", "", ""],
])("a person with the title %j and the contribution %j is summed up", (title, longevityContribution, summary) => {
  const person = { id: "id", slug: "bo", name: "Bo", title, longevityContribution, createdAt: "2026" };
  expect(newPerson(person).summary).toBe(summary);
});
