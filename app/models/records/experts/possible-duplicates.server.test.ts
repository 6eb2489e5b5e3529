import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { possibleDuplicates } from "./possible-duplicates.server";

const nobody = "Nobody At All";
const named = (name: string) => possibleDuplicates({ name, links: [] });
const linked = (...links: string[]) => possibleDuplicates({ name: nobody, links });
const slugs = (duplicates: Awaited<ReturnType<typeof named>>) => duplicates.map(({ slug }) => slug);

beforeAll(async () => {
  await migrate(db);
  const person = (name: string, slug: string, ...referenceLinks: string[]) => ({ name, slug, referenceLinks });
  await importExperts(
    [
      person("José Núñez-O’Brien", "jose", "Site|https://www.jose.example/", "https://en.wikipedia.org/wiki/Jose"),
      person("山中 伸弥", "yamanaka", "https://yamanaka.example/"),
      person("Gone Person", "gone", "https://gone.example/"),
      ...[1, 2, 3].map((n) => person(`Colleague ${n}`, `colleague-${n}`, "https://institute.example/")),
      person("Pair One", "pair-1", "https://pair.example/"),
      person("Pair Two", "pair-2", "https://pair.example/"),
    ],
    { origin: "import" },
  );
  await db.updateTable("experts").set({ deletedAt: new Date().toISOString() }).where("slug", "=", "gone").execute();
});

test.each([
  "José Núñez-O’Brien",
  "jose nunez o brien",
  "  JOSE   NUNEZ-O'BRIEN ",
  "Prof. Dr. José Núñez-O’Brien, MD, PhD",
])("D38 the same name is found however it is written: %s", async (name) => {
  expect(await named(name)).toEqual([
    { key: "jose", slug: "jose", name: "José Núñez-O’Brien", reason: "has the same name", about: "" },
  ]);
});

test("D38 names in other scripts are compared as well", async () => {
  expect(slugs(await named("山中 伸弥"))).toEqual(["yamanaka"]);
});

test.each(["José", "José Núñez", "Nobody", "", "Dr.", "!!!"])("D38 another name is nobody: %j", async (name) => {
  expect(await named(name)).toEqual([]);
});

test("D38 the same website is found, and the page among many on a big site", async () => {
  expect(await linked("http://jose.example/cv?lang=es")).toEqual([
    { key: "jose", slug: "jose", name: "José Núñez-O’Brien", reason: "has the same website, jose.example", about: "" },
  ]);
  expect(slugs(await linked("https://en.m.wikipedia.org/wiki/Jose"))).toEqual(["jose"]);
  expect(await linked("https://en.wikipedia.org/wiki/Somebody_else", "https://other.example/")).toEqual([]);
});

test("D38 a website of two is a reason, one of three is that of an institution", async () => {
  expect(slugs(await linked("https://pair.example/"))).toEqual(["pair-1", "pair-2"]);
  expect(await linked("https://institute.example/people/somebody")).toEqual([]);
});

test.each(["https://example.edu", "https://www.cam.ac.uk/", "https://uni-bonn.example/", "https://wikipedia.org/"])(
  "D38 the first page of an institution belongs to nobody: %s",
  async (address) => {
    const slug = `at-${address.replace(/\W+/g, "-")}`;
    await importExperts([{ name: `Works ${slug}`, slug, referenceLinks: [address] }], { origin: "import" });
    expect(await linked(address, `${address}/people/somebody`)).toEqual([]);
  },
);

test("D38 a page of one's own at an institution is somebody's", async () => {
  const page = "https://example.edu/people/vera";
  const vera = { name: "Vera Page", slug: "vera", title: "Chemist", affiliation: "Example University", country: "DE" };
  await importExperts([{ ...vera, referenceLinks: [page] }], { origin: "import" });
  expect(await linked(page)).toMatchObject([{ key: "vera", about: "Chemist · Example University · Germany" }]);
});

test("D38 somebody with the same name and website is named once, for the name", async () => {
  const duplicates = await possibleDuplicates({ name: "Jose Nunez O'Brien", links: ["https://jose.example/"] });
  expect(duplicates.map(({ reason }) => reason)).toEqual(["has the same name"]);
});

test("D38 people in the trash are not there", async () => {
  expect(await named("Gone Person")).toEqual([]);
  expect(await linked("https://gone.example/")).toEqual([]);
});

test("D38 a suggestion counts while it waits", async () => {
  const { id } = await submitExpert(await addMember(), fullSubmission, { origin: "https://site.example" });
  expect(await named("nadia newcomer")).toEqual([
    {
      key: id,
      slug: null,
      name: "Nadia Newcomer",
      reason: "has been suggested and is under review",
      about: fullSubmission.title,
    },
  ]);
  expect(await linked(...fullSubmission.referenceLinks)).toHaveLength(1);
  // A change is of somebody who is listed.
  const { rowId } = await db.selectFrom("experts").select("rowId").limit(1).executeTakeFirstOrThrow();
  const row = db.updateTable("submissions").where("id", "=", id);
  await row.set({ changesExpertRowId: rowId }).execute();
  expect(await named("nadia newcomer")).toEqual([]);
  await row.set({ changesExpertRowId: null }).execute();
  await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
  expect(await named("nadia newcomer")).toEqual([]);
  expect(await linked(...fullSubmission.referenceLinks)).toEqual([]);
});

test("D38 a profile whose websites change is found by the new ones only", async () => {
  const { publishListings } = await import("~/models/records/directory/publish.server");
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("slug", "=", "yamanaka")
    .executeTakeFirstOrThrow();
  const referenceLinks = JSON.stringify(["https://moved.example/"]);
  await db.updateTable("experts").set({ referenceLinks }).where("rowId", "=", rowId).execute();
  await publishListings(db, [rowId]);
  expect(slugs(await linked("https://moved.example/"))).toEqual(["yamanaka"]);
  expect(await linked("https://yamanaka.example/")).toEqual([]);
});

test("D38 at most five are named", async () => {
  await importExperts(
    Array.from({ length: 8 }, (_, n) => ({ name: "Common Name", slug: `common-${n}` })),
    { origin: "import" },
  );
  expect(await named("Common Name")).toHaveLength(5);
});

test.each([
  ["Ann Mac Donald", "Ann MacDonald"],
  ["A. MacDonald", "Ann Macdonald"],
  ["MacDonald, Ann", "Ann MacDonald"],
  ["MacDonald Ann Maria", "Ann Maria MacDonald"],
  ["Prof. Ann M. MacDonald, PhD", "Ann MacDonald"],
])("D38 %s may be %s, listed or waiting", async (typed, name) => {
  const { id } = await submitExpert(await addMember(), { ...fullSubmission, name }, { origin: "https://site.example" });
  expect((await named(typed)).map(({ key }) => key)).toEqual([id]);
  await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
  await importExperts([{ name, slug: "listed" }], { origin: "import" });
  expect(slugs(await named(typed))).toEqual(["listed"]);
  await db.deleteFrom("experts").where("slug", "=", "listed").execute();
});
