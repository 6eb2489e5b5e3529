/** Sends hostile strings in every field, query, path and header. They cause no fault, and reach the database unchanged. */
import { chromium, type Page } from "@playwright/test";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { toStorable } from "~/json";
import { normalizeProse, onOneLine } from "~/models/base/text/content-text";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { BROWSER_FLAGS, findBrowser } from "../support/browser";
import { BODY_CALLS, type Body, type Call, leafAt, leavesOf, type Path, sendTo, withLeaf } from "../support/calls";
import { askChecked, type CheckedAnswer, escapeHtml, sendRequest } from "../support/checked-requests";
import { hostileText, hostileTextUpTo, MARK_CALL, MARK_NAME, toWellFormed } from "../support/hostile-strings";
import { addressOf, builtRoutes, queryNames } from "../support/routes";
import { cookiesOf, pagesOf, rows } from "../support/world";
import { type Form, findForms, sendForm } from "./forms";
import { sharedWorld } from "./world";

const world = sharedWorld();
const routes = builtRoutes();
const forms = await findForms(world);
/** The actions that strangers.test.ts tries with sessions of its own. */
const TESTED_ELSEWHERE = ["POST account.sessions", "POST logout"];
/** The number of strings for each field of a call. */
const STRINGS_FOR_FIELD = 12;
/**
 * Tells whether the whole run was asked for by `WHOLE=1 npm run test:hostile`. It sends as many strings to routes as to calls, and
 * tries the further buttons of a form as often as the first one. Otherwise each field gets one string with these buttons.
 */
const IS_WHOLE = Boolean(process.env.WHOLE);
const STRINGS_FOR_FORM_FIELD = STRINGS_FOR_FIELD / 3;
const REQUESTS_FOR_ROUTE = IS_WHOLE ? STRINGS_FOR_FIELD : STRINGS_FOR_FIELD / 3;
/** Fields of which each line is an entry. */
const LISTS = new Set(
  [EXPERT_RECORD, ARTICLE_RECORD].flatMap((record) =>
    Object.entries(record).flatMap(([name, { kind }]) => (kind === "rows" ? [name] : [])),
  ),
);
let sentCount = 0;

async function property<T>(texts: fc.Arbitrary<T>, numRuns: number, check: (texts: T) => Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(texts, async (value) => {
      sentCount += Array.isArray(value) ? value.length : 1;
      await check(value);
    }),
    { numRuns, endOnFailure: true },
  );
}

describe("reliability 12 hostile strings", () => {
  test("every page that takes a form shows one", async () => {
    const testedActions = new Set([
      ...TESTED_ELSEWHERE,
      ...forms.map(({ route }) => `POST ${route.id.replace("routes/", "")}`),
    ]);
    const missingActions: string[] = [];
    for (const route of routes) {
      const id = route.id.replace("routes/", "");
      // Calls are known by their routes.
      if (!route.hasAction || route.isCall || id === "$") continue;
      // Routes without PATCH name their methods in Allow.
      const answer = await sendRequest(world, {
        method: "PATCH",
        path: addressOf(route, {}),
        body: "{}",
        as: "nobody",
      });
      const methods = answer.status === 405 ? answer.headers.allow?.split(", ") : ["POST"];
      missingActions.push(...(methods ?? []).map((method) => `${method} ${id}`));
    }
    expect(missingActions.filter((text) => !/^(GET|HEAD|OPTIONS) /.test(text) && !testedActions.has(text))).toEqual([]);
  });

  test.each(BODY_CALLS)("$endpoint", { timeout: 600_000 }, async (call) => {
    const leaves = leavesOf(await call.body(world));
    const runs = call.isSlow ? 2 : STRINGS_FOR_FIELD;
    for (const leaf of leaves)
      await property(hostileText(), runs, async (text) => {
        const changedBody = withLeaf(await call.body(world), leaf, text);
        const name = leaf[0] as string;
        const body = call.isPartial ? { [name]: changedBody[name] as string } : changedBody;
        await expectKept(call, body, [leaf], await sendTo(world, call, JSON.stringify(body)));
      });
    const textForEach = fc.array(hostileTextUpTo(3_000), { minLength: leaves.length, maxLength: leaves.length });
    await property(textForEach, runs, async (texts) => {
      const body = leaves.reduce(
        (body, leaf, index) => withLeaf(body, leaf, texts[index] as string),
        await call.body(world),
      );
      await expectKept(call, body, leaves, await sendTo(world, call, JSON.stringify(body)));
    });
  });

  async function expectKept(call: Call, body: Body, leaves: Path[], answer: CheckedAnswer): Promise<void> {
    const paths = leaves.filter(([name]) => !call.converted?.includes(String(name)));
    if (answer.status >= 400 || !call.stored || paths.length === 0) return;
    const storedBody = await call.stored(world, answer, body);
    for (const leaf of paths) {
      const value = String(leafAt(body, leaf));
      const isEntry = leaf.some((step) => typeof step === "number");
      // Blank entries of lists are dropped.
      if (isEntry && value.trim() === "") continue;
      const storedValue = withLf(String(leafAt(storedBody, leaf) ?? "")).trim();
      expect(storedSpellings(value), leaf.join(".")).toContain(storedValue);
    }
  }

  const withLf = (text: string) => text.replace(/\r\n?/g, "\n");

  /** Returns a text as the site may store it: as it was typed, on one line, or as Markdown; with characters that can be stored. */
  function storedSpellings(text: string): string[] {
    const storedText = toStorable(withLf(text)).trim();
    return [storedText, onOneLine(storedText), normalizeProse(storedText).trim()];
  }

  test.each(forms)("POST $action as $as", { timeout: 600_000 }, async (form) => {
    const names = [...new Set(form.fields.map(({ name }) => name))];
    const runs = /login|register|password|setup|account/.test(form.action) ? 2 : STRINGS_FOR_FORM_FIELD;
    for (const name of names)
      await property(hostileText(), form.isFurtherButton && !IS_WHOLE ? 1 : runs, async (text) => {
        expectStillThere(form, name, text, await sendForm(world, form, new Map([[name, text]])));
      });
    const textForEach = fc.array(hostileTextUpTo(3_000), { minLength: names.length, maxLength: names.length });
    await property(textForEach, runs, async (texts) => {
      await sendForm(world, form, new Map(names.map((name, index) => [name, texts[index] as string])));
    });
  });

  /** Expects that a refusal shows the typed values. A security question is a new one each time. */
  function expectStillThere(form: Form, name: string, text: string, { status, text: page }: CheckedAnswer): void {
    const isTyped = form.fields.some((field) => field.name === name && field.isTyped) && name !== "captchaAnswer";
    if (status < 400 || [404, 413].includes(status) || !isTyped) return;
    // A form that shows another person's change shows slugs, entries of lists and long texts as they would be stored.
    if (status === 409 && (name === "slug" || name.endsWith("[]") || LISTS.has(name))) return;
    const pageText = withLf(page);
    expect(
      storedSpellings(text).some((value) => pageText.includes(escapeHtml(value))),
      `${name} of ${form.action}, ${status}`,
    ).toBe(true);
  }

  test("in every query parameter of every route cause no fault", { timeout: 600_000 }, async () => {
    const names = queryNames();
    const fields = fc.array(fc.tuple(fc.constantFrom(...names), hostileTextUpTo(1_500)), {
      minLength: 4,
      maxLength: 4,
    });
    for (const route of routes)
      await property(fields, REQUESTS_FOR_ROUTE, async (pairs) => {
        const query = new URLSearchParams(pairs).toString();
        const path = addressOf(route, { id: world.ids.expert, slug: world.ids.expertSlug, step: "1" });
        const isData = !route.isCall && query.length % 3 === 0;
        const as = route.isCall || path.startsWith("/admin") ? "admin" : "member";
        await askChecked(world, { path: `${isData ? dataPath(path) : path}?${query}`, as });
      });
  });

  /** Returns the address at which Remix's scripts request the data of a page. */
  const dataPath = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

  test("in every path parameter cause no fault, for reads and writes", { timeout: 600_000 }, async () => {
    const parameterRoutes = routes.filter(({ path }) => /[:*]/.test(path));
    for (const route of parameterRoutes)
      await property(hostileTextUpTo(1_000), REQUESTS_FOR_ROUTE, async (text) => {
        const value = toWellFormed(text) || "x";
        const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, value]);
        const path = addressOf(route, { ...Object.fromEntries(names), "*": encodeURIComponent(value) });
        const type = route.isCall ? "application/json" : "application/x-www-form-urlencoded";
        for (const method of route.isCall ? ["GET", "PUT", "DELETE"] : ["GET", "POST"]) {
          const body = method === "GET" ? undefined : route.isCall ? "{}" : "intent=save";
          const headers: Record<string, string> = body ? { "Content-Type": type } : {};
          await askChecked(world, { method, path, as: "admin", body, headers, callsOtherServices: true });
        }
      });
  });

  test("in request headers cause no fault", { timeout: 600_000 }, async () => {
    const names =
      `User-Agent Referer Accept Accept-Language Accept-Encoding Save-Data If-None-Match If-Modified-Since Range Cookie
      Authorization X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id X-HTTP-Method-Override Content-Type
      Sec-Fetch-Site Origin Forwarded`.split(/\s+/);
    const paths =
      "/ /directory /account /submit /api/experts /articles/feed.xml /uploads/none /build/none /healthz /metrics";
    for (const name of names)
      await property(hostileTextUpTo(2_000), STRINGS_FOR_FIELD * 4, async (text) => {
        const visible = text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, " ");
        const bytes = Buffer.from(visible, "utf8").toString("latin1");
        const value = name === "Cookie" ? `session=${bytes}; draft=${bytes}; scheme=${bytes}; light=${bytes}` : bytes;
        const path = paths.split(" ")[text.length % 10] as string;
        await askChecked(world, { path, as: name === "Cookie" ? "nobody" : "member", headers: { [name]: value } });
      });
  });

  test("10,000 strings or more were sent", () => {
    console.log(`${sentCount} hostile strings were sent.`);
    expect(sentCount).toBeGreaterThanOrEqual(10_000);
  });
});

describe("reliability 12 pages that show hostile strings", () => {
  const pathsFrom = (query: string) => rows<{ path: string }>(world, query).map(({ path }) => path);
  const search = () => encodeURIComponent(toWellFormed(fc.sample(hostileTextUpTo(300), 1)[0] as string));
  const newest = "deletedAt IS NULL ORDER BY rowId DESC LIMIT 20";
  const shownPages = [
    ...[
      ...pathsFrom(`SELECT '/' || slug AS path FROM experts WHERE origin <> 'seed' AND ${newest}`),
      ...pathsFrom(
        `SELECT '/articles/' || slug AS path FROM articles WHERE status = 'published' AND origin <> 'seed' AND ${newest}`,
      ),
      ...["/", "/directory", "/articles", "/login"].flatMap((path) =>
        [1, 2, 3].map(() => `${path}?search=${search()}&returnTo=${search()}`),
      ),
    ].map((path) => ({ path, as: "nobody" as const })),
    ...pathsFrom("SELECT '/admin/submissions/' || id AS path FROM submissions ORDER BY rowId DESC LIMIT 8").map(
      (path) => ({ path, as: "admin" as const }),
    ),
    ...["/account", "/my-submissions", "/submit"].map((path) => ({ path, as: "member" as const })),
    ...pagesOf(world).filter(({ as, path }) => as === "admin" && !/download|\/images\/\w+$/.test(path)),
  ];

  test("hold no foreign markup for a parser, and only JSON and XML where those belong", {
    timeout: 600_000,
  }, async () => {
    const foreignMarkup: string[] = [];
    for (const question of shownPages) {
      const { text, headers } = await askChecked(world, question);
      if (!headers["content-type"]?.startsWith("text/html")) continue;
      const { window } = new JSDOM(text);
      foreignMarkup.push(...foreignIn(window.document, MARK_NAME));
      for (const data of window.document.querySelectorAll('script[type="application/ld+json"]'))
        JSON.parse(data.textContent ?? "");
      window.close();
    }
    for (const path of ["/articles/feed.xml", "/sitemap.xml", "/sitemap.xml?part=1"]) {
      const { text, status } = await askChecked(world, { path });
      if (status === 200) new JSDOM(text, { contentType: "application/xml" });
    }
    expect(foreignMarkup).toEqual([]);
  });

  test("run nothing and load nothing from elsewhere in Chromium", { timeout: 600_000 }, async () => {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
    const faults = new Set<string>();
    try {
      for (const as of ["nobody", "member", "admin"] as const) {
        const context = await browser.newContext({ baseURL: world.site.url });
        await context.addCookies(cookiesOf(world, as));
        await context.addInitScript(`window.${MARK_CALL} = () => { document.title = "hostile script ran"; };`);
        const page = await context.newPage();
        watch(page, faults);
        for (const { path } of shownPages.filter((shownPage) => shownPage.as === as))
          await checkPage(page, path, faults);
        await context.close();
      }
    } finally {
      await browser.close();
    }
    expect([...faults]).toEqual([]);
  });

  function watch(page: Page, faults: Set<string>): void {
    page.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") faults.add(`dialog on ${page.url()}`);
      void dialog.accept();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(world.site.url) && !/^(data|blob):/.test(request.url()))
        faults.add(`${page.url()} loads ${request.url()}`);
    });
    page.on("pageerror", (error) => faults.add(`${page.url()}: ${error.message.slice(0, 80)}`));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) faults.add(`${page.url()}: ${message.text()}`);
    });
  }

  async function checkPage(page: Page, path: string, faults: Set<string>): Promise<void> {
    const isPage = await page.goto(path, { waitUntil: "load" }).catch((error) => {
      if (!/Download is starting|net::ERR_ABORTED/.test(String(error))) throw error;
    });
    if (!isPage) return;
    // The site's own scripts start when the reader does something.
    await page.mouse.click(1, 1);
    await page.waitForLoadState("networkidle");
    if ((await page.title()) === "hostile script ran") faults.add(`a script ran on ${path}`);
    const foreignMarkup = await page.evaluate<string[]>(`(${foreignIn})(document, "${MARK_NAME}")`);
    for (const markup of foreignMarkup) faults.add(`${path}: ${markup}`);
  }
});

function foreignIn(root: Document, mark: string): string[] {
  const isOurs = ({ name }: { name: string }) => !name.startsWith(mark) && !name.startsWith("on");
  const elements = [...root.querySelectorAll("*")];
  const foreignMarkup = elements.filter(
    ({ localName, attributes }) => ![{ name: localName }, ...attributes].every(isOurs),
  );
  return foreignMarkup.map((element) => element.outerHTML.slice(0, 200));
}
