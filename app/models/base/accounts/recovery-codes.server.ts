/** Issues and uses recovery codes, which replace a lost phone or passkey; each works once. */
import type { Queryable, UserRow } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import { digest } from "~/services/secrets.server";

const CODE_COUNT = 10;

/**
 * Returns ten new codes of 80 bits, such as "ab12-cd34-ef56-gh78", for the user to keep. Earlier codes become invalid.
 */
export async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newId);
  await tx.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  const rows = codes.map((code) => ({ hash: hashCode(userId, code), userId, usedAt: null }));
  await tx.insertInto("recoveryCodes").values(rows).execute();
  return codes.map((code) => (code.match(/.{4}/g) as string[]).join("-"));
}

/** Uses up a recovery code of the account; returns false if it is wrong or was used before. */
export async function consumeRecoveryCode(tx: Queryable, { id }: UserRow, typedCode: string): Promise<boolean> {
  const update = await tx
    .updateTable("recoveryCodes")
    .set({ usedAt: new Date().toISOString() })
    .where("hash", "=", hashCode(id, normalizeCode(typedCode)))
    .where("userId", "=", id)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(update.numUpdatedRows) === 1;
}

/** Replaces characters that look alike, by Crockford's base 32. */
function normalizeCode(typedCode: string): string {
  return typedCode
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

function hashCode(userId: string, code: string): string {
  return digest(`recovery code ${userId} ${code}`);
}
