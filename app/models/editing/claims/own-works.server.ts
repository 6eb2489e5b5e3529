/** Stores which works on a profile its holder puts first, and which works are not the holder's. */

import { z } from "zod";
import { db, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { ANSWER_DAYS } from "~/models/base/settings/answer-days";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { WORK_KEY, workUrl } from "~/models/base/web/work-addresses";
import { rowIdOfOwnProfile } from "~/models/records/profiles/holders.server";
import { highlightWorks, MAX_HIGHLIGHTS } from "~/models/records/works/works.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { digest, newSecret } from "~/services/secrets.server";
import { DAY_MS } from "~/stored-times";

export interface OwnWork {
  /** The identifier of OpenAlex, or the DOI. */
  key: string;
  title: string;
  year: number | null;
  venue: string;
  url: string;
  highlighted: boolean;
  /** True while the editors have not decided about the holder's report. */
  isDisowned: boolean;
}

/** Returns the works on a profile for its holder, newest first. */
export async function worksOfHolder(rowId: number): Promise<OwnWork[]> {
  const reports = await readDb
    .selectFrom("requests")
    .select("field")
    .where("expertRowId", "=", rowId)
    .where("kind", "=", "work")
    .where("status", "=", "open")
    .execute();
  const disownedKeys = new Set(reports.map(({ field }) => field));
  const works = await readDb
    .selectFrom("works")
    .select(["openalex as key", "openalex", "doi", "title", "year", "venue", "highlightedAt"])
    .where("expertRowId", "=", rowId)
    .where("status", "=", "accepted")
    .orderBy("year", (year) => year.desc().nullsLast())
    .orderBy("citations", "desc")
    .orderBy("rowId")
    .execute();
  return works.map(({ key, openalex, doi, title, year, venue, highlightedAt }) => {
    const facts = { key, title, year, venue, url: workUrl({ doi, openalex }) };
    return { ...facts, highlighted: highlightedAt !== null, isDisowned: disownedKeys.has(key) };
  });
}

const key = z.string().regex(WORK_KEY, "A work is W and digits, or a DOI.");
export const Highlights = z.array(key).max(MAX_HIGHLIGHTS, `At most ${MAX_HIGHLIGHTS} works can come first.`);
export const NotMine = z.object({
  work: key,
  why: z.string("This must be a text.").trim().max(1_000, "At most 1,000 characters fit here.").default(""),
});

/** Makes these works come first on the user's own profile, and no others. Throws "missing", "invalid". */
export async function highlightOwn(user: UserRow, slug: string, input: unknown): Promise<void> {
  const keys = parse(Highlights, input);
  const rowId = await rowIdOfOwnProfile(user, slug);
  await db.transaction().execute((tx) => highlightWorks(tx, rowId, [...new Set(keys)]));
}

/**
 * Reports to the editors that a work is not the user's; it stays listed until they decide. Throws "missing", "invalid",
 * "limited"; "conflict" if a report waits already.
 */
export async function disownWork(user: UserRow, slug: string, input: unknown): Promise<{ id: string }> {
  const { work: field, why } = parse(NotMine, input);
  const expertRowId = await rowIdOfOwnProfile(user, slug);
  await limit("notMyWork", user.id);
  const id = newId();
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    const works = tx.selectFrom("works").selectAll().where("expertRowId", "=", expertRowId);
    const work = await works.where("openalex", "=", field).where("status", "=", "accepted").executeTakeFirst();
    if (!work) throw new AppError("missing", "This work is not on the profile.");
    const reports = tx.selectFrom("requests").select("id").where("expertRowId", "=", expertRowId);
    if (
      await reports
        .where("kind", "=", "work")
        .where("field", "=", field)
        .where("status", "=", "open")
        .executeTakeFirst()
    )
      throw new AppError("conflict", MAIL_WORDS.ownWorkWaits({ isMailed: mailIsConfigured }));
    const workText = [work.title, work.venue, work.year].filter(Boolean).join(", ");
    const undecidedColumns = {
      should: "",
      notes: "",
      isPublic: 0,
      decidedAt: null,
      decidedBy: null,
      answeredInMs: null,
    };
    const dueAt = new Date(now.getTime() + ANSWER_DAYS * DAY_MS).toISOString();
    const times = { createdAt: now.toISOString(), confirmedAt: now.toISOString(), dueAt };
    const subject = { kind: "work" as const, status: "open" as const, expertRowId, userId: user.id, email: user.email };
    const textColumns = { field, says: workText, source: workUrl(work), message: why };
    const row = { id, tokenHash: digest(newSecret()), ...subject, ...textColumns, ...undecidedColumns, ...times };
    await tx.insertInto("requests").values(row).execute();
  });
  return { id };
}
