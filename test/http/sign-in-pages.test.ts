/** Tests the pages for signing in and registering, and the account pages, without scripts. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, newPerson, PASSWORD, register, signIn, signUp, solveQuestion } from "../support/accounts";
import { onPostgres, query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { form, get, getJson } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

/** A site without rate limits, because many accounts come from one address. `limitedSite` has the limits. */
let site: Site;
let limitedSite: Site;
beforeAll(async () => {
  [site, limitedSite] = await Promise.all([
    startSite({ env: { RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER } }),
    startSite(),
  ]);
});
afterAll(async () => {
  for (const server of [site, limitedSite]) await server?.stop();
});

type Fields = Record<string, string>;
type Headers = Record<string, string>;

async function read(path: string, headers?: Headers) {
  return parseAnswer(await get(site, path, { headers }));
}

async function parseAnswer(response: Response) {
  const document = parsePage(await response.text());
  return { status: response.status, headers: response.headers, document };
}

/** Opens a page, types into its form and sends it, as a browser does. Answers the security question unless `fields` do. */
async function fillIn(
  path: string,
  fields: Fields,
  { headers, at: server = site }: { headers?: Headers; at?: Site } = {},
) {
  const { document } = await parseAnswer(await get(server, path, { headers }));
  const sentFields = { ...hiddenIn(document), ...answerIn(document), ...fields };
  return form(server, path, sentFields, { headers });
}

/** Fills in a form that is refused, and returns the page that shows it again. */
async function fillInRefused(path: string, fields: Fields, options: { headers?: Headers; at?: Site } = {}) {
  return parseAnswer(await fillIn(path, fields, options));
}

function hiddenIn(document: Document): Fields {
  const hiddenInputs = document.querySelectorAll<HTMLInputElement>("main form input[type=hidden]");
  return Object.fromEntries(Array.from(hiddenInputs, ({ name, value }) => [name, value]));
}

function questionIn(document: Document): string {
  return /What is .*/.exec(text(document, "label[for=captchaAnswer]"))?.[0] ?? "";
}

function answerIn(document: Document): Fields {
  const question = questionIn(document);
  return question ? { captchaAnswer: solveQuestion(question) } : {};
}

function text(document: Document, selector: string): string {
  return document.querySelector(selector)?.textContent?.trim() ?? "";
}

function value(document: Document, name: string): string {
  return document.querySelector<HTMLInputElement>(`main [name=${name}]`)?.value ?? "";
}

/** Returns the errors beside the fields, by their names; each must also be tied to its field. */
function errorsIn(document: Document): Fields {
  const invalidInputs = document.querySelectorAll<HTMLInputElement>("main [aria-invalid=true]");
  return Object.fromEntries(Array.from(invalidInputs, ({ name }) => [name, text(document, `#${name}-error`)]));
}

function hrefOf(document: Document, name: string): string | undefined {
  const link = Array.from(document.querySelectorAll("main a")).find((a) => a.textContent?.trim() === name);
  return link?.getAttribute("href") ?? undefined;
}

/** Returns the link in the newest mail to somebody, as a path of the site. */
async function mailedLink(recipient: string): Promise<string> {
  const [mail] = await query<{ body: string }>(
    site.dataDir,
    "SELECT body FROM mails WHERE recipient = ? ORDER BY createdAt DESC LIMIT 1",
    recipient,
  );
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail?.body ?? "")?.[0] ?? "");
  return pathname + search;
}

async function isSignedIn(headers: Headers): Promise<boolean> {
  return (await getJson(site, "/api/auth/user", { headers })).status === 200;
}

const REGISTER = "/login?mode=register";
const passwordTwice = (password: string) => ({ password, confirmPassword: password });

describe("AC01 /login", () => {
  test("signs in, and goes home", async () => {
    const { email } = await signUp(site);
    const answer = await fillIn("/login", { email, password: PASSWORD });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
    expect(await isSignedIn({ Cookie: cookieOf(answer.headers) })).toBe(true);
  });

  test("creates an account, and goes home signed in", async () => {
    const person = newPerson();
    const answer = await fillIn(REGISTER, { ...person, ...passwordTwice(PASSWORD) });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
    const { body } = await getJson(site, "/api/auth/user", { headers: { Cookie: cookieOf(answer.headers) } });
    expect(body).toMatchObject({ email: person.email, firstName: "Ada", lastName: "Reader", role: "user" });
  });

  test("a registration ends with next steps, and mentions a mail only where one was sent", async () => {
    const readSteps = async (server: Site) => {
      const { email, headers } = await signUp(server);
      const { document } = await parseAnswer(await get(server, "/", { headers }));
      const links = document.querySelectorAll("[aria-labelledby=welcome] a");
      const words = text(document, "[aria-labelledby=welcome]");
      return [...Array.from(links, (a) => a.getAttribute("href")), words.includes(`the mail that we sent to ${email}`)];
    };
    const search = "/directory?search=Ada+Reader";
    expect(await readSteps(site)).toEqual(["/submit", search, "/follow?what=%2Fdirectory", true]);
    expect((await read("/")).document.querySelector("#welcome")).toBeNull();
    if (onPostgres) return;
    expect(await readSteps(limitedSite)).toEqual(["/submit", search, false]);

    const { email, headers } = await signUp(limitedSite);
    for (const path of ["/account", "/verify-email", "/forgot-password"]) {
      const { document } = await parseAnswer(
        await get(limitedSite, path, path === "/forgot-password" ? {} : { headers }),
      );
      expect(text(document, "main"), path).toContain("This site does not send email");
      expect(text(document, "main"), path).not.toMatch(/we sent|will send you/);
    }

    const anHourAgo = new Date(Date.now() - 60 * 60_000).toISOString();
    await query(limitedSite.dataDir, "UPDATE users SET createdAt = ? WHERE email = ?", anHourAgo, email);
    const laterPage = await parseAnswer(await get(limitedSite, "/", { headers }));
    expect(laterPage.document.querySelector("#welcome")).toBeNull();
  });

  test("links to the other mode, offers 'Forgot your password?' only for signing in, and lets browsers fill in", async () => {
    const autocomplete = (document: Document) =>
      Array.from(document.querySelectorAll("main input:not([type=hidden])"), (input) =>
        input.getAttribute("autocomplete"),
      );

    const login = (await read("/login?returnTo=/submit")).document;
    expect(text(login, "h1")).toBe("Sign in");
    expect(hrefOf(login, "Create account")).toBe("/login?mode=register&returnTo=%2Fsubmit");
    expect(hrefOf(login, "Forgot your password?")).toBe("/forgot-password");
    expect(autocomplete(login)).toEqual(["email webauthn", "current-password", "off"]);

    const registration = (await read(`${REGISTER}&returnTo=/submit`)).document;
    expect(text(registration, "h1")).toBe("Create your account");
    expect(hrefOf(registration, "Sign in")).toBe("/login?returnTo=%2Fsubmit");
    expect(hrefOf(registration, "Forgot your password?")).toBeUndefined();
    const names = ["given-name", "family-name"];
    expect(autocomplete(registration)).toEqual([...names, "email", "new-password", "new-password", "off"]);
    for (const { document } of [await read("/login"), await read(REGISTER)]) {
      expect(document.querySelector("[onpaste], [readonly]")).toBeNull();
    }
  });

  test("the typed email address is also in the other mode", async () => {
    const { document } = await fillInRefused("/login", { email: "typed@mail.example", password: "" });
    const registration = await read(hrefOf(document, "Create account") ?? "");
    expect(value(registration.document, "email")).toBe("typed@mail.example");
  });

  test("D12 says what registration is needed for", async () => {
    for (const path of ["/login", REGISTER]) {
      expect(text((await read(path)).document, "main")).toContain(
        "Registration is required to submit experts and view exclusive content",
      );
    }
  });

  test("is not stored by shared caches nor indexed by search engines", async () => {
    for (const path of ["/login", "/forgot-password", "/reset-password?token=x", "/setup?token=x"]) {
      const { headers, document } = await read(path);
      expect(headers.get("Cache-Control"), path).toMatch(path === "/login" ? /^private, no-cache$/ : /^no-store$/);
      expect(document.querySelector("meta[name=robots]")?.getAttribute("content"), path).toBe("noindex");
    }
    // Pages of links from mails need a valid link, so their source is read.
    const files = readdirSync("app/routes", { recursive: true, encoding: "utf8" });
    const routes = files.filter((file) => /^_entry\.[^/]+(?:\.tsx|\/route\.tsx)$/.test(file));
    const indexedRoutes = routes.filter(
      (file) => !/unlistedMeta\(/.test(readFileSync(join("app/routes", file), "utf8")),
    );
    expect([routes.length > 15, indexedRoutes]).toEqual([true, []]);
  });
});

describe("AC06 registering", () => {
  const FILL_ALL = "Please fill in all required fields";

  test.each([
    ["firstName", { firstName: " " }, { firstName: FILL_ALL }],
    ["lastName", { lastName: "" }, { lastName: FILL_ALL }],
    ["email", { email: "" }, { email: FILL_ALL }],
    ["password", passwordTwice(""), { password: FILL_ALL }],
    ["another password", { confirmPassword: `${PASSWORD}.` }, { confirmPassword: "Passwords do not match" }],
    ["a short password", passwordTwice("short77"), { password: "Password must be at least 8 characters long" }],
    ["no address", { email: "not an address" }, { email: "Please enter a valid email address" }],
  ])("AC08 with %s is refused beside the field, and keeps all but the passwords", async (_, changes, errors) => {
    const typedFields: Fields = { ...newPerson(), ...passwordTwice(PASSWORD), ...changes };
    const { status, document } = await fillInRefused(REGISTER, typedFields);
    expect(status).toBe(400);
    expect(errorsIn(document)).toEqual(errors);
    expect(text(document, "[data-tone=problem]")).toBe(`Registration Failed${Object.values(errors)[0]}`);
    for (const name of ["firstName", "lastName", "email"]) expect(value(document, name)).toBe(typedFields[name]);
    expect([value(document, "password"), value(document, "confirmPassword")]).toEqual(["", ""]);
  });

  test("D9 refuses an address that has an account", async () => {
    const { email } = await signUp(site);
    const { status, document } = await fillInRefused(REGISTER, { ...newPerson({ email }), ...passwordTwice(PASSWORD) });
    expect(status).toBe(409);
    expect(errorsIn(document)).toEqual({ email: "An account with this email already exists" });
  });

  test("lists all errors with links to their fields, and focuses the first one", async () => {
    const { document } = await fillInRefused(REGISTER, {
      firstName: "",
      lastName: "Reader",
      email: "",
      ...passwordTwice(PASSWORD),
    });
    const links = Array.from(document.querySelectorAll("[data-tone=problem] a"), (a) => [
      a.textContent,
      a.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["First name", "#firstName"],
      ["Email", "#email"],
    ]);
    expect(focusedNames(document)).toEqual(["firstName"]);
  });
});

/** Returns the elements that ask for the focus; the browser gives it to the first. */
function focusedNames(document: Document): string[] {
  return Array.from(
    document.querySelectorAll("[autofocus]"),
    (element) => element.id || (element.getAttribute("role") ?? ""),
  );
}

describe("AC07 AC08 signing in, forgot and reset", () => {
  test.each([
    ["/login", { email: "", password: "" }, "Sign In Failed", "Please enter your email and password"],
    ["/login", { email: "a@mail.example", password: "" }, "Sign In Failed", "Please enter your email and password"],
    ["/forgot-password", { email: "" }, "Request Failed", "Please enter your email address"],
    [
      "/reset-password?token=x",
      { ...passwordTwice("short77"), token: "x" },
      "Reset Failed",
      "Password must be at least 8 characters long.",
    ],
    [
      "/reset-password?token=x",
      { ...passwordTwice(PASSWORD), token: "x" },
      "Reset Failed",
      "Failed to reset password. The link may be expired or invalid.",
    ],
    ["/reset-password?token=x", { token: "" }, "Reset Failed", "Password reset link is missing or invalid."],
  ])("%s with %j", async (path, fields, title, message) => {
    const { status, document } = await fillInRefused(path, { ...passwordTwice(""), ...fields });
    expect(status).toBe(400);
    expect(text(document, "[role=alert]")).toContain(title + message);
    if ("email" in fields) expect(value(document, "email")).toBe(fields.email);
  });

  test("wrong credentials show a message at the top with the focus, another question, and keep the address", async () => {
    const { email } = await signUp(site);
    const formBefore = (await read("/login")).document;
    const { status, document } = await fillInRefused("/login", { email, password: "not this one" });
    expect(status).toBe(401);
    expect(text(document, "[role=alert]")).toBe("Sign In FailedInvalid email or password");
    expect(focusedNames(document)).toEqual(["alert"]);
    expect(value(document, "email")).toBe(email);
    expect(value(document, "password")).toBe("");
    expect(hiddenIn(document).captchaExpected).not.toBe(hiddenIn(formBefore).captchaExpected);
    expect(value(document, "captchaAnswer")).toBe("");
  });

  test("too many tries say when to try again, in words and for programs", async () => {
    const fields = { email: "nobody@mail.example", password: "not this one" };
    for (let tries = 0; tries < 5; tries++) await fillIn("/login", fields, { at: limitedSite });
    const { status, headers, document } = await fillInRefused("/login", fields, { at: limitedSite });
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(text(document, "[role=alert]")).toMatch(/^Sign In FailedToo many tries to sign in\. Please try again in /);
  });
});

describe("AC05 the security question", () => {
  test("a wrong answer is explained beside it, and there is another question", async () => {
    const { status, document } = await fillInRefused(REGISTER, {
      ...newPerson(),
      ...passwordTwice(PASSWORD),
      captchaAnswer: "1",
    });
    expect(status).toBe(400);
    expect(errorsIn(document)).toEqual({
      captchaAnswer: "The answer to the security question is wrong. Please answer the new one.",
    });
    expect(questionIn(document)).toMatch(/^What is \d+ plus \d+\?$/);
    expect(value(document, "captchaAnswer")).toBe("");
  });

  test("a form without a question says 'Please wait for CAPTCHA to load'", async () => {
    const { document } = await fillInRefused("/login", {
      email: "a@mail.example",
      password: PASSWORD,
      captchaExpected: "",
    });
    expect(errorsIn(document)).toEqual({ captchaAnswer: "Please wait for CAPTCHA to load" });
  });

  test.each([
    ["/login", { email: "typed@mail.example", password: PASSWORD }],
    [REGISTER, { email: "typed@mail.example", firstName: "Ty", lastName: "Ped", ...passwordTwice(PASSWORD) }],
    ["/forgot-password", { email: "typed@mail.example" }],
  ])("on %s the button gives another question and keeps all but passwords", async (path, typed: Fields) => {
    const formBefore = (await read(path)).document;
    const button = formBefore.querySelector<HTMLButtonElement>("main button[name=intent]");
    const { status, document } = await fillInRefused(path, { ...typed, intent: button?.value ?? "" });
    expect(status).toBe(200);
    expect(hiddenIn(document).captchaExpected).not.toBe(hiddenIn(formBefore).captchaExpected);
    expect(document.querySelector("[role=alert]")).toBeNull();
    expect(errorsIn(document)).toEqual({});
    for (const name of ["email", "firstName", "lastName"]) expect(value(document, name)).toBe(typed[name] ?? "");
    expect(value(document, "password")).toBe("");
    expect(focusedNames(document)).toEqual(["captchaAnswer"]);
    expect(button?.textContent).toBe("New question");
  });

  test("Enter sends the form instead of asking for another question", async () => {
    for (const path of ["/login", REGISTER, "/forgot-password"]) {
      const { document } = await read(path);
      expect(document.querySelector("main form [type=submit]")?.getAttribute("name"), path).toBeNull();
    }
  });
});

describe("D5 after signing in", () => {
  test.each([
    ["/directory?page=2", "/directory?page=2"],
    ["/submit#form", "/submit#form"],
    // return-to.test.ts has the other notations of addresses elsewhere.
    ["//evil.example", "/"],
  ])("returnTo=%j leads to %j", async (returnTo, target) => {
    const { email, headers } = await signUp(site);
    const path = `/login?returnTo=${encodeURIComponent(returnTo)}`;
    const signInAnswer = await fillIn(path, { email, password: PASSWORD });
    expect(signInAnswer.headers.get("Location")).toBe(target);
    const registerAnswer = await fillIn(`${path}&mode=register`, { ...newPerson(), ...passwordTwice(PASSWORD) });
    expect(registerAnswer.headers.get("Location")).toBe(target);
    // The redirect of AC11.
    expect((await get(site, path, { headers })).headers.get("Location")).toBe(target);
  });

  test.each([
    ["/account", null],
    ["/account/data", "true"],
    ["/api/auth/orcid?profile=nobody", "true"],
  ])("the browser, not the router, loads what is no page: %s", async (returnTo, expected) => {
    const { email } = await signUp(site);
    const answer = await fillIn(`/login?returnTo=${encodeURIComponent(returnTo)}`, { email, password: PASSWORD });
    expect(answer.headers.get("Location")).toBe(returnTo);
    expect(answer.headers.get("X-Remix-Reload-Document")).toBe(expected);
  });

  test("AC11 AC02 signed-in users are redirected from /login and /auth", async () => {
    const { headers } = await signUp(site);
    for (const path of ["/login", REGISTER, "/auth"]) {
      const answer = await get(site, path, { headers });
      expect([answer.status, answer.headers.get("Location")], path).toEqual([302, "/"]);
    }
    for (const [returnTo, target] of [
      ["/submit", "/submit"],
      // An admin page would send them here again.
      ["/admin/experts", "/"],
      ["/administrators", "/administrators"],
    ])
      expect((await get(site, `/auth?returnTo=${returnTo}`, { headers })).headers.get("Location")).toBe(target);
  });
});

describe("AC03 /forgot-password", () => {
  test("asks for the email address and the security question, and links back to signing in", async () => {
    const { document } = await read("/forgot-password");
    const names = Array.from(document.querySelectorAll("main input:not([type=hidden])"), (input) => input.id);
    expect(names).toEqual(["email", "captchaAnswer"]);
    expect(hrefOf(document, "Back to Sign In")).toBe("/login");
  });

  test("then shows the same page with and without an account", async () => {
    const { email } = await signUp(site);
    const pages = [];
    for (const address of [email, "nobody@mail.example"]) {
      const answer = await fillIn("/forgot-password", { email: address });
      expect(answer.status).toBe(303);
      const { document } = await read(answer.headers.get("Location") ?? "");
      pages.push(text(document, "main"));
      expect(text(document, "h1")).toBe("Check Your Email");
      expect(hrefOf(document, "Back to Sign In")).toBe("/login");
    }
    expect(pages[0]).toContain("If an account exists with that email, we've sent a password reset link");
    expect(pages[1]).toBe(pages[0]);
    expect(await mailedLink(email)).toMatch(/^\/reset-password\?token=/);
  });
});

describe("/sign-in-link", () => {
  test("signs in by the button on the page of the mailed link, not by opening it, and leads back", async () => {
    const { email } = await signUp(site);
    expect(hrefOf((await read("/login?returnTo=/submit")).document, "Email me a sign-in link")).toBe(
      "/sign-in-link?returnTo=%2Fsubmit",
    );
    const requestAnswer = await fillIn("/sign-in-link?returnTo=/submit", { email });
    expect(requestAnswer.headers.get("Location")).toBe("/sign-in-link?sent");
    const { document } = await read("/sign-in-link?sent");
    expect(text(document, "main")).toContain("If an account exists with that email, we've sent a sign-in link");

    const link = await mailedLink(email);
    const openedPage = await get(site, link);
    expect([openedPage.status, openedPage.headers.getSetCookie(), openedPage.headers.get("Cache-Control")]).toEqual([
      200,
      [],
      expect.stringContaining("no-store"),
    ]);
    const answer = await fillIn(link, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/submit"]);
    expect(await isSignedIn({ Cookie: cookieOf(answer.headers) })).toBe(true);

    const secondUse = await form(site, link, { token: new URLSearchParams(link.split("?")[1]).get("token") ?? "" });
    expect([secondUse.status, cookieOf(secondUse.headers)]).toEqual([400, ""]);
    expect(hrefOf((await read(link)).document, "Request a new link")).toBe("/sign-in-link?returnTo=%2Fsubmit");
  });

  test("is offered only where mail is sent; without mail no page claims that it was", async () => {
    expect(
      hrefOf((await parseAnswer(await get(limitedSite, "/login"))).document, "Email me a sign-in link"),
    ).toBeUndefined();
    for (const path of ["/forgot-password", "/sign-in-link"]) {
      const answer = await fillIn(path, { email: "nobody@mail.example" }, { at: limitedSite });
      const { document } = await parseAnswer(await get(limitedSite, answer.headers.get("Location") ?? ""));
      expect(text(document, "h1")).toBe("Request Received");
      expect(text(document, "main")).toContain("This site does not send email yet. If an account exists");
      expect(text(document, "main")).not.toContain("sent");
    }
  });
});

describe("AC04 /reset-password", () => {
  test("without a token shows 'Invalid Reset Link' and a button to ask for a new one", async () => {
    for (const path of ["/reset-password", "/reset-password?token="]) {
      const { document } = await read(path);
      expect(text(document, "h1")).toBe("Invalid Reset Link");
      expect(text(document, "main")).toContain("Password reset link is missing or invalid.");
      expect(hrefOf(document, "Request a New Link")).toBe("/forgot-password");
    }
  });

  test("D10 sets the password, signs out everywhere, and leads to /login after 3 s by itself", async () => {
    const { email, headers } = await signUp(site);
    await fillIn("/forgot-password", { email });
    const link = await mailedLink(email);
    expect(text((await read(link)).document, "main")).not.toContain("no longer works");

    const refusal = await fillInRefused(link, { password: "a new violet kettle", confirmPassword: "another one" });
    expect(errorsIn(refusal.document)).toEqual({
      confirmPassword: "Please make sure both passwords are identical.",
    });
    const answer = await fillIn(link, passwordTwice("a new violet kettle"));
    expect(answer.status).toBe(303);
    const donePage = await read(answer.headers.get("Location") ?? "");
    expect(text(donePage.document, "h1")).toBe("Password Reset Complete");
    expect(hrefOf(donePage.document, "Sign In")).toBe("/login");
    expect(donePage.headers.get("Refresh")).toBe("3; url=/login");

    expect(await isSignedIn(headers)).toBe(false);
    expect((await signIn(site, { email, password: PASSWORD })).status).toBe(401);
    expect((await signIn(site, { email, password: "a new violet kettle" })).status).toBe(200);

    const reopenedPage = await read(link);
    expect(text(reopenedPage.document, "h1")).toBe("Invalid Reset Link");
    expect(text(reopenedPage.document, "main")).toContain("This link no longer works");
    expect(hrefOf(reopenedPage.document, "Request a New Link")).toBe("/forgot-password");
    expect(reopenedPage.document.querySelector("main form")).toBeNull();
  });
});

describe("AC12 signing out", () => {
  test("leads home and ends the session", async () => {
    const { headers } = await signUp(site);
    const home = await read("/", headers);
    expect(home.document.querySelector("header form[action='/logout'] button")?.textContent).toBe("Sign Out");
    const answer = await form(site, "/logout", {}, { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
    expect(await isSignedIn(headers)).toBe(false);
  });
});

describe("D8 /setup", () => {
  test("makes the first admin with the link that the server printed, once", async () => {
    const { pathname, search } = new URL(site.logs().find(({ link }) => link)?.link as string);
    const refusal = await fillInRefused(pathname + search, {
      ...newPerson(),
      ...passwordTwice(PASSWORD),
      firstName: "",
    });
    expect(errorsIn(refusal.document)).toEqual({ firstName: "Please fill in all required fields" });

    const person = newPerson();
    const answer = await fillIn(pathname + search, { ...person, ...passwordTwice(PASSWORD) });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin"]);
    const { body } = await getJson(site, "/api/auth/user", { headers: { Cookie: cookieOf(answer.headers) } });
    expect(body).toMatchObject({ email: person.email, role: "admin" });

    expect(text((await read(pathname + search)).document, "h1")).toBe("This set-up link does not work");
    const secondUse = await form(site, pathname + search, {
      ...newPerson(),
      ...passwordTwice(PASSWORD),
      token: search.slice(7),
    });
    expect(secondUse.status).toBe(403);
  });

  test("refuses a made-up link", async () => {
    expect(text((await read("/setup?token=guessed")).document, "h1")).toBe("This set-up link does not work");
    expect((await form(site, "/setup", { ...newPerson(), ...passwordTwice(PASSWORD), token: "guessed" })).status).toBe(
      403,
    );
  });
});

describe("/verify-email", () => {
  test("confirms on the button, not on the link, and only when signed in", async () => {
    const { email, headers } = await register(site);
    const link = await mailedLink(email);
    expect((await get(site, link)).headers.get("Location")).toBe(`/login?returnTo=${encodeURIComponent(link)}`);
    const otherPerson = await signUp(site);
    expect((await fillInRefused(link, {}, otherPerson)).status).toBe(403);

    expect(text((await read("/account", headers)).document, "main")).toContain("not confirmed yet");
    await read(link, headers);
    expect(
      await query(site.dataDir, "SELECT 1 FROM users WHERE email = ? AND emailVerifiedAt IS NOT NULL", email),
    ).toEqual([]);

    const pageWithoutToken = (await read("/verify-email", headers)).document;
    expect(text(pageWithoutToken, "main")).toContain("please open the link");
    expect(pageWithoutToken.querySelector("main form")).toBeNull();

    const newMail = await fillIn("/account", { intent: "confirmation" }, { headers });
    expect(newMail.headers.get("Location")).toBe("/account?saved=confirmation");
    const answer = await fillIn(await mailedLink(email), {}, { headers });
    expect(answer.headers.get("Location")).toBe("/account?saved=email");
    const account = text((await read("/account?saved=email", headers)).document, "main");
    expect(account).toContain("Your email address is confirmed.");
    expect(account).not.toContain("not confirmed yet");
    expect(text((await read(link, headers)).document, "h1")).toBe("Your email is confirmed");
  });
});

describe("/account", () => {
  test("needs a session; visitors return to it from /login", async () => {
    for (const [path, returnTo] of [
      ["/account", "%2Faccount"],
      ["/account/delete", "%2Faccount%2Fdelete"],
      ["/account/data", "%2Faccount%2Fdata"],
    ] as const) {
      expect((await get(site, path)).headers.get("Location")).toBe(`/login?returnTo=${returnTo}`);
    }
    for (const path of ["/account", "/account/sessions", "/account/delete"]) {
      const answer = await form(site, path, { intent: "name", firstName: "Nobody", lastName: "Here" });
      expect(answer.headers.get("Location")).toMatch(/^\/login\?returnTo=/);
    }
  });

  test("PB21 the header links to it, and it links to the submissions", async () => {
    const { headers } = await signUp(site);
    const { document } = await read("/", headers);
    expect(document.querySelector('header nav[aria-label=Main] a[href="/account"]')?.getAttribute("href")).toBe(
      "/account",
    );
    expect(hrefOf((await read("/account", headers)).document, "My submissions")).toBe("/my-submissions");
  });

  test("changes the name", async () => {
    const { headers } = await signUp(site);
    const refusal = await fillInRefused("/account", { intent: "name", firstName: "", lastName: "Kept" }, { headers });
    expect(errorsIn(refusal.document)).toEqual({ firstName: "Please fill in all required fields" });
    expect(value(refusal.document, "lastName")).toBe("Kept");
    const answer = await fillIn("/account", { intent: "name", firstName: "Grace", lastName: "Hopper" }, { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account?saved=name"]);
    const { document } = await read("/account?saved=name", headers);
    expect(text(document, "[role=status]")).toBe("Your name was saved.");
    expect(text(document, 'header a[href="/account"]')).toBe("Grace");
  });

  test("changes the password, ends the other sessions and gives this one a new id", async () => {
    const { email, headers } = await signUp(site);
    const otherCookie = (await signIn(site, { email, password: PASSWORD })).cookie;
    const fields = { intent: "password", currentPassword: PASSWORD, ...passwordTwice("a new violet kettle") };
    const refusal = await fillInRefused("/account", { ...fields, currentPassword: "not this one" }, { headers });
    expect(errorsIn(refusal.document)).toEqual({ currentPassword: "This is not your present password" });

    const answer = await fillIn("/account", fields, { headers });
    expect(answer.headers.get("Location")).toBe("/account?saved=password");
    const cookie = cookieOf(answer.headers);
    expect(await isSignedIn({ Cookie: cookie })).toBe(true);
    for (const formerCookie of [headers.Cookie, otherCookie])
      expect(await isSignedIn({ Cookie: formerCookie })).toBe(false);
    expect((await signIn(site, { email, password: "a new violet kettle" })).status).toBe(200);
  });

  test("sets a password for an account that only had Google", async () => {
    const { id, email, headers } = await signUp(site);
    await query(site.dataDir, "UPDATE users SET passwordHash = NULL, googleId = 'g' WHERE id = ?", id);
    const { document } = await read("/account", headers);
    expect(document.querySelector("[name=currentPassword]")).toBeNull();
    expect(text(document, "main")).toContain("Set password");
    await fillIn("/account", { intent: "password", ...passwordTwice("a new violet kettle") }, { headers });
    expect((await signIn(site, { email, password: "a new violet kettle" })).status).toBe(200);
  });

  test("lists the sessions with device and place, ends one of them or all others", async () => {
    const { email, headers } = await signUp(site);
    const agent = "Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0";
    const cookies: string[] = [];
    for (let times = 0; times < 3; times++) {
      cookies.push((await signIn(site, { email, password: PASSWORD }, { headers: { "User-Agent": agent } })).cookie);
    }
    const { document } = await read("/account/security", headers);
    const sessionTexts = Array.from(document.querySelectorAll("main section li"), (li) => li.textContent ?? "");
    expect(sessionTexts).toHaveLength(4);
    expect(sessionTexts.filter((text) => text.includes("(this device)"))).toHaveLength(1);
    expect(
      sessionTexts.filter((text) => /^Firefox on Windows.*This machine, last used \d+ \w+ \d{4}/.test(text)),
    ).toHaveLength(3);

    const [firstInput] = Array.from(document.querySelectorAll<HTMLInputElement>("main section input[name=id]"));
    const response = await form(site, "/account/sessions", { id: firstInput?.value ?? "" }, { headers });
    expect(response.headers.get("Location")).toBe("/account/security?saved=session");
    const remainingSessions = async () =>
      (await Promise.all(cookies.map((Cookie) => isSignedIn({ Cookie })))).filter(Boolean).length;
    expect(await remainingSessions()).toBe(2);

    const stranger = await signUp(site);
    const [, secondInput] = Array.from(document.querySelectorAll<HTMLInputElement>("main section input[name=id]"));
    await form(site, "/account/sessions", { id: secondInput?.value ?? "" }, stranger);
    expect(await remainingSessions()).toBe(2);

    await form(site, "/account/sessions", {}, { headers });
    expect(await remainingSessions()).toBe(0);
    expect(await isSignedIn(headers)).toBe(true);
  });

  test("gives a file with all that is stored about the person, and no secret", async () => {
    const { email, headers } = await signUp(site);
    const answer = await get(site, "/account/data", { headers });
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const file = await answer.text();
    expect(JSON.parse(file)).toMatchObject({ account: { email, hasPassword: true }, sessions: [{}], submissions: [] });
    expect(file).not.toMatch(/argon2|idHash|token=/);
  });

  test("is deleted with the password, and all sessions with it", async () => {
    const { email, headers } = await signUp(site);
    const refusal = await fillInRefused("/account/delete", { password: "not this one" }, { headers });
    expect(errorsIn(refusal.document)).toEqual({ password: "This is not your present password" });
    const answer = await fillIn("/account/delete", { password: PASSWORD }, { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account/delete?done"]);
    expect(text((await read("/account/delete?done")).document, "h1")).toBe("Your account was deleted");
    expect(await query(site.dataDir, "SELECT 1 FROM users WHERE email = ?", email)).toEqual([]);
    expect(await isSignedIn(headers)).toBe(false);
  });

  test("accepts only its own buttons", async () => {
    const { headers } = await signUp(site);
    for (const intent of ["", "toString", "__proto__", "role"]) {
      const { status } = await fillInRefused("/account", { intent, role: "admin" }, { headers });
      expect(status, intent).toBe(400);
    }
  });
});
