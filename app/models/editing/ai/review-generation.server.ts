/** Reviews a generated profile: keeps unsupported sentences, and saves the profile as a submission. */
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { findJob } from "~/models/base/jobs/jobs.server";
import { storeSubmission } from "~/models/editing/submissions/submissions.server";
import { storeEvidence } from "~/models/records/evidence/store.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { ExpertInput } from "~/models/records/experts/input.server";
import { hashOf, recordAcceptedText } from "~/models/records/provenance/provenance.server";
import { evidenceOf, textOf, unsupportedOf } from "~/models/records/provenance/sentences";
import { checkedResult, GENERATION, type GeneratedProfile, type GenerationInput } from "./generations.server";
import { keepSentence } from "./keep-sentence.server";

/** Keeps an unsupported sentence of a result that is not saved yet. Throws "missing", "conflict", "invalid". */
export async function keepGenerated(editor: Editor, id: string, input: unknown, signal?: AbortSignal): Promise<void> {
  const { input: order, result } = await findJob<GenerationInput, GeneratedProfile>(GENERATION, id);
  if (!result) throw new AppError("conflict", "This profile is not finished yet.");
  const { sentences: originalSentences } = checkedResult(order, result);
  const supportedSentences = await keepSentence(editor, originalSentences, input, {
    id,
    name: order.expertName,
    signal,
  });
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("jobs").select("result").where("id", "=", id).executeTakeFirst();
    if (!row) throw new AppError("missing", "This is no longer here.");
    const currentResult = checkedResult(order, JSON.parse(row.result ?? "{}"));
    if (currentResult.submissionId) throw new AppError("conflict", "This profile is saved already.");
    const sentences = currentResult.sentences.map((sentence, index) =>
      sentence.evidence ? sentence : (supportedSentences[index] ?? sentence),
    );
    const textOfField = (field: string) => textOf(sentences.filter((sentence) => sentence.field === field));
    const updatedResult: GeneratedProfile = {
      ...currentResult,
      longevityContribution: order.customContribution ?? textOfField("longevityContribution"),
      biography: textOfField("biography"),
      sentences,
      evidence: evidenceOf(sentences),
      unsupported: unsupportedOf(sentences),
    };
    await tx
      .updateTable("jobs")
      .set({ result: JSON.stringify(updatedResult) })
      .where("id", "=", id)
      .execute();
  });
}

/**
 * Stores the profile as a pending submission by this admin, and notes which fields a model wrote. Returns the
 * submission's id; a second call returns the same id.
 */
export async function saveForReview(editor: Editor, id: string, { seen }: { seen: string[] }): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { input, result, finishedAt } = await finishedGeneration(tx, id);
    const { submissionId } = result;
    if (submissionId && (await submissionIn(tx, submissionId))) return submissionId;

    const fields = fieldsOf(input.expertName, result);
    const checkedSubmission = { fields, submitterReason: reasonOf(result), target: null };
    const storedSubmission = await storeSubmission(tx, editor, checkedSubmission, { seen });
    await tx
      .updateTable("jobs")
      .set({ result: JSON.stringify({ ...result, submissionId: storedSubmission.id }) })
      .where("id", "=", id)
      .execute();
    if (storedSubmission.rowId === null) return storedSubmission.id;
    const { provider, model } = result;
    for (const field of fieldsByModel(input, fields)) {
      const provenance = { field, provider, model, generatedAt: finishedAt, textHash: hashOf(fields[field]) };
      await recordAcceptedText(tx, editor, { submissionRowId: storedSubmission.rowId }, provenance);
    }
    await storeEvidence(tx, { submissionRowId: storedSubmission.rowId }, fields, result.evidence ?? []);
    const subject = { subjectKind: "submission", subjectId: storedSubmission.id, subjectName: fields.name } as const;
    await audit(tx, editor, { action: "generated profile saved for review", ...subject, detail: model });
    return storedSubmission.id;
  });
}

/** Throws "missing"; "conflict" while the profile is being written. */
async function finishedGeneration(tx: Queryable, id: string) {
  // Writes first to lock the row: of two simultaneous calls the second reads the submission that the first stored.
  const row = await tx
    .updateTable("jobs")
    .set((eb) => ({ kind: eb.ref("kind") }))
    .where("id", "=", id)
    .where("kind", "=", GENERATION)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "This is no longer here.");
  if (row.result === null) throw new AppError("conflict", "This profile is not finished yet.");
  const input = JSON.parse(row.input) as GenerationInput;
  return { input, result: checkedResult(input, JSON.parse(row.result)), finishedAt: row.updatedAt };
}

function fieldsOf(
  name: string,
  { expertTitle, categories, longevityContribution, biography, referenceLinks }: GeneratedProfile,
) {
  const draft = { name, title: expertTitle, categories, longevityContribution, biography, referenceLinks };
  const names = Object.keys(draft).map((field) => [field, true]);
  const fields = parse(ExpertInput.pick(Object.fromEntries(names) as { name: true }), draft);
  return fields as typeof draft;
}

function fieldsByModel({ customContribution }: GenerationInput, fields: ReturnType<typeof fieldsOf>) {
  const fieldNames = [
    "categories",
    "longevityContribution",
    "biography",
    "referenceLinks",
  ] as const satisfies ExpertField[];
  const isAdminsText =
    customContribution !== undefined && hashOf(customContribution) === hashOf(fields.longevityContribution);
  return fieldNames.filter((field) => fields[field].length > 0 && !(field === "longevityContribution" && isAdminsText));
}

function reasonOf({ model, researchData: { uncertainties } }: GeneratedProfile): string {
  const attribution = `Drafted with AI (${model}).`;
  return uncertainties.length === 0
    ? attribution
    : `${attribution} Please check: ${uncertainties.join(" ")}`.slice(0, 5_000);
}

async function submissionIn(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.selectFrom("submissions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
