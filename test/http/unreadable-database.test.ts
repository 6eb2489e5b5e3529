import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { get } from "../support/requests";
import { startSite } from "../support/site";

test("reliability 30 an unreadable database: every request is answered, with 503 where it needs the database", async () => {
  const site = await startSite({ allowErrors: true });
  onTestFinished(() => site.stop());
  const pages = ["/directory", "/cynthia-kenyon", "/api/experts", "/directory.data", "/sitemap.xml"];
  for (const path of pages) expect((await get(site, path)).status).toBe(200);
  overwriteDatabase(join(site.dataDir, "longevity.db"));

  const answers = await Promise.all([...pages, ...pages, "/healthz"].map((path) => get(site, path)));
  for (const answer of answers) {
    expect([answer.url, answer.status]).toEqual([answer.url, 503]);
    expect(await answer.text()).not.toMatch(/SQLITE|sqlite|node_modules/);
  }
  expect((await get(site, "/favicon.svg")).status).toBe(200);
});

/** Changes the database first, so that no connection keeps its pages in memory, and then overwrites it. */
function overwriteDatabase(path: string): void {
  const database = new SQLite(path);
  database.exec("CREATE TABLE ruined (id)");
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size, "not a database "));
  closeSync(file);
}
