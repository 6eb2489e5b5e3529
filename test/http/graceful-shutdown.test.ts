/** Tests SIGTERM under load with real processes: the server finishes running requests, and then ends. */
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { get } from "../support/requests";
import { type Site, startSite } from "../support/site";

const BODY = "email=nobody%40mail.example&password=wrong-password-of-nobody";

/** Begins to send a form: the server has read its headers and waits for its body. */
async function beginForm(site: Site) {
  const { hostname, port } = new URL(site.url);
  const request = httpRequest({
    hostname,
    port,
    path: "/preferences",
    method: "POST",
    headers: {
      Origin: site.url,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": BODY.length,
      Expect: "100-continue",
    },
  });
  const answer: Promise<number | undefined> = new Promise((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
  });
  await new Promise<void>((resolve) => {
    request.once("continue", resolve);
    request.flushHeaders();
  });
  return { answer, finish: () => request.end(BODY) };
}

describe.each([
  ["one process", {}, (site: Site): void => terminate(site.pid)],
  ["two workers", { WEB_CONCURRENCY: "2" }, (site: Site): void => terminate(site.pid)],
  // A terminal or a service manager signals all processes, and the first one then signals its workers again.
  [
    "two workers that get the signal too",
    { WEB_CONCURRENCY: "2" },
    (site: Site): void => terminate(site.pid, ...workersOf(site)),
  ],
] as const)("3 %s", (_, env, stop) => {
  test("finish running requests on SIGTERM, then end with 0", async () => {
    // Without the cache each page costs work.
    const site = await startSite({ env: { ...env, DOCUMENT_CACHE: "off" } });
    const forms = await Promise.all(Array.from({ length: 20 }, () => beginForm(site)));
    const pages = Array.from({ length: 12 }, async (_, page) => {
      const response = await get(site, `/directory?search=nobody${page}`);
      return { status: response.status, isWhole: (await response.text()).includes("</html>") };
    });
    const answers = Promise.allSettled(forms.map(({ answer }) => answer));
    const pageResults = Promise.allSettled(pages);
    await Promise.race(pages);
    stop(site);
    await expect.poll(() => site.logs().some(({ msg }) => msg.startsWith("stopping"))).toBe(true);
    for (const { finish } of forms) finish();
    expect(await answers).toEqual(forms.map(() => ({ status: "fulfilled", value: 303 })));
    const isComplete = (result: PromiseSettledResult<{ status: number; isWhole: boolean }>) =>
      result.status === "fulfilled" && result.value.status === 200 && result.value.isWhole;
    expect((await pageResults).filter((result) => !isComplete(result))).toEqual([]);
    await site.stop();
  });
});

function terminate(...pids: number[]): void {
  for (const pid of pids) process.kill(pid, "SIGTERM");
}

function workersOf(site: Site): number[] {
  const { workers } = site.logs().find(({ msg }) => msg === "listening") as unknown as { workers: number[] };
  return workers;
}
