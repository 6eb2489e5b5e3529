/** Exports the refused and noted rows in the columns of the uploaded table, with reasons, so that they can be corrected and sent again. */
import { readDb } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { CSV_OPTIONS } from "~/models/base/text/csv-options";
import { lazyPackage } from "~/services/lazy-package.server";
import { importColumns } from "./import.server";
import { problemText } from "./import-review.server";
import type { CellProblem } from "./person.server";

const csvStringify = lazyPackage<typeof import("csv-stringify/sync")>("csv-stringify/sync");

const BATCH_SIZE = 500;

export async function* refusedRows(admin: Admin, id: string): AsyncGenerator<string, void> {
  const { columns } = await importColumns(admin, id);
  // Begins with a byte order mark, by which spreadsheets recognise UTF-8.
  yield `\ufeff${csvStringify().stringify([["Row", ...columns, "Reasons"]], CSV_OPTIONS)}`;
  for (let lastPosition = -1; ; ) {
    const rows = await readDb
      .selectFrom("importRows")
      .select(["position", "row", "source", "problems", "detail", "outcome"])
      .where("importId", "=", id)
      .where("position", ">", lastPosition)
      .where((e) => e.or([e("outcome", "=", "error"), e("marks", "!=", "")]))
      .orderBy("position")
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    lastPosition = rows.at(-1)?.position ?? lastPosition;
    const lines = rows.map(({ row, source, problems, detail, outcome }) => {
      const cells = JSON.parse(source) as string[];
      const reasons = (JSON.parse(problems) as CellProblem[]).map((problem) => problemText(columns, problem));
      const texts = outcome === "error" && reasons.length === 0 ? [detail] : reasons;
      return [String(row), ...columns.map((_, index) => cells[index] ?? ""), texts.join(" ")];
    });
    yield csvStringify().stringify(lines, CSV_OPTIONS);
  }
}
