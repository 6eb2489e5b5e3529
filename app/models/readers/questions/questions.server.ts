/** Asking a listed person who takes questions: without an account, and neither side sees the other's address. */
import { z } from "zod";
import { db, type Queryable, type QuestionRow, type QuestionTextRow, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Caller, emailField } from "~/models/base/accounts/input.server";
import { checkQuestion, questionIn } from "~/models/base/accounts/security-question.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { limit, network, proveAddress, withMailTo } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { isHolder, ownRowId } from "~/models/records/profiles/holders.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { isKeyed, keyedHash } from "~/services/secrets.server";
import { isWithin, within } from "~/stored-times";
import { answerMail, confirmQuestionMail, questionMail } from "./mails.server";

const DAY_MS = 24 * 60 * 60_000;
export const CONFIRM_DAYS = 7;
/** After the last text of a question. */
export const KEPT_DAYS = 90;
/** The limits below, with room for line ends and the answer to the security question. */
export const QUESTION_CHARACTERS = 8_000;

const { choices: PURPOSES, choiceLabels } = EXPERT_RECORD.availableFor;
export const QUESTION_PURPOSES = PURPOSES.map((value, at) => ({ value, label: choiceLabels[at] ?? value }));

const line = (most: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(most, `At most ${most} characters fit here.`);
const written = z
  .string("Please write something.")
  .trim()
  .min(1, "Please write something.")
  .max(5_000, "At most 5,000 characters fit here.")
  .transform((value) => value.replace(/\r\n?/g, "\n"));

export const Question = z.object({
  slug: z.string("Please name the profile."),
  name: line(100, "Please say who you are."),
  email: emailField("Please enter your email address"),
  purpose: z.enum(["", ...PURPOSES], "Please choose from the list.").default(""),
  subject: line(150, "Please say what it is about."),
  text: written,
});

/** Tells whether a reader can ask, and how the page names the person. Throws "missing", "gone". */
export async function askPage(slug: string): Promise<{ slug: string; name: string; isTaken: boolean }> {
  const expert = await findExpert(slug);
  const isTaken = mailIsConfigured && (await holderOf(readDb, { id: expert.id })) !== undefined;
  return { slug: expert.slug, name: expert.name, isTaken };
}

/** The account to which questions for a profile go: that of its holder, who takes them. */
function holderOf(from: Queryable, { id, rowId }: { id?: string; rowId?: number }) {
  return from
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .innerJoin("users", "users.id", "claims.userId")
    .select(["claims.rowId as claimRowId", "experts.rowId", "experts.name", "users.email", "users.id as userId"])
    .where((e) => (id === undefined ? e("experts.rowId", "=", rowId ?? null) : e("experts.id", "=", id)))
    .where("claims.status", "=", "confirmed")
    .where("takesQuestions", "=", 1)
    .where("users.status", "=", "active")
    .where("experts.deletedAt", "is", null)
    .executeTakeFirst();
}

/**
 * Returns the error for a profile that nobody claimed, or whose holder takes no questions, and for a blocked sender once
 * the address is proven: they look the same.
 */
function notTaken(): AppError {
  return new AppError(
    "conflict",
    "This person takes no questions from you through this site. The editors can be asked instead.",
  );
}

/**
 * Keeps a question and queues the mail that confirms it; it goes to the person after that. Where the address was written to
 * before, the link of that mail shows this question, too. What is answered tells nothing about the address. Takes the body of
 * POST /api/questions. Throws "invalid", "missing", "gone", "limited", "unavailable"; "conflict" where none are taken.
 */
export async function askExpert(input: unknown, caller: Caller): Promise<void> {
  if (!mailIsConfigured)
    throw new AppError("unavailable", "This site sends no mail, so questions cannot be passed on.");
  const { slug, text, ...question } = parse(Question, input);
  const expert = await findExpert(slug);
  await checkQuestion(...questionIn(input));
  await limit("askFrom", network(caller.address));
  const { siteName } = await siteSettings();
  const to = { kind: "question" as const, email: question.email, about: expert.id, address: caller.address };
  await withMailTo(to, (mayMail) =>
    db.transaction().execute(async (tx) => {
      const holder = await holderOf(tx, { id: expert.id });
      if (!holder) throw notTaken();
      const [id, now] = [newId(), new Date().toISOString()];
      const about = { expertRowId: holder.rowId, userId: holder.userId, status: "unconfirmed" as const };
      const added = tx.insertInto("questions").values({ id, ...about, ...question, createdAt: now, changedAt: now });
      const { rowId } = await added.returning("rowId").executeTakeFirstOrThrow();
      await addText(tx, rowId, "asker", text);
      const link = linkOf(caller, "asker", id);
      const mail = confirmQuestionMail({ siteName, link, expert: expert.name, days: CONFIRM_DAYS });
      if (mayMail) await queueMail(tx, { recipient: question.email, ...mail });
    }),
  );
}

async function isBlocked(from: Queryable, expertRowId: number, email: string): Promise<boolean> {
  const block = from.selectFrom("questionBlocks").select("at").where("expertRowId", "=", expertRowId);
  return (await block.where("hash", "=", blockHash(email)).executeTakeFirst()) !== undefined;
}

function blockHash(email: string): string {
  return keyedHash("question from", email);
}

type Author = QuestionTextRow["author"];

async function addText(tx: Queryable, questionRowId: number, author: Author, text: string): Promise<void> {
  const at = new Date().toISOString();
  await tx.insertInto("questionTexts").values({ questionRowId, author, text, at }).execute();
}

type Place = Pick<Caller, "origin">;

/** Written anew for each mail: nothing of it is stored. */
function linkOf({ origin }: Place, author: Author, id: string): string {
  return `${origin}/question/${id}${keyedHash(`question ${author}`, id)}`;
}

const AUTHORS = ["asker", "expert"] as const;

type Found = QuestionRow & { expert: string; slug: string; author: Author };

/** Finds a question by the link of either side. Throws "missing". */
async function findByToken(from: Queryable, token: string): Promise<Found> {
  const id = /^[0-9a-z]{16}/.exec(token)?.[0] ?? "";
  const author = id && AUTHORS.find((role) => isKeyed(`question ${role}`, id, token.slice(id.length)));
  const row = author
    ? await from
        .selectFrom("questions")
        .innerJoin("experts", "experts.rowId", "questions.expertRowId")
        .selectAll("questions")
        .select(["experts.name as expert", "experts.slug"])
        .where("questions.id", "=", id)
        .where("experts.deletedAt", "is", null)
        .executeTakeFirst()
    : undefined;
  const isThere = row && (row.status !== "unconfirmed" || isWithin(Date.parse(row.createdAt), CONFIRM_DAYS * DAY_MS));
  // The link in a former holder's mailbox opens nothing any more.
  if (author && isThere && (author === "asker" || (await isHolder(from, row.userId, row.expertRowId))))
    return { ...row, author };
  throw new AppError("missing", "This question was deleted, or its link has expired.");
}

export interface QuestionPage {
  author: Author;
  status: QuestionRow["status"];
  expert: string;
  slug: string;
  /** The reader's name. */
  name: string;
  subject: string;
  /** The label of the purpose; "" if not given. */
  purpose: string;
  texts: { author: Author; text: string; at: string }[];
  mayWrite: boolean;
  /** Says whether the person takes questions now: from anybody or, for the sender, from them. */
  isTaking: boolean;
  /** Other questions from the asker's address that wait to be confirmed, with the paths of their pages; the newest first. */
  waiting: { path: string; subject: string; expert: string }[];
}

/** A question as the holder of its link sees it, without any address. Throws "missing". */
export async function questionPage(token: string): Promise<QuestionPage> {
  const question = await findByToken(readDb, token);
  const { rowId, expertRowId, author, status, expert, slug, name, subject, purpose } = question;
  const texts = await textsOf(readDb, rowId);
  const isTaking =
    (await (author === "expert" ? holderOf(readDb, { rowId: expertRowId }) : reachedBy(readDb, question))) !==
    undefined;
  const mayWrite = isOpen(status) && (author === "expert" || (isTaking && texts.at(-1)?.author === "expert"));
  const waiting = author === "asker" ? await waitingFrom(question) : [];
  return { author, status, expert, slug, name, subject, purpose: labelOf(purpose), texts, mayWrite, isTaking, waiting };
}

const MAX_WAITING = 50;

/** Returns the waiting requests of an address: the holder of a link in a mail to it may send them all. */
async function waitingFrom({ id: except, email }: Found): Promise<QuestionPage["waiting"]> {
  const { after, until } = within(CONFIRM_DAYS * DAY_MS);
  const rows = await readDb
    .selectFrom("questions")
    .innerJoin("experts", "experts.rowId", "questions.expertRowId")
    .select(["questions.id", "subject", "experts.name as expert"])
    .where("questions.email", "=", email)
    .where("questions.email", "!=", "")
    .where("questions.status", "=", "unconfirmed")
    .where("questions.createdAt", ">", after)
    .where("questions.createdAt", "<=", until)
    .where("questions.id", "!=", except)
    .where("experts.deletedAt", "is", null)
    .orderBy("questions.rowId", "desc")
    .limit(MAX_WAITING)
    .execute();
  return rows.map(({ id, ...row }) => ({ path: linkOf({ origin: "" }, "asker", id), ...row }));
}

function textsOf(from: Queryable, questionRowId: number) {
  const texts = from.selectFrom("questionTexts").select(["author", "text", "at"]);
  return texts.where("questionRowId", "=", questionRowId).orderBy("rowId").execute();
}

function isOpen(status: QuestionRow["status"]): boolean {
  return status === "open" || status === "answered";
}

function labelOf(purpose: string): string {
  return QUESTION_PURPOSES.find(({ value }) => value === purpose)?.label ?? "";
}

/** Sends a question to the person; again changes nothing. Throws "missing"; "conflict" where none are taken any more. */
export async function confirmQuestion(token: string, place: Place): Promise<void> {
  const email = await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    if (question.author !== "asker") throw onlyFor("asker");
    const confirmed = await changeStatus(tx, question, ["unconfirmed"], "open");
    if (confirmed) await sendToExpert(tx, question, place, { isFollowUp: false });
    return question.email;
  });
  await proveAddress("question", email);
}

async function changeStatus(
  tx: Queryable,
  { rowId }: Found,
  from: QuestionRow["status"][],
  status: QuestionRow["status"],
): Promise<boolean> {
  const changes = { status, changedAt: new Date().toISOString() };
  const changed = tx.updateTable("questions").set(changes).where("rowId", "=", rowId).where("status", "in", from);
  return (await changed.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

async function sendToExpert(tx: Queryable, question: Found, place: Place, { isFollowUp }: { isFollowUp: boolean }) {
  const { id, rowId, expert, name: asker, subject, purpose } = question;
  const holder = await reachedBy(tx, question);
  if (!holder) throw notTaken();
  const { siteName } = await siteSettings();
  const text = (await textsOf(tx, rowId)).at(-1)?.text ?? "";
  const link = linkOf(place, "expert", id);
  const about = { siteName, link, expert, asker, subject, purpose: labelOf(purpose), written: text, isFollowUp };
  await queueMail(tx, { recipient: holder.email, ...questionMail(about) });
}

/** Returns the person, if the sender's messages still reach them. */
async function reachedBy(from: Queryable, { expertRowId, userId, email }: Found) {
  const holder = await holderOf(from, { rowId: expertRowId });
  return holder?.userId === userId && !(await isBlocked(from, expertRowId, email)) ? holder : undefined;
}

export const Reply = z.object({ text: written, direct: z.string().optional() });

/**
 * Writes to the other side: the person as often as they like, the sender once after each answer. `direct` shows the
 * person's address to the sender. Throws "missing", "invalid", "limited", and "conflict" if it is not their turn.
 */
export async function reply(token: string, input: unknown, place: Place): Promise<void> {
  const { text, direct } = parse(Reply, input);
  const { id, author } = await findByToken(readDb, token);
  await limit("questionReply", `${id} ${author}`);
  await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    const isExpert = question.author === "expert";
    const isTurn = isExpert || (await textsOf(tx, question.rowId)).at(-1)?.author === "expert";
    const changed = isTurn && (await changeStatus(tx, question, ["open", "answered"], isExpert ? "answered" : "open"));
    if (!changed) throw new AppError("conflict", "You can write again once there is an answer.");
    await addText(tx, question.rowId, question.author, text);
    if (isExpert) await sendToAsker(tx, question, place, { text, isDirect: Boolean(direct) });
    else await sendToExpert(tx, question, place, { isFollowUp: true });
  });
}

async function sendToAsker(
  tx: Queryable,
  question: Found,
  place: Place,
  { text, isDirect }: { text: string; isDirect: boolean },
): Promise<void> {
  const { siteName } = await siteSettings();
  const { id, userId, email, expert, subject } = question;
  const account = tx.selectFrom("users").select("email").where("id", "=", userId);
  // Allows an answer by a person who takes no more questions.
  const direct = isDirect ? (await account.executeTakeFirstOrThrow()).email : null;
  const mayWrite = (await reachedBy(tx, question)) !== undefined;
  const about = { siteName, link: linkOf(place, "asker", id), expert, subject, written: text, direct, mayWrite };
  await queueMail(tx, { recipient: email, ...answerMail(about) });
}

function onlyFor(author: Author): AppError {
  return new AppError(
    "missing",
    author === "expert" ? "Only the person asked can do this." : "Only who asked can do this.",
  );
}

/** The person's choices with one click: answered, reported, no more from this sender, or no questions at all. */
export type Choice = "answered" | "reported" | "ended" | "pause";

/** Carries out a choice; a report also ends the question, and blocks the sender. Throws "missing". */
export async function choose(token: string, choice: Choice): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    if (question.author !== "expert") throw onlyFor("expert");
    const { expertRowId, email } = question;
    if (choice === "pause") {
      const claim = tx.updateTable("claims").set({ takesQuestions: 0 }).where("expertRowId", "=", expertRowId);
      await claim.where("status", "=", "confirmed").execute();
      return;
    }
    await changeStatus(tx, question, ["open", "answered", "ended"], choice);
    if (choice === "answered") return;
    await tx
      .insertInto("questionBlocks")
      .values({ expertRowId, hash: blockHash(email), at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(["expertRowId", "hash"]).doNothing())
      .execute();
  });
}

/** Tells whether questions reach the user through a profile of theirs. Throws "missing". */
export async function chooseQuestions(user: UserRow, slug: string, takes: boolean): Promise<void> {
  const experts = db.selectFrom("experts").select("rowId").where("slug", "=", slug).where("deletedAt", "is", null);
  const { numUpdatedRows } = await db
    .updateTable("claims")
    .set({ takesQuestions: Number(takes) })
    .where("userId", "=", user.id)
    .where("status", "=", "confirmed")
    .where("expertRowId", "in", experts)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError("missing", "This is not your profile.");
}

export interface OwnQuestions {
  waiting: number;
  answered: number;
  /**
   * At most 20 questions: waiting ones, the longest waiting first, then answered ones, the latest first. `path` opens one.
   */
  latest: { path: string; subject: string; from: string; purpose: string; status: "open" | "answered"; at: string }[];
}

const MAX_SHOWN = 20;

/** Returns the questions of readers to a profile of the user. Throws "missing" for anybody else's. */
export async function questionsToOwn(user: UserRow, slug: string): Promise<OwnQuestions> {
  const expertRowId = await ownRowId(user, slug);
  const questions = readDb.selectFrom("questions").where("expertRowId", "=", expertRowId).where("userId", "=", user.id);
  const rowsOf = (status: "open" | "answered") =>
    questions
      .select(["id", "subject", "name", "purpose", "changedAt as at"])
      .where("status", "=", status)
      .orderBy("changedAt", status === "open" ? "asc" : "desc")
      .orderBy("rowId")
      .limit(MAX_SHOWN)
      .execute();
  const counts = await questions
    .select(["status", (e) => e.fn.countAll<number>().as("count")])
    .where("status", "in", ["open", "answered"])
    .groupBy("status")
    .execute();
  const count = (status: string) => counts.find((count) => count.status === status)?.count ?? 0;
  const shown = (["open", "answered"] as const).map(async (status) =>
    (await rowsOf(status)).map(({ id, name: from, purpose, ...row }) => {
      return { path: linkOf({ origin: "" }, "expert", id), ...row, from, purpose: labelOf(purpose), status };
    }),
  );
  const latest = (await Promise.all(shown)).flat().slice(0, MAX_SHOWN);
  return { waiting: count("open"), answered: count("answered"), latest };
}

/** Numbers for editors, who see no texts; reports of the last 90 days by profile. */
export async function questionCounts(_editor: Editor) {
  const count = async (status: QuestionRow["status"]) => {
    const questions = readDb.selectFrom("questions").select((e) => e.fn.countAll<number>().as("count"));
    return (await questions.where("status", "=", status).executeTakeFirstOrThrow()).count;
  };
  const reports = await readDb
    .selectFrom("questions")
    .innerJoin("experts", "experts.rowId", "questions.expertRowId")
    .select(["experts.slug", "experts.name", "changedAt as at"])
    .where("questions.status", "=", "reported")
    .orderBy("changedAt", "desc")
    .limit(100)
    .execute();
  return {
    open: await count("open"),
    answered: await count("answered"),
    ended: await count("ended"),
    reported: await count("reported"),
    reports,
  };
}

/** Deletes questions that were not confirmed within 7 days, and all texts 90 days after the last one. */
export async function removeOldQuestions(): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { after, until } = within(CONFIRM_DAYS * DAY_MS);
    const old = tx
      .deleteFrom("questions")
      .where((e) =>
        e.or([
          e("status", "=", "unconfirmed").and(e.or([e("changedAt", "<=", after), e("changedAt", ">", until)])),
          e("status", "in", ["open", "answered", "reported", "ended"]).and("changedAt", "<=", daysAgo(KEPT_DAYS)),
        ]),
      );
    const { numDeletedRows } = await old.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await forgetSoon(tx);
    return Number(numDeletedRows);
  });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
