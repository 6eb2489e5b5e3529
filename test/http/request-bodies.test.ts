/** Tests the cost of unwanted, endless and aborted request bodies, and the answers to them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const MEGABYTE = 1024 * 1024;

/** Sends `bytes` of spaces without a Content-Length. Returns the status, or the error instead of an answer. */
function send(
  path: string,
  bytes: number,
  { type = "application/json", disconnect = false } = {},
): Promise<number | string> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const headers = { "Content-Type": type, Origin: site.url };
    const request = httpRequest({ hostname, port, path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", (error) => resolve(error.message));
    const piece = Buffer.alloc(64 * 1024, " ");
    let sentBytes = 0;
    const writeMore = () => {
      while (sentBytes < bytes) {
        sentBytes += piece.length;
        if (!request.write(piece)) return void request.once("drain", writeMore);
      }
      if (disconnect) request.destroy();
      else request.end();
    };
    writeMore();
  });
}

describe("D18 request bodies above the limit", () => {
  test("are refused without a Content-Length, and the site goes on", async () => {
    for (const path of ["/api/auth/login", "/api/submissions", "/submit", "/login", "/api/nothing", "/healthz", "/"]) {
      const type = path.startsWith("/api") ? "application/json" : "application/x-www-form-urlencoded";
      expect([path, await send(path, 3 * MEGABYTE, { type })]).toEqual([path, expect.any(Number)]);
    }
    expect(await send("/api/auth/login", 3 * MEGABYTE)).toBe(413);
    expect((await get(site, "/healthz")).status).toBe(200);
  });

  test("take no memory, at addresses that read bodies and others, and a body without end is cut off", async () => {
    if (!existsSync("/proc/self/clear_refs")) return;
    const read = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${site.pid}/status`, "utf8"))?.[1]) / 1024;
    writeFileSync(`/proc/${site.pid}/clear_refs`, "5");
    const memoryBefore = read("VmRSS");
    const answers = await Promise.all(
      ["/api/auth/login", "/healthz", "/api/nothing", "/"].map((path) => send(path, 50 * MEGABYTE)),
    );
    expect(answers).toEqual([413, 405, expect.any(Number), expect.any(Number)]);
    await send("/healthz", 300 * MEGABYTE);
    expect(read("VmHWM") - memoryBefore).toBeLessThan(100);
    expect((await get(site, "/healthz")).status).toBe(200);
  });

  test("have a limit of 64 KB for calls with ids and short texts, and a higher one for calls with long texts", async () => {
    const { headers } = await signUpEditor(site);
    const statusOf = async (path: string, body: object) => (await json(site, "POST", path, body, { headers })).status;
    const longText = "x".repeat(80_000);
    for (const path of ["/api/library/projects", "/api/admin/experts/bulk-delete", "/api/admin/missing/dismiss"]) {
      expect([path, await statusOf(path, { long: longText })]).toEqual([path, 413]);
    }
    expect(await statusOf("/api/library/content", { content: longText, expertName: "Ada" })).toBe(201);
    expect(await statusOf("/api/admin/articles/preview", { title: "A", body: longText })).toBe(200);
  });

  test("that are aborted are not logged as errors", async () => {
    const senders = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 ? "/api/auth/login" : "/login", 50_000, {
        disconnect: true,
        type: index % 2 ? "application/json" : "application/x-www-form-urlencoded",
      }),
    );
    await Promise.all(senders);
    expect((await get(site, "/healthz")).status).toBe(200);
    await expect.poll(() => site.logs().filter(({ status }) => status === 499).length).toBeGreaterThanOrEqual(20);
    expect(site.logs().filter(({ level }) => level === "error")).toEqual([]);
  });
});
