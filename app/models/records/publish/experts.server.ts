/** Applies the rules of profiles when they change. */
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { refuseOwnAiProfile, refuseUnseenAiText } from "~/models/base/accounts/four-eyes.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { renameRows } from "~/models/base/parts/trash.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { evidenceOfFields } from "~/models/records/evidence/evidence.server";
import {
  type ExpertField,
  type ExpertRecord,
  IMAGE_FIELDS,
  NO_RECORD,
  SOURCED_FIELDS,
} from "~/models/records/experts/fields";
import { PERSONAL_IDENTIFIERS, type PersonalIdentifier } from "~/models/records/experts/identifiers";
import { ExpertInput } from "~/models/records/experts/input.server";
import { changesTo, normalizeRecord, personIn, recordOf, withoutEmpty } from "~/models/records/experts/record.server";
import { storeReview } from "~/models/records/experts/reviews.server";
import { EXPERTS, expertRow, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { newIdentifiers, refuseTaken, refuseUncompared } from "~/models/records/experts/same-identifier.server";
import { deleteUnseenSlug, takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { withTopicSlugs } from "~/models/records/experts/topics.server";
import { deleteObsoleteChecks } from "~/models/records/links/stored-checks.server";
import { withUnmarkedTexts } from "~/models/records/provenance/handed-out.server";
import { acceptedTexts } from "~/models/records/provenance/provenance.server";
import { refuseRelisting } from "~/models/records/relisting/relisting.server";
import { addToFeatured, removeFromFeatured } from "~/models/records/shared/featured.server";
import { addRevisions } from "~/models/records/shared/revisions.server";
import { freeSlug, isReserved, slugify } from "~/models/records/shared/slugs.server";
import { profileSubject, rowSubject } from "~/models/records/sources/subjects.server";
import { timeAfter } from "~/stored-times";
import { columnsOf, insertExperts, namesOf } from "./expert-rows.server";
import { type Batch, type Draft, leavesSentences, type PublishedKind, type Texts, type Written } from "./kind";

type ProfileDraft = Draft<ExpertRow>;

/** Fields whose changes `deleteObsoleteChecks` follows. */
const LINK_FIELDS = ["referenceLinks", ...IMAGE_FIELDS] as const;

export const experts: PublishedKind<ExpertRow, ExpertField> = {
  kind: EXPERTS,
  normalizeRecord: async (tx, record, row) =>
    normalizeRecord((await withTopicSlugs(tx, record)) as Record<string, unknown>, recordOf(row)),
  changesTo: changesIn,
  texts: textsOf,
  refuse,
  storableChanges: () => null,
  editorOf: ({ id }) => `/admin/experts/${id}`,
  write: (tx, editor, draft) =>
    draft.row ? changeProfile(tx, editor, draft, draft.row) : addProfile(tx, editor, draft),
  hasSentences,
  subject: (tx, row) => rowSubject(row, tx),
};

async function changesIn(tx: Queryable, { row, change, rules }: Omit<ProfileDraft, "changes">) {
  const currentRecord = row ? recordOf(row) : NO_RECORD;
  // Changes of many profiles name topics by their slugs.
  const input = change.batch ? change.record : await withTopicSlugs(tx, change.record);
  const changes = changesTo(currentRecord, input, { isStored: rules.values === "stored" });
  if (!row) return changes;
  if (changes.slug) changes.slug = await checkedSlug(tx, row, changes.slug);
  if (changes.slug === row.slug) delete changes.slug;
  return changes;
}

function hasSentences(fields: string[]): boolean {
  return SOURCED_FIELDS.some((field) => fields.includes(field));
}

/** Returns all texts, because everything in a profile is public. */
async function textsOf(tx: Queryable, draft: ProfileDraft): Promise<Texts> {
  const { row, change, changes, rules } = draft;
  const currentRecord = row ? recordOf(row) : NO_RECORD;
  const record = { ...currentRecord, ...changes } as ExpertRecord;
  const storedSubject = row && !leavesSentences({ hasSentences }, draft) ? await rowSubject(row, tx) : null;
  const { sentences = {}, links } = change;
  const about = { name: record.name, aiFields: storedSubject?.aiFields };
  const textChange = { before: row ? currentRecord : {}, now: changes };
  const isTyped = rules.values === "checked" && !sentences.from;
  const ids = isTyped ? await withUnmarkedTexts(tx, about, { ...textChange, accepted: sentences.accepted }) : undefined;
  const accepted = await acceptedTexts(tx, { before: currentRecord, now: record, accepted: ids });
  const { id, rowId } = row ?? { id: "", rowId: 0 };
  const aiFields = [...(storedSubject?.aiFields ?? []), ...accepted.map(({ field }) => field)];
  const newSubject = { ...profileSubject({ id, rowId, record }, aiFields), gone: links?.gone };
  return {
    before: storedSubject ?? { ...newSubject, record: {} },
    now: newSubject,
    accepted,
    ids,
    isPublic: true,
    isAppearing: false,
  };
}

async function refuse(
  tx: Queryable,
  editor: Editor | null,
  { row, change, changes, rules }: ProfileDraft,
  { ids }: Texts,
): Promise<void> {
  if (editor && rules.fourEyes !== "no") {
    const { from } = change.sentences ?? {};
    if (from && "submissionRowId" in from.subject.of)
      await refuseOwnAiProfile(tx, editor, from.subject, from.subject.of.submissionRowId);
    else await refuseUnseenAiText(tx, row ?? { id: "", name: String(changes.name ?? "") }, ids);
  }
  const reason = rules.relisting === "never" ? undefined : change.relistReason;
  await refuseRelisting(tx, personIn(changes), { editor, reason });
  const addedIdentifiers = newIdentifiers(changes);
  await refuseTaken(tx, row?.rowId ?? null, addedIdentifiers);
  if (rules.values === "checked") refuseUncompared(addedIdentifiers, change.isCompared);
}

async function addProfile(
  tx: Queryable,
  editor: Editor | null,
  draft: ProfileDraft,
): Promise<Written<ExpertRow, ExpertField>> {
  const { rules, changes, change } = draft;
  const expert = parse(ExpertInput, { name: "", ...changes });
  const [keys] = await insertExperts(tx, [expert], {
    origin: rules.origin ?? "editor",
    storedValues: change.editorValues && [change.editorValues],
  });
  const { rowId } = keys as { rowId: number };
  await publishListings(tx, [rowId]);
  if (editor && rules.isReview) await storeReview(tx, rowId);
  const row = await expertRow(tx, rowId);
  const after = withoutEmpty(recordOf(row));
  await addRevisions(tx, EXPERTS, editor, [{ rowId, action: rules.history, before: {}, after, at: row.updatedAt }]);
  return { row, changed: Object.keys(after) as ExpertField[], steps: [{ changes }] };
}

async function changeProfile(
  tx: Queryable,
  editor: Editor | null,
  { change, changes, rules }: ProfileDraft,
  row: ExpertRow,
): Promise<Written<ExpertRow, ExpertField>> {
  const { rowId } = row;
  const storedRecord = recordOf(row);
  const changedFields = Object.keys(changes) as ExpertField[];
  if (changedFields.length === 0 && !change.attached) return { row, changed: changedFields, steps: [] };

  const { featured: _, ...fields } = changes as Partial<ExpertRecord>;
  const updatedAt = timeAfter(row.updatedAt);
  const names = fields.name === undefined ? {} : namesOf(fields.name, row.givenSortName);
  const columns = { ...columnsOf(fields), ...names, updatedAt };
  await tx.updateTable("experts").set(columns).where("rowId", "=", rowId).execute();
  await updateDependents(tx, row, changes, change.batch);
  const before = Object.fromEntries(changedFields.map((field) => [field, storedRecord[field]]));
  const evidence = hasSentences(changedFields) ? await evidenceOfFields(tx, { expertRowId: rowId }, changedFields) : {};
  const after = { ...changes, ...evidence, ...change.attached };
  const revision = { rowId, action: rules.history, before, after, at: updatedAt };
  const steps = [{ changes }];
  if (change.batch) {
    change.batch.revisions.push(revision);
    return { row: { ...row, ...columns }, changed: changedFields, steps };
  }
  await addRevisions(tx, EXPERTS, editor, [revision]);
  return { row: await expertRow(tx, rowId), changed: changedFields, steps };
}

/** Begins a change of many profiles in one transaction. */
export function beginBatch(rows: ExpertRow[], positions: Batch["positions"] = new Map()): Batch {
  const rowsByRowId = new Map(rows.map((row) => [row.rowId, row]));
  return { rows: rowsByRowId, listed: [], featured: [], unfeatured: [], positions, revisions: [], audited: [] };
}

/** Writes the consequences of changes of many profiles, before their transaction ends. */
export async function finishBatch(
  tx: Queryable,
  editor: Editor,
  { listed, featured, unfeatured, positions, revisions, audited }: Batch,
): Promise<void> {
  await removeFromFeatured(tx, FEATURED_EXPERTS, unfeatured);
  const appended = featured.filter((rowId) => !positions.has(rowId));
  for (const rowId of featured)
    if (!appended.includes(rowId)) await addToFeatured(tx, FEATURED_EXPERTS, [rowId], positions.get(rowId));
  await addToFeatured(tx, FEATURED_EXPERTS, appended);
  await publishListings(tx, listed);
  await addRevisions(tx, EXPERTS, editor, revisions);
  await auditAll(tx, editor, audited);
}

/**
 * Updates slugs, link checks, featured order, listings, search and the articles about somebody after changes of their
 * fields.
 */
async function updateDependents(
  tx: Queryable,
  row: ExpertRow,
  changes: Partial<ExpertRecord>,
  batch: Batch | undefined,
): Promise<void> {
  const { slug, featured, name } = changes;
  const { rowId } = row;
  if (slug) {
    await deleteUnseenSlug(tx, row);
    await tx
      .insertInto("slugs")
      .values({ slug, expertRowId: rowId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (LINK_FIELDS.some((field) => field in changes)) await deleteObsoleteChecks(tx, rowId);
  await deleteProposalsOfOthers(tx, row, changes);
  if (batch) {
    if (featured !== undefined) (featured ? batch.featured : batch.unfeatured).push(rowId);
    if (!row.deletedAt) batch.listed.push(rowId);
  } else {
    if (featured !== undefined) await (featured ? addToFeatured : removeFromFeatured)(tx, FEATURED_EXPERTS, [rowId]);
    if (!row.deletedAt) await publishListings(tx, [rowId]);
  }
  if (name) await renameRows(tx, { rowId, id: row.id, name });
}

/** Deletes the undecided works and portraits that were found by an identifier which proved to be somebody else's. */
async function deleteProposalsOfOthers(tx: Queryable, row: ExpertRow, changes: Partial<ExpertRecord>): Promise<void> {
  const isCorrected = (kind: PersonalIdentifier) => row[kind] !== "" && (changes[kind] ?? row[kind]) !== row[kind];
  if (isCorrected("openalex")) {
    const works = tx.deleteFrom("works").where("expertRowId", "=", row.rowId);
    await works.where("status", "=", "suggested").execute();
  }
  if (PERSONAL_IDENTIFIERS.some(isCorrected)) {
    const portraits = tx.deleteFrom("portraitCandidates").where("expertRowId", "=", row.rowId);
    await portraits.where("decision", "=", "").execute();
  }
}

async function checkedSlug(tx: Queryable, row: ExpertRow, wantedSlug: string): Promise<string> {
  const slug = slugify(wantedSlug);
  const slugError = (message: string) => new AppError("invalid", message, { slug: message });
  if (!slug) throw slugError("Please use letters from a to z, digits and hyphens.");
  const owner = tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug);
  if ((await owner.executeTakeFirst())?.expertRowId === row.rowId) return slug;
  const isTaken = async (candidate: string) => (await takenSlugs(tx, [candidate])).has(candidate);
  if (!isReserved(slug) && !(await isTaken(slug))) return slug;
  const freeAddress = await freeSlug(slug, row.id, isTaken);
  throw slugError(`The address /${slug} is taken; /${freeAddress} is free.`);
}
