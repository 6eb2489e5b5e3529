/** Drafts profiles from a name: each draft is a stored job that researches the person and checks the links. */
import type { SelectQueryBuilder } from "kysely";
import { contains, type Database, db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import type { PageQuery } from "~/models/base/input/paging.server";
import {
  countJobs,
  findJob,
  type Job,
  type JobContext,
  recentJobs,
  removeJob,
  restartJob,
  startJob,
  stopJob,
} from "~/models/base/jobs/jobs.server";
import { renderMarkdown } from "~/models/base/markdown/markdown.server";
import { chooseTextModel, modelOfProvider, requireKey } from "~/models/base/providers/model-choice.server";
import { type Duplicate, possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { unsupportedOf } from "~/models/records/provenance/sentences";
import { withoutSource } from "~/models/records/provenance/stored-suggestions.server";
import { refuseToWriteAbout } from "~/models/records/relisting/relisting.server";
import type { TextProvider } from "~/services/ai-providers";
import { type DraftExpert, draftExpert, type ResearchInput, researchInput } from "./research-profile.server";

export const GENERATION = "generation";

export const GENERATIONS_PAGE_SIZE = 10;
export type GenerationInput = ResearchInput & { provider: TextProvider };

export interface GeneratedProfile extends DraftExpert {
  durationMs: number;
  submissionId?: string;
}

export interface Generation {
  id: string;
  status: Job["status"];
  expertName: string;
  title: string;
  customContribution: string;
  provider: TextProvider;
  message: string;
  partial: string;
  done: number;
  total: number;
  createdAt: string;
  result: (Omit<GeneratedProfile, "durationMs" | "submissionId"> & { biographyHtml: string }) | null;
  cost: { calls: number; usd: number | null; tokens: number | null; milliseconds: number };
  duplicates: Duplicate[];
  saved: { id: string; status: string } | null;
}

/** Starts a generation and returns its id at once. Throws "invalid", "conflict", "unavailable" without a key. */
export async function startGeneration(editor: Editor, input: unknown): Promise<string> {
  const { model, ...subject } = researchInput(input);
  await refuseToWriteAbout(editor, { ...Object(input), expertName: subject.expertName });
  const { provider } = chooseTextModel(subject.provider);
  const order: GenerationInput = { ...subject, provider, model: modelOfProvider(provider, model) };
  // Checks the model and the key before the job starts, so that the editor learns of problems at once.
  chooseTextModel(provider, order.model);
  requireKey(provider);
  const id = await startJob(editor, GENERATION, order, (context) => research(editor, order, context));
  await auditGeneration(editor, "profile generation started", id, order.expertName);
  return id;
}

/** Restarts a generation that failed, was stopped or was interrupted. Throws "missing", "conflict". */
export async function retryGeneration(editor: Editor, id: string): Promise<void> {
  const { input, status } = await findJob<GenerationInput>(GENERATION, id);
  if (status === "completed") throw new AppError("conflict", "This profile is finished already.");
  await restartJob(editor, GENERATION, id, (context) => research(editor, input, context));
}

/** Throws "missing". */
export async function stopGeneration(editor: Editor, id: string): Promise<void> {
  await stopJob(editor, GENERATION, id);
}

/** Removes a finished generation; a submission that was saved from it stays. Throws "missing", "conflict". */
export async function removeGeneration(editor: Editor, id: string): Promise<void> {
  const { input } = await findJob<GenerationInput>(GENERATION, id);
  await db.transaction().execute(async (tx) => {
    await removeJob(tx, editor, GENERATION, id);
    await audit(tx, editor, auditEntry("generated profile removed", id, input.expertName));
  });
}

export interface GenerationsQuery extends PageQuery {
  /** Words that must all occur in a job's input or result. */
  search: string;
  /** The exact name of an expert; "" for everybody. */
  expert: string;
}

type Jobs = SelectQueryBuilder<Database, "jobs", object>;

/** Limits a search to the newest jobs. */
const MAX_SEARCHED_JOBS = 2_000;

/** Returns a function that narrows a query of jobs to the matching jobs. */
function filterJobs({ search, expert }: Pick<GenerationsQuery, "search" | "expert">): (jobs: Jobs) => Jobs {
  if (!search && !expert) return (jobs) => jobs;
  const newestJobs = readDb
    .selectFrom("jobs")
    .select("rowId")
    .where("kind", "=", GENERATION)
    .orderBy("rowId", "desc")
    .limit(MAX_SEARCHED_JOBS)
    .as("newest");
  const words = search.split(/\s+/).filter(Boolean).slice(0, 20);
  return (jobs) => {
    let matchingJobs = jobs.where("rowId", "in", readDb.selectFrom(newestJobs).select("rowId"));
    // Matches the name in its JSON spelling, because the column holds JSON.
    if (expert) matchingJobs = matchingJobs.where(contains("input", `"expertName":${JSON.stringify(expert)}`));
    for (const word of words) {
      const text = JSON.stringify(word).slice(1, -1);
      matchingJobs = matchingJobs.where(({ or }) => or([contains("input", text), contains("result", text)]));
    }
    return matchingJobs;
  };
}

export async function countGenerations(
  _editor: Editor,
  query: Pick<GenerationsQuery, "search" | "expert">,
): Promise<number> {
  return countJobs(GENERATION, filterJobs(query));
}

export async function generationsPage(
  _editor: Editor,
  { page, limit, ...query }: GenerationsQuery,
): Promise<{ generations: Generation[]; hasMore: boolean }> {
  const offset = (page - 1) * limit;
  const jobs = await recentJobs<GenerationInput, GeneratedProfile>(
    GENERATION,
    { limit: limit + 1, offset },
    filterJobs(query),
  );
  const pageJobs = jobs.slice(0, limit);
  const ids = pageJobs.map(({ id }) => id);
  const [costs, submissionStatuses] = [await costsOf(ids), await submissionsOf(pageJobs)];
  const generations: Generation[] = [];
  for (const { input, updatedAt: _, kind: _kind, ...job } of pageJobs) {
    const result = job.result && checkedResult(input, job.result);
    const { durationMs = 0, submissionId, ...draft } = result ?? ({} as Partial<GeneratedProfile>);
    const isSaved = submissionId !== undefined && submissionStatuses.has(submissionId);
    const biographyHtml = renderMarkdown(result?.biography ?? "");
    const cost = costs.get(job.id) ?? { calls: 0, usd: null, tokens: null, milliseconds: 0 };
    generations.push({
      ...job,
      expertName: input.expertName,
      title: input.expertTitle,
      customContribution: input.customContribution ?? "",
      provider: input.provider,
      result: result && { ...(draft as DraftExpert), biographyHtml },
      cost: { ...cost, milliseconds: durationMs || cost.milliseconds },
      duplicates: result && !isSaved ? await duplicatesOf(input.expertName, result) : [],
      saved: isSaved ? { id: submissionId, status: submissionStatuses.get(submissionId) as string } : null,
    });
  }
  return { generations, hasMore: jobs.length > limit };
}

export async function generationText(_editor: Editor, id: string, start: number) {
  const { status, message, done, total, partial } = await findJob(GENERATION, id);
  return { status, message, done, total, text: partial.slice(start), length: partial.length };
}

/** Returns a result with its sentences. A result that was stored without evidence gets sentences without sources. */
export function checkedResult({ customContribution }: GenerationInput, result: GeneratedProfile): GeneratedProfile {
  if (result.sentences) return result;
  const contribution = customContribution ?? "";
  const sentences = [
    ...(contribution ? [] : withoutSource("longevityContribution", result.longevityContribution)),
    ...withoutSource("biography", result.biography),
  ];
  const noEvidence = { evidence: [], unsupported: unsupportedOf(sentences), notice: "", failedPages: [] };
  return { ...result, longevityContribution: contribution, biography: "", sentences, ...noEvidence };
}

async function research(
  editor: Editor,
  input: GenerationInput,
  { id: jobId, signal, progress, write }: JobContext,
): Promise<GeneratedProfile> {
  const startedAt = Date.now();
  progress(0, 0, "Reading pages, then writing the draft.");
  const draft = await draftExpert(editor, input, { signal, jobId, onText: write });
  return { ...draft, durationMs: Date.now() - startedAt };
}

function duplicatesOf(name: string, { referenceLinks }: GeneratedProfile): Promise<Duplicate[]> {
  return possibleDuplicates({ name, links: referenceLinks });
}

async function submissionsOf(jobs: Job<unknown, GeneratedProfile>[]): Promise<Map<string, string>> {
  const ids = jobs.flatMap(({ result }) => result?.submissionId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await readDb.selectFrom("submissions").select(["id", "status"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function costsOf(ids: string[]): Promise<Map<string, Generation["cost"]>> {
  if (ids.length === 0) return new Map();
  const rows = await readDb
    .selectFrom("aiCalls")
    .select(["jobId", "inputTokens", "outputTokens", "costUsd", "durationMs"])
    .where("jobId", "in", ids)
    .$narrowType<{ jobId: string }>()
    .execute();
  const costs = new Map<string, Generation["cost"]>();
  for (const { jobId, inputTokens, outputTokens, costUsd, durationMs } of rows) {
    const sum = costs.get(jobId) ?? { calls: 0, usd: null, tokens: null, milliseconds: 0 };
    const add = (total: number | null, amount: number | null) => (amount === null ? total : (total ?? 0) + amount);
    costs.set(jobId, {
      calls: sum.calls + 1,
      usd: add(sum.usd, costUsd),
      tokens: add(add(sum.tokens, inputTokens), outputTokens),
      milliseconds: sum.milliseconds + durationMs,
    });
  }
  return costs;
}

function auditEntry(action: string, id: string, name: string) {
  return { action, subjectKind: "directory", subjectId: id, subjectName: name } as const;
}

function auditGeneration(editor: Editor, action: string, id: string, name: string): Promise<void> {
  return audit(db, editor, auditEntry(action, id, name));
}
