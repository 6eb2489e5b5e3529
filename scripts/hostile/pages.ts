/** The pages that now show what was sent, opened in a real browser: nothing of it may run, load or break out. */
import { chromium, type Page } from "@playwright/test";
import { JSDOM } from "jsdom";
import { findBrowser } from "../browser.mjs";
import { MARK_CALL, MARK_NAME } from "./corpus";
import { headersOf, pagesOf } from "./forms";
import type { Sending } from "./sending";
import type { World } from "./world";

/** Addresses to look at, and who looks. */
function addresses({ world, routes, strings }: Sending): { path: string; as: "nobody" | "member" | "admin" }[] {
  const { rows } = world;
  const slugs = rows<{ slug: string }>(
    "SELECT slug FROM experts WHERE origin IN ('editor', 'import', 'submission') AND deletedAt IS NULL ORDER BY rowId DESC LIMIT 25",
  );
  const articles = rows<{ slug: string }>(
    "SELECT slug FROM articles WHERE status = 'published' AND deletedAt IS NULL AND origin <> 'seed' ORDER BY rowId DESC LIMIT 20",
  );
  const contents = rows<{ id: string }>("SELECT id FROM libraryContents ORDER BY rowId DESC LIMIT 6");
  const submissions = rows<{ id: string }>("SELECT id FROM submissions ORDER BY rowId DESC LIMIT 8");
  const search = () => encodeURIComponent(strings.upTo(500).replace(/\p{Cs}/gu, ""));
  const found = ["/directory", "/articles", "/"].flatMap((path) =>
    Array.from({ length: 4 }, () => `${path}?search=${search()}`),
  );
  const desk = [
    "/admin/experts",
    "/admin/articles",
    "/admin/submissions",
    "/admin/users",
    "/admin/images",
    "/admin/library",
    "/admin/featured",
    "/admin/audit",
  ];
  return [
    ...slugs
      .map(({ slug }) => `/${slug}`)
      .concat(
        articles.map(({ slug }) => `/articles/${slug}`),
        found,
        ["/", "/directory", "/articles", "/submit", `/${search()}`, `/login?email=${search()}&returnTo=${search()}`],
      )
      .map((path) => ({ path, as: "nobody" as const })),
    ...["/account", "/my-submissions", "/submit", `/submit?change=${world.known.expertSlug}`].map((path) => ({
      path,
      as: "member" as const,
    })),
    ...pagesOf(world, routes).filter(({ as, path }) => as === "admin" && !/download|\/images\/\w+$/.test(path)),
    ...contents.map(({ id }) => ({ path: `/admin/library/content/${id}`, as: "admin" as const })),
    ...submissions
      .flatMap(({ id }) => [`/admin/submissions/${id}`, `/admin/submissions/${id}/edit`])
      .map((path) => ({ path, as: "admin" as const })),
    ...desk.map((path) => ({ path: `${path}?search=${search()}`, as: "admin" as const })),
  ];
}

/** Opens each in Chromium; gives how many pages were looked at. */
export async function lookInBrowser(sending: Sending): Promise<number> {
  const { world, report } = sending;
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  const list = addresses(sending);
  try {
    for (const as of ["nobody", "member", "admin"] as const) {
      const context = await browser.newContext({ baseURL: world.site.url });
      const cookies = (headersOf(world, as).Cookie ?? "").split("; ").filter(Boolean);
      await context.addCookies(
        cookies.map((cookie) => ({
          name: cookie.split("=", 1)[0] as string,
          value: cookie.slice(cookie.indexOf("=") + 1),
          url: world.site.url,
        })),
      );
      await context.addInitScript(`
        window.${MARK_CALL} = () => { (window.hostileRan ??= []).push("called"); };
        document.addEventListener("securitypolicyviolation", (event) => { (window.hostileRan ??= []).push("content policy: " + event.violatedDirective + " " + event.blockedURI); });
      `);
      const page = await context.newPage();
      let current = "";
      page.on("dialog", (dialog) => {
        // What was typed and not saved is asked about when the page is left: that is ours.
        if (dialog.type() !== "beforeunload") report.broken("a dialog opened", current, dialog.message());
        void dialog.accept();
      });
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(world.site.url) && !url.startsWith("data:") && !url.startsWith("blob:"))
          report.broken("another site is asked", current, url);
      });
      page.on("pageerror", (error) => report.broken("a script of ours fails", current, error.message));
      for (const { path } of list.filter((one) => one.as === as)) {
        current = `${as}: GET ${path}`;
        await look(page, path, current, report);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return list.length;
}

async function look(page: Page, path: string, door: string, report: Sending["report"]): Promise<void> {
  try {
    await page.goto(path, { waitUntil: "load", timeout: 20_000 });
    // The site's own scripts begin when the reader does something.
    await page.mouse.move(100, 200);
    await page.mouse.click(1, 1);
    await page.keyboard.press("Tab");
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
    const found = await page.evaluate(
      ([mark]) => {
        const inserted = [...document.querySelectorAll("*")].filter(
          (element) =>
            element.localName.startsWith(mark as string) ||
            [...element.attributes].some(({ name }) => name.startsWith(mark as string) || name.startsWith("on")),
        );
        return [
          ...((window as unknown as { hostileRan?: string[] }).hostileRan ?? []),
          ...inserted.map((element) => `inserted: ${element.outerHTML.slice(0, 100)}`),
        ];
      },
      [MARK_NAME],
    );
    for (const what of new Set(found))
      report.broken(what.startsWith("called") ? "what was sent runs" : what, door, path);
  } catch (error) {
    if (!/Download is starting|net::ERR_ABORTED/.test(String(error)))
      report.broken("the page could not be looked at", door, String(error));
  }
}

/** The same pages in an HTML parser by the book, feeds and maps in one for XML, and what machines read in them as JSON. */
export async function readPages(sending: Sending): Promise<number> {
  const { world, client, report } = sending;
  let read = 0;
  for (const { path, as } of addresses(sending)) {
    const answer = await client.ask({
      method: "GET",
      path,
      door: `GET ${path.split("?")[0]}`,
      headers: headersOf(world, as),
      isSlow: true,
    });
    if (!String(answer.headers["content-type"]).startsWith("text/html")) continue;
    read++;
    const { document } = new JSDOM(answer.text).window;
    for (const element of document.querySelectorAll("*")) {
      const inserted =
        element.localName.startsWith(MARK_NAME) ||
        [...element.attributes].some(({ name }) => name.startsWith("on") || name.startsWith(MARK_NAME));
      if (inserted) report.broken("markup came in through data", `GET ${path}`, element.outerHTML.slice(0, 200));
    }
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      try {
        JSON.parse(script.textContent ?? "");
      } catch (error) {
        report.broken("structured data that are no JSON", `GET ${path}`, String(error));
      }
    }
  }
  for (const path of ["/articles/feed.xml", "/sitemap.xml", "/sitemap.xml?part=1"]) {
    const { text, status } = await client.ask({ method: "GET", path, door: `GET ${path}`, isSlow: true });
    read++;
    try {
      if (status === 200) new JSDOM(text, { contentType: "application/xml" });
    } catch (error) {
      report.broken("XML that is not well-formed", `GET ${path}`, String(error));
    }
  }
  return read;
}

/** Whether a world has anything to look at; for the table. */
export function shownPeople({ rows }: World): number {
  return (
    rows<{ count: number }>(
      "SELECT count(*) AS count FROM experts WHERE origin IN ('editor', 'import', 'submission')",
    )[0]?.count ?? 0
  );
}
