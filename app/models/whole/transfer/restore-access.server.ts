/** Ends what a restored backup would otherwise revive. */
import type { Kysely } from "kysely";
import type { Database } from "../../../../db/schema";

/**
 * Ends the sessions and one-time links of a backup, because they may have been ended since, and leaves its waiting mails to
 * an admin, because they may have been sent since. Returns the number of these mails.
 */
export async function endFormerAccess(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom("sessions").execute();
    await tx.deleteFrom("oneTimeTokens").execute();
    // The mailer asks an admin about a mail that was handed over and not confirmed in time.
    const waitingMails = tx.updateTable("mails").where("status", "in", ["queued", "sending"]);
    const handover = waitingMails.set((e) => ({ status: "handedOver" as const, nextAttemptAt: e.ref("createdAt") }));
    return Number((await handover.executeTakeFirstOrThrow()).numUpdatedRows);
  });
}
