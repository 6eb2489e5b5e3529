/**
 * Searches ORCID, Wikidata and OpenAlex for everybody without an identifier, as one job. It stores candidates with evidence
 * besides the name for the review; records change only when an editor accepts a candidate.
 */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { ExpressionBuilder } from "kysely";
import {
  type Database,
  db,
  type IdentitySearchesTable,
  type Queryable,
  readDb,
  untilContentChanges,
} from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { resumableJob } from "~/models/base/jobs/resumable.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import { PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { recordOf } from "~/models/records/experts/record.server";
import { EVERYONE, isListed } from "~/models/records/listings/listing.server";
import { type Candidate, candidatesFor } from "./candidates.server";
import { countWaitingIdentities } from "./identity-review.server";

/** Numbers of people. */
type Outcomes = Record<IdentitySearchesTable["outcome"], number>;

const SEARCH = resumableJob<Outcomes>("identifiers", search);

/** Returns the last search; null if there was no search. */
export const identitySearch = SEARCH.last;

/** Stops the search and keeps its results; does nothing if no search runs. */
export const stopIdentitySearch = SEARCH.stop;

/** Begins a search, or continues an unfinished search. Throws "conflict" while a search runs, or if OPEN_DATA is off. */
export async function searchIdentities(editor: Editor): Promise<void> {
  if (!env.OPEN_DATA) throw new AppError("conflict", "Identifiers are not looked for, because OPEN_DATA is off.");
  await SEARCH.start(editor);
}

/** Returns the figures of the page of identifiers. */
export async function identitiesOverview(editor: Editor) {
  // Reads the job before the counts: if it has ended, the counts include all its results.
  const search = await identitySearch(editor);
  const [unidentifiedCount, waitingCount] = await Promise.all([countUnidentified(), countWaitingIdentities()]);
  return { search, without: unidentifiedCount, waiting: waitingCount, isOff: !env.OPEN_DATA };
}

/** Counts the listed people without a personal identifier. */
export const countUnidentified = untilContentChanges(async () => {
  const count = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .where("listing.category", "=", EVERYONE)
    .where(hasNoIdentifier)
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .executeTakeFirstOrThrow();
  return Number(count.people);
});

/** The number of consecutive people for whom no service answered, after which the search stops. */
const MAX_UNANSWERED = 3;
/** The number of services asked: ORCID, Wikidata and OpenAlex. If none answers, this site is offline. */
const SERVICE_COUNT = 3;

async function search({ signal, progress }: JobContext, startedAt: string): Promise<Outcomes> {
  const earlierOutcomes = await outcomesSince(startedAt);
  let [searchedCount, matchedCount, unansweredCount, hasAnswered] = [
    earlierOutcomes.found + earlierOutcomes.none,
    earlierOutcomes.found,
    0,
    false,
  ];
  const { people: remainingCount } = await unsearchedPeople(startedAt)
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .executeTakeFirstOrThrow();
  const total = searchedCount + Number(remainingCount);
  progress(searchedCount, total, "");
  for await (const { rowId, record } of peopleOf(startedAt)) {
    signal.throwIfAborted();
    // Asks in the foreground until a service has answered, so that an editor learns at once if the site has no internet.
    const { candidates, problems } = await candidatesFor(record, {}, { inBackground: hasAnswered, signal });
    signal.throwIfAborted();
    // Counts a partial answer as failed too, so that the person is searched again.
    const hasFailed = problems.length > 0;
    unansweredCount = hasFailed && candidates.length === 0 ? unansweredCount + 1 : 0;
    const isOffline = problems.length === SERVICE_COUNT;
    hasAnswered ||= !isOffline;
    if (unansweredCount >= MAX_UNANSWERED || (isOffline && !hasAnswered))
      throw new AppError("upstream", problems.join(" "));
    const matches = candidates.filter((candidate) => isMatch(candidate, record));
    await db
      .transaction()
      .execute((tx) => storeResult(tx, rowId, { candidates: matches, problem: hasFailed ? problems[0] : "" }));
    if (!hasFailed) searchedCount++;
    if (matches.length > 0) matchedCount++;
    progress(searchedCount, total, matchedCount > 0 ? `Found for ${matchedCount} so far` : "");
  }
  return outcomesSince(startedAt);
}

/** Tells whether a candidate has evidence besides the name, adds an identifier, and contradicts no identifier of the record. */
function isMatch(candidate: Candidate, record: ExpertRecord): boolean {
  return (
    candidate.reasons.length > 0 &&
    PERSONAL_IDENTIFIERS.some((kind) => candidate[kind] && !record[kind]) &&
    PERSONAL_IDENTIFIERS.every((kind) => !record[kind] || !candidate[kind] || record[kind] === candidate[kind])
  );
}

/**
 * Stores the outcome for a person. Candidates with an identifier about which an editor has decided are not offered again;
 * undecided candidates that were not found again are deleted. While a service does not answer, they stay instead.
 */
async function storeResult(
  tx: Queryable,
  expertRowId: number,
  { candidates, problem = "" }: { candidates: Candidate[]; problem?: string },
): Promise<void> {
  const person = tx.selectFrom("experts").select("rowId").where("rowId", "=", expertRowId);
  if (!(await person.executeTakeFirst())) return;
  const outcome = problem ? "failed" : candidates.length > 0 ? "found" : "none";
  const values = { outcome, detail: problem, searchedAt: new Date().toISOString() } as const;
  await tx
    .insertInto("identitySearches")
    .values({ expertRowId, ...values })
    .onConflict((conflict) => conflict.column("expertRowId").doUpdateSet(values))
    .execute();
  const isUndecided = ({ and, eb }: ExpressionBuilder<Database, "identityCandidates">) =>
    and([eb("expertRowId", "=", expertRowId), eb("decision", "=", "")]);
  const waitingCandidates = tx.selectFrom("identityCandidates").select("key").where(isUndecided);
  if (problem && (await waitingCandidates.executeTakeFirst())) return;
  await tx.deleteFrom("identityCandidates").where(isUndecided).execute();
  const decidedCandidates = await tx
    .selectFrom("identityCandidates")
    .select(PERSONAL_IDENTIFIERS)
    .where("expertRowId", "=", expertRowId)
    .execute();
  // Compares single identifiers, because another search may find one more identifier of a rejected candidate.
  const isDecided = (candidate: Candidate) =>
    decidedCandidates.some((decided) =>
      PERSONAL_IDENTIFIERS.some((kind) => candidate[kind] && candidate[kind] === decided[kind]),
    );
  const newCandidates = candidates.filter((candidate) => !isDecided(candidate));
  for (const [position, { orcid, wikidata, openalex, name, description, ...lists }] of newCandidates.entries()) {
    const details = {
      position,
      orcid,
      wikidata,
      openalex,
      name,
      description,
      employers: JSON.stringify(lists.employers.slice(0, MAX_EMPLOYERS).map((employer) => employer.name)),
      works: JSON.stringify(lists.works.map(({ title, year }) => (year ? `${title} (${year})` : title))),
      reasons: JSON.stringify(lists.reasons),
    };
    const key = [orcid, wikidata, openalex].join(" ");
    await tx
      .insertInto("identityCandidates")
      .values({ expertRowId, key, ...details, decision: "", taken: "", decidedAt: "", decidedBy: null })
      .execute();
  }
}

const MAX_EMPLOYERS = 5;

function hasNoIdentifier({ and, eb }: ExpressionBuilder<Database, "experts">) {
  return and(IDENTIFIERS.map((identifier) => eb(identifier, "=", "")));
}

const IDENTIFIERS = ["experts.orcid", "experts.wikidata", "experts.openalex"] as const;

function peopleWithoutIdentifier() {
  return readDb
    .selectFrom("experts")
    .leftJoin("identitySearches", "identitySearches.expertRowId", "experts.rowId")
    .where(hasNoIdentifier)
    .where(isListed);
}

/** Selects the people without an identifier who were not searched since the start, or whose search failed. */
function unsearchedPeople(startedAt: string) {
  return peopleWithoutIdentifier().where(({ or, eb }) =>
    or([
      eb("identitySearches.searchedAt", "is", null),
      eb("identitySearches.searchedAt", "<", startedAt),
      eb("identitySearches.outcome", "=", "failed"),
    ]),
  );
}

/** Yields people one after the other, so that only one person is in memory. */
async function* peopleOf(startedAt: string): AsyncGenerator<{ rowId: number; record: ExpertRecord }> {
  for (let lastRowId = 0; ; ) {
    const row = await unsearchedPeople(startedAt)
      .selectAll("experts")
      .where("experts.rowId", ">", lastRowId)
      .orderBy("experts.rowId")
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    yield { rowId: row.rowId, record: recordOf(row) };
    await yieldToOthers();
    lastRowId = row.rowId;
  }
}

async function outcomesSince(startedAt: string): Promise<Outcomes> {
  const rows = await readDb
    .selectFrom("identitySearches")
    .select("outcome")
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .where("searchedAt", ">=", startedAt)
    .groupBy("outcome")
    .execute();
  const counts = { found: 0, none: 0, failed: 0 };
  for (const { outcome, people } of rows) counts[outcome] = Number(people);
  return counts;
}
