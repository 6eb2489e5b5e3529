/** Tests following by mail with a real mail server: a button begins it, each piece of news is sent once, and one click ends it. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, solveCaptcha, solveQuestion } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { addArticles, article } from "../support/articles";
import { inDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, type ReceivedMail, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { readMail } from "../support/read-mail";
import { waitForMails } from "../support/received-mails";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let mailbox: Mailbox;
let site: Site;
let headers: Record<string, string>;
let uniqueNumber = 0;
const newClientAddress = () => ({ "X-Forwarded-For": `10.8.${++uniqueNumber % 250}.1` });
const newEmail = () => `reader-${++uniqueNumber}@mail.example`;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off", TRUST_PROXY: "on" } });
  headers = (await signUpEditor(site)).headers;
  const topic = await json(site, "POST", "/api/admin/topics", { name: "Tides" }, { headers });
  expect(topic.status).toBe(201);
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

async function addExpert(name: string, changes: object = {}) {
  const record = { name, title: "Professor of water", ...changes };
  const { status, body } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as { id: string; slug: string };
}

async function requestFollow(subject: string, email: string, changes: object = {}) {
  const body = { what: subject, email, ...(await solveCaptcha(site)), ...changes };
  return json(site, "POST", "/api/follows", body, { headers: newClientAddress() });
}

const mailsTo = (email: string, count: number) => waitForMails(mailbox, email, { count });

async function waitForPath(email: string): Promise<string> {
  const links = async () => {
    const texts = mailbox.accepted.filter(({ to }) => to === email).map(({ text }) => text);
    return /https?:\/\/\S+\/follow\/\S+/.exec(texts.join("\n"))?.[0] ?? "";
  };
  await eventually(async () => expect(await links()).not.toBe(""));
  return new URL(await links()).pathname;
}

/** Returns the fields of the button that confirms what the page shows now. */
async function confirmation(path: string): Promise<[string, string][]> {
  const inputs = parsePage(await (await get(site, path)).text()).querySelectorAll<HTMLInputElement>("[name='ids[]']");
  return [["intent", "confirm"], ...[...inputs].map(({ name, value }): [string, string] => [name, value])];
}

/** Follows and confirms by the button. */
async function follow(subject: string, email = newEmail()) {
  expect((await requestFollow(subject, email)).status).toBe(201);
  const path = await waitForPath(email);
  expect((await form(site, path, await confirmation(path))).headers.get("Location")).toBe(path);
  return { email, path };
}

const DAY_MS = 24 * 60 * 60_000;
const timeBefore = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Makes the next mail due, as if the last one came two days ago. */
async function makeDue(email: string): Promise<void> {
  await inDatabase(site.dataDir, async (db) => {
    const { rowId } = await db
      .updateTable("followers")
      .set({ nextAt: timeBefore(1000) })
      .where("email", "=", email)
      .returning("rowId")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("follows")
      .set({ toldUntil: timeBefore(2 * DAY_MS) })
      .where("followerRowId", "=", rowId)
      .where("toldUntil", "is not", null)
      .execute();
  });
}

/** Waits until the follower's turn is over. */
async function waitForTurn(email: string): Promise<void> {
  const isOver = async () => expect((await rowsOf(email))[0]?.nextAt?.localeCompare(timeBefore(0))).toBe(1);
  await eventually(isOver);
}

function rowsOf(email: string) {
  return inDatabase(site.dataDir, (db) =>
    db
      .selectFrom("followers")
      .leftJoin("follows", "follows.followerRowId", "followers.rowId")
      .select(["followers.nextAt", "follows.toldUntil", "kind", "target"])
      .where("email", "=", email)
      .execute(),
  );
}

async function acceptWork(expertId: string, title: string, acceptedAt = timeBefore(DAY_MS)) {
  await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", expertId);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const facts = { doi: "", venue: "Sea", year: 2026, citations: 0, retracted: 0, retractionSeenAt: null };
    const row = { expertRowId, openalex: `W${++uniqueNumber}`, title, ...facts, status: "accepted" as const };
    await db
      .insertInto("works")
      .values({ ...row, checkedAt: timeBefore(0), acceptedAt })
      .execute();
  });
}

describe("RC02 following by mail", () => {
  test("of a list keeps the filters of its page", async () => {
    const page = parsePage(await (await get(site, "/directory?search=ebb&country=GB")).text());
    const links = Array.from(page.querySelectorAll("a"));
    const link = links.find(({ textContent }) => textContent === "Follow this list by mail");
    const { searchParams } = new URL(link?.getAttribute("href") ?? "", site.url);
    expect(searchParams.get("what")).toBe("/directory?search=ebb&country=GB");
  });

  test("is requested by a form without scripts, and begins with the button behind the link, not with opening it", async () => {
    const { slug } = await addExpert("Ada Ebb");
    const profile = parsePage(await (await get(site, `/${slug}`)).text());
    const link = Array.from(profile.querySelectorAll("a")).find(({ textContent }) => textContent === "Follow");
    const page = link?.getAttribute("href") ?? "";
    const document = parsePage(await (await get(site, page)).text());
    expect(document.querySelector("h1")?.textContent).toBe("Follow Ada Ebb");
    const question = document.querySelector("label[for=captchaAnswer]")?.textContent ?? "";
    const captchaExpected = document.querySelector<HTMLInputElement>("[name=captchaExpected]")?.value ?? "";
    const email = newEmail();
    const captchaAnswer = solveQuestion(/What is .*/.exec(question)?.[0] ?? "");
    const fields = { email, rhythm: "daily", captchaAnswer, captchaExpected };
    const requestAnswer = await form(site, page, fields, { headers: newClientAddress() });
    expect([requestAnswer.status, requestAnswer.headers.get("Location")]).toEqual([303, "/follow?sent"]);

    const path = await waitForPath(email);
    for (const method of ["GET", "HEAD"]) {
      const openedPage = await fetch(site.url + path, { method });
      expect([openedPage.status, openedPage.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    }
    expect(await rowsOf(email)).toMatchObject([{ nextAt: null, toldUntil: null }]);
    const chosenRhythm = async () =>
      parsePage(await (await get(site, path)).text()).querySelector<HTMLInputElement>("[name=rhythm]:checked")?.value;
    expect(await chosenRhythm()).toBe("daily");
    // The latest request counts until it is confirmed. After that only the page behind the link changes the rhythm.
    expect((await requestFollow("/topics/tides", email, { rhythm: "weekly" })).status).toBe(201);
    expect(await chosenRhythm()).toBe("weekly");
    const shownBefore = await confirmation(path);
    expect((await requestFollow("/articles", email)).status).toBe(201);
    expect((await form(site, path, shownBefore)).status).toBe(303);
    // A request that came after the page was opened is not confirmed with the others.
    const waiting = (await rowsOf(email)).filter(({ toldUntil }) => toldUntil === null);
    expect(waiting).toMatchObject([{ kind: "articles" }]);
    expect((await requestFollow("/articles", email, { rhythm: "daily" })).status).toBe(201);
    expect(await chosenRhythm()).toBe("weekly");
    expect((await rowsOf(email))[0]?.nextAt).not.toBeNull();
    expect(await (await get(site, path)).text()).toContain("Ada Ebb");
  });

  test("PR08 names people in their own direction, before and after it is confirmed", async () => {
    const [name, email] = ["فاطمة الفهري", newEmail()];
    const { slug } = await addExpert(name);
    await requestFollow(`/${slug}`, email);
    const path = await waitForPath(email);
    const directedNames = async () => {
      const document = parsePage(await (await get(site, path)).text());
      return [...document.querySelectorAll("main bdi, main [dir=auto]")].map(({ textContent }) => textContent);
    };
    expect(await directedNames()).toEqual([name, name]);
    await form(site, path, await confirmation(path));
    expect(await directedNames()).toEqual([name]);
  });

  test("answers alike whether somebody follows already, and repeats nothing that a stranger typed", async () => {
    const email = newEmail();
    const subject = "/directory?search=Buy+now+at+evil.example";
    const firstAnswer = await requestFollow(subject, email);
    expect([firstAnswer.status, firstAnswer.body]).toEqual([201, { sent: true }]);
    const repeatedAnswer = await requestFollow(subject, email);
    expect([repeatedAnswer.status, repeatedAnswer.body]).toEqual([firstAnswer.status, firstAnswer.body]);
    const [mail] = await mailsTo(email, 1);
    expect(mail?.raw).not.toContain("evil");
    const otherRequest = await requestFollow("/topics/tides", email);
    expect([otherRequest.status, otherRequest.body]).toEqual([firstAnswer.status, firstAnswer.body]);
    // Each subject is confirmed by itself.
    const follower = await follow("/articles");
    await requestFollow("/topics/tides", follower.email);
    await mailsTo(follower.email, 2);
    const confirmedRows = (await rowsOf(follower.email)).filter(({ toldUntil }) => toldUntil !== null);
    expect(confirmedRows.map(({ kind }) => kind)).toEqual(["articles"]);
  });

  test("refuses subjects that cannot be followed, wrong addresses and wrong answers", async () => {
    for (const [subject, status] of [
      ["/nobody-here", 404],
      ["/topics/nothing", 404],
      ["/directory/dentists", 400],
      ["/admin/users", 400],
      ["//evil.example/directory", 400],
      ["https://evil.example/articles", 400],
      ["directory", 400],
      ["", 400],
      [`/directory?search=${"x".repeat(600)}`, 400],
    ] as const)
      expect([subject, (await requestFollow(subject, newEmail())).status]).toEqual([subject, status]);
    for (const email of ["x", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", ""])
      expect((await requestFollow("/articles", email)).status).toBe(400);
    expect((await requestFollow("/articles", newEmail(), { captchaAnswer: "1" })).status).toBe(400);
    expect((await get(site, `/follow/${"a".repeat(16)}forged`)).status).toBe(404);
  });
});

describe("RC03 mails about news", () => {
  test("come once, with text and HTML, and not without news", async () => {
    const person = await addExpert("Bo Flow & Co", { topics: ["tides"] });
    const { email, path } = await follow(`/${person.slug}`);
    await requestFollow("/topics/tides", email);
    await mailsTo(email, 2);
    await form(site, path, await confirmation(path));
    await acceptWork(person.id, "On <b>flow</b> & ebb");
    await addArticles(site, [
      article("Of tides", { slug: "of-tides", tags: ["tides"], publishedAt: timeBefore(DAY_MS) }),
      article("Old tides", { slug: "old-tides", tags: ["tides"], publishedAt: timeBefore(9 * DAY_MS) }),
      article("Other", { slug: "other", publishedAt: timeBefore(DAY_MS) }),
    ]);
    await makeDue(email);
    const digest = (await mailsTo(email, 3))[2] as ReceivedMail;
    expect(digest.headers).toMatchObject({
      "list-unsubscribe": `<${site.url}${path}/unsubscribe>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "auto-submitted": "auto-generated",
    });
    const { text, html, headerNames, to } = await readMail(digest);
    expect(to).toEqual([email]);
    expect(
      headerNames.filter((header) => /^list-|^auto-|^(?:from|to|subject|date|message-id)$/.test(header)),
    ).toHaveLength(8);
    expect(text).toContain("On <b>flow</b> & ebb\nA work by Bo Flow & Co, Sea, 2026\nhttps://openalex.org/W");
    expect(text).toContain(`Of tides\nWhat Of tides is about.\n${site.url}/articles/of-tides`);
    expect(text).toContain(site.url + path);
    expect(text).not.toMatch(/Old tides|Other|Ada Ebb/);
    const document = parsePage(html);
    // Each name and text has its own direction. The logo is drawn without loading an image.
    expect(document.querySelectorAll("h2 bdi, li strong bdi").length).toBeGreaterThan(1);
    expect(document.querySelector("[aria-hidden] > span > span > span > span")?.textContent).toBe("");
    expect(document.querySelector("img, svg, [src]")).toBeNull();
    expect(Array.from(document.querySelectorAll("h2"), (heading) => heading.textContent)).toEqual([
      "Bo Flow & Co",
      "Tides",
    ]);
    expect(document.querySelector("li strong")?.textContent).toBe("On <b>flow</b> & ebb");
    expect(document.querySelectorAll("img, script, link, style")).toHaveLength(0);

    // A second turn finds nothing new.
    await waitForTurn(email);
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("followers")
        .set({ nextAt: timeBefore(1000) })
        .where("email", "=", email)
        .execute(),
    );
    await waitForTurn(email);
    expect(mailbox.accepted.filter(({ to }) => to === email)).toHaveLength(3);
    const storedMails = await inDatabase(site.dataDir, (db) =>
      db.selectFrom("mails").select(["body", "html", "unsubscribe"]).where("recipient", "=", email).execute(),
    );
    expect(new Set(storedMails.flatMap(Object.values))).toEqual(new Set([""]));
  });

  test("do not name somebody who has left meanwhile", async () => {
    const [removedPerson, remainingPerson] = [await addExpert("Gone Gully"), await addExpert("Staying Stream")];
    const { email } = await follow("/directory");
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("experts")
        .set({ createdAt: timeBefore(DAY_MS) } as never)
        .where("id", "in", [removedPerson.id, remainingPerson.id])
        .execute(),
    );
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("listing")
        .set({ createdAt: timeBefore(DAY_MS) })
        .where(
          "expertRowId",
          "in",
          db.selectFrom("experts").select("rowId").where("id", "in", [removedPerson.id, remainingPerson.id]),
        )
        .execute(),
    );
    const deleteAnswer = await json(site, "DELETE", `/api/experts/${removedPerson.id}`, undefined, { headers });
    expect(deleteAnswer.status).toBe(200);
    await makeDue(email);
    const [, digest] = await mailsTo(email, 2);
    expect(digest?.raw).toContain("Staying Stream");
    expect(digest?.raw).not.toContain("Gully");
  });
});

describe("RC04 unsubscribing", () => {
  test("takes one click in a mail program, and opening the links changes nothing", async () => {
    const { email, path } = await follow("/articles");
    for (const link of [path, `${path}/unsubscribe`, `${path}/unsubscribe`]) {
      expect([200, 303]).toContain((await get(site, link)).status);
      expect(await rowsOf(email)).toHaveLength(1);
    }
    const click = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${site.url}${path}/unsubscribe`, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
        redirect: "manual",
      });
    for (const body of ["", "List-Unsubscribe=", "One-Click", "list=One-Click"])
      expect([body, (await click(body)).status]).toEqual([body, 400]);
    for (const type of ["text/plain", "application/json"])
      expect((await click("List-Unsubscribe=One-Click", { "Content-Type": type })).status).toBe(415);
    expect(await rowsOf(email)).toHaveLength(1);
    // Some mail programs send it from a page of theirs, or with a line end.
    const mailProgram = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
    expect((await click("List-Unsubscribe=One-Click\r\n", mailProgram)).status).toBe(200);
    expect(await rowsOf(email)).toEqual([]);
    expect((await click("List-Unsubscribe=One-Click")).status).toBe(200);
    expect((await get(site, path)).status).toBe(404);
  });

  test("from one subject keeps the others; with the last one the address is deleted, and no link is in log or database", async () => {
    const { email, path } = await follow("/articles");
    await requestFollow("/directory", email);
    await mailsTo(email, 2);
    await form(site, path, await confirmation(path));
    await form(site, path, { intent: "rhythm", rhythm: "daily" });
    expect((await form(site, path, { intent: "rhythm", rhythm: "hourly" })).status).toBe(400);
    const document = parsePage(await (await get(site, path)).text());
    const ids = Array.from(document.querySelectorAll<HTMLInputElement>("[name=id]"), ({ value }) => value);
    expect(ids).toHaveLength(2);
    const token = path.split("/")[2] as string;
    const rows = await inDatabase(site.dataDir, async (db) => [
      await db.selectFrom("followers").selectAll().execute(),
      await db.selectFrom("follows").selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(16));
    expect(JSON.stringify(site.logs())).not.toContain(token.slice(16));
    // The link of another follower changes nothing here.
    const otherFollower = await follow("/articles");
    await form(site, otherFollower.path, { intent: "leave", id: ids[0] as string });
    expect(await rowsOf(email)).toHaveLength(2);

    const firstLeave = await form(site, path, { intent: "leave", id: ids[0] as string });
    expect(firstLeave.headers.get("Location")).toBe(path);
    const lastLeave = await form(site, path, { intent: "leave", id: ids[1] as string });
    expect(lastLeave.headers.get("Location")).toBe("/follow?left");
    expect(await rowsOf(email)).toEqual([]);
  });

  test("the download of an account includes its subscriptions", async () => {
    const reader = await signUp(site);
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("users")
        .set({ emailVerifiedAt: timeBefore(0) })
        .where("email", "=", reader.email)
        .execute(),
    );
    await follow("/topics/tides", reader.email);
    const data = await (await get(site, "/account/data", { headers: reader.headers })).json();
    expect(data.follows).toMatchObject([{ kind: "topic", target: "tides", rhythm: "weekly" }]);
  });
});
