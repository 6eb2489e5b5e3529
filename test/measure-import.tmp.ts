import { readFileSync } from "node:fs";
import { person } from "../scripts/seed-people";
import { finished, peopleFile, sendTable } from "./durability/imports";
import { signUpAdmin } from "./support/curator";
import { form, get } from "./support/requests";
import { startSite } from "./support/site";

const count = Number(process.argv[2] ?? 30000);
const hwm = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
const site = await startSite({ env: { LINK_CHECK: "off" } });
const { headers } = await signUpAdmin(site);
let stop = false;
const waits: number[] = [];
const health: number[] = [];
const writer = (async () => {
  for (let n = 0; !stop; n++) {
    const t = performance.now();
    const r = await form(site, "/admin/settings", { copyright: `c${n}`, siteName: "Longevity Leaders" }, { headers });
    if (r.status >= 400) console.log("write answered", r.status);
    waits.push(performance.now() - t);
    const h = performance.now();
    await get(site, "/healthz");
    health.push(performance.now() - h);
    await new Promise((r) => setTimeout(r, 50));
  }
})();
const report = (label: string, began: number) => {
  const s = waits.splice(0).sort((a, b) => a - b);
  const h = health.splice(0).sort((a, b) => a - b);
  console.log(
    `${label}: ${((performance.now() - began) / 1000).toFixed(1)} s; ${s.length} writes meanwhile, median ${s[s.length >> 1]?.toFixed(0)} p99 ${s[Math.floor(s.length * 0.99)]?.toFixed(0)} max ${s.at(-1)?.toFixed(0)} ms; healthz max ${h.at(-1)?.toFixed(0)} ms; peak ${hwm(site.pid)} MB`,
  );
};
async function run(label: string, send: () => Promise<string>) {
  let t = performance.now();
  const path = await send();
  report(`${label} sent`, t);
  t = performance.now();
  await finished(site, path, headers);
  report(`${label} checked`, t);
  t = performance.now();
  await form(site, path, { intent: "apply" }, { headers });
  const html = await finished(site, path, headers);
  report(`${label} written`, t);
  console.log(/[\d,]+ records? (was|were) written/.exec(html)?.[0] ?? "nothing was written");
}
async function sendJson() {
  const experts = Array.from({ length: count }, (_, n) => person(n));
  const body = new FormData();
  body.set("file", new File([JSON.stringify({ format: 1, experts })], "people.json"));
  const answer = await fetch(`${site.url}/admin/import?index`, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...headers },
    redirect: "manual",
  });
  return answer.headers.get("Location") as string;
}
await run("JSON", sendJson);
await run("JSON again", sendJson);
await run("CSV", () => sendTable(site, headers, peopleFile(count).text));
const t = performance.now();
let bytes = 0;
const ex = await fetch(`${site.url}/api/admin/export-database`, { headers: { Origin: site.url, ...headers } });
for await (const chunk of ex.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
report(`Export ${(bytes / 1e6).toFixed(0)} MB`, t);
stop = true;
await writer;
await site.stop();
