/** The trash. Deleted records stay there for 30 days, outside every list, search and page. */
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { hideRows, showRows } from "~/models/base/parts/trash.server";
import { since } from "~/stored-times";
import { asItIs, type RecordKind, type RecordRow, type View } from "./kind";
import { leaveRecord } from "./removals.server";
import { revisionsOf } from "./revisions.server";

export const TRASH_DAYS = 30;
export const TRASH_PAGE_SIZE = 20;

/** The origin of records that came with the site. */
const STARTER = "starter";
const DAY = 24 * 60 * 60_000;
/** Most records removed in one run; the next hour removes more. */
const MAX_AT_ONCE = 500;

/** Steps for the row of a kind in the transaction of its deletion, return and removal. Parts answer for all that leads to it. */
export interface TrashSteps<Row, Column extends string> {
  /** Columns that the trash shows beside id and title. */
  columns: readonly Column[];
  /** @param editor null for an operator at the command line. */
  hide(tx: Queryable, editor: Editor | null, rows: Row[], merged?: Merged): Promise<void>;
  show(tx: Queryable, editor: Editor, rows: Returning<Row>[]): Promise<void>;
  /** Returns the rows that have to stay until somebody has decided about them, and the reason. */
  staying?(from: Queryable, rowIds: number[]): Promise<{ rowIds: number[]; why: string }>;
  purge(tx: Queryable, rowId: number): Promise<void>;
}

/** The record that those in the trash became a part of. */
export interface Merged {
  mergedInto: { id: string; name: string };
}

/** A record that leaves the trash, with its former featured position. */
export interface Returning<Row> {
  row: Row;
  position: number | null;
}

export type Trashed<Column extends string> = Record<Column, string> & {
  id: string;
  title: string;
  deletedAt: string;
  /** "" if nobody is known. */
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
  const putIn = async (tx: Queryable, editor: Editor | null, rows: Row[], merged?: Merged): Promise<void> => {
    await steps.hide(tx, editor, rows, merged);
    await hideRows(tx, kind.table, rows);
  };

  const hide = async (tx: Queryable, editor: Editor, rowIds: number[]): Promise<void> => {
    const rows = (await kind.rows(tx, rowIds)).filter(({ deletedAt }) => !deletedAt);
    if (rows.length === 0) return;
    await putIn(tx, editor, rows);
    await note(tx, editor, "deleted", rows);
  };

  const end = async (tx: Queryable, editor: Editor | null, row: Row): Promise<void> => {
    await leaveRecord(tx, kind.table, row, editor);
    await steps.purge(tx, row.rowId);
  };

  const note = (tx: Queryable, editor: Editor, action: string, rows: Row[]) =>
    auditAll(
      tx,
      editor,
      rows.map((row) => kind.entry(`${kind.noun} ${action}`, row)),
    );

  /** Throws for a record that must stay in the trash. */
  type Allow = (tx: Queryable, row: Row) => Promise<void>;
  const always: Allow = async () => {};

  const show = async (tx: Queryable, editor: Editor, rowIds: number[], allow: Allow): Promise<void> => {
    const rows = (await kind.rows(tx, rowIds)).filter(({ deletedAt }) => deletedAt);
    if (rows.length === 0) return;
    const returning: Returning<Row>[] = [];
    for (const row of rows) {
      await allow(tx, row);
      const last = await revisionsOf(tx, kind, row.rowId).limit(1).executeTakeFirst();
      const { featuredPosition = null } = JSON.parse(last?.before ?? "{}");
      returning.push({ row, position: featuredPosition });
    }
    // Restores from the front, so that each record finds its former position.
    await steps.show(
      tx,
      editor,
      returning.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    );
    await showRows(tx, kind.table, rows);
    await note(tx, editor, "restored", rows);
  };

  /** Applies a step to each of the records that exist, in one transaction; returns their keys. */
  const withAll = async (
    editor: Editor,
    keys: string[],
    work: (tx: Queryable, rowIds: number[]) => Promise<void>,
  ): Promise<string[]> => {
    const records: { key: string; rowId: number }[] = [];
    const byId = await readDb.selectFrom(kind.table).select(["id", "rowId"]).where("id", "in", keys).execute();
    const rowIdOf = new Map(byId.map(({ id, rowId }) => [id, rowId]));
    for (const key of keys) {
      const rowId = rowIdOf.get(key) ?? (await kind.find(editor, key).catch(unlessMissing))?.rowId;
      if (rowId !== undefined) records.push({ key, rowId });
    }
    const rowIds = records.map(({ rowId }) => rowId);
    await db.transaction().execute((tx) => work(tx, rowIds));
    return records.map(({ key }) => key);
  };

  return {
    /** Moves a record to the trash; does nothing if it is there already. @throws AppError "missing". */
    async trash(editor: Editor, key: string): Promise<void> {
      const { rowId } = await kind.find(editor, key);
      await db.transaction().execute((tx) => hide(tx, editor, [rowId]));
    },

    /** Puts records that are not there into the trash, within a transaction. */
    putIn,

    /** Deletes several records in one transaction; gives the keys of those that exist. */
    trashAll: (editor: Editor, keys: string[]) => withAll(editor, keys, (tx, rowIds) => hide(tx, editor, rowIds)),

    /** Takes a record out of the trash unchanged; returns its row, or the `view` of it. @throws AppError "missing". */
    async restore<T = Row>(
      editor: Editor,
      key: string,
      view = asItIs as View<Row, T>,
      allow: Allow = always,
    ): Promise<T> {
      const { rowId } = await kind.find(editor, key);
      return db.transaction().execute(async (tx) => {
        await show(tx, editor, [rowId], allow);
        return view(await kind.row(tx, rowId), tx);
      });
    },

    /** Restores several records in one transaction; returns the keys of those that exist. */
    restoreAll: (editor: Editor, keys: string[], allow: Allow = always) =>
      withAll(editor, keys, (tx, rowIds) => show(tx, editor, rowIds, allow)),

    /** Removes a record for good, with its history. @throws AppError "missing", or "conflict" if it is not in the trash. */
    async purge(admin: Admin, key: string): Promise<void> {
      const { rowId } = await kind.find(admin, key);
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) throw new AppError("conflict", `${kind.nameOf(row)} is not in the trash.`);
        const staying = await steps.staying?.(tx, [rowId]);
        if (staying?.rowIds.length) throw new AppError("conflict", `${kind.nameOf(row)} stays for now: ${staying.why}`);
        await end(tx, admin, row);
        await note(tx, admin, "deleted for good", [row]);
      });
    },

    /** Removes a record for good, wherever it is, for an operator at the command line. */
    async remove(rowId: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) await putIn(tx, null, [row]);
        await end(tx, null, row);
      });
    },

    /** Removes records that have been in the trash for 30 days. @returns the number of removed records. */
    async purgeOld(): Promise<number> {
      const before = new Date(Date.now() - TRASH_DAYS * DAY).toISOString();
      const old = readDb.selectFrom(kind.table).select("rowId").where("deletedAt", "<", before);
      // Keeps records that came with the site: nobody can enter them again, and somebody may want to look at them.
      const removable = await old.where("origin", "!=", STARTER).execute();
      const staying = await steps.staying?.(
        readDb,
        removable.map(({ rowId }) => rowId),
      );
      const rows = removable.filter(({ rowId }) => !staying?.rowIds.includes(rowId)).slice(0, MAX_AT_ONCE);
      let purged = 0;
      for (const { rowId } of rows) {
        await db.transaction().execute(async (tx) => {
          const row = await kind.row(tx, rowId);
          // An admin may have restored it since it was found.
          if (!row.deletedAt || row.deletedAt >= before) return;
          if ((await steps.staying?.(tx, [rowId]))?.rowIds.length) return;
          await end(tx, null, row);
          purged++;
        });
      }
      return purged;
    },

    /**
     * Returns one page of the trash, the latest first, and whether there is more. @param page The number of the page, from
     * 1.
     */
    async page(_editor: Editor, page: number): Promise<{ trashed: Trashed<Column>[]; more: boolean }> {
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
      const trashed = rows.slice(0, TRASH_PAGE_SIZE).map(async ({ rowId, origin, ...row }) => {
        const last = await revisionsOf(readDb, kind, rowId).limit(1).executeTakeFirst();
        const daysLeft = TRASH_DAYS - since(Date.parse(row.deletedAt as string)) / DAY;
        return {
          ...(row as unknown as Record<Column, string> & { id: string; title: string; deletedAt: string }),
          deletedBy: last?.userName ?? "",
          daysLeft: origin === STARTER ? null : Math.max(0, Math.ceil(daysLeft)),
          mergedInto: JSON.parse(last?.after ?? "{}").mergedInto ?? null,
        };
      });
      return { trashed: await Promise.all(trashed), more: rows.length > TRASH_PAGE_SIZE };
    },
  };
}

function unlessMissing(error: unknown): null {
  if (error instanceof AppError && error.problem === "missing") return null;
  throw error;
}
