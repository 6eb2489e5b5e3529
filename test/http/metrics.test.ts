import { readFileSync } from "node:fs";
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

async function metrics(headers: Record<string, string>): Promise<Record<string, number>> {
  const response = await get(site, "/metrics", { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const lines = (await response.text()).trimEnd().split("\n");
  const values = lines.filter((line) => line !== "" && !line.startsWith("#"));
  // Means are "Nan" when nothing was measured since the last call.
  for (const line of values)
    expect(line).toMatch(/^[a-z][a-z_0-9]*(\{([a-z]+="[^"]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|Nan)$/);
  return Object.fromEntries(values.map((line) => line.split(" ")).map(([name, value]) => [name, Number(value)]));
}

test("6 /metrics needs an admin or the token", async () => {
  const [user, admin] = [await signUp(site), await signUpAdmin(site)];
  const status = async (headers = {}) => (await get(site, "/metrics", { headers })).status;
  expect(await status()).toBe(401);
  expect(await status(user.headers)).toBe(403);
  expect(await status({ Authorization: "Bearer" })).toBe(401);
  expect(await status({ Authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(401);
  expect(await status({ Authorization: `Basic ${METRICS_TOKEN}` })).toBe(401);
  await metrics({ Authorization: `Bearer ${METRICS_TOKEN}` });
  await metrics(admin.headers);
});

test("6 /metrics counts what happens", async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const before = await metrics(headers);
  for (let times = 0; times < 5; times++) await (await get(site, "/articles")).text();
  await (await get(site, "/nobody-of-this-name")).text();
  const after = await metrics(headers);
  const more = (name: string) => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
  expect(more("longevity_document_hits_total")).toBeGreaterThanOrEqual(4);
  expect(more('longevity_requests_total{class="4xx"}')).toBe(1);
  expect(more('longevity_requests_total{class="2xx"}')).toBeGreaterThanOrEqual(5);
  expect(after).toMatchObject({
    longevity_jobs_running: 0,
    'longevity_mails{status="failed"}': 0,
    longevity_requests_waiting: 0,
    longevity_requests_refused_total: 0,
  });
  const time = (rest: string) => more(`longevity_request_duration_seconds_${rest}`);
  expect(time('count{kind="page"}')).toBe(6);
  expect(time('bucket{le="+Inf",kind="page"}')).toBe(6);
  expect(time('bucket{le="10",kind="page"}')).toBe(6);
  expect(time('sum{kind="page"}')).toBeGreaterThan(0);
  expect([time('count{kind="monitor"}'), time('count{kind="call"}')]).toEqual([1, 0]);
  const { longevity_database_bytes: file = 0, longevity_database_wal_bytes: log = 0 } = after;
  expect(file + log).toBeGreaterThan(100_000);
  expect(after.process_resident_memory_bytes).toBeGreaterThan(10_000_000);
  expect(after).not.toHaveProperty("longevity_backup_age_seconds");
});

test("6 the alert rules and the dashboard name numbers that there are", async () => {
  const there = Object.keys(await metrics({ Authorization: `Bearer ${METRICS_TOKEN}` })).map(
    (name) => name.split("{", 1)[0],
  );
  const files = ["alerts.yml", "dashboard.json"].map((name) => readFileSync(`docs/monitoring/${name}`, "utf8"));
  const named = files.join().match(/\b(longevity|nodejs|process)_[a-z_0-9]+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  // There is no backup yet.
  expect(named.filter((name) => !there.includes(name) && name !== "longevity_backup_age_seconds")).toEqual([]);
  expect((parse(files[0] ?? "") as { groups: { rules: object[] }[] }).groups[0]?.rules).toHaveLength(3);
  expect(JSON.parse(files[1] ?? "").panels.length).toBeGreaterThan(5);
});
