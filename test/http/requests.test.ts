/** Tests requests of listed people with a real mail server: reports, removals and decisions about them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, solveCaptcha, solveQuestion } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { inDatabase, onPostgres, query } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { waitForMails } from "../support/received-mails";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";
import { tracesOf } from "../support/traces";

let mailbox: Mailbox;
let ai: AiProvider;
let site: Site;
let ada: Record<string, string>;
let bob: Record<string, string>;
let reader: Record<string, string>;

beforeAll(async () => {
  [mailbox, ai] = await Promise.all([startMailbox(), startAiProvider()]);
  site = await startSite({ env: { ...ai.env, SMTP_URL: mailbox.url, TRUST_PROXY: "on" } });
  ada = (await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" })).headers;
  bob = (await signUpAdmin(site, { firstName: "Bob", lastName: "Boss" })).headers;
  reader = (await signUp(site, { firstName: "Rosa" })).headers;
});
afterAll(async () => {
  await site?.stop();
  await Promise.all([mailbox?.stop(), ai?.stop()]);
});

let uniqueNumber = 0;
const newClientAddress = (clientAddress = `10.7.0.${++uniqueNumber % 250}`) => ({ "X-Forwarded-For": clientAddress });
const newEmail = () => `finder-${++uniqueNumber}@mail.example`;

async function addExpert(name: string, changes: object = {}) {
  const body = { name, title: "Professor of Tests", biography: "Was born in 1950.", ...changes };
  const answer = await json(site, "POST", "/api/admin/experts", body, { headers: ada });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { id: string; slug: string; name: string; imageUrl: string; updatedAt: string };
}

async function sendReport(slug: string, changes: Record<string, unknown> = {}, headers = newClientAddress()) {
  const body = { slug, kind: "error", email: newEmail(), ...(await solveCaptcha(site)), ...changes };
  const answer = await json(site, "POST", "/api/reports", body, { headers });
  return { ...answer, email: body.email };
}

const mailsTo = (email: string, count = 1) => waitForMails(mailbox, email, { count });

/** Returns mails about decisions, which wait as long as a decision can be undone. */
function waitingMails(email: string) {
  return rows<{ subject: string; body: string }>(
    "SELECT subject, body FROM mails WHERE recipient = ? AND id LIKE 'decision-%' AND status = 'queued'",
    email,
  );
}

async function tokenFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
}

const confirm = (token: string) => form(site, "/report", { token });

/** Sends a report and confirms it. */
async function sendConfirmedReport(slug: string, changes: Record<string, unknown> = {}) {
  const { status, body, email } = await sendReport(slug, changes);
  expect(status, JSON.stringify(body)).toBe(201);
  const token = await tokenFor(email);
  expect((await confirm(token)).status).toBe(303);
  return { id: body.id as string, token, email };
}

const decide = (id: string, body: object, headers = ada) =>
  json(site, "POST", `/api/admin/requests/${id}/decide`, body, { headers });

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await get(site, path, { headers });
  const document = parsePage(await response.text());
  const text = document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "";
  return { status: response.status, document, text };
}

function rows<T>(statement: string, ...values: unknown[]): Promise<T[]> {
  return query<T>(site.dataDir, statement, ...values);
}

/** Returns the tables that contain a text. `everywhere` includes search tables, whose indexes have no readable rows on SQLite. */
async function tablesWith(text: string, everywhere = false): Promise<string[]> {
  const tables = await inDatabase(site.dataDir, async (db) => {
    const tableNames = (await db.introspection.getTables()).map(({ name }) => name);
    const search = /^(expert(Names|Titles|Texts)|(image|article|library|submission)Search|searchWord)/;
    return Promise.all(
      tableNames
        .filter((name) => !search.test(name) || (everywhere && onPostgres))
        .map(async (name) => ({
          name,
          rows: await db
            .selectFrom(name as "users")
            .selectAll()
            .execute(),
        })),
    );
  });
  const lowerText = text.toLowerCase();
  return tables.filter(({ rows }) => JSON.stringify(rows).toLowerCase().includes(lowerText)).map(({ name }) => name);
}

describe("SA01 SA02 a report", () => {
  test("is sent by a form without scripts, counts after the link in the mail, and is answered", async () => {
    const { id, slug, updatedAt } = await addExpert("Rita Reported");
    expect((await read(`/${slug}`)).document.querySelector(`a[href="/${slug}/report"]`)).not.toBeNull();
    const { document } = await read(`/${slug}/report`);
    const question =
      /What is .*/.exec(document.querySelector("label[for=captchaAnswer]")?.textContent ?? "")?.[0] ?? "";
    const expected = document.querySelector<HTMLInputElement>("[name=captchaExpected]")?.value ?? "";
    const email = newEmail();
    const fields = {
      about: "biography",
      says: "in 1950",
      should: "in 1951",
      source: "",
      email,
    };
    const sentFields = { ...fields, captchaAnswer: solveQuestion(question), captchaExpected: expected };
    const answer = await form(site, `/${slug}/report`, sentFields, { headers: newClientAddress() });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/report?sent"]);
    expect((await read("/report?sent")).text).toContain("only then does it count");
    expect((await get(site, "/report")).status).toBe(404);

    expect((await getJson(site, "/api/admin/requests", { headers: ada })).body.total).toBe(0);
    const token = await tokenFor(email);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain("Rita Reported");
    expect(mail?.text).not.toMatch(/1950|1951/);
    // Opening the link changes nothing.
    expect((await read(`/report?token=${token}`)).text).toContain("Confirm");
    expect((await getJson(site, "/api/admin/requests", { headers: ada })).body.total).toBe(0);

    expect((await confirm(token)).headers.get("Location")).toBe(`/report?token=${token}`);
    expect((await read(`/report?token=${token}`)).text).toMatch(/We have your report.*will decide by/);
    expect((await mailsTo(email, 2))[1]?.text).toContain("at the latest");
    expect((await getJson(site, "/api/admin/requests", { headers: ada })).body).toMatchObject({
      total: 1,
      requests: [
        {
          kind: "error",
          fieldLabel: "Biography",
          slug,
          due: "later",
          email,
          field: "biography",
          says: "in 1950",
          should: "in 1951",
          source: "",
          message: "",
          notes: "",
          expertId: id,
          expertUpdatedAt: updatedAt,
          present: "Was born in 1950.",
          proposed: "Was born in 1951.",
        },
      ],
    });
  });

  test("with missing or wrong input is refused, and nothing typed is lost", async () => {
    const { slug } = await addExpert("Ines Input");
    for (const [changes, field] of [
      [{ message: "x", email: "no address" }, "email"],
      [{ kind: "praise", message: "x" }, "kind"],
      [{ field: "slug", message: "x" }, "field"],
      [{ message: "" }, "message"],
      [{ message: "x", captchaAnswer: "1" }, "captchaAnswer"],
      [{ message: ["x"] }, "message"],
    ] as const) {
      const { status, body } = await sendReport(slug, changes);
      expect([status, Object.keys(body.fieldErrors)], field).toEqual([400, [field]]);
    }
    expect((await sendReport("nobody-here", { message: "x" })).status).toBe(404);
    const typedFields = {
      about: "removal",
      should: "Take me off",
      email: "x",
      captchaAnswer: "1",
      captchaExpected: "x",
    };
    const answer = await form(site, `/${slug}/report`, typedFields, { headers: newClientAddress() });
    const document = parsePage(await answer.text());
    expect([answer.status, document.querySelector("textarea[name=should]")?.textContent]).toEqual([400, "Take me off"]);
    expect(document.querySelector<HTMLSelectElement>("[name=about]")?.value).toBe("removal");
  });

  test.each([
    ["that is not confirmed within 7 days", -7 * 24 * 60 * 60_000 - 1],
    ["that is not confirmed and has a time in the future", 24 * 60 * 60_000],
  ])("%s is treated as if it did not exist", async (_, msAhead) => {
    const { slug } = await addExpert("Ute Unconfirmed");
    const { email, body } = await sendReport(slug, { message: "Wrong" });
    const token = await tokenFor(email);
    const shiftedTime = new Date(Date.now() + msAhead).toISOString();
    await rows("UPDATE requests SET createdAt = ? WHERE id = ?", shiftedTime, body.id);
    expect((await confirm(token)).status).toBe(404);
    expect((await read(`/report?token=${token}`)).status).toBe(404);
    expect((await decide(body.id, { decision: "reject", notes: "No" })).status).toBe(404);
  });

  test("confirmed twice, even simultaneously, is one request and one mail; a made-up link does nothing", async () => {
    const { slug } = await addExpert("Rolf Replayed");
    const { email } = await sendReport(slug, { message: "Wrong" });
    const token = await tokenFor(email);
    await Promise.all([confirm(token), confirm(token), confirm(token)]);
    const { id, dueAt } =
      (await rows<{ id: string; dueAt: string }>("SELECT id, dueAt FROM requests WHERE email = ?", email))[0] ?? {};
    await decide(String(id), { decision: "reject", notes: "It is right as it is." });
    expect((await confirm(token)).status).toBe(303);
    expect(await rows("SELECT status, dueAt FROM requests WHERE email = ?", email)).toEqual([
      { status: "rejected", dueAt },
    ]);
    const subjects = (await mailsTo(email, 2)).map(({ headers }) => headers.subject);
    const waitingSubjects = (await waitingMails(email)).map(({ subject }) => subject);
    expect([...subjects, ...waitingSubjects]).toEqual([
      "Please confirm your report",
      "We received your report",
      "Our answer to your report",
    ]);
    expect((await confirm("x".repeat(43))).status).toBe(404);
  });
});

describe("SA09 the form cannot be abused", () => {
  test("to flood somebody: an address gets ten mails a day at most, nobody is told, and one link shows all reports", async () => {
    const email = newEmail();
    const slugs = await Promise.all(["a", "b", "c"].map(async (letter) => (await addExpert(`Bombed ${letter}`)).slug));
    const answers = [];
    for (let time = 0; time < 13; time++)
      answers.push(await sendReport(String(slugs[time % 3]), { message: `Number ${time} is wrong`, email }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await mailsTo(email, 10)).length).toBe(10);
    const otherReport = await sendReport(String(slugs[0]), {
      message: "Buy pills at https://pills.example",
      email: newEmail(),
    });
    const [mail] = await mailsTo(otherReport.email);
    expect(mail?.raw).not.toContain("pills");

    const token = await tokenFor(email);
    const page = await read(`/report?token=${token}`);
    expect(page.text).toMatch(/Not confirmed yet.*Number 12 is wrong/);
    expect(page.text).not.toContain("pills");
    const lastId = answers.at(-1)?.body.id as string;
    const confirmReport = (id: string) => form(site, "/report", { token, id });
    expect((await confirmReport(otherReport.body.id)).status).toBe(303);
    expect((await confirmReport(lastId)).status).toBe(303);
    const openRequests = (await getJson(site, "/api/admin/requests?limit=100", { headers: ada })).body.requests;
    const ids = openRequests.map(({ id }: { id: string }) => id);
    expect([ids.includes(lastId), ids.includes(otherReport.body.id)]).toEqual([true, false]);
    // The mail of receipt has the report's own link.
    const receiptMail = (await mailsTo(email, 11)).find(({ headers }) => headers.subject === "We received your report");
    const ownToken = new URL(/https?:\/\/\S+/.exec(receiptMail?.text ?? "")?.[0] ?? "").searchParams.get("token");
    expect((await read(`/report?token=${ownToken}`)).text).toContain("We have your report");
    expect((await read(`/report?token=${token}`)).text).not.toContain("Number 12");
  });

  test("for more than ten reports an hour from one client address", async () => {
    const { slug } = await addExpert("Nina Network");
    const statuses = [];
    for (let n = 0; n < 11; n++)
      statuses.push((await sendReport(slug, { message: "x" }, newClientAddress("10.8.0.1"))).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });
});

describe("SA04 SA08 deciding", () => {
  test("applies the reported passage, with history, mail and an entry in the public log", async () => {
    const { id: expertId, slug } = await addExpert("Cora Corrected");
    const { id, email, token } = await sendConfirmedReport(slug, { field: "biography", says: "1950", should: "1951" });
    const page = await read(`/admin/requests/${id}`, ada);
    expect(page.document.querySelector("main del")?.textContent).toContain("1950");
    expect(page.document.querySelector("main ins")?.textContent).toContain("1951");
    expect((await decide(id, { decision: "apply", notes: "" })).body).toMatchObject({
      status: "applied",
      mentions: [],
    });
    expect((await getJson(site, `/api/experts/${slug}`)).body.biography).toBe("Was born in 1951.");
    expect((await read(`/admin/experts/${expertId}/history`, ada)).text).toContain("Biography");
    expect((await waitingMails(email))[0]?.body).toContain(`/${slug}`);
    expect((await read(`/report?token=${token}`)).text).toContain("We corrected the profile");
    expect((await read("/corrections")).text).toContain("Biography: corrected, on the profile of Cora Corrected");
    const { corrections, medianAnswerMs } = (await getJson(site, "/api/corrections")).body;
    expect(corrections[0]).toMatchObject({ outcome: "applied", field: "Biography", profile: { slug } });
    expect(medianAnswerMs).toBeGreaterThan(0);
    expect((await read("/")).document.querySelector('footer a[href="/corrections"]')).not.toBeNull();
  });

  test("the log names the median of the times of all answers, the shorter of the two in the middle, in begun days", async () => {
    const { slug } = await addExpert("Mara Median");
    const reports = [await sendReport(slug, { message: "x" }), await sendReport(slug, { message: "y" })];
    expect(reports.map(({ status }) => status)).toEqual([201, 201]);
    const sentenceAfter = async (hours: number[]) => {
      const ms = hours.map((time) => time * 60 * 60 * 1_000);
      await rows('UPDATE requests SET "answeredInMs" = NULL');
      for (const [index, { body }] of reports.entries())
        await rows('UPDATE requests SET "answeredInMs" = ? WHERE id = ?', ms[index], body.id);
      await rows('UPDATE "contentVersion" SET version = version + 1');
      return /Half of the answers came within ([^.]*)\./.exec((await read("/corrections")).text)?.[1];
    };
    expect(await sentenceAfter([0.2, 90])).toBe("an hour");
    expect(await sentenceAfter([3, 90])).toBe("3 hours");
    expect(await sentenceAfter([90, 50])).toBe("3 days");
    expect((await getJson(site, "/api/corrections")).body.medianAnswerMs).toBe(50 * 60 * 60 * 1_000);
  });

  test("EV09 a sentence that a decision changes in AI text stands under the admin's name", async () => {
    const { id: expertId, slug } = await addExpert("Wanda Written");
    await inDatabase(site.dataDir, async (db) => {
      const { rowId } = await db
        .selectFrom("experts")
        .select("rowId")
        .where("id", "=", expertId)
        .executeTakeFirstOrThrow();
      const acceptedAt = "2026-01-02T03:04:05.000Z";
      const provenance = {
        provider: "openai",
        model: "m",
        textHash: "0".repeat(64),
        acceptedBy: "Ada",
        generatedAt: acceptedAt,
        acceptedAt: acceptedAt,
      };
      await db
        .insertInto("provenance")
        .values({ ...provenance, expertRowId: rowId, submissionRowId: null, field: "biography" })
        .execute();
    });
    const { id } = await sendConfirmedReport(slug, { field: "biography", says: "1950", should: "1951" });
    expect((await decide(id, { decision: "apply", notes: "" })).status).toBe(200);
    expect((await getJson(site, `/api/experts/${slug}`)).body.evidence).toMatchObject([
      { field: "biography", sentence: "Was born in 1951.", source: null, keptBy: expect.stringMatching(/\S/) },
    ]);
  });

  test("applies the admin's own version through the form, and refuses an outdated one", async () => {
    const { slug } = await addExpert("Edda Edited", { books: ["One", "Two"] });
    const { id } = await sendConfirmedReport(slug, { field: "books", says: "Three", should: "Four" });
    const { document } = await read(`/admin/requests/${id}`, ada);
    expect(document.querySelector("textarea[name=value]")?.textContent?.trim()).toBe("One\nTwo");
    const outdatedDecision = {
      decision: "apply",
      field: "books",
      value: "One\nFour",
      notes: "",
      expertUpdatedAt: "2020-01-01T00:00:00.000Z",
    };
    await json(site, "PUT", `/api/experts/${slug}`, { books: ["One", "Zwei"] }, { headers: bob });
    expect((await decide(id, outdatedDecision)).status).toBe(409);
    const { expertUpdatedAt: _, ...fields } = outdatedDecision;
    const answer = await form(site, `/admin/requests/${id}`, fields, { headers: ada });
    expect(await answer.text()).toContain("Decided: ");
    expect((await getJson(site, `/api/experts/${slug}`)).body.books).toEqual(["One", "Four"]);
  });

  test("needs a reason to reject, and publishes nothing of a rejected request", async () => {
    const { id: expertId, slug } = await addExpert("Rhea Rejected");
    const { id, email, token } = await sendConfirmedReport(slug, { kind: "removal" });
    expect((await decide(id, { decision: "reject", notes: " " })).body.fieldErrors).toHaveProperty("notes");
    expect((await decide(id, { decision: "apply", notes: "" })).status).toBe(400);
    await decide(id, { decision: "reject", notes: "You are a public person." });
    expect((await waitingMails(email))[0]?.body).toContain("> You are a public person.");
    expect((await read(`/report?token=${token}`)).text).toContain("You are a public person.");
    expect((await read("/corrections")).text).not.toContain("Rhea Rejected");
    const report = await sendConfirmedReport(slug, { field: "title", says: "Professor", should: "Doctor" });
    await decide(report.id, { decision: "reject", notes: "It is right." });
    expect((await read("/corrections")).text).toContain(
      "Title: reported, checked and not changed, on the profile of Rhea Rejected.",
    );
    // The log does not name people in the trash.
    expect((await json(site, "DELETE", `/api/experts/${expertId}`, undefined, { headers: ada })).status).toBe(200);
    const { text } = await read("/corrections");
    expect(text).toContain("Title: reported, checked and not changed, on a profile that no longer exists.");
    expect(text).not.toContain("Rhea Rejected");
  });

  test("is undone for a minute: profile, log and queue are as before, and no mail is sent", async () => {
    const { id: expertId, slug } = await addExpert("Una Undone");
    const { id, email, token } = await sendConfirmedReport(slug, { field: "biography", says: "1950", should: "1951" });
    const undo = () => form(site, `/admin/requests/${id}`, { intent: "undo" }, { headers: ada });
    expect((await undo()).status).toBe(409);
    for (const decision of ["apply", "reject"]) {
      expect((await decide(id, { decision, notes: "Thank you." })).status).toBe(200);
      const { document } = await read(`/admin/requests/${id}`, ada);
      expect(document.querySelector("main button[value=undo]")).not.toBeNull();
      expect(await (await undo()).text()).toContain("No mail was sent");
      expect(await waitingMails(email)).toEqual([]);
    }
    expect((await getJson(site, `/api/experts/${slug}`)).body.biography).toBe("Was born in 1950.");
    const corrections = await read("/corrections");
    expect([corrections.status, corrections.text.includes("Una Undone")]).toEqual([200, false]);
    expect((await read(`/report?token=${token}`)).text).not.toContain("was corrected");
    expect((await read(`/admin/requests/${id}`, ada)).document.querySelector("form textarea")).not.toBeNull();
    await decide(id, { decision: "apply", notes: "" });
    await json(site, "PUT", `/api/experts/${expertId}`, { biography: "Somebody else wrote this." }, { headers: bob });
    const lateUndo = await undo();
    expect(lateUndo.status).toBe(409);
    expect(await lateUndo.text()).toContain("was changed meanwhile");
  });

  test("does not remove a person by the form of another decision", async () => {
    const { slug } = await addExpert("Stella Stays");
    const { id } = await sendConfirmedReport(slug, { kind: "removal" });
    const answer = await form(site, `/admin/requests/${id}`, { decision: "remove", notes: "" }, { headers: ada });
    expect(answer.status).toBe(400);
    expect((await read(`/admin/requests/${id}`, ada)).document.querySelector("main button[value=remove]")).toBeNull();
    expect((await read(`/admin/requests/${id}/remove`, ada)).text).toContain("Remove Stella Stays for good");
    expect((await getJson(site, `/api/experts/${slug}`)).status).toBe(200);
  });

  test("by two admins simultaneously takes effect once", async () => {
    const { slug } = await addExpert("Dora Double");
    const { id, email } = await sendConfirmedReport(slug, {
      field: "title",
      says: "Professor of Tests",
      should: "Doctor",
    });
    const answers = await Promise.all([
      decide(id, { decision: "apply", notes: "" }, ada),
      decide(id, { decision: "reject", notes: "No." }, bob),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await waitingMails(email)).toHaveLength(1);
    expect(await rows("SELECT rowId FROM auditLog WHERE subjectId = ?", id)).toHaveLength(1);
  });

  test("SA03 is shown on the dashboard when it is due", async () => {
    const { slug } = await addExpert("Otto Overdue");
    const { id } = await sendConfirmedReport(slug, { message: "Wrong" });
    await rows("UPDATE requests SET dueAt = ? WHERE id = ?", new Date(Date.now() - 1_000).toISOString(), id);
    expect((await read("/admin", ada)).text).toMatch(/requests? (is|are) waiting for a decision, 1 overdue/);
    expect((await read("/admin/requests", ada)).text).toContain("Overdue");
    await rows("UPDATE requests SET dueAt = ? WHERE id = ?", new Date(Date.now() + 86_400_000).toISOString(), id);
    expect((await read("/admin", ada)).text).toContain("1 due within 7 days");
    for (const headers of [reader, {}])
      expect((await getJson(site, "/api/admin/requests", { headers })).status).toBeGreaterThan(400);
  });
});

describe("SA05 removal", () => {
  const NAME = "Zelda Leaver-Quux";
  let expert: Awaited<ReturnType<typeof addExpert>>;
  let request: Awaited<ReturnType<typeof sendConfirmedReport>>;

  beforeAll(async () => {
    const imageUrl = `data:image/png;base64,${(await testImage("png", 40, 30)).toString("base64")}`;
    const referenceLinks = ["ORCID|https://orcid.org/0000-0002-1825-0097"];
    expert = await addExpert(NAME, { imageUrl, referenceLinks, categories: ["academic"], featured: true });
    await json(site, "PUT", `/api/experts/${expert.id}`, { slug: "zelda-quux" }, { headers: ada });
    const article = {
      title: "On sleep",
      body: `Says ${NAME}.`,
      excerpt: "",
      type: "research-insight",
      expert: NAME,
      expertId: expert.id,
      status: "published",
      onProfile: true,
    };
    expect(await json(site, "POST", "/api/admin/articles", article, { headers: ada })).toMatchObject({ status: 201 });
    const text = { content: `# By ${NAME}`, platform: "article", contentType: "expertise-tip", expert: expert.slug };
    expect((await json(site, "POST", "/api/library/content", text, { headers: ada })).status).toBe(201);
    const change = { ...fullSubmission, name: NAME, title: "Changed", referenceLinks, change: "zelda-quux" };
    expect((await json(site, "POST", "/api/submissions", change, { headers: reader })).status).toBe(201);
    request = await sendConfirmedReport("zelda-quux", { kind: "removal", message: `I am ${NAME}` });
    await mailsTo(request.email, 2);
    await inDatabase(site.dataDir, async (db) => {
      const [email, createdAt] = ["follower@mail.example", new Date().toISOString()];
      const follower = { id: "follower", email, rhythm: "daily" as const, nextAt: null, createdAt };
      await db.insertInto("followers").values(follower).execute();
      const { rowId: followerRowId } = await db.selectFrom("followers").select("rowId").executeTakeFirstOrThrow();
      const search = { id: "search", kind: "list" as const, target: "/directory?search=zelda+leaver-quux" };
      const follow = { ...search, followerRowId, expertRowId: null, createdAt, toldUntil: null };
      await db.insertInto("follows").values(follow).execute();
    });
  });

  test("removes the person everywhere at once, and former addresses answer 410 without the name", async () => {
    expect((await read(`/admin/requests/${request.id}`, ada)).text).toContain("Texts with this name");
    const { imageUrl } = (await getJson(site, "/api/experts/zelda-quux")).body;
    expect((await get(site, imageUrl)).status).toBe(200);
    const answer = await decide(request.id, { decision: "remove", notes: "" });
    expect(answer.body).toMatchObject({
      status: "removed",
      mentions: [
        { what: "Article", title: "On sleep", isPublic: true },
        { what: "Former version", isPublic: false },
      ],
    });

    for (const slug of ["zelda-quux", expert.slug]) {
      const oembed = `/api/oembed?url=${encodeURIComponent(`${site.url}/${slug}`)}`;
      const otherPaths = [`/${slug}/embed`, `/${slug.toUpperCase()}`, `/experts/${slug}`, oembed];
      const feeds = [`/${slug}/feed.xml`, `/${slug}/feed.json`];
      for (const path of [
        ...feeds,
        `/${slug}`,
        `/${slug}/report`,
        `/${slug}/share.png`,
        `/api/experts/${slug}`,
        ...otherPaths,
      ]) {
        const answer = await get(site, path);
        expect([path, answer.status]).toEqual([path, 410]);
        // Forms in the header return to the requested address, which has the name.
        expect((await answer.text()).replaceAll(/(%2F|\/)(zelda-leaver-quux|zelda-quux)/gi, "")).not.toMatch(
          /zelda leaver|leaver-quux/i,
        );
      }
    }
    expect((await getJson(site, "/api/experts/zelda-quux")).body).toEqual({
      message: "This profile was removed at the person's wish.",
    });
    expect((await get(site, imageUrl)).status).toBe(404);
    for (const path of [
      "/sitemap.xml",
      "/directory/feed.xml",
      "/?search=zelda",
      "/api/experts/homepage",
      "/articles",
      "/articles/feed.xml",
      "/corrections",
      "/api/changes",
      "/api/dataset/csv",
      "/api/dataset/jsonld",
      "/api/experts",
      "/api/corrections",
    ])
      expect((await (await get(site, path)).text()).replaceAll(`Says ${NAME}.`, ""), path).not.toMatch(/leaver|quux/i);
    const claim = await get(site, "/zelda-quux/claim", { headers: reader });
    expect([claim.status, (await claim.text()).replaceAll("zelda-quux", "")]).toEqual([
      410,
      expect.not.stringMatching(/leaver|quux/i),
    ]);
    const exportedText = await (await get(site, "/api/admin/export-database", { headers: ada })).text();
    expect(exportedText.replaceAll(`Says ${NAME}.`, "")).not.toMatch(/leaver|quux/i);
    expect((await tablesWith("Leaver-Quux")).filter((table) => !/^article(s|Revisions|Search)/.test(table))).toEqual(
      [],
    );
    expect(await tablesWith("zelda-quux")).toEqual([]);
    expect((await read("/corrections")).text).toContain("A profile was removed because the person asked for it.");
    const mails = await mailsTo(request.email, 3);
    expect(mails[2]?.raw).not.toContain("Zelda");
    expect((await read("/admin/audit", ada)).text).toContain(`person removed at their wish`);
    expect((await read(`/report?token=${request.token}`)).text).toContain("We removed the profile");
    expect((await decide(request.id, { decision: "remove", notes: "" })).status).toBe(409);
  });

  test("leaves no byte of the name in the database's files, nor the address of the person who asked", async () => {
    // These letters occur nowhere else in this file's data.
    const WORD = "ჰჯყწჭხ";
    const person = await addExpert(`${WORD} ${WORD}`, { biography: `${WORD} was born in 1950.`, title: "Professor" });
    await json(site, "PUT", `/api/experts/${person.id}`, { title: `Professor ${WORD}` }, { headers: ada });
    const text = { content: `# By ${WORD}`, platform: "article", contentType: "expertise-tip", expert: person.slug };
    await json(site, "POST", "/api/library/content", { ...text, expert: `${WORD} ${WORD}` }, { headers: ada });
    const change = { ...fullSubmission, name: `${WORD} ${WORD}`, title: `Of ${WORD}`, change: person.slug };
    expect((await json(site, "POST", "/api/submissions", change, { headers: reader })).status).toBe(201);
    const removal = await sendConfirmedReport(person.slug, { kind: "removal", message: `I am ${WORD}` });
    const unconfirmedReport = await sendReport(person.slug, { kind: "removal" });
    const correction = await sendConfirmedReport(person.slug, { should: WORD });
    await Promise.all([mailsTo(removal.email, 2), mailsTo(correction.email, 2), mailsTo(unconfirmedReport.email, 1)]);
    expect((await decide(removal.id, { decision: "remove", notes: "" })).status).toBe(200);

    for (const { email } of [removal, correction]) expect((await mailsTo(email, 3))[2]?.raw).toContain("was removed");
    const addresses = [removal.email, correction.email, unconfirmedReport.email];
    const tablesWithAddresses = () => Promise.all(addresses.map((email) => tablesWith(email)));
    await expect.poll(tablesWithAddresses).toEqual([[], [], []]);
    await expect.poll(() => tablesWith(WORD, true)).toEqual([]);
    await expect.poll(() => tracesOf(site.dataDir, WORD), { interval: 500 }).toEqual([]);
    const readDatabaseFile = () => (onPostgres ? "" : readFileSync(join(site.dataDir, "longevity.db"), "latin1"));
    const remainingAddresses = () => addresses.filter((email) => readDatabaseFile().includes(email));
    await expect.poll(remainingAddresses, { interval: 500 }).toEqual([]);
  });

  test("SA06 stops the person from being listed again by hand, by a new name and by AI, unless with a reason", async () => {
    const refusalText = "This person asked not to be listed.";
    for (const name of [NAME, "quux leaver zélda", "Dr. Zelda  Leaver Quux"]) {
      const answer = await json(site, "POST", "/api/admin/experts", { name }, { headers: ada });
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining(refusalText)]);
    }
    const byOrcid = { name: "Other Spelling", referenceLinks: ["Me|https://orcid.org/0000-0002-1825-0097"] };
    expect((await json(site, "POST", "/api/admin/experts", byOrcid, { headers: ada })).status).toBe(409);
    const { id, slug } = await addExpert("Nora Namesake");
    expect((await json(site, "PUT", `/api/experts/${id}`, { name: NAME }, { headers: ada })).status).toBe(409);

    ai.reset();
    for (const path of ["/api/research/generate-expert", "/api/ai/find-references", "/api/openai/generate-biography"])
      expect((await json(site, "POST", path, { expertName: NAME }, { headers: ada })).status, path).toBe(409);
    const page = await form(site, "/admin/generate", { expertName: NAME }, { headers: ada });
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining('name="relistReason"')]);
    expect(ai.requests).toEqual([]);

    const typedAnswer = await form(site, "/admin/experts/new", { name: NAME }, { headers: ada });
    expect([typedAnswer.status, await typedAnswer.text()]).toEqual([
      409,
      expect.stringContaining('name="relistReason"'),
    ]);
    const reason = { relistReason: "It is another person." };
    const renameAnswer = await json(site, "PUT", `/api/experts/${id}`, { name: NAME, ...reason }, { headers: ada });
    expect(renameAnswer.status).toBe(200);
    const [entry] = await rows<{ detail: string }>("SELECT detail FROM auditLog WHERE action LIKE 'went on%'");
    expect(entry?.detail).toBe("It is another person.");
    expect((await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers: ada })).status).toBe(200);
    expect((await json(site, "POST", `/api/admin/experts/${id}/restore`, undefined, { headers: ada })).status).toBe(
      409,
    );
    const refusedRestore = await form(site, `/admin/experts/${id}/restore`, {}, { headers: ada });
    expect([refusedRestore.status, await refusedRestore.text()]).toEqual([
      409,
      expect.stringContaining('name="relistReason"'),
    ]);
    const restoreAnswer = await form(site, `/admin/experts/${id}/restore`, reason, { headers: ada });
    expect(restoreAnswer.status).toBe(303);
    const renamedBack = { name: `Nora Namesake ${slug}`, ...reason };
    expect((await json(site, "PUT", `/api/experts/${id}`, renamedBack, { headers: ada })).status).toBe(200);
  });

  test("SA06 is an error in the person's row of an import, and does not stop the other rows", async () => {
    const body = new FormData();
    body.append("file", new Blob([`name,title\n${NAME},Professor\nIda Imported,Doctor\n`]), "people.csv");
    const headers = { Origin: site.url, ...ada };
    const uploadAnswer = await fetch(`${site.url}/admin/import?index`, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    const path = String(uploadAnswer.headers.get("Location"));
    const waitForText = (text: string) =>
      eventually(async () => {
        const page = await read(path, ada);
        expect(page.document.documentElement.outerHTML).toContain(text);
        return page;
      });
    await waitForText('value="columns"');
    await form(
      site,
      path,
      [
        ["intent", "columns"],
        ["state", "public"],
        ["fields[]", "name"],
        ["fields[]", "title"],
      ],
      { headers: ada },
    );
    await waitForText("This person asked not to be listed.");
    await form(site, path, { intent: "apply" }, { headers: ada });
    await eventually(async () => expect((await get(site, "/ida-imported")).status).toBe(200));
    expect((await get(site, `/${expert.slug}`)).status).toBe(410);
  });

  test("SA09 does not tell submitters that somebody is on the list, and holds the submission back", async () => {
    const send = async (name: string, referenceLinks: string[]) => {
      const body = { ...fullSubmission, name, referenceLinks };
      const { status, body: answer } = await json(site, "POST", "/api/submissions", body, { headers: reader });
      return { status, answer: { ...answer, id: "" }, id: answer.id as string };
    };
    const onList = await send(NAME, ["https://quux.example/"]);
    const notOnList = await send("Somebody Unknown", ["https://unknown.example/"]);
    expect({ ...onList, id: "" }).toEqual({ ...notOnList, id: "" });
    expect((await read("/admin/submissions", ada)).text).toContain("Asked not to be listed");
    expect((await read(`/admin/submissions/${onList.id}`, ada)).text).toContain("This person asked not to be listed.");
    expect((await read(`/my-submissions/${onList.id}`, reader)).text).not.toContain("asked not to be listed");
    const approve = (input: object) =>
      json(site, "POST", `/api/admin/submissions/${onList.id}/approve`, input, { headers: ada });
    expect(await approve({})).toMatchObject({
      status: 409,
      body: { fieldErrors: { relistReason: expect.any(String) } },
    });
    const answer = await form(site, `/admin/submissions/${onList.id}`, { intent: "approve" }, { headers: ada });
    const formText = await answer.text();
    expect(formText).toContain('name="relistReason"');
    // Rejecting needs no reason for listing.
    expect(formText).toMatch(/<form[^>]*class="review"[^>]*novalidate/i);
    expect(
      (await json(site, "POST", `/api/admin/submissions/${onList.id}/reject`, { reviewNotes: "" }, { headers: ada }))
        .status,
    ).toBe(200);
    // A report does not reveal it either, because unlisted people do not exist for reports.
    expect((await sendReport("zelda-unknown", { message: "x" })).status).toBe(404);
  });

  test("SA06 keeps nothing of the person but keyed hashes and days", async () => {
    for (const table of ["doNotRelist", "goneSlugs"])
      for (const row of await rows<Record<string, string>>(`SELECT * FROM ${table}`)) {
        expect(Object.keys(row)).toEqual(["hash", "at"]);
        expect([row.hash, row.at]).toEqual([
          expect.stringMatching(/^[\w-]{43}$/),
          expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        ]);
      }
  });
});
