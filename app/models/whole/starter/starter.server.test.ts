import { beforeAll, expect, test } from "vitest";
import { db, isWeakWord, migrate, readDb, readSynonyms, searchExperts, spellingsOf, stemOf, words } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { featuredExpertList } from "~/models/editing/experts/featured.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { SYNONYMS } from "~/subject/synonyms";
import starterPeople from "../../../../db/starter/experts.json";
import { addMember } from "../../../../test/support/members";
import { fillStarter } from "./starter.server";
import { chooseStarter } from "./starter-choice.server";

beforeAll(async () => {
  await migrate(db);
  await fillStarter();
});

const slugsFor = async (text: string, asWords = false) => {
  const { rowIds } = await searchExperts(readDb, { text, synonyms, asWords, offset: 0, limit: 500 });
  return slugsOf(rowIds);
};
const slugsOf = async (rowIds: number[]) => {
  const rows = await readDb.selectFrom("experts").select(["rowId", "slug"]).where("rowId", "in", rowIds).execute();
  const slugs = new Map(rows.map(({ rowId, slug }) => [Number(rowId), slug]));
  return rowIds.map((rowId) => slugs.get(rowId) as string);
};
const synonyms = readSynonyms(SYNONYMS);

test("D21 the title of each work finds its person of the starter directory", async () => {
  const titles = starterPeople.flatMap(({ slug, works }) => works.map(({ title }) => [slug, title] as const));
  expect(titles.length).toBeGreaterThan(100);
  for (const [slug, title] of titles) expect(await slugsFor(title), title).toContain(slug);
});

test("D21 a profile with the searched word comes before one with a synonym, whichever fields contain them", async () => {
  const wordsWithSynonyms = [...synonyms.singleWords].filter(
    (word) => word.length > 3 && !isWeakWord(word) && synonyms.byPhrase.has(word),
  );
  expect(wordsWithSynonyms.length).toBeGreaterThan(100);
  const synonymOf = (word: string) => synonyms.byPhrase.get(word)?.[0]?.join(" ") ?? "";
  // Adds for each word a person with the word in the weakest field, and one with a synonym in a stronger field.
  const people = wordsWithSynonyms.flatMap((word, index) => [
    { name: "Quax Vexley", slug: `has-${index}`, biography: `Wrote about ${word}.` },
    { name: "Ozzi Wembury", slug: `other-${index}`, title: synonymOf(word), longevityContribution: synonymOf(word) },
  ]);
  await importExperts(people, { origin: "import" });
  const textOf = new Map(people.map((person) => [person.slug, words(Object.values(person).join(" ")).map(stemOf)]));
  for (const [index, word] of wordsWithSynonyms.entries()) {
    const withWord = (await slugsFor(word, true)).filter((slug) => textOf.has(slug));
    const stems = spellingsOf(word).map(stemOf);
    const firstWithout = withWord.findIndex((slug) => !stems.some((stem) => textOf.get(slug)?.includes(stem)));
    expect(withWord, word).toContain(`has-${index}`);
    if (firstWithout >= 0) expect(withWord.indexOf(`has-${index}`), word).toBeLessThan(firstWithout);
  }
});

test("D21 people who work in a country are results, and people whose texts name it are mentioned", async () => {
  const countries = new Intl.DisplayNames("en", { type: "region" });
  const slugOf = (code: string) => code.toLowerCase();
  const codes = "BE CZ EE EG FI HU ID IS KE LT LV MT NZ PE PH RO TH TR UY VN".split(" ");
  await importExperts(
    codes.flatMap((country) => [
      { name: "Adda Quill", slug: `was-in-${slugOf(country)}`, biography: `Studied in ${countries.of(country)}.` },
      { name: "Zora Quill", slug: `is-in-${slugOf(country)}`, country },
    ]),
    { origin: "import" },
  );
  for (const country of codes) {
    const text = `people in ${countries.of(country)}`;
    const searchQuery = { text, synonyms, includesMentions: true, offset: 0, limit: 500 };
    const { rowIds, mentioned } = await searchExperts(readDb, searchQuery);
    expect(await slugsOf(rowIds), country).toEqual([`is-in-${slugOf(country)}`]);
    expect(await slugsOf(mentioned.rowIds), country).toContain(`was-in-${slugOf(country)}`);
  }
});

test("hidden profiles return to their featured positions", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const readOrder = async () => (await featuredExpertList(admin)).map(({ slug }) => slug);
  const formerOrder = await readOrder();
  expect(formerOrder.length).toBeGreaterThan(3);
  await chooseStarter(admin, "look");
  expect(await readOrder()).toEqual([]);
  await chooseStarter(admin, "keep");
  expect(await readOrder()).toEqual(formerOrder);
});
