import { BAD_LINK, spelling } from "~/models/submissions/fields";
import { thousands } from "~/models/text/numbers";
import { entryOf, type RowField } from "./form";
import { httpUrl, ROW_LENGTHS } from "./texts";

/** What is wrong with each row of a list that was refused; "" for a good one. */
export function rowProblems(field: RowField, rows: string[][]): string[] {
  return rows.map((row, position) => {
    const most = ROW_LENGTHS[field];
    if (entryOf(field, row).length > most) return `At most ${thousands(most)} characters fit here.`;
    if (field !== "referenceLinks" && field !== "books") return "";
    const address = addressIn(field, row);
    if (!address && (field === "books" || !entryOf(field, row))) return "";
    const isRepeated =
      field === "referenceLinks" &&
      rows.slice(0, position).some((one) => spelling(addressIn(field, one)) === spelling(address));
    return httpUrl(address) && !isRepeated ? "" : BAD_LINK;
  });
}

function addressIn(field: "books" | "referenceLinks", row: string[]): string {
  return row[field === "books" ? 2 : 1]?.trim() ?? "";
}
