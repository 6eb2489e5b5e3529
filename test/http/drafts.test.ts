/** A draft is nowhere public: every address that readers have is asked for its words. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  ({ headers } = await signUpAdmin(site));
});
afterAll(() => site?.stop());

const WORD = "Quixotrava";

async function importDraft(): Promise<string> {
  const body = new FormData();
  const table = `Name,Title,Category,Topics,Country,Website,Bio,Contribution,Notes\nDora ${WORD},${WORD}ist,academic,${WORD} science,DE,https://${WORD}.example.org,${WORD} wrote.,${WORD} found.,secret ${WORD}\n`;
  body.set("file", new File([table], "people.csv"));
  const sent = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const path = (await fetch(`${site.url}/admin/import?index`, sent)).headers.get("Location") as string;
  const page = await (await get(site, path, { headers })).text();
  const fields = [...page.matchAll(/<select[^>]*name="fields\[\]"[\s\S]*?<\/select>/g)].map(
    ([select]): [string, string] => [
      "fields[]",
      /<option selected="" value="([^"]*)"|<option value="([^"]*)" selected=""/.exec(select)?.slice(1).find(Boolean) ??
        "",
    ],
  );
  await form(site, path, [["intent", "columns"], ["newTopics", "note"], ["state", "draft"], ...fields], { headers });
  const id = path.split("/").at(-1) as string;
  const rests = async (phase: string) => {
    await expect
      .poll(async () => (await getJson(site, `/api/admin/imports/${id}`, { headers })).body.phase)
      .toBe(phase);
  };
  await rests("checked");
  await form(site, path, { intent: "apply" }, { headers });
  await rests("written");
  return id;
}

/** What each tool of assistants answers when it is asked for the draft in every way its schema allows. */
async function toldByTools(slug: string, id: string): Promise<string[]> {
  const ask = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const head = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    return (await fetch(`${site.url}/mcp`, { method: "POST", body, headers: head })).json();
  };
  const { tools } = (await ask("tools/list", {})).result;
  expect(tools.length).toBeGreaterThan(3);
  const told: string[] = [];
  for (const { name, inputSchema } of tools)
    for (const value of [slug, id, `Dora ${WORD}`]) {
      const strings = Object.entries(inputSchema.properties ?? {}).filter(([, one]) => Object(one).type === "string");
      for (const given of [...strings.map(([key]) => ({ [key]: value })), {}]) {
        const text = JSON.stringify(await ask("tools/call", { name, arguments: given }));
        if (text.includes(`${WORD}ist`) || text.includes(`${WORD} found`))
          told.push(`${name} ${JSON.stringify(given)}`);
      }
    }
  return told;
}

/** Addresses of readers, from the routes of the build; parameters are those of the draft. */
function publicPaths(slug: string): string[] {
  const params: Record<string, string> = { slug, category: "academic-researchers", format: "csv", id: "x", token: "x" };
  return builtRoutes()
    .map(({ path }) => path)
    .filter((path) => !/^\/(admin|api\/admin|account)/.test(path))
    .map((path) => path.replace(/:(\w+)\??/g, (_, name: string) => params[name] ?? "x").replace(/\*$/, ""));
}

test("reliability 51 a draft is in no list, search, feed, count, call, sitemap or file, and not at its address", async () => {
  const before = (await getJson(site, "/api/experts/paginated")).body.total;
  const id = await importDraft();
  const { body } = await getJson(site, `/api/admin/experts?search=${WORD}`, { headers });
  expect(body.experts).toMatchObject([{ state: "draft", notes: expect.stringContaining(WORD) }]);
  const [{ slug, id: expertId }] = body.experts;
  expect((await getJson(site, "/api/experts/paginated")).body.total).toBe(before);
  const own = encodeURIComponent(`${site.url}/${slug}`);
  const asked = [
    ...publicPaths(slug),
    ...publicPaths(expertId),
    ...publicPaths(slug).map((path) => `${path}?search=${WORD}&q=${WORD}&people=${slug}&ids=${expertId}&url=${own}`),
    ...["jsonld", "json", "ndjson"].map((format) => `/api/dataset/${format}`),
    `/${slug}?format=vcard`,
    `/${slug}.vcf`,
    `/api/oembed?url=${own}`,
    `/my-list?people=${slug}`,
    `/directory?search=${WORD}`,
    `/api/experts/paginated?search=${WORD}`,
    "/api/experts?limit=1000",
    "/api/changes",
    "/api/dataset/jsonld",
    `/experts/${slug}`,
    `/draft/${expertId}?key=wrong`,
  ];
  const seen: string[] = [];
  for (const path of new Set(asked)) {
    const answer = await get(site, path, { headers: { Accept: "*/*" } });
    const text = await answer.text();
    const isEcho = path.toLowerCase().includes(WORD.toLowerCase());
    const told = isEcho
      ? text.includes(`${WORD}ist`) || text.includes(`${WORD} found`)
      : text.toLowerCase().includes(WORD.toLowerCase());
    if (told) seen.push(path);
  }
  expect(seen).toEqual([]);
  expect(await toldByTools(slug, expertId)).toEqual([]);
  expect((await get(site, `/${slug}`)).status).toBe(404);

  const preview = await get(site, `/admin/experts/${expertId}/preview`, { headers });
  const draft = await get(site, String(preview.headers.get("Location")));
  expect(draft.status).toBe(200);
  expect(draft.headers.get("Cache-Control")).toContain("no-store");
  const html = await draft.text();
  expect(html).toContain(`Dora ${WORD}`);
  expect(html).not.toContain("secret");

  const released = await json(site, "PUT", `/api/experts/${expertId}`, { state: "public" }, { headers });
  expect(released.status).toBe(200);
  expect((await get(site, `/${slug}`)).status).toBe(200);
  expect(JSON.stringify((await getJson(site, `/api/experts/${slug}`)).body)).not.toContain("secret");
  expect((await form(site, `/admin/import/${id}/undo`, {}, { headers })).status).toBe(409);
});
