/** Edits public texts that a model wrote: their new sentences need a source, or the editor's reason and name. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import type { Evidence, NewEvidence } from "~/models/records/evidence/evidence";
import { type NewSentence, supportFields } from "~/models/records/evidence/new-sentences";
import { type ReadOptions, readEntered } from "~/models/records/evidence/pages.server";
import type { Support } from "~/models/records/evidence/planned";
import { evidenceFrom, problemWithQuote } from "~/models/records/evidence/quotes";
import { closestSentence, presentEvidence } from "~/models/records/evidence/support";
import { blockingProblems, type PublishingProblem, publishingProblems } from "./gate.server";
import type { SourcesSubject } from "./subjects.server";

/** Reports sentences without a source. Nothing was saved. */
export class UnsupportedEdit extends AppError {
  constructor(readonly sentences: NewSentence[]) {
    const [firstSentence] = sentences;
    const suffix = sentences.length > 1 ? ` (and ${sentences.length - 1} more)` : "";
    const problem = firstSentence?.field
      ? `“${firstSentence.sentence}”${suffix} is new in a public text of AI and has no source`
      : `${firstSentence?.sentence}${suffix}`;
    const message = `Not saved: ${problem}. Name a source, or say why it may stay.`;
    super("conflict", message, { acceptedReason: message });
    this.name = "UnsupportedEdit";
  }

  override shownAgain(fields: Parameters<AppError["shownAgain"]>[0]) {
    return supportFields(this.sentences, fields);
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

/** Opens the pages named for new sentences. Throws "invalid" for `support.N.url` or `support.N.quote`. */
export async function readSupport(input: unknown, person: string, options: ReadOptions = {}): Promise<Support[]> {
  const supports: Support[] = [];
  for (const [index, { field, sentence, hold, url, quote }] of parse(Supports, input).entries()) {
    if (hold) supports.push({ hold, field, sentence });
    else if (url || quote) {
      const page = await readEntered(url, person, options);
      if ("reason" in page) throw supportError(index, "url", `This page cannot be a source: ${page.reason}.`);
      const passage = problemWithQuote(quote, page, undefined, person);
      if (typeof passage === "string") throw supportError(index, "quote", passage);
      supports.push({ evidence: evidenceFrom({ field, sentence, quote, page, ...passage }) });
    }
  }
  return supports;
}

function supportError(index: number, part: string, message: string): AppError {
  return new AppError("invalid", message, { [`support.${index}.${part}`]: message });
}

/** Returns the problems that a change adds to a public text, without those that it had before. */
export async function newProblems(
  tx: Queryable,
  { before, now }: { before: SourcesSubject; now: SourcesSubject },
  evidence: { present: Evidence[]; planned: NewEvidence[] },
): Promise<PublishingProblem[]> {
  if (now.aiFields.length === 0) return [];
  const problems = await publishingProblems({ ...before, aiFields: now.aiFields }, tx, evidence.planned);
  const currentProblems = await blockingProblems(now, tx, evidence.planned);
  return currentProblems.filter(({ key }) => !problems.some((problem) => problem.key === key));
}

/** Returns problems as sentences that an editor names sources for, each with the evidence of its former wording. */
export function sentencesOf(
  problems: PublishingProblem[],
  { before, now }: { before: SourcesSubject; now: SourcesSubject },
  evidence: Evidence[],
): NewSentence[] {
  const formerEvidence = presentEvidence(before.record, evidence);
  const currentEvidence = new Set(presentEvidence(now.record, formerEvidence));
  const lostEvidence = formerEvidence.filter((evidence) => !currentEvidence.has(evidence));
  return problems.map(({ field = "", sentence, text }) => ({
    field,
    sentence: sentence ?? text,
    label: now.labels[field] ?? field,
    former: sentence ? formerOf(field, sentence, lostEvidence, now) : null,
  }));
}

function formerOf(
  field: string,
  sentence: string,
  lostEvidence: Evidence[],
  { record }: SourcesSubject,
): Evidence | null {
  const evidence = lostEvidence.filter((item) => item.field === field);
  return evidence.find((item) => closestSentence(item, record) === sentence) ?? null;
}
