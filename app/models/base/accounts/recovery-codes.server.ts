/** Ten codes for when a phone or passkey is lost; each works once. */
import type { Queryable, UserRow } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import { digest } from "~/services/secrets.server";

const CODES = 10;

/** Ten new codes of 80 bits, such as "ab12-cd34-ef56-gh78", for the person to keep; earlier ones stop working. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newId);
  await tx.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  const rows = codes.map((code) => ({ hash: hashOf(userId, code), userId, usedAt: null }));
  await tx.insertInto("recoveryCodes").values(rows).execute();
  return codes.map((code) => (code.match(/.{4}/g) as string[]).join("-"));
}

/** Tells whether this is a code of the account that was not used yet; then it is used up. */
export async function spendRecoveryCode(tx: Queryable, { id }: UserRow, typed: string): Promise<boolean> {
  const used = await tx
    .updateTable("recoveryCodes")
    .set({ usedAt: new Date().toISOString() })
    .where("hash", "=", hashOf(id, normalized(typed)))
    .where("userId", "=", id)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(used.numUpdatedRows) === 1;
}

/** Replaces signs that look alike, as Crockford's base 32 reads them. */
function normalized(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

function hashOf(userId: string, code: string): string {
  return digest(`recovery code ${userId} ${code}`);
}
