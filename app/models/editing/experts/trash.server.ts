import { z } from "zod";
import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { personIn } from "~/models/records/experts/record.server";
import { EXPERTS, FEATURED_EXPERTS, imagesOfProfiles } from "~/models/records/experts/rows.server";
import { newIdentifiers, refuseTaken } from "~/models/records/experts/same-identifier.server";
import { refuseRelisting } from "~/models/records/relisting/relisting.server";
import { addToFeatured, removeFromFeatured } from "~/models/records/shared/featured.server";
import { identityView, type View } from "~/models/records/shared/kind";
import { addRevisions, type NewRevision } from "~/models/records/shared/revisions.server";
import { freeSlug } from "~/models/records/shared/slugs.server";
import { type Merged, type RestoredRecord, trashOf } from "~/models/records/shared/trash.server";
import { timeAfter } from "~/stored-times";
import { BULK_LIMITS } from "./bulk-limits";

const expertTrashBin = trashOf(EXPERTS, {
  columns: ["name"],
  hide,
  show: takeOut,
  blockedRows: selectWithOpenRemoval,
  async purge(tx, rowId) {
    await tx.deleteFrom("experts").where("rowId", "=", rowId).execute();
  },
  images: (from, row) => imagesOfProfiles(from, [row]),
});

/** Selects profiles with an open request for removal. They are not purged, because deciding about the request needs the profile. */
async function selectWithOpenRemoval(from: Queryable, rowIds: number[]): Promise<{ rowIds: number[]; reason: string }> {
  const reason = "the person asked to be taken off. Please decide about that first, at /admin/requests.";
  if (rowIds.length === 0) return { rowIds: [], reason };
  const removals = from.selectFrom("requests").select("expertRowId").where("kind", "=", "removal");
  const rows = await removals.where("status", "in", ["open", "unconfirmed"]).execute();
  const expertRowIds = new Set(rows.map(({ expertRowId }) => expertRowId));
  return { rowIds: rowIds.filter((rowId) => expertRowIds.has(rowId)), reason };
}

export const {
  trash: trashExpert,
  putIn: putInTrash,
  purge: purgeExpert,
  purgeOld: purgeOldExperts,
  remove: removeExpertForGood,
  page: expertTrash,
} = expertTrashBin;

/**
 * Takes an expert out of the trash. Throws "missing"; "conflict" for a person who asked not to be listed, without a reason,
 * and while another profile has the person's identifier.
 */
export async function restoreExpert<T = Expert>(
  editor: Editor,
  key: string,
  { relistReason }: { relistReason?: unknown } = {},
  view = identityView as View<Expert, T>,
): Promise<T> {
  const viewOfRow: View<ExpertRow, T> = (row, tx) => view(toExpert(row), tx);
  return expertTrashBin.restore(editor, key, viewOfRow, refusalOf(editor, relistReason));
}

function refusalOf(editor: Editor, reason?: unknown) {
  return (tx: Queryable, row: ExpertRow) => refuseRelisting(tx, personIn(row), { editor, reason });
}

export const Ids = z.object({
  ids: z
    .array(z.string("Send the ids as texts."), "Select at least one expert.")
    .transform((ids) => [...new Set(ids)])
    .pipe(
      z
        .array(z.string())
        .min(1, "Select at least one expert.")
        .max(BULK_LIMITS.trash, `Select at most ${BULK_LIMITS.trash} experts.`),
    ),
});

/** Moves up to 100 experts to the trash, all or none; returns the ids of the experts that existed. Throws "invalid". */
export async function trashExperts(editor: Editor, input: unknown): Promise<string[]> {
  return expertTrashBin.trashAll(editor, parse(Ids, input).ids);
}

/** Restores experts, all or none, to the featured positions that they had. Throws "invalid", "conflict". */
export async function restoreExperts(editor: Editor, input: unknown): Promise<string[]> {
  return expertTrashBin.restoreAll(editor, parse(Ids, input).ids, refusalOf(editor));
}

/** Returns the experts among up to 100 ids that are in the trash. */
export async function expertsInTrash(_editor: Editor, ids: string[]): Promise<{ id: string; name: string }[]> {
  const experts = readDb
    .selectFrom("experts")
    .select(["id", "name"])
    .where("id", "in", ids.slice(0, BULK_LIMITS.trash));
  return experts.where("deletedAt", "is not", null).execute();
}

async function hide(tx: Queryable, editor: Editor | null, rows: ExpertRow[], merged?: Merged): Promise<void> {
  const rowIds = rows.map(({ rowId }) => rowId);
  const at = rows
    .map(({ updatedAt }) => timeAfter(updatedAt))
    .sort()
    .at(-1) as string;
  await removeFromFeatured(tx, FEATURED_EXPERTS, rowIds);
  await tx.updateTable("experts").set({ deletedAt: at, updatedAt: at }).where("rowId", "in", rowIds).execute();
  const action = merged ? "merged" : "trashed";
  const revisions: NewRevision[] = rows.map(({ rowId, featuredPosition }) => {
    const wasFeatured = featuredPosition !== null;
    const before = wasFeatured ? { featured: true, featuredPosition } : {};
    return { rowId, action, before, after: { ...(wasFeatured && { featured: false }), ...merged }, at };
  });
  await addRevisions(tx, EXPERTS, editor, revisions);
}

async function takeOut(tx: Queryable, editor: Editor, restoredRecords: RestoredRecord<ExpertRow>[]): Promise<void> {
  const revisions: NewRevision[] = [];
  for (const { row, position } of restoredRecords) {
    const { rowId } = row;
    const updatedAt = timeAfter(row.updatedAt);
    await refuseTaken(tx, rowId, newIdentifiers(row));
    const slug = await reclaimSlug(tx, row);
    await tx.updateTable("experts").set({ deletedAt: null, slug, updatedAt }).where("rowId", "=", rowId).execute();
    if (position !== null) await addToFeatured(tx, FEATURED_EXPERTS, [rowId], position);
    const before = { ...(position !== null && { featured: false }), ...(slug !== row.slug && { slug: row.slug }) };
    const after = { ...(position !== null && { featured: true }), ...(slug !== row.slug && { slug }) };
    revisions.push({ rowId, action: "restored", before, after, at: updatedAt });
  }
  await addRevisions(tx, EXPERTS, editor, revisions);
}

/** Gives a restored profile its former slug, or a free slug if another expert uses the former slug now. Returns the slug. */
async function reclaimSlug(tx: Queryable, { rowId, slug, id }: ExpertRow): Promise<string> {
  const ownerOf = (candidate: string) =>
    tx
      .selectFrom("slugs")
      .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
      .select(["experts.rowId", "experts.slug"])
      .where("slugs.slug", "=", candidate)
      .executeTakeFirst();
  const owner = await ownerOf(slug);
  if (owner?.rowId === rowId) return slug;
  const isFree = owner?.slug !== slug;
  const usableSlug = isFree
    ? slug
    : await freeSlug(slug, id, async (candidate) => (await ownerOf(candidate)) !== undefined);
  await tx
    .insertInto("slugs")
    .values({ slug: usableSlug, expertRowId: rowId })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ expertRowId: rowId }))
    .execute();
  return usableSlug;
}
