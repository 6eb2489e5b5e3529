import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { hasRoom } from "~/models/base/input/room.server";
import { isOutdatedSave, type Save, saveIn } from "~/models/base/input/save-order";
import { parse } from "~/models/base/input/validation.server";
import { limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { sortName } from "~/models/base/text/names.server";
import {
  isBlank,
  NO_FIELDS,
  SUBMISSION_CHARACTERS,
  type SubmissionFields,
  toFields,
} from "~/models/records/experts/submission-fields";

export const DRAFT_DAYS = 30;

/** Accepts the form's fields while they are typed, without their own limits. */
export const DraftInput = z
  .object(
    Object.fromEntries(
      Object.entries(NO_FIELDS).map(([name, emptyValue]) => [
        name,
        Array.isArray(emptyValue) ? z.array(z.string()) : z.string(),
      ]),
    ),
    "Send the fields of the form.",
  )
  .partial()
  .extend({ page: z.number().optional(), save: z.number().optional() });

/** Reads a draft. Throws "invalid" for anything but a form whose fields are texts. */
export function draftIn(body: unknown): SubmissionFields & Partial<Save> {
  const input = parse(DraftInput, body);
  return { ...toFields(input), ...saveIn(input) };
}

/** A draft belongs to the account that last saved it; without an account, to the browser. */
export interface DraftOwner {
  /** The result of `draftBrowser`; null without a cookie. */
  browser: string | null;
  userId: string | null;
}

/** Limits the characters of JSON of one draft, of a draft by a visitor, and of all drafts of an account. */
const MAX_LENGTH = SUBMISSION_CHARACTERS;
const MAX_LENGTH_OF_VISITOR = 100_000;
const MAX_TOTAL_LENGTH = 2_000_000;

/** Stores a draft of its owner, or deletes it if the form is blank. Ignores drafts of others. Throws "limited", "tooLarge". */
export async function saveDraft(
  id: string,
  fields: SubmissionFields,
  { browser, userId, address, page, save }: DraftOwner & Partial<Save> & { address: string },
): Promise<void> {
  const owner = { browser, userId };
  if (!/^[0-9a-z]{16}$/.test(id) || !(browser || userId)) return;
  const drafts = readDb.selectFrom("drafts").select(["browser", "userId", "fields"]);
  const draft = await drafts.where("id", "=", id).executeTakeFirst();
  if (draft && (!isOwner(owner, draft) || isOutdatedSave({ page, save }, draft.fields))) return;
  if (isBlank(fields)) return deleteDraft(db, id, owner);
  const text = JSON.stringify(fields);
  if (text.length > (userId ? MAX_LENGTH : MAX_LENGTH_OF_VISITOR))
    throw new AppError("tooLarge", "This is more text than fits here. Please shorten it.");
  if (userId) await checkRoom(id, userId, text.length);
  await limit("draftSave", network(address));
  if (!draft) {
    // An autosave may arrive after the submission.
    if (await wasSent(id, fields)) return;
    await limit("draft", network(address));
    await removeOldDrafts();
  }
  const storedFields = page && save ? JSON.stringify({ ...fields, page, save }) : text;
  await writeDraft(id, { browser, userId, fields: storedFields }, { page, save });
}

async function writeDraft(
  id: string,
  { browser, ...draft }: DraftOwner & { fields: string },
  order: Partial<Save>,
): Promise<void> {
  // The browser that saved last may go on when its session ends, also if the draft was begun in another browser.
  const row = { ...draft, ...(browser && { browser }), updatedAt: new Date().toISOString() };
  await db.transaction().execute(async (tx) => {
    const storedDraft = await tx.selectFrom("drafts").select("fields").where("id", "=", id).executeTakeFirst();
    if (isOutdatedSave(order, storedDraft?.fields)) return;
    await tx
      .insertInto("drafts")
      .values({ id, browser: "", ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  });
}

/** Returns the newest draft of the account or browser for the profile `change`, or for a new expert if that is "". */
export async function findDraft(
  { browser, userId }: DraftOwner,
  change: string,
): Promise<{ id: string; fields: SubmissionFields } | null> {
  const drafts = await readDb
    .selectFrom("drafts")
    .select(["id", "fields"])
    .where("updatedAt", ">", oldestTime())
    .where("fields", "like", `%"change":${JSON.stringify(change)}%`)
    .where(({ eb, or, and }) =>
      or([
        eb("userId", "=", userId ?? ""),
        and([eb("browser", "=", browser ?? ""), eb("browser", "!=", ""), eb("userId", "is", null)]),
      ]),
    )
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .limit(10)
    .execute();
  const readDrafts = drafts.map(({ id, fields }) => ({ id, fields: toFields(JSON.parse(fields)) }));
  return readDrafts.find(({ fields }) => fields.change === change) ?? null;
}

/** Deletes the owner's draft inside the transaction that sends it. */
export async function deleteDraft(tx: Queryable, id: string, owner: DraftOwner): Promise<void> {
  await tx
    .deleteFrom("drafts")
    .where("id", "=", id)
    .where(({ eb, or, and }) =>
      or([
        eb("userId", "=", owner.userId ?? ""),
        and([eb("browser", "=", owner.browser ?? ""), eb("browser", "!=", "")]),
      ]),
    )
    .execute();
}

function isOwner({ browser, userId }: DraftOwner, draft: DraftOwner): boolean {
  return (browser !== null && browser === draft.browser) || (userId !== null && userId === draft.userId);
}

async function checkRoom(id: string, userId: string, length: number): Promise<void> {
  const otherDrafts = readDb
    .selectFrom("drafts")
    .select("fields as text")
    .where("userId", "=", userId)
    .where("id", "!=", id)
    .where("updatedAt", ">", oldestTime());
  if (await hasRoom(readDb, otherDrafts, { length, maxTotal: MAX_TOTAL_LENGTH })) return;
  throw new AppError("tooLarge", "There is no room for more unfinished submissions. Please send one of them first.");
}

async function wasSent(id: string, { name }: SubmissionFields): Promise<boolean> {
  const submissions = readDb.selectFrom("submissions").select("id").where("draftId", "=", id);
  return (await submissions.where("foldedName", "=", sortName(name)).executeTakeFirst()) !== undefined;
}

async function removeOldDrafts(): Promise<void> {
  await db.deleteFrom("drafts").where("updatedAt", "<=", oldestTime()).execute();
}

/** Limits the number of drafts of all visitors. */
const MAX_OF_VISITORS = 1_000;

/** Deletes drafts older than 30 days, and visitors' oldest drafts above 1,000. Returns the number of the latter. */
export async function tidyDrafts(max = MAX_OF_VISITORS): Promise<number> {
  await removeOldDrafts();
  const drafts = readDb.selectFrom("drafts").select(["id", "updatedAt"]).where("userId", "is", null);
  const newestDrafts = drafts.orderBy("updatedAt", "desc").orderBy("id");
  const excessDrafts = await newestDrafts.limit(500).offset(max).execute();
  if (excessDrafts.length === 0) return 0;
  const ids = excessDrafts.map(({ id }) => id);
  await db.deleteFrom("drafts").where("id", "in", ids).where("userId", "is", null).execute();
  return excessDrafts.length + (excessDrafts.length === 500 ? await tidyDrafts(max) : 0);
}

function oldestTime(): string {
  return new Date(Date.now() - DRAFT_DAYS * 24 * 60 * 60 * 1_000).toISOString();
}
