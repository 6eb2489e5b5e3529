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

const programs = findPostgres();
const dataDir = process.env.DATA_DIR as string;
const folder = mkdtempSync(join(tmpdir(), "longevity-restore-postgres-"));
const [archive, exported] = [join(folder, "site.tar.gz"), join(folder, "site.json")];
const IMAGE = "uploads/ab/ab12cd34ef56ab12-1.webp";
const KEY = "a-key-that-people-are-recognised-by";

let server: PostgresServer;
let bucket: S3Server;

beforeAll(async () => {
  if (!programs) return;
  server = await startPostgres(programs);
  bucket = await startS3();
  await createDatabase(server.addressOf("postgres"), "site");
  const secrets = { SESSION_SECRET: KEY, RELISTING_SECRET: KEY, SMTP_URL: "smtp://mail.example" };
  Object.assign(process.env, bucket.env, secrets, { DATABASE_URL: server.addressOf("site") });
  const { db, migrate } = await import("../../app/db.server");
  await migrate(db);
  await addPeople([...makeCrowd(30), { name: "Lena Left" }, { name: "Nick Namesake" }]);
  bucket.objects.set(IMAGE, { bytes: Buffer.from("an image"), modifiedAt: new Date() });
});

afterAll(async () => {
  await (await import("../../app/db.server")).closeDatabase();
  await server?.stop();
  await bucket?.stop();
  rmSync(folder, { recursive: true });
});

async function addPeople(people: { name: string }[]): Promise<void> {
  const { importExperts } = await import("../../app/models/editing/experts/write.server");
  await importExperts(people, { origin: "editor" });
}

/** Prevents idle connections from ending, so that a command that leaves one open never exits. */
const STAYING_CONNECTIONS = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, ms, ...rest) => setTimeout(work, ms < 60_000 ? ms : 2 ** 31 - 1, ...rest);
`)}`;

/** Runs `npm run admin -- …` without the set-up script. */
async function admin(args: string[], env: Record<string, string> = {}) {
  const program = ["build/admin.js", ...args];
  const child = spawn(process.execPath, ["--import", STAYING_CONNECTIONS, ...program], {
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { stdout, stderr, status };
}

async function names(): Promise<string[]> {
  const { readDb } = await import("../../app/db.server");
  const rows = await readDb.selectFrom("experts").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

async function countOf(typed: string): Promise<number> {
  const { readDb, searchExperts } = await import("../../app/db.server");
  return (await searchExperts(readDb, { text: typed, offset: 0, limit: 20 })).total;
}

describe.skipIf(!programs).sequential("a site on PostgreSQL with a bucket", () => {
  test("OP10 is backed up with its files into a complete file", async () => {
    expect(await admin(["backup", archive])).toMatchObject({ status: 0, stderr: "" });
    expect(await admin(["verify", archive])).toMatchObject({ status: 0 });
    expect(await admin(["export", exported])).toMatchObject({ status: 0 });
    expect(await admin(["backup", "--scheduled"])).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(/^scheduled-.*\.tar\.gz$/)]);
  });

  test("is not changed by a damaged backup", async () => {
    const namesBefore = await names();
    const damaged = join(folder, "damaged.tar.gz");
    await cp(archive, damaged);
    truncateSync(damaged, 5_000);
    expect(await admin(["restore", damaged])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/cannot be restored.*Nothing was changed/),
    });
    expect(await names()).toEqual(namesBefore);
    expect(readdirSync(join(dataDir, "backups"))).toHaveLength(1);
  });

  test("SA07 is restored in one transaction, except people removed since the backup", async () => {
    const { contentVersion, db, readDb } = await import("../../app/db.server");
    const { editExpert } = await import("../../app/models/editing/experts/admin-list.server");
    const { asAdmin } = await import("../../app/models/base/accounts/admin.server");
    const { removePerson } = await import("../../app/models/whole/removal/removal.server");
    const { addMember } = await import("../support/members");
    const boss = asAdmin(await addMember({ role: "admin" }));
    const { rowId } = await readDb
      .selectFrom("experts")
      .select("rowId")
      .where("name", "=", "Lena Left")
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => removePerson(tx, boss, rowId, "1"));
    const remembered = () => readDb.selectFrom("doNotRelist").select("hash").orderBy("hash").execute();
    const hashes = await remembered();
    expect(hashes.length).toBeGreaterThan(0);
    await editExpert(boss, "person-001", { name: "Changed Name" }, { origin: "" });
    await addPeople([{ name: "Added Later" }]);
    bucket.objects.delete(IMAGE);
    const stateBefore = [await names(), await contentVersion()] as const;

    let isOver = false;
    const counts = new Set<string>();
    const reader = (async () => {
      while (!isOver) counts.add((await names()).join());
    })();
    const restored = await admin(["restore", archive]);
    isOver = true;
    await reader;
    expect(restored).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("one person") });
    const after = await names();
    expect(after).toEqual(
      stateBefore[0]
        .filter((name) => name !== "Added Later")
        .map((name) => name.replace("Changed Name", "Person 001"))
        .sort(),
    );
    expect([...counts, after.join()].every((list) => list === stateBefore[0].join() || list === after.join())).toBe(
      true,
    );
    expect(await contentVersion()).not.toBe(stateBefore[1]);
    expect([
      await countOf("person 001"),
      await countOf("changed"),
      await countOf("lena"),
      await countOf("later"),
    ]).toEqual([1, 0, 0, 0]);
    expect(bucket.objects.get(IMAGE)?.bytes.toString()).toBe("an image");
    expect(await remembered()).toEqual(hashes);
    // Adds and finds one more person, to show that rows and search index fit together.
    await addPeople([{ name: "Next One" }]);
    expect(await countOf("next one")).toBe(1);
  });

  test("OP10 is imported only into an empty site, and its backup is restored to SQLite", async () => {
    const namesBefore = await names();
    expect(await admin(["import", exported])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not empty.*Nothing was changed/),
    });
    expect(await names()).toEqual(namesBefore);
    await createDatabase(server.addressOf("postgres"), "second");
    const second = { DATABASE_URL: server.addressOf("second") };
    expect(await admin(["import", exported], second)).toMatchObject({ status: 0, stderr: "" });
    const secondExport = join(folder, "again.json");
    expect(await admin(["export", secondExport], second)).toMatchObject({ status: 0 });
    const people = (file: string) =>
      JSON.parse(readFileSync(file, "utf8")).experts.map(({ slug }: { slug: string }) => slug);
    expect(people(secondExport).sort()).toEqual(people(exported).sort());
    const into = join(folder, "sqlite");
    mkdirSync(into);
    writeFileSync(join(into, "session-secret"), KEY);
    const none = Object.fromEntries(Object.keys(bucket.env).map((name) => [name, ""]));
    const env = { ...none, DATABASE_URL: "", RELISTING_SECRET: "", DATA_DIR: into };
    expect(await admin(["restore", archive], env)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(into, "relisting-secret"), "utf8").trim()).toBe(KEY);
    expect(readFileSync(join(into, IMAGE), "utf8")).toBe("an image");
    const site = sqliteEngine(join(into, "longevity.db"));
    const { total } = await site.search.searchExperts(site.db, { text: "lena left", offset: 0, limit: 20 });
    await site.close();
    expect(total).toBe(1);
  });

  test("refuses a do-not-relist list that was made with another key", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "relisting-secret"), KEY.toUpperCase());
    await cp(join(folder, "sqlite", "longevity.db"), join(other, "longevity.db"));
    const { db, close } = connect(join(other, "longevity.db"));
    await db.insertInto("doNotRelist").values({ hash: "x", at: "2026-01-01" }).execute();
    await close();
    const none = Object.fromEntries(Object.keys(bucket.env).map((name) => [name, ""]));
    const backup = await admin(["backup", join(folder, "other.tar.gz")], {
      ...none,
      DATABASE_URL: "",
      RELISTING_SECRET: "",
      DATA_DIR: other,
    });
    expect(backup).toMatchObject({ status: 0, stderr: "" });
    const namesBefore = await names();
    const refused = await admin(["restore", join(folder, "other.tar.gz")]);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("needs the RELISTING_SECRET") });
    expect(await names()).toEqual(namesBefore);
    expect(existsSync(join(dataDir, "relisting-secret"))).toBe(false);
  });
});
