import type { Admin } from "~/models/base/accounts/admin.server";
import { columnNames, findImport } from "./import.server";

/** Returns the results of a check, with the names of the columns. Throws "missing". */
export async function importFigures(admin: Admin, id: string) {
  const importView = await findImport(admin, id);
  const {
    unknown: _,
    written: _written,
    newTopicsAre: _topics,
    newPeopleAre: _people,
    version: _version,
    ...figures
  } = importView;
  const { counts, notes, ...view } = figures;
  const columns = view.format === "export" ? [] : await columnNames(admin, id);
  const notesByColumn: Record<string, Record<string, number>> = {};
  for (const [place, problems] of Object.entries(notes)) {
    // Several columns may have one name.
    const name = columnName(columns, Number(place));
    const sums = Object.hasOwn(notesByColumn, name) ? { ...notesByColumn[name] } : {};
    for (const [kind, rows] of Object.entries(problems)) sums[kind] = (sums[kind] ?? 0) + rows;
    notesByColumn[name] = sums;
  }
  const { error, ...otherCounts } = counts;
  return {
    ...view,
    counts: { ...otherCounts, refused: error },
    notes: notesByColumn,
  };
}

export function columnName(columns: string[], place: number): string {
  return place < 0 ? "Row" : columns[place] || `Column ${place + 1}`;
}
