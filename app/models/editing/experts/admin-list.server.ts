import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { sortName } from "~/models/base/text/names.server";
import { isCompared, withoutIdentifiers } from "~/models/editing/identity/compare.server";
import { copyImages, withCopies } from "~/models/editing/images/copy.server";
import type { Prose } from "~/models/records/evidence/support";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { EXPERT_FIELDS, type ExpertRecord, NO_RECORD } from "~/models/records/experts/fields";
import { identityUrls } from "~/models/records/experts/identifiers";
import { toRecordFields } from "~/models/records/experts/other-forms.server";
import { type Duplicate, possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { changesTo, recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { withStoredImages } from "~/models/records/images/images.server";
import { findGoneLinks, type GoneLink } from "~/models/records/links/open-links.server";
import { withUnmarkedTexts } from "~/models/records/provenance/handed-out.server";
import { publish } from "~/models/records/publish/publish.server";
import { identityView, type View } from "~/models/records/shared/kind";
import { readSupport } from "~/models/records/sources/edits.server";
import { expertSubject, referenceLinksOf } from "~/models/records/sources/subjects.server";
import { changeEditorFields, newEditorFields, refuseScheduling, refuseStaleEditorFields } from "./drafts.server";

interface EditOptions {
  origin: string;
  signal?: AbortSignal;
  /** Checks the stored record in the transaction of the edit; if it throws, nothing is stored. */
  checkStored?: (row: ExpertRow) => void;
  /** Runs in the transaction of the edit; if it throws, nothing is stored. */
  alsoStore?: (tx: Queryable, row: ExpertRow) => Promise<void>;
}

/**
 * Saves the fields of the input. New sentences in AI text need `support` or an `acceptedReason`; new identifiers of the
 * person need a candidate with evidence, or `compared`. Throws "invalid", "missing", "conflict", EditConflict,
 * UnsupportedEdit.
 *
 * @param options `origin` is that of the request, and resolves addresses of images.
 */
export async function editExpert<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal, checkStored, alsoStore }: EditOptions,
  view = identityView as View<Expert, T>,
): Promise<T> {
  const row = await expertForAdmin(editor, key);
  const fields = toRecordFields(asObject(input), recordOf(row));
  const fieldsWithImages = await withStoredImages(editor, fields, { storedRecord: row, origin });
  const copies = await copyImages(editor, { name: row.name, ...fieldsWithImages });
  const record = withCopies(fieldsWithImages, copies);
  const expectedUpdatedAt = typeof fields.updatedAt === "string" ? fields.updatedAt : undefined;
  const name = typeof fieldsWithImages.name === "string" ? fieldsWithImages.name : row.name;
  const support = await readSupport(fields.support, name, { signal });
  const hasComparison = await isCompared(recordOf(row), record, { compared: fields.compared, name });
  const goneLinks = await goneLinksOf(row.rowId, { name, record, accepted: fields.accepted, signal });
  return withFourEyes(editor, async (tx) => {
    const storedRow = await expertRow(tx, row.rowId);
    checkStored?.(storedRow);
    const { notes, sortName, state, publishAt, version } = fields;
    const editorFields = { notes, sortName, state, publishAt };
    // A record that changed since is refused below, with what changed in it.
    if ((expectedUpdatedAt ?? storedRow.updatedAt) === storedRow.updatedAt)
      await refuseStaleEditorFields(tx, editor, storedRow, { ...editorFields, version, updatedAt: expectedUpdatedAt });
    const { row: savedRow } = await publish(tx, editor, "experts", {
      cause: "edited",
      rowId: row.rowId,
      record,
      expectedUpdatedAt,
      relistReason: fields.relistReason,
      isCompared: hasComparison,
      sentences: { accepted: fields.accepted, support, reason: fields.acceptedReason },
      links: { gone: goneLinks, problems: copies.problems },
    });
    await alsoStore?.(tx, savedRow);
    const { relistReason } = fields;
    const changedRow = await changeEditorFields(tx, editor, savedRow, { ...editorFields, relistReason });
    return view(toExpert(changedRow), tx);
  });
}

/** Thrown when the name or website may belong to a listed person. */
export class SamePerson extends AppError {
  constructor(readonly duplicates: Duplicate[]) {
    super("conflict", "This person may be in the directory already.");
  }
}

/**
 * Adds an expert, or returns the expert that this editor added with the same content before. `seen` lists the duplicates that
 * the editor confirmed. Sentences of AI need a source, and identifiers a comparison, as in `editExpert`. Throws "invalid", SamePerson, UnsupportedEdit.
 */
export async function createExpert<T = Expert>(
  editor: Editor,
  input: unknown,
  { origin, seen, signal }: { origin: string; seen?: string[]; signal?: AbortSignal },
  view = identityView as View<Expert, T>,
): Promise<T> {
  const { accepted, relistReason, compared, support: supportInput, acceptedReason: reason } = asObject(input);
  const editorFields = newEditorFields(asObject(input));
  const fields = toRecordFields(asObject(input), NO_RECORD);
  const fieldsWithImages = await withStoredImages(editor, fields, { storedRecord: NO_RECORD, origin });
  const copies = await copyImages(editor, fieldsWithImages);
  const changes = changesTo(NO_RECORD, withCopies(fieldsWithImages, copies));
  const support = await readSupport(supportInput, changes.name ?? "", { signal });
  const hasComparison = await isCompared(withoutIdentifiers({ ...NO_RECORD, ...changes }), changes, { compared });
  const goneLinks = await goneLinksOf(null, { name: changes.name ?? "", record: changes, accepted, signal });
  return withFourEyes(editor, async (tx) => {
    const existingExpert = await findEarlierAddition(tx, editor, changes);
    if (existingExpert) return view(existingExpert, tx);
    const links = [...(changes.referenceLinks ?? []), ...identityUrls(changes)];
    const duplicates = seen ? await possibleDuplicates({ name: changes.name ?? "", links }, tx) : [];
    if (duplicates.some(({ key }) => !seen?.includes(key))) throw new SamePerson(duplicates);
    if (editorFields.state === "scheduled") await refuseScheduling(tx, changes);
    const { row: createdRow } = await publish(tx, editor, "experts", {
      cause: "created",
      record: changes,
      relistReason,
      isCompared: hasComparison,
      sentences: { accepted, support, reason },
      links: { gone: goneLinks, problems: copies.problems },
      editorValues: editorFields,
    });
    return view(toExpert(createdRow), tx);
  });
}

/** Returns the dead links of a record with AI text; none for other records, whose dead links are no problem. */
async function goneLinksOf(
  expertRowId: number | null,
  { name, record, accepted, signal }: { name: string; record: object; accepted: unknown; signal?: AbortSignal },
): Promise<GoneLink[]> {
  const subject = expertRowId === null ? null : await expertSubject(expertRowId, readDb);
  const currentProse: Prose = { ...subject?.record, ...record };
  const { aiFields = [], record: formerRecord = {} } = subject ?? {};
  const ids = await withUnmarkedTexts(
    readDb,
    { name, aiFields },
    { before: formerRecord, now: currentProse, accepted },
  );
  if (aiFields.length === 0 && !(Array.isArray(ids) && ids.length > 0)) return [];
  return findGoneLinks(referenceLinksOf({ record: currentProse }), { expertRowId, signal });
}

function asObject(input: unknown): Record<string, unknown> {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new AppError("invalid", "Send the expert as an object with its fields.");
}

async function findEarlierAddition(
  tx: Queryable,
  editor: Editor,
  input: Partial<ExpertRecord>,
): Promise<Expert | null> {
  const rows = await tx
    .selectFrom("experts")
    .innerJoin("expertRevisions", "expertRevisions.expertRowId", "experts.rowId")
    .selectAll("experts")
    .select("expertRevisions.after")
    .where("experts.sortName", "=", sortName(input.name ?? ""))
    .where("experts.deletedAt", "is", null)
    .where("expertRevisions.action", "=", "created")
    .where("expertRevisions.userId", "=", editor.id)
    .execute();
  // Ignores the slug if the input has none, because the site made the stored slug.
  const textOf = (record: Partial<ExpertRecord>) =>
    JSON.stringify(EXPERT_FIELDS.map((field) => (field === "slug" && !input.slug ? null : record[field])));
  const earlierAddition = rows.find(({ after }) => textOf(JSON.parse(after)) === textOf(input));
  if (!earlierAddition) return null;
  const { after: _after, ...row } = earlierAddition;
  return toExpert(row);
}
