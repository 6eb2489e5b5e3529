import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import SQLite from "better-sqlite3";
import { create, extract } from "tar";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { closeDatabase, databasePath } from "~/db.server";
import { env } from "~/env.server";
import { DATABASE_FILE } from "~/subject/names";
import { connect } from "../../../../db/sqlite/connect";
import { migratedFile } from "../../../../test/support/migrated";
import { backup, HOST, MANIFEST, writeManifest } from "./backup.server";
import { isBackupDue, makeScheduledBackup, removeUnfinished, startBackups } from "./backup-schedule.server";
import { restore } from "./restore.server";
import { verifyBackup } from "./verify.server";

const NOW = new Date("2026-11-20T20:01:02Z");
let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longevity-backup-"));
  dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "uploads/ab"), { recursive: true });
  writeFileSync(join(dataDir, "uploads/ab/face.webp"), "a face");
  writeFileSync(join(dataDir, "session-secret"), "secret", { mode: 0o600 });
  writeFileSync(join(dataDir, "limits.db"), "counts of tries, which no backup holds");
  const database = new SQLite(migratedFile(join(dataDir, DATABASE_FILE)));
  database.exec("INSERT INTO settings VALUES ('siteName', 'First')");
  database.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the database has the name under which the app opens it", async () => {
  expect(basename(databasePath)).toBe(DATABASE_FILE);
  await closeDatabase();
});

describe("a backup", () => {
  test("goes to the backups folder under the name of its time, readable by its owner only, and leaves nothing else", async () => {
    const { file, files } = await backup(dataDir, undefined, NOW);
    expect(file).toBe(join(dataDir, "backups/longevity-20261120-200102.tar.gz"));
    expect(files).toBe(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dataDir, "backups"))).toEqual([basename(file)]);
  });

  test("restores everything, and keeps the former data and the backups", async () => {
    const { file } = await backup(dataDir, undefined, NOW);
    change("Second");
    rmSync(join(dataDir, "uploads"), { recursive: true });

    const result = await restore(dataDir, file, NOW);
    expect(result).toMatchObject({ madeAt: NOW.toISOString(), migrated: [] });
    expect(siteName(dataDir)).toBe("First");
    expect(readFileSync(join(dataDir, "uploads/ab/face.webp"), "utf8")).toBe("a face");
    expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).sort()).toEqual(["backups", DATABASE_FILE, "session-secret", "uploads"]);
    expect(existsSync(file)).toBe(true);
    expect(result.former).toBe(`${dataDir}.before-restore-20261120-200102`);
    expect(siteName(result.former as string)).toBe("Second");
    expect(readdirSync(folder).sort()).toEqual(["data", "data.before-restore-20261120-200102"]);
  });

  test("revives neither sessions nor links, and sends no mail again that waited when it was made", async () => {
    const database = new SQLite(join(dataDir, DATABASE_FILE));
    const [time, later] = ["2026-11-01T00:00:00.000Z", "2036-11-01T00:00:00.000Z"];
    database.exec(`INSERT INTO sessions (idHash, data, userAgent, address, createdAt, lastSeenAt, expiresAt)
      VALUES ('hash', '{}', '', '', '${time}', '${time}', '${later}')`);
    database.exec(`INSERT INTO oneTimeTokens (hash, purpose, expiresAt) VALUES ('hash', 'setup', '${later}')`);
    for (const status of ["queued", "sending", "handedOver", "sent", "failed"])
      database.exec(`INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, createdAt)
        VALUES ('${status}', 'reset', 'ada@example.org', 'Reset', 'Link', '${status}', 0, '${later}', '${time}')`);
    database.close();
    const { file } = await backup(dataDir, undefined, NOW);
    expect(await restore(dataDir, file, NOW)).toMatchObject({ waitingMails: 3 });
    for (const table of ["sessions", "oneTimeTokens"]) expect(query(dataDir, `SELECT count(*) FROM ${table}`)).toBe(0);
    expect(query(dataDir, "SELECT group_concat(status) FROM mails")).toBe("failed,failed,failed,failed,sent");
    const explainedMails = "SELECT group_concat(id) FROM mails WHERE lastError LIKE 'This mail waited in the backup%'";
    expect(query(dataDir, explainedMails)).toBe("queued,sending,handedOver");
  });

  test("is restored for its owner only: no mode comes from the archive", async () => {
    const file = await damagedBackup((unpackedFolder) => {
      chmodSync(join(unpackedFolder, "uploads/ab/face.webp"), 0o6777);
      chmodSync(join(unpackedFolder, "uploads"), 0o1777);
    });
    await restore(dataDir, file);
    for (const path of [".", "uploads", "uploads/ab"]) expect(modeOf(path)).toBe(0o700);
    for (const path of [DATABASE_FILE, "uploads/ab/face.webp", "session-secret"]) expect(modeOf(path)).toBe(0o600);
  });

  test.runIf(process.getuid?.() === 0)("restored by root still belongs to the site's user", async () => {
    const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
    chownSync(dataDir, 4711, 4712);
    await restore(dataDir, file);
    for (const path of [".", DATABASE_FILE, "uploads/ab", "uploads/ab/face.webp"]) {
      expect(statSync(join(dataDir, path))).toMatchObject({ uid: 4711, gid: 4712 });
    }
  });

  test("has a new content version once it is restored, so that no earlier entity tag is given to other content", async () => {
    const version = () => query(dataDir, 'SELECT "version" FROM "contentVersion"') as number;
    const { file } = await backup(dataDir, undefined, NOW);
    const atBackup = version();
    change("Second");
    await restore(dataDir, file, NOW);
    const restoredVersion = version();
    expect(Math.abs(restoredVersion - atBackup)).toBeGreaterThan(1_000_000);
    await restore(dataDir, file, NOW);
    expect(Math.abs(version() - restoredVersion)).toBeGreaterThan(1_000_000);
  });

  test("goes into an existing folder, and creates none", async () => {
    const path = join(folder, "elsewhere/mine.tar.gz");
    await expect(backup(dataDir, path)).rejects.toThrow("There is no folder");
    expect(existsSync(join(folder, "elsewhere"))).toBe(false);
    mkdirSync(join(folder, "elsewhere"));
    const { file } = await backup(dataDir, path);
    rmSync(dataDir, { recursive: true });
    expect((await restore(dataDir, file)).former).toBeUndefined();
    expect(siteName(dataDir)).toBe("First");
  });

  test("is of one moment while others write, and holds up no writer", async () => {
    const writer = new SQLite(join(dataDir, DATABASE_FILE));
    writer.exec("CREATE TABLE pairs (a INTEGER, b INTEGER)");
    writer.exec("BEGIN; INSERT INTO pairs VALUES (1, 1)"); // not committed: not in the backup
    const { file } = await backup(dataDir, undefined, NOW);
    writer.exec("COMMIT");
    writer.close();
    await restore(dataDir, file, NOW);
    expect(query(dataDir, "SELECT count(*) FROM pairs")).toBe(0);
  });

  test("has every write that was acknowledged before it began, while another process goes on writing", async () => {
    const writer = await startWriter(join(dataDir, DATABASE_FILE));
    const acknowledgedBefore = writer.acknowledged();
    const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
    const acknowledgedAfter = await writer.stop();
    await restore(dataDir, file);
    expect(query(dataDir, "SELECT count(*) FROM writes")).toSatisfy(
      (count: number) => count >= acknowledgedBefore && count <= acknowledgedAfter,
    );
    expect(query(dataDir, "SELECT count(*) FROM writes JOIN companions USING (n)")).toBe(
      query(dataDir, "SELECT count(*) FROM writes"),
    );
  });

  test("is refused where there is nothing, and never overwrites a file", async () => {
    await expect(backup(join(folder, "nowhere"))).rejects.toThrow("nothing to back up");
    writeFileSync(join(folder, "mine.tar.gz"), "precious");
    await expect(backup(dataDir, join(folder, "mine.tar.gz"))).rejects.toThrow("exists already");
    expect(readFileSync(join(folder, "mine.tar.gz"), "utf8")).toBe("precious");
    symlinkSync(join(folder, "no-such-disk", "mine.tar.gz"), join(folder, "link.tar.gz"));
    await expect(backup(dataDir, join(folder, "link.tar.gz"))).rejects.toThrow("exists already");
  });

  test("that fails leaves no half file", async () => {
    writeFileSync(
      join(dataDir, DATABASE_FILE),
      "not a database at all, but long enough to be read as the head of one".repeat(40),
    );
    await expect(backup(dataDir, join(folder, "mine.tar.gz"))).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["data"]);
    expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
  });
});

describe("a restore leaves everything as it is when", () => {
  test("the site has the database open, even idle", async () => {
    const { file } = await backup(dataDir, undefined, NOW);
    const site = connect(join(dataDir, DATABASE_FILE));
    await site.db.selectFrom("settings").selectAll().execute();
    await expect(restore(dataDir, file)).rejects.toThrow("please stop it first");
    await site.close();
    expectUntouched();
    await restore(dataDir, file);
  });

  test("the file is cut short", async () => {
    const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
    truncateSync(file, statSync(file).size - 200);
    await expect(restore(dataDir, file)).rejects.toThrow("cannot be restored");
    expectUntouched();
  });

  test("the file is cut short while many files are being written", async () => {
    for (let n = 0; n < 100; n++) writeFileSync(join(dataDir, `uploads/ab/${n}.webp`), randomBytes(20_000));
    const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await expect(restore(dataDir, file)).rejects.toThrow("cannot be restored");
    expectUntouched();
  });

  test("the file is something else", async () => {
    writeFileSync(join(folder, "mine.tar.gz"), "hello");
    await expect(restore(dataDir, join(folder, "mine.tar.gz"))).rejects.toThrow("cannot be restored");
    await expect(restore(dataDir, join(folder, "missing.tar.gz"))).rejects.toThrow("There is no file");
    expectUntouched();
  });

  test.each<[string, string, (unpackedFolder: string) => void | Promise<void>]>([
    [
      "a file differs from its checksum",
      "uploads/ab/face.webp was changed or damaged",
      (unpackedFolder) => writeFileSync(join(unpackedFolder, "uploads/ab/face.webp"), "a fake"),
    ],
    [
      "a file is missing",
      "session-secret is missing",
      (unpackedFolder) => rmSync(join(unpackedFolder, "session-secret")),
    ],
    [
      "a file is not in the manifest",
      "uploads/more is not in its manifest",
      (unpackedFolder) => writeFileSync(join(unpackedFolder, "uploads/more"), ""),
    ],
    ["the manifest is missing", "it has no manifest", (unpackedFolder) => rmSync(join(unpackedFolder, MANIFEST))],
    [
      "the manifest is not readable",
      "this version cannot read its manifest",
      (unpackedFolder) => writeFileSync(join(unpackedFolder, MANIFEST), "{"),
    ],
    [
      "the database is missing",
      "it contains no database",
      (unpackedFolder) => reseal(unpackedFolder, () => rmSync(join(unpackedFolder, DATABASE_FILE))),
    ],
    [
      "the database is damaged though its checksum fits",
      "damaged|malformed",
      (unpackedFolder) => reseal(unpackedFolder, () => overwriteMiddle(join(unpackedFolder, DATABASE_FILE))),
    ],
    [
      "links between rows lead nowhere",
      "references to missing rows",
      (unpackedFolder) =>
        reseal(unpackedFolder, () => {
          const database = new SQLite(join(unpackedFolder, DATABASE_FILE));
          database.pragma("foreign_keys = OFF");
          database.exec("INSERT INTO slugs VALUES ('nobody', 4711)");
          database.close();
        }),
    ],
    [
      "the database comes from a newer version",
      "newer version",
      (unpackedFolder) =>
        reseal(unpackedFolder, () => {
          const database = new SQLite(join(unpackedFolder, DATABASE_FILE));
          database.exec("INSERT INTO kysely_migration VALUES ('9999_future', '2030-01-01')");
          database.close();
        }),
    ],
    [
      "the database is another program's",
      "not made by this program",
      (unpackedFolder) =>
        reseal(unpackedFolder, () => {
          rmSync(join(unpackedFolder, DATABASE_FILE));
          makeForeignDatabase(join(unpackedFolder, DATABASE_FILE));
        }),
    ],
  ])("%s", async (_, message, damage) => {
    const file = await damagedBackup(damage);
    await expect(restore(dataDir, file)).rejects.toThrow(new RegExp(message));
    expectUntouched();
  });

  test("the file is another program's database", async () => {
    const file = makeForeignDatabase(join(folder, "other.db"));
    await expect(restore(dataDir, file)).rejects.toThrow("not made by this program");
    await expect(verifyBackup(file)).rejects.toThrow("not made by this program");
    expectUntouched();
  });

  const mountPoint = "/dev/shm";
  const isMounted = existsSync(mountPoint) && statSync(mountPoint).dev !== statSync("/dev").dev;
  test.runIf(isMounted)("the folder is a mount point", async () => {
    const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
    await expect(restore(mountPoint, file)).rejects.toThrow("is a mount point");
    expect(readdirSync("/dev").filter((name) => name.startsWith("shm"))).toEqual(["shm"]);
  });
});

test("a restore takes another name for the former data where its name is taken", async () => {
  const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
  const takenFolder = `${dataDir}.before-restore-20261120-200102`;
  mkdirSync(`${takenFolder}/full`, { recursive: true });
  expect((await restore(dataDir, file, NOW)).former).toBe(`${takenFolder}-2`);
  expect(readdirSync(takenFolder)).toEqual(["full"]);
});

test("a broken database can be replaced by a backup", async () => {
  const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
  writeFileSync(join(dataDir, DATABASE_FILE), "broken".repeat(1_000));
  await restore(dataDir, file);
  expect(siteName(dataDir)).toBe("First");
});

function modeOf(path: string): number {
  return statSync(join(dataDir, path)).mode & 0o7777;
}

function expectUntouched(): void {
  expect(siteName(dataDir)).toBe("First");
  expect(readFileSync(join(dataDir, "uploads/ab/face.webp"), "utf8")).toBe("a face");
  expect(readdirSync(folder).filter((name) => name.startsWith("data"))).toEqual(["data"]);
}

async function damagedBackup(damage: (unpackedFolder: string) => void | Promise<void>): Promise<string> {
  const { file } = await backup(dataDir, join(folder, "mine.tar.gz"));
  const unpackedFolder = join(folder, "unpacked");
  mkdirSync(unpackedFolder);
  await extract({ file, cwd: unpackedFolder });
  await damage(unpackedFolder);
  await create({ gzip: true, cwd: unpackedFolder, file }, ["."]);
  return file;
}

/** Changes a backup and renews its checksums, so that they do not show the damage. */
async function reseal(unpackedFolder: string, damage: () => void): Promise<void> {
  damage();
  rmSync(join(unpackedFolder, MANIFEST));
  await writeManifest(unpackedFolder, NOW);
}

function makeForeignDatabase(path: string): string {
  const database = new SQLite(path);
  database.exec("CREATE TABLE messages (text)");
  database.close();
  return path;
}

function overwriteMiddle(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4_096, bytes.length - 4_096);
  writeFileSync(path, bytes);
}

function change(siteName: string): void {
  const database = new SQLite(join(dataDir, DATABASE_FILE));
  database.prepare("UPDATE settings SET value = ?").run(siteName);
  database.close();
}

function siteName(from: string): unknown {
  return query(from, "SELECT value FROM settings WHERE key = 'siteName'");
}

/** Starts a process that writes two rows in each transaction until it is stopped. Resolves once it has begun. */
async function startWriter(path: string) {
  const program = `
    const sqlite = new (require("better-sqlite3"))(${JSON.stringify(path)}, { timeout: 10000 });
    sqlite.exec("CREATE TABLE writes (n INTEGER PRIMARY KEY); CREATE TABLE companions (n INTEGER PRIMARY KEY)");
    let n = 0;
    const write = sqlite.transaction(() => ["writes", "companions"].map((t) => sqlite.exec("INSERT INTO " + t + " VALUES (" + n + ")")));
    const work = () => { write(); console.log(++n); setImmediate(work); };
    process.on("SIGTERM", () => { sqlite.close(); process.exit(); });
    work();`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let acknowledgedCount = 0;
  const lines = createInterface({ input: child.stdout }).on("line", (line) => {
    acknowledgedCount = Number(line);
  });
  await once(lines, "line");
  return {
    acknowledged: () => acknowledgedCount,
    stop: async () => {
      child.kill();
      await once(lines, "close");
      return acknowledgedCount;
    },
  };
}

function query(from: string, sql: string): unknown {
  const database = new SQLite(join(from, DATABASE_FILE));
  const value = database.prepare(sql).pluck().get();
  database.close();
  return value;
}

describe("scheduled backups", () => {
  const backups = () => readdirSync(join(dataDir, "backups")).sort();
  const hour = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

  test("are proven by unpacking, the newest are kept, and those made by hand stay", async () => {
    await backup(dataDir, undefined, NOW);
    for (let n = 1; n <= 4; n++) await makeScheduledBackup(dataDir, 2, { now: hour(n) });
    expect(backups()).toEqual([
      "longevity-20261120-200102.tar.gz",
      "scheduled-20261120-230102.tar.gz",
      "scheduled-20261121-000102.tar.gz",
    ]);
    await restore(dataDir, join(dataDir, "backups/scheduled-20261121-000102.tar.gz"));
    expect(siteName(dataDir)).toBe("First");
  });

  test("stay, however many, while the clock is in doubt", async () => {
    for (let n = 1; n <= 3; n++) await makeScheduledBackup(dataDir, 1, { now: hour(n), isClockDoubted: true });
    expect(backups()).toHaveLength(3);
    await makeScheduledBackup(dataDir, 1, { now: hour(4) });
    expect(backups()).toEqual(["scheduled-20261121-000102.tar.gz"]);
  });

  test("of a damaged database do not count, and delete no earlier backup", async () => {
    await makeScheduledBackup(dataDir, 1, { now: NOW });
    const database = new SQLite(join(dataDir, DATABASE_FILE));
    database.pragma("foreign_keys = OFF");
    database.exec("INSERT INTO slugs VALUES ('nobody', 4711)");
    database.close();
    await expect(makeScheduledBackup(dataDir, 1, { now: hour(1) })).rejects.toThrow("references to missing rows");
    expect(backups()).toEqual(["scheduled-20261120-200102.tar.gz"]);
  });

  test("are due when the newest is old enough, and the files of an aborted process are removed", async () => {
    expect(await isBackupDue(dataDir, 24)).toBe(true);
    const { file } = await makeScheduledBackup(dataDir, 1, { now: NOW });
    expect(await isBackupDue(dataDir, 24)).toBe(false);
    expect(await isBackupDue(dataDir, 24, statSync(file).mtimeMs + 24 * 3_600_000)).toBe(true);

    const { pid: endedPid } = spawnSync("true");
    const runningPid = process.pid;
    for (const writer of ["gathering-4711", "checking-4711", `gathering-${endedPid}`, `gathering-${runningPid}`])
      mkdirSync(join(dataDir, "backups", `.${writer}@${HOST}-abc`));
    for (const name of [`.unchecked-${endedPid}@${HOST}-20261120-200103`, "scheduled-20261120-200103.tar.gz.unchecked"])
      writeFileSync(join(dataDir, "backups", name), "half");
    // Operators make a backup at the same time, on this host and in another container of the same folder.
    const runningNames = [`.gathering-${runningPid}@${HOST}-abc`, `.unchecked-${runningPid}@${HOST}-20261120-200104`];
    const foreignName = `.gathering-${endedPid}@another.container-abc`;
    writeFileSync(join(dataDir, "backups", runningNames[1] as string), "half");
    mkdirSync(join(dataDir, "backups", foreignName));
    writeFileSync(join(dataDir, "backups/mine.tar.gz"), "mine");
    await removeUnfinished(dataDir, 4711);
    const remainingNames = [...runningNames, foreignName].sort();
    expect(backups().sort()).toEqual([...remainingNames, "mine.tar.gz", basename(file)]);
    await removeUnfinished(dataDir, runningPid);
    expect(backups()).toEqual([foreignName, "mine.tar.gz", basename(file)]);
    await removeUnfinished(dataDir, runningPid, Date.now() + 25 * 3_600_000);
    expect(backups()).toEqual(["mine.tar.gz", basename(file)]);
  });

  test("are complete while images come and go", async () => {
    mkdirSync(join(dataDir, "incoming"));
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        const incoming = join(dataDir, "incoming", `f${n}`);
        mkdirSync(incoming);
        writeFileSync(join(incoming, "x"), "x");
        await new Promise(setImmediate);
        rmSync(incoming, { recursive: true });
      }
    })();
    const { file } = await makeScheduledBackup(dataDir, 1, { now: NOW });
    isOver = true;
    await writing;
    await restore(dataDir, file);
    expect(readdirSync(dataDir).sort()).toEqual(["backups", DATABASE_FILE, "session-secret", "uploads"]);
  });

  test("are made by a running site in a process of its own, and aborted with it", async () => {
    const folder = join(env.DATA_DIR, "backups");
    const files = () => (existsSync(folder) ? readdirSync(folder) : []);
    const abortedLoop = startBackups({ firstAfterMs: 0, hours: 24 });
    await expect.poll(() => files().length).toBeGreaterThan(0);
    await abortedLoop.stop();
    expect(files().filter((name) => !/^scheduled-.*\.tar\.gz$/.test(name))).toEqual([]);
    const loop = startBackups({ firstAfterMs: 0, hours: 24 });
    await expect.poll(files).toEqual([expect.stringMatching(/^scheduled-\d{8}-\d{6}\.tar\.gz$/)]);
    await loop.stop();
  });
});
