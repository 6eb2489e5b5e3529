/** The data folder in bad shape, and the real server on it: a clear sentence, no damage, and reading goes on where it can. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { makeFormer } from "../support/former";
import { get, getJson, json } from "../support/requests";
import { type Site, type SiteOptions, startSite } from "../support/site";

function folder(within = tmpdir()): string {
  const made = mkdtempSync(join(within, "longevity-durability-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const fileIn = (dataDir: string) => join(dataDir, "longevity.db");
const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A site that also ends when the test fails. */
async function start(options: SiteOptions): Promise<Site> {
  const site = await startSite(options);
  onTestFinished(() => site.stop().catch(() => {}));
  return site;
}

/** Returns the line with which a server refuses to start, apart from what it wrote before. */
async function refusal(dataDir: string, options: Omit<SiteOptions, "dataDir"> = {}): Promise<string> {
  const output = await startSite({ dataDir, ...options }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
  const [first, ...lines] = output.trimEnd().split("\n");
  expect(first).toBe("The server ended with code 1:");
  const [line, ...more] = lines.filter((line) => !line.startsWith('{"level":"info"'));
  expect(more).toEqual([]);
  return line as string;
}

/** One of the former migrations: all of them, unless it is too old. */
const olderDatabase = (dataDir: string, last = "0034_review_order") =>
  makeFormer(fileIn(dataDir), {
    statements: "INSERT INTO settings VALUES ('siteName', 'Older')",
    marks: ["0001_experts", last],
  });

describe("4 a start is refused with one sentence when", () => {
  test("the database is no database, or its pages are damaged", async () => {
    const dataDir = folder();
    writeFileSync(fileIn(dataDir), "nonsense".repeat(1_000));
    const before = hashOf(fileIn(dataDir));
    expect(await refusal(dataDir)).toContain("is damaged: please restore a backup");
    expect(hashOf(fileIn(dataDir))).toBe(before);

    rmSync(fileIn(dataDir));
    await olderDatabase(dataDir);
    const bytes = readFileSync(fileIn(dataDir));
    bytes.fill(0xff, 200, bytes.length);
    writeFileSync(fileIn(dataDir), bytes);
    expect(await refusal(dataDir)).toContain("is damaged: please restore a backup");
  });

  test("the database comes from a newer version, which stays untouched", async () => {
    const dataDir = folder();
    await (await start({ dataDir })).stop();
    const database = new SQLite(fileIn(dataDir));
    database.exec("INSERT INTO kysely_migration VALUES ('9999_future', '2030-01-01')");
    database.close();
    const before = hashOf(fileIn(dataDir));
    expect(await refusal(dataDir)).toContain("made by a newer version of the program. Nothing was changed");
    expect(hashOf(fileIn(dataDir))).toBe(before);
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
  });

  test("the database comes from before the last of the former migrations: which commit brings it there", async () => {
    const dataDir = folder();
    await olderDatabase(dataDir, "0033_key_scopes");
    const before = hashOf(fileIn(dataDir));
    expect(await refusal(dataDir)).toContain("start the version of commit d55e8f1 (24 November 2026) on it once");
    expect(hashOf(fileIn(dataDir))).toBe(before);
    expect(existsSync(join(dataDir, "backups"))).toBe(false);
  });

  test("the data folder is a file, the port is taken, or a setting is wrong", async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "file"), "");
    expect(await refusal(join(dataDir, "file"))).toBe(`${join(dataDir, "file")} is not a folder: please set DATA_DIR.`);
    const site = await start({ dataDir });
    expect(await refusal(folder(), { env: { PORT: new URL(site.url).port } })).toContain(
      "another program listens there already",
    );
    await site.stop();
    const message = await startSite({ dataDir, env: { MAIL_FROM: "Nobody" } }).catch(({ message }) => message);
    expect(message.split("\n").slice(2)).toEqual([expect.stringMatching(/^ {2}MAIL_FROM: must be/), ""]);
  });
});

test("4 a second server on the same data folder is refused while the first one runs, however that one ends", async () => {
  const dataDir = folder();
  const first = await start({ dataDir, env: { WEB_CONCURRENCY: "2" } });
  expect(await refusal(dataDir)).toContain(`Another server of this site uses ${dataDir}: please stop that one first`);
  expect((await get(first, "/healthz")).status).toBe(200);
  process.kill(first.pid, "SIGKILL");
  await first.stop().catch(() => {});
  await (await start({ dataDir })).stop();
});

test("PU01 looks at /healthz and /metrics are no lines of the log, and a name that is not a setting is one", async () => {
  const METRICS_TOKEN = "a-token-of-monitors";
  const site = await start({ dataDir: folder(), env: { METRICS_TOKEN, SESSION_SECRETS: "secret-of-a-mistyped-name" } });
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

test("5 an older database is copied before it is brought up to date, and only then", async () => {
  const dataDir = folder();
  await olderDatabase(dataDir);
  const site = await start({ dataDir });
  await site.stop();
  await (await start({ dataDir })).stop();
  const [copy, ...more] = readdirSync(join(dataDir, "backups"));
  expect(more).toEqual([]);
  expect(copy).toMatch(/^before-upgrade-\d{8}-\d{6}\.db$/);
  const backup = new SQLite(join(dataDir, "backups", copy as string), { readonly: true });
  expect(backup.prepare("SELECT count(*) FROM kysely_migration").pluck().get()).toBe(2);
  expect(backup.prepare("SELECT value FROM settings WHERE key = 'siteName'").pluck().get()).toBe("Older");
  backup.close();
});

/** A disk of our own needs a name space of our own, which not every machine gives. */
const canMakeDisk =
  process.platform === "linux" &&
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", tmpdir()], { stdio: "ignore" }).status === 0;

test.runIf(canMakeDisk)(
  "6 on a full disk writes are refused clearly, reading goes on, and writing does so, too, once there is room",
  async () => {
    const source = folder();
    const before = await start({ dataDir: source });
    const admin = await signUpAdmin(before);
    await before.stop();
    const dataDir = folder();
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
    const readable = async () => {
      for (const path of ["/", `/${slug}`, "/directory?search=a", "/admin"])
        expect([path, (await get(site, path, { headers: admin.headers })).status]).toEqual([path, 200]);
    };
    expect((await save()).status).toBe(200);

    spawnSync("dd", ["if=/dev/zero", `of=${disk}/filler`, "bs=64k"], { stdio: "ignore" });
    const full = await saveUntil(save, 507);
    expect(full.body.message).toBe("The disk of this site is full. Nothing was stored; please try again later.");
    expect(full.headers.get("retry-after")).toBe("300");
    await readable();
    expect((await get(site, "/healthz")).status).toBe(503);

    rmSync(`${disk}/filler`);
    expect((await save()).status).toBe(200);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(200);

    await site.stop();
  },
);

/** Temporary folders may lie in memory. */
const DISK = resolve(".cache");

/** chattr +i on a disk keeps also the process that has a file open from writing it, as the system does with a disk that fails. */
const canFreeze = (() => {
  mkdirSync(DISK, { recursive: true });
  const probe = mkdtempSync(join(DISK, "freeze-"));
  const isFrozen = spawnSync("chattr", ["+i", probe], { stdio: "ignore" }).status === 0;
  if (isFrozen) spawnSync("chattr", ["-i", probe]);
  rmSync(probe, { recursive: true });
  return isFrozen;
})();

test.runIf(canFreeze)(
  "6 on a disk that turns read-only writes answer 503, reading goes on, and writing returns",
  async () => {
    const dataDir = folder(DISK);
    const site = await start({ dataDir, allowErrors: true });
    const { headers } = await signUpAdmin(site);
    // The index of the WAL is shared memory.
    const files = () =>
      (readdirSync(dataDir, { recursive: true }) as string[]).filter((name) => !name.endsWith("-shm"));
    const change = (how: string) => spawnSync("chattr", [how, dataDir, ...files().map((name) => join(dataDir, name))]);
    onTestFinished(() => void change("-i"));
    const write = () => json(site, "POST", "/api/admin/articles", { title: "Written", body: "Words." }, { headers });
    expect((await write()).status).toBe(201);

    change("+i");
    const refused = await write();
    expect(refused.status).toBe(503);
    expect(refused.body.message).toMatch(/^[A-Z].*\.$/);
    for (const path of ["/", "/directory?search=a", "/admin"])
      expect([path, (await get(site, path, { headers })).status]).toEqual([path, 200]);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(503);

    change("-i");
    expect((await write()).status).toBe(201);
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(200);
    await site.stop();
  },
);

test("23 tries to sign in are counted over kill -9", async () => {
  const dataDir = folder();
  const before = await start({ dataDir });
  const owner = await signUp(before);
  const wrong = (site: Site) => signIn(site, { ...owner, password: "not the password 17" });
  for (let time = 0; time < 5; time++) expect((await wrong(before)).status).toBe(401);
  process.kill(before.pid, "SIGKILL");
  await before.stop().catch(() => {}); // it reports the kill
  const site = await start({ dataDir });
  expect((await wrong(site)).status).toBe(429);
  await site.stop();
});

test.runIf(canMakeDisk)("4 on a read-only disk the start is refused with one sentence", async () => {
  const dataDir = folder();
  const mount = `mount -t tmpfs -o ro none "${dataDir}" && exec "$@"`;
  const output = await refusal(dataDir, { wrapper: ["unshare", "-rm", "sh", "-c", mount, "sh"] });
  expect(output).toContain("cannot be written: please check");
});

/** The last free space is in existing pages: a few writes fill it. */
async function saveUntil(save: () => ReturnType<typeof json<{ message: string }>>, status: number) {
  for (let times = 0; times < 200; times++) {
    const answer = await save();
    if (answer.status !== 200) {
      expect(answer.status).toBe(status);
      return answer;
    }
  }
  throw new Error("The disk never was full.");
}
