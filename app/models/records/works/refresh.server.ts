/** Refreshes all works weekly, one person at a time, and continues where it stopped. */
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
  /** The last refreshed expert; null at the end of a round. */
  afterRowId: number | null;
  /** The number of failed requests for the next expert in this round. */
  tries?: number;
  /** Failed requests to OpenAlex, the latest last. */
  problems?: Problem[];
}

interface Problem {
  rowId: number;
  at: string;
  reason: string;
}

const MAX_PROBLEMS = 200;
/** After as many failures, an hour apart, the round goes on, because the request of one expert may never succeed. */
const MAX_TRIES = 3;

/** Returns the start of the last round over everybody, and the failure for the expert of a row. */
export async function lastWorksRound(
  rowId: number,
): Promise<{ startedAt: string | null; problem: Omit<Problem, "rowId"> | null }> {
  const cursor = await readCursor<Cursor>(NAME);
  const problem = cursor?.problems?.find((candidate) => candidate.rowId === rowId);
  return {
    startedAt: cursor?.startedAt ?? null,
    problem: problem ? { at: problem.at, reason: problem.reason } : null,
  };
}

export function startWorksRefresh(): Loop {
  return startLoop({ name: "works", everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_AFTER_MS }, (signal) =>
    refreshAllWorks({ signal }),
  );
}

/** Refreshes every expert with an OpenAlex identifier after a week; `now` in milliseconds. */
export async function refreshAllWorks({ signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {}) {
  let cursor = await readCursor<Cursor>(NAME);
  if (!cursor || (cursor.afterRowId === null && !isWithin(Date.parse(cursor.startedAt), WEEK_MS, now)))
    cursor = { startedAt: new Date(now).toISOString(), afterRowId: 0 };
  for (let { afterRowId } = cursor; afterRowId !== null && !signal?.aborted; ) {
    const expert = await nextExpert(afterRowId);
    const failure = expert && (await tryRefresh(expert, signal));
    if (failure && signal?.aborted) return;
    const isOver = !failure || failure.kind === "missing" || failure.kind === "broken";
    const tries: number = isOver ? 0 : (cursor.tries ?? 0) + 1;
    if (isOver || tries >= MAX_TRIES) afterRowId = expert?.rowId ?? null;
    const otherProblems: Problem[] = (cursor.problems ?? []).filter(({ rowId }) => rowId !== expert?.rowId);
    const problem = failure && { rowId: expert.rowId, at: new Date(now).toISOString(), reason: failure.message };
    cursor = {
      ...cursor,
      afterRowId,
      tries: tries % MAX_TRIES,
      problems: [...otherProblems, ...(problem ? [problem] : [])].slice(-MAX_PROBLEMS),
    };
    await writeCursor(NAME, cursor);
    // Stops at a failure that would also affect others, and continues later.
    if (!isOver) return;
  }
}

/** Refreshes the works of one expert; returns the failure of OpenAlex, if there was one. */
async function tryRefresh(
  { rowId, id, openalex }: { rowId: number; id: string; openalex: string },
  signal?: AbortSignal,
): Promise<OpenDataProblem | undefined> {
  try {
    await refreshWorks(rowId, openalex, { signal });
  } catch (error) {
    if (!(error instanceof OpenDataProblem)) throw error;
    if (!signal?.aborted) log.warn({ expert: id, reason: error.message }, "works were not refreshed");
    return error;
  }
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
