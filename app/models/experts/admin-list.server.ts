import { type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { acceptedWith } from "~/models/ai/handed-out.server";
import { noteAccepted } from "~/models/ai/provenance.server";
import { readSupport, settleEdit } from "~/models/evidence/edits.server";
import { expertSubject, referenceLinksOf } from "~/models/evidence/subjects.server";
import type { Prose } from "~/models/evidence/support";
import { isCompared, withoutIdentifiers } from "~/models/identity/compare.server";
import { copyImages, withCopies } from "~/models/images/copy.server";
import { withStoredImages } from "~/models/images/images.server";
import { type GoneLink, goneAmong, noteGone } from "~/models/links/open-links.server";
import { noteImageProblems } from "~/models/links/stored-checks.server";
import { asItIs, labelsOf, type View } from "~/models/records/kind";
import { refuseUnseenAiText, withFourEyes } from "~/models/site/four-eyes.server";
import { saveExpert } from "./edit.server";
import { type Expert, toExpert } from "./experts.server";
import { EXPERT_FIELDS, EXPERT_LABELS, type ExpertRecord, NO_RECORD } from "./fields";
import { identityPages } from "./identifiers";
import { sortName } from "./names.server";
import { inRecordFields } from "./other-forms.server";
import { type Duplicate, possibleDuplicates } from "./possible-duplicates.server";
import { changesTo, recordOf } from "./record.server";
import { expertForAdmin, noteExpert } from "./rows.server";

/**
 * Saves the given fields; `origin` is the request's, for data URLs. New sentences in a text of AI need `support` or an
 * `acceptedReason`, new identifiers of the person a reason or `compared`. Throws "invalid", "missing", "conflict",
 * EditConflict, UnsupportedEdit.
 */
export async function editExpert<T = Expert>(
  editor: Editor,
  key: string,
  input: unknown,
  { origin, signal }: { origin: string; signal?: AbortSignal },
  view = asItIs as View<Expert, T>,
): Promise<T> {
  const row = await expertForAdmin(editor, key);
  const given = inRecordFields(asObject(input), recordOf(row));
  const settled = await withStoredImages(editor, given, { stored: row, origin });
  const copies = await copyImages(editor, { name: row.name, ...settled });
  const record = withCopies(settled, copies);
  const expectedUpdatedAt = typeof given.updatedAt === "string" ? given.updatedAt : undefined;
  const name = typeof settled.name === "string" ? settled.name : row.name;
  const support = await readSupport(given.support, name, { signal });
  const comparison = await isCompared(recordOf(row), record, { compared: given.compared, name });
  const gone = await goneOfAi(row.rowId, { name, record, accepted: given.accepted, signal });
  return withFourEyes(editor, async (tx) => {
    const before = await expertSubject(row.rowId, tx);
    const written = { before: before.record, now: record as Prose, accepted: given.accepted };
    const ids = await acceptedWith(tx, { name, aiFields: before.aiFields }, written);
    await refuseUnseenAiText(tx, row, ids);
    const { relistReason } = given;
    const save = { rowId: row.rowId, record, action: "edited", expectedUpdatedAt, relistReason } as const;
    const { expert, changed } = await saveExpert(tx, editor, { ...save, isCompared: comparison });
    await noteImageProblems(tx, row.rowId, copies.problems);
    await noteGone(tx, row.rowId, gone);
    await noteAccepted(tx, editor, { expertRowId: row.rowId }, { before: toExpert(row), now: expert, accepted: ids });
    const now = await expertSubject(row.rowId, tx);
    await settleEdit(tx, editor, before, now, { support, reason: given.acceptedReason });
    if (changed.length > 0) await noteExpert(tx, editor, "expert edited", expert, labelsOf(EXPERT_LABELS, changed));
    return view(expert, tx);
  });
}

/** Thrown when the name or website may belong to a listed person. */
export class SamePerson extends AppError {
  constructor(readonly duplicates: Duplicate[]) {
    super("conflict", "This person may be in the directory already.");
  }
}

/**
 * Adds an expert once per content; `seen` lists the duplicates an admin confirmed. Sentences of AI need a source, and
 * identifiers a comparison, as in `editExpert`. Throws "invalid", SamePerson, UnsupportedEdit.
 */
export async function createExpert<T = Expert>(
  editor: Editor,
  input: unknown,
  { origin, seen, signal }: { origin: string; seen?: string[]; signal?: AbortSignal },
  view = asItIs as View<Expert, T>,
): Promise<T> {
  const { accepted, relistReason, compared, support: named, acceptedReason: reason } = asObject(input);
  const fields = inRecordFields(asObject(input), NO_RECORD);
  const settled = await withStoredImages(editor, fields, { stored: NO_RECORD, origin });
  const copies = await copyImages(editor, settled);
  const given = changesTo(NO_RECORD, withCopies(settled, copies));
  const support = await readSupport(named, given.name ?? "", { signal });
  const comparison = await isCompared(withoutIdentifiers({ ...NO_RECORD, ...given }), given, { compared });
  const gone = await goneOfAi(null, { name: given.name ?? "", record: given, accepted, signal });
  return withFourEyes(editor, async (tx) => {
    const before = await findSame(tx, editor, given);
    if (before) return view(before, tx);
    const written = { before: {}, now: given as Prose, accepted };
    const ids = await acceptedWith(tx, { name: given.name ?? "" }, written);
    await refuseUnseenAiText(tx, { id: "", name: given.name ?? "" }, ids);
    const links = [...(given.referenceLinks ?? []), ...identityPages(given)];
    const duplicates = seen ? await possibleDuplicates({ name: given.name ?? "", links }, tx) : [];
    if (duplicates.some(({ key }) => !seen?.includes(key))) throw new SamePerson(duplicates);
    const save = { rowId: null, record: given, action: "created", relistReason, isCompared: comparison } as const;
    const { expert, rowId } = await saveExpert(tx, editor, save);
    await noteAccepted(tx, editor, { expertRowId: rowId }, { before: NO_RECORD, now: expert, accepted: ids });
    await noteGone(tx, rowId, gone);
    const now = await expertSubject(rowId, tx);
    await settleEdit(tx, editor, { ...now, record: {} }, now, { support, reason });
    await noteImageProblems(tx, rowId, copies.problems);
    await noteExpert(tx, editor, "expert created", expert);
    return view(expert, tx);
  });
}

/** The links that are gone, of a record with text of AI: without such text nothing would stand against them. */
async function goneOfAi(
  expertRowId: number | null,
  { name, record, accepted, signal }: { name: string; record: object; accepted: unknown; signal?: AbortSignal },
): Promise<GoneLink[]> {
  const before = expertRowId === null ? null : await expertSubject(expertRowId, readDb);
  const now: Prose = { ...before?.record, ...record };
  const { aiFields = [], record: known = {} } = before ?? {};
  const ids = await acceptedWith(readDb, { name, aiFields }, { before: known, now, accepted });
  if (aiFields.length === 0 && !(Array.isArray(ids) && ids.length > 0)) return [];
  return goneAmong(referenceLinksOf({ record: now }), { expertRowId, signal });
}

function asObject(input: unknown): Record<string, unknown> {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new AppError("invalid", "Send the expert as an object with its fields.");
}

async function findSame(tx: Queryable, editor: Editor, given: Partial<ExpertRecord>): Promise<Expert | null> {
  const rows = await tx
    .selectFrom("experts")
    .innerJoin("expertRevisions", "expertRevisions.expertRowId", "experts.rowId")
    .selectAll("experts")
    .select("expertRevisions.after")
    .where("experts.sortName", "=", sortName(given.name ?? ""))
    .where("experts.deletedAt", "is", null)
    .where("expertRevisions.action", "=", "created")
    .where("expertRevisions.userId", "=", editor.id)
    .execute();
  // Without a slug in the input, the site made one.
  const textOf = (record: Partial<ExpertRecord>) =>
    JSON.stringify(EXPERT_FIELDS.map((field) => (field === "slug" && !given.slug ? null : record[field])));
  const same = rows.find(({ after }) => textOf(JSON.parse(after)) === textOf(given));
  if (!same) return null;
  const { after: _after, ...row } = same;
  return toExpert(row);
}
