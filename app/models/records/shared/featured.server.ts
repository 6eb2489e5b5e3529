/** Orders the featured records of a kind: positions 1, 2, 3 … without gaps. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import type { RecordTable } from "./public-kinds";

export interface FeaturedKind<Row> {
  table: RecordTable;
  plural: string;
  /** The number that can be featured at once. */
  limit: number;
  /** Returns the featured rows, in order. */
  rows(from: Queryable): Promise<(Row & { id: string; name: string })[]>;
  /** Runs after a record got another position. */
  moved?(tx: Queryable, rowId: number, position: number): Promise<unknown>;
}

export const Order = z.object({ ids: z.array(z.string()) });
const Move = z.object({ id: z.string(), to: z.enum(["up", "down"], "Please choose up or down.") });

type Tables = Pick<FeaturedKind<unknown>, "table" | "moved">;

/** Returns the row numbers of the featured records of a table, in order. */
export async function featuredRowIds(from: Queryable, table: RecordTable): Promise<number[]> {
  const rows = await from
    .selectFrom(table)
    .select("rowId")
    .where("featuredPosition", "is not", null)
    .orderBy("featuredPosition")
    .orderBy("rowId")
    .execute();
  return rows.map(({ rowId }) => rowId);
}

/** Features these records in this order, and no others of the kind. */
export async function setFeatured(tx: Queryable, kind: Tables, rowIds: number[]): Promise<void> {
  const unfeaturing = tx
    .updateTable(kind.table)
    .set({ featuredPosition: null })
    .where("featuredPosition", "is not", null);
  await unfeaturing.where("rowId", "not in", rowIds).execute();
  await writePositions(tx, kind, rowIds);
}

/** Writes only records with another position, because most stay in place. */
async function writePositions(tx: Queryable, { table, moved }: Tables, rowIds: number[]): Promise<void> {
  const featured = tx.selectFrom(table).select(["rowId", "featuredPosition"]).where("featuredPosition", "is not", null);
  const currentPositions = new Map(
    (await featured.execute()).map(({ rowId, featuredPosition }) => [rowId, featuredPosition]),
  );
  for (const [index, rowId] of rowIds.entries()) {
    const position = index + 1;
    if (currentPositions.get(rowId) === position) continue;
    await tx.updateTable(table).set({ featuredPosition: position }).where("rowId", "=", rowId).execute();
    await moved?.(tx, rowId, position);
  }
}

/**
 * Features records: inserts them at a position, or appends them without one.
 * @throws AppError "conflict" if no more can be featured.
 */
export async function addToFeatured(
  tx: Queryable,
  kind: Tables & { limit: number; plural: string },
  addedRowIds: number[],
  position = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  if (addedRowIds.length === 0) return;
  const rowIds = await featuredRowIds(tx, kind.table);
  if (rowIds.length + addedRowIds.length > kind.limit)
    throw new AppError("conflict", `You can feature at most ${kind.limit} ${kind.plural}`);
  await writePositions(tx, kind, rowIds.toSpliced(Math.min(position - 1, rowIds.length), 0, ...addedRowIds));
}

/** Removes records from the featured records and closes the gaps. */
export async function removeFromFeatured(tx: Queryable, kind: Tables, removedRowIds: number[]): Promise<void> {
  if (removedRowIds.length === 0) return;
  const rowIds = await featuredRowIds(tx, kind.table);
  const remainingRowIds = rowIds.filter((rowId) => !removedRowIds.includes(rowId));
  if (remainingRowIds.length < rowIds.length) await setFeatured(tx, kind, remainingRowIds);
}

/** Returns the use cases of admins who see and order the featured records of a kind. */
export function featuredOf<Row extends { rowId: number }>(kind: FeaturedKind<Row>) {
  type Shown = Omit<Row, "rowId"> & { id: string; name: string };
  const toShown = (rows: Row[]) => rows.map(({ rowId: _rowId, ...shown }) => shown as Shown);
  const list = async (_editor: Editor): Promise<Shown[]> => toShown(await kind.rows(readDb));

  const arrange = (editor: Editor, reorder: (currentIds: string[]) => string[]): Promise<Shown[]> =>
    db.transaction().execute(async (tx) => {
      const rows = await kind.rows(tx);
      const currentIds = rows.map(({ id }) => id);
      const ids = reorder(currentIds);
      if (String(ids) === String(currentIds)) return toShown(rows);
      const orderedRows = ids.flatMap((id) => rows.filter((row) => row.id === id));
      await writePositions(
        tx,
        kind,
        orderedRows.map(({ rowId }) => rowId),
      );
      await audit(tx, editor, {
        action: `featured ${kind.plural} ordered`,
        subjectKind: "directory",
        subjectId: "",
        subjectName: `Featured ${kind.plural}`,
        detail: orderedRows.map(({ name }) => name).join(", "),
      });
      return toShown(orderedRows);
    });

  return {
    list,

    /**
     * Puts the featured records into an order, and returns the new list.
     * @param input `{ ids }`: the records that are featured now, each once.
     * @throws AppError "invalid"; "conflict" if a record was featured or unfeatured meanwhile.
     */
    order: async (editor: Editor, input: unknown) => {
      const { ids } = parse(Order, input);
      return arrange(editor, (currentIds) => {
        if (String(ids.toSorted()) === String(currentIds.toSorted())) return ids;
        const message = `The featured ${kind.plural} have changed meanwhile. Here is the list as it is now.`;
        throw new AppError("conflict", message);
      });
    },

    /**
     * Moves a featured record up or down by one position, and returns the new list. At either end it stays in place.
     * @param input `{ id, to: "up" | "down" }`.
     * @throws AppError "invalid"; "conflict" if it is no longer featured.
     */
    move: async (editor: Editor, input: unknown) => {
      const { id, to } = parse(Move, input);
      return arrange(editor, (currentIds) => {
        const index = currentIds.indexOf(id);
        if (index < 0) throw new AppError("conflict", "This record is not featured any more.");
        const target = Math.min(Math.max(0, index + (to === "up" ? -1 : 1)), currentIds.length - 1);
        return currentIds.toSpliced(index, 1).toSpliced(target, 0, id);
      });
    },
  };
}
