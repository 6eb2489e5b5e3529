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
    const waitingMails = tx.updateTable("mails").where("status", "in", ["queued", "sending", "handedOver"]);
    const failure = waitingMails.set({ status: "failed", lastError: WAITED_IN_BACKUP });
    return Number((await failure.executeTakeFirstOrThrow()).numUpdatedRows);
  });
}

const WAITED_IN_BACKUP =
  "This mail waited in the backup that was restored, so it may have been sent since. Send it again only if it was not. A link in it that signs in, chooses a password or confirms an address no longer works.";
