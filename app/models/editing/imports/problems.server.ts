import type { Admin } from "~/models/base/accounts/admin.server";
import { columnName } from "./figures.server";
import { columnNames, type ImportView } from "./import.server";
import { type CellProblem, PROBLEM_LABELS } from "./person.server";

/** Lists unusable values by column and kind, the most frequent first. */
export async function problemsOf(admin: Admin, { id, format, notes }: ImportView) {
  if (format === "export" || Object.keys(notes).length === 0) return [];
  const columns = await columnNames(admin, id);
  const problems = Object.entries(notes).flatMap(([place, kinds]) =>
    Object.entries(kinds).map(([kind, rows]) => ({
      mark: `${place}:${kind}`,
      column: columnName(columns, Number(place)),
      text: PROBLEM_LABELS[kind as CellProblem["kind"]],
      rows,
    })),
  );
  return problems.sort((problem, otherProblem) => otherProblem.rows - problem.rows);
}
