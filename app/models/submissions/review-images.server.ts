import type { Editor } from "~/models/accounts/admin.server";
import { type Copies, copyImages, NO_COPIES } from "~/models/images/copy.server";
import { changedFieldsOf, findSubmission, mergedRecord, onlySubmitted, targetOf } from "./review-record.server";

/** Copies external images that approval would publish; none for a decided or changed submission. Throws "missing". */
export async function copiesFor(
  editor: Editor,
  id: string,
  {
    updatedAt,
    edited = {},
    accepted,
  }: { updatedAt?: string; edited?: Record<string, unknown>; accepted?: string[] | undefined },
): Promise<Copies> {
  const row = await findSubmission(id);
  if (row.status !== "pending" || (updatedAt !== undefined && updatedAt !== row.updatedAt)) return NO_COPIES;
  const target = await targetOf(row);
  const changed = changedFieldsOf(row, target).filter((field) => !target || !accepted || accepted.includes(field));
  const suggested = mergedRecord(row, target);
  const taken = Object.fromEntries(changed.map((field) => [field, suggested[field as keyof typeof suggested]]));
  return copyImages(editor, { ...onlySubmitted(taken), ...edited, name: row.name });
}
