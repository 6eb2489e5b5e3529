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
    const address = row.at(-1)?.trim() ?? "";
    if (!address && (field === "books" || !entryOf(field, row))) return "";
    const isRepeated = field === "referenceLinks" && rows.slice(0, position).some((one) => isSameAddress(one, address));
    return httpUrl(address) && !isRepeated ? "" : BAD_LINK;
  });
}

function isSameAddress(row: string[], address: string): boolean {
  return spelling(row.at(-1)?.trim() ?? "") === spelling(address);
}
