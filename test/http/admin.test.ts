/** Tests the admin pages over HTTP: dashboard, people, log, settings, export and import. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { placesOf } from "../../app/components/admin/admin-pages";
import { ADMIN_PAGES } from "../../app/models/whole/parts.server";
import { signUp } from "../support/accounts";
import { onPostgres, query } from "../support/database";
import { makeEmptyDirectory } from "../support/empty-directory";
import { fieldsOfForm } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

const ADMIN_PLACES = placesOf(ADMIN_PAGES).flat();

type Admin = Awaited<ReturnType<typeof adminOf>>;

let site: Site;
let admin: Admin;
/** A site with an address, mail and AI, whose operator has not been named. */
let addressedSite: Site;
let addressedAdmin: Admin;
beforeAll(async () => {
  site = await startSite({ env: { FOUNDER_NAME: "Flora Founder", TRUST_PROXY: "on" } });
  admin = await adminOf(site);
  const SITE_URL = "https://life.example";
  addressedSite = await startSite({
    env: { SMTP_URL: NO_MAIL_SERVER, SITE_URL, OPENAI_API_KEY: "k", TRUST_PROXY: "on" },
  });
  addressedAdmin = await adminOf(addressedSite);
  addressedAdmin.headers = {
    ...addressedAdmin.headers,
    Host: new URL(SITE_URL).host,
    Origin: SITE_URL,
    "X-Forwarded-Proto": "https",
  };
});
afterAll(async () => {
  await site?.stop();
  await addressedSite?.stop();
});

async function adminOf(server: Site) {
  const person: Awaited<ReturnType<typeof signUp>> & { headers: Record<string, string> } = await signUp(server);
  await execute(server, "UPDATE users SET role = 'admin' WHERE id = ?", person.id);
  return person;
}

async function execute(server: Site, statement: string, ...values: unknown[]): Promise<void> {
  await query(server.dataDir, statement, ...values);
}

async function pageText(path: string, server = site, headers: Record<string, string> = admin.headers): Promise<string> {
  const answer = await get(server, path, { headers });
  expect(answer.status, path).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

describe("the dashboard", () => {
  test("EM01 EM02 EM03 shows counts, statistics, tiles and the export", async () => {
    const html = await pageText("/admin");
    const document = parsePage(html);
    const cards = Array.from(document.querySelectorAll(".figures > div"), (card) => ({
      names: Array.from(card.querySelectorAll("dt"), (dt) => dt.textContent),
      number: card.querySelector("dd")?.textContent,
    }));
    const { body } = await getJson(site, "/api/experts/paginated");
    // Two lists of the specification name the same number, so it stands once, and the long name contains the short one.
    expect(cards).toEqual([
      { names: ["Total Experts"], number: String(body.total) },
      { names: ["Pending Reviews"], number: "0" },
      { names: ["Total Submissions"], number: "0" },
      { names: ["Categories"], number: "9" },
      { names: ["Featured Experts"], number: expect.stringMatching(/^\d+$/) },
    ]);
    expect(html).toContain('href="/api/admin/export-database"');
    const links = new Set(Array.from(html.matchAll(/href="(\/admin\/[a-z]+)"/g), ([, link]) => link as string));
    for (const link of links) expect((await get(site, link, { headers: admin.headers })).status, link).toBe(200);
  });

  test("a site without images does not say that every image is in use", async () => {
    const document = parsePage(await pageText("/admin/images/unused"));
    expect(document.querySelector(".empty")?.textContent).toBe("No images are stored yet.");
    expect(document.querySelector(".tabs [aria-current]")?.textContent).toBe("All images");
  });

  test("D7 lists the steps that set up the site; each disappears once it is done", async () => {
    const { headers } = addressedAdmin;
    const readSteps = async () => {
      const document = parsePage(await pageText("/admin", addressedSite, headers));
      return Array.from(
        document.querySelectorAll("section:is([aria-labelledby=setup], [aria-labelledby=setup-server]) li strong"),
        (step) => step.textContent,
      );
    };
    const [backup, founder, imprint, review] = [
      "Make a backup",
      "Name who runs the site",
      "Complete the imprint",
      "Decide about the profiles that came with the site",
    ];
    expect(await readSteps()).toEqual([founder, imprint, review, backup]);
    await execute(
      addressedSite,
      "INSERT INTO settings (key, value) VALUES ('founderName', 'Frida'), ('contactEmail', 'us@mail.example')",
    );
    await execute(
      addressedSite,
      "INSERT INTO pages (id, slug, title, body, position, inFooter, updatedAt) VALUES ('i', 'imprint', 'Imprint', 'Us.', 4, 1, '')",
    );
    await execute(addressedSite, "UPDATE contentVersion SET version = version + 1");
    const { body } = await getJson(addressedSite, "/api/experts/paginated?limit=1", { headers });
    const feature = { featured: false };
    await json(addressedSite, "PATCH", `/api/experts/${body.experts[0].id}/featured`, feature, { headers });
    expect(await readSteps()).toEqual([backup]);
    mkdirSync(join(addressedSite.dataDir, "backups"));
    writeFileSync(join(addressedSite.dataDir, "backups", "longevity-1.tar.gz"), "");
    expect(await readSteps()).toEqual([]);
  });

  test.skipIf(onPostgres)("says what is missing, and a failed mail can be sent again", async () => {
    const html = await pageText("/admin");
    for (const name of ["SITE_URL", "SMTP_URL"]) expect(html).toContain(name);
    const servicesOff = Array.from(
      parsePage(html).querySelectorAll("details li div"),
      ({ textContent }) => textContent,
    );
    expect(servicesOff.filter((text) => text?.includes(": off"))).toEqual([
      "Sign-in with Google: off, because GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set. Visitors sign in with a password only.",
      expect.stringMatching(/^Images by AI: off, because .*OPENAI_API_KEY.* and .* are not set\./),
      "Analytics: off, because ANALYTICS_PROVIDER and ANALYTICS_ID are not set. Page views are not reported anywhere.",
    ]);
    expect(html).toContain("There is no backup yet.");
    await execute(
      site,
      `INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, lastError, createdAt)
       VALUES ('m1', 'test', 'lost@mail.example', 'Lost', '', 'failed', 9, '2026-01-01T00:00:00.000Z', 'No such mailbox.', '2026-01-01T00:00:00.000Z')`,
    );
    expect(await pageText("/admin")).toContain("No such mailbox.");
    expect((await form(site, "/admin?index", { id: "m1" }, { headers: admin.headers })).status).toBe(303);
    expect(await pageText("/admin")).not.toContain("No such mailbox.");
    expect((await form(site, "/admin?index", { id: "m1" }, { headers: admin.headers })).status).toBe(404);
  });
});

describe("the layout of admin pages", () => {
  test("EM05 shows the pages of a record above each of them, and none for a record that does not exist", async () => {
    const { experts } = (await getJson(site, "/api/experts/paginated?limit=1")).body;
    for (const page of ["", "/works"]) {
      const document = parsePage(await pageText(`/admin/experts/${experts[0].id}${page}`));
      const linksOf = (name: string) => {
        const links = document.querySelectorAll(`nav[aria-label='${name}'] a`);
        return Array.from(links, ({ textContent }) => textContent);
      };
      expect(linksOf("Pages of this record")).toEqual(["Profile", "History", "Numbers"]);
      const sections = linksOf("Sections of the profile").map((text) => text?.replace("›", ""));
      expect(sections).toEqual(
        ["Sources", "Portrait", "Identifiers", "Positions", "Works", "Review", "Notes", "Tell the person"].map(
          (label) => expect.stringMatching(`^${label}`),
        ),
      );
      const openSection = document.querySelector("nav[aria-label='Sections of the profile'] a[aria-expanded=true]");
      expect(openSection?.textContent?.includes("Works") ?? false).toBe(page !== "");
      expect(document.querySelector("form #biography")).not.toBeNull();
    }
    for (const [former, present] of [
      ["identity?name=Ada", "identifiers?name=Ada"],
      ["letter", "inform"],
    ]) {
      const answer = await get(site, `/admin/experts/${experts[0].id}/${former}`, { headers: admin.headers });
      const location = `/admin/experts/${experts[0].id}/${present}`;
      expect([answer.status, answer.headers.get("Location")]).toEqual([308, location]);
    }
    for (const path of ["/admin/experts/nobody", "/admin/experts/nobody/works", "/admin/articles/nothing/sources"]) {
      const missingPage = await get(site, path, { headers: admin.headers });
      const document = parsePage(await missingPage.text());
      expect([missingPage.status, document.querySelector("nav[aria-label='Pages of this record']")], path).toEqual([
        404,
        null,
      ]);
      expect(document.querySelector("nav[aria-label=Admin]"), path).not.toBeNull();
    }
  });

  test("EM05 links every place and its pages, marks the current one, and shows the name, colour schemes and Sign Out", async () => {
    const document = parsePage(await pageText("/admin/settings"));
    const nav = document.querySelector("nav[aria-label=Admin]");
    const linksIn = (element?: Element | null) =>
      Array.from(element?.querySelectorAll("a") ?? [], (link) => link.getAttribute("href"));
    expect(linksIn(nav)).toEqual(ADMIN_PLACES.map(({ pages }) => pages[0]?.to));
    const tabs = document.querySelector("nav[aria-label='Pages of Settings']");
    expect(linksIn(tabs)).toEqual(ADMIN_PLACES.at(-1)?.pages.map(({ to }) => to));
    expect(tabs?.querySelector("[aria-current=page]")?.textContent).toBe("Site");
    const audit = parsePage(await pageText("/admin/audit"));
    expect(audit.querySelector("nav[aria-label=Admin] [aria-current]")?.textContent).toBe("Settings");
    expect(Array.from(nav?.querySelectorAll("[aria-current]") ?? [], (link) => link.textContent)).toEqual(["Settings"]);
    const foot = nav?.nextElementSibling;
    expect(foot?.querySelector('a[href="/account"]')?.textContent).toBe(admin.firstName);
    expect(foot?.querySelector('form[action="/logout"] button')?.textContent).toBe("Sign Out");
    expect(foot?.querySelectorAll('form[action="/preferences"] button[name=scheme]')).toHaveLength(3);
    expect(document.querySelector('header a[href="/"]')).not.toBeNull();
    expect(document.querySelector('header a[href="/submit"]')?.textContent).toBe("Submit Expert");
  });

  test("EM05 without scripts the palette is a page that finds pages, experts and articles", async () => {
    const searchResults = async (search: string) => {
      const document = parsePage(await pageText(`/admin/go?search=${search}`));
      const links = Array.from(document.querySelectorAll("main li a"), (link) => link.getAttribute("href"));
      const saysNothing = document.querySelector("main")?.textContent?.includes("Nothing was found");
      expect([search, saysNothing]).toEqual([search, links.length === 0]);
      return links;
    };
    expect(await searchResults("zzqqx")).toEqual([]);
    expect(await searchResults("")).toEqual(expect.arrayContaining(ADMIN_PAGES.map(({ to }) => to)));
    expect(await searchResults("dead links")).toEqual(["/admin/links"]);
    expect(await searchResults("kenyon")).toContainEqual(expect.stringMatching(/^\/admin\/experts\/\w+$/));
    const { body } = await getJson(site, "/api/admin/articles?limit=1", { headers: admin.headers });
    const [{ id, title }] = body.articles;
    expect(await searchResults(encodeURIComponent(title))).toContain(`/admin/articles/${id}`);
  });

  test("EM06 a form whose session has ended is kept and can be sent again after signing in", async () => {
    const person = await adminOf(site);
    await execute(site, "DELETE FROM sessions WHERE userId = ?", person.id);
    await execute(site, "UPDATE users SET role = 'user' WHERE id = ?", person.id);
    const typedFields = { copyright: "© 2030 <Typed>", siteName: "" };
    const accept = { Accept: "text/html" };
    const response = await form(site, "/admin/settings", typedFields, { headers: { ...person.headers, ...accept } });
    expect(response.status).toBe(401);
    const document = parsePage(await response.text());
    const keptForm = document.querySelector<HTMLFormElement>('form[action="/admin/settings"]');
    const fields = Array.from(keptForm?.querySelectorAll("input") ?? [], ({ name, value }) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual(typedFields);
    expect(document.querySelector('main a[href^="/login"]')?.getAttribute("target")).toBe("_blank");

    const sendAnswer = await form(
      site,
      "/admin/settings",
      { copyright: typedFields.copyright },
      { headers: admin.headers },
    );
    expect(sendAnswer.status).toBe(303);
  });
});

test("settings that a second tab did not touch keep what the first one saved", async () => {
  const { headers } = admin;
  const fields = async () =>
    Object.fromEntries(fieldsOfForm(parsePage(await pageText("/admin/settings")), 'main form[method="post"]'));
  const shownFields = await fields();
  const save = (changes: object) => form(site, "/admin/settings", { ...shownFields, ...changes }, { headers });
  const firstChanges = { copyright: "First tab", "category.author": "Writers" };
  expect((await save(firstChanges)).status).toBe(303);
  expect((await save({ newswireUrl: "https://second.example/" })).status).toBe(303);
  expect(await fields()).toMatchObject({ ...firstChanges, newswireUrl: "https://second.example/" });
  const originalSettings = { copyright: "", "category.author": "", newswireUrl: "" };
  expect((await form(site, "/admin/settings", originalSettings, { headers })).status).toBe(303);
});

describe("two admins who change a record at once overwrite nothing", () => {
  let otherAdmin: Admin;
  beforeAll(async () => {
    otherAdmin = await adminOf(site);
    await execute(site, `UPDATE users SET "firstName" = 'Olga', "lastName" = 'Other' WHERE id = ?`, otherAdmin.id);
  });
  // Other tests need a single admin.
  afterAll(() => execute(site, "UPDATE users SET role = 'user' WHERE id = ?", otherAdmin.id));

  /** Each adds a record, and returns the page with its form. */
  const records: Record<string, { page: () => Promise<string>; mine: string; theirs?: string }> = {
    "LI10 a project of the library": {
      page: async () => `/admin/library/projects/${(await addRecord("/api/library/projects", { name: "Ours" })).id}`,
      mine: "name",
      theirs: "description",
    },
    "EM08 a topic": {
      page: async () => `/admin/topics/${(await addRecord("/api/admin/topics", { name: "Tides" })).id}`,
      mine: "description",
      theirs: "otherNames",
    },
    "EM08 what only editors see of a profile": {
      page: async () => `/admin/experts/${(await addRecord("/api/admin/experts", EXPERT)).id}/editors`,
      mine: "notes",
      theirs: "sortName",
    },
    "EM19 an image": {
      page: async () => `/admin/images/${(await addImage()).id}`,
      mine: "alt",
    },
    "OP03 a page of the site": { page: async () => "/admin/settings/pages/privacy", mine: "title", theirs: "body" },
    "D13 settings": { page: async () => "/admin/settings", mine: "siteName", theirs: "copyright" },
    "D13 prompts": { page: async () => "/admin/settings/prompts", mine: "prompt.research", theirs: "prompt.biography" },
  };
  const EXPERT = { name: "Eda Tor", title: "Professor", categories: ["author"] };
  const addRecord = async (path: string, body: object) =>
    (await json(site, "POST", path, body, { headers: admin.headers })).body as { id: string };
  const addImage = async () => {
    const body = new FormData();
    body.set("file", new File([new Uint8Array(await testImage("png", 30, 20))], "tide.png"));
    const uploadRequest = { method: "POST", body, headers: { Origin: site.url, ...admin.headers } };
    return (await (await fetch(`${site.url}/api/admin/images`, uploadRequest)).json()) as { id: string };
  };
  const FORM = "main form:has(input[name^=shown])";
  const fieldsIn = (html: string) => Object.fromEntries(fieldsOfForm(parsePage(html), FORM));

  test.each(Object.entries(records))(
    "%s: the second sees both values, keeps the other's fields, and saves again",
    async (_, record) => {
      const path = await record.page();
      const { mine, theirs = mine } = record;
      const openedFields = fieldsIn(await pageText(path));
      const save = (fields: Record<string, string>, { headers } = admin) => form(site, path, fields, { headers });
      const otherFields = { ...openedFields, [mine]: "Theirs too", [theirs]: "Theirs alone" };
      expect((await save(otherFields, otherAdmin)).status).toBe(303);

      const refusal = await save({ ...openedFields, [mine]: "Mine" });
      expect(refusal.status).toBe(409);
      const page = await refusal.text();
      const panel = parsePage(page).querySelector("main .theirs");
      expect(parsePage(page).querySelector("main [data-tone=problem]")?.textContent).toContain("Olga Other changed");
      expect(panel?.querySelectorAll("dt")).toHaveLength(1);
      expect(panel?.textContent).toContain(mine === theirs ? "Theirs alone" : "Theirs too");
      const mergedFields = { ...(mine !== theirs && { [theirs]: "Theirs alone" }), [mine]: "Mine" };
      expect(fieldsIn(page)).toMatchObject(mergedFields);
      const storedFields = fieldsIn(await pageText(path));
      expect(storedFields).toMatchObject({ [mine]: otherFields[mine], [theirs]: "Theirs alone" });

      expect((await save(fieldsIn(page))).status).toBe(303);
      expect(fieldsIn(await pageText(path))).toMatchObject(mergedFields);
    },
  );

  test("D13 a setting that was refused for another reason does not undo what another admin stored meanwhile", async () => {
    const openedFields = fieldsIn(await pageText("/admin/settings"));
    const save = (fields: object) =>
      form(site, "/admin/settings", { ...openedFields, ...fields }, { headers: admin.headers });
    expect((await save({ copyright: "Stored meanwhile" })).status).toBe(303);
    const refusal = await save({ contactEmail: "nobody" });
    expect(refusal.status).toBe(400);
    expect((await save({ ...fieldsIn(await refusal.text()), contactEmail: "" })).status).toBe(303);
    expect(fieldsIn(await pageText("/admin/settings")).copyright).toBe("Stored meanwhile");
    await form(site, "/admin/settings", { copyright: "", siteName: "" }, { headers: admin.headers });
  });

  test("LI10 EM19 by JSON, too, when they name the version that they read", async () => {
    const call = (method: "PUT" | "PATCH", path: string, body: object) =>
      json(site, method, path, body, { headers: admin.headers });
    const project = (await json(site, "POST", "/api/library/projects", { name: "One" }, { headers: admin.headers }))
      .body;
    const path = `/api/library/projects/${project.id}`;
    const { body: changedProject } = await call("PUT", path, { name: "Two", version: project.version });
    const staleAnswer = await call("PUT", path, { name: "Three", version: project.version });
    expect([staleAnswer.status, staleAnswer.body.message]).toEqual([
      409,
      expect.stringContaining("changed this project meanwhile"),
    ]);
    expect((await call("PUT", path, { name: "Three", version: changedProject.version })).status).toBe(200);

    const save = (body: object) => json(site, "POST", "/api/library/content", body, { headers: admin.headers });
    const { body: text } = await save({ content: "One" });
    const { body: newerText } = await save({ id: text.id, content: "Two", updatedAt: text.updatedAt });
    const staleText = await save({ id: text.id, content: "Three", updatedAt: text.updatedAt });
    expect([staleText.status, staleText.body.message]).toEqual([
      409,
      expect.stringMatching(/changed this text meanwhile.*Nothing was overwritten/),
    ]);
    const lastAnswer = await save({ id: text.id, content: "Three", updatedAt: newerText.updatedAt });
    expect([lastAnswer.status, lastAnswer.body.content]).toEqual([201, "Three"]);

    const image = `/api/admin/images/${(await addImage()).id}`;
    expect((await call("PATCH", image, { alt: "A tide", shownAlt: "" })).status).toBe(200);
    const outdatedAnswer = await call("PATCH", image, { alt: "A wave", shownAlt: "" });
    expect([outdatedAnswer.status, outdatedAnswer.body.message]).toEqual([
      409,
      expect.stringContaining("changed this text meanwhile"),
    ]);
    expect((await call("PATCH", image, { alt: "A wave", shownAlt: "A tide" })).status).toBe(200);
  });
});

describe("D7 mail", () => {
  test("the link of an invitation speaks of a first password, that of a reset of a new one", async () => {
    const linkTo = async (recipient: string) => {
      const sql = "SELECT id, body FROM mails WHERE recipient = ? AND kind IN ('invitation', 'passwordReset')";
      const [mail] = await query<{ id: string; body: string }>(site.dataDir, sql, recipient);
      // A mail that was sent meanwhile has its text in the outbox only.
      const outbox = join(site.dataDir, "outbox");
      const file = mail?.body === "" && readdirSync(outbox).find((name) => name.includes(mail.id));
      const text = file ? readFileSync(join(outbox, file), "utf8") : mail?.body;
      return /\/reset-password\?token=[\w-]+/.exec(text ?? "")?.[0] ?? "";
    };
    const leadAt = async (recipient: string) => {
      const html = await pageText(await linkTo(recipient), site, {});
      return parsePage(html).querySelector("main")?.textContent;
    };
    const guest = { firstName: "Gerda", lastName: "Guest", email: "gerda@mail.example", role: "editor" };
    const inviteAnswer = await json(site, "POST", "/api/admin/users", guest, { headers: admin.headers });
    expect(inviteAnswer.status).toBe(201);
    expect(await leadAt(guest.email)).toMatch(/^Choose a password(?!.*signed out)/s);
    const saveAnswer = await form(site, await linkTo(guest.email), {
      token: new URL(site.url + (await linkTo(guest.email))).searchParams.get("token") ?? "",
      password: "a first violet kettle",
      confirmPassword: "a first violet kettle",
    });
    expect(saveAnswer.status).toBe(303);
    const donePage = await pageText(saveAnswer.headers.get("Location") ?? "", site, {});
    expect(parsePage(donePage).querySelector("h1")?.textContent).toBe("Password Saved");
    expect(donePage).toContain("You can now sign in with your email address and this password.");
    expect(donePage).not.toMatch(/reset complete/i);
    const { id, email } = await signUp(site);
    await form(site, "/admin/users?index", { intent: "reset", id }, { headers: admin.headers });
    expect(await leadAt(email)).toMatch(/^Choose a new password.*signed out/s);
  });

  test.skipIf(onPostgres)(
    "without a mail server no page says that mail was sent, and admins read the outbox",
    async () => {
      expect(await pageText("/admin")).not.toContain("All mail has been sent");
      const user = await signUp(site, { firstName: "Olga", lastName: "Outbox" });
      const sendAnswer = await form(
        site,
        "/admin/users?index",
        { intent: "reset", id: user.id },
        { headers: admin.headers },
      );
      const resultPage = await pageText(sendAnswer.headers.get("Location") ?? "");
      expect(resultPage).not.toContain("is being sent");
      expect(resultPage).toContain("open the reset link under");

      const subject = "Reset your password";
      const list = await pageText("/admin/mails");
      expect(list).toContain(user.email);
      const [, path] = new RegExp(`href="(/admin/mails/\\w+)">${subject}`).exec(list) ?? [];
      await expect.poll(() => pageText("/admin/mails")).toContain("In the outbox");
      expect(await pageText(path as string)).toContain("/reset-password?token=");
      for (const headers of [{}, user.headers]) {
        for (const page of ["/admin/mails", path as string]) {
          const answer = await get(site, page, { headers });
          expect([302, 401, 403]).toContain(answer.status);
          expect(await answer.text()).not.toContain("reset-password?token=");
        }
      }
      expect((await get(site, "/admin/mails/nothing", { headers: admin.headers })).status).toBe(404);
    },
  );

  test("with a mail server only the recipient sees a link in a mail, and waiting mails are counted", async () => {
    const { headers, id, email } = addressedAdmin;
    const sendAnswer = await form(addressedSite, "/admin/users?index", { intent: "reset", id }, { headers });
    expect(await pageText(sendAnswer.headers.get("Location") ?? "", addressedSite, headers)).toContain(
      "A mail with a reset link is being sent.",
    );
    const list = await pageText("/admin/mails", addressedSite, headers);
    expect(list).toContain(email);
    const [, path] = /href="(\/admin\/mails\/\w+)">Reset your password/.exec(list) ?? [];
    const text = await pageText(path as string, addressedSite, headers);
    expect(text).not.toContain("token=");
    expect(text).toContain("This mail contains a link for its recipient only.");
    expect(await pageText("/admin", addressedSite, headers)).toMatch(/mails?<\/a> waits? to be sent/);
  });
});

describe("D13 D77 settings", () => {
  test("stored settings are shown again, and saving other settings erases nothing", async () => {
    const { headers } = addressedAdmin;
    const fields = async () => {
      const document = parsePage(await pageText("/admin/settings", addressedSite, headers));
      const controls = document.querySelectorAll<HTMLInputElement>("main form [name]");
      return Object.fromEntries(Array.from(controls, ({ name, value }) => [name, value]));
    };
    const save = async (changes: Record<string, string>) =>
      expect(
        (await form(addressedSite, "/admin/settings", { ...(await fields()), ...changes }, { headers })).status,
      ).toBe(303);
    const settings = { siteName: "Long Life", founderName: "Frida Founder", contactEmail: "us@mail.example" };
    await save(settings);
    expect(await fields()).toMatchObject(settings);
    await save({ newswireUrl: "https://news.example/" });
    expect(await fields()).toMatchObject({ ...settings, newswireUrl: "https://news.example/" });
    expect(await (await get(addressedSite, "/", { headers })).text()).toContain("Frida Founder");
  });
});

describe("D67 EM18 people", () => {
  test("are listed and found, without secrets", async () => {
    const user = await signUp(site, { firstName: "Quentin", lastName: "Quill" });
    const { body } = await getJson(site, "/api/admin/users?search=quentin", { headers: admin.headers });
    expect(body).toMatchObject({ total: 1, totalPages: 1 });
    expect(body.users[0]).toMatchObject({ id: user.id, email: user.email, role: "user", signInMethod: "password" });
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|googleId/);
    expect(await pageText("/admin/users?search=quill")).toContain(user.email);
    expect((await getJson(site, "/api/admin/users?search=%25", { headers: admin.headers })).body.total).toBe(0);
  });

  test.skipIf(onPostgres)("are invited by a form, which keeps what was typed when it is refused", async () => {
    const { headers } = admin;
    const person = { firstName: "Ines", lastName: "Invited", email: "ines@mail.example", role: "user" };
    const invite = (changes: Partial<typeof person> = {}) =>
      form(site, "/admin/users?index", { intent: "invite", ...person, ...changes }, { headers });
    const refusal = await invite({ email: "ines" });
    expect(refusal.status).toBe(400);
    const document = parsePage(await refusal.text());
    expect(document.querySelector<HTMLInputElement>("input[name=firstName]")?.value).toBe("Ines");
    expect(document.querySelector("#email-error")?.textContent).toContain("valid email");
    const acceptedAnswer = await invite();
    expect(acceptedAnswer.status).toBe(303);
    const list = await pageText(acceptedAnswer.headers.get("Location") ?? "");
    expect(list).toContain("ines@mail.example");
    expect(list).toContain("open the invitation under");
    expect((await invite()).status).toBe(409);
  });

  test("change roles after a confirmation", async () => {
    const user = await signUp(site, { firstName: "Rosa", lastName: "Role" });
    const document = parsePage(await pageText(`/admin/users/${user.id}/role`));
    expect(document.querySelector("h1")?.textContent).toBe("Make Rosa Role an admin?");
    const roleForm = document.querySelector<HTMLFormElement>('main form[action^="/admin/users"]');
    const fields = Array.from(roleForm?.querySelectorAll("input") ?? [], ({ name, value }) => [name, value]);
    const response = await form(site, "/admin/users?index", Object.fromEntries(fields), { headers: admin.headers });
    expect(response.status).toBe(303);
    const rolePage = parsePage(await pageText(`/admin/users/${user.id}/role`));
    expect(rolePage.querySelector("h1")?.textContent).toBe("Make Rosa Role an ordinary user?");
    const backToUser = { intent: "role", id: user.id, role: "user" };
    expect((await form(site, "/admin/users?index", backToUser, { headers: admin.headers })).status).toBe(303);
  });

  test("change by form and by call, each change is in the log, and the last admin stays", async () => {
    const user = await signUp(site, { firstName: "Wanda", lastName: "Willow" });
    const { headers } = admin;
    const path = `/api/admin/users/${user.id}`;
    expect((await json(site, "PATCH", path, { role: "admin" }, { headers })).body).toMatchObject({ role: "admin" });
    const disable = { intent: "status", id: user.id, status: "disabled" };
    expect((await form(site, "/admin/users?index", disable, { headers })).status).toBe(303);
    expect((await getJson(site, "/api/auth/user", { headers: user.headers })).status).toBe(401);
    for (const refusal of [
      await json(site, "PATCH", `/api/admin/users/${admin.id}`, { role: "user" }, { headers }),
      await form(site, "/admin/users?index", { intent: "role", id: admin.id, role: "user" }, { headers }),
      await form(site, `/admin/users/${admin.id}/delete`, {}, { headers }),
      await json(site, "DELETE", `/api/admin/users/${admin.id}`, undefined, { headers }),
      await form(site, "/admin/users?index", { intent: "reset", id: user.id }, { headers }),
    ])
      expect(refusal.status).toBe(409);
    expect((await json(site, "PATCH", path, {}, { headers })).status).toBe(400);
    await json(site, "PATCH", path, { status: "active" }, { headers });
    expect((await form(site, "/admin/users?index", { intent: "reset", id: user.id }, { headers })).status).toBe(303);
    expect(await pageText(`/admin/users/${user.id}/delete`)).toContain(user.email);
    expect((await json(site, "DELETE", path, undefined, { headers })).body).toEqual({ success: true });
    expect((await json(site, "DELETE", path, undefined, { headers })).status).toBe(404);

    const log = await pageText("/admin/audit?subjectKind=user");
    for (const action of ["user made admin", "user disabled", "user enabled", "reset link sent", "user deleted"])
      expect(log).toContain(`<td data-label="What">${action}</td>`);
    const subjectKindsOn = async (path: string) => {
      const kinds = parsePage(await pageText(path)).querySelectorAll('td[data-label="To"] small');
      return [...new Set(Array.from(kinds, (kind) => kind.textContent))];
    };
    await json(site, "POST", "/api/admin/experts", { name: "Audrey Audit" }, { headers });
    expect(await subjectKindsOn("/admin/audit")).toEqual(expect.arrayContaining(["user", "expert"]));
    expect(await subjectKindsOn("/admin/audit?subjectKind=user")).toEqual(["user"]);
    const deletedPage = await pageText("/admin/audit?action=user+deleted");
    expect(deletedPage).not.toContain('<td data-label="What">user disabled</td>');
    expect(deletedPage).toContain("Wanda Willow");
  });
});

test("D13 settings change the footer, a category and the house rules; settings from the environment cannot be edited", async () => {
  const { headers } = admin;
  const settings = {
    siteName: "Almanac of Years",
    copyright: "© 2026 Somebody",
    "category.academic": "Those who study & teach.",
    houseRules: "Be kind.\r\nBe right.",
    founderName: "Flora Founder",
  };
  expect((await form(site, "/admin/settings", settings, { headers })).status).toBe(303);
  const visitor = {};
  expect(await pageText("/", site, visitor)).toContain("© 2026 Somebody");
  const categoryPage = await pageText("/directory/academic-researchers", site, visitor);
  expect(categoryPage).toContain(">Those who study &amp; teach.</p>");
  expect(categoryPage).toContain("| Almanac of Years</title>");
  const submitPage = await pageText("/submit", site, visitor);
  expect(submitPage).toContain("<li>Be kind.</li><li>Be right.</li>");
  expect(await pageText("/admin/settings")).toContain("FOUNDER_NAME");
  expect((await form(site, "/admin/settings", { founderName: "Else" }, { headers })).status).toBe(400);
  expect((await form(site, "/admin/settings", { newswireUrl: "javascript:alert(1)" }, { headers })).status).toBe(400);
  expect(await pageText("/admin/audit?action=settings+changed")).toContain("Site name, Copyright line, House rules");
});

async function sendFile(server: Site, headers: Record<string, string>, name: string, content: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([content], name));
  const answer = await fetch(`${server.url}/admin/import?index`, {
    method: "POST",
    body,
    headers: { Origin: server.url, ...headers },
    redirect: "manual",
  });
  expect(answer.status, await answer.clone().text()).toBe(303);
  return answer.headers.get("Location") as string;
}

/** Waits until an import rests, and returns its page. */
async function pageOfRestingImport(server: Site, path: string, headers: Record<string, string>): Promise<string> {
  for (;;) {
    const answer = await get(server, path, { headers });
    expect(answer.status).toBe(200);
    if (!answer.headers.has("Refresh")) return (await answer.text()).replaceAll("<!-- -->", "");
    await pause(200);
  }
}

test("EM04 D70 the export is a dated JSON file without secrets, and an empty site imports the same experts from it", async () => {
  const { headers } = admin;
  const answer = await get(site, "/api/admin/export-database", { headers });
  expect(answer.headers.get("Content-Type")).toContain("application/json");
  const today = new Date().toISOString().slice(0, 10);
  expect(answer.headers.get("Content-Disposition")).toBe(
    `attachment; filename="longevity-leaders-export-${today}.json"`,
  );
  const text = await answer.text();
  expect(text).not.toContain("argon2");
  const exportedData = JSON.parse(text);
  expect(exportedData.experts.length).toBeGreaterThan(10);

  const otherSite = await startSite({ starter: false });
  try {
    const admin = await adminOf(otherSite);
    const path = await sendFile(otherSite, admin.headers, "export.json", text);
    expect(await pageOfRestingImport(otherSite, path, admin.headers)).toMatch(
      new RegExp(`>New</dt><dd[^>]*>${exportedData.experts.length}</dd>`),
    );
    expect((await getJson(otherSite, "/api/experts")).body).toEqual([]);
    await form(otherSite, path, { intent: "apply", compared: "on" }, { headers: admin.headers });
    expect(await pageOfRestingImport(otherSite, path, admin.headers)).toContain("records were written.");
    const importedExperts = (await getJson(otherSite, "/api/experts")).body as Record<string, unknown>[];
    const withoutMetadata = ({
      id: _,
      createdAt: _c,
      updatedAt: _u,
      featured: _f,
      ...expert
    }: Record<string, unknown>) => expert;
    const sortedBySlug = (records: Record<string, unknown>[]) =>
      records.map(withoutMetadata).sort((expert, next) => (String(expert.slug) < String(next.slug) ? -1 : 1));
    const originalExperts = (await getJson(site, "/api/experts")).body as Record<string, unknown>[];
    expect(sortedBySlug(importedExperts)).toEqual(sortedBySlug(originalExperts));
    const answer = await getJson(
      otherSite,
      `/api/experts/paginated?search=${encodeURIComponent(String(originalExperts[0]?.name))}`,
    );
    expect(answer.body.experts[0].name).toBe(originalExperts[0]?.name);
  } finally {
    await otherSite.stop();
  }
});

test("EM04 a HEAD request for the export adds nothing to the audit log", async () => {
  const { headers } = admin;
  const path = "/api/admin/export-database";
  const countExports = async () => (await pageText("/admin/audit")).split("database exported").length;
  const exportsBefore = await countExports();
  const head = await fetch(site.url + path, { headers, method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Disposition")).toContain("longevity-leaders-export-");
  expect(await countExports()).toBe(exportsBefore);
  const forwardedHeaders = { ...headers, "X-Forwarded-For": "203.0.113.77" };
  await (await get(site, path, { headers: forwardedHeaders })).text();
  expect(await countExports()).toBe(exportsBefore + 1);
  expect(await pageText("/admin/audit")).toContain("203.0.113.77");
});

test("reliability 11: an import that is killed while it writes shows readers nothing, and finishes after the next start", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-import-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await makeEmptyDirectory(dataDir);
  const killedSite = await startSite({ dataDir, allowErrors: true });
  const admin = await adminOf(killedSite);
  const rows = Array.from({ length: 500 }, (_, index) => `Person${inLetters(index)} Ødegård,Professor ${index},author`);
  const path = await sendFile(killedSite, admin.headers, "people.csv", `name,title,categories\n${rows.join("\n")}`);
  await form(
    killedSite,
    path,
    [
      ["intent", "columns"],
      ["state", "public"],
      ["fields[]", "name"],
      ["fields[]", "title"],
      ["fields[]", "categories"],
    ],
    { headers: admin.headers },
  );
  expect(await pageOfRestingImport(killedSite, path, admin.headers)).toMatch(/>New<\/dt><dd[^>]*>500<\/dd>/);
  await form(killedSite, path, { intent: "apply" }, { headers: admin.headers });
  for (;;) {
    const html = await pageText(path, killedSite, admin.headers);
    expect(html).toContain("Writing");
    if (!html.includes("Writing: 0 of")) break;
  }
  process.kill(killedSite.pid, "SIGKILL");
  await killedSite.stop().catch(() => {});
  const [listing] = await query<{ count: number }>(
    dataDir,
    "SELECT count(*) AS count FROM listing WHERE category = '*'",
  );
  expect([0, 500]).toContain(listing?.count);

  const restartedSite = await startSite({ dataDir });
  expect(await pageOfRestingImport(restartedSite, path, admin.headers)).toContain("500 records were written.");
  const { body } = await getJson(restartedSite, "/api/experts/paginated?limit=1");
  expect(body.totalCount ?? body.total).toBe(500);
  await restartedSite.stop();
});

/** Writes a number in letters, because names with digits are refused. */
function inLetters(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij"[Number(digit)]).join("");
}
