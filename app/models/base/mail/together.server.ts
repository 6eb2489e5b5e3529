/** Joins mails about several suggestions of one person into one mail, which is sent when the last of them is due. */
import type { Kysely } from "kysely";
import type { Database, MailRow } from "~/db.server";
import { isAhead, isWithin } from "~/stored-times";
import { joinMails } from "./texts.server";

const JOINED_KINDS: readonly string[] = ["submissionApproved", "submissionRejected"];

/** Limits the wait of the first mail while decisions continue. */
const MAX_WAIT_MS = 15 * 60_000;

/** Returns the time until which a due mail waits for others that are joined with it; null if there are none. */
export async function joinDeadline(database: Kysely<Database>, mail: MailRow, now: Date): Promise<string | null> {
  if (!isWithin(Date.parse(mail.createdAt), MAX_WAIT_MS, now.getTime())) return null;
  const laterTimes = (await findCompanions(database, mail)).flatMap((companion) =>
    isLater(companion, now) ? companion.nextAttemptAt : [],
  );
  return laterTimes.toSorted().at(-1) ?? null;
}

/** Adds to a mail the texts of due mails that are joined with it, and removes them from the queue. */
export async function joinCompanions(database: Kysely<Database>, mail: MailRow, now: Date): Promise<MailRow> {
  const dueMails = (await findCompanions(database, mail)).filter((companion) => !isLater(companion, now));
  if (dueMails.length === 0) return mail;
  return database.transaction().execute(async (tx) => {
    const ids = dueMails.map(({ id }) => id);
    const removedRows = await tx
      .deleteFrom("mails")
      .where("id", "in", ids)
      .where("status", "=", "queued")
      .returning("id")
      .execute();
    const bodies = dueMails.filter(({ id }) => removedRows.some((row) => row.id === id)).map(({ body }) => body);
    if (bodies.length === 0) return mail;
    const joinedTexts = joinMails([mail.body, ...bodies]);
    await tx.updateTable("mails").set(joinedTexts).where("id", "=", mail.id).execute();
    return { ...mail, ...joinedTexts };
  });
}

function isLater({ nextAttemptAt }: MailRow, now: Date): boolean {
  return isAhead(Date.parse(nextAttemptAt), MAX_WAIT_MS, now.getTime());
}

async function findCompanions(database: Kysely<Database>, mail: MailRow): Promise<MailRow[]> {
  if (!JOINED_KINDS.includes(mail.kind)) return [];
  return database
    .selectFrom("mails")
    .selectAll()
    .where("recipient", "=", mail.recipient)
    .where("kind", "in", JOINED_KINDS)
    .where("status", "=", "queued")
    .where("attempts", "=", 0)
    .where("id", "!=", mail.id)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(MAX_JOINED)
    .execute();
}

const MAX_JOINED = 200;
