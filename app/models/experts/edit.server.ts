import type { ExpertRevisionsTable, ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { indexArticlesAbout } from "~/models/articles/write.server";
import { evidenceBefore } from "~/models/evidence/evidence.server";
import { forgetLinks } from "~/models/links/stored-checks.server";
import { refuseStaleEdit } from "~/models/records/edit-conflict.server";
import { joinFeatured, leaveFeatured } from "~/models/records/featured.server";
import { addRevisions, timeAfter } from "~/models/records/revisions.server";
import { parse } from "~/models/records/validation.server";
import { type Person, refuseRelisting } from "~/models/requests/relisting.server";
import { type Expert, toExpert } from "./experts.server";
import { type ExpertField, type ExpertRecord, IMAGE_FIELDS, NO_RECORD } from "./fields";
import { sortName } from "./names.server";
import { publishListings } from "./publish.server";
import { changesTo, recordOf } from "./record.server";
import { EXPERTS, expertRow, FEATURED_EXPERTS } from "./rows.server";
import { newIdentifiers, refuseTaken, refuseUncompared } from "./same-identifier.server";
import { freeSlug, RESERVED_SLUGS, slugify } from "./slugs.server";
import { columnsOf, ExpertInput, insertExpert, takenSlugs } from "./write.server";

type Action = ExpertRevisionsTable["action"];

export interface Save {
  /** null adds an expert. */
  rowId: number | null;
  record: Partial<ExpertInput>;
  action: Action;
  /** Refuses the write when the record is newer. */
  expectedUpdatedAt?: string;
  /** Stored in the revision, which is written even when no field changed. */
  attached?: Record<string, unknown>;
  /** Why a person who asked not to be listed is listed. */
  relistReason?: unknown;
  /** Whether the person behind new identifiers was compared, see `isCompared`. */
  isCompared?: boolean;
}

/** Stored values keep older, wider limits; what stood on a profile before was compared then. */
const KNOWN: Action[] = ["imported", "restored", "merged"];

/** `forgetLinks` runs after a change to these fields. */
const LINK_FIELDS = ["referenceLinks", ...IMAGE_FIELDS] as const;

export interface Saved {
  rowId: number;
  expert: Expert;
  changed: ExpertField[];
}

/** Writes the changed fields and all that depends on them. Throws "missing", "invalid", "conflict", EditConflict. */
export async function saveExpert(tx: Queryable, editor: Editor | null, save: Save): Promise<Saved> {
  return save.rowId === null ? add(tx, editor, save) : change(tx, editor, save.rowId, save);
}

const ORIGINS: Partial<Record<Action, string>> = { approved: "submission", imported: "import" };

async function add(tx: Queryable, editor: Editor | null, save: Save): Promise<Saved> {
  const { record, action, relistReason } = save;
  const given = changesTo(NO_RECORD, record, { known: KNOWN.includes(action) });
  await refuseRelisting(tx, personIn(given), { editor, reason: relistReason });
  await refuseWrongIdentifiers(tx, null, given, save);
  const expert = parse(ExpertInput, { name: "", ...given });
  const keys = await insertExpert(tx, expert, ORIGINS[action] ?? "editor");
  if (isReview(editor, action)) await noteReview(tx, keys.rowId);
  const row = await expertRow(tx, keys.rowId);
  const after = withoutEmpty(recordOf(row));
  await addRevisions(tx, EXPERTS, editor, [{ rowId: keys.rowId, action, before: {}, after, at: row.updatedAt }]);
  return { rowId: keys.rowId, expert: toExpert(row), changed: Object.keys(after) as ExpertField[] };
}

async function change(tx: Queryable, editor: Editor | null, rowId: number, save: Save): Promise<Saved> {
  const row = await expertRow(tx, rowId);
  if (row.deletedAt) throw new AppError("conflict", `${row.name} is in the trash. Restore it first.`);
  const stored = recordOf(row);
  const { expectedUpdatedAt, record: mine } = save;
  await refuseStaleEdit(tx, EXPERTS, row, { expectedUpdatedAt, mine });
  const changes = changesTo(stored, save.record, { known: KNOWN.includes(save.action) });
  await refuseRelisting(tx, personIn(changes), { editor, reason: save.relistReason });
  await refuseWrongIdentifiers(tx, rowId, changes, save);
  if (changes.slug) changes.slug = await usableSlug(tx, row, changes.slug);
  if (changes.slug === row.slug) delete changes.slug;
  const changed = Object.keys(changes) as ExpertField[];
  if (isReview(editor, save.action)) row.reviewedAt = await noteReview(tx, rowId);
  if (changed.length === 0 && !save.attached) return { rowId, expert: toExpert(row), changed };

  const { featured: _, ...fields } = changes;
  const updatedAt = timeAfter(row.updatedAt);
  const sorted = fields.name === undefined ? {} : { sortName: sortName(fields.name) };
  const columns = { ...columnsOf(fields), ...sorted, updatedAt };
  await tx.updateTable("experts").set(columns).where("rowId", "=", rowId).execute();
  await updateDependents(tx, rowId, changes);
  const before = Object.fromEntries(changed.map((field) => [field, stored[field]]));
  const known = await evidenceBefore(tx, { expertRowId: rowId }, changed);
  const revision = { before, after: { ...changes, ...known, ...save.attached }, at: updatedAt };
  await addRevisions(tx, EXPERTS, editor, [{ rowId, action: save.action, ...revision }]);
  return { rowId, expert: toExpert(await expertRow(tx, rowId)), changed };
}

async function refuseWrongIdentifiers(
  tx: Queryable,
  rowId: number | null,
  changes: Partial<ExpertRecord>,
  { action, isCompared }: Save,
): Promise<void> {
  const added = newIdentifiers(changes);
  await refuseTaken(tx, rowId, added);
  if (!KNOWN.includes(action)) refuseUncompared(added, isCompared);
}

/** Slugs, link checks, featured order, listings and search follow the changed fields. */
async function updateDependents(tx: Queryable, rowId: number, changes: Partial<ExpertRecord>): Promise<void> {
  const { slug, featured, name } = changes;
  if (slug) {
    await tx
      .insertInto("slugs")
      .values({ slug, expertRowId: rowId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (LINK_FIELDS.some((field) => field in changes)) await forgetLinks(tx, rowId);
  if (featured === true) await joinFeatured(tx, FEATURED_EXPERTS, rowId);
  if (featured === false) await leaveFeatured(tx, FEATURED_EXPERTS, rowId);
  await publishListings(tx, [rowId]);
  if (name) await indexArticlesAbout(tx, rowId);
}

/** Whom a record is about, by its name and the identifiers in it. */
export function personIn(record: object): Person {
  const { name, orcid, wikidata, openalex, referenceLinks } = record as Record<string, unknown>;
  const identifiers = [orcid, wikidata, openalex, referenceLinks];
  return { name: typeof name === "string" ? name : undefined, identifiers };
}

function isReview(editor: Editor | null, action: Action): boolean {
  return editor !== null && ["approved", "created", "edited"].includes(action);
}

async function noteReview(tx: Queryable, rowId: number): Promise<string> {
  const reviewedAt = new Date().toISOString();
  await tx.updateTable("experts").set({ reviewedAt }).where("rowId", "=", rowId).execute();
  await tx.updateTable("listing").set({ reviewedAt }).where("expertRowId", "=", rowId).execute();
  return reviewedAt;
}

async function usableSlug(tx: Queryable, row: ExpertRow, wanted: string): Promise<string> {
  const slug = slugify(wanted);
  const wrong = (message: string) => new AppError("invalid", message, { slug: message });
  if (!slug) throw wrong("Please use letters from a to z, digits and hyphens.");
  const owner = tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug);
  if ((await owner.executeTakeFirst())?.expertRowId === row.rowId) return slug;
  const isTaken = async (candidate: string) => (await takenSlugs(tx, [candidate])).has(candidate);
  if (!RESERVED_SLUGS.has(slug) && !(await isTaken(slug))) return slug;
  const free = await freeSlug(slug, row.id, isTaken);
  throw wrong(`The address /${slug} is taken; /${free} is free.`);
}

export function withoutEmpty(record: ExpertRecord): Partial<ExpertRecord> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value)),
  );
}
