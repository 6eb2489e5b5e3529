/** Copies a database file, also while it is in use, and checks one. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { connect } from "./connect";

/** Copies the present state of the database at `from`, and flushes the copy to the disk. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { sqlite, close } = connect(from);
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    await close();
  }
  flushFile(to);
}

/** Checks the database at `path`. Throws an Error for damaged pages or broken foreign keys. */
export async function checkDatabase(path: string): Promise<void> {
  const { sqlite, close } = connect(path);
  try {
    const answer = String(sqlite.pragma("integrity_check", { simple: true }));
    if (answer !== "ok")
      throw new Error(`its database is damaged (${answer.replace(/^\*\*\*.*\n/, "").split("\n")[0]})`);
    if ((sqlite.pragma("foreign_key_check") as unknown[]).length)
      throw new Error("its database has references to missing rows");
  } finally {
    await close();
  }
}

/** Flushes a file to the disk. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
