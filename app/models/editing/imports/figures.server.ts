import type { Admin } from "~/models/base/accounts/admin.server";
import { findImport, type ImportView, importColumns } from "./import.server";

/** Returns the results of a check, with the names of the columns. Throws "missing". */
export async function importFigures(admin: Admin, id: string) {
  const importView = await findImport(admin, id);
  const { unknown: _, written: _written, newTopicsAre: _topics, newPeopleAre: _people, ...figures } = importView;
  const { counts, notes, ...view } = figures;
  const columns = await columnsOf(admin, view);
  const notesByColumn = Object.entries(notes).map(([place, problems]) => [
    columnName(columns, Number(place)),
    problems,
  ]);
  const { error, ...otherCounts } = counts;
  return {
    ...view,
    counts: { ...otherCounts, refused: error },
    notes: Object.fromEntries(notesByColumn) as Record<string, Record<string, number>>,
  };
}

async function columnsOf(admin: Admin, { id, format }: Pick<ImportView, "id" | "format">): Promise<string[]> {
  if (format === "export") return [];
  // Returns no names if the file was deleted, because its results are kept longer.
  return importColumns(admin, id).then(
    ({ columns }) => columns,
    () => [],
  );
}

export function columnName(columns: string[], place: number): string {
  return place < 0 ? "Row" : columns[place] || `Column ${place + 1}`;
}
