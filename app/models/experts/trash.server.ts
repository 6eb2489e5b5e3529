/** The trash: deleted experts stay there for 30 days (decision D28). */
import { db, type ExpertRow, type Queryable, readDb, unindexExperts } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { after } from "~/models/records/updated-at.server";
import { expertForAdmin, noteExpert } from "./admin-list.server";
import { addRevisions, lockedRow } from "./edit.server";
import { type Expert, toExpert } from "./experts.server";
import { joinFeatured, leaveFeatured } from "./featured-positions.server";
import { publishListings } from "./publish.server";
import { freeSlug } from "./slugs.server";

export const TRASH_DAYS = 30;
export const TRASH_PAGE_SIZE = 20;

/**
 * Puts an expert into the trash: out of every list, the search and its page. Nothing happens when it is there already.
 *
 * @param key the id, or an address the expert has or had.
 * @throws AppError "missing".
 */
export async function trashExpert(admin: Admin, key: string): Promise<void> {
  const { rowId } = await expertForAdmin(admin, key);
  await db.transaction().execute(async (tx) => {
    const row = await lockedRow(tx, rowId);
    if (row.deletedAt) return;
    await putInTrash(tx, admin, row, "trashed");
    await noteExpert(tx, admin, "expert deleted", row);
  });
}

/** `trashExpert` as a part of a transaction. @param attached kept with the revision. */
export async function putInTrash(
  tx: Queryable,
  admin: Admin,
  row: ExpertRow,
  action: "trashed" | "merged",
  attached: Record<string, unknown> = {},
): Promise<void> {
  const { rowId, featuredPosition } = row;
  const at = after(row.updatedAt);
  await leaveFeatured(tx, rowId);
  await tx.updateTable("experts").set({ deletedAt: at, updatedAt: at }).where("rowId", "=", rowId).execute();
  await tx.deleteFrom("listing").where("expertRowId", "=", rowId).execute();
  await tx.deleteFrom("websiteHosts").where("expertRowId", "=", rowId).execute();
  await unindexExperts(tx, [rowId]);
  const wasFeatured = featuredPosition !== null;
  const before = wasFeatured ? { featured: true, featuredPosition } : {};
  const now = { ...(wasFeatured && { featured: false }), ...attached };
  await addRevisions(tx, admin, [{ expertRowId: rowId, action, before, after: now, at }]);
}

/**
 * Takes an expert out of the trash: everything as it was, the place among the featured included. Its address comes back
 * from whoever it led to meanwhile. Nothing happens when it is public already.
 *
 * @throws AppError "missing".
 */
export async function restoreExpert(admin: Admin, key: string): Promise<Expert> {
  const { rowId } = await expertForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    const row = await lockedRow(tx, rowId);
    if (!row.deletedAt) return toExpert(row);
    const place = await formerPlace(tx, rowId);
    const updatedAt = after(row.updatedAt);
    const slug = await reclaimSlug(tx, row);
    await tx.updateTable("experts").set({ deletedAt: null, slug, updatedAt }).where("rowId", "=", rowId).execute();
    if (place !== null) await joinFeatured(tx, rowId, place);
    await publishListings(tx, [rowId]);
    const before = { ...(place !== null && { featured: false }), ...(slug !== row.slug && { slug: row.slug }) };
    const now = { ...(place !== null && { featured: true }), ...(slug !== row.slug && { slug }) };
    const revision = { expertRowId: rowId, action: "restored", before, after: now, at: updatedAt } as const;
    await addRevisions(tx, admin, [revision]);
    await noteExpert(tx, admin, "expert restored", row);
    return toExpert(await lockedRow(tx, rowId));
  });
}

/** The place among the featured that the expert had when it went to the trash; null when it had none. */
async function formerPlace(tx: Queryable, rowId: number): Promise<number | null> {
  const leaving = await leavingOf(tx, rowId);
  const place: unknown = JSON.parse(leaving?.before ?? "{}").featuredPosition;
  return typeof place === "number" ? place : null;
}

/** The address that the expert had, unless it is somebody's only one now. */
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
  const mine = isFree ? slug : await freeSlug(slug, id, async (candidate) => (await ownerOf(candidate)) !== undefined);
  await tx
    .insertInto("slugs")
    .values({ slug: mine, expertRowId: rowId })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ expertRowId: rowId }))
    .execute();
  return mine;
}

/**
 * Removes an expert who is in the trash, with its history. Articles and submissions keep the name; changes to it that
 * wait are turned down, because there is nothing left to change.
 *
 * @throws AppError "missing", or "conflict" when it is not in the trash.
 */
export async function purgeExpert(admin: Admin, key: string): Promise<void> {
  const { rowId } = await expertForAdmin(admin, key);
  await db.transaction().execute(async (tx) => {
    const row = await lockedRow(tx, rowId);
    if (!row.deletedAt) throw new AppError("conflict", `${row.name} is not in the trash.`);
    await remove(tx, rowId, admin.id);
    await noteExpert(tx, admin, "expert deleted for good", row);
  });
}

/** Removes who has been in the trash for 30 days: part of the housekeeping. @returns how many. */
export async function purgeOldExperts(): Promise<number> {
  const over = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("deletedAt", "<", new Date(Date.now() - TRASH_DAYS * DAY).toISOString())
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { rowId } of over) await db.transaction().execute((tx) => remove(tx, rowId, null));
  return over.length;
}

const DAY = 24 * 60 * 60_000;
/** The next hour has room for more. */
const MOST_AT_ONCE = 500;

async function remove(tx: Queryable, rowId: number, reviewedBy: string | null): Promise<void> {
  const inTrash = tx
    .updateTable("experts")
    .set((eb) => ({ updatedAt: eb.ref("updatedAt") }))
    .where("rowId", "=", rowId)
    .where("deletedAt", "is not", null)
    .returning("rowId");
  // Somebody may have restored it since it was found.
  if (!(await inTrash.executeTakeFirst())) return;
  const now = new Date().toISOString();
  await tx
    .updateTable("submissions")
    .set({ status: "rejected", reviewNotes: "This profile was removed.", reviewedAt: now, updatedAt: now, reviewedBy })
    .where("changesExpertRowId", "=", rowId)
    .where("status", "=", "pending")
    .execute();
  await tx.deleteFrom("experts").where("rowId", "=", rowId).execute();
}

export interface Trashed {
  id: string;
  name: string;
  title: string;
  deletedAt: string;
  /** Who did it; "" when that is not known. */
  deletedBy: string;
  /** Whole days until it goes for good. */
  daysLeft: number;
  /** The expert it became a part of; null when it was simply deleted. */
  mergedInto: { id: string; name: string } | null;
}

/** One page of the trash, the latest first; and whether there is more. @param page from 1. */
export async function expertTrash(_admin: Admin, page: number): Promise<{ trashed: Trashed[]; more: boolean }> {
  const rows = await readDb
    .selectFrom("experts")
    .leftJoin("expertRevisions as leaving", (join) =>
      join.on("leaving.rowId", "=", ({ selectFrom }) =>
        selectFrom("expertRevisions")
          .select("rowId")
          .whereRef("expertRowId", "=", "experts.rowId")
          .orderBy("rowId", "desc")
          .limit(1),
      ),
    )
    .select(["experts.id", "experts.name", "experts.title", "experts.deletedAt", "leaving.userName", "leaving.after"])
    .where("experts.deletedAt", "is not", null)
    .orderBy("experts.deletedAt", "desc")
    .limit(TRASH_PAGE_SIZE + 1)
    .offset((page - 1) * TRASH_PAGE_SIZE)
    .execute();
  const trashed = rows.slice(0, TRASH_PAGE_SIZE).map(({ userName, after, ...row }) => {
    const deletedAt = row.deletedAt as string;
    return {
      ...row,
      deletedAt,
      deletedBy: userName ?? "",
      daysLeft: Math.max(0, Math.ceil(TRASH_DAYS - (Date.now() - Date.parse(deletedAt)) / DAY)),
      mergedInto: JSON.parse(after ?? "{}").mergedInto ?? null,
    };
  });
  return { trashed, more: rows.length > TRASH_PAGE_SIZE };
}

/** What put an expert into the trash: nothing is noted about it while it is there. */
function leavingOf(from: Queryable, rowId: number) {
  return from
    .selectFrom("expertRevisions")
    .select(["userName", "before", "after"])
    .where("expertRowId", "=", rowId)
    .orderBy("rowId", "desc")
    .limit(1)
    .executeTakeFirst();
}
