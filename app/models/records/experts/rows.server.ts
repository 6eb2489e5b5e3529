import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type AuditEntry, audit } from "~/models/base/audit/audit.server";
import { sortByRowIds } from "~/models/base/input/paging.server";
import { imageIdsIn } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import type { FeaturedKind } from "~/models/records/shared/featured.server";
import type { RecordKind } from "~/models/records/shared/kind";
import { EXPERT_LABELS, type ExpertField } from "./fields";
import { isSame, recordOf } from "./record.server";
import { expertValueFormatter } from "./shown.server";

/** Finds an expert by id, slug or former slug, also in the trash. Throws "missing". */
export async function expertForAdmin(_editor: Editor, key: string): Promise<ExpertRow> {
  const byId = readDb.selectFrom("experts").selectAll().where("id", "=", key);
  const bySlug = readDb
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .selectAll("experts")
    .where("slugs.slug", "=", key.toLowerCase());
  return rowOrThrow((await byId.executeTakeFirst()) ?? (await bySlug.executeTakeFirst()));
}

export async function expertRow(tx: Queryable, rowId: number): Promise<ExpertRow> {
  return rowOrThrow(await tx.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirst());
}

async function expertRows(tx: Queryable, rowIds: number[]): Promise<ExpertRow[]> {
  return sortByRowIds(await tx.selectFrom("experts").selectAll().where("rowId", "in", rowIds).execute(), rowIds);
}

/** Returns the ids of the images that profiles show, or showed according to their history. */
export async function imagesOfProfiles(from: Queryable, experts: ExpertRow[]): Promise<string[]> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const revisions = from.selectFrom("expertRevisions").select(["before", "after"]).where("expertRowId", "in", rowIds);
  return imageIdsIn([experts, await revisions.execute()]);
}

function rowOrThrow(row: ExpertRow | undefined): ExpertRow {
  if (!row) throw new AppError("missing", "There is no such expert.");
  return row;
}

export function auditExpert(
  tx: Queryable,
  editor: Editor | null,
  action: string,
  { id, name }: { id: string; name: string },
  detail = "",
): Promise<void> {
  return audit(tx, editor, entryOf(action, { id, name }, detail));
}

function entryOf(action: string, { id, name }: { id: string; name: string }, detail = ""): AuditEntry {
  return { action, subjectKind: "expert", subjectId: id, subjectName: name, detail };
}

export const EXPERTS: RecordKind<ExpertRow, ExpertField> = {
  noun: "expert",
  table: "experts",
  revisions: "expertRevisions",
  owner: "expertRowId",
  labels: EXPERT_LABELS,
  nameOf: ({ name }) => name,
  recordOf,
  isSame,
  valueFormatter: expertValueFormatter,
  find: expertForAdmin,
  row: expertRow,
  rows: expertRows,
  entry: entryOf,
};

/** The caller renews the listings of the changed expert. */
export const FEATURED_EXPERTS = {
  table: "experts" as const,
  plural: "experts",
  limit: Number.POSITIVE_INFINITY,
  rows: async (from: Queryable) => {
    const rows = await from
      .selectFrom("experts")
      .select(["rowId", "id", "slug", "name", "title", "imageUrl"])
      .where("featuredPosition", "is not", null)
      .orderBy("featuredPosition")
      .orderBy("rowId")
      .execute();
    return rows.map(({ imageUrl, ...row }) => ({ ...row, image: shownImage(imageUrl) }));
  },
  moved: (tx: Queryable, expertRowId: number, rank: number) =>
    tx.updateTable("listing").set({ rank }).where("expertRowId", "=", expertRowId).execute(),
} satisfies FeaturedKind<unknown>;
