import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { institutionsOf } from "./institutions.server";

beforeAll(() => migrate(db));

test("PB20 lists an institution once, in the spelling of its first person, with the identifier that any person gives", async () => {
  const ror = "https://ror.org/050sv4x28";
  await importExperts(
    [
      { name: "Ada", affiliation: "Buck Institute" },
      { name: "Ben", affiliation: "BUCK INSTITUTE", ror },
      { name: "Cai", affiliation: "The Buck Institute for Research on Aging", ror },
      { name: "Dee", affiliation: "Elsewhere" },
      { name: "Eve" },
    ],
    { origin: "import" },
  );
  const people = await db.selectFrom("experts").select(["rowId", "ror"]).orderBy("rowId").execute();
  expect(await institutionsOf(people.map(({ rowId }) => rowId))).toEqual([
    { name: "Buck Institute", ror: people[1]?.ror, people: 2 },
    { name: "Elsewhere", ror: "", people: 1 },
  ]);
});
