/**
 * Moves a whole site between the file in DATA_DIR and PostgreSQL. Does not use db.server, which opens only one of
 * them.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { env } from "~/env.server";
import { filesAreLocal } from "~/services/storage.server";
import { DATABASE_FILE } from "~/subject/names";
import type { Copied, Progress } from "../../../../db/copy/copy";
import { copyFromPostgres, copyToPostgres, firstFilledTable } from "../../../../db/copy/databases";
import type { Engine } from "../../../../db/engine";
import { migrate } from "../../../../db/migrate";
import { connect } from "../../../../db/sqlite/connect";
import { copyDatabase } from "../../../../db/sqlite/copy";
import { takeDataFolder } from "../../../../db/sqlite/data-folder";
import { BACKUPS, unfinishedName } from "./backup.server";
import { refusePending, withPostgres } from "./postgres.server";
import { keepKey, refuseOtherKey } from "./relisting-key.server";
import { refuseOtherStore } from "./store-marker.server";
import { fetchUploads, type MovedFiles, sendUploads } from "./stored-files.server";

export interface Moved {
  tables: Copied[];
  /** null if both databases use the same disk for files, so that none were moved. */
  files: MovedFiles | null;
}

interface Report {
  onCopied?: Progress;
  onFiles?: (files: MovedFiles) => void;
}

/**
 * Copies the site in DATA_DIR into an empty PostgreSQL database, in one transaction. Throws an Error with the reason
 * if it cannot.
 */
export async function moveToPostgres(url: string, report: Report = {}): Promise<Moved> {
  const path = join(env.DATA_DIR, DATABASE_FILE);
  if (!existsSync(path)) throw new Error(`There is no database in ${env.DATA_DIR}: nothing to copy.`);
  refuseOtherKey(env.DATA_DIR);
  return whileStopped(() =>
    withSnapshot(path, (snapshot) =>
      withPostgres(url, async (postgres) => {
        await refuseSource(snapshot);
        await refuseFilled(postgres.db);
        await migrate(postgres.db, "postgres");
        const files = filesAreLocal ? null : await sendUploads(env.DATA_DIR);
        if (files) report.onFiles?.(files);
        const tables = await postgres.db.transaction().execute(async (tx) => {
          await refuseFilled(tx);
          return copyToPostgres(snapshot, tx, report.onCopied);
        });
        return { tables, files };
      }),
    ),
  );
}

/** Keeps servers from DATA_DIR meanwhile: what a running site writes during and after the copy would be lost. */
async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  const release = takeDataFolder(env.DATA_DIR);
  if (!release) throw new Error("The site is running on this data: please stop it first. Nothing was changed.");
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Copies the site in PostgreSQL into DATA_DIR, which must not have a database; the file gets its name when it is
 * complete. Throws an Error with the reason if it cannot.
 */
export async function moveFromPostgres(url: string, report: Report = {}): Promise<Moved> {
  const path = join(env.DATA_DIR, DATABASE_FILE);
  if (existsSync(path))
    throw new Error(`There is a database in ${env.DATA_DIR} already: please move it away first. Nothing was changed.`);
  refuseOtherKey(env.DATA_DIR);
  return withPostgres(url, async (postgres) => {
    await refusePending(postgres);
    if (!filesAreLocal) await refuseOtherStore(postgres.db);
    mkdirSync(env.DATA_DIR, { recursive: true });
    const files = filesAreLocal ? null : await fetchUploads(env.DATA_DIR);
    if (files) report.onFiles?.(files);
    const unfinishedPath = `${path}.unfinished`;
    for (const companion of ["", "-wal", "-shm"]) rmSync(unfinishedPath + companion, { force: true });
    const tables = await copyFromPostgres(postgres, unfinishedPath, report.onCopied);
    keepKey(env.DATA_DIR);
    renameSync(unfinishedPath, path);
    return { tables, files };
  });
}

async function withSnapshot<T>(path: string, work: (snapshot: string) => Promise<T>): Promise<T> {
  const backups = join(env.DATA_DIR, BACKUPS);
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(backups, unfinishedName("gathering")));
  try {
    await copyDatabase(path, join(folder, DATABASE_FILE));
    return await work(join(folder, DATABASE_FILE));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws an Error for a file of an older version, or of another site than the bucket's. */
async function refuseSource(path: string): Promise<void> {
  const { db, close } = connect(path);
  try {
    await refusePending({ db, kind: "sqlite" });
    if (!filesAreLocal) await refuseOtherStore(db);
  } finally {
    await close();
  }
}

async function refuseFilled(db: Engine["db"]): Promise<void> {
  const table = await firstFilledTable(db);
  if (table)
    throw new Error(`The database is not empty ("${table}" has rows): please use an empty one. Nothing was changed.`);
}
