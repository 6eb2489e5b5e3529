/** The weekly check of links: begins five minutes after the start, and looks every hour whether it is due. */
import { type Loop, startLoop } from "~/models/jobs/loop.server";
import { checkAllLinks, isRoundDue, type RoundOptions } from "./check.server";

const FIRST_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** In one process only. @param options for tests. */
export function startLinkChecks({
  firstAfterMs = FIRST_AFTER_MS,
  ...options
}: Omit<RoundOptions, "signal"> & { firstAfterMs?: number } = {}): Loop {
  return startLoop({ name: "link checks", everyMs: LOOK_EVERY_MS, firstAfterMs }, async (signal) => {
    if (await isRoundDue()) await checkAllLinks({ ...options, signal });
  });
}
