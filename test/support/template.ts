import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../../db/migrate";
import { connect } from "../../db/sqlite/connect";

declare module "vitest" {
  interface ProvidedContext {
    /** The file of an empty database with the newest schema; every test file gets a copy. */
    template: string;
  }
}

/** Migrates once for all test files. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "longevity-template-"));
  const file = join(folder, "longevity.db");
  const { db, close } = connect(file);
  await migrate(db);
  await close();
  project.provide("template", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
