/** Whose profile it is, once an admin has confirmed a claim. */
import { type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";

export interface Claimed {
  /** When it became the person's; null for a profile that is not claimed, as below. */
  claimedAt: string | null;
  /** When the person last said that it is right. */
  confirmedAt: string | null;
}

/** Returns what readers see of the claim of a profile. */
export async function claimOf(expertId: string, from: Queryable = readDb): Promise<Claimed> {
  const claim = await from
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .select(["claimedAt", "confirmedAt"])
    .where("experts.id", "=", expertId)
    .where("claims.status", "=", "confirmed")
    .executeTakeFirst();
  return claim ?? { claimedAt: null, confirmedAt: null };
}

/** Tells whether readers may ask the holder of a profile through this site. */
export async function takesQuestions(expertId: string): Promise<boolean> {
  const claims = readDb.selectFrom("claims").innerJoin("experts", "experts.rowId", "claims.expertRowId");
  const taking = claims.select("claims.rowId").where("experts.id", "=", expertId).where("takesQuestions", "=", 1);
  return (await taking.where("claims.status", "=", "confirmed").executeTakeFirst()) !== undefined;
}

export async function isHolder(from: Queryable, userId: string, expertRowId: number): Promise<boolean> {
  const claim = from.selectFrom("claims").select("rowId").where("expertRowId", "=", expertRowId);
  return (await claim.where("userId", "=", userId).where("status", "=", "confirmed").executeTakeFirst()) !== undefined;
}

/** The row of a public profile that is the user's. Throws "missing" for anybody else's. */
export async function ownRowId(user: UserRow, slug: string): Promise<number> {
  const claim = await readDb
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .select("experts.rowId")
    .where("slug", "=", slug)
    .where("claims.userId", "=", user.id)
    .where("claims.status", "=", "confirmed")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (claim) return claim.rowId;
  throw new AppError("missing", "This is not your profile.");
}

/** The claims of a profile that is merged into another; where both have a holder, that of the kept one stays. */
export async function moveClaims(tx: Queryable, from: number, to: number): Promise<void> {
  const present = tx.selectFrom("claims").where("expertRowId", "=", to);
  const active = present.where("status", "in", ["proven", "confirmed"]).select("userId");
  const holder = await present.where("status", "=", "confirmed").select("rowId").executeTakeFirst();
  await tx
    .updateTable("claims")
    .set({ status: "ended", tokenHash: null })
    .where("expertRowId", "=", from)
    .where((e) =>
      e.or([
        e("status", "=", "started"),
        e("userId", "in", active).and("status", "=", "proven"),
        ...(holder ? [e("status", "=", "confirmed")] : [e("userId", "in", active)]),
      ]),
    )
    .execute();
  await tx.updateTable("claims").set({ expertRowId: to }).where("expertRowId", "=", from).execute();
}
