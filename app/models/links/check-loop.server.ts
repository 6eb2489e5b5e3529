import { type Loop, startLoop } from "~/models/jobs/loop.server";
import { checkAllLinks, isRoundDue, type RoundOptions } from "./check.server";

const FIRST_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Checks weekly; run it in one process only. */
export function startLinkChecks({
  firstAfterMs = FIRST_AFTER_MS,
  ...options
}: Omit<RoundOptions, "signal"> & { firstAfterMs?: number } = {}): Loop {
  return startLoop({ name: "link checks", everyMs: LOOK_EVERY_MS, firstAfterMs }, async (signal) => {
    if (await isRoundDue()) await checkAllLinks({ ...options, signal });
  });
}
