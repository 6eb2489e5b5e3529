/** Leaving: a profile goes with everything that the database knows of the person. */

import { contains, type ExpertRow, type Queryable, unindexExperts, unindexImage } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { isUsed } from "~/models/editing/images/uses.server";
import { removeContent, unsaveImage } from "~/models/editing/library/write.server";
import { forgetVisits } from "~/models/readers/visits/sums.server";
import { personIn } from "~/models/records/experts/record.server";
import { expertRow, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { forgetSubject } from "~/models/records/publish/article-references.server";
import { rememberGone, rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { leaveFeatured } from "~/models/records/shared/featured.server";
import { forgetNames } from "./forget-names.server";
import { noteRemovals } from "./removals.server";

export interface Removal {
  /** Stored files to delete once the transaction is committed. */
  files: string[];
  /** What still says the name in its own text, for an admin to edit. */
  mentions: Mention[];
}

export interface Mention {
  title: string;
  href: string;
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
  const expert = await expertRow(tx, rowId);
  const experts = [expert, ...(await copiesInTrash(tx, expert))];
  const rowIds = experts.map((row) => row.rowId);
  const slugs = await slugsOf(tx, rowIds);
  await rememberGone(tx, slugs);
  await rememberNotToRelist(tx, personIn(expert));

  const images = await imagesOf(tx, experts);
  const names = await namesOf(tx, experts);
  await forgetArticles(tx, rowIds);
  await forgetLibrary(tx, rowIds);
  await forgetSubmissions(tx, expert, rowIds);
  const featured = experts.filter(({ featuredPosition }) => featuredPosition !== null);
  await leaveFeatured(
    tx,
    FEATURED_EXPERTS,
    featured.map(({ rowId }) => rowId),
  );
  await unindexExperts(tx, rowIds);
  await tx.deleteFrom("listing").where("expertRowId", "in", rowIds).execute();
  await forgetRequests(tx, rowIds);
  await noteRemovals(tx, "experts", rowIds);
  await tx.deleteFrom("experts").where("rowId", "in", rowIds).execute();
  await forgetNames(tx, [...names, ...slugs.filter((slug) => slug.includes("-"))]);
  await forgetVisits(tx, names);
  const files = await removeImages(tx, images);
  const subject = { subjectKind: "request", subjectId: request, subjectName: "A person" } as const;
  await audit(tx, admin, { action: "person removed at their wish", ...subject, detail: `request ${request}` });
  return { files, mentions: await mentionsOf(tx, expert.name) };
}

async function slugsOf(tx: Queryable, rowIds: number[]): Promise<string[]> {
  const rows = await tx.selectFrom("slugs").select("slug").where("expertRowId", "in", rowIds).execute();
  return rows.map(({ slug }) => slug);
}

/** Profiles of the same name that are in the trash, such as those that were merged into this one. */
async function copiesInTrash(tx: Queryable, { rowId, sortName }: ExpertRow): Promise<ExpertRow[]> {
  const same = tx.selectFrom("experts").selectAll().where("sortName", "=", sortName).where("rowId", "!=", rowId);
  return same.where("deletedAt", "is not", null).execute();
}

/** Present and former names. */
async function namesOf(tx: Queryable, experts: ExpertRow[]): Promise<string[]> {
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

/** Articles stay, without card, link and name beside their text. */
async function forgetArticles(tx: Queryable, rowIds: number[]): Promise<void> {
  const articles = await tx.selectFrom("articles").selectAll().where("expertRowId", "in", rowIds).execute();
  for (const article of articles) {
    await forgetSubject(tx, article);
    const of = article.rowId;
    const revisions = tx.selectFrom("articleRevisions").select(["rowId", "before", "after"]);
    for (const { rowId, before, after } of await revisions.where("articleRowId", "=", of).execute()) {
      const changes = { before: withoutExpert(before), after: withoutExpert(after) };
      await tx.updateTable("articleRevisions").set(changes).where("rowId", "=", rowId).execute();
    }
    const drafts = tx.selectFrom("articleDrafts").select(["userId", "fields"]).where("articleRowId", "=", of);
    for (const { userId, fields } of await drafts.execute()) {
      const draft = tx.updateTable("articleDrafts").set({ fields: withoutExpert(fields) });
      await draft.where("articleRowId", "=", of).where("userId", "=", userId).execute();
    }
  }
}

function withoutExpert(json: string): string {
  const { expert: _expert, expertId: _expertId, expertName: _expertName, ...rest } = JSON.parse(json);
  return JSON.stringify(rest);
}

/** What was asked about the person: that it was, stays; what was written, and by whom, goes, with the mails about it. */
async function forgetRequests(tx: Queryable, rowIds: number[]): Promise<void> {
  const about = await tx.selectFrom("requests").select("email").where("expertRowId", "in", rowIds).execute();
  const addresses = about.map(({ email }) => email).filter(Boolean);
  if (addresses.length > 0)
    await tx.deleteFrom("mails").where("recipient", "in", addresses).where("kind", "like", "report%").execute();
  const requests = tx.deleteFrom("requests").where("expertRowId", "in", rowIds);
  await requests.where((e) => e.or([e("kind", "in", ["claim", "work"]), e("status", "=", "unconfirmed")])).execute();
  const nothing = { says: "", should: "", source: "", message: "", email: "" };
  await tx.updateTable("requests").set(nothing).where("expertRowId", "in", rowIds).execute();
  await tx
    .updateTable("requests")
    .set({ status: "rejected", notes: "This profile was removed.", decidedAt: new Date().toISOString() })
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "open")
    .execute();
}

/** Saved texts and images about the person go: unlike articles, they were never public. */
async function forgetLibrary(tx: Queryable, rowIds: number[]): Promise<void> {
  const contents = await tx.selectFrom("libraryContents").select("rowId").where("expertRowId", "in", rowIds).execute();
  for (const content of contents) await removeContent(tx, content);
  const images = await tx.selectFrom("libraryImages").select("imageId").where("expertRowId", "in", rowIds).execute();
  for (const { imageId } of images) await unsaveImage(tx, imageId);
  await tx.deleteFrom("promotions").where("expertRowId", "in", rowIds).execute();
}

async function forgetSubmissions(tx: Queryable, { sortName, name }: ExpertRow, rowIds: number[]): Promise<void> {
  const about = await tx
    .selectFrom("submissions")
    .select(["rowId", "id"])
    .where((e) =>
      e.or([e("expertRowId", "in", rowIds), e("changesExpertRowId", "in", rowIds), e("foldedName", "=", sortName)]),
    )
    .execute();
  const ids = about.map(({ id }) => id);
  await tx.deleteFrom("suggestions").where("personName", "=", name).execute();
  if (ids.length === 0) return;
  await tx.deleteFrom("suggestions").where("subjectId", "in", ids).execute();
  await tx.deleteFrom("submissions").where("id", "in", ids).execute();
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

const MAX_MENTIONS = 100;

/** Articles and profiles whose own text says the name. */
export async function mentionsOf(from: Queryable, name: string): Promise<Mention[]> {
  const articles = await from
    .selectFrom("articles")
    .select(["id", "title"])
    .where((e) => e.or(["title", "excerpt", "body", "tags", "sources"].map((column) => contains(column, name))))
    .limit(MAX_MENTIONS)
    .execute();
  const experts = await from
    .selectFrom("experts")
    .select(["id", "name"])
    .where("name", "!=", name)
    .where((e) => e.or(["longevityContribution", "biography", "books"].map((column) => contains(column, name))))
    .limit(MAX_MENTIONS)
    .execute();
  return [
    ...articles.map(({ id, title }) => ({ title, href: `/admin/articles/${id}` })),
    ...experts.map(({ id, name: title }) => ({ title, href: `/admin/experts/${id}` })),
  ];
}
