import { beforeAll, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addTopic, TopicInput } from "~/models/editing/topics/edit.server";
import { LISTED_FIELDS } from "~/models/records/experts/fields";
import type { ExpertInput } from "~/models/records/experts/input.server";
import { commonRowIds, listingCounts } from "~/models/records/listings/listing.server";
import { adaFull, makeCrowd } from "../../../../test/support/people";
import { cardsByRowId, findExpert, relatedExperts, summariesByRowId } from "./experts.server";
import { homeList, homePages, type ListQuery, listExperts, listForCards, totalOf } from "./lists.server";

/** All characters of the Basic Multilingual Plane in pieces that fit into an entry, and some characters beyond it. */
const CHARACTERS = Array.from({ length: 128 }, (_, piece) =>
  Array.from({ length: 512 }, (_, index) => String.fromCharCode(piece * 512 + index)).join(""),
).concat("👩‍🔬 😀");

/** Fields that `EXPERT_RECORD` does not describe. */
const UNDESCRIBED_FIELDS = ["createdAt", "id", "updatedAt"];

const everybody: ListQuery = { page: 1, limit: 100, search: "", category: "" };
const addPeople = (people: ExpertInput[]) => importExperts(people, { origin: "import" });

beforeAll(async () => {
  await migrate(db);
  await addPeople([
    adaFull,
    {
      name: 'Quotes " and \\ and /',
      title: "\u2028 \u007f é",
      longevityContribution: CHARACTERS.join("").slice(0, 9_000),
    },
    { name: "Signs", books: CHARACTERS.map((text) => `x${text}x`).slice(0, 60), featured: true },
    { name: "More Signs", scienceHighlights: CHARACTERS.map((text) => `x${text}x`).slice(60), featured: true },
    ...makeCrowd(5),
  ]);
});

describe("PB27 lists as JSON", () => {
  test("PB27 have the values of the records in the same order, with every character", async () => {
    const { experts } = await listExperts(everybody);
    expect(experts).toHaveLength(9);
    const cards = (await listForCards(everybody)).experts;
    expect(experts.map(({ slug }) => slug)).toEqual(cards.map(({ slug }) => slug));
    for (const summary of experts) expect(await findExpert(summary.slug)).toMatchObject(summary);
  });

  test("PB27 name their fields in a fixed order", async () => {
    const { experts, featured } = await homeList(everybody);
    const [fieldNames = []] = experts.map((summary) => Object.keys(summary));
    expect([...fieldNames].sort()).toEqual([...LISTED_FIELDS, ...UNDESCRIBED_FIELDS].sort());
    for (const summary of [...experts, ...featured]) expect(Object.keys(summary)).toEqual(fieldNames);
  });

  test("PB27 are empty arrays if nobody matches", async () => {
    for (const query of [{ page: 99 }, { category: "dentists" }, { category: "author", search: "xqzv" }]) {
      expect((await listExperts({ ...everybody, ...query })).experts).toEqual([]);
    }
  });

  test("PB26 returns the featured experts of the category, in their order", async () => {
    const names = async (category: string) =>
      (await homeList({ ...everybody, category })).featured.map((expert) => expert.name);
    expect(await names("")).toEqual(["Signs", "More Signs"]);
    expect([await names("author"), await names("dentists")]).toEqual([[], []]);
    const { featured, experts } = await homePages(everybody);
    expect(featured.map(({ name }) => name)).toEqual(["Signs", "More Signs"]);
    expect(experts.map(({ name }) => name)).not.toContain("Signs");
    expect(experts).toHaveLength(7);
  });
});

test("PB27 returns experts in the requested order, without missing ones", async () => {
  const rows = await db.selectFrom("experts").select(["rowId", "slug"]).orderBy("rowId").execute();
  const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const requestedRowIds = [third.rowId, 999_999, first.rowId, second.rowId];
  const slugs = [third.slug, first.slug, second.slug];
  expect((await cardsByRowId(requestedRowIds)).map(({ slug }) => slug)).toEqual(slugs);
  expect((await summariesByRowId(requestedRowIds)).map(({ slug }) => slug)).toEqual(slugs);
});

test("PB27 returns the same deep page with and without cached positions, before and after a change", async () => {
  await addPeople(
    makeCrowd(600, { categories: ["investor"] }).map((person, index) => ({ ...person, slug: `investor-${index}` })),
  );
  const pageAt = async (page: number) => {
    const { experts, total } = await listForCards({ ...everybody, page, limit: 24, category: "investor" });
    return [total, experts.map(({ slug }) => slug)] as const;
  };
  const slugsBetween = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `investor-${from + index}`);
  for (let round = 0; round < 2; round++) {
    for (const page of [25, 11, 12, 21, 1]) {
      expect(await pageAt(page)).toEqual([600, slugsBetween((page - 1) * 24, page * 24)]);
    }
  }
  // Moves everybody down by one.
  await addPeople([{ name: "Aaron First", categories: ["investor"] }]);
  expect(await pageAt(12)).toEqual([601, slugsBetween(12 * 24 - 25, 12 * 24 - 1)]);
  expect((await listingCounts()).investor).toBe(601);
});

test("PR18 a place finds the people of all present positions, in a search as in a list", async () => {
  const positionIn = (country: string, to = "") => `Professor|Two Places University|2001|${to}||||City|${country}`;
  await addPeople([
    {
      name: "Zora Twoplaces",
      slug: "zora",
      city: "City",
      country: "AT",
      positions: [positionIn("AT"), positionIn("IS")],
    },
    {
      name: "Zeno Twoplaces",
      slug: "zeno",
      city: "City",
      country: "AT",
      positions: [positionIn("AT"), positionIn("IS", "2009")],
    },
  ]);
  const slugs = async (query: Partial<ListQuery>) =>
    (await listExperts({ ...everybody, ...query })).experts.map(({ slug }) => slug);
  expect(await slugs({ facets: { country: ["IS"] } })).toEqual(["zora"]);
  expect(await slugs({ search: "professor in Iceland" })).toEqual(["zora"]);
  const { experts } = await listForCards({ ...everybody, search: "twoplaces in Iceland" });
  expect(experts).toMatchObject([{ match: { field: "place", text: "City, Austria; City, Iceland" } }]);
  expect((await slugs({ search: "twoplaces in Austria" })).sort()).toEqual(["zeno", "zora"]);
});

test("D21 a topic finds the people of all topics below it, in a search as in a list", async () => {
  const topic = (slug: string, broader: string) => ({
    id: slug,
    slug,
    name: slug,
    broader,
    createdAt: "",
    updatedAt: "",
  });
  const topics = [topic("quaggology", ""), topic("quaggaskin", "quaggology"), topic("quaggahair", "quaggaskin")];
  await db
    .insertInto("topics")
    .values(topics.map((row) => ({ ...row, otherNames: "[]", description: "", openalex: "[]" })))
    .execute();
  await addPeople([{ name: "Below Topics", slug: "below", topics: ["quaggahair"] }]);
  for (const query of [{ facets: { topic: ["quaggology"] } }, { search: "quaggology" }])
    expect((await listExperts({ ...everybody, ...query })).experts.map(({ slug }) => slug)).toEqual(["below"]);
});

test("D21 returns the experts in several lists in the same order by both queries, for few and for many", async () => {
  const languages = (at: number) => (at % 3 ? ["en"] : ["en", "fr"]);
  await addPeople(
    makeCrowd(60).map((person, index) => ({
      ...person,
      name: `Several ${String.fromCodePoint(97 + ((index * 7) % 26))}${index}`,
      slug: `several-${index}`,
      languages: languages(index),
      country: index % 2 ? "GB" : "NO",
      featured: index % 20 === 1,
    })),
  );
  const groups = [["country:GB", "country:JP"], ["language:fr"], ["language:en"]];
  for (const sort of ["", "name", "newest", "updated", "reviewed"] as const) {
    const firstRowIds = await commonRowIds(groups, { limit: 61, sort });
    expect([sort, firstRowIds.length]).toEqual([sort, 10]);
    // Reads longer lists from the list itself.
    for (const limit of [1, 4, 10])
      expect(await commonRowIds(groups, { limit, sort })).toEqual(firstRowIds.slice(0, limit));
  }
  expect(await commonRowIds([["country:GB"], ["language:xx"]], { limit: 61, sort: "" })).toEqual([]);
});

test("PR13 relates the experts who share most categories, first those after the person in the list, then those before", async () => {
  const sharedCategories = ["clinician", "speaker"];
  await addPeople([
    { name: "Related A", slug: "rel-a", categories: sharedCategories },
    { name: "Related B", slug: "rel-b", categories: ["clinician"] },
    { name: "Related C", slug: "rel-c", categories: sharedCategories },
    { name: "Related D", slug: "rel-d", categories: ["clinician"] },
    { name: "Related E", slug: "rel-e", categories: sharedCategories },
    { name: "Related F", slug: "rel-f", categories: ["speaker"] },
  ]);
  const relatedSlugs = async (limit: number) =>
    (await relatedExperts(await findExpert("rel-c"), limit)).map(({ slug }) => slug);
  expect(await relatedSlugs(4)).toEqual(["rel-e", "rel-a", "rel-d", "rel-b"]);
  expect(await relatedSlugs(2)).toEqual(["rel-e", "rel-a"]);
  expect(await relatedExperts(await findExpert("person-001"), 4)).toEqual([]);
});

test("PB27 counts the people of a topic by any of its names, with and without a search", async () => {
  const topic = TopicInput.parse({ name: "Senolytics", otherNames: ["Zombie drugs"] });
  await db.transaction().execute((tx) => addTopic(tx, topic));
  await addPeople([{ name: "Zoe Senolyst", topics: ["senolytics"] }]);
  for (const search of ["", "Zoe"]) {
    const query = { ...everybody, search, facets: { topic: ["zombie-drugs"] } };
    expect((await listExperts(query)).total).toBe(1);
    expect((await totalOf(query)).total).toBe(1);
  }
});
