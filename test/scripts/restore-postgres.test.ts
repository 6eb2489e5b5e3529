import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../db/sqlite/connect";
import { sqliteEngine } from "../../db/sqlite/engine";
import { makeCrowd } from "../support/people";
import { createDatabase, findPostgres, type PostgresServer, startPostgres } from "../support/postgres";
import { type S3Server, startS3 } from "../support/s3";
import { testImage } from "../support/test-images";

const programs = findPostgres();
const dataDir = process.env.DATA_DIR as string;
const folder = mkdtempSync(join(tmpdir(), "longevity-restore-postgres-"));
const [archive, exportFile] = [join(folder, "site.tar.gz"), join(folder, "site.json")];
const IMAGE = "uploads/ab/ab12cd34ef56ab12-1.webp";
const KEY = "a-key-that-people-are-recognised-by";

let server: PostgresServer;
let bucket: S3Server;
/** The id of the portrait of the removed person. */
let portrait: string;
const portraitFiles = () => [...bucket.objects.keys()].filter((name) => name.includes(portrait));

beforeAll(async () => {
  if (!programs) return;
  server = await startPostgres(programs);
  bucket = await startS3();
  await createDatabase(server.addressOf("postgres"), "site");
  const secrets = { SESSION_SECRET: KEY, RELISTING_SECRET: KEY, SMTP_URL: "smtp://mail.example" };
  Object.assign(process.env, bucket.env, secrets, { DATABASE_URL: server.addressOf("site") });
  const { db, migrate } = await import("../../app/db.server");
  await migrate(db);
  const { storeImage } = await import("../../app/models/records/images/images.server");
  const picture = await testImage("png", 60, 60);
  const { id, url } = await storeImage(null, picture, { name: "Lena Left", origin: "record" });
  portrait = id;
  await addPeople([...makeCrowd(30), { name: "Lena Left", imageUrl: url }, { name: "Nick Namesake" }]);
  bucket.objects.set(IMAGE, { bytes: Buffer.from("an image"), modifiedAt: new Date() });
});

afterAll(async () => {
  await (await import("../../app/db.server")).closeDatabase();
  await server?.stop();
  await bucket?.stop();
  rmSync(folder, { recursive: true });
});

async function addPeople(people: { name: string; imageUrl?: string }[]): Promise<void> {
  const { importExperts } = await import("../../app/models/editing/experts/write.server");
  await importExperts(people, { origin: "editor" });
}

/** Prevents idle connections from ending, so that a command that leaves one open never exits. */
const STAYING_CONNECTIONS = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, ms, ...rest) => setTimeout(work, ms < 60_000 ? ms : 2 ** 31 - 1, ...rest);
`)}`;

/** Runs `npm run admin -- …` without the set-up script. */
async function runAdmin(args: string[], env: Record<string, string> = {}) {
  const program = ["build/admin.js", ...args];
  const child = spawn(process.execPath, ["--import", STAYING_CONNECTIONS, ...program], {
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { stdout, stderr, status };
}

async function readNames(): Promise<string[]> {
  const { readDb } = await import("../../app/db.server");
  const rows = await readDb.selectFrom("experts").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

async function countOf(searchText: string): Promise<number> {
  const { readDb, searchExperts } = await import("../../app/db.server");
  return (await searchExperts(readDb, { text: searchText, offset: 0, limit: 20 })).total;
}

describe.skipIf(!programs).sequential("a site on PostgreSQL with a bucket", () => {
  test("OP10 is backed up with its files into a complete file", async () => {
    expect(await runAdmin(["backup", archive])).toMatchObject({ status: 0, stderr: "" });
    expect(await runAdmin(["verify", archive])).toMatchObject({ status: 0 });
    expect(await runAdmin(["export", exportFile])).toMatchObject({ status: 0 });
    expect(await runAdmin(["backup", "--scheduled"])).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(/^scheduled-.*\.tar\.gz$/)]);
  });

  test("is not changed by a damaged backup", async () => {
    const namesBefore = await readNames();
    const damagedFile = join(folder, "damaged.tar.gz");
    await cp(archive, damagedFile);
    truncateSync(damagedFile, 5_000);
    expect(await runAdmin(["restore", damagedFile])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/cannot be restored.*Nothing was changed/),
    });
    expect(await readNames()).toEqual(namesBefore);
    expect(readdirSync(join(dataDir, "backups"))).toHaveLength(1);
  });

  test("SA07 is restored in one transaction, except people removed since the backup", async () => {
    const { contentVersion, db, readDb } = await import("../../app/db.server");
    const { editExpert } = await import("../../app/models/editing/experts/admin-list.server");
    const { asAdmin } = await import("../../app/models/base/accounts/admin.server");
    const { removePerson } = await import("../../app/models/whole/removal/removal.server");
    const { addMember } = await import("../support/members");
    const adminUser = asAdmin(await addMember({ role: "admin" }));
    const { rowId } = await readDb
      .selectFrom("experts")
      .select("rowId")
      .where("name", "=", "Lena Left")
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => removePerson(tx, adminUser, rowId, "1"));
    const readHashes = () => readDb.selectFrom("doNotRelist").select("hash").orderBy("hash").execute();
    const hashes = await readHashes();
    expect(hashes.length).toBeGreaterThan(0);
    await editExpert(adminUser, "person-001", { name: "Changed Name" }, { origin: "" });
    await addPeople([{ name: "Added Later" }]);
    bucket.objects.delete(IMAGE);
    expect(portraitFiles()).not.toEqual([]);
    const stateBefore = [await readNames(), await contentVersion()] as const;

    let isOver = false;
    const seenLists = new Set<string>();
    const reading = (async () => {
      while (!isOver) seenLists.add((await readNames()).join());
    })();
    const restoreResult = await runAdmin(["restore", archive]);
    isOver = true;
    await reading;
    expect(restoreResult).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("one person") });
    const namesAfter = await readNames();
    expect(namesAfter).toEqual(
      stateBefore[0]
        .filter((name) => name !== "Added Later")
        .map((name) => name.replace("Changed Name", "Person 001"))
        .sort(),
    );
    expect(
      [...seenLists, namesAfter.join()].every((list) => list === stateBefore[0].join() || list === namesAfter.join()),
    ).toBe(true);
    expect(await contentVersion()).not.toBe(stateBefore[1]);
    expect([
      await countOf("person 001"),
      await countOf("changed"),
      await countOf("lena"),
      await countOf("later"),
    ]).toEqual([1, 0, 0, 0]);
    expect(bucket.objects.get(IMAGE)?.bytes.toString()).toBe("an image");
    expect(portraitFiles()).toEqual([]);
    expect(await readHashes()).toEqual(hashes);
    // Adds and finds one more person, to show that rows and search index fit together.
    await addPeople([{ name: "Next One" }]);
    expect(await countOf("next one")).toBe(1);
  });

  test("OP10 is imported only into an empty site, and its backup is restored to SQLite", async () => {
    const namesBefore = await readNames();
    expect(await runAdmin(["import", exportFile])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not empty.*Nothing was changed/),
    });
    expect(await readNames()).toEqual(namesBefore);
    await createDatabase(server.addressOf("postgres"), "second");
    const secondSettings = { DATABASE_URL: server.addressOf("second") };
    expect(await runAdmin(["import", exportFile], secondSettings)).toMatchObject({ status: 0, stderr: "" });
    const secondExport = join(folder, "again.json");
    expect(await runAdmin(["export", secondExport], secondSettings)).toMatchObject({ status: 0 });
    const slugsIn = (file: string) =>
      JSON.parse(readFileSync(file, "utf8")).experts.map(({ slug }: { slug: string }) => slug);
    expect(slugsIn(secondExport).sort()).toEqual(slugsIn(exportFile).sort());
    const targetFolder = join(folder, "sqlite");
    mkdirSync(targetFolder);
    writeFileSync(join(targetFolder, "session-secret"), KEY);
    const withoutBucket = Object.fromEntries(Object.keys(bucket.env).map((name) => [name, ""]));
    const env = { ...withoutBucket, DATABASE_URL: "", RELISTING_SECRET: "", DATA_DIR: targetFolder };
    expect(await runAdmin(["restore", archive], env)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(targetFolder, "relisting-secret"), "utf8").trim()).toBe(KEY);
    expect(readFileSync(join(targetFolder, IMAGE), "utf8")).toBe("an image");
    const sqliteSite = sqliteEngine(join(targetFolder, "longevity.db"));
    const { total } = await sqliteSite.search.searchExperts(sqliteSite.db, { text: "lena left", offset: 0, limit: 20 });
    await sqliteSite.close();
    expect(total).toBe(1);
  });

  test("refuses a do-not-relist list that was made with another key", async () => {
    const otherFolder = join(folder, "other");
    mkdirSync(otherFolder);
    writeFileSync(join(otherFolder, "relisting-secret"), KEY.toUpperCase());
    await cp(join(folder, "sqlite", "longevity.db"), join(otherFolder, "longevity.db"));
    const { db, close } = connect(join(otherFolder, "longevity.db"));
    await db.insertInto("doNotRelist").values({ hash: "x", at: "2026-01-01" }).execute();
    await close();
    const withoutBucket = Object.fromEntries(Object.keys(bucket.env).map((name) => [name, ""]));
    const backupResult = await runAdmin(["backup", join(folder, "other.tar.gz")], {
      ...withoutBucket,
      DATABASE_URL: "",
      RELISTING_SECRET: "",
      DATA_DIR: otherFolder,
    });
    expect(backupResult).toMatchObject({ status: 0, stderr: "" });
    const namesBefore = await readNames();
    const refusal = await runAdmin(["restore", join(folder, "other.tar.gz")]);
    expect(refusal).toMatchObject({ status: 1, stderr: expect.stringContaining("needs the RELISTING_SECRET") });
    expect(await readNames()).toEqual(namesBefore);
    expect(existsSync(join(dataDir, "relisting-secret"))).toBe(false);
  });
});
