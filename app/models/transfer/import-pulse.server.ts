/**
 * Signs between processes about an import that runs. Its row cannot tell: the transaction that writes the import keeps all
 * others from writing. So the process that runs it keeps a file beside the import's own with how far it is, and looks for
 * another one with which any process asks it to stop.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

const PULSE_MS = 250;
/** After so long without a sign of life the process that ran it is gone. */
const SILENCE_MS = 15_000;

/** An import as the process that runs it knows it. */
export interface Running {
  done: number;
  isStopped: boolean;
}

/**
 * Tells the others of an import until `end` is called.
 *
 * @param path beginning of the two files' paths; their folder is there.
 */
export function startPulse(path: string, state: Running): { end(): void } {
  rmSync(`${path}.stop`, { force: true });
  const beat = () => {
    // A disk that takes nothing ends the import itself, with its own words.
    try {
      writeFileSync(`${path}.pulse`, String(state.done));
    } catch {}
    if (existsSync(`${path}.stop`)) state.isStopped = true;
  };
  beat();
  const timer = setInterval(beat, PULSE_MS).unref();
  return {
    end() {
      clearInterval(timer);
      for (const part of ["pulse", "stop"]) rmSync(`${path}.${part}`, { force: true });
    },
  };
}

/** How far an import is that runs in another process; null when there is no sign of life. */
export function readPulse(path: string, now = Date.now()): number | null {
  try {
    if (now - statSync(`${path}.pulse`).mtimeMs > SILENCE_MS) return null;
    return Number(readFileSync(`${path}.pulse`, "utf8")) || 0;
  } catch {
    return null;
  }
}

/** Asks the process that runs an import, whichever it is, to stop it. */
export function askToStop(path: string): void {
  writeFileSync(`${path}.stop`, "");
}
