import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { changeWorks, highlightWorks, publicWorks } from "./works.server";

let expertRowId: number;
beforeAll(async () => {
  await migrate(db);
  await importExperts(
    [
      { name: "Ada Author", slug: "ada" },
      { name: "Ben Other", slug: "ben" },
    ],
    { origin: "import" },
  );
  const people = await db.selectFrom("experts").select("rowId").orderBy("rowId").execute();
  const [ada, ben] = people.map(({ rowId }) => rowId) as [number, number];
  expertRowId = ada;
  const work = { doi: "", title: "Of worms", year: 2020, venue: "", citations: 0, retracted: 0, checkedAt: "" };
  const unseenWork = { ...work, retractionSeenAt: null };
  for (const [openalex, owner, status] of [
    ["W1", ada, "accepted"],
    ["W2", ada, "accepted"],
    ["W3", ada, "suggested"],
    ["W4", ada, "dismissed"],
    ["W5", ben, "accepted"],
  ] as const)
    await db
      .insertInto("works")
      .values({ ...unseenWork, openalex, expertRowId: owner, status })
      .execute();
});

const highlightedWorks = async () => {
  const works = db.selectFrom("works").select("openalex").where("highlightedAt", "is not", null);
  return (await works.orderBy("openalex").execute()).map(({ openalex }) => openalex);
};

test("only works that readers see on the profile can be chosen to come first", async () => {
  await highlightWorks(db, expertRowId, ["W1", "W2"]);
  for (const key of ["W3", "W4", "W5", "W6"])
    await expect(highlightWorks(db, expertRowId, ["W1", key])).rejects.toMatchObject({ problem: "invalid" });
  expect(await highlightedWorks()).toEqual(["W1", "W2"]);
  await highlightWorks(db, expertRowId, ["W2"]);
  expect(await highlightedWorks()).toEqual(["W2"]);
  await highlightWorks(db, expertRowId, []);
  expect(await highlightedWorks()).toEqual([]);
});

test("a work that is taken off the profile, and comes back, does not come first", async () => {
  await highlightWorks(db, expertRowId, ["W1", "W2"]);
  const editor = asEditor(await addMember({ role: "editor" }));
  await changeWorks(editor, "ada", { dismiss: ["W1"] });
  expect(await highlightedWorks()).toEqual(["W2"]);
  await changeWorks(editor, "ada", { accept: ["W1"] });
  expect(await highlightedWorks()).toEqual(["W2"]);
});

test("works without a year stand after all others", async () => {
  await db.updateTable("works").set({ year: null }).where("openalex", "=", "W1").execute();
  const { id } = await db.selectFrom("experts").select("id").where("slug", "=", "ada").executeTakeFirstOrThrow();
  expect((await publicWorks(id)).map(({ year }) => year)).toEqual([2020, null]);
});

test("a work that is accepted once more keeps its date, and a work that comes back gets a new one", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const works = db.updateTable("works").where("openalex", "in", ["W2", "W4"]);
  await works.set({ acceptedAt: "2020" }).execute();
  await changeWorks(editor, "ada", { accept: ["W2", "W4"] });
  const acceptedWorks = db.selectFrom("works").select(["openalex", "acceptedAt"]).where("openalex", "in", ["W2", "W4"]);
  expect(await acceptedWorks.orderBy("openalex").execute()).toEqual([
    { openalex: "W2", acceptedAt: "2020" },
    { openalex: "W4", acceptedAt: expect.stringMatching(/^20[2-9]\d-/) },
  ]);
});
