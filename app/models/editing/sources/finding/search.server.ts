/** Opens the pages that a record names, and stores passages that could support its sentences. */
import { db, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { workUrl } from "~/models/base/web/work-addresses";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { gatherPages, type ReadOptions } from "~/models/records/evidence/pages.server";
import { keyOf, supportWithoutRepeats } from "~/models/records/evidence/support";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { expertSubject, type SourcesSubject } from "~/models/records/sources/subjects.server";
import { acceptedWorks } from "~/models/records/works/works.server";
import { type Candidate, candidatesFor, type Sentence } from "./candidates.server";

/** The results of opening the pages. */
export interface SearchedPages {
  /** `unused` is the reason why no passage of a page may be proposed although it was read. */
  opened: { url: string; title: string; unused?: string }[];
  failed: { url: string; reason: string }[];
}

export interface SearchResult {
  sentences: number;
  /** The number of sentences with a candidate. */
  proposed: number;
}

/** The time for all pages of a profile, in milliseconds, because an editor waits for the result. */
const DEADLINE_MS = 25_000;
const MAX_PAGES = 24;

/**
 * Opens up to 24 pages and works that a profile names, for 25 seconds at most. Stores up to three candidates for each
 * sentence without a source. Throws "missing".
 */
export async function findSources(editor: Editor, key: string, options: ReadOptions = {}): Promise<SearchResult> {
  const { rowId } = await expertForAdmin(editor, key);
  return searchFor(rowId, options);
}

/** Works as `findSources`, for an expert's row. Pages that fail are reported; it throws if the signal aborts. */
export async function searchFor(rowId: number, options: ReadOptions = {}): Promise<SearchResult> {
  const subject = await expertSubject(rowId, readDb);
  const sentences = await bareSentences(subject, readDb);
  const deadline = options.deadline ?? AbortSignal.timeout(DEADLINE_MS);
  const pages: SearchedPages = { opened: [], failed: [] };
  let candidates: Candidate[][] = [];
  if (sentences.length > 0) {
    const addresses = await addressesOf(subject);
    const gatheredPages = await gatherPages(addresses.slice(0, MAX_PAGES), subject.person, {
      ...options,
      deadline,
      maxPages: MAX_PAGES,
    });
    pages.failed = gatheredPages.failed;
    pages.opened = gatheredPages.pages.map((page) => {
      const unusedReason = whyUnused(page, subject.person);
      return { url: page.url, title: page.title, ...(unusedReason && { unused: unusedReason }) };
    });
    const usablePages = gatheredPages.pages.filter((page) => !whyUnused(page, subject.person));
    candidates = await candidatesFor(sentences, usablePages, subject.person, await rejectionsOf(rowId, readDb));
  }
  options.signal?.throwIfAborted();
  await db.transaction().execute((tx) => storeProposals(tx, rowId, sentences, candidates, pages));
  return { sentences: sentences.length, proposed: candidates.filter(({ length }) => length > 0).length };
}

function whyUnused({ isRetracted, namesPerson }: SourcePage, person: string): string {
  if (isRetracted) return "This work was retracted.";
  return namesPerson ? "" : `It does not name ${person}.`;
}

/** Returns the sentences of a profile without evidence, in their order. */
export async function bareSentences(subject: SourcesSubject, from: Queryable): Promise<Sentence[]> {
  const evidence = await evidenceOf(subject.of, from);
  return subject.fields.flatMap((field) =>
    supportWithoutRepeats(subject.record, field, evidence)
      .filter((item) => item.evidence.length === 0)
      .map(({ sentence }) => ({ field, sentence })),
  );
}

/** Returns the addresses in the order of reading: pages and links of the record, works by citations, sources of other sentences. */
async function addressesOf(subject: SourcesSubject): Promise<string[]> {
  const rowId = expertRowIdOf(subject);
  const works = (await acceptedWorks(readDb, [rowId])).get(rowId) ?? [];
  const workUrls = works
    .filter(({ doi, retracted }) => doi && !retracted)
    .toSorted((work, otherWork) => otherWork.citations - work.citations)
    .map(workUrl);
  const otherUrls = (await evidenceOf(subject.of)).flatMap(({ source }) => source?.url ?? []);
  return [...new Set([...subject.pages, ...workUrls, ...otherUrls])];
}

/** Returns the row id of the expert whose texts are searched for; the subject must be an expert. */
export function expertRowIdOf({ of: owner }: SourcesSubject): number {
  return (owner as { expertRowId: number }).expertRowId;
}

/**
 * Returns a function that tells whether editors rejected a quote for a sentence, or one that contains it or is contained in
 * it. Such quotes must not be proposed again.
 */
async function rejectionsOf(rowId: number, from: Queryable): Promise<(sentence: Sentence, quote: string) => boolean> {
  const rows = await from
    .selectFrom("sourceProposals")
    .select(["field", "sentence", "quote"])
    .where("expertRowId", "=", rowId)
    .where("status", "=", "rejected")
    .execute();
  const quotesByKey = new Map<string, string[]>();
  for (const { field, sentence, quote } of rows) {
    const key = keyFor(field, sentence);
    quotesByKey.set(key, [...(quotesByKey.get(key) ?? []), keyOf(quote)]);
  }
  return ({ field, sentence }, quote) => {
    const quoteKey = keyOf(quote);
    return (quotesByKey.get(keyFor(field, sentence)) ?? []).some(
      (text) => quoteKey.includes(text) || text.includes(quoteKey),
    );
  };
}

function keyFor(...parts: string[]): string {
  return parts.map(keyOf).join("\n");
}

/** Stores the result of a search in place of earlier undecided proposals. */
async function storeProposals(
  tx: Queryable,
  expertRowId: number,
  sentences: Sentence[],
  candidates: Candidate[][],
  pages: SearchedPages,
): Promise<void> {
  const sourceProposals = tx.deleteFrom("sourceProposals").where("expertRowId", "=", expertRowId);
  await sourceProposals.where("status", "=", "proposed").execute();
  // Reads again what editors rejected while the pages were searched.
  const isRejected = await rejectionsOf(expertRowId, tx);
  for (const [index, { field, sentence }] of sentences.entries()) {
    for (const { page, quote, context, score, shared, missing } of candidates[index] ?? []) {
      if (isRejected({ field, sentence }, quote)) continue;
      const { url, title, retrievedAt, textHash, doi } = page;
      await tx
        .insertInto("sourceProposals")
        .values({
          id: newId(),
          expertRowId,
          field,
          sentence,
          quote,
          context,
          url,
          title,
          retrievedAt,
          textHash,
          doi,
          score: Math.round(1_000 * score),
          shared: JSON.stringify(shared),
          missing,
          status: "proposed",
          evidenceId: "",
          decidedBy: null,
          decidedAt: null,
        })
        .execute();
    }
  }
  const search = { searchedAt: new Date().toISOString(), pages: JSON.stringify(pages) };
  await tx
    .insertInto("sourceSearches")
    .values({ expertRowId, ...search })
    .onConflict((conflict) => conflict.column("expertRowId").doUpdateSet(search))
    .execute();
}
