/** Tests questions to a listed person with a real mail server: they are passed on without an address, and ended by one click. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { inDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, refusal, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { waitForMails } from "../support/received-mails";
import { MAILS_PER_CONVERSATION, relayQuestions } from "../support/relay";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let mailbox: Mailbox;
let site: Site;
let admin: Record<string, string>;
let uniqueNumber = 0;
const newClientAddress = () => ({ "X-Forwarded-For": `10.9.${++uniqueNumber % 250}.1` });
const newEmail = () => `asker-${++uniqueNumber}@mail.example`;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off", TRUST_PROXY: "on" } });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

type Person = { id: string; slug: string; name: string; email: string; headers: Record<string, string> };

async function addExpert(name: string): Promise<{ id: string; slug: string }> {
  const { status, body } = await json(
    site,
    "POST",
    "/api/admin/experts",
    { name, title: "Professor" },
    { headers: admin },
  );
  expect(status).toBe(201);
  return body;
}

/** Creates a profile with a holder, who takes questions unless `takesQuestions` is false. */
async function addClaimedProfile(name: string, takesQuestions = true): Promise<Person> {
  const { id, slug } = await addExpert(name);
  const {
    email,
    headers,
    id: userId,
  } = (await signUp(site)) as { email: string; headers: Person["headers"]; id: string };
  const now = new Date().toISOString();
  await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", id);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null };
    const times = { createdAt: now, expiresAt: now, claimedAt: now, confirmedAt: now, remindedAt: null };
    const claim = {
      id: `claim${++uniqueNumber}`,
      expertRowId,
      userId,
      ...proof,
      status: "confirmed" as const,
      ...times,
    };
    await db.insertInto("claims").values(claim).execute();
  });
  if (takesQuestions) {
    const response = await form(site, `/my-profile/${slug}`, { intent: "questions", takes: "yes" }, { headers });
    expect(response.status).toBe(303);
  }
  return { id, slug, name, email, headers };
}

async function askQuestion(slug: string, email: string, changes: object = {}) {
  const question = { slug, name: "Rita Reader", email, subject: "A talk in May", text: "Would you speak to us?" };
  const body = { ...question, ...(await solveCaptcha(site)), ...changes };
  return json(site, "POST", "/api/questions", body, { headers: newClientAddress() });
}

const mailsTo = (email: string, count: number) => waitForMails(mailbox, email, { count, about: /\/question\// });

async function lastPath(email: string, count: number): Promise<string> {
  const mail = (await mailsTo(email, count)).at(-1);
  return new URL(/https?:\/\/\S+\/question\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname;
}

/** Asks and confirms. Returns the links of both people. */
async function askAndConfirm(person: Person, changes: object = {}, count = 1) {
  const email = newEmail();
  const { status, body } = await askQuestion(person.slug, email, changes);
  expect([status, body]).toEqual([201, { sent: true }]);
  const askerPath = await lastPath(email, 1);
  expect((await form(site, askerPath, { intent: "confirm" })).status).toBe(303);
  return { email, asker: askerPath, expert: await lastPath(person.email, count) };
}

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await get(site, path, { headers });
  const document = parsePage(await response.text());
  return { status: response.status, document, text: document.querySelector("main")?.textContent ?? "" };
}

const statusOf = (email: string) =>
  inDatabase(site.dataDir, (db) => db.selectFrom("questions").select("status").where("email", "=", email).execute());

describe("RC05 asking", () => {
  test("passes question and answers on without an address, until the person chooses to show theirs", async () => {
    const person = await addClaimedProfile("Ada Asked");
    const profile = await read(`/${person.slug}`);
    expect(profile.document.querySelector(`a[href="/${person.slug}/ask"]`)?.textContent).toBe("Ask a question");
    expect((await read(`/${person.slug}/ask`)).document.querySelector("textarea[name=text]")).not.toBeNull();

    const email = newEmail();
    expect((await askQuestion(person.slug, email, { purpose: "talks" })).status).toBe(201);
    const askerPath = await lastPath(email, 1);
    const [confirmation] = await mailsTo(email, 1);
    expect(confirmation?.text).not.toMatch(/talk in May|speak to us|Rita/);
    for (const method of ["GET", "HEAD"]) expect((await fetch(site.url + askerPath, { method })).status).toBe(200);
    expect(await statusOf(email)).toEqual([{ status: "unconfirmed" }]);
    for (const _ of [1, 2]) expect((await form(site, askerPath, { intent: "confirm" })).status).toBe(303);
    const expert = await lastPath(person.email, 1);
    const [question] = await mailsTo(person.email, 1);
    expect(question?.headers.subject).toContain("A talk in May");
    expect(question?.text).toContain("> Would you speak to us?");
    expect(question?.text).toContain("(Talks)");

    // Nobody writes twice in a row, or presses the other person's buttons.
    expect((await form(site, askerPath, { intent: "reply", text: "Hello?" })).status).toBe(409);
    for (const intent of ["answered", "reported", "ended", "pause"])
      expect((await form(site, askerPath, { intent })).status).toBe(404);
    expect((await read(expert)).text).toContain("Rita Reader asks you");
    expect((await form(site, expert, { intent: "reply", text: "Gladly.\r\nWhen?" })).status).toBe(303);
    expect((await mailsTo(email, 2))[1]?.text).toContain("> Gladly.\n> When?");
    expect((await form(site, askerPath, { intent: "reply", text: "On the 5th" })).status).toBe(303);
    expect((await mailsTo(person.email, 2))[1]?.text).toContain("wrote again");
    const conversation = mailbox.accepted.filter(({ to }) => [email, person.email].includes(to));
    for (const { to, raw } of conversation) expect(raw).not.toContain(to === email ? person.email : email);
    for (const path of [askerPath, expert]) {
      const { text } = await read(path);
      expect(text).toContain("On the 5th");
      expect(text).not.toMatch(/@mail\.example|@example/);
    }

    // A double click sends it once.
    const send = () => form(site, expert, { intent: "reply", text: "See you", direct: "yes" });
    expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await mailsTo(email, 3))[2]?.text).toContain(person.email);
    const storedQuestions = await inDatabase(site.dataDir, (db) => db.selectFrom("questions").selectAll().execute());
    const tokens = [askerPath, expert].map((path) => (path.split("/")[2] as string).slice(16));
    for (const token of tokens) {
      expect(JSON.stringify(storedQuestions)).not.toContain(token);
      expect(JSON.stringify(site.logs())).not.toContain(token);
    }
  });

  test("is refused alike for an unclaimed profile and one that takes no questions; a blocked person learns it behind their own link", async () => {
    const [unclaimedPerson, silentPerson, blockingPerson] = [
      await addExpert("Una Unclaimed"),
      await addClaimedProfile("Silas Silent", false),
      await addClaimedProfile("Bea Block"),
    ];
    const { email, expert } = await askAndConfirm(blockingPerson);
    expect((await form(site, expert, { intent: "ended" })).status).toBe(303);
    const answers = await Promise.all([unclaimedPerson, silentPerson].map(({ slug }) => askQuestion(slug, newEmail())));
    for (const { status, body } of answers) expect([status, body]).toEqual([409, answers[0]?.body]);
    const blockedAnswer = await askQuestion(blockingPerson.slug, email);
    expect([blockedAnswer.status, blockedAnswer.body]).toEqual([201, { sent: true }]);
    const path = await lastPath(email, 2);
    expect(await (await form(site, path, { intent: "confirm" })).text()).toContain("accepts no questions from you");
    expect(await statusOf(email)).toEqual([{ status: "ended" }, { status: "unconfirmed" }]);
    const [unclaimedPage, silentPage] = [
      await read(`/${unclaimedPerson.slug}/ask`),
      await read(`/${silentPerson.slug}/ask`),
    ];
    expect(unclaimedPage.text.replaceAll("Una Unclaimed", "")).toBe(silentPage.text.replaceAll("Silas Silent", ""));
    expect(unclaimedPage.text).toContain("You can reach the editors of this site");
    expect(
      (await read(`/${silentPerson.slug}`)).document.querySelector(`a[href="/${silentPerson.slug}/ask"]`),
    ).toBeNull();
  });
});

describe("RC06 the person who is asked", () => {
  test("ends, reports and pauses by one click; editors see numbers and no text", async () => {
    const person = await addClaimedProfile("Rhea Reports");
    const firstQuestion = await askAndConfirm(person);
    expect((await form(site, firstQuestion.expert, { intent: "answered" })).status).toBe(303);
    expect(await statusOf(firstQuestion.email)).toEqual([{ status: "answered" }]);
    const secondQuestion = await askAndConfirm(person, { text: "Something rude" }, 2);
    expect((await get(site, secondQuestion.expert)).status).toBe(200);
    expect(await statusOf(secondQuestion.email)).toEqual([{ status: "open" }]);
    expect((await form(site, secondQuestion.expert, { intent: "reported" })).status).toBe(303);
    expect((await form(site, secondQuestion.expert, { intent: "reply", text: "x" })).status).toBe(409);
    expect((await askQuestion(person.slug, secondQuestion.email)).status).toBe(201);
    expect((await form(site, await lastPath(secondQuestion.email, 2), { intent: "confirm" })).status).toBe(409);
    const { status, body } = await getJson(site, "/api/admin/questions", { headers: admin });
    expect([status, body.reported, body.reports]).toEqual([
      200,
      1,
      [{ slug: person.slug, name: "Rhea Reports", at: expect.any(String) }],
    ]);
    expect(JSON.stringify(body)).not.toContain("rude");
    const { text } = await read("/admin/requests", admin);
    expect(text).toMatch(/\d answered, \d ended, 1 reported.*Rhea Reports reported a sender/);
    expect(text).not.toContain("rude");
    expect((await getJson(site, "/api/admin/questions", { headers: person.headers })).status).toBe(403);

    expect((await form(site, firstQuestion.expert, { intent: "pause" })).status).toBe(303);
    expect((await askQuestion(person.slug, newEmail())).status).toBe(409);
    expect((await read(`/my-profile/${person.slug}`, person.headers)).text).toContain("Readers cannot ask you");
    // After pausing, the person may still answer and show their address; the asker cannot reply.
    const lastReply = { intent: "reply", text: "By mail, please", direct: "yes" };
    expect((await form(site, firstQuestion.expert, lastReply)).status).toBe(303);
    const mailText = (await mailsTo(firstQuestion.email, 2))[1]?.text;
    expect(mailText).toContain(person.email);
    expect(mailText).not.toContain("write once more");
    const { document, text: askerPage } = await read(firstQuestion.asker);
    expect(document.querySelector("textarea")).toBeNull();
    expect(askerPage).toContain("You cannot send anything more to Rhea Reports");
    const stranger = await signUp(site);
    const setting = { intent: "questions", takes: "yes" };
    expect((await form(site, `/my-profile/${person.slug}`, setting, { headers: stranger.headers })).status).toBe(404);
  });

  test("is read by no admin, who see neither text nor subject of mails about questions, sent or failed", async () => {
    const person = await addClaimedProfile("Pia Private");
    const secretQuestion = { subject: "My zebrafish subject", text: "My zebrafish text" };
    const { email, expert } = await askAndConfirm(person, secretQuestion);
    mailbox.behaviour.onRecipient = (to) => {
      if (to === email) throw refusal(550, "5.1.1 There is no such mailbox.");
    };
    expect((await form(site, expert, { intent: "reply", text: "Your zebrafish answer" })).status).toBe(303);
    const mails = () =>
      inDatabase(site.dataDir, (db) =>
        db
          .selectFrom("mails")
          .select(["id", "kind", "status"])
          .where("recipient", "in", [email, person.email])
          .execute(),
      );
    const failedMail = await eventually(async () => {
      const mail = (await mails()).find(({ kind, status }) => kind === "questionAnswer" && status === "failed");
      if (!mail) throw new Error("It has not failed yet.");
      return mail;
    });
    mailbox.behaviour = {};
    expect((await form(site, "/admin/mails", { id: failedMail.id }, { headers: admin })).status).toBeLessThan(400);
    const places = ["/admin", "/admin/mails", "/admin/audit", "/admin/requests", "/admin/statistics"];
    for (const path of [...places, ...(await mails()).map(({ id }) => `/admin/mails/${id}`)]) {
      const answer = await get(site, path, { headers: admin });
      expect([path, answer.status, /zebrafish/i.test(await answer.text())]).toEqual([path, 200, false]);
    }
    const list = await read("/admin/mails", admin);
    expect(list.text).toContain("An answer of a listed person");
  });

  test("loses the question once somebody else holds the profile", async () => {
    const person = await addClaimedProfile("Hugo Holder");
    const { expert, asker: askerPath } = await askAndConfirm(person);
    expect((await form(site, expert, { intent: "reply", text: "Yes" })).status).toBe(303);
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("claims")
        .set({ status: "ended" })
        .where("expertRowId", "in", db.selectFrom("experts").select("rowId").where("id", "=", person.id))
        .execute(),
    );
    expect((await get(site, expert)).status).toBe(404);
    expect((await form(site, expert, { intent: "reply", text: "Yes" })).status).toBe(404);
    expect((await form(site, askerPath, { intent: "reply", text: "When?" })).status).toBe(409);
  });
});

test("RC05 a hundred mails of conversations contain no address of the other person, and go only to people who asked or agreed", async () => {
  const mails = await startMailbox();
  const env = { SMTP_URL: mails.url, STARTER: "off", TRUST_PROXY: "on", RATE_LIMIT: "off" };
  const ownSite = await startSite({ env });
  onTestFinished(async () => {
    await ownSite.stop();
    await mails.stop();
  });
  const {
    mails: sent,
    bounced,
    conversations,
    ...problems
  } = await relayQuestions(ownSite, mails, { conversations: 21, people: 7 });
  expect(problems).toEqual({ leaks: [], injected: [], uninvited: [], disclosures: [] });
  expect([bounced, sent]).toEqual([2, (conversations - bounced) * MAILS_PER_CONVERSATION]);
});

describe("RC07 questions", () => {
  test("cannot put headers, other recipients or turned text into a mail", async () => {
    const person = await addClaimedProfile("Hana Headers");
    const hostileTexts = [
      "Hi\r\nBcc: victim@evil.example",
      "Hi\nTo: victim@evil.example\n\nBody",
      "Hi\u2028Cc: victim@evil.example",
      "\u202Eevil\u202C =?utf-8?q?=0d=0aBcc:victim@evil.example?=",
      '<b>hi</b>, "quoted" <victim@evil.example>',
    ];
    for (const [index, text] of hostileTexts.entries()) {
      const { status } = await askQuestion(person.slug, `${text}@evil.example`);
      expect(status).toBe(400);
      const name = text.slice(0, 100);
      const { email } = await askAndConfirm(person, { name, subject: text, text: `${text}\r\n.\r\nQUIT` }, index + 1);
      for (const mail of mailbox.accepted.filter(({ to }) => [email, person.email].includes(to))) {
        const head = mail.raw.slice(0, mail.raw.indexOf("\r\n\r\n"));
        const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
        expect(names.filter((header) => ["bcc", "cc"].includes(header))).toEqual([]);
        expect(names.filter((header) => header === "to")).toHaveLength(1);
        expect(mail.headers.subject).not.toMatch(/[\r\n\u202a-\u202e\u2028]/);
      }
    }
    expect(mailbox.accepted.filter(({ to }) => to.includes("evil"))).toEqual([]);
    for (const changes of [
      { subject: "x".repeat(151) },
      { name: "" },
      { text: " " },
      { text: "x".repeat(5_001) },
      { purpose: "spam" },
    ])
      expect((await askQuestion(person.slug, newEmail(), changes)).status).toBe(400);
    expect((await askQuestion(person.slug, newEmail(), { captchaAnswer: "1" })).status).toBe(400);
    expect((await askQuestion("nobody-here", newEmail())).status).toBe(404);
  });

  test("end with the person, and are in the download of the account", async () => {
    const person = await addClaimedProfile("Gita Gone");
    const { asker: askerPath, expert } = await askAndConfirm(person);
    const data = await (await get(site, "/account/data", { headers: person.headers })).json();
    expect(data.questions).toMatchObject([{ from: "Rita Reader", text: "Would you speak to us?" }]);
    expect(JSON.stringify(data.questions)).not.toContain("@mail.example");
    const trashAnswer = await json(site, "DELETE", `/api/experts/${person.id}`, undefined, { headers: admin });
    expect(trashAnswer.status).toBe(200);
    for (const path of [askerPath, expert]) expect((await get(site, path)).status).toBe(404);
    await inDatabase(site.dataDir, (db) => db.deleteFrom("experts").where("id", "=", person.id).execute());
    const remainingTexts = await inDatabase(site.dataDir, (db) =>
      db.selectFrom("questionTexts").innerJoin("questions", "questions.rowId", "questionRowId").selectAll().execute(),
    );
    expect(JSON.stringify(remainingTexts)).not.toContain(askerPath.split("/")[2]?.slice(0, 16));
  });
});
