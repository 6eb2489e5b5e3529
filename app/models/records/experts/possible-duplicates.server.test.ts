import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { correctSubmission } from "~/models/editing/submissions/own.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { turnIntoChange } from "~/models/editing/submissions/turn-into-change.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { possibleDuplicates } from "./possible-duplicates.server";

const nobody = "Nobody At All";
const duplicatesByName = (name: string) => possibleDuplicates({ name, links: [] });
const duplicatesByLinks = (...links: string[]) => possibleDuplicates({ name: nobody, links });
const slugs = (duplicates: Awaited<ReturnType<typeof duplicatesByName>>) => duplicates.map(({ slug }) => slug);

beforeAll(async () => {
  await migrate(db);
  const person = (name: string, slug: string, ...referenceLinks: string[]) => ({ name, slug, referenceLinks });
  await importExperts(
    [
      person("José Núñez-O’Brien", "jose", "Site|https://www.jose.example/", "https://en.wikipedia.org/wiki/Jose"),
      person("山中 伸弥", "yamanaka", "https://yamanaka.example/"),
      person("Gone Person", "gone", "https://gone.example/"),
      ...[1, 2, 3].map((n) => person(`Colleague ${n}`, `colleague-${n}`, "https://laboratory.example/")),
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
])("D38 finds the same name in any spelling: %s", async (name) => {
  expect(await duplicatesByName(name)).toEqual([
    { key: "jose", slug: "jose", name: "José Núñez-O’Brien", reason: "has the same name", about: "" },
  ]);
});

test("D38 compares names in other scripts", async () => {
  expect(slugs(await duplicatesByName("山中 伸弥"))).toEqual(["yamanaka"]);
});

test.each(["José", "José Núñez", "Nobody", "", "Dr.", "!!!"])("D38 finds nobody for another name: %j", async (name) => {
  expect(await duplicatesByName(name)).toEqual([]);
});

test("D38 finds the same website, and the same page on a site of many people", async () => {
  expect(await duplicatesByLinks("http://jose.example/cv?lang=es")).toEqual([
    { key: "jose", slug: "jose", name: "José Núñez-O’Brien", reason: "has the same website, jose.example", about: "" },
  ]);
  expect(slugs(await duplicatesByLinks("https://en.m.wikipedia.org/wiki/Jose"))).toEqual(["jose"]);
  expect(await duplicatesByLinks("https://en.wikipedia.org/wiki/Somebody_else", "https://other.example/")).toEqual([]);
});

test("D38 compares the website of two people, and ignores that of three, which is an institution's", async () => {
  expect(slugs(await duplicatesByLinks("https://pair.example/"))).toEqual(["pair-1", "pair-2"]);
  expect(await duplicatesByLinks("https://laboratory.example/people/somebody")).toEqual([]);
});

test.each(["https://example.edu", "https://www.cam.ac.uk/", "https://uni-bonn.example/", "https://wikipedia.org/"])(
  "D38 ignores the first page of an institution: %s",
  async (address) => {
    const slug = `at-${address.replace(/\W+/g, "-")}`;
    await importExperts([{ name: `Works ${slug}`, slug, referenceLinks: [address] }], { origin: "import" });
    expect(await duplicatesByLinks(address, `${address}/people/somebody`)).toEqual([]);
  },
);

test("D38 compares a person's page at an institution", async () => {
  const page = "https://example.edu/people/vera";
  const vera = { name: "Vera Page", slug: "vera", title: "Chemist", affiliation: "Example University", country: "DE" };
  await importExperts([{ ...vera, referenceLinks: [page] }], { origin: "import" });
  expect(await duplicatesByLinks(page)).toMatchObject([
    { key: "vera", about: "Chemist · Example University · Germany" },
  ]);
  // A title that names the institution is enough.
  await db.updateTable("experts").set({ title: "Chemist at Example University" }).where("slug", "=", "vera").execute();
  expect(await duplicatesByLinks(page)).toMatchObject([
    { key: "vera", about: "Chemist at Example University · Germany" },
  ]);
});

test("D38 names somebody with the same name and website once, with the name as the reason", async () => {
  const duplicates = await possibleDuplicates({ name: "Jose Nunez O'Brien", links: ["https://jose.example/"] });
  expect(duplicates.map(({ reason }) => reason)).toEqual(["has the same name"]);
});

test("D38 shows drafts to editors, and not to readers", async () => {
  await db.updateTable("experts").set({ state: "draft" }).where("slug", "=", "yamanaka").execute();
  for (const person of [
    { name: "山中 伸弥", links: [] },
    { name: nobody, links: ["https://yamanaka.example/"] },
  ]) {
    expect(slugs(await possibleDuplicates(person))).toEqual(["yamanaka"]);
    expect(await possibleDuplicates({ ...person, isForReaders: true })).toEqual([]);
  }
  await db.updateTable("experts").set({ state: "public" }).where("slug", "=", "yamanaka").execute();
});

test("D38 ignores people in the trash", async () => {
  expect(await duplicatesByName("Gone Person")).toEqual([]);
  expect(await duplicatesByLinks("https://gone.example/")).toEqual([]);
});

test("D38 compares suggestions that wait for a decision", async () => {
  const { id } = await submitExpert(await addMember(), fullSubmission, { origin: "https://site.example" });
  expect(await duplicatesByName("nadia newcomer")).toEqual([
    {
      key: id,
      slug: null,
      name: "Nadia Newcomer",
      reason: "has been suggested and is under review",
      about: fullSubmission.title,
    },
  ]);
  expect(await duplicatesByLinks(...fullSubmission.referenceLinks)).toHaveLength(1);
  const shownToReader = await possibleDuplicates({
    name: nobody,
    links: fullSubmission.referenceLinks,
    isForReaders: true,
  });
  expect(shownToReader).toMatchObject([{ key: id, name: "A suggestion that is under review", about: "" }]);
  // Turns the suggestion into a change of a listed profile, which is no duplicate.
  const { rowId } = await db.selectFrom("experts").select("rowId").limit(1).executeTakeFirstOrThrow();
  const row = db.updateTable("submissions").where("id", "=", id);
  await row.set({ changesExpertRowId: rowId }).execute();
  expect(await duplicatesByName("nadia newcomer")).toEqual([]);
  await row.set({ changesExpertRowId: null }).execute();
  await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
  expect(await duplicatesByName("nadia newcomer")).toEqual([]);
  expect(await duplicatesByLinks(...fullSubmission.referenceLinks)).toEqual([]);
});

test("D38 finds a profile by its new websites only, after they changed", async () => {
  const { publishListings } = await import("~/models/records/directory/publish.server");
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("slug", "=", "yamanaka")
    .executeTakeFirstOrThrow();
  const referenceLinks = JSON.stringify(["https://moved.example/"]);
  await db.updateTable("experts").set({ referenceLinks }).where("rowId", "=", rowId).execute();
  await publishListings(db, [rowId]);
  expect(slugs(await duplicatesByLinks("https://moved.example/"))).toEqual(["yamanaka"]);
  expect(await duplicatesByLinks("https://yamanaka.example/")).toEqual([]);
});

test("D38 finds a suggestion by its new websites only, after its sender or an editor changed them, and by none once it changes a profile", async () => {
  const [sender, editor] = [await addMember(), asAdmin(await addMember({ role: "admin" }))];
  const [origin, address] = ["https://site.example", (word: string) => `https://${word}-wanda.example/`];
  const suggestion = { ...fullSubmission, name: "Wanda Website", referenceLinks: [address("sent")] };
  const { id } = await submitExpert(sender, suggestion, { origin });
  const foundBy = async () => {
    const words = ["sent", "corrected", "edited"];
    const found = await Promise.all(words.map((word) => duplicatesByLinks(address(word))));
    return words.filter((_, index) => found[index]?.some(({ key }) => key === id));
  };
  expect(await foundBy()).toEqual(["sent"]);
  await correctSubmission(sender, id, { ...suggestion, referenceLinks: [address("corrected")] });
  expect(await foundBy()).toEqual(["corrected"]);
  await saveSubmission(editor, id, { referenceLinks: [address("edited")] }, { origin });
  expect(await foundBy()).toEqual(["edited"]);
  await turnIntoChange(editor, id, { expert: "pair-1" });
  expect(await foundBy()).toEqual([]);
});

test("D38 names at most five people, those with the same name first, and no draft takes a public profile's place", async () => {
  const initials = Array.from({ length: 6 }, (_, n) => ({ name: "C. Name", slug: `initial-${n}` }));
  const links = ["https://common.example/"];
  const people = [
    ...initials,
    { name: "Common Name", slug: "common" },
    { name: "Other", slug: "at-site", referenceLinks: links },
  ];
  await importExperts(people, { origin: "import" });
  const duplicates = await possibleDuplicates({ name: "Common Name", links });
  expect(duplicates.map(({ slug, reason }) => [slug, reason])).toEqual([
    ["common", "has the same name"],
    ...Array(4).fill([expect.stringMatching(/^initial-/), "has a name that may be the same"]),
  ]);
  await db.updateTable("experts").set({ state: "draft" }).where("slug", "like", "initial-%").execute();
  expect(slugs(await possibleDuplicates({ name: "C. Name", links, isForReaders: true }))).toEqual([
    "common",
    "at-site",
  ]);
});

test("D38 tells apart people whose names only begin alike, listed or suggested", async () => {
  const [name, otherName] = ["Rufus A. Tellman", "Rufus B. Tellman"];
  await submitExpert(await addMember(), { ...fullSubmission, name }, { origin: "https://site.example" });
  await importExperts([{ name, slug: "tellman" }], { origin: "import" });
  expect((await duplicatesByName(name)).map(({ name }) => name)).toEqual([name, name]);
  expect(await duplicatesByName(otherName)).toEqual([]);
});

test.each([
  ["Ann Mac Donald", "Ann MacDonald"],
  ["A. MacDonald", "Ann Macdonald"],
  ["MacDonald, Ann", "Ann MacDonald"],
  ["MacDonald Ann Maria", "Ann Maria MacDonald"],
  ["Prof. Ann M. MacDonald, PhD", "Ann MacDonald"],
])("D38 takes %s for a form of %s, listed or suggested", async (typedName, name) => {
  const { id } = await submitExpert(await addMember(), { ...fullSubmission, name }, { origin: "https://site.example" });
  expect((await duplicatesByName(typedName)).map(({ key }) => key)).toEqual([id]);
  await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
  await importExperts([{ name, slug: "listed" }], { origin: "import" });
  expect(slugs(await duplicatesByName(typedName))).toEqual(["listed"]);
  await db.deleteFrom("experts").where("slug", "=", "listed").execute();
});
