/** Implements the Sources screen, which shows every sentence with its source, and its actions. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { type Evidence, type NewEvidence, PLACE_MAX } from "~/models/records/evidence/evidence";
import { addEvidence, evidenceOf, moveEvidence, removeEvidence } from "~/models/records/evidence/evidence.server";
import { evidenceWithFacts, withFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import type { Opinion } from "~/models/records/evidence/opinion";
import { storeOpinion } from "~/models/records/evidence/opinions.server";
import { gatherPages, type ReadOptions, readEntered } from "~/models/records/evidence/pages.server";
import { evidenceFrom, problemWithQuote } from "~/models/records/evidence/quotes";
import { referenceTo } from "~/models/records/evidence/references";
import { SOURCE_KINDS } from "~/models/records/evidence/source-kinds";
import { closestSentence, presentEvidence, supportWithoutRepeats } from "~/models/records/evidence/support";
import { acceptProblem, keptSentence, publishingProblems, reasonIn } from "~/models/records/sources/gate.server";
import { type Kind, type SourcesSubject, screenOf, withOpenedLinks } from "~/models/records/sources/subjects.server";
import { checkPages } from "./freshness.server";
import { subjectFor } from "./subject-for.server";

export type SourcesPage = Awaited<ReturnType<typeof pageOf>>;

/** Returns the Sources screen of a record. Throws "missing". */
export async function sourcesOf(editor: Editor, kind: Kind, key: string): Promise<SourcesPage> {
  return pageOf(await withOpenedLinks(await subjectFor(editor, kind, key)), readDb);
}

/** Returns the sentences of a profile that state facts which their quotes lack. Throws "missing". */
export async function sentencesToCheck(editor: Editor, key: string): Promise<string[]> {
  const subject = await subjectFor(editor, "experts", key);
  return [...new Set((await evidenceWithFacts(subject.of, subject)).map(({ sentence }) => sentence))];
}

async function pageOf(subject: SourcesSubject, from: Queryable) {
  const evidence = await withFacts(await evidenceOf(subject.of, from), subject.person);
  const { kind, record, labels, aiFields, id, name } = subject;
  const presentItems = new Set(presentEvidence(record, evidence));
  return {
    kind,
    id,
    name,
    path: screenOf(subject),
    fields: subject.fields
      .map((field) => ({
        field,
        label: labels[field] ?? field,
        isAi: aiFields.includes(field),
        sentences: supportWithoutRepeats(record, field, evidence),
      }))
      .filter(({ sentences }) => sentences.length > 0),
    lost: evidence
      .filter((item) => !presentItems.has(item))
      .map((item) => ({ evidence: item, closest: closestSentence(item, record) })),
    problems: await publishingProblems(subject, from),
  };
}

/** Limits the form in characters: the sum of the limits of its longest intent. */
export const SOURCES_CHARACTERS = 16_000;

const textOfAtMost = (max: number) =>
  z.string("This must be a text.").trim().max(max, `At most ${max} characters fit here.`);
const Sentence = z.object({ field: textOfAtMost(100), sentence: textOfAtMost(10_000) });
const AddInput = Sentence.extend({ url: textOfAtMost(2_048), quote: textOfAtMost(2_000) });
const ReferInput = Sentence.extend({
  url: textOfAtMost(2_048).default(""),
  doi: textOfAtMost(300).default(""),
  isbn: textOfAtMost(30).default(""),
  title: textOfAtMost(500),
  place: textOfAtMost(PLACE_MAX).default(""),
  sourceKind: z.enum(["", ...SOURCE_KINDS], "Please choose one of the kinds.").default(""),
});
const KeepInput = Sentence.extend({ reason: textOfAtMost(2_000) });
const EvidenceChoice = z.object({ evidence: textOfAtMost(100) });
const HoldInput = EvidenceChoice.extend({ sentence: textOfAtMost(10_000) });
const AcceptInput = z.object({ key: textOfAtMost(100), reason: textOfAtMost(2_000) });

/** The input of `changeSources`. */
export const SourceChange = z.union([
  AddInput.extend({ intent: z.literal("add").optional() }),
  ReferInput.extend({ intent: z.literal("refer") }),
  KeepInput.extend({ intent: z.literal("keep") }),
  HoldInput.extend({ intent: z.literal("hold") }),
  EvidenceChoice.extend({ intent: z.literal("remove") }),
  AcceptInput.extend({ intent: z.literal("accept") }),
  EvidenceChoice.extend({ intent: z.literal("search") }),
  EvidenceChoice.extend({ intent: z.literal("opinion") }),
  z.object({ intent: z.literal("check") }),
]);

interface SourcesOptions extends ReadOptions {
  /** Proposes further addresses of pages that may contain a lost quote. */
  propose?(subject: SourcesSubject, lostEvidence: Evidence): Promise<string[]>;
  /** Asks a model whether the quote supports the sentence. */
  ask?(evidence: Evidence): Promise<Opinion>;
}

/** Runs the writes and returns the new screen, in one transaction. */
type Change = (work: (tx: Queryable) => Promise<unknown>) => Promise<SourcesPage>;

interface IntentOptions extends SourcesOptions {
  change: Change;
}

type Intent = (editor: Editor, subject: SourcesSubject, input: unknown, options: IntentOptions) => Promise<SourcesPage>;

const INTENTS: Record<string, Intent> = {
  add: addSource,
  refer: addReference,
  keep: keepSentence,
  hold: holdSource,
  remove: removeSource,
  accept: acceptWithReason,
  search: searchSource,
  opinion: askOpinion,
  check: checkSources,
};

/**
 * Performs the intent of the input: add { field, sentence, url, quote }, refer { field, sentence, url | doi | isbn, title,
 * place, sourceKind }, keep { field, sentence, reason }, hold { evidence, sentence }, remove { evidence }, accept { key,
 * reason }, search { evidence }, opinion { evidence }, check. Throws "missing", "invalid".
 */
export async function changeSources(
  editor: Editor,
  kind: Kind,
  key: string,
  input: unknown,
  options: SourcesOptions = {},
): Promise<SourcesPage> {
  const { intent } = parse(z.looseObject({ intent: z.string("Please say what to do.").default("add") }), input);
  const performIntent = Object.hasOwn(INTENTS, intent) && INTENTS[intent];
  if (!performIntent) throw new AppError("invalid", `There is no intent “${intent.slice(0, 50)}”.`);
  const subject = await withOpenedLinks(await subjectFor(editor, kind, key));
  const change: Change = (work) =>
    db.transaction().execute(async (tx) => {
      await work(tx);
      return pageOf({ ...(await subjectFor(editor, kind, key, tx)), gone: subject.gone }, tx);
    });
  return performIntent(editor, subject, input, { ...options, change });
}

async function addSource(
  editor: Editor,
  subject: SourcesSubject,
  input: unknown,
  { change, ...options }: IntentOptions,
) {
  const { field, sentence, url, quote } = parse(AddInput, input);
  requireSentence(subject, field, sentence);
  const page = await readEntered(url, subject.person, options);
  if ("reason" in page) throw refuse("url", `This page cannot be a source: ${page.reason}.`);
  const quoteCheck = problemWithQuote(quote, page, undefined, subject.person);
  if (typeof quoteCheck === "string") throw refuse("quote", quoteCheck);
  const evidence = evidenceFrom({ field, sentence, quote, page, ...quoteCheck });
  return change((tx) => storeEvidence(tx, editor, subject, evidence, "source added"));
}

/** Adds a source without a quote, under the editor's name. */
async function addReference(editor: Editor, subject: SourcesSubject, input: unknown, { change }: IntentOptions) {
  const { field, sentence, ...sourceFields } = parse(ReferInput, input);
  requireSentence(subject, field, sentence);
  const reference = referenceTo({ field, sentence }, sourceFields, {
    by: nameOf(editor),
    at: new Date().toISOString(),
  });
  return change((tx) => storeEvidence(tx, editor, subject, reference, "reference added"));
}

async function keepSentence(editor: Editor, subject: SourcesSubject, input: unknown, { change }: IntentOptions) {
  const { field, sentence, reason } = parse(KeepInput, input);
  requireSentence(subject, field, sentence);
  const evidence = keptSentence(editor, { field, sentence, reason: reasonIn(reason) });
  return change((tx) => storeEvidence(tx, editor, subject, evidence, "sentence kept"));
}

/** Makes the source of an edited sentence support its new wording. */
async function holdSource(editor: Editor, subject: SourcesSubject, input: unknown, { change }: IntentOptions) {
  const { sentence } = parse(HoldInput, input);
  return change(async (tx) => {
    const evidence = await chosenEvidence(tx, subject, input);
    const { id, field } = evidence;
    requireSentence(subject, field, sentence);
    if (presentEvidence(subject.record, [evidence]).length > 0)
      throw refuse("evidence", "This source belongs to another sentence.");
    await moveEvidence(tx, subject.of, id, sentence);
    await subject.note(tx, editor, "source confirmed", sentence.slice(0, 200));
  });
}

async function removeSource(editor: Editor, subject: SourcesSubject, input: unknown, { change }: IntentOptions) {
  return change(async (tx) => {
    const { id, source, sentence } = await chosenEvidence(tx, subject, input);
    await removeEvidence(tx, subject.of, id);
    await subject.note(tx, editor, "source removed", `${source?.url ?? "kept"}: ${sentence.slice(0, 200)}`);
  });
}

async function acceptWithReason(editor: Editor, subject: SourcesSubject, input: unknown, { change }: IntentOptions) {
  const { key, reason } = parse(AcceptInput, input);
  return change((tx) => acceptProblem(tx, editor, subject, { key, reason }));
}

/** Opens the pages of all sources now, as the weekly check does. */
async function checkSources(
  editor: Editor,
  { of: owner, kind, id }: SourcesSubject,
  _input: unknown,
  options: IntentOptions,
) {
  const evidence = await evidenceOf(owner);
  await checkPages(
    evidence.flatMap(({ source }) => source?.url ?? []),
    options,
  );
  return sourcesOf(editor, kind, id);
}

/** Stores a model's opinion on a quote for the editor, who decides. */
async function askOpinion(editor: Editor, subject: SourcesSubject, input: unknown, { ask }: IntentOptions) {
  const evidence = await chosenEvidence(readDb, subject, input);
  if (!evidence.quote) throw refuse("evidence", "There is no quote to compare the sentence with.");
  if (!ask) throw new AppError("unavailable", "No text model is set up here.");
  await storeOpinion(evidence, await ask(evidence));
  return sourcesOf(editor, subject.kind, subject.id);
}

/** Looks for a lost quote in the record's other pages, then in proposed pages. */
async function searchSource(editor: Editor, subject: SourcesSubject, input: unknown, options: IntentOptions) {
  const { evidence: id } = parse(EvidenceChoice, input);
  const recordEvidence = await evidenceOf(subject.of);
  const lostEvidence = recordEvidence.find((evidence) => evidence.id === id);
  if (!lostEvidence?.source) throw new AppError("missing", "This source is no longer there.");
  if (lostEvidence.kind === "reference") throw refuse("evidence", "A reference has no quote to look for.");
  const urls = [...subject.pages, ...recordEvidence.flatMap(({ source }) => source?.url ?? [])];
  const source =
    (await findQuote(lostEvidence, urls, subject.person, options)) ??
    (await findQuote(lostEvidence, (await options.propose?.(subject, lostEvidence)) ?? [], subject.person, options));
  if (!source) throw refuse("url", "No other page that could be found has the quote. Please name another page.");
  return options.change(async (tx) => {
    // Refuses a second search that found the quote, too.
    await chosenEvidence(tx, subject, input);
    await removeEvidence(tx, subject.of, id);
    await addEvidence(tx, subject.of, [source]);
    await subject.note(tx, editor, "source replaced", `${lostEvidence.source?.url} by ${source.source?.url}`);
  });
}

async function findQuote(
  { field, sentence, quote }: Evidence,
  urls: string[],
  person: string,
  options: ReadOptions,
): Promise<NewEvidence | null> {
  const { pages } = await gatherPages(urls, person, options);
  for (const page of pages) {
    const quoteCheck = problemWithQuote(quote, page, undefined, person);
    if (typeof quoteCheck !== "string") return evidenceFrom({ field, sentence, quote, page, ...quoteCheck });
  }
  return null;
}

async function storeEvidence(
  tx: Queryable,
  editor: Editor,
  subject: SourcesSubject,
  evidence: NewEvidence,
  action: string,
): Promise<void> {
  const key = keyOf(evidence);
  // A form that is sent twice adds one source.
  if ((await evidenceOf(subject.of, tx)).some((item) => item.status === "supported" && keyOf(item) === key)) return;
  await addEvidence(tx, subject.of, [evidence]);
  await subject.note(tx, editor, action, evidence.source?.url ?? evidence.reason);
}

function keyOf({ field, sentence, quote, reason, checkedBy = "", source }: NewEvidence): string {
  const { url = "", doi = "", isbn = "", title = "", place = "" } = source ?? {};
  return JSON.stringify([field, sentence, quote, reason, checkedBy, url, doi, isbn, title, place]);
}

async function chosenEvidence(tx: Queryable, { of: owner }: SourcesSubject, input: unknown): Promise<Evidence> {
  const { evidence: id } = parse(EvidenceChoice, input);
  const evidence = (await evidenceOf(owner, tx)).find((item) => item.id === id);
  if (!evidence) throw new AppError("missing", "This source is no longer there.");
  return evidence;
}

function requireSentence({ record, fields }: SourcesSubject, field: string, sentence: string): void {
  if (!fields.includes(field) || presentEvidence(record, [{ field, sentence }]).length === 0)
    throw refuse("sentence", "This sentence is not in the text.");
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid", message, { [field]: message });
}
