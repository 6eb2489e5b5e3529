/** Tests a database that is damaged while the site runs, and tokens in unusual spellings of a path. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { damageTable } from "../support/damage";
import { onPostgres, query } from "../support/database";
import { openSocket, sendRaw } from "../support/raw-client";
import { get, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite({ allowErrors: true, env: { DOCUMENT_CACHE: "off" } });
});
afterAll(() => site?.stop());

test.skipIf(onPostgres)(
  "reliability 30 an answer names a fault without its details, which only the log has",
  async () => {
    const runStatement = async (text: string) => query(site.dataDir, text);
    const sentence = "Something went wrong on our side. Please try again.";
    await runStatement("ALTER TABLE topics RENAME TO hiddenTopics");
    const call = await get(site, "/api/topics");
    expect([call.status, await call.json()]).toEqual([500, { message: sentence }]);
    const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_topics", arguments: {} } };
    const headers = { Accept: "application/json, text/event-stream" };
    expect((await json(site, "POST", "/mcp", tool, { headers })).body.result).toEqual({
      content: [{ type: "text", text: sentence }],
      isError: true,
    });
    await runStatement("ALTER TABLE hiddenTopics RENAME TO topics");
    expect((await get(site, "/api/topics")).status).toBe(200);
    const loggedErrors = site.logs().filter(({ msg }) => msg === "unexpected error");
    expect(loggedErrors.map(({ err }) => (err as Error).message)).toEqual(Array(2).fill("no such table: topics"));
  },
);

test.skipIf(onPostgres)(
  "reliability 30 /healthz turns red when a table cannot be read; the dataset and pages answer 503 and say when to try again",
  async () => {
    expect((await get(site, "/healthz")).status).toBe(200);
    damageTable(join(site.dataDir, "longevity.db"), "experts");
    await expect.poll(async () => (await get(site, "/healthz")).status).toBe(503);
    for (const path of ["/api/dataset/csv", "/api/dataset/jsonld", "/andrew-steele", "/api/experts/andrew-steele"]) {
      const { status, headers } = await get(site, path);
      expect([path, status]).toEqual([path, 503]);
      expect(Number(headers.get("Retry-After")), path).toBeGreaterThan(0);
    }
  },
);

const TOKEN = "t0k3n-of-somebody";

test("reliability 31 no spelling of a path with a token brings the token into the log", async () => {
  const routes = builtRoutes().filter(({ path }) => path.includes(":token"));
  expect(routes.length).toBeGreaterThanOrEqual(4);
  const spellingsOf = (path: string) => [
    path,
    `/${path}`,
    path.toUpperCase().replace(TOKEN.toUpperCase(), TOKEN),
    path.replace(/\/(\w)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
    path.replace(`/${TOKEN}`, `%2f${TOKEN}`),
    path.replace(`/${TOKEN}`, `//${TOKEN}`),
    path.replace(`/${TOKEN}`, `/./${TOKEN}`),
    path.replace(`/${TOKEN}`, `/x/../${TOKEN}`),
    path.replace(`/${TOKEN}`, `/x/y/%2E%2e/.%2e/${TOKEN}`),
    path.replace(/\/(\w)/, (_, first: string) => `/%25${first.charCodeAt(0).toString(16)}`),
    `/x/..${path}`,
    path.replace(/^\//, "\\"),
    `${site.url}${path}`,
    `${path}.data`,
  ];
  const paths = routes.flatMap(({ path }) => spellingsOf(path.replace(":token", TOKEN)));
  for (const path of paths) {
    const head = [`GET ${path} HTTP/1.1`, `Host: ${new URL(site.url).host}`, "Connection: close"];
    await sendRaw(site, { head, pieces: [] });
  }
  (await openSocket(site)).destroy();
  const requestsWithToken = () => site.logs().filter(({ path }) => String(path).includes("[token]"));
  await expect.poll(() => requestsWithToken().length).toBeGreaterThanOrEqual(paths.length - routes.length);
  expect(JSON.stringify(site.logs())).not.toContain(TOKEN);
});
