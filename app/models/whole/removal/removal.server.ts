/** Leaving: a profile goes with everything that the database knows of the person. */

import { type ExpertRow, type Queryable, unindexImage } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import type { Leaving } from "~/models/base/parts/part";
import { deleteRows } from "~/models/base/parts/rows.server";
import { isUsed } from "~/models/editing/images/uses.server";
import { personIn } from "~/models/records/experts/record.server";
import { expertRow, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { nameFinder } from "~/models/records/relisting/name-finder.server";
import { rememberGone, rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { leaveFeatured } from "~/models/records/shared/featured.server";
import { noteRemovals } from "~/models/records/shared/removals.server";
import { TO_PERSONS } from "~/models/whole/parts.server";
import { forgetNames } from "./forget-names.server";

export interface Removal {
  /** Stored files to delete once the transaction is committed. */
  files: string[];
  /** Present and former names, to find texts with them. */
  names: string[];
}

/**
 * Removes a person for good: profile, history, submissions, drafts, jobs, mails, images and the name in the audit log.
 * The addresses answer 410 from now on, and the person is on the do-not-relist list. Throws "missing".
 *
 * @param request the id of the request, which the audit log shows in place of the name.
 */
export async function removeAtWish(
  tx: Queryable,
  admin: Admin | null,
  rowId: number,
  request: string,
): Promise<Removal> {
  const experts = await profilesOf(tx, await expertRow(tx, rowId));
  const rowIds = experts.map((row) => row.rowId);
  const slugs = await slugsOf(tx, rowIds);
  await rememberGone(tx, slugs);
  for (const expert of experts) await rememberNotToRelist(tx, personIn(expert));

  const images = await imagesOf(tx, experts);
  const names = await namesOf(tx, experts);
  const leaving = { rowIds, ids: experts.map(({ id }) => id), names };
  await leaveParts(tx, leaving);
  const featured = experts.filter(({ featuredPosition }) => featuredPosition !== null);
  await leaveFeatured(
    tx,
    FEATURED_EXPERTS,
    featured.map((row) => row.rowId),
  );
  await noteRemovals(tx, "experts", rowIds);
  await tx.deleteFrom("experts").where("rowId", "in", rowIds).execute();
  await forgetNames(tx, leaving, await nameFinder([...names, ...slugs.filter((slug) => slug.includes("-"))]));
  const files = await removeImages(tx, images);
  const subject = { subjectKind: "request", subjectId: request, subjectName: "A person" } as const;
  await audit(tx, admin, { action: "person removed at their wish", ...subject, detail: `request ${request}` });
  return { files, names };
}

/** Removes the rows of the person, as each part says. */
async function leaveParts(tx: Queryable, leaving: Leaving): Promise<void> {
  for (const { name, table, column, answers } of TO_PERSONS) {
    const { by, removal } = answers;
    if (removal === "goes") await deleteRows(tx, name, table, column, by === "id" ? leaving.ids : leaving.rowIds);
    else if (typeof removal === "function") await removal(tx, leaving);
  }
}

async function slugsOf(tx: Queryable, rowIds: number[]): Promise<string[]> {
  const rows = await tx.selectFrom("slugs").select("slug").where("expertRowId", "in", rowIds).execute();
  return rows.map(({ slug }) => slug);
}

/** Returns the profile, and those in the trash that have the same name or became a part of it. */
export async function profilesOf(from: Queryable, expert: ExpertRow): Promise<ExpertRow[]> {
  const { rowId, sortName } = expert;
  const merged = from
    .selectFrom("expertRevisions")
    .select("after")
    .where("expertRowId", "=", rowId)
    .where("action", "=", "merged");
  const ids = (await merged.execute()).flatMap(({ after }) => (JSON.parse(after).merged?.id as string) ?? []);
  const inTrash = from.selectFrom("experts").selectAll().where("rowId", "!=", rowId).where("deletedAt", "is not", null);
  const same = inTrash.where((e) => e.or([e("sortName", "=", sortName), e("id", "in", ids)]));
  return [expert, ...(await same.execute())];
}

/** Present and former names. */
export async function namesOf(tx: Queryable, experts: ExpertRow[]): Promise<string[]> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const revisions = tx.selectFrom("expertRevisions").select("before").where("expertRowId", "in", rowIds);
  const former = (await revisions.execute()).flatMap(({ before }) => (JSON.parse(before).name as string) || []);
  return [...new Set([...experts.map(({ name }) => name), ...former])];
}

/** Ids of the images that a profile, its history or a submission about it shows. */
async function imagesOf(tx: Queryable, experts: ExpertRow[]): Promise<string[]> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const revisions = await tx
    .selectFrom("expertRevisions")
    .select(["before", "after"])
    .where("expertRowId", "in", rowIds)
    .execute();
  const submissions = await tx
    .selectFrom("submissions")
    .select("record")
    .where((e) => e.or([e("expertRowId", "in", rowIds), e("changesExpertRowId", "in", rowIds)]))
    .execute();
  const saved = await tx.selectFrom("libraryImages").select("imageId").where("expertRowId", "in", rowIds).execute();
  const shown = JSON.stringify([experts, revisions, submissions]).matchAll(/\/uploads\/\w\w\/(\w{16})/g);
  return [...new Set([...Array.from(shown, ([, id]) => id as string), ...saved.map(({ imageId }) => imageId)])];
}

/** Deletes the images that nothing else shows; gives their files. */
async function removeImages(tx: Queryable, ids: string[]): Promise<string[]> {
  const files: string[] = [];
  for (const id of ids) {
    const row = await tx.selectFrom("images").select(["rowId", "files"]).where("id", "=", id).executeTakeFirst();
    if (!row || (await isUsed(tx, id))) continue;
    await tx.deleteFrom("images").where("rowId", "=", row.rowId).execute();
    await unindexImage(tx, row.rowId);
    files.push(...(JSON.parse(row.files) as { name: string }[]).map(({ name }) => name));
  }
  return files;
}
