import { z } from "zod";
import { db } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { withStoredImages } from "~/models/images/images.server";
import { parse } from "~/models/records/validation.server";
import { withFourEyes } from "~/models/site/four-eyes.server";
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

/** Adds an article, a draft by default; a repeated form `id` adds none. Throws "invalid". */
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

/** Saves, publishes or schedules (UTC) an article, ends its draft. Throws "missing", "invalid", "conflict", EditConflict. */
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
  return withFourEyes(admin, async (tx) => {
    const saved = await saveArticle(tx, admin, { rowId: row.rowId, record, expectedUpdatedAt });
    await endArticleDraft(tx, admin, saved.rowId);
    return toAdminArticle(saved);
  });
}

const Share = z.object({ share: z.boolean("share must be true or false.") });

/** Makes a new share link for a draft, or revokes it. Throws "invalid", "missing". */
export async function shareArticle(admin: Admin, key: string, input: unknown): Promise<void> {
  const { share } = parse(Share, input);
  await db.transaction().execute(async (tx) => {
    const row = await articleForAdmin(admin, key, tx);
    if (share === (row.shareToken !== "")) return;
    await changeArticle(tx, row, { shareToken: share ? newSecret() : "" });
    await noteArticle(tx, admin, share ? "article draft shared" : "article draft no longer shared", row);
  });
}
