/** Checks that texts on pages are true: headings follow the data, titles equal headings, and no mail is promised that is not sent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIL_WORDS, NO_MAIL } from "../../app/models/base/text/mail-words";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { crawl } from "../support/crawl";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { addPeople, makeCrowd } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

const CONTACT = "hello@long.example";

/** A new site; one with a mail server and a contact address; and one whose people are not featured. */
let siteWithoutMail: Site;
let siteWithMail: Site;
let siteWithoutFeatured: Site;
beforeAll(async () => {
  const mail = { SMTP_URL: NO_MAIL_SERVER, CONTACT_EMAIL: CONTACT };
  [siteWithoutMail, siteWithMail, siteWithoutFeatured] = await Promise.all([
    startSite({ env: { RATE_LIMIT: "off" } }),
    startSite({ env: { RATE_LIMIT: "off", ...mail } }),
    startSite({ starter: false }),
  ]);
  await addPeople(siteWithoutFeatured, makeCrowd(30, { categories: ["author"] }));
});
afterAll(async () => {
  for (const site of [siteWithoutMail, siteWithMail, siteWithoutFeatured]) await site?.stop();
});

const read = async (site: Site, path: string, headers = {}) => {
  const answer = await get(site, path, { headers });
  return { status: answer.status, document: parsePage(await answer.text()) };
};
const textOf = (document: Document, selector: string) => document.querySelector(selector)?.textContent?.trim();

describe("headings follow the data", () => {
  const NOBODY = "No experts are currently featured on the homepage.";

  test("PB06 home says that nobody is featured, with a link to the directory", async () => {
    const { document } = await read(siteWithoutFeatured, "/");
    expect(textOf(document, "#experts section")).toContain(NOBODY);
    const links = Array.from(document.querySelectorAll("#experts section a[href='/directory']"), (a) => a.textContent);
    expect(links).toEqual(["View All Experts", "View the full directory"]);
    expect(document.body.textContent).not.toMatch(/Featured Experts|More experts/);
    expect(document.querySelectorAll("#experts .card")).toHaveLength(12);
  });

  test("PB05 PB06 the heading goes with the last featured person", async () => {
    const { headers } = await signUpAdmin(siteWithoutFeatured);
    const [{ slug }] = (await getJson(siteWithoutFeatured, "/api/experts/paginated?limit=1")).body.experts;
    for (const featured of [true, false]) {
      expect(
        (await json(siteWithoutFeatured, "PATCH", `/api/experts/${slug}/featured`, { featured }, { headers })).status,
      ).toBe(200);
      const { document } = await read(siteWithoutFeatured, "/");
      expect([featured, textOf(document, ".list-head h3")]).toEqual([
        featured,
        featured ? "Featured Experts (1)" : undefined,
      ]);
      expect(document.body.textContent?.includes(NOBODY)).toBe(!featured);
      const sorts = (await read(siteWithoutFeatured, "/directory")).document.querySelectorAll("[name=sort] option");
      expect(sorts[0]?.textContent).toBe(featured ? "Featured first" : "Name, A–Z");
    }
  });

  test("PB10 an unknown sort order is removed from the address, as default values are", async () => {
    for (const path of ["/directory", "/directory/authors", "/"]) {
      const answer = await get(siteWithoutMail, `${path}?sort=nonsense&page=1`);
      expect([path, answer.status, answer.headers.get("Location")?.replace(siteWithoutMail.url, "")]).toEqual([
        path,
        302,
        path,
      ]);
    }
    for (const [address, canonical] of [
      ["/corrections?page=1", "/corrections"],
      ["/corrections?page=7", "/corrections"],
      ["/articles?type=nonsense&page=1", "/articles"],
      ["/directory?sort=nonsense&search=a", "/directory?search=a"],
    ])
      expect(
        (await get(siteWithoutMail, address as string)).headers.get("Location")?.replace(siteWithoutMail.url, ""),
      ).toBe(canonical);
  });
});

describe("titles and headings", () => {
  test("a page that is missing, cannot be shown or is for others has its heading as its title", async () => {
    for (const path of [
      "/nothing/here",
      "/follow/nothing",
      "/question/nothing",
      "/report?token=nothing",
      "/reset-password?token=x",
      "/reset-password",
      "/admin/api-keys",
      "/topics/nothing",
      "/articles/nothing",
      "/directory/nothing",
      "/nobody-at-all",
    ]) {
      const { document } = await read(siteWithoutMail, path);
      const [title] = document.title.split(" | ");
      expect([path, title]).toEqual([path, textOf(document, "h1")]);
    }
  });
});

describe("a site that sends no mail promises none", () => {
  /** Matches promises of mail, however they are worded. */
  const PROMISE =
    /\bwe(?: will|'ll)? (?:e-?mail|mail|send|sent|write)\b|\bwrite to you\b|\bby (?:e-)?mail\b|\b(?:in|open) (?:our|the) mail\b|\bYou get a mail\b/i;

  /** The texts of the pages of the site without mail, by path. */
  const texts = new Map<string, string>();
  beforeAll(async () => {
    const { headers } = await signUp(siteWithoutMail);
    const { openedPages } = await crawl(siteWithoutMail, "/", headers);
    const extraPaths = [
      "/forgot-password",
      "/forgot-password?sent",
      "/sign-in-link",
      "/report?sent",
      "/verify-email",
      "/account",
      "/submit",
      "/cynthia-kenyon/report",
      "/cynthia-kenyon/claim",
      "/about",
      "/privacy",
      "/editorial-policy",
      "/imprint",
      "/my-profile",
    ];
    for (const path of extraPaths) {
      const isForVisitors = /^\/(forgot|sign-in)/.test(path);
      const answer = await get(siteWithoutMail, path, { headers: isForVisitors ? {} : headers });
      openedPages.set(path, await answer.text());
    }
    for (const [path, html] of openedPages) {
      const { body } = parsePage(html);
      for (const part of body.querySelectorAll("script, style, #biography, #sources")) part.remove();
      texts.set(path, body.textContent ?? "");
    }
    expect(texts.size).toBeGreaterThan(40);
  });

  test("in any sentence of a page that can be reached", () => {
    const promises = [...texts].flatMap(([path, text]) => {
      const sentence = text.split(/(?<=[.!?:;])\s/).find((text) => PROMISE.test(text) && !NO_MAIL.test(text));
      return sentence ? [`${path}: ${sentence.trim().slice(0, 120)}`] : [];
    });
    expect(promises).toEqual([]);
  });

  test("has another sentence for each that depends on mail, and names an address only if there is one", () => {
    for (const [name, words] of Object.entries(MAIL_WORDS)) {
      const [withMail, withoutMail, withContact] = [
        words({ isMailed: true }),
        words({ isMailed: false }),
        words({ isMailed: false, contactEmail: CONTACT }),
      ];
      expect([name, withMail === withoutMail]).toEqual([name, false]);
      expect([name, PROMISE.test(withoutMail) && !NO_MAIL.test(withoutMail)]).toEqual([name, false]);
      expect([name, /please (?:ask|write)/.test(withoutMail)]).toEqual([name, false]);
      expect([name, withContact === withoutMail || withContact.includes(CONTACT)]).toEqual([name, true]);
    }
  });

  test.each([
    ["houseRule", "/submit"],
    ["resetLead", "/forgot-password"],
    ["signInLead", "/sign-in-link"],
    ["unconfirmed", "/verify-email"],
    ["unconfirmed", "/account"],
    ["reportLead", "/cynthia-kenyon/report"],
    ["reportAddress", "/cynthia-kenyon/report"],
    ["reportSent", "/report?sent"],
  ] as const)("%s is on %s, with and without mail", async (name, path) => {
    for (const [site, isMailed] of [
      [siteWithoutMail, false],
      [siteWithMail, true],
    ] as const) {
      const { headers } = await signUp(site);
      const isForVisitors = /^\/(forgot|sign-in)/.test(path);
      const { document } = await read(site, path, isForVisitors ? {} : headers);
      const contactEmail = isMailed ? CONTACT : undefined;
      expect(textOf(document, "main")).toContain(MAIL_WORDS[name]({ isMailed, contactEmail }));
    }
  });

  test("readers are not referred to a person whom no page names, or to an empty imprint", async () => {
    const referringTexts = [...texts].filter(([, text]) =>
      /please ask (?:the|them)|operator named in|address in the imprint/.test(text),
    );
    expect(referringTexts.map(([path]) => path)).toEqual([]);
    expect((await read(siteWithoutMail, "/privacy")).document.querySelector("main a[href='/imprint']")).toBeNull();
    expect(
      (await read(siteWithMail, "/privacy")).document.querySelector(`main a[href='mailto:${CONTACT}']`),
    ).not.toBeNull();
  });

  test("no page names a setting of the operator", async () => {
    const auth = textOf((await read(siteWithoutMail, "/auth")).document, "main") ?? "";
    const namingSettings = [...texts, ["/auth", auth] as const].filter(([, text]) =>
      /\b[A-Z]{3,}_[A-Z_]{2,}\b/.test(text),
    );
    expect(namingSettings.map(([path]) => path)).toEqual([]);
  });
});

describe("no text appears twice", () => {
  test("SA01 the report form lists the parts that this profile has, and marks only optional fields as optional", async () => {
    const { document } = await read(siteWithoutMail, "/cynthia-kenyon/report");
    const parts = Array.from(document.querySelectorAll("[name=about] option"), (option) => option.textContent);
    expect(parts[0]).toBe("Anything on the profile");
    expect(parts).toEqual(expect.arrayContaining(["The name", "The biography", "Longevity Contribution"]));
    expect(parts.at(-1)).toBe("I am this person and want to be removed");
    expect(parts.length).toBeLessThan(18);
    // A profile without interview and product does not offer them.
    expect(parts).not.toContain("Longevity Interview");
    expect(parts).not.toContain("Featured Solution");
    const optional = Array.from(document.querySelectorAll("label:has(small)"), (label) => label.getAttribute("for"));
    expect(optional).toEqual(["says", "source"]);
  });

  test("PB22 the footer has three named groups; corrections and credits only once they exist", async () => {
    const { document } = await read(siteWithoutMail, "/");
    const groups = Array.from(document.querySelectorAll("body > footer nav"), (nav) => nav.getAttribute("aria-label"));
    expect(groups).toEqual(["Categories", "Resources", "About this site"]);
    const links = Array.from(document.querySelectorAll("body > footer a"), (a) => a.getAttribute("href"));
    expect(new Set(links).size).toBe(links.length);
    expect(links).not.toContain("/corrections");
    expect(links).not.toContain("/credits");
  });

  test("PB18 'Featured' stands on cards only if some cards are not featured", async () => {
    const badges = async (path: string) =>
      (await read(siteWithoutMail, path)).document.querySelectorAll(".card b").length;
    expect(await badges("/")).toBe(0);
    expect(await badges("/directory")).toBe(12);
  });
});

describe("addresses from mails and programs", () => {
  test("a punctuation mark at the end of an address is removed", async () => {
    for (const path of ["/cynthia-kenyon", "/directory/authors", "/articles", "/about"])
      for (const mark of [".", ")", "),", "!", "?)", "%29", "%E2%80%9D", "%22", "'", ";", "...", "%3E", "]"]) {
        const address = path + mark.replaceAll("?", "%3F");
        const answer = await get(siteWithoutMail, address);
        expect([address, answer.status, answer.headers.get("Location")]).toEqual([address, 308, path]);
      }
    expect((await get(siteWithoutMail, `/x${".)".repeat(5_000)}`)).status).toBe(308);
  });

  test("a category is found in any case, with its query", async () => {
    const answer = await get(siteWithoutMail, "/directory/Academic-Researchers?search=a");
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/directory/academic-researchers?search=a"]);
  });

  test("password managers, phones and security researchers find the addresses they look for", async () => {
    const passwordAddress = await get(siteWithoutMail, "/.well-known/change-password");
    expect([passwordAddress.status, passwordAddress.headers.get("Location")]).toEqual([
      302,
      "/account#password-section",
    ]);
    const { headers } = await signUp(siteWithoutMail);
    expect(
      (await read(siteWithoutMail, "/account", headers)).document.querySelector("#password-section form"),
    ).not.toBeNull();
    const icon = await get(siteWithoutMail, "/apple-touch-icon.png");
    expect([icon.status, icon.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    // RFC 9116 requires a contact, so without one the file is missing.
    expect((await get(siteWithoutMail, "/.well-known/security.txt")).status).toBe(404);
    const text = await (await get(siteWithMail, "/.well-known/security.txt")).text();
    expect(text).toContain(`Contact: mailto:${CONTACT}\n`);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(expires - Date.now()).toBeGreaterThan(100 * 86_400_000);
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000);
  });

  test("AC11 /my-profile sends visitors to sign in, and says how to get a profile", async () => {
    const visitor = await get(siteWithoutMail, "/my-profile");
    expect(visitor.headers.get("Location")).toBe("/login?returnTo=%2Fmy-profile");
    const { headers } = await signUp(siteWithoutMail);
    const { status, document } = await read(siteWithoutMail, "/my-profile", headers);
    expect([status, textOf(document, "h1")]).toEqual([200, "You have no profile yet"]);
    expect(document.querySelector("main a")?.getAttribute("href")).toBe("/directory?search=Ada+Reader");
  });
});

// Stands last, because it removes a person.
test("a site that sends no mail promises admins none either", async () => {
  for (const [site, isMailed] of [
    [siteWithoutMail, false],
    [siteWithMail, true],
  ] as const) {
    const { headers, id } = await signUpAdmin(site);
    const now = new Date().toISOString();
    const columns = "id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email, notes";
    for (const [request, kind] of [
      ["error", "error"],
      ["gone", "removal"],
    ] as const)
      await query(
        site.dataDir,
        `INSERT INTO requests (${columns}, createdAt, confirmedAt, dueAt, isPublic)
         SELECT ?, ?, ?, 'open', rowId, '', '', 'More', '', '', 'finder@mail.example', '', ?, ?, ?, 0 FROM experts WHERE slug = ?`,
        ...[request, request, kind, now, now, now, "felipe-sierra"],
      );
    const press = async (path: string, values: Record<string, string>) =>
      parsePage(await (await form(site, path, values, { headers })).text());
    const page = async (path: string) => (await read(site, path, headers)).document;
    const sentences: [keyof typeof MAIL_WORDS, Document][] = [
      ["adminAppointed", await page(`/admin/users/${id}/role?to=admin`)],
      ["factorRemoval", await page(`/admin/users/${id}/second-factor`)],
      ["factorRemoved", await page("/admin/users?done=secondFactor")],
      ["decisionNote", await page("/admin/requests/error")],
      ["requestDecided", await press("/admin/requests/gone/remove", {})],
    ];
    for (const [name, document] of sentences) {
      const text = textOf(document, "main") ?? "";
      expect([name, text.includes(MAIL_WORDS[name]({ isMailed }))]).toEqual([name, true]);
      expect([name, /gets? a mail|our mail/.test(text)]).toEqual([name, isMailed]);
    }
  }
});
