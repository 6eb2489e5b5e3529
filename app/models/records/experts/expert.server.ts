import type { ExpertRow } from "~/db.server";
import { type ExpertRecord, LIST_FIELDS } from "./fields";

/** The expert that the JSON calls return. */
export interface Expert extends ExpertRecord {
  id: string;
  /** null before the first review by an admin. */
  reviewedAt: string | null;
  /** For example "starter": compiled from public sources. */
  origin: string;
  createdAt: string;
  updatedAt: string;
}

export function toExpert(row: ExpertRow): Expert {
  const { rowId: _rowId, sortName: _sortName, featuredPosition, deletedAt: _, sourced: _sourced, ...columns } = row;
  // Leaves out the columns that only editors see: their pages and calls add them.
  const {
    nameKey: _key,
    nameLetters: _letters,
    sortsAs: _sorts,
    givenSortName: _given,
    notes: _notes,
    ...otherColumns
  } = columns;
  const { state: _state, publishAt: _at, shareToken: _token, ...publicColumns } = otherColumns;
  return { ...withLists(publicColumns), featured: featuredPosition !== null };
}

type WithLists<Row> = { [Column in keyof Row]: Column extends (typeof LIST_FIELDS)[number] ? string[] : Row[Column] };

/** Reads the columns that hold JSON. */
export function withLists<Row extends object>(row: Row): WithLists<Row> {
  const lists = LIST_FIELDS.flatMap((name) =>
    name in row ? [[name, JSON.parse((row as Record<string, string>)[name] as string)]] : [],
  );
  return { ...row, ...Object.fromEntries(lists) };
}
