/** Deletes expired rows as each part says, at the start and then every hour. */

import { log } from "~/log.server";
import { isClockTrusted } from "~/models/base/jobs/clock.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { PARTS } from "~/models/whole/parts.server";
import { HOUR_MS } from "~/stored-times";

export function startHousekeeping(): Loop {
  return startLoop({ name: "housekeeping", everyMs: HOUR_MS }, removeExpired);
}

async function removeExpired(): Promise<void> {
  if (!(await isClockTrusted())) return;
  const removedCounts: Record<string, number> = {};
  // A step that fails, for example while the bucket does not answer, keeps no other from its work.
  for (const { hourly = {} } of PARTS)
    for (const [name, remove] of Object.entries(hourly))
      removedCounts[name] = await remove().catch((error) => {
        log.warn({ err: error, step: name }, "expired rows were not deleted, and are tried again in an hour");
        return 0;
      });
  if (Object.values(removedCounts).some(Boolean)) log.info({ removed: removedCounts }, "expired rows were deleted");
}
