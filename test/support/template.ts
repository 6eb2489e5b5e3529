import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Engine } from "../../db/engine";
import { migrate } from "../../db/migrate";
import { connectPostgres } from "../../db/postgres/connect";
import { sqliteEngine } from "../../db/sqlite/engine";
import { usesBuild } from "./build";
import { postgresSettings, TEMPLATES } from "./database";
import { bareEnvironment } from "./environment";
import { createDatabase, findPostgres, startPostgres } from "./postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The file of an empty database with the newest schema; every test file gets a copy. */
    template: string;
  }
}

/** Migrates one database for all test files, which copy it. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "longevity-template-"));
  const file = join(folder, "longevity.db");
  await migrateAndClose(sqliteEngine(file));
  project.provide("template", file);
  const needsSites = project.vitest.state.getPaths().some(usesBuild);
  const stop = process.env.TEST_ENGINE === "postgres" ? await startPostgresWithTemplates(needsSites) : async () => {};
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function migrateAndClose({ db, kind, close }: Engine): Promise<void> {
  await migrate(db, kind);
  await close();
}

/** Starts PostgreSQL and puts its address into TEST_POSTGRES. Returns the function that stops it. */
async function startPostgresWithTemplates(needsSites: boolean): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is not installed.");
  const { addressOf, stop } = await startPostgres(programs);
  await createDatabase(addressOf("postgres"), TEMPLATES.empty);
  await migrateAndClose(await connectPostgres(addressOf(TEMPLATES.empty)));
  if (needsSites) {
    await createDatabase(addressOf("postgres"), TEMPLATES.starter, TEMPLATES.empty);
    fillWithStarter(addressOf(TEMPLATES.starter));
  }
  process.env.TEST_POSTGRES = addressOf("postgres");
  return stop;
}

function fillWithStarter(address: string): void {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-template-"));
  const env = {
    ...bareEnvironment(),
    ...postgresSettings(address),
    NODE_ENV: "production" as const,
    DATA_DIR: dataDir,
  };
  const { status, stderr } = spawnSync(process.execPath, ["build/seed.js"], { env, encoding: "utf8" });
  rmSync(dataDir, { recursive: true, force: true });
  if (status !== 0) throw new Error(`The starter directory could not be filled in on PostgreSQL:\n${stderr}`);
}
