/**
 * Searches pictures for everybody without a picture, as one job. It follows the identifiers and links of the records and never
 * searches by name. The results wait for an editor and are not shown before.
 */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { db, type PortraitSearchesTable, type Queryable, readDb, untilContentChanges } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { resumableJob } from "~/models/base/jobs/resumable.server";
import type { Credit } from "~/models/records/images/credits.server";
import { freeLicence } from "~/models/records/images/licences";
import { EVERYONE, isListed } from "~/models/records/listings/listing.server";
import { commonsFiles, MAX_FILES } from "~/services/commons.server";
import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import {
  type FoundItem,
  isSearchable,
  itemsOf,
  mayBeSearchable,
  PERSON_KEYS,
  type PersonKeys,
} from "./portrait-items.server";
import { countWaitingPortraits } from "./portrait-review.server";

/** Counts people by outcome: a picture was found, no picture was found, only unfree pictures were found, or an answer was unreadable. */
type Outcomes = Record<PortraitSearchesTable["outcome"], number>;

const SEARCH = resumableJob<Outcomes>("portraits", search);

/** Returns the last search; null if there was none. */
export const portraitSearch = SEARCH.last;

/** Stops the search and keeps its results; does nothing if none runs. */
export const stopPortraitSearch = SEARCH.stop;

/** Begins a search, or continues an unfinished search. Throws "conflict" while a search runs, or if OPEN_DATA is off. */
export async function searchPortraits(editor: Editor): Promise<void> {
  if (!env.OPEN_DATA) throw new AppError("conflict", "Portraits are not looked for, because OPEN_DATA is off.");
  await SEARCH.start(editor);
}

/** Returns the figures of the page of portraits. */
export async function portraitsOverview(editor: Editor) {
  // Reads the job before the counts: if it has ended, the counts include all its results.
  const search = await portraitSearch(editor);
  const [counts, searchableCount, waitingCount, unfoundList] = await Promise.all([
    countUnpictured(),
    countSearchable(),
    countWaitingPortraits(),
    search?.status === "completed" ? unfoundPeople() : [],
  ]);
  const unidentifiedCount = counts.without - searchableCount;
  return {
    search,
    ...counts,
    unidentified: unidentifiedCount,
    waiting: waitingCount,
    unfound: unfoundList,
    isOff: !env.OPEN_DATA,
  };
}

/** Counts the listed people, and the people without a picture among them. */
export const countUnpictured = untilContentChanges(async () => {
  const counts = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .where("listing.category", "=", EVERYONE)
    .select((eb) => [
      eb.fn.countAll<number>().as("people"),
      eb.fn.countAll<number>().filterWhere("experts.imageUrl", "=", "").as("without"),
    ])
    .executeTakeFirstOrThrow();
  return { people: Number(counts.people), without: Number(counts.without) };
});

/** Counts the listed people without a picture who can be searched for. It reads the links of many records. */
export const countSearchable = untilContentChanges(() => countOf(maybeSearchable()));

/** Returns the first 50 people for whom the last search found nothing, with the reason. */
async function unfoundPeople() {
  return readDb
    .selectFrom("portraitSearches")
    .innerJoin("experts", "experts.rowId", "portraitSearches.expertRowId")
    .select(["experts.id", "experts.name", "portraitSearches.detail"])
    .where("portraitSearches.outcome", "!=", "found")
    .where("portraitSearches.detail", "!=", "")
    .where("experts.imageUrl", "=", "")
    .where(isListed)
    .orderBy("experts.sortName")
    .limit(MAX_UNFOUND_PORTRAITS)
    .execute();
}

const MAX_UNFOUND_PORTRAITS = 50;

/** The number of people whose items are requested together. */
const BATCH_SIZE = 10;
/** The number of consecutive unreadable answers after which the search stops. */
const MAX_BROKEN_ANSWERS = 3;

/** Runs the search. Throws OpenDataProblem if a service refuses. */
async function search({ signal, progress }: JobContext, startedAt: string): Promise<Outcomes> {
  const earlierOutcomes = await outcomesSince(startedAt);
  let [searchedCount, matchedCount, brokenCount] = [
    earlierOutcomes.found + earlierOutcomes.none + earlierOutcomes.refused,
    earlierOutcomes.found,
    0,
  ];
  const total = searchedCount + (await countOf(unsearched(startedAt)));
  progress(searchedCount, total, "");
  for await (const page of pagesOf(unsearched(startedAt), BATCH_SIZE)) {
    const people = page.filter(isSearchable);
    if (people.length === 0) continue;
    for (const result of await searchPictures(people, { signal, fresh: true, inBackground: true })) {
      signal.throwIfAborted();
      if (result.pictures === null && ++brokenCount >= MAX_BROKEN_ANSWERS) throw result.problem;
      if (result.pictures !== null) brokenCount = 0;
      await db.transaction().execute((tx) => storeResult(tx, result));
      searchedCount++;
      if (result.pictures && result.pictures.candidates.length > 0) matchedCount++;
      progress(searchedCount, total, matchedCount > 0 ? `Found for ${matchedCount} so far` : "");
    }
  }
  return outcomesSince(startedAt);
}

interface Person extends PersonKeys {
  rowId: number;
}

interface Pictures {
  item: FoundItem | null;
  candidates: (Credit & { file: string; width: number; height: number })[];
  /** Reasons against pictures. */
  refusalReasons: string[];
  /** The reason for a missing item, as a sentence. */
  reason: string;
}

type SearchResult = Person & ({ pictures: Pictures; problem: null } | { pictures: null; problem: OpenDataProblem });

/** Searches for all people in one request; if the answer is unreadable, searches for each person alone, so that only one search fails. */
async function searchPictures(people: Person[], ask: AskOptions): Promise<SearchResult[]> {
  try {
    const pictures = await picturesOf(people, ask);
    return people.map((person, index) => ({ ...person, pictures: pictures[index] ?? NO_PICTURES, problem: null }));
  } catch (problem) {
    if (!(problem instanceof OpenDataProblem) || !["broken", "missing"].includes(problem.kind)) throw problem;
    const [onlyPerson] = people;
    if (people.length === 1 && onlyPerson) return [{ ...onlyPerson, pictures: null, problem }];
    const results: SearchResult[] = [];
    for (const person of people) results.push(...(await searchPictures([person], ask)));
    return results;
  }
}

const NO_PICTURES: Pictures = { item: null, candidates: [], refusalReasons: [], reason: "" };

/** Returns pictures in the order of `people`. */
async function picturesOf(people: Person[], ask: AskOptions): Promise<Pictures[]> {
  const results = await itemsOf(people, ask);
  const names = [...new Set(results.flatMap(({ item }) => item?.files ?? []))];
  const filesByName: Awaited<ReturnType<typeof commonsFiles>> = new Map();
  for (let from = 0; from < names.length; from += MAX_FILES)
    for (const [name, file] of await commonsFiles(names.slice(from, from + MAX_FILES), ask))
      filesByName.set(name, file);
  return results.map(({ item, reason }) => {
    const pictures: Pictures = { item, candidates: [], refusalReasons: [], reason };
    for (const file of new Set(item?.files.flatMap((name) => filesByName.get(name) ?? []))) {
      const licensing = freeLicence(file);
      if ("reason" in licensing) pictures.refusalReasons.push(licensing.reason);
      else pictures.candidates.push({ ...file, ...licensing });
    }
    return pictures;
  });
}

/**
 * Stores the result for a person. Decided candidates keep their decision; undecided candidates that were not found again are
 * deleted. Stores nothing if the profile's identifiers changed meanwhile, or its row number was reused.
 */
async function storeResult(tx: Queryable, result: SearchResult): Promise<void> {
  const { rowId: expertRowId, wikidata, orcid, referenceLinks, pictures, problem } = result;
  const person = tx
    .selectFrom("experts")
    .select("rowId")
    .where("rowId", "=", expertRowId)
    .where("wikidata", "=", wikidata)
    .where("orcid", "=", orcid)
    .where("referenceLinks", "=", referenceLinks);
  if (!(await person.executeTakeFirst())) return;
  const { item, candidates, refusalReasons, reason } = pictures ?? NO_PICTURES;
  const outcome = problem ? "failed" : candidates.length > 0 ? "found" : refusalReasons.length > 0 ? "refused" : "none";
  const values = {
    wikidata,
    outcome,
    detail: problem?.message ?? (reason || detailOf(candidates, refusalReasons)),
    searchedAt: new Date().toISOString(),
  } as const;
  await tx
    .insertInto("portraitSearches")
    .values({ expertRowId, ...values })
    .onConflict((conflict) => conflict.column("expertRowId").doUpdateSet(values))
    .execute();
  if (problem) return;
  await tx.deleteFrom("portraitCandidates").where("expertRowId", "=", expertRowId).where("decision", "=", "").execute();
  for (const [position, { file, author, licence, licenceUrl, source, width, height }] of candidates.entries()) {
    const details = { position, author, licence, licenceUrl, source, width, height, ...itemColumns(item) };
    await tx
      .insertInto("portraitCandidates")
      .values({ expertRowId, file, ...details, decision: "", decidedAt: "", decidedBy: null })
      .onConflict((conflict) => conflict.columns(["expertRowId", "file"]).doUpdateSet(details))
      .execute();
  }
}

function detailOf(candidates: unknown[], refusalReasons: string[]): string {
  return candidates.length === 0 && refusalReasons[0] ? `The picture cannot be used: ${refusalReasons[0]}.` : "";
}

function itemColumns(item: FoundItem | null) {
  if (!item) return { foundBy: "", foundAt: "", item: "", itemLabel: "", itemDescription: "" } as const;
  const { foundBy, foundAt, wikidata, label, description } = item;
  return { foundBy, foundAt, item: wikidata, itemLabel: label, itemDescription: description };
}

/** Selects the listed people without a picture who may be searched for; `isSearchable` decides about each. */
function maybeSearchable() {
  return readDb
    .selectFrom("experts")
    .leftJoin("portraitSearches", "portraitSearches.expertRowId", "experts.rowId")
    .select(["experts.rowId", ...PERSON_KEYS])
    .where("experts.imageUrl", "=", "")
    .where(mayBeSearchable)
    .where(isListed);
}

/** Selects the people who were not searched since the start, or whose search failed; leaves out people who were skipped. */
function unsearched(startedAt: string) {
  return maybeSearchable()
    .where(({ or, eb, ref }) =>
      or([
        eb("portraitSearches.searchedAt", "is", null),
        eb("portraitSearches.searchedAt", "<", startedAt),
        eb("portraitSearches.outcome", "=", "failed"),
        eb("portraitSearches.wikidata", "!=", ref("experts.wikidata")),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("portraitCandidates")
            .select("file")
            .whereRef("portraitCandidates.expertRowId", "=", "experts.rowId")
            .where("decision", "=", "skipped"),
        ),
      ),
    );
}

/** Yields people page by page, so that only one page is in memory. */
async function* pagesOf(people: ReturnType<typeof maybeSearchable>, size: number): AsyncGenerator<Person[]> {
  for (let lastRowId = 0; ; ) {
    const page = await people.where("experts.rowId", ">", lastRowId).orderBy("experts.rowId").limit(size).execute();
    const lastRow = page.at(-1);
    if (!lastRow) return;
    yield page;
    // Lets other work run, because SQLite answers synchronously and many pages have nobody to search for.
    await yieldToOthers();
    lastRowId = lastRow.rowId;
  }
}

const COUNT_BATCH = 500;

async function countOf(people: ReturnType<typeof maybeSearchable>): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(people, COUNT_BATCH)) count += page.filter(isSearchable).length;
  return count;
}

async function outcomesSince(startedAt: string): Promise<Outcomes> {
  const rows = await readDb
    .selectFrom("portraitSearches")
    .select("outcome")
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .where("searchedAt", ">=", startedAt)
    .groupBy("outcome")
    .execute();
  const counts = { found: 0, none: 0, refused: 0, failed: 0 };
  for (const { outcome, people } of rows) counts[outcome] = Number(people);
  return counts;
}
