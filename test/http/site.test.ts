import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import starters from "../../db/starter/experts.json";
import { getJson } from "../support/requests";
import { startSite } from "../support/site";

test("a site starts on a free port with the starter directory, and leaves nothing when it stops", async () => {
  const site = await startSite();
  expect(await getJson(site, "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect((await getJson(site, "/api/experts/paginated")).body.total).toBe(starters.length);
  expect(existsSync(join(site.dataDir, "longevity.db"))).toBe(true);
  await site.stop();
  expect(existsSync(site.dataDir)).toBe(false);
  expect(site.logs().map((line) => line.msg)).toContain("listening");
});

test("the first start in an empty folder adds the starter directory, and the next one does not", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-first-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  for (const isFilled of [true, false]) {
    const site = await startSite({ dataDir });
    expect((await getJson(site, "/api/experts/paginated")).body.total).toBe(starters.length);
    expect(site.logs().some(({ msg }) => msg === "starter directory filled in")).toBe(isFilled);
    await site.stop();
  }
});

test("a site without the starter directory has no people", async () => {
  const site = await startSite({ starter: false });
  expect((await getJson(site, "/api/experts/paginated")).body).toMatchObject({ experts: [], total: 0 });
  await site.stop();
});

test("a wrong setting stops the start with one clear message that names it", async () => {
  await expect(startSite({ env: { SITE_URL: "nonsense", RATE_LIMIT: "maybe" } })).rejects.toThrow(
    /SITE_URL: must.*\n.*RATE_LIMIT: must/,
  );
});
