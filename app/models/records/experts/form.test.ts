import { describe, expect, test } from "vitest";
import { namesWith } from "~/models/records/shared/fields";
import { adaFull } from "../../../../test/support/people";
import { EXPERT_RECORD, type ExpertRecord, NO_RECORD } from "./fields";
import {
  applyStep,
  blankRow,
  cellsOf,
  entryOf,
  formIn,
  formOf,
  moveRow,
  partName,
  type RowField,
  recordIn,
} from "./form";
import { toRecordFields } from "./other-forms.server";
import { changesTo } from "./record.server";

const record: ExpertRecord = {
  ...NO_RECORD,
  ...adaFull,
  featured: true,
  youtubeEmbeds: ["https://vimeo.com/76979871"],
  affiliation: "Ada University",
  orcid: "0000-0002-1825-0097",
  wikidata: "Q42",
  openalex: "A5023888391",
  ror: "03vek6s52",
  interests: "Owns shares.",
  linkKinds: ["own|https://ada.example/"],
  topics: ["open-data"],
  city: "Lovelace",
  country: "GB",
  languages: ["en"],
  availableFor: ["talks"],
  status: "living",
  born: "1815",
};

/** Returns an unchanged form as its action reads it. */
function postedValues(form: ReturnType<typeof formOf>): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = { ...form.texts, ...form.choices };
  if (form.featured) values.featured = "on";
  for (const [field, rows] of Object.entries(form.rows) as [RowField, string[][]][]) {
    EXPERT_RECORD[field].row.parts.forEach((_, part) => {
      if (rows.length > 0) values[partName(field, part).slice(0, -2)] = rows.map((row) => row[part] ?? "");
    });
  }
  return values;
}

describe("EM08 the form of an expert", () => {
  test("an unchanged form gives the record as it was", () => {
    expect(recordIn(formIn(postedValues(formOf(record))))).toEqual(record);
  });

  test("an empty form gives an empty record, and a missing checkbox means no", () => {
    const emptyRecord = recordIn(formIn({}));
    expect(emptyRecord).toMatchObject({ name: "", categories: [], featured: false, books: [], sources: [] });
    expect(Object.keys(emptyRecord).sort()).toEqual(Object.keys(NO_RECORD).sort());
  });

  test("the kind of a link stays although its address is completed after it was typed", () => {
    const typedForm = { ...formOf(NO_RECORD), rows: { ...formOf(NO_RECORD).rows } };
    typedForm.rows.referenceLinks = [
      ["Lab", "lab.example", "profile"],
      ["Site", "https://a.example/?utm_source=x", "own"],
    ];
    const changes = changesTo(NO_RECORD, recordIn(typedForm));
    expect(changes.referenceLinks).toEqual(["Lab|https://lab.example", "Site|https://a.example/"]);
    expect(changes.linkKinds).toEqual(["profile|https://lab.example", "own|https://a.example/"]);
    const links = [{ title: "Site", url: "https://a.example/?utm_source=x", kind: "own" }];
    expect(changesTo(NO_RECORD, toRecordFields({ links }, NO_RECORD)).linkKinds).toEqual(["own|https://a.example/"]);
  });

  test("a text that moves to another part of its row is a change", () => {
    const storedRecord = { ...NO_RECORD, positions: ["Yale"], scienceHighlights: ["|Mice live longer."] };
    expect(changesTo(storedRecord, { positions: ["|Yale"], scienceHighlights: ["Mice live longer."] })).toMatchObject({
      positions: ["|Yale"],
      scienceHighlights: ["Mice live longer."],
    });
    const books = ["Title|https://a.example/"];
    expect(changesTo({ ...NO_RECORD, books }, { books: ["Title||https://a.example/"] })).toEqual({});
  });

  test("a single category becomes a list", () => {
    expect(recordIn(formIn({ categories: "author" })).categories).toEqual(["author"]);
  });
});

describe("D71 D72 D73 entries and their parts", () => {
  test.each<[RowField, string, string[]]>([
    ["referenceLinks", "https://a.example/", ["", "https://a.example/"]],
    ["referenceLinks", "Site|https://a.example/", ["Site", "https://a.example/"]],
    ["referenceLinks", "A | B|https://a.example/", ["A | B", "https://a.example/"]],
    ["referenceLinks", "Map|https://a.example/?q=b|c", ["Map", "https://a.example/?q=b|c"]],
    ["referenceLinks", "https://a.example/?q=b|c", ["", "https://a.example/?q=b|c"]],
    ["books", "Title|Author|https://a.example/?q=b|c", ["Title", "Author", "https://a.example/?q=b|c"]],
    ["books", "Title", ["Title", "", ""]],
    ["books", "Title|Author", ["Title", "Author", ""]],
    ["books", "Title|Author|https://a.example/", ["Title", "Author", "https://a.example/"]],
    ["books", "Title|A|B", ["Title", "A|B", ""]],
    ["scienceHighlights", "Topic", ["Topic", ""]],
    ["scienceHighlights", "Topic|One | two", ["Topic", "One | two"]],
    ["youtubeEmbeds", '<iframe title="a|b">', ['<iframe title="a|b">']],
    ["sources", "A book | on paper", ["A book | on paper"]],
  ])("splits and joins an entry of %s: %s", (field, entry, parts) => {
    expect(cellsOf(field, entry)).toEqual(parts);
    expect(entryOf(field, parts)).toBe(entry);
  });

  test("splits a stored entry with spaces around its bar without loss", () => {
    expect(cellsOf("referenceLinks", "Site | https://a.example/")).toEqual(["Site ", " https://a.example/"]);
  });

  test("keeps the address of a book without an author, and replaces a bar in a title", () => {
    expect(entryOf("books", ["Title", "", "https://a.example/"])).toBe("Title||https://a.example/");
    expect(cellsOf("books", "Title|https://a.example/")).toEqual(["Title", "", "https://a.example/"]);
    expect(entryOf("scienceHighlights", ["A|B", "C"])).toBe("A/B|C");
  });

  test("makes no entry of a blank row, but one of a label without an address, which validation refuses", () => {
    for (const field of namesWith(EXPERT_RECORD, "row")) expect(entryOf(field, blankRow(field))).toBe("");
    expect(entryOf("referenceLinks", ["Label", ""])).toBe("Label|");
  });
});

describe("EM10 steps that change the form without saving it", () => {
  const form = formOf({ ...record, books: ["A", "B"] });
  const books = (intent: string, from = form) => applyStep(intent, from)?.rows.books.map(([title]) => title);

  test("add, remove and move rows", () => {
    expect(books("add books")).toEqual(["A", "B", ""]);
    expect(books("remove books 0")).toEqual(["B"]);
    expect(books("up books 1")).toEqual(["B", "A"]);
    expect(books("down books 0")).toEqual(["B", "A"]);
  });

  test("ignores moves past the ends, and additions to a full list", () => {
    expect(books("up books 0")).toEqual(["A", "B"]);
    expect(books("down books 1")).toEqual(["A", "B"]);
    expect(books("remove books 7")).toEqual(["A", "B"]);
    expect(books("add books", formOf({ ...record, books: ["A", "B", "C"] }))).toEqual(["A", "B", "C"]);
    expect(moveRow([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  });

  test("leaves the rest of the form unchanged, and returns null for any other intent", () => {
    expect(applyStep("add books", form)).toEqual({ ...form, rows: { ...form.rows, books: expect.any(Array) } });
    for (const intent of [undefined, "", "save", "add", "add name", "constructor books", "add __proto__"]) {
      expect(applyStep(intent, form), intent).toBeNull();
    }
  });
});
