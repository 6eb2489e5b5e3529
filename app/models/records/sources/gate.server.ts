/** Lists problems that prevent publishing a text, and stores who accepted them. */

import { createHash } from "node:crypto";
import { type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { sliceWellFormed } from "~/models/base/text/content-text";
import { sortName } from "~/models/base/text/names.server";
import { countNoun } from "~/models/base/text/numbers";
import { containsSurname } from "~/models/base/web/proof-names.server";
import { workKey } from "~/models/base/web/work-addresses";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { addEvidence, columnOf, evidenceOf } from "~/models/records/evidence/evidence.server";
import { keyOf, presentEvidence, supportWithoutRepeats } from "~/models/records/evidence/support";
import { acceptedWorks } from "~/models/records/works/works.server";
import { referenceLinksOf, type SourcesSubject, screenOf } from "./subjects.server";

export interface PublishingProblem {
  key: string;
  kind: "unsupported" | "uncited" | "dead link" | "retracted work" | "unknown name" | "lost source";
  text: string;
  /** Says that the problem must be resolved or accepted before publishing. */
  blocks: boolean;
  accepted: { by: string; at: string; reason: string } | null;
  /** The field of an unsupported sentence. */
  field?: string;
  sentence?: string;
  /** The place in the text. */
  at?: { field: string; sentence?: string };
}

/**
 * Returns the problems of a text with its stored evidence, or with other `evidence`. Only texts of a model have blocking
 * problems.
 */
export async function publishingProblems(
  subject: SourcesSubject,
  from: Queryable = readDb,
  evidence?: NewEvidence[],
): Promise<PublishingProblem[]> {
  return problemsWith(subject, evidence ?? (await evidenceOf(subject.of, from)), from);
}

async function problemsWith(
  subject: SourcesSubject,
  evidence: NewEvidence[],
  from: Queryable,
): Promise<PublishingProblem[]> {
  const problems = [
    ...sentenceProblems(subject, evidence),
    ...(await deadLinks(subject, from)),
    ...(await retractedWorks(subject, evidence, from)),
    ...(await unknownNames(subject, evidence, from)),
    ...lostSources(subject, evidence),
  ];
  const acceptances = await readAcceptances(subject, from);
  return problems.map((problem) => ({ ...problem, accepted: acceptances.get(problem.key) ?? null }));
}

export class PublishingConflict extends AppError {
  constructor(
    readonly screen: string,
    problems: string[],
  ) {
    const [firstProblem] = problems;
    const suffix = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    super("conflict", `Not published: ${firstProblem}${suffix}. Resolve or accept this at ${screen}.`);
    this.name = "PublishingConflict";
    this.resolvingPath = `${screen}?refused`;
  }
}

/**
 * Throws PublishingConflict while a problem blocks. With a `reason` the admin accepts all of them, and keeps the sentences
 * under their name.
 */
export async function refuseProblems(
  tx: Queryable,
  editor: Editor,
  subject: SourcesSubject,
  reason?: unknown,
): Promise<void> {
  const problems = await blockingProblems(subject, tx);
  if (problems.length === 0) return;
  if (typeof reason !== "string" || !reason.trim()) {
    const texts = problems.map(({ text }) => text);
    throw new PublishingConflict(screenOf(subject), texts);
  }
  await acceptAll(tx, editor, subject, problems, reason);
}

/** Accepts all problems. Throws "invalid" for an empty or too long reason. */
export async function acceptAll(
  tx: Queryable,
  editor: Editor,
  subject: SourcesSubject,
  problems: PublishingProblem[],
  reason: string,
): Promise<void> {
  for (const problem of problems) await storeAcceptance(tx, editor, subject, problem, reasonIn(reason));
}

/** Returns the problems that an editor has to resolve or accept first. */
export async function blockingProblems(
  subject: SourcesSubject,
  from: Queryable,
  evidence?: NewEvidence[],
): Promise<PublishingProblem[]> {
  if (subject.aiFields.length === 0) return [];
  const problems = await publishingProblems(subject, from, evidence);
  return problems.filter(({ blocks, accepted }) => blocks && !accepted);
}

/** Stores who accepts a problem and why. The key "" accepts all that block. Throws "missing", "invalid". */
export async function acceptProblem(
  tx: Queryable,
  editor: Editor,
  subject: SourcesSubject,
  { key, reason }: { key: string; reason: string },
): Promise<void> {
  if (!key) return refuseProblems(tx, editor, subject, reasonIn(reason));
  const problem = (await publishingProblems(subject, tx)).find((problem) => problem.key === key);
  if (!problem) throw new AppError("missing", "This problem no longer exists.");
  await storeAcceptance(tx, editor, subject, problem, reasonIn(reason));
}

async function storeAcceptance(
  tx: Queryable,
  editor: Editor,
  subject: SourcesSubject,
  { key, text, field, sentence }: PublishingProblem,
  reason: string,
): Promise<void> {
  if (field && sentence) await addEvidence(tx, subject.of, [keptSentence(editor, { field, sentence, reason })]);
  else {
    const [column, rowId] = columnOf(subject.of);
    await tx.deleteFrom("acceptedProblems").where(column, "=", rowId).where("key", "=", key).execute();
    const acceptance = { acceptedBy: nameOf(editor), acceptedAt: new Date().toISOString() };
    const noSubject = { expertRowId: null, articleRowId: null, submissionRowId: null, topicRowId: null };
    await tx
      .insertInto("acceptedProblems")
      .values({ ...noSubject, ...subject.of, key, reason, ...acceptance })
      .execute();
  }
  await subject.note(tx, editor, "publishing problem accepted", `${text}: ${reason}`);
}

const MIN_REASON = 3;
const MAX_REASON = 500;

/** Returns the reason. Throws "invalid". */
export function reasonIn(text: unknown): string {
  const reason = typeof text === "string" ? text.trim() : "";
  const message =
    reason.length < MIN_REASON
      ? "Please write why."
      : reason.length > MAX_REASON
        ? `At most ${MAX_REASON} characters fit here.`
        : "";
  if (message) throw new AppError("invalid", message, { reason: message });
  return reason;
}

/** Returns the evidence of a sentence that an admin keeps without a source. */
export function keptSentence(
  editor: Editor,
  { field, sentence, reason }: Pick<NewEvidence, "field" | "sentence" | "reason">,
): NewEvidence {
  return { field, sentence, quote: "", context: "", source: null, status: "supported", keptBy: nameOf(editor), reason };
}

type Problem = Omit<PublishingProblem, "accepted">;

function sentenceProblems({ fields, record, aiFields, labels }: SourcesSubject, evidence: NewEvidence[]): Problem[] {
  const problems: Problem[] = [];
  for (const field of fields) {
    const unsupportedSentences = supportWithoutRepeats(record, field, evidence).filter(
      (supported) => supported.evidence.length === 0,
    );
    if (aiFields.includes(field)) {
      for (const { sentence } of unsupportedSentences) {
        // Blames neither model nor editor: the author of a single sentence is unknown.
        const text = `“${shortenSentence(sentence)}” is in a text of AI and has no source`;
        problems.push({
          key: keyFor("unsupported", field, sentence),
          kind: "unsupported",
          text,
          blocks: true,
          field,
          sentence,
          at: { field, sentence },
        });
      }
    } else if (unsupportedSentences.length > 0) {
      const text = `${labels[field]}: ${countNoun(unsupportedSentences.length, "sentence", "sentences")} without a source, in no text of AI`;
      problems.push({ key: keyFor("uncited", field), kind: "uncited", text, blocks: false, at: { field } });
    }
  }
  return problems;
}

/** Returns reference links that the weekly check, or a check in this request, found dead. */
async function deadLinks(subject: SourcesSubject, from: Queryable): Promise<Problem[]> {
  const { of, aiFields, gone: goneLinks = [] } = subject;
  const links = referenceLinksOf(subject);
  const storedDeadLinks = "expertRowId" in of ? await deadLinksOf(of.expertRowId, from) : [];
  const reasons = new Map([...goneLinks, ...storedDeadLinks].map(({ url, reason }) => [url, reason]));
  return links.flatMap((url) => {
    const reason = reasons.get(url);
    if (reason === undefined) return [];
    const text = `The link ${url} is dead: ${reason}`;
    return { key: keyFor("dead link", url), kind: "dead link" as const, text, blocks: aiFields.length > 0 };
  });
}

function deadLinksOf(expertRowId: number, from: Queryable) {
  const checks = from.selectFrom("linkChecks").select(["url", "reason"]).where("expertRowId", "=", expertRowId);
  return checks.where("status", "=", "dead").execute();
}

/** Returns retracted works among the accepted ones and those that sentences rest on. */
async function retractedWorks(subject: SourcesSubject, evidence: NewEvidence[], from: Queryable): Promise<Problem[]> {
  const { of, aiFields, record } = subject;
  const retractedEvidence = presentEvidence(record, evidence).filter(({ status }) => status === "retracted");
  const citedProblems = retractedEvidence.map(({ field, sentence, source }) => ({
    key: keyFor("retracted work", field, sentence),
    kind: "retracted work" as const,
    text: `${source?.url} was retracted: “${shortenSentence(sentence)}”`,
    blocks: aiFields.includes(field),
    at: { field, sentence },
  }));
  if (!("expertRowId" in of)) return citedProblems;
  const works = (await acceptedWorks(from, [of.expertRowId])).get(of.expertRowId) ?? [];
  const acceptedProblems = works
    .filter(({ retracted }) => retracted)
    .map((work) => ({
      key: keyFor("retracted work", workKey(work)),
      kind: "retracted work" as const,
      text: `The work “${shortenSentence(work.title)}” was retracted`,
      blocks: aiFields.length > 0,
    }));
  return [...acceptedProblems, ...citedProblems];
}

/** Matches capitalised words in a row: the name of a person, a place, an institution or a prize. */
const NAME = /(?<![\p{L}’'-])\p{Lu}[\p{L}’'-]+(?: \p{Lu}\.)*(?: (?:de|van|von|der|la|el))*(?: \p{Lu}[\p{L}’'-]+)+/gu;

/**
 * Returns names in a model's text that stand in no quote, context or title of its sources. Names of listed people block; a
 * reader decides whether others are names of people. An editor who keeps a sentence without a source, or adds a reference,
 * vouches for its names.
 */
async function unknownNames(
  { aiFields, record, person }: SourcesSubject,
  evidence: NewEvidence[],
  from: Queryable,
): Promise<Problem[]> {
  const sources = [person, ...evidence.flatMap(({ quote, context, source }) => [quote, context, source?.title ?? ""])];
  const text = sources.join("\n");
  const aiText = aiFields
    .flatMap((field) => supportWithoutRepeats(record, field, evidence))
    .filter(
      (supported) =>
        !supported.evidence.some(({ kind, keptBy, source }) => kind === "reference" || (keptBy && !source)),
    )
    .map(({ sentence }) => sentence)
    .join("\n");
  const names = [...new Set(aiText.match(NAME) ?? [])].filter((name) => !containsSurname(text, name));
  const listedPeople = await listedPeopleIn(names, from);
  return names.map((name) => {
    const people = listedPeople.filter((text) => ` ${sortName(name)} `.includes(` ${sortName(text)} `));
    const isListed = people.length > 0;
    const label = isListed ? people.join(" and ") : name;
    const text = isListed ? `No source names ${label}, who is listed` : `No source has the name ${label}`;
    return { key: keyFor("unknown name", label), kind: "unknown name" as const, text, blocks: isListed };
  });
}

const MAX_NAMES = 200;
const MAX_NAME_WORDS = 6;

/** Returns the listed people whose whole names stand in one of these texts, which may have a further word at either end. */
async function listedPeopleIn(names: string[], from: Queryable): Promise<string[]> {
  const parts = new Set<string>();
  for (const name of names.slice(0, MAX_NAMES)) {
    const nameWords = sortName(name).split(" ");
    for (let start = 0; start < nameWords.length; start++) {
      for (let end = start + 2; end <= Math.min(nameWords.length, start + MAX_NAME_WORDS); end++) {
        parts.add(nameWords.slice(start, end).join(" "));
      }
    }
  }
  if (parts.size === 0) return [];
  const experts = from.selectFrom("experts").select("name").where("deletedAt", "is", null);
  const rows = await experts.where("sortName", "in", [...parts]).execute();
  return rows.map(({ name }) => name);
}

function lostSources({ record }: SourcesSubject, evidence: NewEvidence[]): Problem[] {
  return presentEvidence(record, evidence)
    .filter(({ status }) => status === "changed" || status === "gone")
    .map(({ field, sentence, status, source }) => ({
      key: keyFor("lost source", field, sentence),
      kind: "lost source" as const,
      text: `${source?.url} ${status === "gone" ? "is gone" : "no longer has the quote"}: “${shortenSentence(sentence)}”`,
      blocks: false,
      at: { field, sentence },
    }));
}

async function readAcceptances({ of }: SourcesSubject, from: Queryable) {
  const [column, rowId] = columnOf(of);
  const rows = await from.selectFrom("acceptedProblems").selectAll().where(column, "=", rowId).execute();
  return new Map(
    rows.map(({ key, acceptedBy, acceptedAt, reason }) => [key, { by: acceptedBy, at: acceptedAt, reason }]),
  );
}

function keyFor(kind: string, ...parts: string[]): string {
  const text = parts.map(keyOf).join("\n");
  return `${kind} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

function shortenSentence(text: string): string {
  return text.length <= 80 ? text : `${sliceWellFormed(text, 0, 79)}…`;
}
