/** Finds sources: opens the pages that a profile's record names, and stores passages that could support its sentences. */
import { db, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { workPage } from "~/models/base/web/work-addresses";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { gatherPages, type ReadOptions } from "~/models/records/evidence/pages.server";
import { keyOf, ownSupportOf } from "~/models/records/evidence/support";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { expertSubject, type SourcesSubject } from "~/models/records/sources/subjects.server";
import { acceptedWorks } from "~/models/records/works/works.server";
import { type Candidate, candidatesFor, type Sentence } from "./candidates.server";

/** The results of opening the pages. */
export interface SearchedPages {
  /** `unused` says why nothing of a page is proposed, though it was read. */
  opened: { url: string; title: string; unused?: string }[];
  failed: { url: string; reason: string }[];
}

export interface SearchFound {
  sentences: number;
  /** The number of sentences with a candidate. */
  proposed: number;
}

/** Milliseconds for all pages of a profile while somebody waits. */
const DEADLINE_MS = 25_000;
const MOST_PAGES = 24;

/**
 * Opens up to 24 pages and works that a profile names, for 25 seconds at most, and stores up to three candidates for
 * each sentence without a source. Throws "missing".
 */
export async function findSources(editor: Editor, key: string, options: ReadOptions = {}): Promise<SearchFound> {
  const { rowId } = await expertForAdmin(editor, key);
  return searchFor(rowId, options);
}

/** The same for the expert of a row. Throws only when the signal aborts, or for a fault of our own. */
export async function searchFor(rowId: number, options: ReadOptions = {}): Promise<SearchFound> {
  const subject = await expertSubject(rowId, readDb);
  const sentences = await bareSentences(subject, readDb);
  const deadline = options.deadline ?? AbortSignal.timeout(DEADLINE_MS);
  const pages: SearchedPages = { opened: [], failed: [] };
  let candidates: Candidate[][] = [];
  if (sentences.length > 0) {
    const addresses = await addressesOf(subject);
    const gathered = await gatherPages(addresses.slice(0, MOST_PAGES), subject.person, {
      ...options,
      deadline,
      most: MOST_PAGES,
    });
    pages.failed = gathered.failed;
    pages.opened = gathered.pages.map((page) => {
      const unused = whyUnused(page, subject.person);
      return { url: page.url, title: page.title, ...(unused && { unused }) };
    });
    const usable = gathered.pages.filter((page) => !whyUnused(page, subject.person));
    const refused = await refusedIn(rowId);
    // Nor does a wider or narrower part of the same place.
    const isRefused = ({ field, sentence }: Sentence, quote: string) => {
      const quoteKey = keyOf(quote);
      return (refused.get(keyFor(field, sentence)) ?? []).some(
        (text) => quoteKey.includes(text) || text.includes(quoteKey),
      );
    };
    candidates = await candidatesFor(sentences, usable, subject.person, isRefused);
  }
  options.signal?.throwIfAborted();
  await db.transaction().execute((tx) => store(tx, rowId, sentences, candidates, pages));
  return { sentences: sentences.length, proposed: candidates.filter(({ length }) => length > 0).length };
}

function whyUnused({ isRetracted, namesPerson }: SourcePage, person: string): string {
  if (isRetracted) return "This work was retracted.";
  return namesPerson ? "" : `It does not name ${person}.`;
}

/** The sentences of a profile that have no source, in their order. */
export async function bareSentences(subject: SourcesSubject, from: Queryable): Promise<Sentence[]> {
  const evidence = await evidenceOf(subject.of, from);
  return subject.fields.flatMap((field) =>
    ownSupportOf(subject.record, field, evidence)
      .filter((item) => item.evidence.length === 0)
      .map(({ sentence }) => ({ field, sentence })),
  );
}

/** Own pages and links first, then works, the most cited first, then where other sentences stand. */
async function addressesOf(subject: SourcesSubject): Promise<string[]> {
  const rowId = rowIdOf(subject);
  const works = (await acceptedWorks(readDb, [rowId])).get(rowId) ?? [];
  const cited = works
    .filter(({ doi, retracted }) => doi && !retracted)
    .toSorted((work, other) => other.citations - work.citations)
    .map(workPage);
  const otherUrls = (await evidenceOf(subject.of)).flatMap(({ source }) => source?.url ?? []);
  return [...new Set([...subject.pages, ...cited, ...otherUrls])];
}

function rowIdOf({ of }: SourcesSubject): number {
  return (of as { expertRowId: number }).expertRowId;
}

/** The quotes that editors rejected for each sentence, so that they do not return. */
async function refusedIn(rowId: number): Promise<Map<string, string[]>> {
  const rows = await readDb
    .selectFrom("sourceProposals")
    .select(["field", "sentence", "quote"])
    .where("expertRowId", "=", rowId)
    .where("status", "=", "rejected")
    .execute();
  const refused = new Map<string, string[]>();
  for (const { field, sentence, quote } of rows) {
    const key = keyFor(field, sentence);
    refused.set(key, [...(refused.get(key) ?? []), keyOf(quote)]);
  }
  return refused;
}

function keyFor(...parts: string[]): string {
  return parts.map(keyOf).join("\n");
}

/** Replaces earlier proposals. */
async function store(
  tx: Queryable,
  expertRowId: number,
  sentences: Sentence[],
  candidates: Candidate[][],
  pages: SearchedPages,
): Promise<void> {
  const sourceProposals = tx.deleteFrom("sourceProposals").where("expertRowId", "=", expertRowId);
  await sourceProposals.where("status", "=", "proposed").execute();
  for (const [at, { field, sentence }] of sentences.entries()) {
    for (const { page, quote, context, score, shared, missing } of candidates[at] ?? []) {
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
