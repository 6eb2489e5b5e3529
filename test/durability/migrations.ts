/** Kills the server with SIGKILL while it migrates an older database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrationsOf } from "../../db/migrations/index";
import { seededRandom } from "../../scripts/seed-random";
import { countFigure, type Figure } from "../support/figures";
import { FORMER_MIGRATIONS, makeFormerDatabase } from "../support/former-database";
import { siteEnvironment } from "../support/site";
import type { Options } from "./main";
import { damageIn, databaseIn, inDatabase, inFolder, repetitions, startTimed } from "./sites";

const steps = migrationsOf("sqlite");

const KILLS = 20;
const NEWEST = Object.keys(steps);
/** Taking the baseline's mark is a transaction of its own. */
const BASELINE = NEWEST.slice(0, 1);

/** Kills the server 20 times at random moments of a migration. Checks that the next start succeeds with all rows. */
export function migrations(options: Options): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const random = seededRandom(options.seed);
    mkdirSync(join(folder, "older"));
    const statements = `${EXPERTS}; INSERT INTO slugs SELECT slug, rowId FROM experts`;
    await makeFormerDatabase(databaseIn(join(folder, "older")), { statements });
    cpSync(join(folder, "older"), join(folder, "undisturbed"), { recursive: true });
    const { site, ms } = await startTimed({ dataDir: join(folder, "undisturbed") });
    await site.stop();
    const allProblems: string[] = [];
    let earlyCount = 0;
    for (let round = 0; round < repetitions(KILLS, options); round++) {
      const dataDir = join(folder, `killed-${round}`);
      cpSync(join(folder, "older"), dataDir, { recursive: true });
      await killAfter(random.integer(100, ms), dataDir);
      if (isAt(FORMER_MIGRATIONS, dataDir)) earlyCount++;
      const problems = await problemsIn(dataDir).catch((error) => [String(error)]);
      allProblems.push(...problems.map((problem) => `${round}: ${problem}`));
    }
    return [
      { name: "kills during a migration", value: repetitions(KILLS, options), unit: "" },
      { name: "of them before its commit", value: earlyCount, unit: "" },
      countFigure("failed starts and changed rows", allProblems),
    ];
  });
}

/** Returns the problems after a kill of a migration, and after the next start. */
async function problemsIn(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  if (!isAt(FORMER_MIGRATIONS, dataDir) && !isAt(BASELINE, dataDir) && !isAt(NEWEST, dataDir))
    problems.push(`${appliedIn(dataDir)} after the kill`);
  const { site } = await startTimed({ dataDir });
  await site.stop();
  if (!isAt(NEWEST, dataDir)) problems.push("not up to date after a start");
  if (!hasAllRows(dataDir)) problems.push("rows have changed");
  const backups = join(dataDir, "backups");
  for (const name of existsSync(backups) ? readdirSync(backups).filter((file) => file.endsWith(".db")) : []) {
    const copy = join(dataDir, "copies", name);
    mkdirSync(copy, { recursive: true });
    cpSync(join(backups, name), databaseIn(copy));
    // The start after a kill copies what that kill left.
    const isOlder = isAt(FORMER_MIGRATIONS, copy) || isAt(BASELINE, copy);
    if (!isOlder || !hasAllRows(copy)) problems.push(`${name} is no copy of the older database`);
  }
  return [...problems, ...damageIn(dataDir)];
}

/** Starts a server and kills it after some milliseconds. */
async function killAfter(ms: number, dataDir: string): Promise<void> {
  const server = spawn(process.execPath, ["build/index.js"], { env: siteEnvironment(dataDir), stdio: "ignore" });
  const closed = once(server, "close");
  await pause(ms);
  server.kill("SIGKILL");
  await closed;
}

/** The number of rows, so many that the copy and the migrations take a while. */
const ROWS = 8_000;
const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`;
const EXPERTS = `INSERT INTO experts (id, slug, name, sortName, title, categories, imageUrl, longevityContribution, origin,
    createdAt, updatedAt, biography)
  ${NUMBERS} SELECT 'e' || i, 'slug-' || i, 'Name ' || i, 'name ' || i, 'Title', '["academic"]', '', 'Text ' || i, 'editor',
    '2025-01-01', '2025-01-01', 'Biography ' || i FROM n`;
/** Tells whether every row is there with the texts it was made with. */
function hasAllRows(dataDir: string): boolean {
  const query = `SELECT count(*) FROM experts
    WHERE 'e' || rowId = id AND name = 'Name ' || rowId AND biography = 'Biography ' || rowId`;
  return inDatabase(dataDir, (database) => database.prepare(query).pluck().get()) === ROWS;
}

function appliedIn(dataDir: string): string {
  const query = "SELECT group_concat(name ORDER BY name) FROM kysely_migration";
  return inDatabase(dataDir, (database) => String(database.prepare(query).pluck().get()));
}

function isAt(marks: string[], dataDir: string): boolean {
  return appliedIn(dataDir) === marks.join();
}
