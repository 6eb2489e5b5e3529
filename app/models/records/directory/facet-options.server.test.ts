import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { FACETS } from "~/models/records/listings/facets";
import { ALL_FACETS, facetOptions } from "./facet-options.server";
import type { FacetCounts } from "./lists.server";

beforeAll(() => migrate(db));

function countsOf(languages: Record<string, number>): FacetCounts {
  const facets = Object.fromEntries([...FACETS, "category"].map((facet) => [facet, {}])) as FacetCounts;
  return { ...facets, language: languages };
}

async function shownLanguages(languages: Record<string, number>, chosen: string[], total = 9) {
  const list = { facets: countsOf(languages), total };
  const options = await facetOptions(list, { language: chosen }, ALL_FACETS);
  return options.flatMap((option) => option.options.map(({ value, isChosen }) => (isChosen ? `[${value}]` : value)));
}

test("a value that everybody in the list has is left out of the filters, unless it was chosen", async () => {
  expect(await shownLanguages({ en: 9, de: 4 }, [])).toEqual(["de"]);
  expect(await shownLanguages({ en: 9, de: 4 }, ["en"])).toEqual(["[en]", "de"]);
  expect(await shownLanguages({ en: 9 }, ["en"])).toEqual(["[en]"]);
  expect(await shownLanguages({ en: 9 }, [])).toEqual([]);
});

test("a chosen value stays among the filters if nobody has it, or if 40 others are more frequent", async () => {
  expect(await shownLanguages({ en: 3 }, ["fr"])).toEqual(["en", "[fr]"]);
  const manyLanguages = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`language-${index}`, 50 - index]));
  const shown = await shownLanguages({ ...manyLanguages, fr: 1 }, ["language-0", "fr"], 99);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([41, "[language-0]", "[fr]"]);
});
