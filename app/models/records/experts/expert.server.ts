import type { ExpertRow } from "~/db.server";
import { type ExpertRecord, LIST_FIELDS } from "./fields";

/** An expert as the JSON calls give it. */
export interface Expert extends ExpertRecord {
  id: string;
  /** null while no admin has. */
  reviewedAt: string | null;
  /** For example "starter": compiled from public sources. */
  origin: string;
  createdAt: string;
  updatedAt: string;
}

export function toExpert(row: ExpertRow): Expert {
  const { rowId: _rowId, sortName: _sortName, featuredPosition, deletedAt: _, sourced: _sourced, ...others } = row;
  // What editors alone see stands on pages and in calls for editors by itself.
  const {
    nameKey: _key,
    nameLetters: _letters,
    sortsAs: _sorts,
    givenSortName: _given,
    notes: _notes,
    ...more
  } = others;
  const { state: _state, publishAt: _at, shareToken: _token, ...rest } = more;
  return { ...withLists(rest), featured: featuredPosition !== null };
}

type WithLists<Row> = { [Column in keyof Row]: Column extends (typeof LIST_FIELDS)[number] ? string[] : Row[Column] };

/** Reads the columns that hold JSON. */
export function withLists<Row extends object>(row: Row): WithLists<Row> {
  const lists = LIST_FIELDS.flatMap((name) =>
    name in row ? [[name, JSON.parse((row as Record<string, string>)[name] as string)]] : [],
  );
  return { ...row, ...Object.fromEntries(lists) };
}
