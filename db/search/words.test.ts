import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migratedFile } from "../../test/support/migrated";
import { fold } from "../fold";
import type { Database } from "../schema";
import { type Connection, connect } from "../sqlite/connect";
import { fts5, sqliteSearch } from "../sqlite/full-text";
import type { WordIndex } from "./words";

const { indexImage, indexWords, searchWords, unindexImage, unindexWords } = sqliteSearch;

let connection: Connection;
let db: Kysely<Database>;

beforeEach(() => {
  connection = connect(migratedFile());
  db = connection.db;
});
afterEach(() => connection.close());

test("D21 each letter of the Latin scripts of Europe is folded to letters from a to z", () => {
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
  const unfoldedLetters = letters.filter((letter) => /\p{L}/u.test(letter) && !/^[a-z]+$/.test(fold(letter)));
  // A Catalan and an Afrikaans ligature with a punctuation mark, and the Sami letter t with a stroke.
  expect(unfoldedLetters.join("")).toBe("ĿŀŉŦŧ");
});

const find = async (index: WordIndex, text: string, options: { scope?: string[]; direction?: "asc" } = {}) =>
  (await searchWords(db, index, { text, offset: 0, limit: 10, ...options })).rowIds;

test("finds articles with all words, the last also as a prefix, in either spelling, newest first", async () => {
  await indexWords(db, "articleSearch", { rowId: 1, text: "The Ageing of Mice", scope: ["kept", "draft"] });
  await indexWords(db, "articleSearch", { rowId: 2, text: "Aging of Søren's mice", scope: ["kept", "published"] });
  await indexWords(db, "articleSearch", { rowId: 3, text: "京都大学の幹細胞研究者。", scope: ["trash"] });
  expect(await find("articleSearch", "ageing mic")).toEqual([2, 1]);
  expect(await find("articleSearch", "ageing mic", { direction: "asc" })).toEqual([1, 2]);
  expect(await find("articleSearch", "agein mice")).toEqual([]);
  expect(await find("articleSearch", "SOREN")).toEqual([2]);
  expect(await find("articleSearch", "幹細胞")).toEqual([3]);
  expect(await find("articleSearch", "mice", { scope: ["kept", "draft"] })).toEqual([1]);
  expect(await find("articleSearch", "draft")).toEqual([]);
  await indexWords(db, "articleSearch", { rowId: 1, text: "Sleep" });
  await unindexWords(db, "articleSearch", 2);
  expect(await find("articleSearch", "mice")).toEqual([]);
});

test("D21 corrects misspelt subjects in articles and the library, as among experts", async () => {
  await sql`INSERT INTO "searchWords" ("word", "experts") VALUES ('rapamycin', 1), ('senescence', 1), ('nobel', 1)`.execute(
    db,
  );
  for (const index of ["articleSearch", "librarySearch"] as const) {
    await indexWords(db, index, { rowId: 1, text: "Rapamycin won no Nobel prize", scope: ["kept"] });
    expect(await find(index, "rapamicin")).toEqual([1]);
    expect(await find(index, "Nobel prise", { scope: ["kept"] })).toEqual([1]);
    expect(await find(index, "nobell rapamicin")).toEqual([1]);
    expect(await find(index, "rapamicin", { scope: ["trash"] })).toEqual([]);
    expect(await find(index, "senesence")).toEqual([]);
  }
});

test("D21 does not correct a word that experts have, nor its prefix", async () => {
  for (const word of ["martin", "martina", "rapamycin"])
    await sql`INSERT INTO "searchWords" ("word", "experts") VALUES (${word}, 1)`.execute(db);
  for (const index of ["articleSearch", "librarySearch"] as const) {
    await indexWords(db, index, { rowId: 1, text: "Martina on rapamycin" });
    await indexWords(db, index, { rowId: 2, text: "Marvin" });
    expect(await find(index, "Martin rapamycin")).toEqual([]);
    expect(await find(index, "rapamycin Martin")).toEqual([1]);
    expect(await find(index, "Martyna rapamycin")).toEqual([1]);
    await unindexWords(db, index, 1);
    await indexWords(db, index, { rowId: 3, text: "Martinez" });
    await sql`INSERT INTO "searchWords" ("word", "experts") VALUES ('martinez', 1) ON CONFLICT DO NOTHING`.execute(db);
    expect(await find(index, "Martina")).toEqual([]);
  }
});

test("returns each result on exactly one page, with the true total", async () => {
  for (let rowId = 1; rowId <= 30; rowId++) await indexImage(db, { rowId, name: "mouse", alt: "", prompt: "lab" });
  await unindexImage(db, 7);
  const pages = [];
  for (const offset of [0, 12, 24, 36, Number.MAX_VALUE])
    pages.push(await searchWords(db, "imageSearch", { text: "lab mouse", offset, limit: 12 }));
  expect(pages.map(({ rowIds }) => rowIds.length)).toEqual([12, 12, 5, 0, 0]);
  expect(new Set(pages.flatMap(({ rowIds }) => rowIds)).size).toBe(29);
  expect(pages.every(({ total }) => total === 29)).toBe(true);
});

test("reliability 15: searches submissions for words that SQLite divides, without an error", async () => {
  await addSubmission("चित्रा मोहन", "");
  await addSubmission("José Núñez", "Bjørn चित्रा");
  const countFound = async (text: string) => (await find("submissionSearch", text, { scope: ["pending"] })).length;
  expect(await countFound("चित्रा मोहन")).toBe(1);
  expect(await countFound("चित्रा")).toBe(2);
  expect(await countFound("मोहन")).toBe(1);
  expect(await countFound("José nunez")).toBe(1);
  expect(await countFound("jose\u0301")).toBe(1);
  expect(await countFound("Bjørn")).toBe(1);
  for (const loneMark of ["\u0301", "\uff9e"]) expect(await countFound(`Bjørn ${loneMark}`)).toBe(1);
  for (const oddText of ["a\u19b0b", "nunez a\u19b0b", '"', "\u0301", "a\u0301\u0302 * AND", "\ud800", "①", "ﷺ"])
    expect(await countFound(oddText), oddText).toBe(0);
});

async function addSubmission(name: string, submitterName: string): Promise<void> {
  await db
    .insertInto("submissions")
    .values({
      id: name,
      draftId: null,
      status: "pending",
      changesExpertRowId: null,
      expertRowId: null,
      name,
      foldedName: fold(name),
      title: "",
      record: "{}",
      sentRecord: null,
      userId: null,
      submitterName,
      submitterEmail: "",
      submitterReason: "",
      submittedAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      reviewNotes: "",
      reviewedAt: null,
      reviewedBy: null,
    })
    .execute();
}

test("performance: a search counts up to 10,000 rows, and returns 10,001 for more", async () => {
  const countFound = async () => (await searchWords(db, "imageSearch", { text: "lab", offset: 0, limit: 1 })).total;
  const texts = Array.from({ length: 10_000 }, (_, index) => ({ rowId: index + 1, scope: [], words: ["lab"] }));
  await db.transaction().execute((tx) => fts5.add(tx, "imageSearch", texts));
  expect(await countFound()).toBe(10_000);
  await fts5.add(
    db,
    "imageSearch",
    texts.slice(0, 5).map((text) => ({ ...text, rowId: text.rowId + 10_000 })),
  );
  expect(await countFound()).toBe(10_001);
});
