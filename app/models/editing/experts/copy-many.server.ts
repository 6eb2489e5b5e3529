import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { httpUrl } from "~/models/base/web/urls";
import { IMAGE_FIELDS } from "~/models/records/experts/fields";
import { editExpert } from "./admin-list.server";

const BATCH_SIZE = 200;

/** Copies the external images of profiles that changed since a time. Logs failures instead of throwing. */
export async function copyImagesSince(editor: Editor, since: string): Promise<void> {
  try {
    const checkedRowIds = new Set<number>();
    for (let lastRead = { updatedAt: since, rowId: 0 }; ; ) {
      const rows = await readChangedAfter(lastRead);
      const lastRow = rows.at(-1);
      if (!lastRow) return;
      for (const { rowId, id, updatedAt, ...images } of rows) {
        if (checkedRowIds.has(rowId) || !IMAGE_FIELDS.some((field) => httpUrl(images[field]))) continue;
        // Remembers the row, because copying changes it and the query returns it once more.
        checkedRowIds.add(rowId);
        await editExpert(editor, id, { ...images, updatedAt }, { origin: "" }).catch(throwUnlessRefused);
      }
      lastRead = lastRow;
      await new Promise(setImmediate);
    }
  } catch (error) {
    log.warn({ err: error }, "images of imported profiles could not all be copied");
  }
}

function throwUnlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function readChangedAfter({ updatedAt, rowId }: { updatedAt: string; rowId: number }) {
  return readDb
    .selectFrom("experts")
    .select(["rowId", "id", "updatedAt", ...IMAGE_FIELDS])
    .where("deletedAt", "is", null)
    .where((e) => e(e.refTuple("updatedAt", "rowId"), ">", e.tuple(updatedAt, rowId)))
    .orderBy("updatedAt")
    .orderBy("rowId")
    .limit(BATCH_SIZE)
    .execute();
}
