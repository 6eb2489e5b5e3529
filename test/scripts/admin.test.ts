import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "../../db/sqlite/connect";
import { version } from "../../package.json" with { type: "json" };
import { runCommand } from "../../scripts/admin/run";
import { refusal, startMailbox } from "../support/mailbox";
import { PATIENCE } from "../support/patience";
import { startS3 } from "../support/s3";

const folder = mkdtempSync(join(tmpdir(), "longevity-admin-"));
afterAll(() => rmSync(folder, { recursive: true }));
const dataDir = join(folder, "site");

const defaults = { DATA_DIR: dataDir, NODE_ENV: "production" as const, SITE_URL: "https://site.example" };

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run admin -- …` without the set-up script. Servers of this test can answer the command meanwhile. */
async function run(settings: Record<string, string>, args: string[]): Promise<Ended> {
  const env = { ...process.env, ...defaults, ...settings };
  // Ends a command that never ends.
  const limits = { timeout: PATIENCE.test, killSignal: "SIGKILL" as const };
  const child = spawn(process.execPath, ["build/admin.js", ...args], { env, ...limits });
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await closed;
  return { status, stdout, stderr };
}

const runAdmin = (...args: string[]) => run({}, args);

/** Runs a command with --json and these settings, and returns its exit code and answer. */
async function answerWith(settings: Record<string, string>, ...args: string[]) {
  const { status, stdout } = await run(settings, [...args, "--json"]);
  return [status, JSON.parse(stdout)];
}

const answer = (...args: string[]) => answerWith({}, ...args);

/** Tells whether `script` of util-linux is there, which runs a program in a terminal. */
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

/** Runs a command in a terminal, types an answer to its question, and returns the output. */
async function atTerminal(typed: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const };
  const command = [process.execPath, "build/admin.js", ...args].join(" ");
  const terminal = spawn("script", ["-qec", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(terminal, "close");
  let output = "";
  // Types only after the question, and keeps the terminal open until the program ends.
  terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
    const wasAsked = output.includes("?");
    output += part;
    if (!wasAsked && output.includes("?")) terminal.stdin.write(typed);
  });
  await closed;
  return output;
}

async function inSite(work: (db: Connection["db"], sqlite: Connection["sqlite"]) => Promise<unknown>): Promise<void> {
  const { db, sqlite, close } = connect(join(dataDir, "longevity.db"));
  await work(db, sqlite).finally(close);
}

const imageRow = {
  id: "ab12cd34ef56ab12",
  url: "/uploads/ab/gone.webp",
  name: "gone",
  alt: "",
  width: 1,
  height: 1,
  bytes: 1,
  files: JSON.stringify([{ name: "ab/ab12cd34ef56ab12-1.webp", width: 1 }]),
  contentHash: "x",
  origin: "upload" as const,
  prompt: "",
  provider: "",
  model: "",
  createdAt: new Date(0).toISOString(),
  createdBy: null,
};

describe("a command", () => {
  test("PU01 help lists commands and explains their arguments", async () => {
    for (const command of [["help"], ["help", "help"]])
      expect(await runCommand(command)).toEqual({ exitCode: 0, output: expect.stringContaining("upgrade-check") });
    for (const command of [
      ["help", "user", "add"],
      ["user", "add", "--help"],
    ])
      expect(await runCommand(command)).toEqual({ exitCode: 0, output: expect.stringContaining("valid for a week") });
    for (const command of [
      ["--json", "help"],
      ["help", "--json"],
    ]) {
      const { commands } = JSON.parse((await runCommand(command)).output ?? "");
      expect(commands.map(({ name }: { name: string }) => name)).toContain("start empty");
    }
    const userCommands = await runCommand(["user", "--help"]);
    expect(userCommands).toEqual(await runCommand(["help", "user"]));
    expect(userCommands.output).not.toContain("upgrade-check");
  });

  test("PU01 gets exit code 2 after wrong use, and shows the usage", async () => {
    for (const wrongArguments of [
      [],
      ["fly"],
      ["fly", "--help"],
      ["user"],
      ["user", "add"],
      ["backup", "--fast"],
      ["user", "role", "a@b.example", "king"],
      ["password", "reset", "a@b.example", "c@d.example"],
      ["user", "list", "a@b.example"],
    ])
      expect([(await runCommand(wrongArguments)).exitCode, wrongArguments]).toEqual([2, wrongArguments]);
    expect((await runCommand(["user", "add"])).errorOutput).toContain("user add EMAIL FIRSTNAME LASTNAME");
    const { exitCode, output = "" } = await runCommand(["restore", "--json"]);
    expect([exitCode, JSON.parse(output)]).toEqual([2, { ok: false, error: expect.stringContaining("restore FILE") }]);
  });
});

describe.sequential("npm run admin", () => {
  test("PU01 prints help without opening the data folder, and exits with 2 after wrong use", async () => {
    expect(await runAdmin("help")).toMatchObject({ status: 0, stdout: expect.stringContaining("COMMAND"), stderr: "" });
    expect(await runAdmin("user", "add")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("EMAIL"),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test("PU01 adds an account with a link, lists accounts, changes roles, and keeps the last admin", async () => {
    const link = expect.stringMatching(/^https:\/\/site\.example\/reset-password\?token=[\w-]{43}$/);
    const addAnswer = await answer("user", "add", "Ada@Mail.example", "Ada", "Low", "--role", "admin");
    expect(addAnswer).toEqual([
      0,
      { ok: true, email: "ada@mail.example", role: "admin", link, until: expect.any(String) },
    ]);
    expect(await answer("user", "add", "ada@mail.example", "Ada", "Low")).toMatchObject([1, { ok: false }]);
    expect((await answer("user", "list", "--role", "admin"))[1].accounts).toMatchObject([
      { email: "ada@mail.example" },
    ]);
    expect((await answer("user", "list", "--role", "editor"))[1].accounts).toEqual([]);
    expect((await runAdmin("user", "role", "ada@mail.example", "user")).stderr).toContain("the only admin");
    expect(await answer("password", "reset", "ADA@mail.example")).toMatchObject([0, { link }]);
    expect(await answer("password", "reset", "none@mail.example")).toMatchObject([
      1,
      { error: expect.stringContaining("no account") },
    ]);
  });

  test("PU01 disables, enables, signs out and deletes an account, and keeps the last admin", async () => {
    await runAdmin("user", "add", "ben@mail.example", "Ben", "Low");
    await inSite(async (db) => {
      const { id } = await db
        .selectFrom("users")
        .select("id")
        .where("email", "=", "ben@mail.example")
        .executeTakeFirstOrThrow();
      const now = Date.now();
      const [createdAt, expiresAt] = [new Date(now).toISOString(), new Date(now + 60_000).toISOString()];
      const otherFields = { data: "{}", address: "", userAgent: "", createdAt, lastSeenAt: createdAt, expiresAt };
      await db
        .insertInto("sessions")
        .values({ idHash: "x", userId: id, ...otherFields })
        .execute();
    });
    expect(await answer("sessions", "end", "Ben@Mail.example")).toMatchObject([0, { ended: 1 }]);
    expect(await answer("user", "disable", "ben@mail.example")).toMatchObject([
      0,
      { status: "disabled", changed: true },
    ]);
    expect(await answer("password", "reset", "ben@mail.example")).toMatchObject([
      1,
      { error: expect.stringMatching("disabled") },
    ]);
    expect(await answer("user", "enable", "ben@mail.example")).toMatchObject([0, { status: "active", changed: true }]);
    for (const command of [
      ["user", "disable"],
      ["user", "delete", "--yes"],
    ])
      expect(await answer(...command, "ada@mail.example")).toMatchObject([
        1,
        { error: expect.stringMatching("only admin") },
      ]);
    expect(await answer("user", "delete", "ben@mail.example")).toMatchObject([
      2,
      { error: expect.stringContaining("--yes") },
    ]);
    expect((await answer("user", "delete", "ben@mail.example", "--yes"))[0]).toBe(0);
    expect((await answer("user", "list"))[1].accounts).toHaveLength(1);
    await inSite(async (db) => {
      const auditEntries = await db.selectFrom("auditLog").select("action").execute();
      expect(auditEntries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(["sessions ended", "user disabled", "user enabled", "user deleted"]),
      );
    });
  });

  test("PU01 shows its version and settings without secrets", async () => {
    expect(await answer("version")).toEqual([
      0,
      {
        ok: true,
        version,
        commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
        date: expect.stringMatching(/^(\d{4}-\d\d-\d\d|unknown)$/),
        node: process.versions.node,
        engine: "sqlite",
        schema: expect.stringMatching(/^\d{4}_/),
      },
    ]);
    const secrets = {
      SESSION_SECRET: "first://the-secret-of-this-test",
      SMTP_URL: "smtps://me:hidden@mail.example/x?pass=hidden",
    };
    const [status, { settings, unknown }] = await answerWith({ ...secrets, SESION_SECRET: "hidden too" }, "config");
    const shownSettings = Object.fromEntries(
      settings.map(({ name, value, from }: Record<string, string>) => [name, [value, from]]),
    );
    expect([status, shownSettings.PORT, shownSettings.TRUST_PROXY]).toEqual([
      0,
      ["3000", "default"],
      ["off", "default"],
    ]);
    expect(shownSettings.DATA_DIR).toEqual([dataDir, "the environment"]);
    // The command silences its own log, which does not change the setting.
    expect(shownSettings.LOG_LEVEL).toEqual(["info", "default"]);
    expect(shownSettings.SESSION_SECRET).toEqual(["********", "the environment"]);
    expect(shownSettings.SMTP_URL).toEqual(["smtps://********@mail.example/x", "the environment"]);
    expect(shownSettings.GOOGLE_CLIENT_SECRET).toEqual([null, "default"]);
    expect(unknown).toEqual([{ name: "SESION_SECRET", nearest: "SESSION_SECRET" }]);
    expect(JSON.stringify([settings, unknown])).not.toMatch(/hidden|of-this-test/);
  });

  test("PU01 healthcheck asks the site at HOST and PORT, and exits with 1 if it does not answer", async () => {
    const server = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const PORT = String((server.address() as AddressInfo).port);
    const healthyAnswer = [0, { ok: true, url: `http://127.0.0.1:${PORT}/healthz`, status: 200 }];
    for (const HOST of ["", "::"])
      expect([HOST, await answerWith({ HOST, PORT }, "healthcheck")]).toEqual([HOST, healthyAnswer]);
    await new Promise((closed) => server.close(closed));
    const silentAnswer = { ok: false, status: null, reason: expect.stringMatching(/^connect E/) };
    for (const [HOST, host] of [
      ["::1", "[::1]"],
      ["127.0.0.1", "127.0.0.1"],
    ] as const) {
      const url = `http://${host}:${PORT}/healthz`;
      expect(await answerWith({ HOST, PORT }, "healthcheck")).toEqual([1, { ...silentAnswer, url }]);
      const { exitCode, output } = await runCommand(["healthcheck", url, "--json"]);
      expect([exitCode, JSON.parse(output ?? "")]).toEqual([1, { ...silentAnswer, url }]);
    }
    for (const address of ["directory.example", "localhost:3000", "http://"])
      expect(await runCommand(["healthcheck", address])).toMatchObject({
        exitCode: 2,
        errorOutput: expect.stringContaining("http://"),
      });
  });

  test("PU01 mail test sends one mail immediately, and shows the reason if the mail server refuses it", async () => {
    expect(await answer("mail", "test", "ada@mail.example")).toMatchObject([0, { folder: join(dataDir, "outbox") }]);
    const mailbox = await startMailbox();
    onTestFinished(() => mailbox.stop());
    const send = () => answerWith({ SMTP_URL: mailbox.url }, "mail", "test", "ada@mail.example");
    expect(await send()).toMatchObject([0, { ok: true, folder: null }]);
    expect(mailbox.accepted).toMatchObject([{ to: "ada@mail.example" }]);
    mailbox.behaviour.onRecipient = () => {
      throw refusal(550, "no such user");
    };
    // Only the sentence, without a stack.
    expect(await send()).toEqual([1, { ok: false, error: "The mail server refused it: 550 no such user" }]);
    expect(await answer("mail", "test", "nobody")).toEqual([
      1,
      { ok: false, error: "This is not the address of a mailbox." },
    ]);
  });

  test("OP10 PU01 exports, backs up, verifies, imports and restores a site", async () => {
    const file = join(folder, "site.tar.gz");
    expect(await answer("backup", file)).toMatchObject([0, { file, files: expect.any(Number) }]);
    expect(await answer("backup", file)).toMatchObject([1, { ok: false }]);
    expect(await answer("verify", file)).toMatchObject([0, { ok: true, pending: [] }]);
    const exportFile = join(folder, "site.json");
    expect(await answer("export", exportFile)).toMatchObject([0, { bytes: statSync(exportFile).size }]);
    expect(statSync(exportFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(exportFile, "utf8")).users).toHaveLength(1);
    await inSite((db) => db.deleteFrom("users").execute());
    expect(await answer("import", exportFile)).toMatchObject([0, { counts: { users: 1 } }]);
    expect(await answer("restore", file)).toMatchObject([0, { former: expect.stringContaining("before-restore") }]);
    expect(await answer("verify")).toEqual([0, { ok: true, experts: 0, images: 0, lacking: [] }]);
    const [, { file: defaultFile }] = await answer("export");
    expect(defaultFile.startsWith(join(dataDir, "exports/"))).toBe(true);
    rmSync(join(dataDir, "exports"), { recursive: true });
  });

  test("PU01 sends backups to a bucket, lists, verifies and restores them from there, and removes the oldest", async () => {
    const { env, objects, fail, stop } = await startS3();
    onTestFinished(stop);
    const settings = Object.fromEntries(Object.entries(env).map(([name, value]) => [`BACKUP_${name}`, value]));
    const bucket = (...args: string[]) => answerWith({ ...settings, BACKUP_KEEP: "2" }, ...args);
    expect(await answer("backup", "s3:mine.tar.gz")).toMatchObject([
      1,
      { error: expect.stringContaining("BACKUP_S3_") },
    ]);

    objects.set("backups/scheduled-20200101-000000.tar.gz", { bytes: Buffer.from("x"), modifiedAt: new Date(0) });
    objects.set("backups/scheduled-20200102-000000.tar.gz", { bytes: Buffer.from("x"), modifiedAt: new Date(0) });
    const [, { file }] = await answer("backup", "--scheduled");
    const name = file.slice(file.lastIndexOf("/") + 1);
    const oldBackup = "scheduled-20200101-000000.tar.gz";
    expect(await bucket("backup", "send")).toEqual([0, { ok: true, sent: [name], removed: [oldBackup] }]);
    expect(await bucket("backup", "send")).toEqual([0, { ok: true, sent: [], removed: [] }]);
    expect(await bucket("backup", "s3:mine.tar.gz")).toMatchObject([0, { file: "s3:mine.tar.gz" }]);
    expect(await bucket("backup", "s3:mine.tar.gz")).toMatchObject([1, { error: expect.stringContaining("exists") }]);
    const [, { backups }] = await bucket("backup", "list");
    expect(backups.map((backup: { name: string }) => backup.name)).toEqual(
      expect.arrayContaining([file, `s3:${name}`, "s3:mine.tar.gz", "s3:scheduled-20200102-000000.tar.gz"]),
    );

    expect(await bucket("verify", "s3:mine.tar.gz")).toMatchObject([0, { ok: true, file: "s3:mine.tar.gz" }]);
    rmSync(dataDir, { recursive: true });
    expect(await bucket("restore", `s3:${name}`)).toMatchObject([0, { ok: true }]);
    expect((await answer("user", "list"))[1].accounts).toHaveLength(1);
    expect(readdirSync(folder).filter((text) => text.includes("fetching"))).toEqual([]);
    for (const wrongBackup of ["s3:none.tar.gz", "s3:../x.tar.gz", "s3:"])
      expect(await bucket("restore", wrongBackup)).toMatchObject([1, { ok: false }]);
    fail(403);
    expect(await bucket("backup", "list")).toMatchObject([
      1,
      { error: expect.stringMatching(/^The bucket for backups \(http.*\) cannot be used: 403 AccessDenied\.$/) },
    ]);
  });

  test("PU01 reports damaged backups and missing image files, and exits with 1", async () => {
    const brokenFile = join(folder, "broken.tar.gz");
    writeFileSync(brokenFile, readFileSync(join(folder, "site.tar.gz")).subarray(0, 900));
    expect(await answer("verify", brokenFile)).toMatchObject([1, { ok: false }]);
    const unpackedFolders = () => readdirSync(join(dataDir, "backups")).filter((name) => name.includes("checking"));
    expect(unpackedFolders()).toEqual([]);
    expect((await runAdmin("import", brokenFile)).stderr).toContain("is not a JSON export");
    await inSite((db) => db.insertInto("images").values(imageRow).execute());
    expect(await answer("verify")).toMatchObject([1, { ok: false, lacking: [imageRow.id] }]);
    const incompleteFile = join(folder, "incomplete.tar.gz");
    expect(await answer("backup", incompleteFile)).toMatchObject([0, { ok: true, lacking: [imageRow.id] }]);
    expect(await answer("verify", incompleteFile)).toMatchObject([1, { ok: false, lacking: [imageRow.id] }]);
    expect(unpackedFolders()).toEqual([]);
  });

  test("PU01 reports a file that cannot be read or written in one sentence, as text and as JSON, and exits with 1", async () => {
    const [missingFile, textFile] = [join(folder, "none", "x"), join(folder, "text.txt")];
    writeFileSync(textFile, "hello");
    const problems: [string[], string][] = [
      [["export", missingFile], "There is no folder"],
      [["export", join(textFile, "x")], "is not a folder"],
      [["export", textFile], "exists already"],
      [["backup", join(textFile, "x")], "is not a folder"],
      [["verify", missingFile], "There is no file"],
      [["verify", textFile], "it cannot be unpacked"],
      [["restore", folder], "it cannot be unpacked"],
      [["import", folder], "is not a JSON export"],
      [["import", missingFile], "There is no file"],
    ];
    // Nobody may write there.
    if (existsSync("/sys/kernel")) problems.push([["export", "/sys/site.json"], "no permission for /sys/site.json.\n"]);
    for (const [command, sentence] of problems) {
      const { status, stdout, stderr } = await runAdmin(...command);
      expect([status, stdout, command]).toEqual([1, "", command]);
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toMatch(/\b(E[A-Z]{4,}|TAR_)/);
    }
    expect(await answer("export", missingFile)).toEqual([
      1,
      { ok: false, error: expect.stringContaining("There is no folder") },
    ]);
  });

  test("PU01 refuses to back up an empty data folder, and creates nothing in it", async () => {
    const env = { ...process.env, DATA_DIR: join(folder, "nothing"), NODE_ENV: "production" as const };
    const program = ["build/admin.js", "backup"];
    const { status, stderr } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("nothing to back up")]);
    expect(existsSync(join(folder, "nothing", "longevity.db"))).toBe(false);
  });

  test("PU01 start empty keeps starter profiles out of a new directory, and removes unedited ones from another", async () => {
    expect(await answer("start", "empty")).toMatchObject([2, { error: expect.stringContaining("--yes") }]);
    expect(await answer("start", "empty", "--yes")).toEqual([0, { ok: true, experts: 0, articles: 0 }]);
    const runSeed = () => spawnSync(process.execPath, ["build/seed.js"], { env, encoding: "utf8" });
    const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" as const };
    expect(runSeed().stdout).toContain("the starter directory was not added");
    rmSync(dataDir, { recursive: true });
    expect(runSeed().stdout).toContain("Filled in the starter directory");
    if (hasTerminal) {
      for (const typed of ["n\n", "\u0004"])
        expect(await atTerminal(typed, "start", "empty")).toContain("Nothing was deleted");
      expect((await answer("verify"))[1].experts).toBeGreaterThan(20);
    }
    expect((await answer("start", "empty", "--yes"))[1].experts).toBeGreaterThan(20);
    expect((await answer("verify"))[1].experts).toBe(0);
  });

  test("PU04 upgrade-check demands a recent backup, names pending migrations, and refuses a newer database", async () => {
    const readChecks = async () => {
      const [status, { checks }] = await answer("upgrade-check");
      const states = Object.fromEntries(checks.map(({ name, state }: Record<string, string>) => [name, state]));
      return { status, ...states };
    };
    expect(await readChecks()).toMatchObject({ status: 1, backup: "failed", database: "ok" });
    const [, { file }] = await answer("backup");
    expect(await readChecks()).toMatchObject({ status: 0, node: "ok", disk: "ok", backup: "ok" });
    utimesSync(file, 0, 0);
    expect(await readChecks()).toMatchObject({ status: 1, backup: "failed" });
    await inSite(async (_, sqlite) => {
      sqlite.exec("DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)");
    });
    expect((await runAdmin("upgrade-check")).stdout).toMatch(/The next start runs the migration \d{4}_/);
    await inSite(async (_, sqlite) => sqlite.exec("INSERT INTO kysely_migration VALUES ('9999_later', '2030-01-01')"));
    expect((await runAdmin("upgrade-check")).stdout).toMatch(
      /FAILED\s+database\s+This database was made by a newer version/,
    );
  });
});

test.runIf(existsSync("/dev/full"))("PU04 a command fails if the file of its answer has no room on the disk", () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, ["build/admin.js", "version"], {
    env: { ...process.env, ...defaults },
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("The answer could not be written: ENOSPC")]);
});

test("upgrade-check names what keeps the data folder from being written or made", async () => {
  const link = join(folder, "unmounted");
  symlinkSync(join(folder, "no-such-disk"), link);
  const file = join(folder, "file");
  writeFileSync(file, "");
  const unmounted = `${link} leads to a folder that does not exist: please mount its disk, or set DATA_DIR.`;
  const noFolder = `${file} is not a folder: please set DATA_DIR.`;
  const obstacles = [
    [link, unmounted],
    [join(link, "a/site"), unmounted],
    [file, noFolder],
    [join(file, "site"), noFolder],
  ] as const;
  for (const [dataFolder, message] of obstacles) {
    const [status, { checks }] = await answerWith({ DATA_DIR: dataFolder }, "upgrade-check");
    expect(status).toBe(1);
    expect(checks).toContainEqual({ name: "disk", state: "failed", message });
    expect(checks).toContainEqual({
      name: "database",
      state: "failed",
      message: `There is no database in ${dataFolder}.`,
    });
  }
});

test.runIf(existsSync("/proc"))(
  "upgrade-check says that there is no room where the data folder would be made",
  async () => {
    const [status, { checks }] = await answerWith({ DATA_DIR: "/proc/no-disk/site" }, "upgrade-check");
    expect([status, checks]).toEqual([
      1,
      expect.arrayContaining([expect.objectContaining({ name: "disk", state: "failed" })]),
    ]);
  },
);

test("every compiled command refuses unknown arguments with 2, shows its usage with --help, and does nothing", () => {
  const env = { ...process.env, DATA_DIR: join(folder, "unasked"), NODE_ENV: "production" as const };
  const programs = readdirSync("build").filter((name) => name.endsWith(".js") && name !== "index.js");
  expect(programs.sort()).toEqual(["admin.js", "copy.js", "migrate.js", "seed.js"]);
  for (const name of programs) {
    const runWith = (argument: string) =>
      spawnSync(process.execPath, [join("build", name), argument], { env, encoding: "utf8" });
    for (const wrongArgument of ["--no-such", "no-such"]) {
      const { status, stdout } = runWith(wrongArgument);
      expect([name, wrongArgument, status, stdout]).toEqual([name, wrongArgument, 2, ""]);
    }
    const { status, stdout, stderr } = runWith("--help");
    expect([name, status, stdout, stderr]).toEqual([name, 0, expect.stringMatching(/^npm run [a-z:]+/), ""]);
  }
});
