/** The trash. Deleted records stay there for 30 days, outside every list, search and page. */
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { hideRows, showRows } from "~/models/base/parts/trash.server";
import { deleteUnusedImages } from "~/models/base/uploads/unused.server";
import { DAY_MS, since } from "~/stored-times";
import { identityView, type RecordKind, type RecordRow, type View } from "./kind";
import { prepareDeletion } from "./removals.server";
import { revisionOfTrashing } from "./revisions.server";

export const TRASH_DAYS = 30;
export const TRASH_PAGE_SIZE = 20;

/** The origin of records that came with the site. */
const STARTER_ORIGIN = "starter";
/** The most records that one run removes; the run of the next hour removes more. */
const MAX_REMOVED_AT_ONCE = 500;

/** A kind's own steps when a record is trashed, restored or removed. Parts handle the rows that point to the record. */
export interface TrashSteps<Row, Column extends string> {
  /** Columns that the trash shows beside id and title. */
  columns: readonly Column[];
  /** @param editor null for an operator at the command line. */
  hide(tx: Queryable, editor: Editor | null, rows: Row[], merged?: Merged): Promise<void>;
  show(tx: Queryable, editor: Editor, rows: RestoredRecord<Row>[]): Promise<void>;
  /** Returns the rows that cannot be removed before somebody decides about them, and the reason. */
  blockedRows?(from: Queryable, rowIds: number[]): Promise<{ rowIds: number[]; reason: string }>;
  purge(tx: Queryable, rowId: number): Promise<void>;
  /** Returns the ids of images that are deleted with the record unless something else uses them. The housekeeping deletes the files. */
  images?(from: Queryable, row: Row): Promise<string[]>;
}

/** The record into which trashed records were merged. */
export interface Merged {
  mergedInto: { id: string; name: string };
}

/** A record that is restored, with its former featured position. */
export interface RestoredRecord<Row> {
  row: Row;
  position: number | null;
}

export type Trashed<Column extends string> = Record<Column, string> & {
  id: string;
  title: string;
  deletedAt: string;
  /** "" if unknown. */
  deletedBy: string;
  /** Whole days until its removal; null for records that came with the site, which stay. */
  daysLeft: number | null;
  /** The record that contains it after a merge; null for a plain deletion. */
  mergedInto: { id: string; name: string } | null;
};

/** Returns the trash of one kind of record. Keys are ids, or present or former addresses. */
export function trashOf<Row extends RecordRow & { id: string }, Field extends string, Column extends string>(
  kind: RecordKind<Row, Field>,
  steps: TrashSteps<Row, Column>,
) {
  const moveToTrash = async (tx: Queryable, editor: Editor | null, rows: Row[], merged?: Merged): Promise<void> => {
    await steps.hide(tx, editor, rows, merged);
    await hideRows(tx, kind.table, rows);
  };

  const trashRows = async (tx: Queryable, editor: Editor, rowIds: number[]): Promise<void> => {
    const rows = (await kind.rows(tx, rowIds)).filter(({ deletedAt }) => !deletedAt);
    if (rows.length === 0) return;
    await moveToTrash(tx, editor, rows);
    await auditRows(tx, editor, "deleted", rows);
  };

  const deleteForGood = async (tx: Queryable, editor: Editor | null, row: Row): Promise<void> => {
    const images = (await steps.images?.(tx, row)) ?? [];
    await prepareDeletion(tx, kind.table, row, editor);
    await steps.purge(tx, row.rowId);
    await deleteUnusedImages(tx, images);
  };

  const auditRows = (tx: Queryable, editor: Editor, action: string, rows: Row[]) =>
    auditAll(
      tx,
      editor,
      rows.map((row) => kind.entry(`${kind.noun} ${action}`, row)),
    );

  /** Throws for a record that must stay in the trash. */
  type CheckRestore = (tx: Queryable, row: Row) => Promise<void>;
  const allowAll: CheckRestore = async () => {};

  const restoreRows = async (
    tx: Queryable,
    editor: Editor,
    rowIds: number[],
    checkRestore: CheckRestore,
  ): Promise<void> => {
    const rows = (await kind.rows(tx, rowIds)).filter(({ deletedAt }) => deletedAt);
    if (rows.length === 0) return;
    const restoredRecords: RestoredRecord<Row>[] = [];
    for (const row of rows) {
      await checkRestore(tx, row);
      const revision = await revisionOfTrashing(tx, kind, row.rowId);
      const { featuredPosition = null } = JSON.parse(revision?.before ?? "{}");
      restoredRecords.push({ row, position: featuredPosition });
    }
    // Restores from the front, so that each record finds its former position.
    await steps.show(
      tx,
      editor,
      restoredRecords.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    );
    await showRows(tx, kind.table, rows);
    await auditRows(tx, editor, "restored", rows);
  };

  /** Applies a step to each of the records that exist, in one transaction; returns their keys. */
  const applyToAll = async (
    editor: Editor,
    keys: string[],
    applyStep: (tx: Queryable, rowIds: number[]) => Promise<void>,
  ): Promise<string[]> => {
    const records: { key: string; rowId: number }[] = [];
    const recordsById = await readDb.selectFrom(kind.table).select(["id", "rowId"]).where("id", "in", keys).execute();
    const rowIdOf = new Map(recordsById.map(({ id, rowId }) => [id, rowId]));
    for (const key of keys) {
      const rowId = rowIdOf.get(key) ?? (await kind.find(editor, key).catch(unlessMissing))?.rowId;
      if (rowId !== undefined) records.push({ key, rowId });
    }
    // Takes a record once that is named by its id and by its address.
    const rowIds = [...new Set(records.map(({ rowId }) => rowId))];
    await db.transaction().execute((tx) => applyStep(tx, rowIds));
    return records.map(({ key }) => key);
  };

  return {
    /** Moves a record to the trash; does nothing if it is there already. @throws AppError "missing". */
    async trash(editor: Editor, key: string): Promise<void> {
      const { rowId } = await kind.find(editor, key);
      await db.transaction().execute((tx) => trashRows(tx, editor, [rowId]));
    },

    /** Moves records to the trash within a transaction. None may be there already. */
    putIn: moveToTrash,

    /** Moves several records to the trash in one transaction; returns the keys of those that exist. */
    trashAll: (editor: Editor, keys: string[]) =>
      applyToAll(editor, keys, (tx, rowIds) => trashRows(tx, editor, rowIds)),

    /** Restores a record unchanged; returns its row, or the `view` of it. @throws AppError "missing". */
    async restore<T = Row>(
      editor: Editor,
      key: string,
      view = identityView as View<Row, T>,
      checkRestore: CheckRestore = allowAll,
    ): Promise<T> {
      const { rowId } = await kind.find(editor, key);
      return db.transaction().execute(async (tx) => {
        await restoreRows(tx, editor, [rowId], checkRestore);
        return view(await kind.row(tx, rowId), tx);
      });
    },

    /** Restores several records in one transaction; returns the keys of those that exist. */
    restoreAll: (editor: Editor, keys: string[], checkRestore: CheckRestore = allowAll) =>
      applyToAll(editor, keys, (tx, rowIds) => restoreRows(tx, editor, rowIds, checkRestore)),

    /** Removes a record for good, with its history. @throws AppError "missing", or "conflict" if it is not in the trash. */
    async purge(admin: Admin, key: string): Promise<void> {
      const { rowId } = await kind.find(admin, key);
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) throw new AppError("conflict", `${kind.nameOf(row)} is not in the trash.`);
        const blockedRecords = await steps.blockedRows?.(tx, [rowId]);
        if (blockedRecords?.rowIds.length)
          throw new AppError("conflict", `${kind.nameOf(row)} stays for now: ${blockedRecords.reason}`);
        await deleteForGood(tx, admin, row);
        await auditRows(tx, admin, "deleted for good", [row]);
      });
    },

    /** Removes a record for good, wherever it is, for an operator at the command line. */
    async remove(rowId: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) await moveToTrash(tx, null, [row]);
        await deleteForGood(tx, null, row);
      });
    },

    /** Removes records that have been in the trash for 30 days. @returns The number of removed records. */
    async purgeOld(): Promise<number> {
      const cutoff = new Date(Date.now() - TRASH_DAYS * DAY_MS).toISOString();
      const expiredRows = readDb.selectFrom(kind.table).select("rowId").where("deletedAt", "<", cutoff);
      // Keeps records that came with the site: nobody can enter them again, and somebody may want to look at them.
      const removableRows = await expiredRows.where("origin", "!=", STARTER_ORIGIN).execute();
      const blockedRecords = await steps.blockedRows?.(
        readDb,
        removableRows.map(({ rowId }) => rowId),
      );
      const rows = removableRows
        .filter(({ rowId }) => !blockedRecords?.rowIds.includes(rowId))
        .slice(0, MAX_REMOVED_AT_ONCE);
      let removedCount = 0;
      for (const { rowId } of rows) {
        await db.transaction().execute(async (tx) => {
          const row = await kind.row(tx, rowId);
          // An admin may have restored the record meanwhile.
          if (!row.deletedAt || row.deletedAt >= cutoff) return;
          if ((await steps.blockedRows?.(tx, [rowId]))?.rowIds.length) return;
          await deleteForGood(tx, null, row);
          removedCount++;
        });
      }
      return removedCount;
    },

    /**
     * Returns one page of the trash, the latest first. `hasMore` tells whether another page follows.
     * @param page The number of the page, from 1.
     */
    async page(_editor: Editor, page: number): Promise<{ trashed: Trashed<Column>[]; hasMore: boolean }> {
      const rows = await readDb
        .selectFrom(kind.table)
        .select(["rowId", "id", "title", "deletedAt", "origin"])
        .select(steps.columns as never)
        .where("deletedAt", "is not", null)
        .orderBy("deletedAt", "desc")
        .orderBy("rowId", "desc")
        .limit(TRASH_PAGE_SIZE + 1)
        .offset((page - 1) * TRASH_PAGE_SIZE)
        .execute();
      const trashedRecords = rows.slice(0, TRASH_PAGE_SIZE).map(async ({ rowId, origin, ...row }) => {
        const revision = await revisionOfTrashing(readDb, kind, rowId);
        const daysLeft = TRASH_DAYS - since(Date.parse(row.deletedAt as string)) / DAY_MS;
        return {
          ...(row as unknown as Record<Column, string> & { id: string; title: string; deletedAt: string }),
          deletedBy: revision?.userName ?? "",
          daysLeft: origin === STARTER_ORIGIN ? null : Math.max(0, Math.ceil(daysLeft)),
          mergedInto: JSON.parse(revision?.after ?? "{}").mergedInto ?? null,
        };
      });
      return { trashed: await Promise.all(trashedRecords), hasMore: rows.length > TRASH_PAGE_SIZE };
    },
  };
}

function unlessMissing(error: unknown): null {
  if (error instanceof AppError && error.problem === "missing") return null;
  throw error;
}
