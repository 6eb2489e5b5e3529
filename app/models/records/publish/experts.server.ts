/** The rules of profiles when they change. */
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { refuseOwnAiProfile, refuseUnseenAiText } from "~/models/base/accounts/four-eyes.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { indexArticlesAbout } from "~/models/records/articles/write.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { evidenceBefore } from "~/models/records/evidence/evidence.server";
import {
  type ExpertField,
  type ExpertRecord,
  IMAGE_FIELDS,
  NO_RECORD,
  SOURCED_FIELDS,
} from "~/models/records/experts/fields";
import { ExpertInput } from "~/models/records/experts/input.server";
import { changesTo, personIn, recordOf, withoutEmpty } from "~/models/records/experts/record.server";
import { noteReview } from "~/models/records/experts/reviews.server";
import { EXPERTS, expertRow, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { newIdentifiers, refuseTaken, refuseUncompared } from "~/models/records/experts/same-identifier.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { withTopicSlugs } from "~/models/records/experts/topics.server";
import { forgetLinks } from "~/models/records/links/stored-checks.server";
import { acceptedWith } from "~/models/records/provenance/handed-out.server";
import { acceptedTexts } from "~/models/records/provenance/provenance.server";
import { refuseRelisting } from "~/models/records/relisting/relisting.server";
import { joinFeatured, leaveFeatured } from "~/models/records/shared/featured.server";
import { addRevisions } from "~/models/records/shared/revisions.server";
import { freeSlug, isReserved, slugify } from "~/models/records/shared/slugs.server";
import { profileSubject, rowSubject } from "~/models/records/sources/subjects.server";
import { timeAfter } from "~/stored-times";
import { columnsOf, insertExperts, namesOf } from "./expert-rows.server";
import { type Draft, leavesSentences, type PublishedKind, type Texts, type Together, type Written } from "./kind";

type ProfileDraft = Draft<ExpertRow>;

/** Fields whose changes `forgetLinks` follows. */
const LINK_FIELDS = ["referenceLinks", ...IMAGE_FIELDS] as const;

export const experts: PublishedKind<ExpertRow, ExpertField> = {
  kind: EXPERTS,
  tidied: async (tx, record) => (await withTopicSlugs(tx, record)) as Record<string, unknown>,
  changesTo: changesIn,
  texts: textsOf,
  refuse,
  withheld: () => null,
  editorOf: ({ id }) => `/admin/experts/${id}`,
  write: (tx, editor, draft) => (draft.row ? change(tx, editor, draft, draft.row) : add(tx, editor, draft)),
  hasSentences,
  subject: (tx, row) => rowSubject(row, tx),
};

async function changesIn(tx: Queryable, { row, change, rules }: Omit<ProfileDraft, "changes">) {
  const present = row ? recordOf(row) : NO_RECORD;
  // Changes of many profiles name topics by their slugs.
  const input = change.together ? change.record : await withTopicSlugs(tx, change.record);
  const changes = changesTo(present, input, { isStored: rules.values === "stored" });
  if (!row) return changes;
  if (changes.slug) changes.slug = await usableSlug(tx, row, changes.slug);
  if (changes.slug === row.slug) delete changes.slug;
  return changes;
}

function hasSentences(fields: string[]): boolean {
  return SOURCED_FIELDS.some((field) => fields.includes(field));
}

/** Returns all texts, because everything in a profile is public. */
async function textsOf(tx: Queryable, draft: ProfileDraft): Promise<Texts> {
  const { row, change, changes, rules } = draft;
  const present = row ? recordOf(row) : NO_RECORD;
  const record = { ...present, ...changes } as ExpertRecord;
  const stored = row && !leavesSentences({ hasSentences }, draft) ? await rowSubject(row, tx) : null;
  const { sentences = {}, links } = change;
  const about = { name: record.name, aiFields: stored?.aiFields };
  const written = { before: row ? present : {}, now: changes };
  const isTyped = rules.values === "checked" && !sentences.from;
  const ids = isTyped ? await acceptedWith(tx, about, { ...written, accepted: sentences.accepted }) : undefined;
  const accepted = await acceptedTexts(tx, { before: present, now: record, accepted: ids });
  const { id, rowId } = row ?? { id: "", rowId: 0 };
  const aiFields = [...(stored?.aiFields ?? []), ...accepted.map(({ field }) => field)];
  const now = { ...profileSubject({ id, rowId, record }, aiFields), gone: links?.gone };
  return { before: stored ?? { ...now, record: {} }, now, accepted, ids, isPublic: true, isAppearing: false };
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
  const added = newIdentifiers(changes);
  await refuseTaken(tx, row?.rowId ?? null, added);
  if (rules.values === "checked") refuseUncompared(added, change.isCompared);
}

async function add(
  tx: Queryable,
  editor: Editor | null,
  draft: ProfileDraft,
): Promise<Written<ExpertRow, ExpertField>> {
  const { rules, changes, change } = draft;
  const expert = parse(ExpertInput, { name: "", ...changes });
  const [keys] = await insertExperts(tx, [expert], {
    origin: rules.origin ?? "editor",
    stored: change.beside && [change.beside],
  });
  const { rowId } = keys as { rowId: number };
  await publishListings(tx, [rowId]);
  if (editor && rules.isReview) await noteReview(tx, rowId);
  const row = await expertRow(tx, rowId);
  const after = withoutEmpty(recordOf(row));
  await addRevisions(tx, EXPERTS, editor, [{ rowId, action: rules.history, before: {}, after, at: row.updatedAt }]);
  return { row, changed: Object.keys(after) as ExpertField[], steps: [{ changes }] };
}

async function change(
  tx: Queryable,
  editor: Editor | null,
  { change, changes, rules }: ProfileDraft,
  row: ExpertRow,
): Promise<Written<ExpertRow, ExpertField>> {
  const { rowId } = row;
  const stored = recordOf(row);
  const changed = Object.keys(changes) as ExpertField[];
  if (changed.length === 0 && !change.attached) return { row, changed, steps: [] };

  const { featured: _, ...fields } = changes as Partial<ExpertRecord>;
  const updatedAt = timeAfter(row.updatedAt);
  const sorted = fields.name === undefined ? {} : namesOf(fields.name, row.givenSortName);
  const columns = { ...columnsOf(fields), ...sorted, updatedAt };
  await tx.updateTable("experts").set(columns).where("rowId", "=", rowId).execute();
  await updateDependents(tx, row, changes, change.together);
  const before = Object.fromEntries(changed.map((field) => [field, stored[field]]));
  const evidence = hasSentences(changed) ? await evidenceBefore(tx, { expertRowId: rowId }, changed) : {};
  const after = { ...changes, ...evidence, ...change.attached };
  const revision = { rowId, action: rules.history, before, after, at: updatedAt };
  const steps = [{ changes }];
  if (change.together) {
    change.together.revisions.push(revision);
    return { row: { ...row, ...columns }, changed, steps };
  }
  await addRevisions(tx, EXPERTS, editor, [revision]);
  return { row: await expertRow(tx, rowId), changed, steps };
}

/** Begins a change of many profiles in one transaction. */
export function together(rows: ExpertRow[]): Together {
  const byRowId = new Map(rows.map((row) => [row.rowId, row]));
  return { rows: byRowId, listed: [], featured: [], unfeatured: [], revisions: [], audited: [] };
}

/** Writes the consequences of changes of many profiles, before their transaction ends. */
export async function finish(
  tx: Queryable,
  editor: Editor,
  { listed, featured, unfeatured, revisions, audited }: Together,
): Promise<void> {
  await leaveFeatured(tx, FEATURED_EXPERTS, unfeatured);
  await joinFeatured(tx, FEATURED_EXPERTS, featured);
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
  together: Together | undefined,
): Promise<void> {
  const { slug, featured, name } = changes;
  const { rowId } = row;
  if (slug) {
    await tx
      .insertInto("slugs")
      .values({ slug, expertRowId: rowId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (LINK_FIELDS.some((field) => field in changes)) await forgetLinks(tx, rowId);
  if (together) {
    if (featured !== undefined) (featured ? together.featured : together.unfeatured).push(rowId);
    if (!row.deletedAt) together.listed.push(rowId);
  } else {
    if (featured !== undefined) await (featured ? joinFeatured : leaveFeatured)(tx, FEATURED_EXPERTS, [rowId]);
    if (!row.deletedAt) await publishListings(tx, [rowId]);
  }
  if (name) await indexArticlesAbout(tx, rowId);
}

async function usableSlug(tx: Queryable, row: ExpertRow, wanted: string): Promise<string> {
  const slug = slugify(wanted);
  const wrong = (message: string) => new AppError("invalid", message, { slug: message });
  if (!slug) throw wrong("Please use letters from a to z, digits and hyphens.");
  const owner = tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug);
  if ((await owner.executeTakeFirst())?.expertRowId === row.rowId) return slug;
  const isTaken = async (candidate: string) => (await takenSlugs(tx, [candidate])).has(candidate);
  if (!isReserved(slug) && !(await isTaken(slug))) return slug;
  const free = await freeSlug(slug, row.id, isTaken);
  throw wrong(`The address /${slug} is taken; /${free} is free.`);
}
