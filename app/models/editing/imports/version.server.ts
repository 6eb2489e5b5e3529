import type { ImportRow } from "~/db.server";
import { AppError } from "~/errors";
import { versionOf } from "~/models/base/input/versions.server";
import type { Reading } from "./reading";

export const READ_AGAIN = "This file was read or checked again meanwhile. Please look at the page and try again.";

/** Returns the version of the reading and the check of an import. Positions of columns and rows are about this version. */
export function importVersion({ reading, jobId }: Pick<ImportRow, "reading" | "jobId">): string {
  const { format, encoding, separator, headerRow, sheet } = JSON.parse(reading) as Reading;
  return versionOf([format, encoding, separator, headerRow, sheet, jobId]);
}

/** Throws "conflict" for the choices of a page that showed another reading or check. */
export function refuseStalePage(row: Pick<ImportRow, "reading" | "jobId">, version: string | undefined): void {
  if (version !== undefined && version !== importVersion(row)) throw new AppError("conflict", READ_AGAIN);
}
