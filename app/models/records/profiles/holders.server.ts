/** Finds the person who holds a profile, after an admin confirmed the claim. */
import { type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { publicExperts } from "~/models/records/shared/public-rows.server";

export interface ClaimTimes {
  /** The time of the confirmation; null for an unclaimed profile. */
  claimedAt: string | null;
  /** The last time the person confirmed the profile. */
  confirmedAt: string | null;
}

/** Returns what readers see of the claim of a profile. */
export async function claimOf(expertId: string, from: Queryable = readDb): Promise<ClaimTimes> {
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
  const claimsTakingQuestions = claims
    .select("claims.rowId")
    .where("experts.id", "=", expertId)
    .where("takesQuestions", "=", 1);
  return (await claimsTakingQuestions.where("claims.status", "=", "confirmed").executeTakeFirst()) !== undefined;
}

export async function isHolder(from: Queryable, userId: string, expertRowId: number): Promise<boolean> {
  const claim = from.selectFrom("claims").select("rowId").where("expertRowId", "=", expertRowId);
  return (await claim.where("userId", "=", userId).where("status", "=", "confirmed").executeTakeFirst()) !== undefined;
}

/** Returns the row number of a public profile that the user holds. Throws "missing" for any other. */
export async function rowIdOfOwnProfile(user: UserRow, slug: string): Promise<number> {
  const claim = await readDb
    .selectFrom("claims")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .select("experts.rowId")
    .where("slug", "=", slug)
    .where("claims.userId", "=", user.id)
    .where("claims.status", "=", "confirmed")
    .executeTakeFirst();
  if (claim) return claim.rowId;
  throw new AppError("missing", "This is not your profile.");
}

/**
 * Moves the claims of a profile that is merged into another. If both have a holder, the claim of the target stays. A person
 * with claims of both keeps the confirmed one.
 */
export async function moveClaims(tx: Queryable, from: number, to: number): Promise<void> {
  const targetClaims = tx.selectFrom("claims").where("expertRowId", "=", to);
  const activeUsers = targetClaims.where("status", "in", ["proven", "confirmed"]).select("userId");
  const holder = await targetClaims.where("status", "=", "confirmed").select("rowId").executeTakeFirst();
  const movedClaims = tx.selectFrom("claims").where("expertRowId", "=", from).where("status", "=", "confirmed");
  const duplicateClaims = tx
    .selectFrom("claims")
    .where("status", "=", "proven")
    .where((e) =>
      e.or([
        e("expertRowId", "=", from).and("userId", "in", activeUsers),
        ...(holder ? [] : [e("expertRowId", "=", to).and("userId", "in", movedClaims.select("userId"))]),
      ]),
    );
  // Their requests go away with them, because nothing is left to decide.
  const requestIds = duplicateClaims
    .where("requestId", "is not", null)
    .select("requestId")
    .$narrowType<{ requestId: string }>();
  await tx.deleteFrom("requests").where("id", "in", requestIds).where("status", "=", "open").execute();
  const endedRows = await duplicateClaims.select("rowId").execute();
  await tx
    .updateTable("claims")
    .set({ status: "ended", tokenHash: null })
    .where((e) =>
      e.or([
        e(
          "rowId",
          "in",
          endedRows.map(({ rowId }) => rowId),
        ),
        e("expertRowId", "=", from).and("status", "in", holder ? ["started", "confirmed"] : ["started"]),
      ]),
    )
    .execute();
  await tx.updateTable("claims").set({ expertRowId: to }).where("expertRowId", "=", from).execute();
}
