/** Tests the server on a damaged data folder: it explains in one sentence, damages nothing, and goes on reading where it can. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { makeFormerDatabase } from "../support/former-database";
import { get, getJson, json } from "../support/requests";
import { type Site, type SiteOptions, startSite } from "../support/site";

function temporaryFolder(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, "longevity-durability-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const databaseIn = (dataDir: string) => join(dataDir, "longevity.db");
const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Starts a site without starter profiles, which takes less time, and stops it even when the test fails. */
async function start({ env, ...options }: SiteOptions): Promise<Site> {
  const site = await startSite({ ...options, env: { STARTER: "off", ...env } });
  onTestFinished(() => site.stop().catch(() => {}));
  return site;
}

/** Returns the line with which a server refuses to start, without the lines before it. */
async function refusalLine(dataDir: string, options: Omit<SiteOptions, "dataDir"> = {}): Promise<string> {
  const output = await startSite({ dataDir, ...options }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
  const [firstLine, ...lines] = output.trimEnd().split("\n");
  expect(firstLine).toBe("The server ended with code 1:");
  const [line, ...otherLines] = lines.filter((line) => !line.startsWith('{"level":"info"'));
  expect(otherLines).toEqual([]);
  return line as string;
}

/** Makes a database of a former version with all its migrations, or of an older one. */
const olderDatabase = (dataDir: string, lastMigration = "0034_review_order") =>
  makeFormerDatabase(databaseIn(dataDir), {
    statements: "INSERT INTO settings VALUES ('siteName', 'Older')",
    marks: ["0001_experts", lastMigration],
  });

describe("reliability 4 the server refuses to start, with one sentence, when", () => {
  test("the database file is something else, or its pages are damaged", async () => {
    const dataDir = temporaryFolder();
    writeFileSync(databaseIn(dataDir), "nonsense".repeat(1_000));
    const hashBefore = hashOf(databaseIn(dataDir));
    expect(await refusalLine(dataDir)).toContain("is damaged: please restore a backup");
    expect(hashOf(databaseIn(dataDir))).toBe(hashBefore);

    rmSync(databaseIn(dataDir));
    await olderDatabase(dataDir);
    const bytes = readFileSync(databaseIn(dataDir));
    bytes.fill(0xff, 200, bytes.length);
    writeFileSync(databaseIn(dataDir), bytes);
    expect(await refusalLine(dataDir)).toContain("is damaged: please restore a backup");
  });

  test("the database comes from a newer version, and leaves it untouched", async () => {
    const dataDir = temporaryFolder();
    cpSync(inject("template"), databaseIn(dataDir));
    const database = new SQLite(databaseIn(dataDir));
    database.exec("INSERT INTO kysely_migration VALUES ('9999_future', '2030-01-01')");
    database.close();
    const hashBefore = hashOf(databaseIn(dataDir));
    expect(await refusalLine(dataDir)).toContain("made by a newer version of the program. Nothing was changed");
    expect(hashOf(databaseIn(dataDir))).toBe(hashBefore);
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
  });

  test("the database is older than the last of the former migrations, and names the commit that upgrades it", async () => {
    const dataDir = temporaryFolder();
    await olderDatabase(dataDir, "0033_key_scopes");
    const hashBefore = hashOf(databaseIn(dataDir));
    expect(await refusalLine(dataDir)).toContain("start the version of commit d55e8f1 (24 November 2026) on it once");
    expect(hashOf(databaseIn(dataDir))).toBe(hashBefore);
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
  });

  test("the data folder is a file, the port is taken, or a setting is wrong", async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, "file"), "");
    expect(await refusalLine(join(dataDir, "file"))).toBe(
      `${join(dataDir, "file")} is not a folder: please set DATA_DIR.`,
    );
    symlinkSync(join(dataDir, "not-mounted"), join(dataDir, "link"));
    expect(await refusalLine(join(dataDir, "link"))).toBe(
      `${join(dataDir, "link")} leads to a folder that does not exist: please mount its disk, or set DATA_DIR.`,
    );
    if (process.platform === "linux")
      expect(await refusalLine("/proc/nowhere")).toContain("/proc/nowhere leads to a folder that does not exist");
    const otherServer = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void otherServer.close());
    await once(otherServer, "listening");
    const { port } = otherServer.address() as AddressInfo;
    for (const LOG_LEVEL of ["info", "silent"])
      expect(await refusalLine(dataDir, { env: { PORT: String(port), STARTER: "off", LOG_LEVEL } })).toContain(
        "another program already uses it",
      );
    const message = await startSite({ dataDir, env: { MAIL_FROM: "Nobody" } }).catch(({ message }) => message);
    expect(message.split("\n").slice(2)).toEqual([expect.stringMatching(/^ {2}MAIL_FROM: must be/), ""]);
  });
});

test("reliability 4, 23 a second server on the same data folder is refused while the first runs; after kill -9 it starts, and counts earlier failed sign-ins", async () => {
  const dataDir = temporaryFolder();
  const firstServer = await start({ dataDir, env: { WEB_CONCURRENCY: "2" } });
  const owner = await signUp(firstServer);
  const signInWithWrongPassword = (site: Site) => signIn(site, { ...owner, password: "not the password 17" });
  for (let time = 0; time < 5; time++) expect((await signInWithWrongPassword(firstServer)).status).toBe(401);
  expect(await refusalLine(dataDir)).toContain(
    `Another server of this site uses ${dataDir}: please stop that one first`,
  );
  expect((await get(firstServer, "/healthz")).status).toBe(200);
  process.kill(firstServer.pid, "SIGKILL");
  await firstServer.stop().catch(() => {}); // It reports the kill.
  const secondServer = await start({ dataDir });
  expect((await signInWithWrongPassword(secondServer)).status).toBe(429);
  await secondServer.stop();
});

test("PU01 requests for /healthz and /metrics are not logged, and an unknown setting is", async () => {
  const METRICS_TOKEN = "a-token-of-monitors";
  const site = await start({
    dataDir: temporaryFolder(),
    env: { METRICS_TOKEN, SESSION_SECRETS: "secret-of-a-mistyped-name" },
  });
  await get(site, "/healthz");
  await (await get(site, "/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  await get(site, "/about");
  await site.stop();
  const logs = site.logs();
  expect(logs.filter(({ msg }) => msg === "request").map(({ path }) => path)).toEqual(["/about"]);
  const warning = logs.find(({ name }) => name === "SESSION_SECRETS");
  expect(warning).toMatchObject({ level: "warn", nearest: "SESSION_SECRET" });
  expect(JSON.stringify(logs)).not.toContain("secret-of-a-mistyped-name");
});

test("reliability 5 an older database is copied before its migration, and only then", async () => {
  const dataDir = temporaryFolder();
  await olderDatabase(dataDir);
  const site = await start({ dataDir });
  await site.stop();
  await (await start({ dataDir })).stop();
  const [copy, ...otherCopies] = readdirSync(join(dataDir, "backups"));
  expect(otherCopies).toEqual([]);
  expect(copy).toMatch(/^before-upgrade-\d{8}-\d{6}\.db$/);
  const backup = new SQLite(join(dataDir, "backups", copy as string), { readonly: true });
  expect(backup.prepare("SELECT count(*) FROM kysely_migration").pluck().get()).toBe(2);
  expect(backup.prepare("SELECT value FROM settings WHERE key = 'siteName'").pluck().get()).toBe("Older");
  backup.close();
});

/** Mounting a disk needs a namespace, which not every machine allows. */
const canMakeDisk =
  process.platform === "linux" &&
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", tmpdir()], { stdio: "ignore" }).status === 0;

test.runIf(canMakeDisk)(
  "reliability 6 on a full disk writes are refused clearly, reading goes on, and writing returns with free space",
  async () => {
    const source = temporaryFolder();
    const firstSite = await start({ dataDir: source });
    const admin = await signUpAdmin(firstSite);
    const person = { name: "Dora Disk", title: "Professor", categories: ["academic"] };
    await json(firstSite, "POST", "/api/admin/experts", person, { headers: admin.headers });
    await firstSite.stop();
    const dataDir = temporaryFolder();
    const mount = `mount -t tmpfs -o size=20m none "${dataDir}" && cp -a "${source}/." "${dataDir}" && exec "$@"`;
    const site = await start({ dataDir, wrapper: ["unshare", "-rm", "sh", "-c", mount, "sh"], allowErrors: true });
    const disk = `/proc/${site.pid}/root${dataDir}`;
    const { id, slug } = (await getJson(site, "/api/experts?limit=1")).body[0];
    const { updatedAt: _, ...expert } = (await getJson(site, `/api/experts/${slug}`)).body;
    let round = 0;
    const save = () =>
      json<{ message: string }>(
        site,
        "PUT",
        `/api/experts/${id}`,
        { ...expert, biography: `${++round} `.repeat(20_000) },
        { headers: admin.headers },
      );
    const expectReadable = async () => {
      for (const path of ["/", `/${slug}`, "/directory?search=a", "/admin"])
        expect([path, (await get(site, path, { headers: admin.headers })).status]).toEqual([path, 200]);
    };
    expect((await save()).status).toBe(200);

    spawnSync("dd", ["if=/dev/zero", `of=${disk}/filler`, "bs=64k"], { stdio: "ignore" });
    const fullDiskAnswer = await saveUntil(save, 507);
    expect(fullDiskAnswer.body.message).toBe(
      "The disk of this site is full. Nothing was stored; please try again later.",
    );
    expect(fullDiskAnswer.headers.get("retry-after")).toBe("300");
    await expectReadable();
    expect((await get(site, "/healthz")).status).toBe(503);

    rmSync(`${disk}/filler`);
    expect((await save()).status).toBe(200);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(200);

    await site.stop();
  },
);

/** Temporary folders may be in memory, where chattr does not work. */
const DISK = resolve(".cache");

/** Tells whether `chattr +i` works here. It blocks writes also in a process that has opened the file, as a failing disk does. */
const canFreeze = (() => {
  mkdirSync(DISK, { recursive: true });
  const probe = mkdtempSync(join(DISK, "freeze-"));
  const isFrozen = spawnSync("chattr", ["+i", probe], { stdio: "ignore" }).status === 0;
  if (isFrozen) spawnSync("chattr", ["-i", probe]);
  rmSync(probe, { recursive: true });
  return isFrozen;
})();

test.runIf(canFreeze)(
  "reliability 6 on a disk that turns read-only writes are answered with 503, reading goes on, and writing returns",
  async () => {
    const dataDir = temporaryFolder(DISK);
    const site = await start({ dataDir, allowErrors: true });
    const { headers } = await signUpAdmin(site);
    // The -shm file of the WAL is shared memory, which chattr cannot freeze.
    const files = () =>
      (readdirSync(dataDir, { recursive: true }) as string[]).filter((name) => !name.endsWith("-shm"));
    const change = (flag: string) =>
      spawnSync("chattr", [flag, dataDir, ...files().map((name) => join(dataDir, name))]);
    onTestFinished(() => void change("-i"));
    const write = () => json(site, "POST", "/api/admin/articles", { title: "Written", body: "Words." }, { headers });
    expect((await write()).status).toBe(201);

    change("+i");
    const refusedWrite = await write();
    expect(refusedWrite.status).toBe(503);
    expect(refusedWrite.body.message).toMatch(/^[A-Z].*\.$/);
    for (const path of ["/", "/directory?search=a", "/admin"])
      expect([path, (await get(site, path, { headers })).status]).toEqual([path, 200]);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(503);

    change("-i");
    expect((await write()).status).toBe(201);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(200);
    await site.stop();
  },
);

test.runIf(canMakeDisk)("reliability 4 on a read-only disk the start is refused with one sentence", async () => {
  const dataDir = temporaryFolder();
  const mount = `mount -t tmpfs -o ro none "${dataDir}" && exec "$@"`;
  const output = await refusalLine(dataDir, { wrapper: ["unshare", "-rm", "sh", "-c", mount, "sh"] });
  expect(output).toContain("is not writable: please check");
});

/** Saves until an answer differs from 200. The last free space is in existing pages, so that this takes a few writes. */
async function saveUntil(save: () => ReturnType<typeof json<{ message: string }>>, status: number) {
  for (let times = 0; times < 200; times++) {
    const answer = await save();
    if (answer.status !== 200) {
      expect(answer.status).toBe(status);
      return answer;
    }
  }
  throw new Error("The disk never filled up.");
}
