/** Removes a person: the profile, and everything that the database contains about them. */

import type { ExpertRow, Queryable } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import type { Leaving } from "~/models/base/parts/part";
import { deleteRows } from "~/models/base/parts/rows.server";
import { imageIdsIn } from "~/models/base/uploads/address";
import { deleteUnusedImages, filesOf } from "~/models/base/uploads/unused.server";
import { submissionsAbout } from "~/models/editing/submissions/part.server";
import { personIn } from "~/models/records/experts/record.server";
import { expertRow, FEATURED_EXPERTS, imagesOfProfiles } from "~/models/records/experts/rows.server";
import { nameFinder } from "~/models/records/relisting/name-finder.server";
import { type Person, rememberGone, rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { removeFromFeatured } from "~/models/records/shared/featured.server";
import { storeRemovals } from "~/models/records/shared/removals.server";
import { PERSON_COLUMNS } from "~/models/whole/parts.server";
import { forgetNames } from "./forget-names.server";

export interface Removal {
  /** Stored files to delete once the transaction is committed. */
  files: string[];
  /** Current and former names, by which texts are found. */
  names: string[];
}

/**
 * Removes a person for good, and returns 410 at their addresses from now on. Puts them on the do-not-relist list. The
 * audit log shows the id of the `request` instead of the name. Throws "missing".
 */
export async function removePerson(
  tx: Queryable,
  admin: Admin | null,
  rowId: number,
  request: string,
): Promise<Removal> {
  const experts = await findProfiles(tx, await expertRow(tx, rowId));
  const rowIds = experts.map((row) => row.rowId);
  const slugs = await slugsOf(tx, rowIds);
  await rememberGone(tx, slugs);
  for (const expert of experts) await rememberNotToRelist(tx, personIn(expert));
  for (const person of await formerPeople(tx, experts)) await rememberNotToRelist(tx, person);

  const names = await namesOf(tx, experts);
  const images = await imagesOf(tx, experts, names);
  const leaving = { rowIds, ids: experts.map(({ id }) => id), names };
  await removeFromParts(tx, leaving);
  const featuredExperts = experts.filter(({ featuredPosition }) => featuredPosition !== null);
  await removeFromFeatured(
    tx,
    FEATURED_EXPERTS,
    featuredExperts.map((row) => row.rowId),
  );
  await storeRemovals(tx, "experts", rowIds);
  await tx.deleteFrom("experts").where("rowId", "in", rowIds).execute();
  await forgetNames(tx, leaving, await nameFinder([...names, ...slugs.filter((slug) => slug.includes("-"))]));
  const files = (await deleteUnusedImages(tx, images)).flatMap(filesOf);
  const subject = { subjectKind: "request", subjectId: request, subjectName: "A person" } as const;
  await audit(tx, admin, { action: "person removed at their wish", ...subject, detail: `request ${request}` });
  return { files, names };
}

/** Deletes the person's rows, as each part says. */
async function removeFromParts(tx: Queryable, leaving: Leaving): Promise<void> {
  for (const { name, table, column, answers } of PERSON_COLUMNS) {
    const { by, removal } = answers;
    if (removal === "deleted") await deleteRows(tx, name, table, column, by === "id" ? leaving.ids : leaving.rowIds);
    else if (typeof removal === "function") await removal(tx, leaving);
  }
}

async function slugsOf(tx: Queryable, rowIds: number[]): Promise<string[]> {
  const rows = await tx.selectFrom("slugs").select("slug").where("expertRowId", "in", rowIds).execute();
  return rows.map(({ slug }) => slug);
}

/** Returns the profile, and profiles in the trash with the same name or that were merged into it. */
export async function findProfiles(from: Queryable, expert: ExpertRow): Promise<ExpertRow[]> {
  const { rowId, sortName } = expert;
  const mergeRevisions = from
    .selectFrom("expertRevisions")
    .select("after")
    .where("expertRowId", "=", rowId)
    .where("action", "=", "merged");
  const ids = (await mergeRevisions.execute()).flatMap(({ after }) => (JSON.parse(after).merged?.id as string) ?? []);
  const trashedExperts = from
    .selectFrom("experts")
    .selectAll()
    .where("rowId", "!=", rowId)
    .where("deletedAt", "is not", null);
  const relatedExperts = trashedExperts.where((e) => e.or([e("sortName", "=", sortName), e("id", "in", ids)]));
  return [expert, ...(await relatedExperts.execute())];
}

/** Returns current and former names, also of profiles that were merged into these and purged since. */
export async function namesOf(tx: Queryable, experts: ExpertRow[]): Promise<string[]> {
  const formerNames = (await formerPeople(tx, experts)).flatMap(({ name }) => name || []);
  return [...new Set([...experts.map(({ name }) => name), ...formerNames])];
}

/**
 * Returns what the history has of a person: former names, and the names and identifiers of merged profiles. Leaves out
 * former identifiers, which an editor may have corrected because they are somebody else's.
 */
async function formerPeople(from: Queryable, experts: ExpertRow[]): Promise<Person[]> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const revisions = from.selectFrom("expertRevisions").select(["before", "after"]).where("expertRowId", "in", rowIds);
  return (await revisions.execute()).flatMap(({ before, after }): Person[] => {
    const { name } = personIn(JSON.parse(before));
    const { merged } = JSON.parse(after);
    return [...(name ? [{ name }] : []), ...(merged ? [personIn(merged)] : [])];
  });
}

/** Returns the ids of images in a profile, in its history, or in a submission about the person. */
async function imagesOf(tx: Queryable, experts: ExpertRow[], names: string[]): Promise<string[]> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const submissions = await submissionsAbout(tx, { rowIds, names }).select(["record", "sentRecord"]).execute();
  const savedImages = await tx
    .selectFrom("libraryImages")
    .select("imageId")
    .where("expertRowId", "in", rowIds)
    .execute();
  const shownImages = [...(await imagesOfProfiles(tx, experts)), ...imageIdsIn(submissions)];
  return [...new Set([...shownImages, ...savedImages.map(({ imageId }) => imageId)])];
}
