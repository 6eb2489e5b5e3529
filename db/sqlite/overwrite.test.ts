import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import SQLite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tracesOf } from "../../test/support/traces";
import type { Engine } from "../engine";
import { migrate } from "../migrate";
import { TEXT_INDEXES } from "../search/full-text";
import { sqliteEngine } from "./engine";
import { fts5 } from "./full-text";

/** A word in letters that no other text here uses. */
const WORD = "ჰჯყწჭხ";

let folder: string;
let engine: Engine;
const path = () => join(folder, "longevity.db");
const neverAborted = new AbortController().signal;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "longevity-overwrite-"));
  engine = sqliteEngine(path());
  await migrate(engine.db, "sqlite");
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function index(rowId: number, word: string): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    for (const name of TEXT_INDEXES) await fts5.add(tx, name, [{ rowId, scope: [], words: [word] }]);
    await fts5.countWords(tx, new Map([[word, 1]]));
  });
}

async function unindex(rowId: number, word: string): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    for (const name of TEXT_INDEXES) await fts5.remove(tx, name, [rowId]);
    await fts5.countWords(tx, new Map([[word, -1]]));
  });
}

async function fill(): Promise<void> {
  await index(1, WORD);
  // Indexes the word twice, as an edit does, so that an older segment contains it, too.
  await unindex(1, WORD);
  await index(1, WORD);
  for (let rowId = 2; rowId < 60; rowId++) await index(rowId, `word${rowId}`);
  const values = { key: "houseRules", value: WORD.repeat(5_000) };
  await engine.db.insertInto("settings").values(values).execute();
}

test("removes words of deleted rows and texts in freed pages from the file and its log, and keeps the others", async () => {
  await fill();
  await unindex(1, WORD);
  await engine.db.deleteFrom("settings").where("key", "=", "houseRules").execute();
  expect(await tracesOf(folder, WORD), "SQLite by itself").not.toEqual([]);
  expect(await engine.overwriteDeleted(neverAborted)).toBe(true);
  expect(await tracesOf(folder, WORD)).toEqual([]);
  for (const name of TEXT_INDEXES) {
    expect(await fts5.hasAny(engine.db, name, { word: WORD, isPrefix: false }), name).toBe(false);
    expect(await fts5.hasAny(engine.db, name, { word: "word59", isPrefix: false }), name).toBe(true);
  }
  expect(await fts5.similarWords(engine.db, "word5", 100)).toContainEqual({ word: "word59", experts: 1 });
});

test("does not wait for another reader, and succeeds after it has ended", async () => {
  await fill();
  const reader = new SQLite(path(), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM settings").get();
  await unindex(1, WORD);
  await engine.db.deleteFrom("settings").execute();
  expect(await engine.overwriteDeleted(neverAborted)).toBe(false);
  reader.exec("COMMIT");
  expect(await engine.overwriteDeleted(neverAborted)).toBe(true);
  expect(await tracesOf(folder, WORD)).toEqual([]);
  reader.close();
});

test("lets writes run between its steps, and stops on request", async () => {
  await fill();
  await unindex(1, WORD);
  const stop = new AbortController();
  const work = engine.overwriteDeleted(stop.signal);
  await engine.db.insertInto("settings").values({ key: "siteName", value: "Between" }).execute();
  stop.abort();
  expect(await work).toBe(false);
  expect(await engine.overwriteDeleted(neverAborted)).toBe(true);
});

test("leaves most of the processor time to others", async () => {
  for (let rowId = 1; rowId < 60; rowId++) await index(rowId, `${"many words of one person ".repeat(200)}${rowId}`);
  await unindex(1, "many");
  const utilizationBefore = performance.eventLoopUtilization();
  expect(await engine.overwriteDeleted(neverAborted)).toBe(true);
  expect(performance.eventLoopUtilization(utilizationBefore).utilization).toBeLessThan(0.5);
});
