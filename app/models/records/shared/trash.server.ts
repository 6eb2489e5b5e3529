/** The trash: deleted records stay there for 30 days, out of every list, the search and their pages. */
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import { auditAll } from "~/models/base/audit/audit.server";
import { since } from "~/stored-times";
import { asItIs, type RecordKind, type RecordRow, type View } from "./kind";
import { noteRemovals } from "./removals.server";
import { revisionsOf } from "./revisions.server";

export const TRASH_DAYS = 30;
export const TRASH_PAGE_SIZE = 20;

/** The origin of what came with the site. */
const STARTER = "starter";
const DAY = 24 * 60 * 60_000;
/** The next hour has room for more. */
const MAX_AT_ONCE = 500;

/** What is done to a kind of record in the transaction of its deletion, return and end. */
export interface TrashSteps<Row, Column extends string> {
  /** Shown in the trash beside id and title. */
  columns: readonly Column[];
  /** @param editor null for the operator at the command line. */
  hide(tx: Queryable, editor: Editor | null, rows: Row[]): Promise<void>;
  show(tx: Queryable, editor: Editor, rows: Returning<Row>[]): Promise<void>;
  /** Returns the rows that have to stay until somebody has decided about them, and why. */
  staying?(from: Queryable, rowIds: number[]): Promise<{ rowIds: number[]; why: string }>;
  /** @param admin null for the housekeeping. */
  purge(tx: Queryable, editor: Editor | null, rowId: number): Promise<void>;
}

/** What comes out of the trash, and where it was featured when it was deleted. */
export interface Returning<Row> {
  row: Row;
  position: number | null;
}

export type Trashed<Column extends string> = Record<Column, string> & {
  id: string;
  title: string;
  deletedAt: string;
  /** "" when that is not known. */
  deletedBy: string;
  /** Whole days until it goes for good; null for what came with the site and stays. */
  daysLeft: number | null;
  /** The record it became a part of; null when it was simply deleted. */
  mergedInto: { id: string; name: string } | null;
};

/** The trash of one kind of record. Keys are ids, or addresses that the record has or had. */
export function trashOf<Row extends RecordRow, Field extends string, Column extends string>(
  kind: RecordKind<Row, Field>,
  steps: TrashSteps<Row, Column>,
) {
  const hide = async (tx: Queryable, editor: Editor, rowIds: number[]): Promise<void> => {
    const rows = (await kind.rows(tx, rowIds)).filter(({ deletedAt }) => !deletedAt);
    if (rows.length === 0) return;
    await steps.hide(tx, editor, rows);
    await note(tx, editor, "deleted", rows);
  };

  const note = (tx: Queryable, editor: Editor, what: string, rows: Row[]) =>
    auditAll(
      tx,
      editor,
      rows.map((row) => kind.entry(`${kind.noun} ${what}`, row)),
    );

  /** `allow` throws for a record that must stay there. */
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
    // From the front, so that each finds the place that it had.
    await steps.show(
      tx,
      editor,
      returning.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    );
    await note(tx, editor, "restored", rows);
  };

  /** Does the same with each of the records that exist, together or not at all; gives their keys. */
  const withAll = async (
    editor: Editor,
    keys: string[],
    work: (tx: Queryable, rowIds: number[]) => Promise<void>,
  ): Promise<string[]> => {
    const found: { key: string; rowId: number }[] = [];
    const byId = await readDb.selectFrom(kind.table).select(["id", "rowId"]).where("id", "in", keys).execute();
    const rowIdOf = new Map(byId.map(({ id, rowId }) => [id, rowId]));
    for (const key of keys) {
      const rowId = rowIdOf.get(key) ?? (await kind.find(editor, key).catch(unlessMissing))?.rowId;
      if (rowId !== undefined) found.push({ key, rowId });
    }
    const rowIds = found.map(({ rowId }) => rowId);
    await db.transaction().execute((tx) => work(tx, rowIds));
    return found.map(({ key }) => key);
  };

  return {
    /** Deletes a record; nothing happens when it is in the trash already. @throws AppError "missing". */
    async trash(editor: Editor, key: string): Promise<void> {
      const { rowId } = await kind.find(editor, key);
      await db.transaction().execute((tx) => hide(tx, editor, [rowId]));
    },

    /** Deletes several records in one transaction; gives the keys of those that exist. */
    trashAll: (editor: Editor, keys: string[]) => withAll(editor, keys, (tx, rowIds) => hide(tx, editor, rowIds)),

    /** Takes a record out of the trash, as it was; gives its row, or the `view` of it. @throws AppError "missing". */
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

    /** Restores several records in one transaction; gives the keys of those that exist. */
    restoreAll: (editor: Editor, keys: string[], allow: Allow = always) =>
      withAll(editor, keys, (tx, rowIds) => show(tx, editor, rowIds, allow)),

    /** Removes a record for good, with its history. @throws AppError "missing", or "conflict" when it is not in the trash. */
    async purge(admin: Admin, key: string): Promise<void> {
      const { rowId } = await kind.find(admin, key);
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) throw new AppError("conflict", `${kind.nameOf(row)} is not in the trash.`);
        const staying = await steps.staying?.(tx, [rowId]);
        if (staying?.rowIds.length) throw new AppError("conflict", `${kind.nameOf(row)} stays for now: ${staying.why}`);
        await noteRemovals(tx, kind.table, [rowId]);
        await steps.purge(tx, admin, rowId);
        await note(tx, admin, "deleted for good", [row]);
      });
    },

    /** Removes a record for good, wherever it is: for the operator at the command line. */
    async remove(rowId: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await kind.row(tx, rowId);
        if (!row.deletedAt) await steps.hide(tx, null, [row]);
        await noteRemovals(tx, kind.table, [rowId]);
        await steps.purge(tx, null, rowId);
      });
    },

    /** Removes what has been in the trash for 30 days. @returns how many. */
    async purgeOld(): Promise<number> {
      const before = new Date(Date.now() - TRASH_DAYS * DAY).toISOString();
      const old = readDb.selectFrom(kind.table).select("rowId").where("deletedAt", "<", before);
      // What came with the site cannot be had again, and may be there only to be looked at.
      const own = await old.where("origin", "!=", STARTER).execute();
      const staying = await steps.staying?.(
        readDb,
        own.map(({ rowId }) => rowId),
      );
      const rows = own.filter(({ rowId }) => !staying?.rowIds.includes(rowId)).slice(0, MAX_AT_ONCE);
      let purged = 0;
      for (const { rowId } of rows) {
        await db.transaction().execute(async (tx) => {
          const { deletedAt } = await kind.row(tx, rowId);
          // An admin may have restored it since it was found.
          if (!deletedAt || deletedAt >= before) return;
          if ((await steps.staying?.(tx, [rowId]))?.rowIds.length) return;
          await noteRemovals(tx, kind.table, [rowId]);
          await steps.purge(tx, null, rowId);
          purged++;
        });
      }
      return purged;
    },

    /** One page of the trash, the latest first; and whether there is more. @param page from 1. */
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
        const left = TRASH_DAYS - since(Date.parse(row.deletedAt as string)) / DAY;
        return {
          ...(row as unknown as Record<Column, string> & { id: string; title: string; deletedAt: string }),
          deletedBy: last?.userName ?? "",
          daysLeft: origin === STARTER ? null : Math.max(0, Math.ceil(left)),
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
