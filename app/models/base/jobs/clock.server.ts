/** Several nodes have to agree about the time; the database's clock decides. */
import { engine } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "./loop.server";

const MOST_MS = 5_000;
const LOOK_EVERY_MS = 5 * 60_000;

/** The seconds by which this machine's clock is ahead of the database's, when they are more than 5; else 0. */
export async function wrongSeconds(): Promise<number> {
  if (engine.kind === "sqlite") return 0;
  const before = Date.now();
  const theirs = await engine.now();
  const aheadMs = (before + Date.now()) / 2 - theirs;
  return Math.abs(aheadMs) > MOST_MS ? Math.round(aheadMs / 1_000) : 0;
}

/** Warns at the start and every five minutes. */
export function startClockWatch(): Loop {
  return startLoop({ name: "clock", everyMs: LOOK_EVERY_MS, everywhere: true }, async () => {
    const seconds = await wrongSeconds();
    if (seconds) log.warn({ seconds }, "this machine's clock is not the database's: please synchronize both (NTP)");
  });
}
