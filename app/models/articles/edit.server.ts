/** Making and editing articles by hand. */
import { z } from "zod";
import { db } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { withStoredImages } from "~/models/images/images.server";
import { parse } from "~/models/records/validation.server";
import { newSecret } from "~/services/secrets.server";
import { endArticleDraft } from "./drafts.server";
import { type AdminArticle, articleForAdmin, noteArticle, toAdminArticle } from "./rows.server";
import { insertArticle, saveArticle } from "./save.server";
import { changeArticle } from "./write.server";

const Beginning = z.looseObject({
  id: z
    .string()
    .regex(/^[0-9a-z]{16}$/)
    .optional()
    .catch(undefined),
});

/**
 * Makes an article: a draft, unless told otherwise. Sending the same form again makes no second one.
 *
 * @param input fields of the record; and an `id` from `newId`, which the form brings along.
 * @throws AppError "invalid".
 */
export async function createArticle(
  admin: Admin,
  input: unknown,
  { origin }: { origin: string },
): Promise<AdminArticle> {
  const { id, ...given } = parse(Beginning, input);
  const record = await withStoredImages(admin, given, { origin });
  return db.transaction().execute(async (tx) => {
    const known = id ? await tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst() : undefined;
    if (known) return toAdminArticle(await articleForAdmin(admin, known.id, tx));
    return toAdminArticle(await insertArticle(tx, admin, { id, record, origin: "editor" }));
  });
}

/**
 * Edits, publishes, unpublishes and schedules an article: `PUT /api/admin/articles/{id}` and the form. What was kept
 * for this admin while typing goes with it.
 *
 * @param input the whole record or some of its fields, and the `updatedAt` it was made from; unknown and privileged
 *   fields are ignored. `scheduledAt` is an ISO time in UTC, "" or null for none. The picture may be a data URL.
 * @param origin scheme and host that the site was asked by.
 * @returns the article as it is now.
 * @throws what `articleForAdmin`, `withStoredImages` and `saveArticle` throw.
 */
export async function editArticle(
  admin: Admin,
  key: string,
  input: unknown,
  { origin }: { origin: string },
): Promise<AdminArticle> {
  const row = await articleForAdmin(admin, key);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AppError("invalid", "Send the article as an object with the fields to change.");
  const given = input as Record<string, unknown>;
  const record = await withStoredImages(admin, given, { stored: row, origin });
  const expectedUpdatedAt = typeof given.updatedAt === "string" ? given.updatedAt : undefined;
  return db.transaction().execute(async (tx) => {
    const saved = await saveArticle(tx, admin, { rowId: row.rowId, record, expectedUpdatedAt });
    await endArticleDraft(tx, admin, saved.rowId);
    return toAdminArticle(saved);
  });
}

const Share = z.object({ share: z.boolean("share must be true or false.") });

/**
 * Makes a link that opens a draft for whoever has it, or makes that link useless. A new one is another one.
 *
 * @param input `{ share: boolean }`.
 * @throws AppError "invalid", "missing".
 */
export async function shareArticle(admin: Admin, key: string, input: unknown): Promise<void> {
  const { share } = parse(Share, input);
  await db.transaction().execute(async (tx) => {
    const row = await articleForAdmin(admin, key, tx);
    if (share === (row.shareToken !== "")) return;
    await changeArticle(tx, row, { shareToken: share ? newSecret() : "" });
    await noteArticle(tx, admin, share ? "article draft shared" : "article draft no longer shared", row);
  });
}
