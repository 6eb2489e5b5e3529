/** Finds public and editors' texts that name a person who leaves. */
import type { Queryable } from "~/db.server";
import type { RowPlace } from "~/models/base/parts/part";
import { nameFinder } from "~/models/records/relisting/name-finder.server";
import { isRecordTable, kindOf } from "~/models/records/shared/public-kinds";
import { isPublicRow, namedRows } from "~/models/records/shared/public-rows.server";
import { TABLES } from "~/models/whole/parts.server";
import { settingLabel } from "~/models/whole/settings/settings.server";
import { rowsWithName, textsWith } from "./rows-with-name.server";

export interface Mention {
  /** A kind such as "Article" or "Former version". */
  what: string;
  title: string;
  href: string;
  isPublic: boolean;
}

/**
 * Returns the texts that mention a name, public ones first. Ignores the texts of the leaving profiles, whose row
 * numbers are `rowIds`.
 */
export async function findMentions(from: Queryable, names: string[], rowIds: number[] = []): Promise<Mention[]> {
  const finder = await nameFinder(names);
  const mentions = new Map<string, Mention>();
  for (const [name, table] of TABLES) {
    const { locate } = table;
    if (!locate) continue;
    const shownColumns = textsWith(table, (answer) => answer === "readers" || answer === "editors");
    const publicColumns = textsWith(table, (answer) => answer === "readers");
    for await (const { row, matches } of rowsWithName(from, name, table, shownColumns, finder)) {
      const place: RowPlace = locate(row as never);
      if (name === "settings") place.title = settingLabel(String(row.key));
      const isPublic = place.isPublic && matches.some((column) => publicColumns.includes(column));
      const mention = await mentionAt(from, { ...place, isPublic }, rowIds);
      if (!mention) continue;
      const key = `${mention.what} ${mention.href}`;
      // Counts a page as public if one of its texts is public.
      mentions.set(key, { ...mention, isPublic: mention.isPublic || mentions.get(key)?.isPublic === true });
    }
  }
  return [...mentions.values()].sort((mention, other) => Number(other.isPublic) - Number(mention.isPublic));
}

/** Returns the mention at a place; null for a text that is deleted with a profile. */
async function mentionAt(from: Queryable, place: RowPlace, rowIds: number[]): Promise<Mention | null> {
  const { what, isPublic, title = "", href, page = "", expert, record, submission } = place;
  if (expert && rowIds.includes(expert)) return null;
  if (href) return { what, title: title || what, href, isPublic };
  if (expert) {
    const row = from.selectFrom("experts").select(["id", "name", "deletedAt"]).where("rowId", "=", expert);
    const { id, name, deletedAt } = await row.executeTakeFirstOrThrow();
    return { what, title: name, href: `/admin/experts/${id}${page}`, isPublic: isPublic && deletedAt === null };
  }
  if (record) {
    const { table } = record;
    if (!isRecordTable(table)) throw new Error(`Readers see no record of "${table}" by itself.`);
    const kind = kindOf(table);
    const row = await namedRows(from, kind).where("rowId", "=", record.rowId).executeTakeFirstOrThrow();
    return {
      what,
      title: row.name,
      href: `/admin/${table}/${row.id}${page}`,
      isPublic: isPublic && isPublicRow(kind, row),
    };
  }
  if (!submission) return null;
  const { id, name, expertRowId, changesExpertRowId } = await from
    .selectFrom("submissions")
    .select(["id", "name", "expertRowId", "changesExpertRowId"])
    .where("rowId", "=", submission)
    .executeTakeFirstOrThrow();
  if ([expertRowId, changesExpertRowId].some((rowId) => rowId !== null && rowIds.includes(rowId))) return null;
  return { what, title: name, href: `/admin/submissions/${id}${page}`, isPublic: false };
}
