/**
 * Passes questions to listed people who accept them: without an account, and neither side sees the other's address.
 */

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
import { onOneLine } from "~/models/base/text/content-text";
import { findExpert } from "~/models/records/directory/experts.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { isHolder, rowIdOfOwnProfile } from "~/models/records/profiles/holders.server";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { isKeyedHash, keyedHash } from "~/services/secrets.server";
import { DAY_MS, isWithin, within } from "~/stored-times";
import { answerMail, confirmQuestionMail, questionMail } from "./mails.server";

export const CONFIRM_DAYS = 7;
/** Counts from the last text of a question, or from its report. */
export const RETENTION_DAYS = 90;
/** Limits the form in characters: the sum of its fields' limits, with room for line ends and the security question. */
export const QUESTION_CHARACTERS = 8_000;

const { choices: PURPOSES, choiceLabels } = EXPERT_RECORD.availableFor;
export const QUESTION_PURPOSES = PURPOSES.map((value, index) => ({ value, label: choiceLabels[index] ?? value }));

const line = (max: number, message: string) =>
  z.string(message).overwrite(onOneLine).trim().min(1, message).max(max, `At most ${max} characters fit here.`);
const messageField = z
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
  text: messageField,
});

/** Returns the name of the person, and whether a reader can ask them. Throws "missing", "gone". */
export async function askPage(slug: string): Promise<{ slug: string; name: string; acceptsQuestions: boolean }> {
  const expert = await findExpert(slug);
  const acceptsQuestions = mailIsConfigured && (await findHolder(readDb, { id: expert.id })) !== undefined;
  return { slug: expert.slug, name: expert.name, acceptsQuestions };
}

/** Finds the account that receives a profile's questions: its holder, if they accept any. */
function findHolder(from: Queryable, { id, rowId }: { id?: string; rowId?: number }) {
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
    .where("experts.state", "=", "public")
    .executeTakeFirst();
}

/**
 * Returns the error if nobody claimed the profile, or its holder accepts no questions, or blocked the sender. A blocked
 * sender gets it only behind the link that was mailed to them, so that nobody else learns of the block.
 */
function questionsNotAccepted(): AppError {
  return new AppError(
    "conflict",
    "This person accepts no questions from you through this site. You can ask the editors instead.",
  );
}

/**
 * Stores a question and queues the mail that confirms it. If no further mail is sent, the link in an earlier mail to
 * the address also shows the question. The answer tells nothing about the address. Takes the body of POST
 * /api/questions. Throws "invalid", "missing", "gone", "limited", "unavailable"; "conflict" if the person accepts none.
 */
export async function askExpert(input: unknown, caller: Caller): Promise<void> {
  if (!mailIsConfigured)
    throw new AppError("unavailable", "This site sends no mail, so questions cannot be passed on.");
  const { slug, text, ...question } = parse(Question, input);
  const expert = await findExpert(slug);
  await checkQuestion(...questionIn(input));
  await limit("askFrom", network(caller.address));
  const { siteName } = await siteSettings();
  const mailRequest = { kind: "question" as const, email: question.email, about: expert.id, address: caller.address };
  await withMailTo(mailRequest, (mayMail) =>
    db.transaction().execute(async (tx) => {
      const holder = await findHolder(tx, { id: expert.id });
      if (!holder) throw questionsNotAccepted();
      const [id, now] = [newId(), new Date().toISOString()];
      const recipientFields = { expertRowId: holder.rowId, userId: holder.userId, status: "unconfirmed" as const };
      const insertion = tx
        .insertInto("questions")
        .values({ id, ...recipientFields, ...question, createdAt: now, changedAt: now });
      const { rowId } = await insertion.returning("rowId").executeTakeFirstOrThrow();
      await addText(tx, rowId, "asker", text);
      const link = questionLink(caller, "asker", id);
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

type LinkOrigin = Pick<Caller, "origin">;

/** Makes a link that a keyed hash proves, so that nothing of it is stored. */
function questionLink({ origin }: LinkOrigin, author: Author, id: string): string {
  return `${origin}/question/${id}${keyedHash(`question ${author}`, id)}`;
}

const AUTHORS = ["asker", "expert"] as const;

type LinkedQuestion = QuestionRow & { expert: string; slug: string; author: Author };

/** Replaces the name and address of a profile that became a draft: the question stays readable for both sides. */
const HIDDEN_PERSON = { expert: "this person", slug: "" };

/** Finds a question by the link of either side. Throws "missing". */
async function findByToken(from: Queryable, token: string): Promise<LinkedQuestion> {
  const id = /^[0-9a-z]{16}/.exec(token)?.[0] ?? "";
  const author = id && AUTHORS.find((role) => isKeyedHash(`question ${role}`, id, token.slice(id.length)));
  const row = author
    ? await from
        .selectFrom("questions")
        .innerJoin("experts", "experts.rowId", "questions.expertRowId")
        .selectAll("questions")
        .select(["experts.name as expert", "experts.slug", "experts.state"])
        .where("questions.id", "=", id)
        .where("experts.deletedAt", "is", null)
        .executeTakeFirst()
    : undefined;
  const isAvailable =
    row && (row.status !== "unconfirmed" || isWithin(Date.parse(row.createdAt), CONFIRM_DAYS * DAY_MS));
  // Rejects links that were sent to a former holder of the profile.
  if (author && isAvailable && (author === "asker" || (await isHolder(from, row.userId, row.expertRowId)))) {
    const { state, ...question } = row;
    return { ...question, ...(state === "public" ? {} : HIDDEN_PERSON), author };
  }
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
  /** The label of the purpose; "" if there is none. */
  purpose: string;
  texts: { author: Author; text: string; at: string }[];
  mayWrite: boolean;
  /** The person accepts questions now: from anybody or, for the sender, from them. */
  acceptsQuestions: boolean;
  /** Other unconfirmed questions from the asker's address, with the paths of their pages; newest first. */
  waiting: { path: string; subject: string; expert: string }[];
}

/** Returns a question as the holder of its link sees it, without addresses. Throws "missing". */
export async function questionPage(token: string): Promise<QuestionPage> {
  const question = await findByToken(readDb, token);
  const { rowId, expertRowId, author, status, expert, slug, name, subject, purpose } = question;
  const texts = await readTexts(readDb, rowId);
  const acceptsQuestions =
    (await (author === "expert"
      ? findHolder(readDb, { rowId: expertRowId })
      : findReachableHolder(readDb, question))) !== undefined;
  const mayWrite = isOpen(status) && (author === "expert" || (acceptsQuestions && texts.at(-1)?.author === "expert"));
  const waiting = author === "asker" ? await otherUnconfirmed(question) : [];
  return {
    author,
    status,
    expert,
    slug,
    name,
    subject,
    purpose: purposeLabel(purpose),
    texts,
    mayWrite,
    acceptsQuestions,
    waiting,
  };
}

const MAX_WAITING_QUESTIONS = 50;

/** Returns the unconfirmed questions of an address, because its owner may confirm them all through one mail. */
async function otherUnconfirmed({ id: shownId, email }: LinkedQuestion): Promise<QuestionPage["waiting"]> {
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
    .where("questions.id", "!=", shownId)
    .where("experts.deletedAt", "is", null)
    .where("experts.state", "=", "public")
    .orderBy("questions.rowId", "desc")
    .limit(MAX_WAITING_QUESTIONS)
    .execute();
  return rows.map(({ id, ...row }) => ({ path: questionLink({ origin: "" }, "asker", id), ...row }));
}

function readTexts(from: Queryable, questionRowId: number) {
  const texts = from.selectFrom("questionTexts").select(["author", "text", "at"]);
  return texts.where("questionRowId", "=", questionRowId).orderBy("rowId").execute();
}

function isOpen(status: QuestionRow["status"]): boolean {
  return status === "open" || status === "answered";
}

function purposeLabel(purpose: string): string {
  return QUESTION_PURPOSES.find(({ value }) => value === purpose)?.label ?? "";
}

/**
 * Sends a question to the person; a second call changes nothing. Throws "missing"; "conflict" if they accept none any
 * more.
 */
export async function confirmQuestion(token: string, linkOrigin: LinkOrigin): Promise<void> {
  const email = await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    if (question.author !== "asker") throw onlyAllowedFor("asker");
    const isConfirmed = await changeStatus(tx, question, ["unconfirmed"], "open");
    if (isConfirmed) await sendToExpert(tx, question, linkOrigin, { isFollowUp: false });
    return question.email;
  });
  await proveAddress("question", email);
}

async function changeStatus(
  tx: Queryable,
  { rowId }: LinkedQuestion,
  formerStatuses: QuestionRow["status"][],
  status: QuestionRow["status"],
  changedAt = new Date().toISOString(),
): Promise<boolean> {
  const changes = { status, changedAt };
  const update = tx
    .updateTable("questions")
    .set(changes)
    .where("rowId", "=", rowId)
    .where("status", "in", formerStatuses);
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

async function sendToExpert(
  tx: Queryable,
  question: LinkedQuestion,
  linkOrigin: LinkOrigin,
  { isFollowUp }: { isFollowUp: boolean },
) {
  const { id, rowId, expert, name: asker, subject, purpose } = question;
  const holder = await findReachableHolder(tx, question);
  if (!holder) throw questionsNotAccepted();
  const { siteName } = await siteSettings();
  const text = (await readTexts(tx, rowId)).at(-1)?.text ?? "";
  const link = questionLink(linkOrigin, "expert", id);
  const content = { siteName, link, expert, asker, subject, purpose: purposeLabel(purpose), message: text, isFollowUp };
  await queueMail(tx, { recipient: holder.email, ...questionMail(content) });
}

/** Returns the holder of the profile, if the sender's messages still reach them. */
async function findReachableHolder(from: Queryable, { expertRowId, userId, email }: LinkedQuestion) {
  const holder = await findHolder(from, { rowId: expertRowId });
  return holder?.userId === userId && !(await isBlocked(from, expertRowId, email)) ? holder : undefined;
}

export const Reply = z.object({ text: messageField, direct: z.string().optional() });

/**
 * Sends a message to the other side: the person as often as they like, the sender once after each answer. `direct`
 * shows the person's address to the sender. Throws "missing", "invalid", "limited"; "conflict" if it is not their
 * turn, or repeats the last message.
 */
export async function reply(token: string, input: unknown, linkOrigin: LinkOrigin): Promise<void> {
  const { text, direct } = parse(Reply, input);
  const { id, author } = await findByToken(readDb, token);
  await limit("questionReply", `${id} ${author}`);
  await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    const isExpert = question.author === "expert";
    const lastText = (await readTexts(tx, question.rowId)).at(-1);
    if (isExpert && lastText?.author === "expert" && lastText.text === text)
      throw new AppError("conflict", "This message was sent already.");
    const isTurn = isExpert || lastText?.author === "expert";
    const isChanged =
      isTurn && (await changeStatus(tx, question, ["open", "answered"], isExpert ? "answered" : "open"));
    if (!isChanged) throw new AppError("conflict", "You can write again once there is an answer.");
    await addText(tx, question.rowId, question.author, text);
    if (isExpert) await sendToAsker(tx, question, linkOrigin, { text, isDirect: Boolean(direct) });
    else await sendToExpert(tx, question, linkOrigin, { isFollowUp: true });
  });
}

async function sendToAsker(
  tx: Queryable,
  question: LinkedQuestion,
  linkOrigin: LinkOrigin,
  { text, isDirect }: { text: string; isDirect: boolean },
): Promise<void> {
  const { siteName } = await siteSettings();
  const { id, userId, email, expert, subject } = question;
  const account = tx.selectFrom("users").select("email").where("id", "=", userId);
  // Allows answers by a person who accepts no more questions.
  const directAddress = isDirect ? (await account.executeTakeFirstOrThrow()).email : null;
  const mayWrite = (await findReachableHolder(tx, question)) !== undefined;
  const content = {
    siteName,
    link: questionLink(linkOrigin, "asker", id),
    expert,
    subject,
    message: text,
    directAddress,
    mayWrite,
  };
  await queueMail(tx, { recipient: email, ...answerMail(content) });
}

function onlyAllowedFor(author: Author): AppError {
  return new AppError(
    "missing",
    author === "expert" ? "Only the person asked can do this." : "Only the person who asked can do this.",
  );
}

/**
 * The choices that a listed person has with one click: answered, reported, no more from this sender, or no questions
 * at all.
 */
export type Choice = "answered" | "reported" | "ended" | "pause";

/** Applies a choice; a report also ends the question and blocks the sender. Throws "missing". */
export async function applyChoice(token: string, choice: Choice): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const question = await findByToken(tx, token);
    if (question.author !== "expert") throw onlyAllowedFor("expert");
    const { expertRowId, email } = question;
    if (choice === "pause") {
      const claim = tx.updateTable("claims").set({ takesQuestions: 0 }).where("expertRowId", "=", expertRowId);
      await claim.where("status", "=", "confirmed").execute();
      return;
    }
    const formerStatuses = choice === "answered" ? (["open"] as const) : (["open", "answered", "ended"] as const);
    // Keeps the time of the last text, because the texts are deleted 90 days after it; a report waits for editors as long.
    const changedAt = choice === "reported" ? undefined : question.changedAt;
    await changeStatus(tx, question, [...formerStatuses], choice, changedAt);
    if (choice === "answered") return;
    await tx
      .insertInto("questionBlocks")
      .values({ expertRowId, hash: blockHash(email), at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(["expertRowId", "hash"]).doNothing())
      .execute();
  });
}

/** Sets whether readers can send questions to the user's own profile. Throws "missing". */
export async function setAcceptsQuestions(user: UserRow, slug: string, accepts: boolean): Promise<void> {
  const experts = publicRows(db, "expert").select("rowId").where("slug", "=", slug);
  const { numUpdatedRows } = await db
    .updateTable("claims")
    .set({ takesQuestions: Number(accepts) })
    .where("userId", "=", user.id)
    .where("status", "=", "confirmed")
    .where("expertRowId", "in", experts)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError("missing", "This is not your profile.");
}

export interface ProfileQuestions {
  waiting: number;
  answered: number;
  /** Up to 20 questions: waiting ones, longest waiting first, then answered ones, latest first. `path` opens one. */
  latest: { path: string; subject: string; from: string; purpose: string; status: "open" | "answered"; at: string }[];
}

const MAX_LATEST = 20;

/** Returns readers' questions to the user's own profile. Throws "missing" for any other profile. */
export async function questionsForProfile(user: UserRow, slug: string): Promise<ProfileQuestions> {
  const expertRowId = await rowIdOfOwnProfile(user, slug);
  const questions = readDb.selectFrom("questions").where("expertRowId", "=", expertRowId).where("userId", "=", user.id);
  const readRows = (status: "open" | "answered") =>
    questions
      .select(["id", "subject", "name", "purpose", "changedAt as at"])
      .where("status", "=", status)
      .orderBy("changedAt", status === "open" ? "asc" : "desc")
      .orderBy("rowId")
      .limit(MAX_LATEST)
      .execute();
  const counts = await questions
    .select(["status", (e) => e.fn.countAll<number>().as("count")])
    .where("status", "in", ["open", "answered"])
    .groupBy("status")
    .execute();
  const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0;
  const lists = (["open", "answered"] as const).map(async (status) =>
    (await readRows(status)).map(({ id, name: from, purpose, ...row }) => {
      return { path: questionLink({ origin: "" }, "expert", id), ...row, from, purpose: purposeLabel(purpose), status };
    }),
  );
  const latest = (await Promise.all(lists)).flat().slice(0, MAX_LATEST);
  return { waiting: countOf("open"), answered: countOf("answered"), latest };
}

/** Returns numbers for editors, who see no texts, and the reports of the last 90 days. */
export async function questionCounts(_editor: Editor) {
  const countOf = async (status: QuestionRow["status"]) => {
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
    open: await countOf("open"),
    answered: await countOf("answered"),
    ended: await countOf("ended"),
    reported: await countOf("reported"),
    reports,
  };
}

/** Deletes questions that were not confirmed within 7 days, and others 90 days after the last text or report. */
export async function removeOldQuestions(): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { after, until } = within(CONFIRM_DAYS * DAY_MS);
    const deletion = tx
      .deleteFrom("questions")
      .where((e) =>
        e.or([
          e("status", "=", "unconfirmed").and(e.or([e("changedAt", "<=", after), e("changedAt", ">", until)])),
          e("status", "in", ["open", "answered", "reported", "ended"]).and("changedAt", "<=", daysAgo(RETENTION_DAYS)),
        ]),
      );
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await forgetSoon(tx);
    return Number(numDeletedRows);
  });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
