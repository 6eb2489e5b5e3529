/**
 * Searches pictures for everybody without one, as one job: by what their records name, never by their own names. Results
 * wait for an editor, and are not shown before.
 */
import { setImmediate as othersTurn } from "node:timers/promises";
import { db, type PortraitSearchesTable, type Queryable, readDb, untilContentChanges } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { resumable } from "~/models/base/jobs/resumable.server";
import type { Credit } from "~/models/records/images/credits.server";
import { freeLicence } from "~/models/records/images/licences";
import { EVERYONE, isListed } from "~/models/records/listings/listing.server";
import { commonsFiles, MAX_FILES } from "~/services/commons.server";
import { type Ask, OpenDataProblem } from "~/services/open-data.server";
import { canBeFound, type FoundItem, itemsOf, mayBeFound, TIES, type Tied } from "./portrait-items.server";
import { countWaitingPortraits } from "./portrait-review.server";

/** The number of people with pictures, without, with unfree ones only, and with unreadable answers. */
type Outcomes = Record<PortraitSearchesTable["outcome"], number>;

const SEARCH = resumable<Outcomes>("portraits", search);

/** The last search; null where there was none. */
export const portraitSearch = SEARCH.last;

/** Stops the search and keeps its results; does nothing where none runs. */
export const stopPortraitSearch = SEARCH.stop;

/** Begins a search, or continues an unfinished one. Throws "conflict" while one runs, or if OPEN_DATA is off. */
export async function searchPortraits(editor: Editor): Promise<void> {
  if (!env.OPEN_DATA) throw new AppError("conflict", "Portraits are not looked for, because OPEN_DATA is off.");
  await SEARCH.start(editor);
}

/** All that the page of portraits says. */
export async function portraitsOverview(editor: Editor) {
  // The job first: when it is over, the counts are as it left them.
  const search = await portraitSearch(editor);
  const [counts, soughtFor, waiting, unfound] = await Promise.all([
    withoutPortrait(),
    peopleToLookFor(),
    countWaitingPortraits(),
    search?.status === "completed" ? unfoundPeople() : [],
  ]);
  const unidentified = counts.without - soughtFor;
  return { search, ...counts, unidentified, waiting, unfound, isOff: !env.OPEN_DATA };
}

/** The numbers of listed people, and of those without a picture. */
export const withoutPortrait = untilContentChanges(async () => {
  const counted = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .where("listing.category", "=", EVERYONE)
    .select((eb) => [
      eb.fn.countAll<number>().as("people"),
      eb.fn.countAll<number>().filterWhere("experts.imageUrl", "=", "").as("without"),
    ])
    .executeTakeFirstOrThrow();
  return { people: Number(counted.people), without: Number(counted.without) };
});

/** The number of listed people without a picture who can be searched. Reads the links of many records. */
export const peopleToLookFor = untilContentChanges(() => countOf(lookable()));

/** People about whom the last search says why nothing was found, the first 50. */
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
    .limit(MOST_UNFOUND)
    .execute();
}

const MOST_UNFOUND = 50;

/** The number of people whose items are requested together. */
const TOGETHER = 10;
/** The number of unreadable answers after which a service is not asked again. */
const MOST_BROKEN = 3;

/** Throws OpenDataProblem where a service refuses. */
async function search({ signal, progress }: JobContext, startedAt: string): Promise<Outcomes> {
  const before = await outcomesSince(startedAt);
  let [done, found, broken] = [before.found + before.none + before.refused, before.found, 0];
  const total = done + (await countOf(sought(startedAt)));
  progress(done, total, "");
  for await (const page of pagesOf(sought(startedAt), TOGETHER)) {
    const people = page.filter(canBeFound);
    if (people.length === 0) continue;
    for (const some of await groups(people, { signal, fresh: true, inBackground: true })) {
      signal.throwIfAborted();
      if (some.pictures === null && ++broken >= MOST_BROKEN) throw some.problem;
      if (some.pictures !== null) broken = 0;
      await db.transaction().execute((tx) => note(tx, some));
      done++;
      if (some.pictures && some.pictures.candidates.length > 0) found++;
      progress(done, total, found > 0 ? `Found for ${found} so far` : "");
    }
  }
  return outcomesSince(startedAt);
}

interface Person extends Tied {
  rowId: number;
}

interface Pictures {
  item: FoundItem | null;
  candidates: (Credit & { file: string; width: number; height: number })[];
  /** Reasons against pictures. */
  refused: string[];
  /** The reason for a missing item, as a sentence. */
  reason: string;
}

type Looked = Person & ({ pictures: Pictures; problem: null } | { pictures: null; problem: OpenDataProblem });

/** Requests all together, and one by one if an answer cannot be read, so that one item spoils no other. */
async function groups(people: Person[], ask: Ask): Promise<Looked[]> {
  try {
    const pictures = await picturesOf(people, ask);
    return people.map((person, at) => ({ ...person, pictures: pictures[at] ?? NONE, problem: null }));
  } catch (problem) {
    if (!(problem instanceof OpenDataProblem) || !["broken", "missing"].includes(problem.kind)) throw problem;
    const [only] = people;
    if (people.length === 1 && only) return [{ ...only, pictures: null, problem }];
    const looked: Looked[] = [];
    for (const person of people) looked.push(...(await groups([person], ask)));
    return looked;
  }
}

const NONE: Pictures = { item: null, candidates: [], refused: [], reason: "" };

/** Returns pictures in the order of `people`. */
async function picturesOf(people: Person[], ask: Ask): Promise<Pictures[]> {
  const looked = await itemsOf(people, ask);
  const names = [...new Set(looked.flatMap(({ item }) => item?.files ?? []))];
  const filesByName: Awaited<ReturnType<typeof commonsFiles>> = new Map();
  for (let from = 0; from < names.length; from += MAX_FILES)
    for (const [name, file] of await commonsFiles(names.slice(from, from + MAX_FILES), ask))
      filesByName.set(name, file);
  return looked.map(({ item, reason }) => {
    const pictures: Pictures = { item, candidates: [], refused: [], reason };
    for (const file of new Set(item?.files.flatMap((name) => filesByName.get(name) ?? []))) {
      const free = freeLicence(file);
      if ("reason" in free) pictures.refused.push(free.reason);
      else pictures.candidates.push({ ...file, ...free });
    }
    return pictures;
  });
}

/**
 * Candidates about which somebody decided keep the decision; open ones that are gone there go here too. Nothing where the
 * profile names somebody else since, or is another one under the number of one that was removed.
 */
async function note(tx: Queryable, looked: Looked): Promise<void> {
  const { rowId: expertRowId, wikidata, orcid, referenceLinks, pictures, problem } = looked;
  const person = tx
    .selectFrom("experts")
    .select("rowId")
    .where("rowId", "=", expertRowId)
    .where("wikidata", "=", wikidata)
    .where("orcid", "=", orcid)
    .where("referenceLinks", "=", referenceLinks);
  if (!(await person.executeTakeFirst())) return;
  const { item, candidates, refused, reason } = pictures ?? NONE;
  const outcome = problem ? "failed" : candidates.length > 0 ? "found" : refused.length > 0 ? "refused" : "none";
  const values = {
    wikidata,
    outcome,
    detail: problem?.message ?? (reason || detailOf(candidates, refused)),
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
    const about = { position, author, licence, licenceUrl, source, width, height, ...foundIn(item) };
    await tx
      .insertInto("portraitCandidates")
      .values({ expertRowId, file, ...about, decision: "", decidedAt: "", decidedBy: null })
      .onConflict((conflict) => conflict.columns(["expertRowId", "file"]).doUpdateSet(about))
      .execute();
  }
}

function detailOf(candidates: unknown[], refused: string[]): string {
  return candidates.length === 0 && refused[0] ? `The picture cannot be used: ${refused[0]}.` : "";
}

function foundIn(item: FoundItem | null) {
  if (!item) return { foundBy: "", foundAt: "", item: "", itemLabel: "", itemDescription: "" } as const;
  const { foundBy, foundAt, wikidata, label, description } = item;
  return { foundBy, foundAt, item: wikidata, itemLabel: label, itemDescription: description };
}

/** Listed people without a picture who may be looked for; some of them cannot, as `canBeFound` says. */
function lookable() {
  return readDb
    .selectFrom("experts")
    .leftJoin("portraitSearches", "portraitSearches.expertRowId", "experts.rowId")
    .select(["experts.rowId", ...TIES])
    .where("experts.imageUrl", "=", "")
    .where(mayBeFound)
    .where(isListed);
}

/** Selects the people of the round who were not searched since then, unless somebody decided against a picture. */
function sought(startedAt: string) {
  return lookable()
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
async function* pagesOf(people: ReturnType<typeof lookable>, size: number): AsyncGenerator<Person[]> {
  for (let after = 0; ; ) {
    const page = await people.where("experts.rowId", ">", after).orderBy("experts.rowId").limit(size).execute();
    const last = page.at(-1);
    if (!last) return;
    yield page;
    await othersTurn(); // many cannot be found, and SQLite waits for nothing
    after = last.rowId;
  }
}

const COUNTED_AT_ONCE = 500;

async function countOf(people: ReturnType<typeof lookable>): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(people, COUNTED_AT_ONCE)) count += page.filter(canBeFound).length;
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
