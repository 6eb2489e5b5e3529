/** Edits of public texts that a model wrote: what is new in them needs a source, or the editor's reason and name. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { parse } from "~/models/records/validation.server";
import type { Evidence, NewEvidence } from "./evidence";
import { addEvidence, evidenceOf } from "./evidence.server";
import { blockingProblems, keptSentence, type PublishingProblem, reasonIn } from "./gate.server";
import type { NewSentence } from "./new-sentences";
import { type ReadOptions, readPage } from "./pages.server";
import { evidenceFrom, problemWithQuote } from "./quotes";
import type { SourcesSubject } from "./subjects.server";
import { closestSentence, keyOf, sentencesOf, standing } from "./support";

/** Thrown instead of saving. */
export class UnsupportedEdit extends AppError {
  constructor(readonly sentences: NewSentence[]) {
    const [first] = sentences;
    const more = sentences.length > 1 ? ` (and ${sentences.length - 1} more)` : "";
    const problem = `“${first?.sentence}”${more} is new in a public text of AI and has no source`;
    const message = `Not saved: ${problem}. Name a source, or say why it may stay.`;
    super("conflict", message, { acceptedReason: message });
    this.name = "UnsupportedEdit";
  }
}

const text = (max: number) => z.string("This must be a text.").trim().max(max, `At most ${max} characters fit here.`);
export const Supports = z
  .array(
    z.object({
      field: text(100),
      sentence: text(10_000),
      /** The id of evidence that also holds for this sentence. */
      hold: text(100).default(""),
      url: text(2_048).default(""),
      quote: text(2_000).default(""),
    }),
    "Send the sources of new sentences as a list.",
  )
  .max(200, "At most 200 sentences fit here.")
  .default([]);

/** What an editor names for new sentences: checked evidence, or evidence that still holds. */
export type Support = { evidence: NewEvidence } | { hold: string; field: string; sentence: string };

/** Opens the pages that are named for new sentences. Throws "invalid" beside `support.N.url` or `support.N.quote`. */
export async function readSupport(input: unknown, person: string, options: ReadOptions = {}): Promise<Support[]> {
  const read: Support[] = [];
  for (const [index, { field, sentence, hold, url, quote }] of parse(Supports, input).entries()) {
    if (hold) read.push({ hold, field, sentence });
    else if (url || quote) {
      const page = await readPage(url, person, options);
      if ("reason" in page) throw refused(index, "url", `This page cannot be a source: ${page.reason}.`);
      const checked = problemWithQuote(quote, page, undefined, person);
      if (typeof checked === "string") throw refused(index, "quote", checked);
      read.push({ evidence: evidenceFrom({ field, sentence, quote, page, ...checked }) });
    }
  }
  return read;
}

function refused(index: number, part: string, message: string): AppError {
  return new AppError("invalid", message, { [`support.${index}.${part}`]: message });
}

interface Settlement {
  support?: Support[];
  /** Why all others may be public without a source. */
  reason?: unknown;
}

/**
 * To be called in the transaction of an edit of something public, with what it was and what it is now. Sentences that
 * stood there before are left alone. Throws UnsupportedEdit, and "invalid" for a reason that is none.
 */
export async function settleEdit(
  tx: Queryable,
  editor: Editor,
  before: SourcesSubject,
  now: SourcesSubject,
  { support = [], reason }: Settlement = {},
): Promise<void> {
  if (now.aiFields.length === 0) return;
  await storeSupport(tx, editor, now, support);
  const open = (await blockingProblems(now, tx)).filter(isNewSince(before));
  if (open.length === 0) return;
  if (typeof reason === "string" && reason.trim()) {
    const kept = open.map(({ field, sentence }) => keptSentence(editor, { field, sentence, reason: reasonIn(reason) }));
    await addEvidence(tx, now.of, kept);
    await now.note(tx, editor, "sentences kept", `${kept.length}: ${reason.slice(0, 200)}`);
    return;
  }
  const lost = await lostEvidence(tx, before, now);
  throw new UnsupportedEdit(
    open.map(({ field, sentence }) => ({
      ...{ field, sentence, label: now.labels[field] ?? field },
      former: formerOf(field, sentence, lost, now),
    })),
  );
}

async function storeSupport(tx: Queryable, editor: Editor, { of, record, note }: SourcesSubject, support: Support[]) {
  const evidence = support.flatMap((one) => ("evidence" in one ? one.evidence : []));
  await addEvidence(tx, of, standing(record, evidence));
  const stored = new Set((await evidenceOf(of, tx)).map(({ id }) => id));
  for (const one of support) {
    if ("evidence" in one || !stored.has(one.hold)) continue;
    const { field, sentence } = one;
    if (!sentencesOf(field, record[field]).some((present) => keyOf(present) === keyOf(sentence))) continue;
    await tx.updateTable("evidence").set({ sentence }).where("id", "=", one.hold).where("field", "=", field).execute();
    await note(tx, editor, "source confirmed", sentence.slice(0, 200));
  }
}

type SentenceProblem = PublishingProblem & { field: string; sentence: string };

function isNewSince({ record }: SourcesSubject) {
  const known = new Map<string, Set<string>>();
  return (problem: PublishingProblem): problem is SentenceProblem => {
    const { field, sentence } = problem;
    if (!field || !sentence) return false;
    const sentences = known.get(field) ?? new Set(sentencesOf(field, record[field]).map(keyOf));
    known.set(field, sentences);
    return !sentences.has(keyOf(sentence));
  };
}

/** Evidence whose sentence the edit changed or took away. */
async function lostEvidence(tx: Queryable, before: SourcesSubject, now: SourcesSubject): Promise<Evidence[]> {
  const evidence = standing(before.record, await evidenceOf(now.of, tx));
  const present = new Set(standing(now.record, evidence));
  return evidence.filter((one) => !present.has(one));
}

function formerOf(field: string, sentence: string, lost: Evidence[], { record }: SourcesSubject): Evidence | null {
  const own = lost.filter((one) => one.field === field);
  return own.find((one) => closestSentence(one, record) === sentence) ?? null;
}
