// cwd = a built tree. usage: node --import tsx shoot.ts OUT [filter-regexp] [modes]
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { chromium } from "@playwright/test";
import { startSite } from "./test/support/site";

const [out = "", filter = ".", modesArg = "all"] = process.argv.slice(2);
const { ids, admin, user } = JSON.parse(readFileSync("/tmp/cw/ids.json", "utf8"));
const P: [string, string, string][] = [];
const pub = [
  "/",
  "/?category=author&page=2",
  "/directory",
  "/directory?page=3",
  "/directory?category=academic&search=ageing",
  "/directory?search=xqzvw",
  "/directory/clinical-practitioners",
  "/ada-full",
  "/html-everywhere",
  "/other-scripts",
  "/cynthia-kenyon",
  "/articles",
  "/articles?search=part",
  `/articles/${ids.slug}`,
  "/submit",
  "/submit?change=ada-full",
  "/login",
  "/login?tab=register",
  "/register",
  "/forgot-password",
  "/reset-password?token=x",
  "/verify-email?token=x",
  "/setup",
  "/a/b",
  "/nobody",
  "/admin/users",
];
for (const p of pub) P.push(["anon", p, ""]);
for (const p of ["/account", "/account/delete", "/my-submissions", "/admin"]) P.push(["user", p, ""]);
const i = ids;
for (const p of [
  "/",
  "",
  "/experts",
  "/experts?search=an",
  `/experts/${i.expert}`,
  `/experts/${i.expert}/history`,
  `/experts/${i.expert}/delete`,
  `/experts/${i.expert}/merge`,
  "/experts/new",
  "/experts/trash",
  "/featured",
  "/submissions",
  "/submissions?status=rejected",
  `/submissions/${i.submission}`,
  `/submissions/${i.submission}/edit`,
  `/submissions/${i.submission}/undo`,
  "/articles",
  `/articles/${i.article}`,
  `/articles/${i.article}/history`,
  `/articles/${i.article}/delete`,
  "/articles/new",
  "/articles/trash",
  "/library",
  "/library?all",
  "/library?tab=images",
  `/library/content/${i.content}`,
  `/library/content/${i.content}/attach`,
  "/images",
  `/images/${i.image}`,
  `/images/${i.image}/delete`,
  "/images/unused",
  "/uploader",
  "/import",
  "/links",
  "/audit",
  "/settings",
  "/users",
  `/users/${i.user}/delete`,
  "/generate",
  "/promote",
  "@promo/1",
  "@promo/2",
  "@promo/3",
  "@promo/4",
])
  P.push(["admin", p.startsWith("@promo") ? i.promotion + p.slice(6) : p === "/" ? "/" : `/admin${p}`, ""]);
const dataDir = mkdtempSync("/tmp/cw/run-");
cpSync("/tmp/cw/data", dataDir, { recursive: true });
const site = await startSite({ dataDir, env: { RATE_LIMIT: "off", SHUTDOWN_MS: "1000" }, allowErrors: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--font-render-hinting=none"],
});
mkdirSync(out, { recursive: true });
const re = new RegExp(filter);
const MODES: Record<
  string,
  { w: number; h: number; scheme: "light" | "dark"; open?: boolean; js?: boolean; print?: boolean; light?: boolean }
> = {
  desk: { w: 1280, h: 900, scheme: "light" },
  phone: { w: 360, h: 740, scheme: "light" },
  deskdark: { w: 1280, h: 900, scheme: "dark" },
  phonedark: { w: 360, h: 740, scheme: "dark" },
  open: { w: 1280, h: 900, scheme: "light", open: true },
  openphone: { w: 360, h: 740, scheme: "dark", open: true },
  nojs: { w: 800, h: 900, scheme: "light", js: false },
  print: { w: 800, h: 900, scheme: "light", print: true },
};
const modes = modesArg === "all" ? Object.keys(MODES) : modesArg.split(",");
const jobs = modes.flatMap((m) =>
  P.filter(([who, p]) => re.test(`${who} ${p}`))
    .filter(([who, p]) => m !== "print" || (/ada-full|articles\//.test(p) && who === "anon"))
    .map((x) => [m, x] as const),
);
let n = 0;
const contexts = new Map<string, Awaited<ReturnType<typeof browser.newContext>>>();
const host = new URL(site.url);
async function contextFor(m: string, who: string) {
  const key = `${m} ${who}`;
  const known = contexts.get(key);
  if (known) return known;
  const mode = MODES[m]!;
  const c = await browser.newContext({
    viewport: { width: mode.w, height: mode.h },
    colorScheme: mode.scheme,
    reducedMotion: "reduce",
    bypassCSP: true,
    javaScriptEnabled: mode.js ?? true,
    deviceScaleFactor: 1,
  });
  const cookie = who === "admin" ? admin : who === "user" ? user : "";
  if (cookie) {
    const [name, value] = cookie.split(/=(.*)/s);
    await c.addCookies([{ name, value, url: site.url }]);
  }
  contexts.set(key, c);
  return c;
}
async function one(m: string, [who, path]: [string, string, string]) {
  const mode = MODES[m]!;
  const c = await contextFor(m, who);
  const page = await c.newPage();
  await page.addInitScript(() => {
    const now = Date.now;
    void now;
  });
  await page.goto(host.origin + path, { waitUntil: "load" });
  if (mode.print) await page.emulateMedia({ media: "print" });
  if (mode.open) {
    await page.evaluate(() => {
      for (const d of document.querySelectorAll("main details")) (d as HTMLDetailsElement).open = true;
    });
    await page.evaluate(() => {
      const d =
        innerWidth < 600
          ? (document.querySelector("header details.drawer, header [data-drawer]") ??
            document.querySelectorAll("header details")[1])
          : document.querySelector("header details");
      if (d) (d as HTMLDetailsElement).open = true;
      const q = document.querySelector("dialog");
      if (q) {
        q.removeAttribute("open");
        (q as HTMLDialogElement).showModal();
      }
    });
  }
  // content-visibility leaves the footer's height to a guess
  await page
    .addStyleTag({
      content:
        "*{caret-color:transparent!important;content-visibility:visible!important;animation:none!important} time{visibility:hidden}",
    })
    .catch(() => {});
  const name = `${who}${path}`.replace(/[^\w-]+/g, "_");
  await page.screenshot({ path: `${out}/${name}.${m}.png`, fullPage: true, animations: "disabled" });
  await page.close();
  n++;
}
const queue = [...jobs];
await Promise.all(
  [0, 1, 2].map(async () => {
    for (let j = queue.shift(); j; j = queue.shift())
      await one(j[0], j[1]).catch((e) => console.log("FAIL", j, String(e).slice(0, 200)));
  }),
);
console.log(n, "shots in", out);
await browser.close();
await site.stop().catch(() => {});
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
