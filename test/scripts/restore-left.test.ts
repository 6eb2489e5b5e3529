import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db, migrate } from "../../app/db.server";
import { asAdmin } from "../../app/models/base/accounts/admin.server";
import { editExpert } from "../../app/models/editing/experts/admin-list.server";
import { importExperts } from "../../app/models/editing/experts/write.server";
import { storeImage } from "../../app/models/records/images/images.server";
import { removePerson } from "../../app/models/whole/removal/removal.server";
import { backup } from "../../app/models/whole/transfer/backup.server";
import { exportChunks } from "../../app/models/whole/transfer/export.server";
import { keepCopy } from "../../app/models/whole/transfer/upgrade.server";
import { connect } from "../../db/sqlite/connect";
import { damageTable } from "../support/damage";
import { addMember } from "../support/members";
import { testImage } from "../support/test-images";

const dataDir = process.env.DATA_DIR as string;
const folder = mkdtempSync(join(tmpdir(), "longevity-left-"));
const [archive, exportFile] = [join(folder, "backup.tar.gz"), join(folder, "export.json")];

afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const name of readdirSync(dirname(dataDir)))
    if (join(dirname(dataDir), name).startsWith(`${dataDir}.before-restore-`))
      rmSync(join(dirname(dataDir), name), { recursive: true });
});

/** The hashes by which the name of the removed person is recognised. */
let rememberedHashes: { hash: string }[];
let upgradeCopy: string;
/** The id of the portrait that the removed person has in the backup. */
let portraitId: string;

beforeAll(async () => {
  await migrate(db);
  const admin = asAdmin(await addMember({ role: "admin" }));
  const people = [{ name: "Lena Left" }, { name: "Stan Stays" }, { name: "Nick Namesake" }];
  await importExperts(people, { origin: "editor" });
  upgradeCopy = await keepCopy();
  const picture = await testImage("png", 60, 60);
  const portrait = await storeImage(null, picture, { name: "Lena Left", origin: "record" });
  await editExpert(admin, "lena-left", { imageUrl: portrait.url }, { origin: "" });
  portraitId = portrait.id;
  await backup(dataDir, archive);
  mkdirSync(join(dataDir, "uploads/ab"), { recursive: true });
  writeFileSync(join(dataDir, "uploads/ab/later.webp"), "later");
  let text = "";
  for await (const chunk of exportChunks(db)) text += chunk;
  writeFileSync(exportFile, text);
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("name", "=", "Lena Left")
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => removePerson(tx, admin, rowId, "1"));
  rememberedHashes = await db.selectFrom("doNotRelist").select("hash").orderBy("hash").execute();
  await editExpert(admin, "nick-namesake", { name: "Lena Left", relistReason: "Another person." }, { origin: "" });
  await editExpert(admin, "nick-namesake", { title: "Namesake" }, { origin: "" });
  await closeDatabase();
});

const restore = (file: string) => runAdmin("restore", file);

function runAdmin(...command: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const };
  return spawnSync(process.execPath, ["build/admin.js", ...command], {
    env,
    encoding: "utf8",
  });
}

async function readNames(): Promise<string[]> {
  const { db, close } = connect(join(dataDir, "longevity.db"));
  const rows = await db.selectFrom("experts").select("name").orderBy("name").execute();
  await close();
  return rows.map(({ name }) => name);
}

test("reliability 5 lists, checks and restores the copy that an upgrade makes, and keeps the present files", async () => {
  expect(runAdmin("backup", "list").stdout).toContain(upgradeCopy);
  expect(runAdmin("verify", upgradeCopy).stdout).toContain(`${upgradeCopy} is complete.`);
  const { stdout, stderr, status } = restore(upgradeCopy);
  expect([stderr, status]).toEqual(["", 0]);
  expect(stdout).toContain("Removed again, because they asked to leave: one person.");
  expect(await readNames()).toEqual(["Nick Namesake", "Stan Stays"]);
  for (const path of [upgradeCopy, join(dataDir, "uploads/ab/later.webp"), join(dataDir, "relisting-secret")])
    expect([path, existsSync(path)]).toEqual([path, true]);
  const damagedCopy = join(folder, "before-upgrade-20261128-000000.db");
  writeFileSync(damagedCopy, readFileSync(upgradeCopy).subarray(0, 20_000));
  expect([restore(damagedCopy).status, await readNames()]).toEqual([1, ["Nick Namesake", "Stan Stays"]]);
});

test("SA07 does not bring back a removed person from an older backup or export", async () => {
  const portraitFiles = () =>
    readdirSync(join(dataDir, "uploads"), { recursive: true }).filter((path) => String(path).includes(portraitId));
  expect(portraitFiles()).not.toEqual([]);
  const { stdout, stderr, status } = restore(archive);
  expect([stderr, status]).toEqual(["", 0]);
  expect(portraitFiles()).toEqual([]);
  expect(stdout).toContain("Removed again, because they asked to leave: one person.");
  expect(await readNames()).toEqual(["Nick Namesake", "Stan Stays"]);
  expect(existsSync(join(dataDir, "relisting-secret"))).toBe(true);
  const { db, close } = connect(join(dataDir, "longevity.db"));
  expect(rememberedHashes.length).toBeGreaterThan(0);
  expect(await db.selectFrom("doNotRelist").select("hash").orderBy("hash").execute()).toEqual(rememberedHashes);
  expect(await db.selectFrom("goneSlugs").selectAll().execute()).toHaveLength(1);
  // Empties the site, except for its do-not-relist list.
  for (const table of ["listing", "experts", "users"] as const) await db.deleteFrom(table).execute();
  await close();

  const json = restore(exportFile);
  expect([json.stderr, json.status]).toEqual(["", 0]);
  expect(json.stdout).toContain("asked not to be listed: 1.");
  expect(await readNames()).toEqual(["Nick Namesake", "Stan Stays"]);
});

/** Returns the folders of former data that restores left. */
const formerFolders = () => readdirSync(dirname(dataDir)).filter((name) => name.includes(".before-restore-"));

test("reliability 4 a backup whose people are damaged, or cannot be taken out again, replaces nothing", async () => {
  const [presentNames, keptFolders] = [await readNames(), formerFolders()];
  const [damagedCopy, undeletableCopy] = ["1", "2"].map((second) =>
    join(folder, `before-upgrade-20261128-00000${second}.db`),
  ) as [string, string];
  for (const path of [damagedCopy, undeletableCopy]) copyFileSync(upgradeCopy, path);
  damageTable(damagedCopy, "experts");
  const sqlite = new SQLite(undeletableCopy);
  sqlite.exec("CREATE TRIGGER refuse BEFORE DELETE ON experts BEGIN SELECT RAISE(ABORT, 'not this one'); END");
  sqlite.close();
  for (const [path, reason] of [
    [damagedCopy, "its database is damaged"],
    [undeletableCopy, "its people cannot be read (not this one)"],
  ] as const) {
    const { stdout, stderr, status } = restore(path);
    expect([path, stdout, status]).toEqual([path, "", 1]);
    expect(stderr).toMatch(/^.+ cannot be restored: .+\. Nothing was changed\.\n$/);
    expect(stderr).toContain(reason);
    expect([await readNames(), formerFolders(), existsSync(upgradeCopy)]).toEqual([presentNames, keptFolders, true]);
  }
});

test("SA07 a restore that was interrupted before people who had left were removed keeps the site from starting, until it runs again", async () => {
  const [database, mark] = [join(dataDir, "longevity.db"), join(dataDir, "unchecked-people")];
  expect(existsSync(mark)).toBe(false);
  const formerFolder = join(folder, "former");
  cpSync(dataDir, formerFolder, { recursive: true });
  for (const ending of ["", "-wal", "-shm"]) rmSync(database + ending, { force: true });
  copyFileSync(upgradeCopy, database);
  const { db, close } = connect(database);
  await migrate(db);
  await db
    .insertInto("doNotRelist")
    .values(rememberedHashes.map(({ hash }) => ({ hash, at: "2026-11-28" })))
    .execute();
  await close();
  writeFileSync(mark, formerFolder);
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const, PORT: "0" };
  const start = spawnSync(process.execPath, ["build/index.js"], { env, encoding: "utf8" });
  expect([start.status, start.stdout + start.stderr]).toEqual([
    1,
    expect.stringContaining("run the same restore again"),
  ]);
  expect(await readNames()).toContain("Lena Left");

  const { stdout, stderr, status } = restore(archive);
  expect([stderr, status]).toEqual(["", 0]);
  expect(stdout).toContain("Removed again, because they asked to leave: one person.");
  expect([await readNames(), existsSync(mark)]).toEqual([["Nick Namesake", "Stan Stays"], false]);
  // The operator has moved the former folder.
  writeFileSync(mark, join(folder, "moved"));
  expect(restore(archive).stdout).toContain("Removed again, because they asked to leave");
  expect([(await readNames()).includes("Lena Left"), existsSync(mark)]).toEqual([false, false]);
});

test("SA07 a database whose people are damaged is replaced, and people who had left stay away", async () => {
  const database = join(dataDir, "longevity.db");
  damageTable(database, "experts");
  damageTable(database, "sqlite_autoindex_experts_1");
  const { stdout, stderr, status } = restore(archive);
  expect([stderr, status]).toEqual(["", 0]);
  expect(stdout).toContain("Removed again, because they asked to leave: one person.");
  expect(stdout).toContain("The people of the former database could not be read");
  expect(await readNames()).toEqual(["Nick Namesake", "Stan Stays"]);
});

test("SA07 says who may be listed again if the former database cannot be read, and keeps it", () => {
  writeFileSync(join(dataDir, "longevity.db"), "no database");
  const { stdout, stderr, status } = restore(archive);
  expect([stderr, status]).toEqual(["", 0]);
  expect(stdout).toContain("people who asked to be removed since the backup may be listed again.");
  expect(stdout).not.toContain("Removed again");
  const [, formerFolder = ""] = /The former data is kept in (.+)\.\n/.exec(stdout) ?? [];
  expect(readFileSync(join(formerFolder, "longevity.db"), "utf8")).toBe("no database");
});
