import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, db } from "../../app/db.server";
import { importExperts } from "../../app/models/editing/experts/write.server";
import { firstFilledTable } from "../../db/copy/databases";
import type { Engine } from "../../db/engine";
import { connectPostgres } from "../../db/postgres/connect";
import { connect } from "../../db/sqlite/connect";
import { takeDataFolder } from "../../db/sqlite/data-folder";
import { tablesIn } from "../../db/sqlite/end";
import { sqliteEngine } from "../../db/sqlite/engine";
import { seedArticles, seedLibrary, seedSubmissions } from "../../scripts/seed-records";
import { fillEveryTable } from "../support/every-table";
import { adaFull, makeCrowd } from "../support/people";
import { createDatabase, findPostgres, type PostgresServer, startPostgres } from "../support/postgres";
import { type S3Server, startS3 } from "../support/s3";

const programs = findPostgres();
const dataDir = process.env.DATA_DIR as string;
const path = join(dataDir, "longevity.db");
const folder = mkdtempSync(join(tmpdir(), "longevity-copy-"));
const IMAGE = "uploads/ab/ab12cd34ef56ab12-1.webp";

let server: PostgresServer;
let bucket: S3Server;
let url: string;

beforeAll(async () => {
  if (!programs) return;
  server = await startPostgres(programs);
  url = server.addressOf("moved");
  await createDatabase(server.addressOf("postgres"), "moved");
  bucket = await startS3();
  await importExperts([...makeCrowd(30), adaFull, { name: "Łukasz Søndergård", biography: "京都大学の幹細胞研究者" }], {
    origin: "editor",
  });
  await seedArticles(20);
  await seedLibrary(20);
  await seedSubmissions(20);
  await db.deleteFrom("experts").where("name", "=", "Person 030").execute();
  await closeDatabase();
  const { sqlite, close } = connect(path);
  fillEveryTable(sqlite);
  // Deletes the row with the highest number of a table that does not reuse numbers.
  sqlite.exec(`DELETE FROM "requests" WHERE "rowId" = 9000002`);
  await close();
  mkdirSync(join(dataDir, "uploads/ab"), { recursive: true });
  writeFileSync(join(dataDir, IMAGE), "an image");
  writeFileSync(join(dataDir, "relisting-secret"), `${KEY}\n`);
});

const KEY = "a-key-that-people-are-recognised-by";

afterAll(async () => {
  await server?.stop();
  await bucket?.stop();
  rmSync(folder, { recursive: true });
});

interface CopyRun {
  options: string[];
  into?: string;
  env?: Record<string, string>;
  /** Kills the program as soon as it prints this. */
  killAt?: string;
}

/** Runs `npm run db:copy -- …` without the set-up script. */
async function copy({ options, into: targetFolder = dataDir, env = {}, killAt }: CopyRun) {
  const program = ["build/copy.js", ...options];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: targetFolder, ...env },
  });
  if (killAt) child.stdout.on("data", (chunk) => String(chunk).includes(killAt) && child.kill("SIGKILL"));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { stdout, stderr, status };
}

async function inPostgres<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await connectPostgres(url);
  return work(engine).finally(engine.close);
}

async function hasTables(db: Engine["db"]): Promise<boolean> {
  return (await db.introspection.getTables()).length > 0;
}

async function rowsIn(file: string) {
  const { sqlite, close } = connect(file);
  const tables = tablesIn(sqlite).map(({ name, columns }) => {
    const select = `SELECT ${columns.map((column) => `"${column}"`)} FROM "${name}" ORDER BY ${columns.map((_, index) => index + 1)}`;
    return [name, sqlite.prepare(select).all()];
  });
  const numbers = sqlite.prepare("SELECT * FROM sqlite_sequence").all();
  await close();
  return Object.fromEntries([...tables, ["numbers", numbers]]);
}

/** Returns the results of each search index for some texts. */
async function searchResults({ db, search }: Engine) {
  const answers: unknown[] = [];
  for (const searchText of ["person 003", "søndergård", "幹細胞", "profesor", "complete records"])
    answers.push(await search.searchExperts(db, { text: searchText, offset: 0, limit: 20 }));
  for (const index of ["articleSearch", "librarySearch", "submissionSearch"] as const)
    for (const searchText of ["aging", "research", "a", "łukasz"])
      answers.push(await search.searchWords(db, index, { text: searchText, offset: 0, limit: 20 }));
  return answers;
}

describe.skipIf(!programs).sequential("npm run db:copy", () => {
  test("refuses a bucket with another site's files, and changes nothing", async () => {
    const marker = { bytes: Buffer.from("the id of another site\n"), modifiedAt: new Date() };
    bucket.objects.set("uploads/site-id", marker);
    const refusal = {
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /holds the files of another site .*the id of another site.*Nothing was changed\.\n$/,
      ),
    };
    expect(await copy({ options: ["--to", url], env: bucket.env })).toMatchObject(refusal);
    expect(await inPostgres(({ db }) => hasTables(db))).toBe(false);
    expect([...bucket.objects]).toEqual([["uploads/site-id", marker]]);
    bucket.objects.clear();
  });

  test("refuses a running site, whose later changes the copy would lack", async () => {
    const leaveFolder = takeDataFolder(dataDir);
    const result = await copy({ options: ["--to", url] });
    leaveFolder?.();
    expect(result).toMatchObject({
      status: 1,
      stderr: "The site is running on this data: please stop it first. Nothing was changed.\n",
    });
    expect(await inPostgres(({ db }) => hasTables(db))).toBe(false);
  });

  test("reliability 36 leaves an empty database when it is killed; another run copies the same rows, files and search results", async () => {
    const originalRows = await rowsIn(path);
    for (const [name, rows] of Object.entries(originalRows))
      expect([name, (rows as object[]).length > 0]).toEqual([name, true]);
    expect((await copy({ options: ["--to", url], env: bucket.env, killAt: "experts" })).status).toBe(null);
    expect(await inPostgres(({ db }) => firstFilledTable(db))).toBe(null);
    expect(bucket.objects.get(IMAGE)?.bytes.toString()).toBe("an image");

    const result = await copy({ options: ["--to", url], env: bucket.env });
    expect(result).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("Files: 0 copied, 1 were already there."),
    });
    expect(await rowsIn(path)).toEqual(originalRows);
    const site = sqliteEngine(path);
    const answers = await searchResults(site).finally(site.close);
    expect(await inPostgres(searchResults)).toEqual(answers);
    expect(answers[1]).toMatchObject({ total: 1 });
    expect(answers.filter((answer) => (answer as { total: number }).total > 0).length).toBeGreaterThan(8);

    const targetFolder = join(folder, "back");
    const env = {
      ...bucket.env,
      RELISTING_SECRET: KEY,
      DATABASE_URL: url,
      SESSION_SECRET: KEY,
      SMTP_URL: "smtp://mail.example",
    };
    bucket.objects.set("uploads/site-id", { bytes: Buffer.from("another"), modifiedAt: new Date() });
    expect(await copy({ options: ["--from", url], into: targetFolder, env })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("holds the files of another site"),
    });
    expect(existsSync(targetFolder)).toBe(false);
    bucket.objects.delete("uploads/site-id");
    expect((await copy({ options: ["--from", url], into: targetFolder, env, killAt: "experts" })).status).toBe(null);
    expect(existsSync(join(targetFolder, "longevity.db"))).toBe(false);
    expect(await copy({ options: ["--from", url], into: targetFolder, env })).toMatchObject({ status: 0, stderr: "" });
    expect(await rowsIn(join(targetFolder, "longevity.db"))).toEqual(originalRows);
    const restoredEngine = sqliteEngine(join(targetFolder, "longevity.db"));
    expect(await searchResults(restoredEngine).finally(restoredEngine.close)).toEqual(answers);
    for (const file of [IMAGE, "relisting-secret"])
      expect(readFileSync(join(targetFolder, file), "utf8")).toBe(readFileSync(join(dataDir, file), "utf8"));
    expect(readdirSync(targetFolder).sort()).toEqual(["longevity.db", "relisting-secret", "uploads"]);
  });

  test("continues the numbers of rows", async () => {
    const page = { id: "x", slug: "x", title: "", body: "", position: 1, inFooter: 0, updatedAt: "" };
    const addedPage = await inPostgres(({ db }) =>
      db.insertInto("pages").values(page).returning("rowId").executeTakeFirstOrThrow(),
    );
    expect(addedPage.rowId).toBe(9_000_003);
  });

  test("refuses a target that is not empty in one sentence, and does not change it", async () => {
    const versions = () => inPostgres((engine) => engine.contentVersion());
    const versionBefore = await versions();
    const copyAnswer = await copy({ options: ["--to", url] });
    expect(copyAnswer).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The database is not empty.*Nothing was changed\.\n$/),
    });
    expect(await versions()).toBe(versionBefore);
    const folder = await copy({ options: ["--from", url] });
    expect(folder).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("move it away first") });
  });

  test("reports wrong arguments and settings in one sentence", async () => {
    const { addressOf } = server;
    const cases: [CopyRun, RegExp][] = [
      [{ options: [] }, /^Please give --to or --from/],
      [{ options: ["--to", "mysql://there/x"] }, /^The address must begin with postgres:/],
      [{ options: ["--to", addressOf("nowhere")] }, /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be used: .*does not exist/],
      [{ options: ["--to", url], into: join(folder, "empty") }, /^There is no database in/],
      [{ options: ["--from", addressOf("postgres")], into: join(folder, "empty") }, /^The database is empty/],
      [
        { options: ["--to", url], env: { ...SETTINGS, DATABASE_URL: url, RELISTING_SECRET: KEY.toUpperCase() } },
        /^RELISTING_SECRET differs from the content of/,
      ],
    ];
    for (const [run, sentence] of cases) {
      const { status, stdout, stderr } = await copy(run);
      const exitCode = /--to|postgres:/.test(sentence.source) ? 2 : 1;
      expect([status, stdout, stderr]).toEqual([exitCode, "", expect.stringMatching(sentence)]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).not.toContain(new URL(addressOf("x")).password);
    }
  });

  test("removes U+0000 from texts, which PostgreSQL cannot store", async () => {
    const targetFolder = join(folder, "with-null");
    mkdirSync(targetFolder);
    cpSync(path, join(targetFolder, "longevity.db"));
    const { sqlite, close } = connect(join(targetFolder, "longevity.db"));
    sqlite.prepare(`INSERT INTO "settings" VALUES ('null', ?)`).run("a\0b");
    await close();
    await createDatabase(server.addressOf("postgres"), "without_null");
    expect(await copy({ options: ["--to", server.addressOf("without_null")], into: targetFolder })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^S3_… is not set, so no files were copied\. .*\n.* was not changed\. Set DATABASE_URL and start the site\. .*RELISTING_SECRET/m,
      ),
    });
    url = server.addressOf("without_null");
    const setting = await inPostgres(({ db }) =>
      db.selectFrom("settings").select("value").where("key", "=", "null").executeTakeFirstOrThrow(),
    );
    expect(setting.value).toBe("ab");
  });
});

const SETTINGS = { SESSION_SECRET: KEY, SMTP_URL: "smtp://mail.example" };
