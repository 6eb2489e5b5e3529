/** Shows the proposed passages for the sentences of a profile, and stores the editor's decisions. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { db, type Queryable, readDb, type SourceProposalRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { sliceWellFormed } from "~/models/base/text/content-text";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { workUrl } from "~/models/base/web/work-addresses";
import { type NewEvidence, PLACE_MAX } from "~/models/records/evidence/evidence";
import { addEvidence, evidenceOf, removeEvidence } from "~/models/records/evidence/evidence.server";
import { type ReadOptions, withoutFragment } from "~/models/records/evidence/pages.server";
import { referenceTo } from "~/models/records/evidence/references";
import { keyOf, supportWithoutRepeats } from "~/models/records/evidence/support";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { expertSubject, referenceLinksOf, type SourcesSubject } from "~/models/records/sources/subjects.server";
import { acceptedWorks } from "~/models/records/works/works.server";
import type { SharedWords } from "./candidates.server";
import { bareSentences, expertRowIdOf, findSources, type SearchedPages } from "./search.server";

/** A passage that could support a sentence. */
export interface Proposal {
  id: string;
  quote: string;
  context: string;
  source: { url: string; title: string; retrievedAt: string; doi?: string };
  /** The score from 0 to 1. */
  score: number;
  /** The common parts of sentence and quote, as offsets and in words. */
  shared: SharedWords;
  /** Facts that the quote lacks; "" for none. */
  missing: string;
}

/** A work or page that the record names, and to which a sentence can refer without a quote. */
export interface NamedSource {
  url: string;
  title: string;
  doi: string;
}

export interface FoundSources {
  id: string;
  name: string;
  /** The time of the last search, and the results of opening pages; null before the first search. */
  searched: (SearchedPages & { at: string }) | null;
  /** The sentences without a source, in their order, with the best candidate first. */
  sentences: { key: string; field: string; label: string; sentence: string; candidates: Proposal[] }[];
  /** The works and pages that the record names, works first. */
  named: NamedSource[];
  /** The number of all sentences. */
  total: number;
  sourced: number;
  /** The last decision of this editor, which can be undone; null for none. */
  undo: { status: "taken" | "rejected"; sentence: string; key: string } | null;
}

const MAX_NAMED = 20;

/** Returns the sentences of a profile without a source, with proposed passages. Throws "missing". */
export async function foundSources(editor: Editor, key: string): Promise<FoundSources> {
  const { rowId } = await expertForAdmin(editor, key);
  return readFoundSources(readDb, editor, rowId);
}

async function readFoundSources(from: Queryable, editor: Editor, rowId: number): Promise<FoundSources> {
  const subject = await expertSubject(rowId, from);
  const evidence = await evidenceOf(subject.of, from);
  const sentences = subject.fields.flatMap((field) => supportWithoutRepeats(subject.record, field, evidence));
  const search = await from
    .selectFrom("sourceSearches")
    .selectAll()
    .where("expertRowId", "=", rowId)
    .executeTakeFirst();
  const searchResult = search && { at: search.searchedAt, ...(JSON.parse(search.pages) as SearchedPages) };
  const proposals = Map.groupBy(await openProposals(from, rowId), ({ field, sentence }) =>
    sentenceKey(field, sentence),
  );
  const lastChoice = await lastDecision(from, editor, rowId);
  return {
    id: subject.id,
    name: subject.name,
    searched: searchResult ?? null,
    sentences: (await bareSentences(subject, from)).map(({ field, sentence }) => {
      const key = sentenceKey(field, sentence);
      const candidates = (proposals.get(key) ?? []).map(toProposal);
      return { key, field, label: subject.labels[field] ?? field, sentence, candidates };
    }),
    named: await namedSources(from, rowId, subject, searchResult),
    total: sentences.length,
    sourced: sentences.filter((sentence) => sentence.evidence.some(({ source }) => source)).length,
    undo: lastChoice ? undoOf(lastChoice) : null,
  };
}

function undoOf({ status, field, sentence }: SourceProposalRow): FoundSources["undo"] {
  return { status: status === "taken" ? "taken" : "rejected", sentence, key: sentenceKey(field, sentence) };
}

/** Returns a key of a sentence, which stays the same while its words do. */
export function sentenceKey(field: string, sentence: string): string {
  return createHash("sha256")
    .update(`${field}\n${keyOf(sentence)}`)
    .digest("hex")
    .slice(0, 12);
}

async function openProposals(from: Queryable, rowId: number): Promise<SourceProposalRow[]> {
  const sourceProposals = from.selectFrom("sourceProposals").selectAll().where("expertRowId", "=", rowId);
  return sourceProposals.where("status", "=", "proposed").orderBy("rowId").execute();
}

function toProposal(row: SourceProposalRow): Proposal {
  const { id, quote, context, url, title, retrievedAt, doi, score, shared, missing } = row;
  const source = { url, title, retrievedAt, ...(doi && { doi }) };
  return { id, quote, context, source, score: score / 1_000, shared: JSON.parse(shared) as SharedWords, missing };
}

/** Returns the works and pages that a record names, without pages that could not be opened. */
async function namedSources(
  from: Queryable,
  rowId: number,
  subject: SourcesSubject,
  searchedPages: SearchedPages | undefined,
): Promise<NamedSource[]> {
  const works = (await acceptedWorks(from, [rowId])).get(rowId) ?? [];
  const papers = works
    .filter(({ doi, retracted }) => doi && !retracted)
    .map((work) => ({ url: workUrl(work), title: work.title, doi: work.doi }));
  const failedUrls = new Set(searchedPages?.failed.map(({ url }) => url));
  const titles = new Map(searchedPages?.opened.map(({ url, title }) => [url, title]));
  const labels = labelsOf(subject);
  const links = referenceLinksOf(subject)
    .filter((url) => !failedUrls.has(withoutFragment(url)))
    .map((url) => ({ url, title: titles.get(withoutFragment(url)) || labels.get(url) || new URL(url).host, doi: "" }));
  const sourcesByUrl = new Map([...papers, ...links].map((page) => [page.url, page]));
  return [...sourcesByUrl.values()].slice(0, MAX_NAMED);
}

function labelsOf({ record }: SourcesSubject): Map<string, string> {
  const links = Array.isArray(record.referenceLinks) ? (record.referenceLinks as string[]) : [];
  return new Map(
    links.flatMap((text) => {
      const link = parseReferenceLink(text);
      return link ? [[link.url, link.label] as [string, string]] : [];
    }),
  );
}

async function lastDecision(from: Queryable, editor: Editor, rowId: number): Promise<SourceProposalRow | undefined> {
  const lastRow = await from
    .selectFrom("sourceProposals")
    .selectAll()
    .where("expertRowId", "=", rowId)
    .where("decidedBy", "=", editor.id)
    .where("status", "!=", "proposed")
    .orderBy("decidedAt", "desc")
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  if (!lastRow || lastRow.status === "rejected") return lastRow;
  // Ignores a decision whose source was removed meanwhile, because nothing of it is left to undo.
  const evidence = await from
    .selectFrom("evidence")
    .select("id")
    .where("id", "=", lastRow.evidenceId)
    .executeTakeFirst();
  return evidence && lastRow;
}

const textOfAtMost = (max: number) =>
  z.string("This must be a text.").trim().max(max, `At most ${max} characters fit here.`);
const ProposalChoice = z.object({ proposal: textOfAtMost(100) });
const ReferenceInput = z.object({
  field: textOfAtMost(100),
  sentence: textOfAtMost(10_000),
  /** The address of a work or page that the record names, or of another work or page that has a `title`. */
  url: textOfAtMost(2_048).default(""),
  title: textOfAtMost(500).default(""),
  doi: textOfAtMost(300).default(""),
  isbn: textOfAtMost(30).default(""),
  place: textOfAtMost(PLACE_MAX).default(""),
});

/** The input of `decideSources`. */
export const SourceDecision = z.union([
  z.object({ intent: z.literal("find") }),
  ProposalChoice.extend({ intent: z.literal("take") }),
  ProposalChoice.extend({ intent: z.literal("reject") }),
  ReferenceInput.extend({ intent: z.literal("refer") }),
  z.object({ intent: z.literal("undo") }),
]);

type Change = (tx: Queryable, editor: Editor, subject: SourcesSubject, input: unknown) => Promise<void>;

const CHANGES: Record<string, Change> = { take, reject, refer: referToSource, undo };

/**
 * Performs the intent of the input. `find` searches the pages that the record names. `take { proposal }` makes a passage the
 * source of its sentence; `reject { proposal }` keeps it from being proposed again. `refer { field, sentence, url, place }`
 * refers to a work or page of the record without a quote. With `{ title, url | doi | isbn }` it refers to any other. `undo` reverts
 * this editor's last decision. Throws "missing", "invalid", "conflict".
 */
export async function decideSources(
  editor: Editor,
  key: string,
  input: unknown,
  options: ReadOptions = {},
): Promise<FoundSources> {
  const { intent } = parse(z.looseObject({ intent: z.string("Please say what to do.") }), input);
  const { rowId } = await expertForAdmin(editor, key);
  if (intent === "find") {
    await findSources(editor, key, options);
    return readFoundSources(readDb, editor, rowId);
  }
  const change = Object.hasOwn(CHANGES, intent) && CHANGES[intent];
  if (!change) throw new AppError("invalid", `There is no intent “${intent.slice(0, 50)}”.`);
  return db.transaction().execute(async (tx) => {
    await change(tx, editor, await expertSubject(rowId, tx), input);
    return readFoundSources(tx, editor, rowId);
  });
}

async function take(tx: Queryable, editor: Editor, subject: SourcesSubject, input: unknown): Promise<void> {
  const row = await openProposal(tx, subject, input);
  const { field, sentence, quote, context, url, title, retrievedAt, textHash, doi } = row;
  requireBareSentence(await bareSentences(subject, tx), { field, sentence });
  const source = { url, title, retrievedAt, textHash, ...(doi && { doi }) };
  const evidence: NewEvidence = {
    field,
    sentence,
    quote,
    context,
    source,
    status: "supported",
    keptBy: "",
    reason: "",
    checkedBy: nameOf(editor),
  };
  const [evidenceId = ""] = await addEvidence(tx, subject.of, [evidence]);
  await decide(tx, editor, row.id, { status: "taken", evidenceId });
  await subject.note(tx, editor, "source added", url);
}

async function reject(tx: Queryable, editor: Editor, subject: SourcesSubject, input: unknown): Promise<void> {
  const { id, url } = await openProposal(tx, subject, input);
  await decide(tx, editor, id, { status: "rejected" });
  await subject.note(tx, editor, "source rejected", url);
}

async function referToSource(tx: Queryable, editor: Editor, subject: SourcesSubject, input: unknown): Promise<void> {
  const { url, title, doi, isbn, place, ...sourceFields } = parse(ReferenceInput, input);
  const { field, sentence } = requireBareSentence(await bareSentences(subject, tx), sourceFields);
  const expertRowId = expertRowIdOf(subject);
  const isOtherSource = title !== "" || doi !== "" || isbn !== "";
  const namedPage = isOtherSource ? undefined : await findNamedSource(tx, subject, url);
  if (!isOtherSource && !namedPage) throw refuse("url", "The record does not name this work or page.");
  const now = new Date().toISOString();
  const referredSource = namedPage ?? { url, title, doi, isbn };
  const reference = referenceTo({ field, sentence }, { ...referredSource, place }, { by: nameOf(editor), at: now });
  const [evidenceId = ""] = await addEvidence(tx, subject.of, [reference]);
  const noQuote = { quote: "", context: "", textHash: "", score: 0, shared: "{}", missing: "" };
  const decision = { status: "taken", evidenceId, decidedBy: editor.id, decidedAt: now } as const;
  const source = { url: reference.source?.url ?? "", title: referredSource.title, doi: reference.source?.doi ?? "" };
  await tx
    .insertInto("sourceProposals")
    .values({ id: newId(), expertRowId, field, sentence, ...source, retrievedAt: now, ...noQuote, ...decision })
    .execute();
  await subject.note(tx, editor, "reference added", source.url);
}

/** Returns the work or page at this address if the record names it. */
async function findNamedSource(tx: Queryable, subject: SourcesSubject, url: string): Promise<NamedSource | undefined> {
  const rowId = expertRowIdOf(subject);
  const search = await tx
    .selectFrom("sourceSearches")
    .select("pages")
    .where("expertRowId", "=", rowId)
    .executeTakeFirst();
  const namedPages = await namedSources(tx, rowId, subject, search && JSON.parse(search.pages));
  return namedPages.find((page) => page.url === url);
}

/** Reverts the editor's last decision, and proposes the passage again. */
async function undo(tx: Queryable, editor: Editor, subject: SourcesSubject): Promise<void> {
  const lastChoice = await lastDecision(tx, editor, expertRowIdOf(subject));
  if (!lastChoice) throw new AppError("conflict", "There is nothing to undo any more.");
  if (lastChoice.status === "taken") {
    await removeEvidence(tx, subject.of, lastChoice.evidenceId);
    await subject.note(
      tx,
      editor,
      "source removed",
      `${lastChoice.url}: ${sliceWellFormed(lastChoice.sentence, 0, 200)}`,
    );
  }
  const openColumns = { status: "proposed", evidenceId: "", decidedBy: null, decidedAt: null } as const;
  if (lastChoice.quote)
    await tx.updateTable("sourceProposals").set(openColumns).where("id", "=", lastChoice.id).execute();
  else await tx.deleteFrom("sourceProposals").where("id", "=", lastChoice.id).execute();
}

async function decide(
  tx: Queryable,
  editor: Editor,
  id: string,
  decision: { status: "taken" | "rejected"; evidenceId?: string },
): Promise<void> {
  const decider = { decidedBy: editor.id, decidedAt: new Date().toISOString() };
  await tx
    .updateTable("sourceProposals")
    .set({ ...decision, ...decider })
    .where("id", "=", id)
    .execute();
}

async function openProposal(tx: Queryable, subject: SourcesSubject, input: unknown): Promise<SourceProposalRow> {
  const { proposal: id } = parse(ProposalChoice, input);
  const row = (await openProposals(tx, expertRowIdOf(subject))).find((proposal) => proposal.id === id);
  if (!row)
    throw new AppError("conflict", "Somebody decided about this passage meanwhile, or the pages were searched again.");
  return row;
}

function requireBareSentence<S extends { field: string; sentence: string }>(
  candidates: S[],
  { field, sentence }: S,
): S {
  const bareSentence = candidates.find(
    (candidate) => candidate.field === field && keyOf(candidate.sentence) === keyOf(sentence),
  );
  if (!bareSentence) throw refuse("sentence", "This sentence has a source already, or is no longer in the text.");
  return bareSentence;
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid", message, { [field]: message });
}
