/** Sends mails to editors and admins about waiting work, as often as each of them chose. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { mailText } from "~/models/base/mail/texts.server";
import { FREQUENCIES, type Frequency } from "~/models/base/mail/waiting-mails";
import { siteSettings } from "~/models/base/settings/settings.server";
import { PARTS } from "~/models/whole/parts.server";
import { DAY_MS, isWithin, MINUTE_MS, since } from "~/stored-times";

/** The minimum time between two mails; "at once" collects work for 5 minutes. */
const MAIL_EVERY_MS: Record<Frequency, number> = {
  now: 5 * MINUTE_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  never: Number.POSITIVE_INFINITY,
};

const Choice = z.object({ waitingMail: z.enum(FREQUENCIES, "Please choose how often.") });

/** Stores how often an editor gets the mail. Throws "invalid". */
export async function chooseWaitingMail(editor: Editor, input: unknown): Promise<void> {
  const { waitingMail } = parse(Choice, input);
  await db.updateTable("users").set({ waitingMail }).where("id", "=", editor.id).execute();
}

/** Queues a mail for each editor and admin who has a confirmed address and is due; returns the number of mails. */
export async function queueWaitingMails(origin: string, now = new Date()): Promise<number> {
  const duePeople = (await selectStaff(readDb).execute()).filter((person) => isDue(person, now));
  if (duePeople.length === 0) return 0;
  const { siteName } = await siteSettings();
  let queuedCount = 0;
  for (const { id } of duePeople) {
    await db.transaction().execute(async (tx) => {
      // Reads the person again, because another process may have been quicker, or the person is no editor any more.
      const person = await selectStaff(tx).where("id", "=", id).executeTakeFirst();
      if (!person || !isDue(person, now)) return;
      const waitingWork = await findWaitingWork(tx, person, now);
      if (waitingWork.length === 0) return;
      await tx.updateTable("users").set({ waitingMailAt: now.toISOString() }).where("id", "=", id).execute();
      await queueMail(tx, { recipient: person.email, ...waitingMail({ siteName, origin, waiting: waitingWork }) });
      queuedCount++;
    });
  }
  return queuedCount;
}

function selectStaff(from: Queryable) {
  return from
    .selectFrom("users")
    .selectAll()
    .where("role", "in", ["editor", "admin"])
    .where("status", "=", "active")
    .where("waitingMail", "!=", "never")
    .where("emailVerifiedAt", "is not", null);
}

function isDue({ waitingMail, waitingMailAt }: UserRow, now: Date): boolean {
  return !waitingMailAt || !isWithin(Date.parse(waitingMailAt), MAIL_EVERY_MS[waitingMail], now.getTime());
}

const WAITING_KINDS = PARTS.flatMap(({ waits }) => waits ?? []);

interface WaitingWork {
  text: string;
  path: string;
}

/** Returns the waiting work. For "at once", returns none unless some came since the last mail. */
async function findWaitingWork(
  tx: Queryable,
  { waitingMail, waitingMailAt }: UserRow,
  now: Date,
): Promise<WaitingWork[]> {
  const isPast = waitingMailAt !== null && since(Date.parse(waitingMailAt), now.getTime()) > 0;
  const after = waitingMail === "now" && isPast ? waitingMailAt : "";
  const newCounts = await Promise.all(WAITING_KINDS.map(({ count }) => count(tx, after)));
  if (!newCounts.some(Boolean)) return [];
  const counts = await Promise.all(WAITING_KINDS.map(async (kind) => ({ ...kind, count: await kind.count(tx, "") })));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, noun, many = `${noun}s`, path }) => ({
      text: `${count.toLocaleString("en")} ${count === 1 ? noun : many}`,
      path,
    }));
}

function waitingMail({ siteName, origin, waiting }: { siteName: string; origin: string; waiting: WaitingWork[] }) {
  return mailText("waiting", siteName, `Waiting for you at ${siteName}`, [
    "Waiting for a decision:",
    waiting.map((work) => `- ${work.text}: ${origin}${work.path}`).join("\n"),
    `Choose in your account whether we write at once, daily, weekly or never:\n${origin}/account#waiting-mail`,
  ]);
}
