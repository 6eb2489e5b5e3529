/** Tests a server whose clock is wrong, and later right again (reliability.md 49). */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn, signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { inDatabase, onPostgres } from "../support/database";
import { eventually } from "../support/eventually";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { shiftedClock } from "../support/wrong-clock";

const AHEAD = shiftedClock("+400d");
const DAY_MS = 24 * 60 * 60_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "longevity-clock-"));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function withClock<T>(clock: Record<string, string>, use: (site: Site) => Promise<T>): Promise<T> {
  const site = await startSite({ dataDir, env: { ...clock, STARTER: "off", TRUST_PROXY: "on" } });
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}

/** Counts the rows of tables whose rows expire. */
async function countRows() {
  return inDatabase(dataDir, async (db) => {
    const counts: Record<string, number> = {};
    for (const table of [
      "experts",
      "articles",
      "sessions",
      "oneTimeTokens",
      "mails",
      "requests",
      "drafts",
      "apiKeys",
    ] as const) {
      const { count } = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      counts[table] = Number(count);
    }
    return counts;
  });
}

const clockWarning = (site: Site) => site.logs().find(({ msg }) => msg.startsWith("the clock says"));

/** Runs `npm run admin -- …` without its set-up. */
async function runCommand(clock: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, ...clock, DATA_DIR: dataDir, NODE_ENV: "production" as const };
  return promisify(execFile)(process.execPath, ["build/admin.js", ...args], { env });
}

async function openDashboard(site: Site, headers: Record<string, string>) {
  const page = parsePage(await (await get(site, "/admin", { headers })).text());
  const buttons = Array.from(page.querySelectorAll("button"), ({ textContent }) => textContent);
  return {
    text: page.querySelector("main")?.textContent ?? "",
    hasButton: buttons.includes("The clock is correct"),
  };
}

describe.skipIf(onPostgres || !AHEAD).sequential("reliability 49 a clock that was wrong once", () => {
  let admin: { email: string; password: string; headers: Record<string, string> };
  let rowsBefore: Record<string, number>;

  test("a start more than a month ahead deletes nothing, warns in one line, and shows the warning to admins", async () => {
    await withClock({}, async (site) => {
      admin = await signUpAdmin(site);
      await signUp(site);
      const record = { name: "Trude Trash", title: "Professor" };
      const { body } = await json(site, "POST", "/api/admin/experts", record, { headers: admin.headers });
      expect(
        (await json(site, "DELETE", `/api/experts/${body.id}`, undefined, { headers: admin.headers })).status,
      ).toBeLessThan(300);
      expect(clockWarning(site)).toBeUndefined();
    });
    rowsBefore = await countRows();
    expect(rowsBefore).toMatchObject({ experts: 1, sessions: expect.any(Number) });

    await withClock(AHEAD ?? {}, async (site) => {
      const line = await eventually(() => {
        const logLine = clockWarning(site);
        expect(logLine).toBeDefined();
        return logLine;
      });
      expect(line).toMatchObject({ level: "warn", isAhead: true });
      expect(await countRows()).toEqual(rowsBefore);
      // A sign-in now stores a time of the wrong clock, which is no proof that the clock is right.
      const { cookie } = await signIn(site, admin);
      const page = await openDashboard(site, { Cookie: cookie });
      expect(page.text).toContain("more than a month after the newest entry");
      expect(page.hasButton).toBe(true);
      const reader = { Cookie: (await signIn(site, { email: (await signUp(site)).email, password: PASSWORD })).cookie };
      expect((await form(site, "/admin?index", { intent: "clock" }, { headers: reader })).status).toBe(403);
    });
  });

  test("the next start deletes nothing either; once the clock is right, old sessions work, sessions from the future do not, and limits end", async () => {
    const futureSession = await withClock(AHEAD ?? {}, async (site) => {
      await eventually(() => expect(clockWarning(site)).toBeDefined());
      expect((await countRows()).experts).toBe(1);
      const { cookie } = await signIn(site, admin);
      const statuses = [];
      for (let time = 0; time < 12; time++) {
        const body = { ...(await signUpFields()), ...(await solveCaptcha(site)) };
        const headers = { "X-Forwarded-For": "10.77.0.1" };
        statuses.push((await json(site, "POST", "/api/auth/register", body, { headers })).status);
      }
      expect(statuses.at(-1)).toBe(429);
      await runCommand(AHEAD ?? {}, "backup", "--scheduled", "--json");
      return { Cookie: cookie };
    });
    const backups = readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith("scheduled-"));
    expect(backups).toHaveLength(1);
    // The file system stamps files with the real clock.
    const inFuture = new Date(Date.now() + 400 * DAY_MS);
    utimesSync(join(dataDir, "backups", String(backups[0])), inFuture, inFuture);
    await withClock({}, async (site) => {
      expect((await getJson(site, "/api/auth/user", { headers: admin.headers })).status).toBe(200);
      expect((await getJson(site, "/api/auth/user", { headers: futureSession })).status).toBe(401);
      const body = { ...(await signUpFields()), ...(await solveCaptcha(site)) };
      const headers = { "X-Forwarded-For": "10.77.0.1" };
      expect((await json(site, "POST", "/api/auth/register", body, { headers })).status).toBe(201);
      // A backup with a time in the future does not count.
      const metrics = await (await get(site, "/metrics", { headers: admin.headers })).text();
      expect(metrics).not.toMatch(/_seconds(\{[^}]*\})? -/);
      expect((await openDashboard(site, admin.headers)).text).not.toContain("The last backup was made");
      await runCommand({}, "backup", "--scheduled", "--json");
      expect((await openDashboard(site, admin.headers)).text).toContain("The last backup was made");
    });
    const { isBackupDue } = await import("~/models/whole/transfer/backup-schedule.server");
    const file = join(dataDir, "backups", "scheduled-20400101-000000.tar.gz");
    writeFileSync(file, "");
    utimesSync(file, new Date(Date.now() + 5_000 * DAY_MS), new Date(Date.now() + 5_000 * DAY_MS));
    expect(await isBackupDue(dataDir, 24, Date.now() + 2 * DAY_MS)).toBe(true);
  });

  test("an admin who confirms the clock ends the warning, without scripts", async () => {
    await withClock(shiftedClock("+60d") ?? {}, async (site) => {
      await eventually(() => expect(clockWarning(site)).toBeDefined());
      const headers = { Cookie: (await signIn(site, admin)).cookie };
      expect((await openDashboard(site, headers)).hasButton).toBe(true);
      expect((await form(site, "/admin?index", { intent: "clock" }, { headers })).status).toBe(303);
      expect((await openDashboard(site, headers)).hasButton).toBe(false);
    });
    await withClock(shiftedClock("+60d") ?? {}, async (site) => {
      await eventually(async () => expect((await countRows()).experts).toBe(0));
      expect(clockWarning(site)).toBeUndefined();
    });
  });
});

let accountCount = 0;
async function signUpFields() {
  return {
    email: `clock-${++accountCount}-${process.pid}@mail.example`,
    password: PASSWORD,
    firstName: "Cleo",
    lastName: "Clock",
  };
}
