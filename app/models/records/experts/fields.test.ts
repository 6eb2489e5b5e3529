import { expect, test } from "vitest";
import { SEARCHED_COLUMNS } from "../../../../db/search/fields";
import { EXPERT_FIELDS, EXPERT_RECORD, LIST_FIELDS, SOURCED_FIELDS } from "./fields";

/** Texts of profiles that are no statements about the work of a person, or no sentences. */
const WITHOUT_SOURCES = ["interests", "longevityInterviewVideoEmbed"];

test("the sentences of each text of a profile need sources, and those of the title and the highlights", () => {
  const texts = EXPERT_FIELDS.filter((field) => ["text", "prose"].includes(EXPERT_RECORD[field].kind));
  const sourcedTexts = texts.filter((field) => !WITHOUT_SOURCES.includes(field));
  expect([...SOURCED_FIELDS].sort()).toEqual([...sourcedTexts, "title", "scienceHighlights"].sort());
});

test("no list is searched as a column, which has the list as JSON", () => {
  const lists = SEARCHED_COLUMNS.filter((column) => (LIST_FIELDS as readonly string[]).includes(column));
  expect(lists, "leave out isColumn, and read the entries in db/search/expert-texts.ts, as books does").toEqual([]);
});
