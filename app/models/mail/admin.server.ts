/** What a curator does about mail that could not be sent. */
import { z } from "zod";
import { db } from "~/db.server";
import type { Admin } from "~/models/accounts/users.server";
import { audit } from "~/models/site/audit.server";
import { parse } from "~/validation.server";
import { failedMails, retryMail } from "./queue.server";

/**
 * Puts a failed mail back into the queue.
 *
 * @param input `{ id }`.
 * @throws AppError invalid, or missing when it does not wait for a decision (any more).
 */
export async function retryFailedMail(admin: Admin, input: unknown): Promise<void> {
  const { id } = parse(z.object({ id: z.string() }), input);
  const mail = (await failedMails()).find((failed) => failed.id === id);
  await db.transaction().execute(async (tx) => {
    await retryMail(id, tx);
    await audit(tx, admin, {
      action: "mail retried",
      subjectKind: "directory",
      subjectId: id,
      subjectName: mail?.subject ?? "",
      detail: mail ? `To ${mail.recipient}` : "",
    });
  });
}
