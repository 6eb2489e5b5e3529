import { beforeAll, describe, expect, test } from "vitest";
import { db, migrate, publicLists } from "~/db.server";
import { jsonBytes } from "~/whole-texts.server";
import { adaFull, crowd } from "../../test/support/people";
import {
  homeListAsJson,
  homePages,
  type ListQuery,
  listAsJson,
  listExperts,
  listForCards,
} from "./experts.lists.server";
import { findExpert, listingCounts, relatedExperts } from "./experts.server";
import { type ExpertInput, importExperts } from "./experts.write.server";

/** Every sign of the basic plane, in pieces of a length that fits into a list's entry, and some beyond. */
const SIGNS = Array.from({ length: 128 }, (_, piece) =>
  Array.from({ length: 512 }, (_, place) => String.fromCharCode(piece * 512 + place)).join(""),
).concat("👩‍🔬 😀");

const all: ListQuery = { page: 1, limit: 100, search: "", category: "" };
const add = (people: ExpertInput[]) => importExperts(people, { origin: "import" });

beforeAll(async () => {
  await migrate(db);
  await add([
    adaFull,
    { name: 'Quotes " and \\ and /', title: "\u2028 \u007f é", longevityContribution: SIGNS.join("").slice(0, 9_000) },
    { name: "Signs", books: SIGNS.map((text) => `x${text}x`).slice(0, 60), featured: true },
    { name: "More Signs", scienceHighlights: SIGNS.map((text) => `x${text}x`).slice(60), featured: true },
    ...crowd(5),
  ]);
});

describe("PB27 lists as JSON", () => {
  test("PB27 say what the records say, in the same order, whatever signs are in it", async () => {
    const { experts } = listAsJson(all);
    const read = JSON.parse(experts.write("", "").toString());
    expect(read).toHaveLength(9);
    expect(read).toEqual(listExperts(all).experts);
    expect(read.map(({ slug }: { slug: string }) => slug)).toEqual(listForCards(all).experts.map(({ slug }) => slug));
    for (const summary of read) expect(findExpert(summary.slug)).toMatchObject(summary);
  });

  test("PB27 are to the byte what JSON.stringify would write", async () => {
    const { experts, total } = listAsJson(all);
    const plain = listExperts(all).experts;
    expect(experts.write("", "").toString()).toBe(JSON.stringify(plain));
    expect(jsonBytes({ experts, total }).toString()).toBe(JSON.stringify({ experts: plain, total }));
  });

  test("PB27 are empty arrays where nobody is", async () => {
    for (const query of [{ page: 99 }, { category: "dentists" }, { category: "author", search: "xqzv" }]) {
      expect(
        listAsJson({ ...all, ...query })
          .experts.write("", "")
          .toString(),
      ).toBe("[]");
    }
  });

  test("PB26 the featured experts beside the list are those of its category, in their order", async () => {
    const names = async (category: string) => {
      const { featured } = homeListAsJson({ ...all, category });
      return JSON.parse(featured.write("", "").toString()).map(({ name }: { name: string }) => name);
    };
    expect(await names("")).toEqual(["Signs", "More Signs"]);
    expect([await names("author"), await names("dentists")]).toEqual([[], []]);
    const { featured, experts } = homePages(all);
    expect(featured.map(({ name }) => name)).toEqual(["Signs", "More Signs"]);
    expect(experts.map(({ name }) => name)).not.toContain("Signs");
    expect(experts).toHaveLength(7);
  });
});

test("PB27 experts come in the order they were asked for; who is gone is left out", async () => {
  const rows = await db.selectFrom("experts").select(["rowId", "slug"]).orderBy("rowId").execute();
  const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const wanted = [third.rowId, 999_999, first.rowId, second.rowId];
  const slugs = [third.slug, first.slug, second.slug];
  expect(publicLists.cards(wanted).map(({ slug }) => slug)).toEqual(slugs);
  const summaries: { slug: string }[] = JSON.parse(publicLists.summaries(wanted).toString());
  expect(summaries.map(({ slug }) => slug)).toEqual(slugs);
});

test("PB27 a deep page is the same whichever way it is found, before and after a change", async () => {
  await add(crowd(600, { categories: ["investor"] }).map((person, at) => ({ ...person, slug: `investor-${at}` })));
  const pageAt = async (page: number) => {
    const { experts, total } = listForCards({ ...all, page, limit: 24, category: "investor" });
    return [total, experts.map(({ slug }) => slug)] as const;
  };
  const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `investor-${from + at}`);
  for (let round = 0; round < 2; round++) {
    for (const page of [25, 11, 12, 21, 1]) {
      expect(await pageAt(page)).toEqual([600, numbered((page - 1) * 24, page * 24)]);
    }
  }
  // Everybody moves down by one.
  await add([{ name: "Aaron First", categories: ["investor"] }]);
  expect(await pageAt(12)).toEqual([601, numbered(12 * 24 - 25, 12 * 24 - 1)]);
  expect((await listingCounts()).investor).toBe(601);
});

test("PR13 related experts: those who share most, of those the next in the list, then those before", async () => {
  const both = ["clinician", "speaker"];
  await add([
    { name: "Related A", slug: "rel-a", categories: both },
    { name: "Related B", slug: "rel-b", categories: ["clinician"] },
    { name: "Related C", slug: "rel-c", categories: both },
    { name: "Related D", slug: "rel-d", categories: ["clinician"] },
    { name: "Related E", slug: "rel-e", categories: both },
    { name: "Related F", slug: "rel-f", categories: ["speaker"] },
  ]);
  const related = async (limit: number) => relatedExperts(findExpert("rel-c"), limit).map(({ slug }) => slug);
  expect(await related(4)).toEqual(["rel-e", "rel-a", "rel-d", "rel-b"]);
  expect(await related(2)).toEqual(["rel-e", "rel-a"]);
  expect(relatedExperts(findExpert("person-001"), 4)).toEqual([]);
});
