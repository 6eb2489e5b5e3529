/** Copies whole databases as files, also one that is in use, and checks one. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { connect } from "./connect";

/** Copies the database at `from` in its state at this moment, down to the disk. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { sqlite, close } = connect(from);
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    await close();
  }
  flushFile(to);
}

/** Throws an Error with the problem of the database at `path`: damaged pages, or links between rows that lead nowhere. */
export async function checkDatabase(path: string): Promise<void> {
  const { sqlite, close } = connect(path);
  try {
    const answer = sqlite.pragma("integrity_check", { simple: true });
    if (answer !== "ok") throw new Error(`its database is damaged (${answer})`);
    if ((sqlite.pragma("foreign_key_check") as unknown[]).length)
      throw new Error("its database has links that lead nowhere");
  } finally {
    await close();
  }
}

/** Makes sure that the bytes of a file are on the disk, for instance before it gets its name. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
