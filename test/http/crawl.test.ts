/**
 * Follows every link as a visitor, an editor and an admin. Checks every kind of page with the Nu HTML checker, also with every
 * field filled and after refused forms.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { askChecked } from "../support/checked-requests";
import { crawl } from "../support/crawl";
import { inDatabase } from "../support/database";
import { formOf } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { adaFull, addPeople, troublemakers } from "../support/people";
import { addClaimedExpert } from "../support/relay";
import { form, get } from "../support/requests";
import type { Site } from "../support/site";
import { createWorld, pagesOf, SEEDED_LISTS, type World } from "../support/world";

const CHECKER = "node_modules/vnu-jar/build/dist/vnu.jar";
const CHECKER_OPTIONS = ["--errors-only", "--skip-non-html", "--format", "json"];
/** Compiles less, which halves the processor time of so short a run. The checker's patterns need a large stack then. */
const FAST_START = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m"];
const ASSETS = "public/build/_assets";
const hasJava = spawnSync("java", ["-version"]).status === 0;

let world: World;
/** The walks of a visitor and of an admin. */
let walk: Awaited<ReturnType<typeof crawl>>;
let adminWalk: Awaited<ReturnType<typeof crawl>>;
/** The pages and the complaints of the checker about them. The checker starts once, because its start costs as much as many pages. */
let publicPages: Map<string, string>;
let adminPages: Map<string, string>;
let problems: string[];
beforeAll(async () => {
  world = await createWorld(SEEDED_LISTS, { CONTACT_EMAIL: "hello@site.example" });
  // HTML has no way to write a control character.
  const hasControls = (person: unknown) => /\\u00[01]|\\[bf]/.test(JSON.stringify(person));
  await addPeople(world.site, [adaFull, ...troublemakers.filter((person) => !hasControls(person))]);
  walk = await crawl(world.site, "/");
  adminWalk = await crawl(world.site, "/admin", { Cookie: world.cookies.admin });
  if (!hasJava) return;
  publicPages = await readPublicPages(world.site);
  adminPages = await readAdminPages();
  problems = await problemsIn(new Map([...publicPages, ...adminPages]));
});
afterAll(() => world?.site.stop());

describe("every link can be followed", () => {
  test("reliability 28 PB21 PB22 by a visitor", () => {
    expect(walk.brokenLinks).toEqual([]);
    expect(walk.openedPages.size).toBeGreaterThan(20);
  });

  test("reliability 28 EM01 by an admin", () => {
    expect(adminWalk.brokenLinks).toEqual([]);
    expect(adminWalk.openedPages.size).toBeGreaterThan(40);
  });
});

interface Field {
  name: string;
  value: string;
  isHidden: boolean;
}

interface Filter {
  path: string;
  /** The fields of the form, each with the last choice of a list, or the value that it has. */
  fields: Field[];
}

/** Returns the forms that narrow a page, each once. */
function filtersOn(pages: Map<string, string>): Filter[] {
  const filters = new Map<string, Filter>();
  for (const [page, html] of pages) {
    const document = parsePage(html);
    for (const form of document.querySelectorAll("form:not([method=post])")) {
      const path = new URL(form.getAttribute("action") ?? "", world.site.url + page).pathname;
      const controls = Array.from(document.querySelectorAll("select[name], input[name]")).filter(
        (control) => formOf(control) === form,
      );
      // A form with check boxes is for ticked rows.
      if (controls.some((control) => control.matches("[type=checkbox]"))) continue;
      const fields = controls.map((control) => ({
        name: control.getAttribute("name") ?? "",
        value: ([...control.querySelectorAll("option")].at(-1) ?? control).getAttribute("value") ?? "",
        isHidden: control.matches("[type=hidden]"),
      }));
      filters.set(`${path} ${fields.map(({ name }) => name)}`, { path, fields });
    }
  }
  return [...filters.values()];
}

test("reliability 28 EM07 every filter may be sent with nothing in it, and further pages keep what was chosen", async () => {
  const filters = filtersOn(new Map([...walk.openedPages, ...adminWalk.openedPages]));
  expect(filters.length).toBeGreaterThan(12);
  const failures: string[] = [];
  let links = 0;
  for (const { path, fields } of filters) {
    const open = async (query: [string, string][]) => {
      const address = `${path}?${new URLSearchParams(query)}`;
      const answer = await get(world.site, address, { headers: { Cookie: world.cookies.admin } });
      if (answer.status >= 400) failures.push(`${address} answers ${answer.status}`);
      return { address, document: parsePage(await answer.text()) };
    };
    const visibleFields = fields.filter(({ isHidden }) => !isHidden);
    for (const emptiedFields of [visibleFields, ...visibleFields.map((field) => [field])])
      await open(fields.map((field) => [field.name, emptiedFields.includes(field) ? "" : field.value]));
    for (const { name, value } of fields.filter((field) => field.value !== "")) {
      const { address, document } = await open([
        [name, value],
        ["page", "2"],
      ]);
      for (const link of document.querySelectorAll("main nav[aria-label=Pages] a[rel]")) {
        links++;
        const { searchParams } = new URL(link.getAttribute("href") ?? "", world.site.url);
        if (searchParams.get(name) !== value) failures.push(`${address} leads to ${link.getAttribute("href")}`);
      }
    }
  }
  expect(failures).toEqual([]);
  expect(links).toBeGreaterThan(5);
});

/** Words of the code, of its settings and of the law, which the pages of editors replace by plain ones. */
const INTERNAL_WORDS = [
  /\bROR\b/,
  /\bIdentity\b/,
  /\bNot told\b/i,
  /\bEverybody\b/,
  /\bFour eyes\b/i,
  /\bLetters?\b/,
  /\bslugs?\b/i,
  /\bevidence\b/i,
  /\bthe gate\b/i,
  /\bprovenance\b/i,
  /\bfacets?\b/i,
  /\bpayload\b/i,
  /\bcadence\b/i,
  /\b(?:null|undefined|NaN)\b/,
  // Names of environment variables may stand only on pages for admins.
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
];

/** Returns the texts of the site itself, without what people wrote. */
function siteTexts(html: string): string[] {
  const document = parsePage(html);
  for (const foreignText of document.querySelectorAll(
    "bdi, [dir=auto], textarea, q, blockquote, del, ins, code, script",
  ))
    foreignText.remove();
  const elements = document.querySelectorAll(
    "h1, h2, h3, label, legend, button, summary, th, dt, option, [class*=text-muted], nav a, title",
  );
  return Array.from(elements, ({ textContent }) => textContent?.trim() ?? "");
}

test("EM05 editors read no word of the code on any of their pages", async () => {
  const { headers } = await signUpEditor(world.site);
  const { openedPages, brokenLinks } = await crawl(world.site, "/admin", headers, { below: "/admin" });
  expect(brokenLinks).toEqual([]);
  expect(openedPages.size).toBeGreaterThan(40);
  const violations = [...openedPages].flatMap(([path, html]) =>
    siteTexts(html).flatMap((text) => INTERNAL_WORDS.flatMap((word) => (word.test(text) ? `${path}: ${text}` : []))),
  );
  expect(violations).toEqual([]);
});

/** Pages that following links reaches late or never. */
const PAGES = [
  "/topics",
  "/ada-full",
  "/cynthia-kenyon/report",
  "/cynthia-kenyon/embed",
  "/report",
  "/report?kind=removal",
  "/corrections",
  "/dataset",
  "/api/docs",
  "/editorial-policy",
  "/accessibility",
  "/imprint",
  "/setup",
  "/login?mode=register",
  "/forgot-password",
  "/sign-in-link",
  "/no-such-page",
  "/articles/no-such-article",
  "/directory?search=who+discovered+telomerase",
  "/directory?search=telomerase+snorkel",
  "/directory?search=xqzvt",
  "/directory?narrow&country=US&category=author",
];

async function readPublicPages(site: Site): Promise<Map<string, string>> {
  const { headers: member } = await signUp(site);
  const pages = new Map(walk.openedPages);
  const storePage = async (name: string, answer: Promise<Response>) => pages.set(name, await (await answer).text());
  for (const path of PAGES) await storePage(path, get(site, path));
  for (const path of ["/", "/directory", "/ada-full", "/submit"])
    await storePage(`${path} (low data)`, get(site, path, { headers: { Cookie: "light=on" } }));
  for (const path of [
    "/",
    "/submit",
    "/account",
    "/account/security",
    "/my-submissions",
    "/claim",
    "/cynthia-kenyon/claim",
  ])
    await storePage(`${path} (signed in)`, get(site, path, { headers: member }));
  for (const path of ["/submit", "/login", "/report", "/cynthia-kenyon/report", "/forgot-password"])
    await storePage(`${path} (refused)`, form(site, path, {}));
  const { slug, headers: owner } = await addClaimedExpert(site, { Cookie: world.cookies.admin }, 0);
  await inDatabase(site.dataDir, async (db) => {
    const { rowId: expertRowId } = await db
      .selectFrom("experts")
      .select("rowId")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    const facts = { doi: "", venue: "Sea", year: 2020, citations: 1, retracted: 0, retractionSeenAt: null };
    const work = {
      expertRowId,
      ...facts,
      status: "accepted" as const,
      acceptedAt: null,
      checkedAt: "2026-01-01T00:00:00.000Z",
    };
    await db
      .insertInto("works")
      .values(["W1", "W2"].map((openalex) => ({ ...work, openalex, title: `On ${openalex}` })))
      .execute();
  });
  for (const path of [`/my-profile/${slug}`, `/my-profile/${slug}/edit`])
    await storePage(`${path} (theirs)`, get(site, path, { headers: owner }));
  return pages;
}

async function readAdminPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const { path } of pagesOf(world)) {
    if (!path.startsWith("/admin")) continue;
    const answer = await askChecked(world, { path, as: "admin" });
    if (answer.headers["content-type"]?.startsWith("text/html")) pages.set(path, answer.text);
  }
  return pages;
}

test.skipIf(!hasJava)("PB31 every public page is valid HTML (skipped without Java)", () => {
  expect(publicPages.size).toBeGreaterThan(80);
  expect(problems.filter((problem) => !problem.startsWith("/admin"))).toEqual([]);
  expect(pagesWithoutStyles(publicPages)).toEqual([]);
  expect(repeatedFields(publicPages)).toEqual([]);
});

test.skipIf(!hasJava)("PB31 every page of editors and admins is valid HTML (skipped without Java)", () => {
  expect(adminPages.size).toBeGreaterThan(60);
  expect(problems.filter((problem) => problem.startsWith("/admin"))).toEqual([]);
  expect(pagesWithoutStyles(adminPages)).toEqual([]);
  expect(repeatedFields(adminPages)).toEqual([]);
});

/** Matches the class at the beginning of a selector, with escapes in its name. */
const CLASS = /(?<=[{},])\.((?:[\w-]|\\.)+)/g;

/** Returns pages that use classes which only other pages' style sheets have. */
function pagesWithoutStyles(pages: Map<string, string>): string[] {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith(".css"));
  const sheets = new Map(files.map((file) => [file, classesIn(readFileSync(join(ASSETS, file), "utf8"))]));
  const allClasses = new Set([...sheets.values()].flatMap((classes) => [...classes]));
  return [...pages].flatMap(([path, html]) => {
    const pageSheets = Array.from(html.matchAll(/ href="[^"]*\/([\w.-]+\.css)"/g), ([, file = ""]) => sheets.get(file));
    const isStyled = (name: string) => pageSheets.some((classes) => classes?.has(name));
    const values = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, value = ""]) => value.replaceAll("&amp;", "&"));
    const usedClasses = new Set(values.flatMap((value) => value.replaceAll("&gt;", ">").split(" ")));
    const missing = [...usedClasses].filter((name) => allClasses.has(name) && !isStyled(name));
    return missing.length > 0 ? [`${path}: ${missing.join(" ")}`] : [];
  });
}

/** Returns forms with several fields of one name that is not a list, of which the site reads only the last (`form` in app/http/form.server). */
function repeatedFields(pages: Map<string, string>): string[] {
  return [...pages].flatMap(([path, html]) =>
    Array.from(html.matchAll(/<form\b[^>]* method="post"[^>]*>(.*?)<\/form>/gs), ([, form = ""]) => {
      const fields = form.match(/<(?:input|textarea|select)\b[^>]*>/g) ?? [];
      const textFields = fields.filter((field) => !/ type="(?:radio|submit)"/.test(field));
      const names = textFields.flatMap((field) => / name="([^"]*)"/.exec(field)?.[1] ?? []);
      const repeatedNames = names.filter((name, index) => !name.endsWith("[]") && names.indexOf(name) !== index);
      return repeatedNames.map((name) => `${path}: ${name}`);
    }).flat(),
  );
}

function classesIn(css: string): Set<string> {
  return new Set(Array.from(css.matchAll(CLASS), ([, name = ""]) => name.replaceAll(/\\(.)/g, "$1")));
}

/** Returns the complaints of the checker, with page and place. */
async function problemsIn(pages: Map<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-html-"));
  const names = [...pages.keys()];
  for (const [index, path] of names.entries()) writeFileSync(join(folder, `${index}.html`), pages.get(path) as string);
  const args = [...FAST_START, "-jar", CHECKER, ...CHECKER_OPTIONS, folder];
  // It ends with an error code when it complains. Meanwhile this process has to notice that the server closes connections.
  const output = await new Promise<string>((resolve) => {
    execFile("java", args, { maxBuffer: 64 * 1024 * 1024 }, (_error, _stdout, stderr) => resolve(stderr));
  });
  rmSync(folder, { recursive: true });
  const { messages } = JSON.parse(output) as { messages: { url: string; message: string; extract?: string }[] };
  return messages.map(
    ({ url, message, extract }) => `${names[Number(/(\d+)\.html$/.exec(url)?.[1])]}: ${message} ${extract ?? ""}`,
  );
}
