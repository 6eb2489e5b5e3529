import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Connection, connect } from "../../db/sqlite/connect";

const folder = mkdtempSync(join(tmpdir(), "longevity-admin-"));
afterAll(() => rmSync(folder, { recursive: true }));
const dataDir = join(folder, "site");

/** `npm run admin -- …`, without its set-up. */
function admin(...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const, SITE_URL: "https://site.example" };
  const program = ["--import", "tsx", "scripts/admin.ts", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** `script` of util-linux runs a program in a terminal. */
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

/** What it says to a person who types this. */
function atTerminal(typed: string, ...args: string[]): string {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const };
  const command = [process.execPath, "--import", "tsx", "scripts/admin.ts", ...args].join(" ");
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    env,
    input: typed,
    encoding: "utf8",
    timeout: 30_000,
  });
  return stdout;
}

/** With --json: the exit code and the answer. */
function answer(...args: string[]) {
  const { status, stdout } = admin(...args, "--json");
  return [status, JSON.parse(stdout)];
}

async function inSite(work: (db: Connection["db"], sqlite: Connection["sqlite"]) => Promise<unknown>): Promise<void> {
  const { db, sqlite, close } = connect(join(dataDir, "longevity.db"));
  await work(db, sqlite).finally(close);
}

const image = {
  ...{ id: "ab12cd34ef56ab12", url: "/uploads/ab/gone.webp", name: "gone", alt: "", width: 1, height: 1, bytes: 1 },
  ...{
    files: JSON.stringify([{ name: "ab/ab12cd34ef56ab12-1.webp", width: 1 }]),
    contentHash: "x",
    origin: "upload" as const,
  },
  ...{ prompt: "", provider: "", model: "", createdAt: new Date(0).toISOString(), createdBy: null },
};

describe.sequential("npm run admin", () => {
  test("PU01 says what there is and what a command takes, and opens no data for it", () => {
    const { status, stdout } = admin("help");
    expect([status, stdout]).toEqual([0, expect.stringContaining("upgrade-check")]);
    for (const asked of [
      ["help", "user", "add"],
      ["user", "add", "--help"],
    ])
      expect(admin(...asked)).toMatchObject({ status: 0, stdout: expect.stringContaining("good for a week") });
    const [, { commands }] = answer("help");
    expect(commands.map(({ name }: { name: string }) => name)).toContain("start empty");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("PU01 ends with 2 when it is called wrongly, and says how it is called", () => {
    for (const wrong of [
      [],
      ["fly"],
      ["user"],
      ["user", "add"],
      ["backup", "--fast"],
      ["user", "role", "a@b.example", "king"],
    ])
      expect([admin(...wrong).status, wrong]).toEqual([2, wrong]);
    expect(admin("user", "add").stderr).toContain("user add EMAIL FIRSTNAME LASTNAME");
    expect(answer("restore")).toEqual([2, { ok: false, error: expect.stringContaining("restore FILE") }]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("PU01 accounts: made with a link, listed, given a role; the last admin stays", () => {
    const link = expect.stringMatching(/^https:\/\/site\.example\/reset-password\?token=[\w-]{43}$/);
    const added = answer("user", "add", "Ada@Mail.example", "Ada", "Low", "--role", "admin");
    expect(added).toEqual([0, { ok: true, email: "ada@mail.example", role: "admin", link, until: expect.any(String) }]);
    expect(answer("user", "add", "ada@mail.example", "Ada", "Low")).toMatchObject([1, { ok: false }]);
    expect(answer("user", "list", "--role", "admin")[1].accounts).toMatchObject([{ email: "ada@mail.example" }]);
    expect(answer("user", "list", "--role", "editor")[1].accounts).toEqual([]);
    expect(admin("user", "role", "ada@mail.example", "user").stderr).toContain("the only admin");
    expect(answer("password", "reset", "ADA@mail.example")).toMatchObject([0, { link }]);
    expect(answer("password", "reset", "none@mail.example")).toMatchObject([
      1,
      { error: expect.stringContaining("no account") },
    ]);
  });

  test("OP10 PU01 a site is exported, backed up, verified and brought back", async () => {
    const file = join(folder, "site.tar.gz");
    expect(answer("backup", file)).toMatchObject([0, { file, files: expect.any(Number) }]);
    expect(answer("backup", file)).toMatchObject([1, { ok: false }]);
    expect(answer("verify", file)).toMatchObject([0, { ok: true, pending: [] }]);
    const exported = join(folder, "site.json");
    expect(answer("export", exported)).toMatchObject([0, { bytes: statSync(exported).size }]);
    expect(statSync(exported).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(exported, "utf8")).users).toHaveLength(1);
    await inSite((db) => db.deleteFrom("users").execute());
    expect(answer("import", exported)).toMatchObject([0, { counts: { users: { new: 1 } } }]);
    expect(answer("restore", file)).toMatchObject([0, { former: expect.stringContaining("before-restore") }]);
    expect(answer("verify")).toEqual([0, { ok: true, experts: 0, images: 0, lacking: [] }]);
  });

  test("PU01 what is damaged or lacking is said, with 1", async () => {
    const broken = join(folder, "broken.tar.gz");
    writeFileSync(broken, readFileSync(join(folder, "site.tar.gz")).subarray(0, 900));
    expect(answer("verify", broken)).toMatchObject([1, { ok: false }]);
    expect(admin("import", broken).stderr).toContain("is no export");
    await inSite((db) => db.insertInto("images").values(image).execute());
    expect(answer("verify")).toMatchObject([1, { ok: false, lacking: [image.id] }]);
  });

  test("PU01 a file that cannot be read or written is one sentence, with 1, as text and as JSON", () => {
    const [none, text] = [join(folder, "none", "x"), join(folder, "text.txt")];
    writeFileSync(text, "hello");
    const problems: [string[], string][] = [
      [["export", none], "There is no folder"],
      [["export", join(text, "x")], "is no folder"],
      [["export", text], "exists already"],
      [["backup", join(text, "x")], "is no folder"],
      [["verify", none], "There is no file"],
      [["verify", text], "it is no backup"],
      [["verify", folder], "it is no backup"],
      [["restore", text], "it is no backup"],
      [["restore", folder], "it is no backup"],
      [["import", none], "is no export"],
      [["import", folder], "is no export"],
      [["export", "/dev/full/x"], "is no folder"],
    ];
    for (const [command, sentence] of problems) {
      const { status, stdout, stderr } = admin(...command);
      expect([status, stdout, command]).toEqual([1, "", command]);
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toMatch(/\b(E[A-Z]{4,}|TAR_)/);
    }
    expect(answer("export", none)).toEqual([1, { ok: false, error: expect.stringContaining("There is no folder") }]);
  });

  test("PU01 a backup needs data, and makes none", () => {
    const env = { ...process.env, DATA_DIR: join(folder, "nothing"), NODE_ENV: "production" as const };
    const program = ["--import", "tsx", "scripts/admin.ts", "backup"];
    const { status, stderr } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("nothing to back up")]);
    expect(existsSync(join(folder, "nothing", "longevity.db"))).toBe(false);
  });

  test("PU01 start empty: a new directory gets no starter profiles, a filled one loses those that nobody edited", () => {
    expect(answer("start", "empty")).toEqual([0, { ok: true, experts: 0, articles: 0 }]);
    const seed = () => spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { env, encoding: "utf8" });
    const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const };
    expect(seed().stdout).toContain("the starter stays out");
    rmSync(dataDir, { recursive: true });
    expect(seed().stdout).toContain("Filled in the starter directory");
    if (hasTerminal) {
      for (const typed of ["n\n", "\n", "\u0004"])
        expect(atTerminal(typed, "start", "empty")).toContain("Nothing was deleted");
      expect(answer("verify")[1].experts).toBeGreaterThan(20);
    }
    expect(answer("start", "empty")[1].experts).toBeGreaterThan(20);
    expect(answer("verify")[1].experts).toBe(0);
  });

  test("PU04 upgrade-check asks for a backup of today, knows what would run, and refuses a newer database", async () => {
    const checks = () => {
      const [status, { checks }] = answer("upgrade-check");
      const states = Object.fromEntries(checks.map(({ name, state }: Record<string, string>) => [name, state]));
      return { status, ...states };
    };
    expect(checks()).toMatchObject({ status: 1, backup: "failed", database: "ok" });
    const [, { file }] = answer("backup");
    expect(checks()).toMatchObject({ status: 0, node: "ok", disk: "ok", backup: "ok" });
    utimesSync(file, 0, 0);
    expect(checks()).toMatchObject({ status: 1, backup: "failed" });
    await inSite(async (_, sqlite) => {
      sqlite.exec("DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)");
    });
    expect(admin("upgrade-check").stdout).toMatch(/The start brings it up to date: \d{4}_/);
    await inSite(async (_, sqlite) => sqlite.exec("INSERT INTO kysely_migration VALUES ('9999_later', '2030-01-01')"));
    expect(admin("upgrade-check").stdout).toMatch(/FAILED\s+database\s+This database was made by a newer version/);
  });
});
