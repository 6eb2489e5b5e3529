import { statSync } from "node:fs";
import type { Engine } from "../engine";
import { connect } from "./connect";
import { sqliteSearch } from "./full-text";
import { tryReading, tryWriting } from "./health";
import { listHiddenExperts } from "./import-listing";
import { overwriteDeleted } from "./overwrite";

/** Opens the database file at `path`, and creates it if it is missing. */
export function sqliteEngine(path: string): Engine {
  const { db, readDb, contentVersion, close } = connect(path);
  return {
    kind: "sqlite",
    db,
    readDb,
    patientDb: db,
    search: sqliteSearch,
    contentVersion,
    now: async () => Date.now(),
    listHiddenExperts,
    tryWriting: () => tryWriting(path),
    tryReading: () => tryReading(path),
    size: async () => ({ database: bytesOf(path), log: bytesOf(`${path}-wal`) }),
    overwriteDeleted: (stopSignal) => overwriteDeleted(path, db, stopSignal),
    close,
  };
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
