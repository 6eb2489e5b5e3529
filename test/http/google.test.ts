/** Tests signing in with Google, with the real server and an OAuth server in place of Google's. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { googleProblems } from "../../app/models/base/accounts/google-problems";
import { cookieOf, signUp } from "../support/accounts";
import { query } from "../support/database";
import { type GoogleServer, GRETA, startGoogle } from "../support/google";
import { form, get, getJson } from "../support/requests";
import { resetAndGetCode, setCookie, setUpApp } from "../support/second-factors";
import { type Site, startSite } from "../support/site";

let provider: GoogleServer;
let site: Site;

beforeAll(async () => {
  provider = await startGoogle();
  site = await startSite({ env: provider.env });
});
afterEach(() => {
  Object.assign(provider, {
    person: GRETA,
    refusesConsent: false,
    handlers: {},
    requests: { authorize: [], token: [] },
  });
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});

/** Follows the way to Google and back, and returns the site's last answer. */
async function signInWithGoogle(returnTo?: string, headers: Record<string, string> = {}) {
  const { callback, cookie } = await goToGoogle(returnTo, headers);
  return returnFromGoogle(callback, cookie);
}

/** Follows the way to Google, as far as its redirect back. */
async function goToGoogle(returnTo?: string, headers: Record<string, string> = {}) {
  const query = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
  const start = await get(site, `/api/auth/google${query}`, { headers });
  expect(start.status).toBe(302);
  const address = new URL(start.headers.get("Location") ?? "");
  const answer = await fetch(address, { redirect: "manual" });
  const callback = new URL(answer.headers.get("Location") ?? "");
  return { address, cookie: signInCookieOf(start.headers), callback };
}

/** Returns the cookie that remembers the sign-in at Google, as a browser sends it back. */
function signInCookieOf(headers: Headers): string {
  return (
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("google-sign-in="))
      ?.split(";")[0] ?? ""
  );
}

/** Returns from Google to the site. */
async function returnFromGoogle({ pathname, search }: URL, cookie: string) {
  const answer = await get(site, pathname + search, { headers: { Cookie: cookie } });
  const { status, headers } = answer;
  return { status, location: headers.get("Location"), cookie: cookieOf(headers), way: signInCookieOf(headers) };
}

async function userOf(cookie: string) {
  return getJson(site, "/api/auth/user", { headers: { Cookie: cookie } });
}

describe("AC15 signing in with Google", () => {
  test("creates an account, signs in and returns to the page it began on", async () => {
    provider.person = { ...GRETA, sub: "first", email: "First@Mail.Example" };
    const answer = await signInWithGoogle("/directory?page=2#top");
    expect(answer).toMatchObject({ status: 302, location: "/directory?page=2#top" });
    const { status, body } = await userOf(answer.cookie);
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        email: "first@mail.example",
        firstName: "Greta",
        lastName: "Google",
        role: "user",
        isAuthenticated: true,
      },
    ]);
  });

  test("requests only what it needs, with a new state and PKCE challenge each time", async () => {
    const [firstVisit, secondVisit] = [await goToGoogle(), await goToGoogle()];
    const query = Object.fromEntries(firstVisit.address.searchParams);
    expect(query).toMatchObject({
      client_id: "our-id",
      response_type: "code",
      scope: "openid email profile",
      redirect_uri: `${site.url}/api/auth/google/callback`,
      code_challenge_method: "S256",
    });
    for (const name of ["state", "code_challenge"]) {
      expect(query[name]?.length).toBeGreaterThan(30);
      expect(secondVisit.address.searchParams.get(name)).not.toBe(query[name]);
    }
    await returnFromGoogle(firstVisit.callback, firstVisit.cookie);
    // The provider has checked that the verifier fits the challenge.
    expect(provider.requests.token).toEqual([
      {
        grant_type: "authorization_code",
        code: firstVisit.callback.searchParams.get("code"),
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uri: query.redirect_uri,
        client_id: "our-id",
        client_secret: "our-secret",
      },
    ]);
  });

  test("returns to SITE_URL, whatever the Host header says", async () => {
    const site = await startSite({ env: { ...provider.env, SITE_URL: "https://long.example" } });
    const answer = await get(site, "/api/auth/google");
    const address = new URL(answer.headers.get("Location") ?? "");
    expect(address.searchParams.get("redirect_uri")).toBe("https://long.example/api/auth/google/callback");
    expect(answer.headers.get("Set-Cookie")).toMatch(/^google-sign-in=.*Path=\/api\/auth\/google; HttpOnly; Secure/);
    await site.stop();
  });

  test("stores nothing before the answer of Google", async () => {
    const countRows = () =>
      query(site.dataDir, "SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM oneTimeTokens) AS count");
    const rowsBefore = await countRows();
    for (let n = 0; n < 5; n++) await get(site, "/api/auth/google");
    expect(await countRows()).toEqual(rowsBefore);
  });

  test("AC11 sends people who are signed in straight back", async () => {
    const { headers } = await signUp(site);
    const answer = await get(site, "/api/auth/google?returnTo=/directory", { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/directory"]);
  });

  test("AC11 an answer of Google that comes after another sign-in leads on, and changes nothing", async () => {
    const { headers } = await signUp(site);
    const { callback, cookie } = await goToGoogle("/directory");
    const path = callback.pathname + callback.search;
    const answer = await get(site, path, { headers: { Cookie: `${headers.Cookie}; ${cookie}` } });
    expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
      302,
      "/directory",
      [],
    ]);
    expect(provider.requests.token).toEqual([]);
  });

  test("accepts only GET", async () => {
    const answer = await fetch(`${site.url}/api/auth/google`, { method: "POST", headers: { Origin: site.url } });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "",
  ])("D5 does not return to %j", async (returnTo) => {
    expect((await signInWithGoogle(returnTo)).location).toBe("/");
  });
});

describe("AC15 only the browser that began a sign-in ends it", () => {
  const expiredAddress = expect.stringMatching(/^\/login\?google=expired/);

  test("without the cookie, or with that of another sign-in, nobody is signed in", async () => {
    const [ownSignIn, otherSignIn] = [await goToGoogle(), await goToGoogle()];
    for (const cookie of ["", ownSignIn.cookie]) {
      const answer = await returnFromGoogle(otherSignIn.callback, cookie);
      expect(answer.location).toEqual(expiredAddress);
      expect((await userOf(answer.cookie)).status).toBe(401);
    }
    expect(provider.requests.token).toEqual([]);
  });

  test.each(["", "guessed"])("with the state %j nobody is signed in", async (state) => {
    const { callback, cookie } = await goToGoogle();
    callback.searchParams.set("state", state);
    expect((await returnFromGoogle(callback, cookie)).location).toEqual(expiredAddress);
    expect(provider.requests.token).toEqual([]);
  });

  test("an answer works once, and the browser forgets it in any case", async () => {
    const { callback, cookie } = await goToGoogle();
    expect(await returnFromGoogle(callback, cookie)).toMatchObject({ location: "/", way: "google-sign-in=" });
    expect(await returnFromGoogle(callback, cookie)).toMatchObject({ location: "/login?google=failed", cookie: "" });
    provider.handlers["/token"] = (_request, response) => response.writeHead(500).end();
    const failedSignIn = await goToGoogle();
    expect(await returnFromGoogle(failedSignIn.callback, failedSignIn.cookie)).toMatchObject({
      location: "/login?google=failed",
      way: "google-sign-in=",
    });
  });

  test("a code that Google gave to somebody else is refused", async () => {
    const [ownSignIn, otherSignIn] = [await goToGoogle(), await goToGoogle()];
    ownSignIn.callback.searchParams.set("code", otherSignIn.callback.searchParams.get("code") ?? "");
    expect((await returnFromGoogle(ownSignIn.callback, ownSignIn.cookie)).location).toBe("/login?google=failed");
  });
});

describe("AC15 a failure ends at /login with an explanation, never with 500", () => {
  const html = "<!doctype html><title>Sorry</title>";
  const answerWith = (status: number, body: string, type = "application/json") => ({
    answer: (_request: unknown, response: import("node:http").ServerResponse) => {
      response.writeHead(status, { "Content-Type": type }).end(body);
    },
  });
  const failures: [string, string, ReturnType<typeof answerWith>][] = [
    ["a token endpoint that fails", "/token", answerWith(500, '{"error":"server_error"}')],
    ["a token endpoint that refuses", "/token", answerWith(400, '{"error":"invalid_grant"}')],
    ["a token endpoint without a token", "/token", answerWith(200, '{"token_type":"Bearer"}')],
    ["a token endpoint that answers in HTML", "/token", answerWith(200, html, "text/html")],
    ["a userinfo endpoint that fails", "/userinfo", answerWith(500, "")],
    ["userinfo in HTML", "/userinfo", answerWith(200, html, "text/html")],
    ["userinfo that is cut off", "/userinfo", answerWith(200, '{"sub":"1"')],
    ["userinfo without an address", "/userinfo", answerWith(200, '{"sub":"1","email_verified":true}')],
    [
      "userinfo with an invalid address",
      "/userinfo",
      answerWith(200, '{"sub":"1","email":"<b>","email_verified":true}'),
    ],
    ["userinfo without an identity", "/userinfo", answerWith(200, '{"email":"a@mail.example","email_verified":true}')],
    ["userinfo that is null", "/userinfo", answerWith(200, "null")],
  ];

  test.each(failures)("%s", async (_, path, { answer }) => {
    provider.handlers[path] = answer;
    await endsAtLogin("failed");
  });

  test("a redirect of userinfo, which is not followed", async () => {
    let wasFollowed = false;
    provider.handlers["/elsewhere"] = (_request, response) => {
      wasFollowed = true;
      response.end(JSON.stringify(GRETA));
    };
    provider.handlers["/userinfo"] = (_request, response) => {
      response.writeHead(302, { Location: "/elsewhere" }).end();
    };
    await endsAtLogin("failed");
    expect(wasFollowed).toBe(false);
  });

  test("a userinfo endpoint that disconnects, and one that never answers", async () => {
    provider.handlers["/userinfo"] = (request) => request.socket.destroy();
    await endsAtLogin("failed");
    provider.handlers["/userinfo"] = () => {}; // The site itself gives up.
    await endsAtLogin("failed");
  });

  test("consent that was denied", async () => {
    provider.refusesConsent = true;
    await endsAtLogin("denied");
  });

  test("D9 an address that Google has not verified", async () => {
    for (const email_verified of [false, "false", 1, null, undefined]) {
      provider.person = { ...GRETA, sub: "unverified", email: "unverified@mail.example", email_verified };
      await endsAtLogin("unverified");
    }
  });

  test("D9 a disabled account", async () => {
    provider.person = { ...GRETA, sub: "disabled", email: "disabled@mail.example" };
    await signInWithGoogle();
    await query(site.dataDir, "UPDATE users SET status = 'disabled' WHERE googleId = 'disabled'");
    await endsAtLogin("disabled");
  });

  async function endsAtLogin(problem: keyof typeof googleProblems): Promise<void> {
    const answer = await signInWithGoogle("/submit");
    expect(answer).toMatchObject({ status: 302, location: `/login?google=${problem}&returnTo=%2Fsubmit` });
    expect((await userOf(answer.cookie)).status).toBe(401);
    const page = await get(site, answer.location ?? "", { headers: { Cookie: answer.cookie } });
    expect(page.status).toBe(200);
    const text = (await page.text()).replaceAll("&#x27;", "'");
    expect(text).toContain(googleProblems[problem]);
    expect(text).toContain("Sign In Failed");
  }
});

describe("D9 accounts that have a password", () => {
  test("are linked by their address, and a password from before the address was confirmed ends", async () => {
    const { email, id, headers } = await signUp(site);
    provider.person = { ...GRETA, sub: "linked", email };
    const answer = await signInWithGoogle();
    expect((await userOf(answer.cookie)).body).toMatchObject({ id, firstName: "Ada", role: "user" });
    expect((await getJson(site, "/api/auth/user", { headers })).status).toBe(401);
  });
});

describe("names that Google sends are stored", () => {
  test.each([
    ["on one line", { given_name: "Ada\u0000\n", family_name: "  Full " }, "Ada", "Full"],
    ["from the full name", { given_name: undefined, family_name: undefined, name: "Cher" }, "Cher", ""],
    ["only if they are text", { given_name: { evil: true }, family_name: ["x"], name: 7 }, "", ""],
    ["with at most 100 characters", { given_name: "x".repeat(5_000), family_name: "山中" }, "x".repeat(100), "山中"],
  ])("%s", async (title, names, firstName, lastName) => {
    provider.person = { ...GRETA, ...names, sub: title, email: `${title.replaceAll(" ", "-")}@mail.example` };
    const { cookie } = await signInWithGoogle();
    expect((await userOf(cookie)).body).toMatchObject({ firstName, lastName });
  });
});

describe("D4 a site with Google", () => {
  test("links Sign In to Google and back to the page, and offers Google in the form and AC02 at /auth", async () => {
    const read = async (path: string) => (await get(site, path)).text();
    expect(await read("/directory?page=2")).toContain(
      '<a href="/api/auth/google?returnTo=%2Fdirectory%3Fpage%3D2">Sign In</a>',
    );
    const button = 'href="/api/auth/google?returnTo=%2Fsubmit"';
    expect(await read("/login?returnTo=/submit")).toContain(button);
    expect(await read("/login?mode=register&returnTo=/submit")).toContain(button);
    const authPage = await read("/auth?returnTo=/submit");
    expect(authPage).toContain("Sign in with your Google account to access admin features");
    expect(authPage).toContain(button);
    expect(await read("/auth")).toContain('href="/api/auth/google?returnTo=%2F"');
  });
});

describe("SF02 SF04 a second factor after Google", () => {
  const signInAs = async (sub: string) => {
    provider.person = { ...GRETA, sub, email: `${sub}@mail.example` };
    const { callback, cookie } = await goToGoogle("/admin");
    return get(site, callback.pathname + callback.search, { headers: { Cookie: cookie } });
  };
  const makeAdmin = async (sub: string) => {
    const headers = { Cookie: cookieOf((await signInAs(sub)).headers) };
    const { body } = await userOf(headers.Cookie);
    await query(site.dataDir, "UPDATE users SET role = 'admin' WHERE id = ?", body.id);
    return { id: body.id as string, headers };
  };

  test("is asked for before the session begins, and signing in with Google does not avoid it where it is required", async () => {
    const [person, adminWithoutApp] = [await makeAdmin("with-app"), await makeAdmin("without-app")];
    const { secret } = await setUpApp(site, person);
    expect((await form(site, "/admin/settings", { secondFactor: "on" }, person)).status).toBe(303);
    const firstAnswer = await signInAs("with-app");
    expect([firstAnswer.status, firstAnswer.headers.get("Location")]).toEqual([302, "/login/verify?returnTo=%2Fadmin"]);
    expect(cookieOf(firstAnswer.headers)).toBe("");
    const headers = { Cookie: setCookie(firstAnswer.headers, /second-step$/) };
    expect((await userOf(headers.Cookie)).status).toBe(401);
    const verify = (code: string) => form(site, "/login/verify?returnTo=%2Fadmin", { code }, { headers });
    expect((await verify("000000")).status).toBe(401);
    const verifyAnswer = await verify(resetAndGetCode(site, person, secret));
    expect([verifyAnswer.status, verifyAnswer.headers.get("Location")]).toEqual([303, "/admin"]);
    expect((await get(site, "/admin", { headers: { Cookie: cookieOf(verifyAnswer.headers) } })).status).toBe(200);

    const signInWithoutApp = await signInAs("without-app");
    const Cookie = cookieOf(signInWithoutApp.headers);
    expect(Cookie).not.toBe("");
    for (const cookie of [Cookie, adminWithoutApp.headers.Cookie]) {
      const answer = await get(site, "/admin", { headers: { Cookie: cookie } });
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/account/security?demanded"]);
    }
  });
});
