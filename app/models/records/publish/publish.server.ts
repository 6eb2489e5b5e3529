/**
 * Changes public records; nothing else may. The cause decides what is checked (causes.ts) and what it may bring
 * (kind.ts). The order is the same for all:
 *
 *   the stored row -> a stale edit is refused -> the fields that differ, checked -> the texts before and after
 *     -> refusals that do not depend on sentences: somebody asked not to be listed, four eyes, identifiers not compared
 *     -> refusals that the submission behind the change brings
 *     -> no sentence changes ---------------------------------------> row and history -> audit log
 *     -> the sources after the change -> sentences of a model without one?
 *          none, or a reason is given ---> row and history -> sources, provenance, links -> audit log
 *          "refused", public already ----> UnsupportedEdit: nothing is written
 *          "refused", appears now, and "waiting", "held" -> what may be stored meanwhile, and PublishingConflict
 *          "listed" ---------------------> written, and on the dashboard
 */
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { sliceWellFormed } from "~/models/base/text/content-text";
import type { ArticleField } from "~/models/records/articles/fields";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOf, storePlanned } from "~/models/records/evidence/evidence.server";
import { type PlannedEvidence, withReplacements, withRestored, withSupport } from "~/models/records/evidence/planned";
import { presentEvidence } from "~/models/records/evidence/support";
import type { ExpertField } from "~/models/records/experts/fields";
import { withRemainingImages } from "~/models/records/images/remaining.server";
import { storeGoneLinks } from "~/models/records/links/open-links.server";
import { storeImageProblems } from "~/models/records/links/stored-checks.server";
import {
  copyProvenance,
  deleteProvenance,
  recordAcceptedText,
  replaceProvenance,
  storeProvenance,
} from "~/models/records/provenance/provenance.server";
import { refuseStaleEdit } from "~/models/records/shared/edit-conflict.server";
import { labelsOf, type RecordRow } from "~/models/records/shared/kind";
import type { RecordTable } from "~/models/records/shared/public-kinds";
import { newProblems, sentencesOf, UnsupportedEdit } from "~/models/records/sources/edits.server";
import {
  acceptAll,
  blockingProblems,
  PublishingConflict,
  type PublishingProblem,
  refuseProblems,
} from "~/models/records/sources/gate.server";
import { type SourcesSubject, screenOf } from "~/models/records/sources/subjects.server";
import { listUnsupported } from "~/models/records/sources/unsupported.server";
import { articles } from "./articles.server";
import { CAUSES, type Rules } from "./causes";
import { experts } from "./experts.server";
import { type Change, type Draft, leavesSentences, type PublishedKind, type Texts, type Written } from "./kind";

const KINDS = { experts, articles } satisfies Record<RecordTable, unknown>;

export interface Published<Row, Field> {
  /** The row after the change. */
  row: Row;
  changed: Field[];
  /** The error to throw after the commit, if the text does not appear. */
  refused?: PublishingConflict;
  /** The requested changes, including those that were not stored. */
  requested: Record<string, unknown>;
}

/**
 * Adds or changes a public record in a transaction, by the rules of its cause (see `CAUSES`). Writes nothing before all
 * checks have passed. A transaction of `withFourEyes` audits refusals of that rule.
 *
 * @throws AppError "missing", "invalid", "conflict", EditConflict, UnsupportedEdit; PublishingConflict for a submission.
 */
export async function publish(
  tx: Queryable,
  editor: Editor | null,
  name: "experts",
  change: Change,
): Promise<Published<ExpertRow, ExpertField>>;
export async function publish(
  tx: Queryable,
  editor: Editor | null,
  name: "articles",
  change: Change,
): Promise<Published<AdminArticleRow, ArticleField>>;
export async function publish(
  tx: Queryable,
  editor: Editor | null,
  name: RecordTable,
  change: Change,
): Promise<Published<RecordRow, string>>;
export async function publish(tx: Queryable, editor: Editor | null, name: RecordTable, change: Change) {
  return publishIn(tx, editor, KINDS[name] as unknown as PublishedKind<RecordRow, string>, change);
}

async function publishIn<Row extends RecordRow, Field extends string>(
  tx: Queryable,
  editor: Editor | null,
  kind: PublishedKind<Row, Field>,
  requestedChange: Change,
): Promise<Published<Row, Field>> {
  const rules: Rules = CAUSES[requestedChange.cause];
  const change = rules.isReturn
    ? { ...requestedChange, record: await withRemainingImages(tx, requestedChange.record) }
    : requestedChange;
  const row = change.rowId === undefined ? null : await rowToChange(tx, kind, change, rules);
  const { expectedUpdatedAt, sentences = {} } = change;
  if (row)
    await refuseStaleEdit(tx, kind.kind, row, {
      expectedUpdatedAt,
      readMine: () => kind.normalizeRecord(tx, change.record, row),
    });
  const changes = await kind.changesTo(tx, { change, rules, row });
  const draft = { change, rules, row, changes };
  const texts = await kind.texts(tx, draft);
  await kind.refuse(tx, editor, draft, texts);
  const { from } = sentences;
  const reason = rules.reason ?? sentences.reason;
  if (from && editor && rules.sentences === "refused") await refuseProblems(tx, editor, from.subject, reason);

  if (row && leavesSentences(kind, draft)) {
    const writeResult = await kind.write(tx, editor, draft, { ...texts, isHeld: false });
    await auditSteps(tx, editor, kind, draft, writeResult);
    return { row: writeResult.row, changed: writeResult.changed, requested: changes };
  }

  const storedEvidence = row ? await evidenceOf(texts.now.of, tx) : [];
  const planned = await planEvidence(tx, draft, texts, storedEvidence);
  const problems = from ? [] : await openProblems(tx, draft, texts, { present: storedEvidence, planned });
  const isAccepted = editor !== null && typeof reason === "string" && reason.trim() !== "";
  const isHeld = problems.length > 0 && !isAccepted;
  if (isHeld && !texts.isAppearing && rules.sentences === "refused")
    throw new UnsupportedEdit(sentencesOf(problems, texts, storedEvidence));
  const changesToStore = isHeld ? kind.storableChanges(draft) : changes;
  if (row && changesToStore === null)
    return {
      row,
      changed: [],
      requested: changes,
      refused: new PublishingConflict(kind.editorOf(row), problemTexts(problems)),
    };

  const writeResult = await kind.write(tx, editor, { ...draft, changes: changesToStore ?? {} }, { ...texts, isHeld });
  const subject = await kind.subject(tx, writeResult.row);
  await storeSentences(tx, editor, draft, { ...texts, subject, present: storedEvidence, planned });
  if (problems.length > 0 && isAccepted) await acceptAll(tx, editor, subject, problems, reason);
  if (texts.isPublic && (rules.sentences === "listed" || rules.sentences === "held"))
    await listUnsupported(tx, await kind.subject(tx, writeResult.row));
  await storeLinkProblems(tx, subject, change);
  await auditSteps(tx, editor, kind, draft, writeResult);
  const refused = isHeld
    ? new PublishingConflict(
        screenOf(subject),
        problems.map(({ text }) => text),
      )
    : undefined;
  return { row: writeResult.row, changed: writeResult.changed, requested: changes, refused };
}

async function rowToChange<Row extends RecordRow, Field extends string>(
  tx: Queryable,
  { kind }: PublishedKind<Row, Field>,
  { rowId = 0, batch }: Change,
  { isForTrash }: Rules,
): Promise<Row> {
  const record = batch?.rows.get(rowId) as RecordRow | undefined;
  const row = (record as Row | undefined) ?? (await kind.row(tx, rowId));
  if (row.deletedAt && !isForTrash)
    throw new AppError("conflict", `${kind.nameOf(row)} is in the trash. Restore it first.`);
  return row;
}

/** Returns the evidence of the sentences as it would be after the change. */
async function planEvidence(
  tx: Queryable,
  { change: { sentences = {} } }: Draft<unknown>,
  { now, accepted }: Texts,
  present: Evidence[],
): Promise<PlannedEvidence[]> {
  const { stored, from, evidence = [], former = [], support = [] } = sentences;
  let planned: PlannedEvidence[] = present;
  if (stored?.evidence) {
    const { fields } = stored;
    const otherFields = fields ? planned.filter(({ field }) => !fields.includes(field)) : [];
    planned = [...otherFields, ...stored.evidence.map(({ id: _id, ...item }) => item)];
  }
  if (from) {
    const sourceEvidence = await evidenceOf(from.subject.of, tx);
    planned = withReplacements(
      planned,
      sourceEvidence.filter(({ field }) => from.fields.includes(field)),
    );
  }
  for (const text of accepted) planned = withReplacements(planned, text.evidence);
  planned = withRestored(withReplacements(planned, presentEvidence(now.record, evidence)), now.record, former);
  return now.aiFields.length > 0 ? withSupport(planned, now.record, support) : planned;
}

/** Returns the problems for which an editor has to name a source or a reason. */
async function openProblems(
  tx: Queryable,
  { rules }: Draft<unknown>,
  texts: Texts,
  evidence: { present: Evidence[]; planned: PlannedEvidence[] },
): Promise<PublishingProblem[]> {
  if (rules.sentences === "listed" || rules.sentences === "carried") return [];
  if (texts.isAppearing) return blockingProblems(texts.now, tx, evidence.planned);
  return texts.isPublic ? newProblems(tx, texts, evidence) : [];
}

interface PlannedTexts extends Texts {
  subject: SourcesSubject;
  present: Evidence[];
  planned: PlannedEvidence[];
}

/** Stores the evidence of sentences and the provenance of texts. */
async function storeSentences(
  tx: Queryable,
  editor: Editor | null,
  { change: { sentences = {} } }: Draft<unknown>,
  { subject, present, planned, accepted }: PlannedTexts,
): Promise<void> {
  const confirmedSentences = await storePlanned(tx, subject.of, present, planned);
  for (const sentence of confirmedSentences)
    await subject.note(tx, editor, "source confirmed", sliceWellFormed(sentence, 0, 200));
  if (!("expertRowId" in subject.of)) return;
  const { of } = subject;
  const { from, stored } = sentences;
  if (stored?.provenance && !stored.fields) await replaceProvenance(tx, of, stored.provenance);
  if (stored?.provenance && stored.fields) {
    const { fields } = stored;
    await deleteProvenance(tx, of, fields as ExpertField[]);
    await storeProvenance(
      tx,
      of,
      stored.provenance.filter(({ field }) => fields.includes(field)),
    );
  }
  const source = from?.subject.of;
  if (source && ("expertRowId" in source || "submissionRowId" in source))
    await copyProvenance(tx, source, of, from.fields as ExpertField[]);
  for (const { evidence: _evidence, ...acceptedText } of accepted)
    if (editor) await recordAcceptedText(tx, editor, of, acceptedText);
}

async function storeLinkProblems(tx: Queryable, { of }: SourcesSubject, { links = {} }: Change): Promise<void> {
  if (!("expertRowId" in of)) return;
  if (links.problems) await storeImageProblems(tx, of.expertRowId, links.problems);
  if (links.gone) await storeGoneLinks(tx, of.expertRowId, links.gone);
}

async function auditSteps<Row extends RecordRow, Field extends string>(
  tx: Queryable,
  editor: Editor | null,
  { kind }: PublishedKind<Row, Field>,
  { change, rules }: Draft<Row>,
  { row, changed, steps }: Written<Row, Field>,
): Promise<void> {
  if (!rules.audit) return;
  const { audit: actionOf } = rules;
  const detail = rules.detail?.(labelsOf(kind.labels, changed), change.auditWords ?? "") ?? "";
  const entries = steps.map(({ changes, audit }) =>
    kind.entry(audit ?? actionOf(kind.noun, changes), row, audit ? "" : detail),
  );
  if (change.batch) change.batch.audited.push(...entries);
  else await auditAll(tx, editor, entries);
}

function problemTexts(problems: PublishingProblem[]): string[] {
  return problems.map(({ sentence, text }) => `“${sentence ?? text}” is new and has no source`);
}
