/** Tests the calls about accounts, as a browser and as a stranger send them. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, newPerson, PASSWORD, signIn, signUp, solveCaptcha } from "../support/accounts";
import { query } from "../support/database";
import { makeEmptyDirectory } from "../support/empty-directory";
import { form, get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite({
    env: { SITE_URL: "https://longevity.example", TRUST_PROXY: "on", SMTP_URL: NO_MAIL_SERVER },
  });
});
afterAll(() => site?.stop());

/** Counts client addresses. Each test has its own, because this site trusts the proxy's header. */
let addressCount = 0;
const newClientAddress = () => ({ "X-Forwarded-For": `192.0.2.${++addressCount}` });

async function register(changes: object = {}, headers: Record<string, string> = newClientAddress()) {
  const person = newPerson();
  const body = { ...person, ...(await solveCaptcha(site)), ...changes };
  return { person, ...(await json(site, "POST", "/api/auth/register", body, { headers })) };
}

describe("AC16 GET /api/auth/captcha", () => {
  test("gives question and expected answer, different each time and never from a cache", async () => {
    const [firstAnswer, secondAnswer] = [
      await getJson(site, "/api/auth/captcha"),
      await getJson(site, "/api/auth/captcha"),
    ];
    expect(firstAnswer.status).toBe(200);
    expect(Object.keys(firstAnswer.body)).toEqual(["question", "expected"]);
    expect(firstAnswer.body.expected).not.toBe(secondAnswer.body.expected);
    expect(firstAnswer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("AC18 POST /api/auth/register", () => {
  test("creates an account and signs in with a cookie for this host only", async () => {
    const { person, status, body, headers } = await register();
    expect(status).toBe(201);
    expect(body).toEqual({
      user: {
        id: expect.any(String),
        email: person.email,
        firstName: "Ada",
        lastName: "Reader",
        role: "user",
        isAuthenticated: true,
      },
      message: expect.any(String),
    });
    const [cookie, ...otherCookies] = headers.getSetCookie();
    expect(otherCookies).toEqual([]);
    expect(cookie).toMatch(/^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const me = await getJson(site, "/api/auth/user", { headers: { Cookie: cookieOf(headers) } });
    expect(me.body).toEqual(body.user);
  });

  test("AC05 AC06 answers 400 with a message and the name of the field", async () => {
    for (const [changes, message, field] of [
      [{ lastName: "" }, "Please fill in all required fields", "lastName"],
      [{ password: "seven77" }, "Password must be at least 8 characters long", "password"],
      [{ confirmPassword: "other" }, "Passwords do not match", "confirmPassword"],
      [{ captchaExpected: "" }, "Please wait for CAPTCHA to load", "captchaAnswer"],
    ] as const) {
      const { status, body, headers } = await register(changes);
      expect([status, body]).toEqual([400, { message, fieldErrors: { [field]: message } }]);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test("D9 answers 409 for an address that has an account", async () => {
    const { person } = await register();
    const secondRegistration = await register({ email: person.email });
    expect(secondRegistration.status).toBe(409);
    expect(secondRegistration.body.message).toBe("An account with this email already exists");
  });

  test("allows ten registrations an hour from one address, then says when to try again", async () => {
    const clientAddress = newClientAddress();
    const statuses = [];
    for (let n = 0; n < 10; n++) statuses.push((await register({}, clientAddress)).status);
    expect(statuses).toEqual(Array(10).fill(201));
    const refusal = await register({}, clientAddress);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(3_000);
    expect((await register()).status).toBe(201);
  });

  test("answers 400 to a body that is not a registration, and 415 to a form", async () => {
    for (const body of [null, [], "text", 7, { email: { $ne: null } }]) {
      expect((await json(site, "POST", "/api/auth/register", body, { headers: newClientAddress() })).status).toBe(400);
    }
    const formAnswer = await form(site, "/api/auth/register", { email: "a@mail.example" });
    expect(formAnswer.status).toBe(415);
  });
});

describe("AC17 POST /api/auth/login", () => {
  test("signs in and ends the browser's former session", async () => {
    const person = await signUp(site);
    const answer = await signIn(site, person, { headers: { ...newClientAddress(), ...person.headers } });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ email: person.email, isAuthenticated: true });
    expect((await get(site, "/api/auth/user", { headers: { Cookie: answer.cookie } })).status).toBe(200);
    expect((await get(site, "/api/auth/user", { headers: person.headers })).status).toBe(401);
  });

  test("AC07 says which fields are missing", async () => {
    const { status, body } = await json(site, "POST", "/api/auth/login", { email: "a@mail.example" });
    expect([status, body.message]).toEqual([400, "Please enter your email and password"]);
  });

  test("answers a wrong password and an unknown address with the same words", async () => {
    const person = await signUp(site);
    const wrongPassword = await signIn(
      site,
      { email: person.email, password: "wrong" },
      { headers: newClientAddress() },
    );
    const unknownAddressAnswer = await signIn(
      site,
      { email: "nobody@mail.example", password: "wrong" },
      { headers: newClientAddress() },
    );
    expect([wrongPassword.status, wrongPassword.body]).toEqual([401, { message: "Invalid email or password" }]);
    expect([unknownAddressAnswer.status, unknownAddressAnswer.body]).toEqual([
      wrongPassword.status,
      wrongPassword.body,
    ]);
    expect(wrongPassword.cookie + unknownAddressAnswer.cookie).toBe("");
  });

  test("after five wrong tries answers 429 with Retry-After for this account and client address only, whether or not the account exists", async () => {
    const person = await signUp(site);
    const clientAddress = newClientAddress();
    for (const email of [person.email, "stranger@mail.example"]) {
      const signInWithWrongPassword = () => signIn(site, { email, password: "wrong" }, { headers: clientAddress });
      for (let n = 0; n < 5; n++) expect((await signInWithWrongPassword()).status).toBe(401);
      const refusal = await signInWithWrongPassword();
      expect(refusal.status).toBe(429);
      expect(Number(refusal.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
    }
    expect((await signIn(site, person, { headers: clientAddress })).status).toBe(429);
    expect((await signIn(site, person, { headers: newClientAddress() })).status).toBe(200);
  });

  test("ignores X-Forwarded-For without a trusted proxy when it counts tries, and counts on after a restart", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "longevity-tries-"));
    await makeEmptyDirectory(dataDir);
    const statuses: number[] = [];
    for (const tries of [6, 1]) {
      const siteWithoutProxy = await startSite({ dataDir });
      for (let n = 0; n < tries; n++) {
        const credentials = { email: "a@mail.example", password: "wrong" };
        statuses.push((await signIn(siteWithoutProxy, credentials, { headers: newClientAddress() })).status);
      }
      await siteWithoutProxy.stop();
    }
    rmSync(dataDir, { recursive: true });
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test("tells that an account is disabled only after the right password", async () => {
    const person = await signUp(site);
    await query(site.dataDir, "UPDATE users SET status = 'disabled' WHERE id = ?", person.id);
    expect((await get(site, "/api/auth/user", { headers: person.headers })).status).toBe(401);
    const wrongPassword = await signIn(site, { ...person, password: "wrong" }, { headers: newClientAddress() });
    const rightPassword = await signIn(site, person, { headers: newClientAddress() });
    expect([wrongPassword.status, rightPassword.status, rightPassword.body.message]).toEqual([
      401,
      403,
      "This account is disabled.",
    ]);
  });
});

describe("AC13 AC14 the session", () => {
  test("AC13 GET /api/auth/user answers 401 with a message to a visitor, and its answer is never cached", async () => {
    const visitor = await getJson(site, "/api/auth/user");
    expect([visitor.status, visitor.body]).toEqual([401, { message: "Unauthorized" }]);
    const { headers } = await signUp(site);
    const user = await getJson(site, "/api/auth/user", { headers });
    expect(user.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test("AC14 POST /api/auth/logout ends the session and clears the cookie; it does no harm without a session", async () => {
    const { headers } = await signUp(site);
    const logoutAnswer = await json(site, "POST", "/api/auth/logout", undefined, { headers });
    expect(logoutAnswer.status).toBe(200);
    expect(logoutAnswer.headers.get("Set-Cookie")).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/);
    expect(logoutAnswer.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect((await get(site, "/api/auth/user", { headers })).status).toBe(401);
    expect((await json(site, "POST", "/api/auth/logout")).status).toBe(200);
  });

  test("AC12 the Sign Out button ends the session and leads home; opening its address changes nothing", async () => {
    const { headers } = await signUp(site);
    const linkAnswer = await get(site, "/logout", { headers });
    expect([linkAnswer.status, linkAnswer.headers.get("Location")]).toEqual([302, "/"]);
    expect((await get(site, "/api/auth/user", { headers })).status).toBe(200);
    const buttonAnswer = await form(site, "/logout", {}, { headers });
    expect([buttonAnswer.status, buttonAnswer.headers.get("Location")]).toEqual([303, "/"]);
    expect((await get(site, "/api/auth/user", { headers })).status).toBe(401);
  });

  test("is neither begun nor ended by a request from another site", async () => {
    const person = await signUp(site);
    const foreignHeaders = { Origin: "https://evil.example" };
    for (const path of ["/api/auth/logout", "/logout", "/api/auth/login", "/api/auth/register"]) {
      const answer = await json(site, "POST", path, {}, { headers: { ...person.headers, ...foreignHeaders } });
      expect(answer.status, path).toBe(403);
    }
    expect((await get(site, "/api/auth/user", { headers: person.headers })).status).toBe(200);
  });

  test("AC10 the header of each page shows who is signed in", async () => {
    const { headers } = await signUp(site, { firstName: "Marguerite" });
    const [readerPage, visitorPage] = [await get(site, "/", { headers }), await get(site, "/")];
    expect(await readerPage.text()).toContain("Marguerite");
    expect(readerPage.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await visitorPage.text()).not.toContain("Sign Out");
  });
});

describe("AC19 AC20 a forgotten password", () => {
  const NEUTRAL = "If an account exists with that email, we've sent a password reset link";

  async function requestReset(email: string, headers: Record<string, string> = newClientAddress()) {
    return json(site, "POST", "/api/auth/forgot-password", { email, ...(await solveCaptcha(site)) }, { headers });
  }

  async function linksMailedTo(email: string): Promise<string[]> {
    const mails = await query<{ body: string }>(
      site.dataDir,
      "SELECT body FROM mails WHERE recipient = ? AND kind = 'passwordReset' ORDER BY createdAt",
      email,
    );
    return mails.map(({ body }) => /https?:\/\/\S+/.exec(body)?.[0] ?? "");
  }

  const tokenOf = (link = "") => new URL(link).searchParams.get("token");
  const reset = (token: unknown, password: string) =>
    json(site, "POST", "/api/auth/reset-password", { token, password });

  test("AC19 answers in the same way for addresses with and without an account", async () => {
    const person = await signUp(site);
    const [withAccount, unknownAddressAnswer] = [
      await requestReset(person.email),
      await requestReset("nobody@mail.example"),
    ];
    expect([withAccount.status, withAccount.body]).toEqual([200, { message: NEUTRAL }]);
    expect([unknownAddressAnswer.status, unknownAddressAnswer.body]).toEqual([200, { message: NEUTRAL }]);
    expect(await linksMailedTo(person.email)).toHaveLength(1);
    expect(await linksMailedTo("nobody@mail.example")).toEqual([]);
  });

  test("AC19 sends a link to SITE_URL whatever the Host header says", async () => {
    const person = await signUp(site);
    await requestReset(person.email, {
      ...newClientAddress(),
      Origin: "https://longevity.example",
      "X-Forwarded-Host": "evil.example",
    });
    expect((await linksMailedTo(person.email))[0]).toMatch(
      /^https:\/\/longevity\.example\/reset-password\?token=[\w-]{43}$/,
    );
  });

  test("AC19 the form works behind a proxy that changes the Host header", async () => {
    const headers = { ...newClientAddress(), Origin: "https://longevity.example" };
    const answer = await form(site, "/forgot-password", { email: "nobody@mail.example" }, { headers });
    // The form lacks the security question; 403 would mean that it was taken for another site's.
    expect(answer.status).toBe(400);
  });

  test("AC19 AC07 asks for an address", async () => {
    const { status, body } = await json(site, "POST", "/api/auth/forgot-password", { email: " " });
    expect([status, body.message]).toEqual([400, "Please enter your email address"]);
  });

  test("AC19 allows five requests an hour from one client address", async () => {
    const clientAddress = newClientAddress();
    for (let n = 0; n < 5; n++)
      expect((await requestReset(`nobody-${n}@mail.example`, clientAddress)).status).toBe(200);
    const refusal = await requestReset("nobody@mail.example", clientAddress);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("AC20 sets a new password, ends the old one and all sessions, and works once", async () => {
    const person = await signUp(site);
    await requestReset(person.email);
    const token = tokenOf((await linksMailedTo(person.email))[0]);
    const response = await reset(token, "amber ladder 17 comet");
    expect([response.status, Object.keys(response.body)]).toEqual([200, ["message"]]);
    expect((await get(site, "/api/auth/user", { headers: person.headers })).status).toBe(401);
    expect((await signIn(site, person, { headers: newClientAddress() })).status).toBe(401);
    const newCredentials = { email: person.email, password: "amber ladder 17 comet" };
    expect((await signIn(site, newCredentials, { headers: newClientAddress() })).status).toBe(200);
    expect((await reset(token, "amber ladder 18 comet")).status).toBe(400);
    const mails = await query(
      site.dataDir,
      "SELECT 1 FROM mails WHERE recipient = ? AND kind = 'passwordChanged'",
      person.email,
    );
    expect(mails).toHaveLength(1);
  });

  test("AC20 accepts one of fifty uses of a link at the same time", async () => {
    const person = await signUp(site);
    await requestReset(person.email);
    const token = tokenOf((await linksMailedTo(person.email))[0]);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => reset(token, `amber ladder ${n} comet`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  test.each([
    [undefined, "amber ladder 17 comet", "Password reset link is missing or invalid."],
    ["made up", "amber ladder 17 comet", "Failed to reset password. The link may be expired or invalid."],
    ["made up", "short", "Password must be at least 8 characters long."],
  ])("AC20 AC07 answers 400 for token %j and password %j", async (token, password, message) => {
    const { status, body } = await reset(token, password);
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe("secrets", () => {
  test("a password, token or cookie is never logged", async () => {
    const person = await signUp(site);
    await signIn(site, person, { headers: newClientAddress() });
    const log = JSON.stringify(site.logs());
    for (const secret of [PASSWORD, person.headers.Cookie, person.email]) expect(log).not.toContain(secret);
  });

  test("a token in the path of an address is never logged, in whatever form the address arrives", async () => {
    const routes = readdirSync("app/routes").filter((name) => name.includes("$token"));
    const paths = routes.map(
      (name) =>
        `/${name
          .replace(/\.tsx?$/, "")
          .replace(/^_\w+\.|_(?=\.)/g, "")
          .replaceAll(".", "/")}`,
    );
    expect(paths.length).toBeGreaterThan(3);
    const secret = "S3cretOfAnAddress".repeat(2);
    const { hostname, port, host } = new URL(site.url);
    for (const path of paths.map((path) => path.replace("$token", secret)))
      for (const target of [path, `${site.url}${path}`, `HTTP://${host}${path}?x=${secret}`]) {
        const clientRequest = request({ hostname, port, path: target }).end();
        const [answer] = (await once(clientRequest, "response")) as [IncomingMessage];
        await once(answer.resume(), "end");
      }
    const isLogged = ({ path }: Record<string, unknown>) => String(path).includes("[token]");
    await expect.poll(() => site.logs().filter(isLogged).length).toBeGreaterThanOrEqual(3 * paths.length);
    expect(JSON.stringify(site.logs())).not.toContain(secret);
  });

  test("the database holds no password, session id or token as plain text, and only the owner can read the session secret", async () => {
    const person = await signUp(site);
    const [, value = ""] = person.headers.Cookie.split("=");
    const id = JSON.parse(Buffer.from(decodeURIComponent(value).split(".")[0] as string, "base64").toString());
    const bytes = ["longevity.db", "longevity.db-wal"].map((file) => readFileSync(join(site.dataDir, file), "latin1"));
    for (const secret of [PASSWORD, id]) expect(bytes.join().includes(secret)).toBe(false);
    expect(statSync(join(site.dataDir, "session-secret")).mode & 0o777).toBe(0o600);
  });
});
