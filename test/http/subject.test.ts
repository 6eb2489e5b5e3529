/** Checks that a site about another subject needs only other folders app/subject and db/starter. This one is about climate scientists. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { register, signIn } from "../support/accounts";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { crawl } from "../support/crawl";
import { form, get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";
import { linesWithSubject } from "../support/subject-words";
import { offeredFields, uploadFile } from "../support/table-imports";

const CLIMATE = "test/support/climate";
const COPIED = ["app", "db", "public", "package.json", "remix.config.js", "postcss.config.js", "tsconfig.json"];

const program = mkdtempSync(join(tmpdir(), "climate-program-"));
const dataDir = mkdtempSync(join(tmpdir(), "climate-site-"));
let ai: AiProvider;
let site: Site;
let admin: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  const filter = (path: string) => !/^(public\/build|app\/subject|db\/starter)(\/|$)/.test(path);
  for (const path of COPIED) cpSync(path, join(program, path), { recursive: true, filter });
  cpSync(`${CLIMATE}/subject`, join(program, "app/subject"), { recursive: true });
  cpSync(`${CLIMATE}/starter`, join(program, "db/starter"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(program, "node_modules"));
  const env = { ...process.env, NODE_ENV: "production" as const };
  await promisify(execFile)("node_modules/.bin/remix", ["build"], { cwd: program, env });

  ai = await startAiProvider();
  const settings = { RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER, NEWSWIRE_URL: "https://newswire.example/" };
  site = await startSite({ program, dataDir, env: { ...ai.env, ...settings } });
  admin = await register(site, { firstName: "Kim", lastName: "Climate" });
  inDatabase((database) => database.prepare("UPDATE users SET role = 'admin'").run());
});
afterAll(async () => {
  await site?.stop();
  await ai?.stop();
  for (const folder of [program, dataDir]) rmSync(folder, { recursive: true, force: true });
});

function inDatabase<Result>(work: (database: SQLite.Database) => Result): Result {
  const database = new SQLite(join(dataDir, "climate.db"), { timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Returns the texts that name the longevity site, with the words they contain. */
function textsNamingLongevity(texts: Iterable<[name: string, text: string]>): string[] {
  return [...texts].flatMap(([name, text]) => linesWithSubject(text).map((words) => `${name}: ${words}`));
}

test("another subject: no page mentions longevity, for visitors and admins", async () => {
  const text = await (await get(site, "/")).text();
  for (const words of ["The People Who Study the Climate", "Climate Minds", "Climate Newswire", "Syukuro Manabe"])
    expect(text).toContain(words);
  const publicPages = await crawl(site, "/");
  const adminPages = await crawl(site, "/admin", admin.headers, { below: "/admin" });
  expect([publicPages.brokenLinks, adminPages.brokenLinks]).toEqual([[], []]);
  expect([publicPages.openedPages.size > 25, adminPages.openedPages.size > 60]).toEqual([true, true]);
  expect(textsNamingLongevity(publicPages.openedPages)).toEqual([]);
  expect(textsNamingLongevity(adminPages.openedPages)).toEqual([]);
});

test("another subject: each arc of the ring of categories has a colour, however many there are", async () => {
  const page = await (await get(site, "/")).text();
  const classes = new Set(Array.from(page.matchAll(/class="(arc-\d+)"/g), ([, name]) => name as string));
  const styles = Array.from(page.matchAll(/href="(\/build\/[^"]+\.css)"/g), ([, path]) => path as string);
  const rules = (await Promise.all(styles.map(async (path) => (await get(site, path)).text()))).join("");
  expect(classes.size).toBeGreaterThan(0);
  expect([...classes].filter((name) => !rules.includes(`.${name}{`))).toEqual([]);
});

test("another subject: an import proposes a column of categories one of which has a comma in its name", async () => {
  const content = 'Name,Gruppe\nAda Aale,"Glaciologists; Oceanographers, at Sea and on Land"\nBo Beek,Foresters\n';
  const path = await uploadFile(site, { headers: admin.headers, name: "people.csv", content });
  const fields = offeredFields(await (await get(site, path, { headers: admin.headers })).text());
  expect(fields.filter(([field]) => field === "fields[]").map(([, target]) => target)).toEqual(["name", "categories"]);
});

test("another subject: no file, call or metric mentions longevity", async () => {
  const paths = ["/api/openapi.json", "/llms.txt", "/robots.txt", "/sitemap.xml", "/articles/feed.xml", "/favicon.svg"];
  const otherPaths = [
    "/articles/feed.json",
    "/directory/feed.xml",
    "/api/dataset/csv",
    "/api/dataset/jsonld",
    "/metrics",
  ];
  for (const path of [...paths, ...otherPaths, "/api/admin/export-database"]) {
    const answer = await get(site, path, { headers: admin.headers });
    expect([path, answer.status]).toEqual([path, 200]);
    const headers = JSON.stringify([...answer.headers]);
    expect(textsNamingLongevity([[path, headers + (await answer.text())]])).toEqual([]);
  }
  const greeting = { jsonrpc: "2.0", id: 1, method: "initialize" };
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { body } = await json(site, "POST", "/mcp", { ...greeting, params: client });
  expect(body.result.serverInfo).toMatchObject({ name: "climate-minds", title: "Climate Minds" });
  expect(textsNamingLongevity([["/mcp", JSON.stringify(body)]])).toEqual([]);
  const scripts = readdirSync(join(program, "public/build"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file): [string, string] => [file, readFileSync(join(program, "public/build", file), "utf8")]);
  expect(scripts.length).toBeGreaterThan(50);
  expect(textsNamingLongevity(scripts)).toEqual([]);
});

test("another subject: no mail and no prompt mentions longevity", async () => {
  await form(site, "/forgot-password", { email: admin.email });
  await json(
    site,
    "POST",
    "/api/admin/users",
    { email: "ina@mail.example", firstName: "Ina", lastName: "Invited" },
    admin,
  );
  const mails = inDatabase((database) => database.prepare("SELECT subject, body FROM mails").all());
  expect(mails.length).toBeGreaterThan(1);
  expect(textsNamingLongevity([["mails", JSON.stringify(mails)]])).toEqual([]);

  const person = { expertName: "Syukuro Manabe", expertTitle: "Meteorologist" };
  await json(site, "POST", "/api/openai/generate-biography", person, admin);
  expect(ai.requests.map(({ system }) => system)).toEqual([expect.stringContaining("climate scientists")]);
  expect(textsNamingLongevity(ai.requests.map(({ system }) => ["prompt", system]))).toEqual([]);
});

test("another subject: its categories are used", async () => {
  const { cookie } = await signIn(site, admin);
  const addExpert = (category: string) =>
    json(
      site,
      "POST",
      "/api/admin/experts",
      { name: `A ${category}`, categories: [category] },
      { headers: { Cookie: cookie } },
    );
  expect((await addExpert("observer")).status).toBe(201);
  expect((await addExpert("academic")).status).toBe(400);
  const list = await getJson(site, "/api/experts/paginated?category=observer");
  expect(list.body.experts.map(({ name }: { name: string }) => name)).toEqual(["A observer"]);
  // Texts of the server itself, without those of its dependencies.
  const server = readFileSync(join(program, "build/index.js"), "utf8").split("\n");
  const ownCode = server.slice(server.findIndex((line) => line.includes("app/env.server.ts")));
  expect(textsNamingLongevity([["build/index.js", ownCode.join("\n")]])).toEqual([]);
});
