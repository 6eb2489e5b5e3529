/** Adds a portrait with its licence to the user's own waiting submission. */
import { db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { imagesFromForm } from "~/models/records/images/images.server";
import type { SentFile } from "~/services/storage.server";
import { timeAfter } from "~/stored-times";
import { requireOwnPending } from "./own.server";

/** Stores the file `imageUrlFile` and adds it to the submission. Throws the errors of `imagesFromForm`, "missing", "conflict", "limited". */
export async function addPicture(
  user: UserRow,
  id: string,
  { fields, files }: { fields: Record<string, string | string[]>; files: SentFile[] },
  { origin }: { origin: string },
): Promise<void> {
  await requireOwnPending(db, user, id, undefined);
  const file = files.find((file) => file.field === "imageUrlFile");
  if (!file) throw new AppError("invalid", "Please choose a picture.", { imageUrlFile: "Please choose a picture." });
  await limit("ownImages", user.id);
  await limit("ownImagesInYear", user.id);
  const values = { ...fields };
  await imagesFromForm(null, values, [file], { origin });
  const imageUrl = String(values.imageUrl);
  await db.transaction().execute(async (tx) => {
    const row = await requireOwnPending(tx, user, id, undefined);
    const withPicture = (record: string) => JSON.stringify({ ...JSON.parse(record), imageUrl });
    const record = withPicture(row.record);
    const sentRecord = row.sentRecord && withPicture(row.sentRecord);
    const updatedAt = timeAfter(row.updatedAt);
    await tx.updateTable("submissions").set({ record, sentRecord, updatedAt }).where("rowId", "=", row.rowId).execute();
  });
}
