import { z } from "zod";
import { db, type ExpertRow, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import type { Person } from "~/models/base/parts/part";
import { deleteRows, moveAll } from "~/models/base/parts/rows.server";
import { MAX_NOTES } from "~/models/editing/experts/drafts.server";
import { putInTrash } from "~/models/editing/experts/trash.server";
import { addEditorFields } from "~/models/editing/imports/editor-fields.server";
import { publishForSearch } from "~/models/records/directory/publish.server";
import { effectOf, identityOf, isEmpty, isSameText } from "~/models/records/evidence/effects.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import {
  EXPERT_FIELDS,
  EXPERT_LABELS,
  type ExpertField,
  type ExpertRecord,
  expertField,
} from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import { deleteUnseenSlug } from "~/models/records/experts/taken-slugs.server";
import { publish } from "~/models/records/publish/publish.server";
import { expertSubject } from "~/models/records/sources/subjects.server";
import { PERSON_COLUMNS } from "~/models/whole/parts.server";

/** "both" joins two lists. */
export type Choice = "kept" | "other" | "both";

export interface Difference {
  field: ExpertField;
  label: string;
  kept: ExpertRecord[ExpertField];
  other: ExpertRecord[ExpertField];
  choices: Choice[];
  /** The other value if it adds to the target's, otherwise the target's; joined lists if they fit. */
  proposed: Choice;
}

/** A difference in the form in which people read it. */
export type ShownDifference = Omit<Difference, "kept" | "other"> & Record<"kept" | "other", string | string[]>;

/** Returns the differences in the form in which people read them. */
export async function shownDifferences(kept: ExpertRecord, other: ExpertRecord): Promise<ShownDifference[]> {
  const formatValue = await expertValueFormatter();
  return differences(kept, other).map((difference) => ({
    ...difference,
    kept: formatValue(difference.field, difference.kept),
    other: formatValue(difference.field, difference.other),
  }));
}

/** Returns the differences in all fields except the slug, because the remaining profile keeps its slug. */
export function differences(kept: ExpertRecord, other: ExpertRecord): Difference[] {
  return EXPERT_FIELDS.filter((field) => field !== "slug" && !isSameText(field, kept[field], other[field])).map(
    (field) => {
      const joinedLists = joinLists(field, kept, other);
      const choices: Choice[] = joinedLists ? ["kept", "other", "both"] : ["kept", "other"];
      const proposed = isEmpty(other[field])
        ? "kept"
        : joinedLists && !isEmpty(kept[field])
          ? "both"
          : proposeOne(field, kept, other);
      return { field, label: EXPERT_LABELS[field], kept: kept[field], other: other[field], choices, proposed };
    },
  );
}

function proposeOne(field: ExpertField, kept: ExpertRecord, other: ExpertRecord): Choice {
  return effectOf(field, kept[field], other[field]) === "adds" ? "other" : "kept";
}

/** Returns the joined list without repeats; null if it is too long or the field is no list. */
function joinLists(field: ExpertField, kept: ExpertRecord, other: ExpertRecord): string[] | null {
  const [targetEntries, otherEntries] = [kept[field], other[field]];
  if (!Array.isArray(targetEntries) || !Array.isArray(otherEntries)) return null;
  const identities = new Set(targetEntries.map((entry) => identityOf(field, entry)));
  const joinedEntries = [
    ...targetEntries,
    ...otherEntries.filter((entry) => !identities.has(identityOf(field, entry))),
  ];
  const maxEntries = expertField(field).editedEntries ?? Number.POSITIVE_INFINITY;
  return joinedEntries.length <= Math.max(maxEntries, targetEntries.length, otherEntries.length) ? joinedEntries : null;
}

const Merge = z.object({
  other: z.string("Please choose the other expert."),
  choices: z.record(z.string(), z.string()).default({}),
  keptUpdatedAt: z.string().optional(),
  otherUpdatedAt: z.string().optional(),
  relistReason: z.unknown().optional(),
});

/** Merges `other` into `key` by `choices`, and puts `other` in the trash. Throws "invalid", "missing", "conflict". */
export async function mergeExperts(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { choices, keptUpdatedAt, ...merge } = parse(Merge, input);
  const [keptRow, otherRow] = [await expertForAdmin(editor, key), await expertForAdmin(editor, merge.other)];
  if (keptRow.rowId === otherRow.rowId) throw new AppError("invalid", "Please choose somebody else.");
  return db.transaction().execute(async (tx) => {
    const [kept, other] = [await expertRow(tx, keptRow.rowId), await expertRow(tx, otherRow.rowId)];
    if (other.deletedAt) throw new AppError("conflict", `${other.name} is in the trash. Restore it first.`);
    if ((merge.otherUpdatedAt ?? other.updatedAt) !== other.updatedAt) {
      throw new AppError("conflict", `${other.name} was changed meanwhile. Please look at both again.`);
    }
    const obstacle = mergeObstacle(kept, other);
    if (obstacle) throw new AppError("conflict", obstacle);
    const record = chosenRecord(recordOf(kept), recordOf(other), choices);
    const mergedInto = { id: kept.id, name: kept.name };
    await putInTrash(tx, editor, [other], { mergedInto });
    const fields = EXPERT_FIELDS.filter((field) => choices[field] === "other" || choices[field] === "both");
    const { row } = await publish(tx, editor, "experts", {
      cause: "merged",
      rowId: kept.rowId,
      record,
      expectedUpdatedAt: keptUpdatedAt,
      relistReason: merge.relistReason,
      auditWords: `with ${other.name} (/${other.slug})`,
      attached: { merged: { id: other.id, ...recordOf(other) } },
      sentences: { from: { subject: await expertSubject(other.rowId, tx), fields } },
    });
    const sortName = row.name === other.name ? other.givenSortName : "";
    await addEditorFields(tx, editor, row, { notes: other.notes, sortName });
    await deleteUnseenSlug(tx, other);
    await mergeParts(tx, other, row);
    await publishForSearch(tx, [row.rowId]);
    return toExpert(row);
  });
}

type Side = Pick<ExpertRow, "name" | "state" | "notes">;

/** Returns why a profile cannot be merged into another; null if it can. */
export function mergeObstacle(kept: Side, other: Side): string | null {
  if (other.state === "public" && kept.state !== "public")
    return `${other.name} is public, and the profile that stays is a draft, so the person would leave the site. Merge the other way round, or publish the draft first.`;
  if (!other.notes || kept.notes.length + other.notes.length < MAX_NOTES) return null;
  return "The notes for editors of both profiles are too long together. Please shorten them first.";
}

/** Moves the rows of one profile to another, as each part says. */
async function mergeParts(tx: Queryable, from: Person, to: Person): Promise<void> {
  for (const { name, table, column, answers } of PERSON_COLUMNS) {
    const [formerKey, newKey] = answers.by === "id" ? [from.id, to.id] : [from.rowId, to.rowId];
    if (answers.merge === "moved") await moveAll(tx, name, column, formerKey, newKey);
    else if (answers.merge === "deleted") await deleteRows(tx, name, table, column, [formerKey]);
    else if (typeof answers.merge === "function") await answers.merge(tx, from, to);
  }
}

function chosenRecord(kept: ExpertRecord, other: ExpertRecord, choices: Record<string, string>): Partial<ExpertRecord> {
  const record = differences(kept, other).map(({ field, label, choices: possibleChoices }) => {
    const choice = choices[field] ?? "kept";
    if (!possibleChoices.includes(choice as Choice)) {
      throw new AppError("invalid", `${label}: please choose one of the two.`, {
        [field]: "Please choose one of the two.",
      });
    }
    return [field, choice === "both" ? joinLists(field, kept, other) : choice === "other" ? other[field] : kept[field]];
  });
  return Object.fromEntries(record);
}
