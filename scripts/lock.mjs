import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "./paths.mjs";

/**
 * Lets only one process at a time install or build in this folder; the others wait for it.
 *
 * @param {() => Promise<void>} work
 * @param {string} [file] where the lock is kept; the same one for all that exclude each other.
 */
export async function withLock(work, file = join(root, ".cache/prepare.lock")) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!acquire(file)) {
    if (!told) console.log("Another command is preparing this folder; waiting for it …");
    told = true;
    await pause(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAlive(holder(file))) return false;
    dropDead(file);
    return acquire(file);
  }
}

/** The number of the process that holds the lock; NaN while it is being written. */
function holder(file) {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid) {
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Renaming decides between several that found the same dead holder: only one succeeds. */
function dropDead(file) {
  const mine = `${file}.${process.pid}`;
  try {
    renameSync(file, mine);
    rmSync(mine);
  } catch {
    // Another process was quicker.
  }
}
