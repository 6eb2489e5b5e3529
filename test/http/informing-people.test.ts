/** Tests how people are informed that they are listed: by a mail from the site, or in another way that an editor notes. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { inDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let mailbox: Mailbox;
let site: Site;
let headers: Record<string, string>;
let personCount = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off" } });
  headers = (await signUpEditor(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

async function addExpert(changes: object = {}) {
  const record = { name: `Person ${++personCount}`, title: "Professor of water", ...changes };
  const { status, body } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as { id: string; slug: string; name: string };
}

const letterPath = (id: string) => `/api/admin/experts/${id}/letter`;
const namesNotInformed = async () => {
  const document = parsePage(await (await get(site, "/admin/experts?gap=told", { headers })).text());
  return Array.from(document.querySelectorAll("tbody tr"), (row) => row.querySelector("a")?.textContent);
};

describe("RC09 the letter to listed people", () => {
  test("says what is stored, its source and the person's rights, and is sent to an address that is not stored", async () => {
    const url = "https://sea.example/people/ada";
    const { id, slug, name } = await addExpert({ name: "Ada {claim} Ebb", referenceLinks: [`Sea|${url}`] });
    const page = await get(site, `/admin/experts/${id}/inform`, { headers });
    const document = parsePage(await page.text());
    const text = document.querySelector("textarea[readonly]")?.textContent ?? "";
    for (const part of [name, `${site.url}/${slug}`, url, `/${slug}/report`, `/${slug}/claim`, "/privacy"]) {
      expect(text).toContain(part);
    }
    expect(text.replace(name, "")).not.toMatch(/\{\w+\}/);
    // A link leads straight to the form for removal.
    const removalForm = await get(site, /\S+kind=removal/.exec(text)?.[0].replace(site.url, "") ?? "");
    const leavingPage = parsePage(await removalForm.text());
    expect(leavingPage.querySelector("[name=about] [selected]")?.textContent).toContain("want to be removed");
    expect(await namesNotInformed()).toContain(name);
    const email = "ada@sea.example";
    const sendAnswer = await form(site, `/admin/experts/${id}/inform`, { intent: "send", email }, { headers });
    expect(sendAnswer.status).toBe(303);
    const mail = await eventually(() => {
      const mail = mailbox.accepted.find(({ to }) => to === email);
      if (!mail) throw new Error("No letter yet.");
      return mail;
    });
    expect(mail.text.replace(/\s+/g, " ").trim()).toBe(text.replace(/\s+/g, " ").trim());
    expect(await namesNotInformed()).not.toContain(name);
    const { body } = await getJson(site, letterPath(id), { headers });
    expect([body.way, body.toldAt.slice(0, 4)]).toEqual(["mail", new Date().toISOString().slice(0, 4)]);
    const storedRows = await inDatabase(site.dataDir, async (db) => [
      await db.selectFrom("toldPeople").selectAll().execute(),
      await db.selectFrom("auditLog").selectAll().execute(),
      await db.selectFrom("experts").selectAll().execute(),
    ]);
    expect(JSON.stringify(storedRows)).toContain("person told by mail");
    expect(JSON.stringify(storedRows)).not.toContain(email);
  });

  test("is for editors, refuses header injection, and refuses people who are not listed", async () => {
    const { id, slug } = await addExpert();
    expect((await get(site, letterPath(id))).status).toBe(401);
    for (const email of ["a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "", "a@b.example\0"]) {
      const { status } = await json(site, "POST", letterPath(id), { email }, { headers });
      expect([email, status]).toEqual([email, 400]);
    }
    expect((await json(site, "POST", letterPath(id), {}, { headers })).body.way).toBe("otherwise");
    await json(site, "DELETE", `/api/experts/${slug}`, undefined, { headers });
    expect((await json(site, "POST", letterPath(id), {}, { headers })).status).toBe(409);
    expect((await json(site, "POST", letterPath("nobody"), {}, { headers })).status).toBe(404);
  });

  test("refuses unknown placeholders, which would reach the person as they are", async () => {
    const admin = (await signUpAdmin(site)).headers;
    const save = async (letterToListed: string) => {
      const answer = await form(site, "/admin/settings", { letterToListed }, { headers: admin });
      return [answer.status, parsePage(await answer.text()).querySelector("main")?.textContent] as const;
    };
    const [status, text] = await save("Dear {name}, {nickname} and {Name}: {profile}");
    expect([status, text]).toEqual([
      400,
      expect.stringContaining("There is no placeholder {nickname}, {Name}. Use {name}, {site},"),
    ]);
    expect((await save("Dear {name}: {profile} {"))[0]).toBe(303);
    expect((await save(""))[0]).toBe(303);
  });

  test("is not proposed for people who have died", async () => {
    const { name } = await addExpert({ status: "historical" });
    expect(await namesNotInformed()).not.toContain(name);
  });

  test("the profile says that nobody informed the person, until somebody did", async () => {
    const { id } = await addExpert();
    const informLink = async () => {
      const document = parsePage(await (await get(site, `/admin/experts/${id}`, { headers })).text());
      return document.querySelector(`a[href="/admin/experts/${id}/inform"]`)?.textContent;
    };
    expect(await informLink()).toContain("Not informed yet");
    expect((await form(site, `/admin/experts/${id}/inform`, { intent: "told" }, { headers })).status).toBe(303);
    expect(await informLink()).toContain("Informed on");
  });
});
