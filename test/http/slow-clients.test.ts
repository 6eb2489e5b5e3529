/** Checks that clients which send as slowly as allowed do not keep others from working. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { multipart } from "../support/checked-requests";
import { HAS_PROC, memoryOf, resetPeakMemory } from "../support/processes";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { type Attack, MULTIPART, sendSlowly, slowAttacks } from "../support/slow-senders";
import { testImageOf } from "../support/test-images";

let site: Site;
let cookies: string[];
let image: Buffer;

beforeAll(async () => {
  site = await startSite({ starter: false, env: { TRUST_PROXY: "on" } });
  cookies = await Promise.all(Array.from({ length: 3 }, async () => (await signUp(site)).headers.Cookie));
  image = await testImageOf(200_000);
});
afterAll(() => site?.stop());

describe("reliability 37 strangers are answered, and a new admin signs in and works, beside 20 networks with", () => {
  test.each(Object.keys(slowAttacks([])))("%s", async (name) => {
    if (HAS_PROC) resetPeakMemory(site.pid);
    onTestFinished(await sendSlowly(site, slowAttacks(cookies)[name] as Attack));
    await expectStrangersAnswered();
    await expectNewAdminWorks();
    await expectStrangersAnswered();
    if (HAS_PROC) expect(memoryOf(site.pid).peak).toBeLessThan(600);
  });
});

describe("reliability 37 an upload is accepted while 60 networks send slowly", () => {
  const slowUploads = (headers?: Record<string, string>): Attack => ({
    networks: 60,
    connectionsPerNetwork: 1,
    bytesPerSecond: 2_500,
    bodies: [{ path: "/submit", type: MULTIPART, announcedBytes: 400_000, sentBytes: 9_000, headers }],
  });
  test.each([
    ["of one account", () => ({ Cookie: cookies[0] ?? "" })],
    ["of strangers", () => undefined],
  ])("%s", async (_, headers) => {
    onTestFinished(await sendSlowly(site, slowUploads(headers())));
    const readerHeaders = { Cookie: cookies[1] ?? "", "X-Forwarded-For": newNetwork() };
    const parts = [
      { name: "name", content: "" },
      { name: "file", filename: "a.png", content: image },
    ];
    expect((await post("/submit", parts, readerHeaders)).status).toBe(400);
  });
});

let visitorCount = 0;

function newNetwork(): string {
  visitorCount++;
  return `198.51.100.${visitorCount}`;
}

/** Sends requests of strangers. Each is answered with a message about its input, which is not a limit. */
async function expectStrangersAnswered() {
  const headers = { "X-Forwarded-For": newNetwork() };
  const longCredentials = { email: "nobody@mail.example", password: "x".repeat(1_000) };
  const answers = await Promise.all([
    form(site, "/forgot-password", { email: "nobody" }, { headers }),
    form(site, "/submit", { name: "", biography: "x".repeat(1_000) }, { headers }),
    post("/forgot-password", [{ name: "email", content: "nobody" }], headers),
    get(site, "/submit", { headers }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200]);
  expect((await json(site, "POST", "/api/auth/login", longCredentials, { headers })).status).toBeLessThan(500);
}

async function expectNewAdminWorks() {
  const address = newNetwork();
  const { status, cookie } = await signIn(site, await signUpAdmin(site), { headers: { "X-Forwarded-For": address } });
  expect([status, cookie]).toEqual([200, expect.stringContaining("session=")]);
  const headers = { "X-Forwarded-For": address, Cookie: cookie };
  expect((await get(site, "/admin", { headers })).status).toBe(200);
  const article = { title: `Written meanwhile ${address}`, body: "x".repeat(90_000) };
  expect((await json(site, "POST", "/api/admin/articles", article, { headers })).status).toBe(201);
  const upload = await post("/api/admin/images", [{ name: "file", filename: "a.png", content: image }], headers);
  expect(upload.status).toBe(201);
}

function post(path: string, parts: Parameters<typeof multipart>[0], headers: Record<string, string>) {
  const { body, headers: type } = multipart(parts);
  const allHeaders = { Origin: site.url, ...type, ...headers };
  return fetch(site.url + path, {
    method: "POST",
    body: new Uint8Array(body),
    headers: allHeaders,
    redirect: "manual",
  });
}
