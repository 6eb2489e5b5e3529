/** The weekly refresh of all works: one person at a time, from where it stopped. */
import { readDb } from "~/db.server";
import { log } from "~/log.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { OpenDataProblem } from "~/services/open-data.server";
import { isWithin } from "~/stored-times";
import { refreshWorks } from "./works.server";

const NAME = "works";
const WEEK_MS = 7 * 24 * 60 * 60_000;
const FIRST_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

interface Cursor {
  startedAt: string;
  /** The last refreshed expert; null after all. */
  afterRowId: number | null;
}

export function startWorksRefresh(): Loop {
  return startLoop({ name: "works", everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_AFTER_MS }, (signal) =>
    refreshAllWorks({ signal }),
  );
}

/** Refreshes every expert with an OpenAlex identifier when a week has gone by; `now` in milliseconds. */
export async function refreshAllWorks({ signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {}) {
  let cursor = await readCursor<Cursor>(NAME);
  if (!cursor || (cursor.afterRowId === null && !isWithin(Date.parse(cursor.startedAt), WEEK_MS, now)))
    cursor = { startedAt: new Date(now).toISOString(), afterRowId: 0 };
  for (let { afterRowId } = cursor; afterRowId !== null && !signal?.aborted; ) {
    const expert = await nextExpert(afterRowId);
    if (expert && !(await refreshed(expert, signal))) return;
    afterRowId = expert?.rowId ?? null;
    await writeCursor(NAME, { ...cursor, afterRowId });
  }
}

/** Gives false when the round is to go on later. */
async function refreshed(
  { rowId, id, openalex }: { rowId: number; id: string; openalex: string },
  signal?: AbortSignal,
) {
  try {
    await refreshWorks(rowId, openalex, signal);
  } catch (error) {
    if (!(error instanceof OpenDataProblem)) throw error;
    if (signal?.aborted) return false;
    log.warn({ expert: id, reason: error.message }, "works were not refreshed");
    return error.kind === "missing" || error.kind === "broken";
  }
  return true;
}

function nextExpert(afterRowId: number) {
  return readDb
    .selectFrom("experts")
    .select(["rowId", "id", "openalex"])
    .where("rowId", ">", afterRowId)
    .where("openalex", "!=", "")
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .limit(1)
    .executeTakeFirst();
}
