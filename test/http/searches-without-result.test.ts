/** Tests searches without a result, from the reader's page to the dashboard. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { copyStarter } from "../support/seeded-data";
import { startSite } from "../support/site";

const dataDir = mkdtempSync(join(tmpdir(), "longevity-missing-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const READER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

test("PU02 the dashboard lists names searched without a result, with next steps; bots and successful searches do not count", async () => {
  copyStarter(dataDir);
  const firstSite = await startSite({ dataDir, env: { TRUST_PROXY: "on" } });
  for (const path of [
    "/directory?search=Zelda+Zymurgy",
    "/?search=Zelda+Zymurgy",
    "/directory.data?search=Zora+Zenith",
  ])
    for (const clientAddress of ["203.0.113.7", "203.0.113.8", "203.0.113.8"]) {
      const { headers } = await get(firstSite, path, { headers: { ...READER, "X-Forwarded-For": clientAddress } });
      expect(headers.get("Cache-Control")).toBe("private, no-store");
    }
  await get(firstSite, "/directory?search=Bot+Botson", { headers: { "User-Agent": "Googlebot/2.1" } });
  await get(firstSite, "/directory?search=sinclair", { headers: READER });
  await get(firstSite, "/directory?search=Nina+Narrow&category=author", { headers: READER });
  await firstSite.stop();

  const site = await startSite({ dataDir });
  try {
    const { headers } = await signUpEditor(site);
    const readRows = async (path: string) => {
      const document = parsePage(await (await get(site, path, { headers })).text());
      const rows = [...document.querySelectorAll("tr")].filter((row) => row.querySelector('input[name="words"]'));
      return rows.map((row) => ({
        name: row.querySelector("td")?.textContent,
        links: [...row.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
      }));
    };
    const missingRows = await readRows("/admin");
    expect(missingRows.map(({ name }) => name).sort()).toEqual(["Zelda Zymurgy", "Zora Zenith"]);
    for (const path of missingRows[0]?.links ?? []) {
      const document = parsePage(await (await get(site, path, { headers })).text());
      const values = [...document.querySelectorAll("input")].map((input) => input.value);
      expect([path, values]).toEqual([path, expect.arrayContaining([missingRows[0]?.name])]);
    }
    await form(site, "/admin/missing", { words: "zora zenith" }, { headers });
    expect((await readRows("/admin/missing")).map(({ name }) => name)).toEqual(["Zelda Zymurgy"]);

    const { searches } = (await getJson(site, "/api/admin/missing", { headers })).body;
    expect(searches).toMatchObject([{ words: "zelda zymurgy", typed: "Zelda Zymurgy" }]);
    const dismiss = (body: object) => json(site, "POST", "/api/admin/missing/dismiss", body, { headers });
    expect((await dismiss({})).status).toBe(400);
    expect((await dismiss({ words: "zelda zymurgy" })).status).toBe(200);
    expect((await getJson(site, "/api/admin/missing", { headers })).body).toEqual({ searches: [] });
  } finally {
    await site.stop();
  }
});
