import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { get } from "../support/requests";
import { type Site, startSite } from "../support/site";

const METRICS_TOKEN = "a-token-of-some-length";
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { METRICS_TOKEN } });
});
afterAll(() => site?.stop());

async function readMetrics(headers: Record<string, string>): Promise<Record<string, number>> {
  const response = await get(site, "/metrics", { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const lines = (await response.text()).trimEnd().split("\n");
  const values = lines.filter((line) => line !== "" && !line.startsWith("#"));
  // A mean is "Nan" when nothing was measured since the last call.
  for (const line of values)
    expect(line).toMatch(/^[a-z][a-z_0-9]*(\{([a-z]+="[^"]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|Nan)$/);
  return Object.fromEntries(values.map((line) => line.split(" ")).map(([name, value]) => [name, Number(value)]));
}

test("reliability 6 /metrics needs an admin or the token", async () => {
  const [user, admin] = [await signUp(site), await signUpAdmin(site)];
  const status = async (headers = {}) => (await get(site, "/metrics", { headers })).status;
  expect(await status()).toBe(401);
  expect(await status(user.headers)).toBe(403);
  expect(await status({ Authorization: "Bearer" })).toBe(401);
  expect(await status({ Authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(401);
  expect(await status({ Authorization: `Basic ${METRICS_TOKEN}` })).toBe(401);
  await readMetrics({ Authorization: `Bearer ${METRICS_TOKEN}` });
  await readMetrics(admin.headers);
});

test("reliability 6 /metrics counts requests and reports sizes", async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const metricsBefore = await readMetrics(headers);
  for (let times = 0; times < 5; times++) await (await get(site, "/articles")).text();
  await (await get(site, "/nobody-of-this-name")).text();
  const metricsAfter = await readMetrics(headers);
  const increase = (name: string) => (metricsAfter[name] ?? Number.NaN) - (metricsBefore[name] ?? Number.NaN);
  expect(increase("longevity_document_hits_total")).toBeGreaterThanOrEqual(4);
  expect(increase('longevity_requests_total{class="4xx"}')).toBe(1);
  expect(increase('longevity_requests_total{class="2xx"}')).toBeGreaterThanOrEqual(5);
  expect(metricsAfter).toMatchObject({
    longevity_jobs_running: 0,
    'longevity_mails{status="failed"}': 0,
    longevity_requests_waiting: 0,
    longevity_requests_refused_total: 0,
  });
  const durationIncrease = (suffix: string) => increase(`longevity_request_duration_seconds_${suffix}`);
  expect(durationIncrease('count{kind="page"}')).toBe(6);
  expect(durationIncrease('bucket{le="+Inf",kind="page"}')).toBe(6);
  expect(durationIncrease('bucket{le="10",kind="page"}')).toBe(6);
  expect(durationIncrease('sum{kind="page"}')).toBeGreaterThan(0);
  expect([durationIncrease('count{kind="monitor"}'), durationIncrease('count{kind="call"}')]).toEqual([1, 0]);
  const { longevity_database_bytes: fileBytes = 0, longevity_database_wal_bytes: walBytes = 0 } = metricsAfter;
  expect(fileBytes + walBytes).toBeGreaterThan(100_000);
  expect(metricsAfter.process_resident_memory_bytes).toBeGreaterThan(10_000_000);
  expect(metricsAfter).not.toHaveProperty("longevity_backup_age_seconds");
});

test("reliability 6 the alert rules and the dashboard use only metrics that exist", async () => {
  const existingNames = Object.keys(await readMetrics({ Authorization: `Bearer ${METRICS_TOKEN}` })).map(
    (name) => name.split("{", 1)[0],
  );
  const files = ["alerts.yml", "dashboard.json"].map((name) => readFileSync(`docs/monitoring/${name}`, "utf8"));
  const usedNames = files.join().match(/\b(longevity|nodejs|process)_[a-z_0-9]+/g) ?? [];
  expect(usedNames.length).toBeGreaterThan(10);
  // The age appears with the first backup.
  expect(usedNames.filter((name) => !existingNames.includes(name) && name !== "longevity_backup_age_seconds")).toEqual(
    [],
  );
  expect((parse(files[0] ?? "") as { groups: { rules: object[] }[] }).groups[0]?.rules).toHaveLength(3);
  expect(JSON.parse(files[1] ?? "").panels.length).toBeGreaterThan(5);
});

test("reliability 6 /metrics reports the age of the newest backup", async () => {
  const folder = join(site.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  const hourAgo = Date.now() / 1_000 - 3_600;
  for (const [name, at] of [
    ["old.tar.gz", hourAgo - 86_400],
    ["new.tar.gz", hourAgo],
    ["newer.unfinished", hourAgo + 1_800],
  ] as const) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at, at);
  }
  const age = (await readMetrics({ Authorization: `Bearer ${METRICS_TOKEN}` })).longevity_backup_age_seconds ?? 0;
  expect(Math.floor(age / 1_800)).toBe(2);
});
