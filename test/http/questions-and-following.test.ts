/** Tests a journey from a question to a digest and unsubscribing, by pages without scripts and with a real mail server. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, solveQuestion } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { inDatabase } from "../support/database";
import { type Mailbox, type ReceivedMail, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { readMail } from "../support/read-mail";
import { waitForMails } from "../support/received-mails";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

const READER = "rita.reader@reads.example";
const DAY_MS = 24 * 60 * 60_000;
const timeBefore = (ms: number) => new Date(Date.now() - ms).toISOString();

let mailbox: Mailbox;
let site: Site;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off" } });
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

/** Creates a listed person with an account and a confirmed claim. */
async function addClaimedPerson(name: string) {
  const { headers } = await signUpAdmin(site);
  const { body } = await json(site, "POST", "/api/admin/experts", { name, title: "Professor" }, { headers });
  const holder = await signUp(site);
  const rowId = await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", body.id);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null };
    const times = {
      createdAt: timeBefore(0),
      expiresAt: timeBefore(0),
      claimedAt: timeBefore(0),
      confirmedAt: timeBefore(0),
      remindedAt: null,
    };
    const claim = { id: "claim1", expertRowId, userId: holder.id, ...proof, status: "confirmed" as const, ...times };
    await db.insertInto("claims").values(claim).execute();
    return expertRowId;
  });
  return { ...holder, slug: body.slug as string, rowId };
}

const mailsTo = (email: string, pattern: RegExp, count: number) =>
  waitForMails(mailbox, email, { count, about: pattern });

const [QUESTIONS, FOLLOWING] = [/\/question\/\S+/, /\/follow\/\S+/];

/** Returns the link in the last of these mails. */
async function linkIn(email: string, pattern: RegExp, count: number): Promise<string> {
  const mail = (await mailsTo(email, pattern, count)).at(-1) as ReceivedMail;
  return pattern.exec(mail.text)?.[0] ?? "";
}

/** Fills in the only form of a page, as somebody without scripts does. */
async function fillIn(path: string, typedFields: Record<string, string>): Promise<void> {
  const document = parsePage(await (await get(site, path)).text());
  const question = document.querySelector("label[for=captchaAnswer]")?.textContent ?? "";
  const captchaExpected = document.querySelector<HTMLInputElement>("[name=captchaExpected]")?.value ?? "";
  const captcha = { captchaAnswer: solveQuestion(/What is .*/.exec(question)?.[0] ?? ""), captchaExpected };
  await press(path, { ...typedFields, ...captcha });
}

async function press(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<void> {
  const answer = await form(site, path, fields, { headers });
  expect([path, fields.intent, answer.status]).toEqual([path, fields.intent, 303]);
}

test("RC02 RC03 RC04 RC05 a reader asks, gets an answer without an address, asks again, follows, reads of a new work, and unsubscribes by one click", async () => {
  const person = await addClaimedPerson("Wanda Weaver");
  await press(`/my-profile/${person.slug}`, { intent: "questions", takes: "yes" }, person.headers);

  const question = { name: "Rita", email: READER, subject: "Your looms", text: "May I see them?", purpose: "talks" };
  await fillIn(`/${person.slug}/ask`, question);
  const askerPath = await linkIn(READER, QUESTIONS, 1);
  await press(askerPath, { intent: "confirm" });
  const answererPath = await linkIn(person.email, QUESTIONS, 1);
  await press(answererPath, { intent: "reply", text: "Gladly, in May." });
  expect((await mailsTo(READER, QUESTIONS, 2))[1]?.text).toContain("> Gladly, in May.");
  await press(askerPath, { intent: "reply", text: "On the 5th?" });
  expect((await mailsTo(person.email, QUESTIONS, 2))[1]?.text).toContain("> On the 5th?");

  await fillIn(`/follow?what=/${person.slug}`, { email: READER, rhythm: "weekly" });
  const followerPath = await linkIn(READER, FOLLOWING, 1);
  const followerPage = parsePage(await (await get(site, followerPath)).text());
  const id = followerPage.querySelector<HTMLInputElement>("[name='ids[]']")?.value ?? "";
  await press(followerPath, { intent: "confirm", "ids[]": id });
  await makeDigestDue(person.rowId, "On looms that last");
  const digest = (await mailsTo(READER, FOLLOWING, 2))[1] as ReceivedMail;
  const { text, html, headers } = await readMail(digest);
  for (const part of [text, html]) expect(part).toContain("On looms that last");
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");

  // Follows RFC 8058 as a mail program does: a POST without cookies, whose answer is not a redirect.
  const unsubscribe = /^<(https?:\S+)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  const openedPage = await fetch(unsubscribe, { redirect: "manual" });
  expect([openedPage.status, await countFollowers()]).toEqual([303, 1]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(unsubscribe, { method: "POST", body, redirect: "manual" })).status).toBe(200);
  expect(await countFollowers()).toBe(0);

  // No mail shows the other person's address, in any header or part, as sent or decoded.
  for (const [to, otherAddress] of [
    [READER, person.email],
    [person.email, READER],
  ] as const)
    for (const mail of mailbox.accepted.filter((mail) => mail.to === to))
      expect(mail.raw + JSON.stringify(await readMail(mail))).not.toContain(otherAddress);
});

function countFollowers(): Promise<number> {
  return inDatabase(site.dataDir, async (db) => (await db.selectFrom("followers").selectAll().execute()).length);
}

/** Makes a digest due: the work came yesterday, and the last digest eight days ago. */
async function makeDigestDue(expertRowId: number, title: string): Promise<void> {
  await inDatabase(site.dataDir, async (db) => {
    const facts = { doi: "", venue: "Looms", year: 2026, citations: 0, retracted: 0, retractionSeenAt: null };
    const work = {
      expertRowId,
      openalex: "W1",
      title,
      ...facts,
      status: "accepted" as const,
      checkedAt: timeBefore(0),
    };
    await db
      .insertInto("works")
      .values({ ...work, acceptedAt: timeBefore(DAY_MS) })
      .execute();
    await db
      .updateTable("follows")
      .set({ toldUntil: timeBefore(8 * DAY_MS) })
      .execute();
    await db
      .updateTable("followers")
      .set({ nextAt: timeBefore(1000) })
      .execute();
  });
}
