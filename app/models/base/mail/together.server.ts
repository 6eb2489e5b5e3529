/** Joins mails about several suggestions of one person into one, which leaves when the last of them may. */
import type { Kysely } from "kysely";
import type { Database, MailRow } from "~/db.server";
import { isAhead, isWithin } from "~/stored-times";
import { joinedText } from "./texts.server";

const TOLD_TOGETHER: readonly string[] = ["submissionApproved", "submissionRejected"];

/** Bounds the wait for the first mail while decisions go on. */
const MAX_WAITING_MS = 15 * 60_000;

/** Returns the time until which a mail that is due waits for others that go with it; null where it waits for none. */
export async function waitsFor(database: Kysely<Database>, mail: MailRow, now: Date): Promise<string | null> {
  if (!isWithin(Date.parse(mail.createdAt), MAX_WAITING_MS, now.getTime())) return null;
  const ahead = (await companions(database, mail)).flatMap((companion) =>
    isToCome(companion, now) ? companion.nextAttemptAt : [],
  );
  return ahead.toSorted().at(-1) ?? null;
}

/** Adds the texts of the mails that go with it and are due, which leave the queue. */
export async function withCompanions(database: Kysely<Database>, mail: MailRow, now: Date): Promise<MailRow> {
  const due = (await companions(database, mail)).filter((companion) => !isToCome(companion, now));
  if (due.length === 0) return mail;
  return database.transaction().execute(async (tx) => {
    const ids = due.map(({ id }) => id);
    const removed = await tx
      .deleteFrom("mails")
      .where("id", "in", ids)
      .where("status", "=", "queued")
      .returning("id")
      .execute();
    const bodies = due.filter(({ id }) => removed.some((row) => row.id === id)).map(({ body }) => body);
    if (bodies.length === 0) return mail;
    const joined = joinedText([mail.body, ...bodies]);
    await tx.updateTable("mails").set(joined).where("id", "=", mail.id).execute();
    return { ...mail, ...joined };
  });
}

function isToCome({ nextAttemptAt }: MailRow, now: Date): boolean {
  return isAhead(Date.parse(nextAttemptAt), MAX_WAITING_MS, now.getTime());
}

async function companions(database: Kysely<Database>, mail: MailRow): Promise<MailRow[]> {
  if (!TOLD_TOGETHER.includes(mail.kind)) return [];
  return database
    .selectFrom("mails")
    .selectAll()
    .where("recipient", "=", mail.recipient)
    .where("kind", "in", TOLD_TOGETHER)
    .where("status", "=", "queued")
    .where("attempts", "=", 0)
    .where("id", "!=", mail.id)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(MAX_TOGETHER)
    .execute();
}

const MAX_TOGETHER = 200;
