/** Tests the site's pages about itself, and what profiles say about promotion, review and interests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { fieldsOfForm } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let ada: Record<string, string>;
let bob: Record<string, string>;
let reader: Record<string, string>;

beforeAll(async () => {
  site = await startSite({ env: { SITE_NAME: "Long Lives", CONTACT_EMAIL: "hello@long.example" } });
  ada = (await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" })).headers;
  bob = (await signUpAdmin(site, { firstName: "Bob", lastName: "Boss" })).headers;
  reader = (await signUp(site, { firstName: "Rosa" })).headers;
});
afterAll(() => site?.stop());

const STARTING_PAGES = ["about", "editorial-policy", "privacy", "imprint", "accessibility"];
const EDITOR = "/admin/settings/pages";

async function read(path: string, headers?: Record<string, string>) {
  const response = await get(site, path, { headers });
  const document = parsePage(await response.text());
  return { status: response.status, document, text: document.querySelector("main")?.textContent ?? "" };
}

/** Returns the links to pages in the footer's group about the site, without the mail address. */
const footerLinks = (document: Document) =>
  Array.from(document.querySelectorAll("footer [aria-label='About this site'] a[href^='/']"), (a) =>
    a.getAttribute("href"),
  );

/** Sends the form of a page with changes, as a browser without scripts does. */
async function send(slug: string, changes: Record<string, string>, headers = ada) {
  const { document } = await read(`${EDITOR}/${slug}`, headers);
  return form(site, `${EDITOR}/${slug}`, { ...fieldsOf(document), ...changes }, { headers });
}

function fieldsOf(document: Document): Record<string, string> {
  return Object.fromEntries(fieldsOfForm(document, "main form[method=post]"));
}

describe("reading", () => {
  test("OP01 five pages exist from the beginning: in the sitemap, with a canonical address, and in the footer once they are complete", async () => {
    const { document } = await read("/");
    const linkedSlugs = STARTING_PAGES.filter((slug) => slug !== "imprint");
    expect(footerLinks(document)).toEqual(linkedSlugs.map((slug) => `/${slug}`));
    const sitemap = await (await get(site, "/sitemap.xml")).text();
    for (const slug of STARTING_PAGES) {
      const page = await read(`/${slug}`);
      expect([slug, page.status]).toEqual([slug, 200]);
      expect(page.document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${site.url}/${slug}`);
      expect(page.document.title).toMatch(/ \| Long Lives$/);
      expect(page.document.querySelector("meta[name=description]")?.getAttribute("content")?.length).toBeGreaterThan(
        40,
      );
      expect(page.document.querySelectorAll("h1")).toHaveLength(1);
      expect(sitemap).toContain(`<loc>${site.url}/${slug}</loc>`);
    }
    const capitalizedAnswer = await get(site, "/Privacy");
    expect([capitalizedAnswer.status, capitalizedAnswer.headers.get("Location")]).toEqual([301, "/privacy"]);
  });

  test("OP01 the starting texts follow the settings, and the imprint names what is missing", async () => {
    expect((await read("/about")).text).toContain("Long Lives is a directory");
    expect((await read("/privacy")).text).toContain("how often each profile");
    expect((await read("/privacy")).text).toContain("hello@long.example");
    expect((await read("/imprint")).text).toContain("has not completed this page yet");
    for (const slug of STARTING_PAGES) expect((await read(`/${slug}`)).text).not.toMatch(/\$\w|[{}]|undefined/);
    // The footer links the imprint once the operator has written it.
    expect(footerLinks((await read("/")).document)).not.toContain("/imprint");
  });

  test("OP02 a person with the address of a page keeps it, and the admin list says so", async () => {
    const raiseVersion = "UPDATE contentVersion SET version = version + 1";
    await query(
      site.dataDir,
      "INSERT INTO slugs (slug, expertRowId) SELECT 'accessibility', rowId FROM experts WHERE slug = 'david-sinclair'",
    );
    await query(site.dataDir, raiseVersion);
    expect((await get(site, "/accessibility")).headers.get("Location")).toBe("/david-sinclair");
    expect(footerLinks((await read("/")).document)).not.toContain("/accessibility");
    expect((await read(EDITOR, ada)).text).toContain("The profile of David Sinclair has this address");
    await query(site.dataDir, "DELETE FROM slugs WHERE slug = 'accessibility'");
    await query(site.dataDir, raiseVersion);
    expect((await read("/accessibility")).status).toBe(200);
  });

  test("OP02 a new person does not get the address of a page", async () => {
    for (const [name, slug] of [
      ["Imprint", "imprint-2"],
      ["Accessibility", "accessibility-2"],
    ]) {
      const { body } = await json(site, "POST", "/api/admin/experts", { name }, { headers: ada });
      expect(body.slug).toBe(slug);
    }
  });
});

describe("editing", () => {
  test("OP03 an admin changes a page without scripts, and footer, page and audit log show it", async () => {
    const answer = await send("about", {
      title: "Who we are",
      body: "# Hello\n\nWe are **people**.\n\n<script>alert(1)</script>",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${EDITOR}/about?saved`]);
    const { document, text } = await read("/about");
    expect(document.querySelector("h1")?.textContent).toBe("Who we are");
    expect(document.querySelector(".prose strong")?.textContent).toBe("people");
    expect(document.querySelector("main script")).toBeNull();
    expect(text).toContain("Last updated");
    expect(document.querySelector("footer a[href='/about']")?.textContent).toBe("Who we are");
    const audit = (await read("/admin/audit?subjectKind=page", ada)).text;
    expect(audit).toContain("page changed");
    expect(audit).toContain("Title and Text");
  });

  test("OP03 the preview looks as for readers and saves nothing; the starting text is restored into the form first", async () => {
    const previewAnswer = await send("about", { body: "## Seen *before*", intent: "preview" });
    const document = parsePage(await previewAnswer.text());
    expect(document.querySelector(".article-preview h2 + * em, .article-preview em")?.textContent).toBe("before");
    expect((await read("/about")).text).not.toContain("Seen before");
    const restoreAnswer = await send("about", { intent: "starting-text" });
    const fields = fieldsOf(parsePage(await restoreAnswer.text()));
    expect(fields.body).toContain("is a directory of people");
    expect((await read("/about")).text).not.toContain("is a directory of people");
    await form(site, `${EDITOR}/about`, { ...fields, title: "About" }, { headers: ada });
    expect((await read("/about")).text).toContain("is a directory of people");
    expect((await read(EDITOR, ada)).text).not.toContain("Edited");
  });

  test("OP03 the second of two simultaneous changes is shown both versions, and nothing is overwritten", async () => {
    const { document } = await read(`${EDITOR}/privacy`, bob);
    expect((await send("privacy", { body: "Ada's words." })).status).toBe(303);
    const lateFields = { ...fieldsOf(document), body: "Bob's words." };
    const answer = await form(site, `${EDITOR}/privacy`, lateFields, { headers: bob });
    expect(answer.status).toBe(409);
    const page = parsePage(await answer.text());
    expect(page.querySelector("main")?.textContent).toContain("Ada Admin changed this page meanwhile");
    expect(page.querySelector(".theirs")?.textContent).toContain("Ada's words.");
    expect(page.querySelector<HTMLTextAreaElement>("#body")?.value).toContain("Bob's words.");
    expect((await read("/privacy")).text).toContain("Ada's words.");
    expect((await form(site, `${EDITOR}/privacy`, fieldsOf(page), { headers: bob })).status).toBe(303);
    expect((await read("/privacy")).text).toContain("Bob's words.");
  });

  test("OP04 a page moves in the footer and out of it, and stays readable", async () => {
    await send("accessibility", { position: "1" });
    expect(footerLinks((await read("/")).document)[1]).toBe("/accessibility");
    const { document } = await read(`${EDITOR}/accessibility`, ada);
    const { inFooter: _, ...fields } = fieldsOf(document);
    await form(site, `${EDITOR}/accessibility`, fields, { headers: ada });
    expect(footerLinks((await read("/")).document)).not.toContain("/accessibility");
    expect((await read("/accessibility")).status).toBe(200);
  });

  test("OP05 a page is added and removed, and its address belongs to no person, route or other page", async () => {
    const addPage = (fields: Record<string, string>) =>
      form(
        site,
        `${EDITOR}/new`,
        { title: "Our team", body: "Us.", position: "9", inFooter: "on", ...fields },
        { headers: ada },
      );
    expect((await addPage({})).headers.get("Location")).toBe(`${EDITOR}/our-team?saved`);
    expect((await read("/our-team")).text).toContain("Us.");
    expect(footerLinks((await read("/")).document).at(-1)).toBe("/our-team");
    const { body } = await json(site, "POST", "/api/admin/experts", { name: "Our Team" }, { headers: ada });
    expect(body.slug).toBe("our-team-2");
    for (const [slug, message] of [
      ["david-sinclair", "The address /david-sinclair belongs to David Sinclair."],
      ["our-team", "The address /our-team is taken."],
      ["directory", "The address /directory is taken."],
      ["2024", "Please enter an address with letters"],
      ["api", "The address /api is taken."],
    ] as const) {
      const answer = await addPage({ slug, body: "Kept words." });
      const page = parsePage(await answer.text());
      expect([slug, answer.status]).toEqual([slug, 400]);
      expect(page.querySelector("#slug-error")?.textContent).toContain(message);
      expect(page.querySelector<HTMLTextAreaElement>("#body")?.value).toBe("Kept words.");
    }
    // A tab that shows an older version does not remove the page.
    const pageOf = async () => parsePage(await (await get(site, `${EDITOR}/our-team`, { headers: ada })).text());
    const removal = fieldsOfForm(await pageOf(), "details form:has([value=remove])");
    const change = { title: "Our team", body: "Changed meanwhile.", position: "9", inFooter: "on" };
    expect((await form(site, `${EDITOR}/our-team`, change, { headers: ada })).status).toBe(303);
    const refusal = await form(site, `${EDITOR}/our-team`, [...removal, ["intent", "remove"]], { headers: ada });
    const refusedPage = parsePage(await refusal.text());
    expect([refusal.status, refusedPage.querySelector<HTMLTextAreaElement>("#body")?.value]).toEqual([
      409,
      "Changed meanwhile.",
    ]);
    expect(refusedPage.querySelector("main")?.textContent).toContain("Somebody changed this page meanwhile.");
    const newerRemoval = fieldsOfForm(await pageOf(), "details form:has([value=remove])");
    const answer = await form(site, `${EDITOR}/our-team`, [...newerRemoval, ["intent", "remove"]], { headers: ada });
    expect(answer.status).toBe(303);
    expect((await read("/our-team")).status).toBe(404);
    expect((await form(site, `${EDITOR}/privacy`, { intent: "remove" }, { headers: ada })).status).toBe(409);
  });

  test("OP06 only admins open the editor of pages", async () => {
    for (const path of [EDITOR, `${EDITOR}/about`, `${EDITOR}/new`]) {
      expect((await get(site, path)).status).toBe(401);
      expect((await get(site, path, { headers: reader })).status).toBe(403);
    }
    const change = { title: "Mine", body: "Mine.", position: "1" };
    expect((await form(site, `${EDITOR}/about`, change, { headers: reader })).status).toBe(403);
    expect((await read("/about")).text).not.toContain("Mine.");
    expect((await get(site, `${EDITOR}/nothing`, { headers: ada })).status).toBe(404);
  });

  test("OP07 the imprint is a set-up step until an admin has written it", async () => {
    expect((await read("/admin", ada)).text).toContain("Complete the imprint");
    await send("imprint", { body: "Long Lives Ltd, 1 Long Lane." });
    expect((await read("/admin", ada)).text).not.toContain("Complete the imprint");
  });
});

describe("what profiles disclose", () => {
  test("OP08 Featured Solution is labelled as promotion, its link as sponsored, and structured data omits it", async () => {
    const product = {
      productTitle: "Long Powder",
      productDescription: "Buy it.",
      productButtonUrl: "https://shop.example/",
    };
    const { body } = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: "Pia Product", ...product },
      { headers: ada },
    );
    const { document } = await read(`/${body.slug}`);
    const section = document.querySelector("#solution");
    expect(section?.textContent).toMatch(/^Featured Solution\s*Promotion/);
    expect(section?.querySelector("a[href='https://shop.example/']")?.getAttribute("rel")).toContain("sponsored");
    for (const data of document.querySelectorAll("script[type='application/ld+json']"))
      expect(data.textContent).not.toContain("Long Powder");
  });

  test("OP09 the day of the last review and disclosed interests stand apart from the day of the last change", async () => {
    const interests = "Holds shares of Long Ltd.";
    const { body } = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: "Ina Interest", interests },
      { headers: ada },
    );
    await json(site, "POST", `/api/admin/experts/${body.id}/review`, {}, { headers: ada });
    const { document } = await read(`/${body.slug}`);
    const provenance = document.querySelector(".provenance")?.textContent;
    expect(provenance).toMatch(/Last updated .+\. +Checked by an editor on .+\./);
    expect(provenance).toContain(`Disclosed interests: ${interests}`);
    expect((await read("/david-sinclair")).document.querySelector(".provenance")?.textContent).not.toContain(
      "Checked by an editor",
    );
  });
});
