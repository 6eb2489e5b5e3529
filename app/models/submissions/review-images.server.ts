/** The pictures of a submission on their way into a profile. */

import type { Admin } from "~/models/accounts/admin.server";
import { type Copies, copyImages, NO_COPIES } from "~/models/images/copy.server";
import { changedFieldsOf, findSubmission, onlySubmitted, targetOf, wholeRecord } from "./review-record.server";

/**
 * Copies the pictures at other sites that approving a submission would publish; see `copyImages`. None of one that is
 * decided already, or was changed since `updatedAt`: that will be refused anyway.
 *
 * @param edited what an admin changed and did not save yet.
 * @param accepted the fields to take over, all of them when it is left out.
 * @throws AppError "missing".
 */
export async function copiesFor(
  admin: Admin,
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
  const suggested = wholeRecord(row, target);
  const taken = Object.fromEntries(changed.map((field) => [field, suggested[field as keyof typeof suggested]]));
  return copyImages(admin, { ...onlySubmitted(taken), ...edited, name: row.name });
}
