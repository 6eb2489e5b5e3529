/** Finds sources for all profiles in one job, which can be stopped and continued. */
import { type SqlBool, sql } from "kysely";
import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
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
import { EVERYONE } from "~/models/records/listings/listing.server";
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
  return { job: job ? toView(job) : null, waiting: rows, unsourced: await countUnsearched("") };
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

async function searchAll({ since }: Round, { signal, progress }: JobContext): Promise<Result> {
  const result: Result = { profiles: 0, sentences: 0, proposed: 0 };
  const total = await countUnsearched(since);
  progress(0, total);
  for (let lastRowId = 0; ; ) {
    const profile = await nextUnsearched(since, lastRowId);
    if (!profile) return result;
    signal.throwIfAborted();
    progress(result.profiles, total, profile.name);
    try {
      const searchResult = await searchFor(profile.rowId, { signal });
      result.sentences += searchResult.sentences;
      result.proposed += searchResult.proposed;
    } catch (error) {
      if (signal.aborted) throw error;
      // Continues with the next profile.
      log.error({ err: error, expert: profile.id }, "sources of a profile could not be searched");
    }
    lastRowId = profile.rowId;
    result.profiles++;
    progress(result.profiles, Math.max(total, result.profiles), profile.name);
  }
}

async function nextUnsearched(since: string, lastRowId: number) {
  return readDb
    .selectFrom("experts")
    .leftJoin("sourceSearches", "sourceSearches.expertRowId", "experts.rowId")
    .where("experts.deletedAt", "is", null)
    .where("experts.sourced", "=", 0)
    .$if(since !== "", (query) => query.where(isUnsearchedSince(since)))
    .select(["experts.rowId", "experts.id", "experts.name"])
    .where("experts.rowId", ">", lastRowId)
    .orderBy("experts.rowId")
    .limit(1)
    .executeTakeFirst();
}

async function countUnsearched(since: string): Promise<number> {
  const row = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .leftJoin("sourceSearches", "sourceSearches.expertRowId", "experts.rowId")
    .where("listing.category", "=", EVERYONE)
    .where("experts.sourced", "=", 0)
    .$if(since !== "", (query) => query.where(isUnsearchedSince(since)))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function isUnsearchedSince(since: string) {
  return sql<SqlBool>`(${sql.ref("sourceSearches.searchedAt")} is null or ${sql.ref("sourceSearches.searchedAt")} < ${since})`;
}
