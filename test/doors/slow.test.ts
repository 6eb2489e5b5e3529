/** Every budget, lane and queue in the hands of clients that send as slowly as they may, while others come and work. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { multipart } from "../support/checked-requests";
import { forgetPeak, HAS_PROC, memoryOf } from "../support/processes";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { type Senders, type SlowBody, sendSlowly } from "../support/slow-senders";
import { testImageOf } from "../support/test-images";

const MEGABYTE = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data; boundary=b";

let site: Site;
let users: Record<string, string>[];
let image: Buffer;

beforeAll(async () => {
  site = await startSite({ starter: false, env: { TRUST_PROXY: "on" } });
  users = await Promise.all(Array.from({ length: 3 }, async () => (await signUp(site)).headers));
  image = await testImageOf(200_000);
});
afterAll(() => site?.stop());

/** A little more than the slowest speed that is let pass. */
const AS_SLOW_AS_ALLOWED = 2_200;
const TWENTY: Senders = { networks: 20, each: 10, bytesPerSecond: AS_SLOW_AS_ALLOWED };

interface Attack {
  bodies: (SlowBody | (() => SlowBody))[];
  senders?: Partial<Senders>;
}

const ATTACKS: Record<string, Attack> = {
  "promises of 26 MB where editors send images, and of less": {
    bodies: [25.9, 25.9, 4, 1, 0.3, 0.06, 0.01].map((megabytes, at) => ({
      ...{ method: "PUT", path: at % 2 ? "/api/admin/experts" : "/api/experts/x", type: JSON_TYPE },
      ...{ announced: megabytes * MEGABYTE, sent: 9_000 },
    })),
  },
  "texts of 4 MB and less": {
    bodies: [4.4, 2, 0.5, 0.1].map((megabytes, at) => ({
      ...{ path: at % 2 ? "/submit" : "/api/submissions", type: at % 2 ? FORM : JSON_TYPE },
      ...{ announced: megabytes * MEGABYTE, sent: megabytes * 0.4 * MEGABYTE },
    })),
  },
  "small forms that are almost complete, many of each network": {
    bodies: [{ path: "/login", type: FORM, announced: 65_000, sent: 60_000 }],
    senders: { each: 40 },
  },
  "small forms that are almost complete, of more networks than there is room for": {
    bodies: [{ path: "/login", type: FORM, announced: 65_000, sent: 60_000 }],
    senders: { networks: 700, each: 1 },
  },
  "sign-ins below the slowest speed": {
    bodies: [{ path: "/api/auth/login", type: JSON_TYPE, announced: 60_000, sent: 1_200 }],
    senders: { each: 25, bytesPerSecond: 1_200 },
  },
  "bodies in chunks without a length": {
    bodies: [
      { path: "/api/auth/login", type: JSON_TYPE, sent: 100_000 },
      { path: "/submit", type: MULTIPART, sent: 9_000 },
      { path: "/mcp", type: JSON_TYPE, sent: 9_000 },
    ],
  },
  "small forms with files": {
    bodies: [{ path: "/login", type: MULTIPART, announced: 200, sent: 199 }],
    senders: { bytesPerSecond: 0 },
  },
  "large forms with files": {
    bodies: ["/submit", "/admin/uploader", "/api/admin/images", "/submit"].map((path) => ({
      ...{ path, type: MULTIPART, announced: MEGABYTE, sent: 9_000 },
    })),
  },
  "large forms with files of people with an account": {
    bodies: [0, 1, 2].map((at) => () => ({
      ...{ path: "/submit", type: MULTIPART, announced: MEGABYTE, sent: 9_000 },
      headers: users[at],
    })),
  },
};

describe("reliability 37 strangers find a way in, and a new admin signs in and works, beside 20 networks with", () => {
  test.each(Object.entries(ATTACKS))("%s", async (_, { bodies, senders }) => {
    if (HAS_PROC) forgetPeak(site.pid);
    const own = bodies.map((body) => (typeof body === "function" ? body() : body));
    onTestFinished(await sendSlowly(site, own, { ...TWENTY, ...senders }));
    for (let round = 0; round < 3; round++) {
      await strangersFindIn();
      await newAdminWorks();
    }
    if (HAS_PROC) expect(memoryOf(site.pid).most).toBeLessThan(600);
  });
});

let visitors = 0;

function newNetwork(): string {
  visitors++;
  return `198.51.100.${visitors}`;
}

/** Each answers with a sentence about what is wrong, which no limit of its own can prevent. */
async function strangersFindIn() {
  const headers = { "X-Forwarded-For": newNetwork() };
  const kilobyte = { email: "nobody@mail.example", password: "x".repeat(1_000) };
  const answers = await Promise.all([
    form(site, "/forgot-password", { email: "nobody" }, { headers }),
    form(site, "/submit", { name: "", biography: "x".repeat(1_000) }, { headers }),
    post("/forgot-password", [{ name: "email", content: "nobody" }], headers),
    get(site, "/submit", { headers }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200]);
  expect((await json(site, "POST", "/api/auth/login", kilobyte, { headers })).status).toBeLessThan(500);
}

async function newAdminWorks() {
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
  const own = { Origin: site.url, ...type, ...headers };
  return fetch(site.url + path, { method: "POST", body: new Uint8Array(body), headers: own, redirect: "manual" });
}
