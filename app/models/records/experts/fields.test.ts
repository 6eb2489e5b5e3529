import { expect, test } from "vitest";
import { SEARCHED_COLUMNS, SEARCHED_FIELDS } from "../../../../db/search/fields";
import { EXPERT_FIELDS, EXPERT_RECORD, LIST_FIELDS, SOURCED_FIELDS } from "./fields";

/** Texts of profiles that are no statements about the work of a person, or no sentences. */
const WITHOUT_SOURCES = ["interests", "longevityInterviewVideoEmbed"];

test("the sentences of each text of a profile need sources, and those of the title and the highlights", () => {
  const texts = EXPERT_FIELDS.filter((field) => ["text", "prose"].includes(EXPERT_RECORD[field].kind));
  const sourcedTexts = texts.filter((field) => !WITHOUT_SOURCES.includes(field));
  expect([...SOURCED_FIELDS].sort()).toEqual([...sourcedTexts, "title", "scienceHighlights"].sort());
});

test("each searched column is read as what it is: a text, or a list", () => {
  const lists: readonly string[] = LIST_FIELDS;
  const kinds = SEARCHED_COLUMNS.map((column) => [column, SEARCHED_FIELDS[column].column]);
  expect(kinds).toEqual(SEARCHED_COLUMNS.map((column) => [column, lists.includes(column) ? "list" : "text"]));
});
