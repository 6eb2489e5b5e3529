/** Finds sources for all profiles in one job, which can be stopped and continued. */

import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import {
  findJob,
  type Job,
  type JobContext,
  recentJobs,
  restartJob,
  startJob,
  stopJob,
} from "~/models/base/jobs/jobs.server";
import { hasNoSource } from "~/models/records/directory/source-proposals.server";
import { MARKED_FIELDS } from "~/models/records/evidence/sourced.server";
import { searchFor } from "./search.server";

const KIND = "sources";

interface Round {
  /** The start of the round, in ISO 8601: profiles that were searched after it are done. */
  since: string;
}

interface Result {
  profiles: number;
  sentences: number;
  proposed: number;
}

export interface FindingRound {
  /** The last job; null if there was none. */
  job: Pick<Job<Round, Result>, "id" | "status" | "message" | "done" | "total" | "createdAt" | "result"> | null;
  /** Up to 100 profiles with proposed passages, the profiles with the most sentences first. */
  waiting: { id: string; name: string; sentences: number }[];
  /** Profiles that are not fully sourced. */
  unsourced: number;
}

const MAX_WAITING = 100;

export async function findingRound(_editor: Editor): Promise<FindingRound> {
  const [job] = await recentJobs<Round, Result>(KIND, { limit: 1 });
  const waitingProposals = await readDb
    .selectFrom("sourceProposals")
    .innerJoin("experts", "experts.rowId", "sourceProposals.expertRowId")
    .select(["experts.id", "experts.name"])
    .select(({ fn }) => fn.count<number>("sourceProposals.sentence").distinct().as("sentences"))
    .where("sourceProposals.status", "=", "proposed")
    .where(hasNoSource)
    .where("experts.deletedAt", "is", null)
    .where("experts.sourced", "=", 0)
    .groupBy(["experts.rowId", "experts.id", "experts.name"])
    .orderBy("sentences", "desc")
    .orderBy("experts.rowId")
    .limit(MAX_WAITING)
    .execute();
  const rows = waitingProposals.map(({ sentences, ...profile }) => ({ ...profile, sentences: Number(sentences) }));
  return { job: job ? toView(job) : null, waiting: rows, unsourced: await countOf(unsourcedProfiles()) };
}

function toView({ id, status, message, done, total, createdAt, result }: Job<Round, Result>) {
  return { id, status, message, done, total, createdAt, result };
}

/** Begins a round, or continues a round that was stopped or interrupted. Throws "conflict" while one runs. */
export async function startFinding(editor: Editor): Promise<FindingRound> {
  const lastJob = await lastEnded();
  if (lastJob && (lastJob.status === "stopped" || lastJob.status === "interrupted")) {
    await restartJob(editor, KIND, lastJob.id, (context) => searchAll(lastJob.input, context));
  } else {
    const round = { since: new Date().toISOString() };
    const begin = async () => void (await lastEnded());
    await startJob(editor, KIND, round, (context) => searchAll(round, context), begin);
  }
  return findingRound(editor);
}

/** Returns the last job. Throws "conflict" while it runs. */
async function lastEnded(): Promise<Job<Round, Result> | undefined> {
  const [lastJob] = await recentJobs<Round, Result>(KIND, { limit: 1 });
  if (lastJob?.status === "running") throw new AppError("conflict", "The pages are being searched already.");
  return lastJob;
}

/** Throws "missing". */
export async function stopFinding(editor: Editor): Promise<FindingRound> {
  const [lastJob] = await recentJobs<Round, Result>(KIND, { limit: 1 });
  if (!lastJob) throw new AppError("missing", "No search has begun yet.");
  await stopJob(editor, KIND, (await findJob(KIND, lastJob.id)).id);
  return findingRound(editor);
}

/** Says how far a round has come; its numbers continue when it does. */
type Cursor = Round & Result;

async function searchAll({ since }: Round, { signal, progress }: JobContext): Promise<Result> {
  const cursor = await readCursor<Cursor>(KIND);
  const result = cursor?.since === since ? resultOf(cursor) : { profiles: 0, sentences: 0, proposed: 0 };
  let failedCount = 0;
  const total = result.profiles + (await countOf(unsearchedProfiles(since)));
  progress(result.profiles, total, "");
  for (let lastRowId = 0; ; ) {
    const profile = await unsearchedProfiles(since)
      .select(["experts.rowId", "experts.id", "experts.name"])
      .where("experts.rowId", ">", lastRowId)
      .orderBy("experts.rowId")
      .limit(1)
      .executeTakeFirst();
    if (!profile) return result;
    signal.throwIfAborted();
    progress(result.profiles + failedCount, total, profile.name);
    try {
      const searchResult = await searchFor(profile.rowId, { signal });
      result.profiles++;
      result.sentences += searchResult.sentences;
      result.proposed += searchResult.proposed;
      await writeCursor(KIND, { since, ...result } satisfies Cursor);
    } catch (error) {
      if (signal.aborted) throw error;
      // Continues with the next profile.
      failedCount++;
      log.error({ err: error, expert: profile.id }, "sources of a profile could not be searched");
    }
    lastRowId = profile.rowId;
    const done = result.profiles + failedCount;
    progress(done, Math.max(total, done), profile.name);
  }
}

function resultOf({ profiles, sentences, proposed }: Cursor): Result {
  return { profiles, sentences, proposed };
}

/**
 * Selects the profiles with texts that are not fully sourced: drafts, too, because their sources are found before they are
 * published.
 */
function unsourcedProfiles() {
  return readDb
    .selectFrom("experts")
    .leftJoin("sourceSearches", "sourceSearches.expertRowId", "experts.rowId")
    .where("experts.deletedAt", "is", null)
    .where("experts.sourced", "=", 0)
    .where((eb) => eb.or(MARKED_FIELDS.map((field) => eb(`experts.${field}`, "not in", EMPTY_VALUES))));
}

/** The stored values of an empty text and an empty list. */
const EMPTY_VALUES = ["", "[]"];

function unsearchedProfiles(since: string) {
  return unsourcedProfiles().where(({ or, eb }) =>
    or([eb("sourceSearches.searchedAt", "is", null), eb("sourceSearches.searchedAt", "<", since)]),
  );
}

async function countOf(profiles: ReturnType<typeof unsourcedProfiles>): Promise<number> {
  const count = profiles.select(({ fn }) => fn.countAll<number>().as("profiles"));
  return Number((await count.executeTakeFirstOrThrow()).profiles);
}
