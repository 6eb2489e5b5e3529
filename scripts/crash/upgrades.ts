/** kill -9 while an older database is brought up to date (reliability.md 5). */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type SQLite from "better-sqlite3";
import { Migrator } from "kysely";
import { connect } from "../../db/connect";
import { migrations } from "../../db/migrations/index";
import { get } from "../../test/support/requests";
import { bareEnvironment } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { drawFrom } from "../seed-random";
import { type CrashOptions, inFolder, never, repetitions } from "./parts";
import { damageIn, databaseIn, inDatabase, startTimed } from "./sites";

const KILLS = 20;
/** Enough for the copy and the migrations to take a while. */
const ROWS = 8_000;
/** What an older database had and a newer one still has; columns that came later are left out. */
const TABLES = ["experts", "articles", "users", "submissions", "settings"];

/** 20 kills at random moments of an upgrade: the next start succeeds with everything that was there. */
export function upgrades(options: CrashOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const draw = drawFrom(options.seed);
    const older = new Map<number, string>();
    for (const steps of [4, 5, 7, 8]) older.set(steps, await olderDatabase(join(folder, `older-${steps}`), steps));
    const wrong: string[] = [];
    const points: Record<string, number> = {};
    // What an upgrade takes here, undisturbed.
    const whole = join(folder, "whole");
    cpSync(older.get(4) as string, whole, { recursive: true });
    const { site, ms: takes } = await startTimed({ dataDir: whole });
    await site.stop();
    for (let round = 0; round < repetitions(KILLS, options); round++) {
      const steps = draw.one([...older.keys()]);
      const dataDir = join(folder, `killed-${round}`);
      cpSync(older.get(steps) as string, dataDir, { recursive: true });
      const columns = columnsIn(dataDir);
      const before = contentOf(dataDir, columns);

      await killedAfter(draw.number(100, takes), dataDir);
      const applied = appliedIn(dataDir);
      const point = applied === steps ? "before its commit" : "after its commit";
      points[point] = (points[point] ?? 0) + 1;
      if (![steps, Object.keys(migrations).length].includes(applied)) wrong.push(`${round}: ${applied} migrations`);

      try {
        const again = await startTimed({ dataDir });
        const { status } = await get(again.site, "/directory");
        await again.site.stop();
        if (status !== 200) wrong.push(`${round}: the directory answers ${status}`);
      } catch (error) {
        wrong.push(`${round}: ${String(error)}`);
        continue;
      }
      if (contentOf(dataDir, columns) !== before) wrong.push(`${round}: what was there is another now`);
      if (appliedIn(dataDir) !== Object.keys(migrations).length) wrong.push(`${round}: not up to date`);
      wrong.push(...damageIn(dataDir).map((one) => `${round}: ${one}`));
      for (const name of copiesIn(dataDir)) {
        const copy = join(folder, `copy-${round}`);
        mkdirSync(copy, { recursive: true });
        cpSync(join(dataDir, "backups", name), databaseIn(copy));
        if (appliedIn(copy) !== steps || contentOf(copy, columns) !== before)
          wrong.push(`${round}: ${name} is no copy`);
      }
    }
    return [
      { name: "kills during an upgrade", value: repetitions(KILLS, options), unit: "", raw: points },
      { name: "of them before the upgrade's commit", value: points["before its commit"] ?? 0, unit: "" },
      never("starts that failed, or data that changed", wrong),
    ];
  });
}

/** A server that is killed so many milliseconds after its start. */
async function killedAfter(ms: number, dataDir: string): Promise<void> {
  const env = {
    ...bareEnvironment(),
    NODE_ENV: "production" as const,
    PORT: "0",
    DATA_DIR: dataDir,
    BACKUP_EVERY_HOURS: "0",
  };
  const server = spawn(process.execPath, ["build/index.js"], { env, stdio: "ignore" });
  const ended = once(server, "close");
  await pause(ms);
  server.kill("SIGKILL");
  await ended;
}

/** A database as a version of the code with only the first migrations left it, with rows in all that is compared. */
async function olderDatabase(dataDir: string, steps: number): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const { db, sqlite, close } = connect(databaseIn(dataDir));
  const some = Object.fromEntries(Object.entries(migrations).slice(0, steps));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => some } }).migrateToLatest();
  if (error) throw error;
  sqlite.transaction(() => {
    for (const table of TABLES) fill(sqlite, table, table === "settings" ? 3 : ROWS);
    sqlite.exec("INSERT INTO slugs SELECT slug, rowId FROM experts");
  })();
  await close();
  return dataDir;
}

/** What stands in columns where not any text will do. */
const VALUES: Record<string, string> = {
  categories: '["academic"]',
  record: "{}",
  tags: "[]",
  status: "published",
  type: "research-insight",
  role: "user",
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-01T00:00:00.000Z",
  submittedAt: "2025-01-01T00:00:00.000Z",
};

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

/** Adds rows with something in every column that needs it. */
function fill(sqlite: SQLite.Database, table: string, rows: number): void {
  const columns = (sqlite.pragma(`table_info(${table})`) as Column[]).filter(
    ({ type, notnull, dflt_value, pk }) => (notnull === 1 || (pk === 1 && type !== "INTEGER")) && dflt_value === null,
  );
  const needed = columns.filter(({ type, pk }) => !(pk === 1 && type.toLowerCase() === "integer"));
  const names = needed.map(({ name }) => `"${name}"`).join(", ");
  const insert = sqlite.prepare(`INSERT INTO "${table}" (${names}) VALUES (${needed.map(() => "?").join(", ")})`);
  for (let row = 0; row < rows; row++) {
    insert.run(
      needed.map(({ name, type }) => VALUES[name] ?? (type.toLowerCase() === "integer" ? 0 : `${name}-${row}`)),
    );
  }
}

/** The columns of what is compared, as they are now. */
function columnsIn(dataDir: string): Map<string, string[]> {
  return inDatabase(dataDir, (database) => {
    const columns = (table: string) => (database.pragma(`table_info(${table})`) as Column[]).map(({ name }) => name);
    return new Map(TABLES.map((table) => [table, columns(table)]));
  });
}

/** A hash over these columns of all rows. */
function contentOf(dataDir: string, columns: Map<string, string[]>): string {
  return inDatabase(dataDir, (database) => {
    const hash = createHash("sha256");
    for (const [table, names] of columns) {
      const list = names.map((name) => `"${name}"`).join(", ");
      for (const row of database.prepare(`SELECT ${list} FROM "${table}" ORDER BY rowid`).raw().iterate())
        hash.update(JSON.stringify(row));
    }
    return hash.digest("hex");
  });
}

function appliedIn(dataDir: string): number {
  return inDatabase(dataDir, (database) =>
    database.prepare("SELECT count(*) FROM kysely_migration").pluck().get(),
  ) as number;
}

function copiesIn(dataDir: string): string[] {
  const folder = join(dataDir, "backups");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db")) : [];
}
