/** Tests a backup of an older version: this version keeps every row and image of it, and ends its sessions. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, inject, onTestFinished, test } from "vitest";
import { restore } from "../../app/models/whole/transfer/restore.server";
import { get, getJson } from "../support/requests";
import { sqliteSchema } from "../support/schemas";
import { startSite } from "../support/site";

/** The numbers of rows in the archive. */
const ROWS = { experts: 49, articles: 5, users: 2, submissions: 2, images: 1, libraryContents: 1, auditLog: 7 };

test("reliability 5 a backup of an older version is restored with every row and image, and without its sessions", async () => {
  const folder = mkdtempSync(join(tmpdir(), "longevity-older-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "site");
  await restore(dataDir, "test/support/older-version.tar.gz");
  const database = new SQLite(join(dataDir, "longevity.db"));
  onTestFinished(() => void database.close());

  expect(database.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(0);

  const site = await startSite({ dataDir });
  const { body: expert } = await getJson(site, "/api/experts/cynthia-kenyon");
  expect(expert.title).toBe("Changed by the older version");
  expect((await get(site, expert.imageUrl)).status).toBe(200);
  expect(await (await get(site, "/articles/written-by-the-older-version")).text()).toContain(
    "Other <strong>words</strong>",
  );
  expect((await get(site, "/olga-older")).status).toBe(200);
  const rows = Object.keys(ROWS).map((table) => [
    table,
    database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  ]);
  expect(Object.fromEntries(rows)).toEqual(ROWS);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  const newDatabase = new SQLite(inject("template"), { readonly: true });
  onTestFinished(() => void newDatabase.close());
  const schema = sqliteSchema(newDatabase);
  for (const [facts, rows] of Object.entries(sqliteSchema(database))) expect(rows, facts).toEqual(schema[facts]);
  expect(schema.triggers?.length).toBeGreaterThan(70);
  await site.stop();
});
