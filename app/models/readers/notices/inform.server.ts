/** Informs people that they are listed, by a mail of this site; or records that an editor informed them otherwise. */
import { z } from "zod";
import { db, type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { emailField } from "~/models/base/accounts/input.server";
import { createdId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { oneLine } from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings, storedSettings } from "~/models/base/settings/settings.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { evidenceOfExpert } from "~/models/records/evidence/evidence.server";
import { auditExpert, expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { keyedHash } from "~/services/secrets.server";
import { fillPlaceholders, LETTER } from "./letter";
import { LETTER_SETTING } from "./setting";

export const InformInput = z.object({
  email: emailField("Please enter an email address")
    .optional()
    .describe("The address to send the letter to. Without it, the person is only marked as informed."),
});

export interface Letter {
  subject: string;
  text: string;
  /** null if nobody has informed the person. */
  toldAt: string | null;
  way: "mail" | "otherwise" | null;
  /** This site sends mail. */
  isMailed: boolean;
}

/**
 * Returns the letter to somebody who is listed, as it would be sent now. Throws "missing"; "conflict" in the trash.
 */
export async function letterFor(editor: Editor, key: string, origin: string): Promise<Letter> {
  const row = checkNotTrashed(await expertForAdmin(editor, key));
  const notice = await readDb
    .selectFrom("toldPeople")
    .selectAll()
    .where("expertRowId", "=", row.rowId)
    .executeTakeFirst();
  const { subject, body } = await writeLetter(row, origin);
  return { subject, text: body, toldAt: notice?.toldAt ?? null, way: notice?.way ?? null, isMailed: mailIsConfigured };
}

/** Returns when the person was informed; null if nobody did. */
export async function informedAt(expertRowId: number): Promise<string | null> {
  const notices = readDb.selectFrom("toldPeople").select("toldAt").where("expertRowId", "=", expertRowId);
  return (await notices.executeTakeFirst())?.toldAt ?? null;
}

function checkNotTrashed(row: ExpertRow): ExpertRow {
  if (!row.deletedAt) return row;
  throw new AppError("conflict", "This profile is in the trash. Restore it first.");
}

function checkPublic({ state }: ExpertRow): void {
  if (state === "public") return;
  throw new AppError(
    "conflict",
    "Readers do not see this profile yet, so the links in the message would lead nowhere. Publish it first.",
  );
}

async function writeLetter(row: ExpertRow, origin: string): Promise<{ subject: string; body: string }> {
  const { siteName, contactEmail } = await siteSettings();
  const text = (await storedSettings(readDb))[LETTER_SETTING] || LETTER;
  const profile = `${origin}/${row.slug}`;
  const body = fillPlaceholders(text, {
    name: oneLine(row.name, 200),
    site: siteName,
    profile,
    sources: (await sourceLines(row)).map((source) => `- ${source}`).join("\n"),
    correct: `${profile}/report`,
    claim: `${profile}/claim`,
    remove: `${profile}/report?kind=removal`,
    privacy: `${origin}/privacy`,
    contact: contactEmail ? `Questions reach us at ${contactEmail}.` : "",
  });
  return { subject: `Your profile at ${siteName}`, body };
}

const MAX_SOURCES = 12;

async function sourceLines({ id, referenceLinks }: ExpertRow): Promise<string[]> {
  const quotedSources = (await evidenceOfExpert(id)).flatMap(({ source }) => source?.url || source?.title || []);
  const linkedSources = (JSON.parse(referenceLinks) as string[]).flatMap((link) => parseReferenceLink(link)?.url ?? []);
  const sources = [...new Set([...quotedSources, ...linkedSources])]
    .filter(Boolean)
    .map((source) => oneLine(source, 300));
  if (sources.length === 0) return ["public sources, such as the pages of institutions and publishers"];
  return sources.length > MAX_SOURCES ? [...sources.slice(0, MAX_SOURCES), "and others, named on the page"] : sources;
}

/**
 * Sends the letter; without an address, records that the person was informed otherwise. Neither the record nor the
 * audit log stores the address. A form `formId` that is sent again sends no second letter. Throws "missing", "invalid", "limited"; "conflict" if no mail is sent, or if readers do not see the profile.
 */
export async function informPerson(
  editor: Editor,
  key: string,
  input: unknown,
  origin: string,
  formId?: unknown,
): Promise<{ toldAt: string; way: "mail" | "otherwise" }> {
  const { email } = parse(InformInput, input ?? {});
  if (email && !mailIsConfigured) {
    throw new AppError("conflict", "This site sends no mail. Copy the message, and then mark the person as informed.");
  }
  const expert = checkNotTrashed(await expertForAdmin(editor, key));
  if (email) checkPublic(expert);
  const mailId = createdId(formId, ["listed", expert.id, email]);
  const sentLetter = await letterBefore(readDb, expert, mailId);
  if (sentLetter) return sentLetter;
  if (email) {
    await limit("tellFrom", editor.id);
    await limit("tellTo", keyedHash("told", email));
  }
  const letter = await writeLetter(expert, origin);
  return db.transaction().execute(async (tx) => {
    const row = checkNotTrashed(await expertRow(tx, expert.rowId));
    if (email) checkPublic(row);
    const earlierLetter = await letterBefore(tx, row, mailId);
    if (earlierLetter) return earlierLetter;
    const notice = { toldAt: new Date().toISOString(), way: email ? ("mail" as const) : ("otherwise" as const) };
    await tx
      .insertInto("toldPeople")
      .values({ expertRowId: row.rowId, ...notice })
      .onConflict((conflict) => conflict.column("expertRowId").doUpdateSet(notice))
      .execute();
    if (email) await queueMail(tx, { kind: "listed", recipient: email, ...letter }, { id: mailId });
    await auditExpert(tx, editor, email ? "person told by mail" : "person told", row);
    return notice;
  });
}

/** Returns what is recorded about the letter with this id; undefined if there is none. */
async function letterBefore(from: Queryable, { rowId }: ExpertRow, mailId: string) {
  const mail = from.selectFrom("mails").select("id").where("id", "=", mailId);
  if (!(await mail.executeTakeFirst())) return undefined;
  const notices = from.selectFrom("toldPeople").select(["toldAt", "way"]).where("expertRowId", "=", rowId);
  return notices.executeTakeFirst();
}
