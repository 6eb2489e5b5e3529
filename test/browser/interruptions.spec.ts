/** Checks that an editor's typed text survives interruptions. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import SQLite from "better-sqlite3";
import { seededRandom } from "../../scripts/seed-random";
import { signUpAdmin } from "../support/admin";
import { getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { openLive } from "./reader";
import { test as base, cookieOf, expect } from "./site";

/** The test itself starts, kills and restarts the site. */
const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "longevity-interrupted-"));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test.use({ allowedComplaints: [/status of 4\d\d|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch/] });

const INTERRUPTIONS = 25;
const FIELDS = ["title", "longevityContribution", "biography"] as const;
type Typed = Partial<Record<(typeof FIELDS)[number], string>>;

test("EM06 EM08 nothing typed is lost in 25 interruptions: reloads, ended sessions, conflicts, a killed server", async ({
  page,
  dataDir,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  // Each run has another seed, which a failure names.
  const seed = Number(process.env.SEED ?? randomInt(1_000_000));
  const random = seededRandom(seed);
  // The site starts three times, and needs no other people.
  const minimalEnv = { RATE_LIMIT: "off", STARTER: "off" };
  let site = await startSite({ dataDir, env: minimalEnv });
  const env = { ...minimalEnv, PORT: new URL(site.url).port };
  const admin = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
  const otherAdmin = await signUpAdmin(site, { firstName: "Otto", lastName: "Other" });
  await page.context().addCookies([cookieOf(admin, site)]);
  const record = { name: "Ina Interrupted", title: "First", affiliation: "Nowhere" };
  const { id, slug } = (await json(site, "POST", "/api/admin/experts", record, { headers: admin.headers })).body;
  const address = `${site.url}/admin/experts/${id}`;
  await openLive(page, address);

  let typedTexts: Typed = {};
  let savedTexts: Typed = { title: "First" };
  const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
  const interruptions: Record<string, () => Promise<void>> = {
    reload: async () => {
      await page.reload();
      await restoreTyped(page);
    },
    async ended() {
      const restore = endSession(site);
      // The page may still show the message of the last time.
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await save();
      expect((await answer).status()).toBe(401);
      await expect(page.locator("[data-tone=problem]")).toContainText("You are signed out");
      restore();
    },
    async conflict() {
      const affiliation = `Institute ${random.integer(1, 1_000_000)}`;
      const answer = await json(site, "PUT", `/api/experts/${id}`, { affiliation }, { headers: otherAdmin.headers });
      expect(answer.status).toBe(200);
      await save();
      await expect(page.locator("[data-tone=problem]")).toContainText("Otto Other changed Ina Interrupted meanwhile");
      await expectTyped(page, { ...savedTexts, ...typedTexts });
      await save();
      await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
      savedTexts = { ...savedTexts, ...typedTexts };
      typedTexts = {};
    },
    async killed() {
      process.kill(site.pid, "SIGKILL");
      site = await startSite({ dataDir, env });
      await page.goto(address);
      await restoreTyped(page);
    },
  };
  // Frequent interruptions are frequent here, too, and two of a kind may follow each other.
  const kinds = [
    ...Array(13).fill("reload"),
    ...Array(6).fill("ended"),
    ...Array(4).fill("conflict"),
    "killed",
    "killed",
  ];
  try {
    for (let count = 0; count < INTERRUPTIONS; count++) {
      const kind = kinds.splice(random.integer(0, kinds.length - 1), 1)[0] as string;
      await test.step(`${count + 1}: ${kind}, seed ${seed}`, async () => {
        const field = random.pick([...FIELDS]);
        const text = `${field} ${count}, ${random.integer(1, 1_000_000)}`;
        await page.locator(`#${field}`).fill(text);
        typedTexts = { ...typedTexts, [field]: text };
        await interruptions[kind]?.();
        await expectTyped(page, { ...savedTexts, ...typedTexts });
      });
    }
    await save();
    const readStored = async () => (await getJson(site, `/api/experts/${slug}`)).body;
    await expect(async () => expect(await readStored()).toMatchObject({ ...savedTexts, ...typedTexts })).toPass();
  } finally {
    await site.stop();
  }
});

/** Presses the button that restores the kept text. */
async function restoreTyped(page: Page): Promise<void> {
  await page.keyboard.press("Shift"); // any key press starts the scripts
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(page.getByRole("button", { name: "Restore it" })).toHaveCount(0);
}

async function expectTyped(page: Page, typed: Typed): Promise<void> {
  for (const [field, text] of Object.entries(typed)) await expect(page.locator(`#${field}`)).toHaveValue(text);
}

/** Ends all sessions, as signing out everywhere does, and returns a function that restores them. */
function endSession({ dataDir }: Site): () => void {
  const inDatabase = (work: (database: SQLite.Database) => void) => {
    const database = new SQLite(join(dataDir, "longevity.db"), { timeout: 10_000 });
    work(database);
    database.close();
  };
  inDatabase((database) => {
    database.exec("CREATE TABLE IF NOT EXISTS endedSessions AS SELECT * FROM sessions WHERE false");
    database.exec("DELETE FROM endedSessions; INSERT INTO endedSessions SELECT * FROM sessions; DELETE FROM sessions");
  });
  return () =>
    inDatabase((database) =>
      database.exec("INSERT INTO sessions SELECT * FROM endedSessions; DROP TABLE endedSessions"),
    );
}
