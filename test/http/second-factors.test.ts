/** Tests second factors: setting them up, the second step of signing in, and attacks on them. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, PASSWORD, signIn, signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { codeOf, resetAndGetCode, setCookie, setUpApp, sql } from "../support/second-factors";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite({
    env: { SITE_URL: "https://longevity.example", TRUST_PROXY: "on", SMTP_URL: NO_MAIL_SERVER },
  });
});
afterAll(() => site?.stop());

const NEW_PASSWORD = "amber saddle 58 comet";

let addressCount = 0;
const newClientAddress = () => ({ "X-Forwarded-For": `198.51.100.${++addressCount}` });

const isSignedIn = async (headers: Record<string, string>) =>
  (await getJson(site, "/api/auth/user", { headers })).status === 200;
const mailsTo = (email: string) =>
  sql<{ body: string }>(
    site,
    "SELECT body FROM mails WHERE recipient = ? AND kind = 'secondFactor' ORDER BY createdAt",
    email,
  );
const readDocument = async (path: string, headers: Record<string, string>) =>
  parsePage(await (await get(site, path, { headers })).text());

/** Signs somebody up with an authenticator app; `secret` is the app's key. */
async function withApp(person?: Awaited<ReturnType<typeof signUp>>) {
  const account = person ?? (await signUp(site));
  const { secret, codes } = await setUpApp(site, account);
  return { ...account, secret, codes };
}

/** Takes the first step on the sign-in page. Its cookie opens nothing but the second step. */
async function firstStep({ email }: { email: string }, from = newClientAddress()) {
  const fields = { email, password: PASSWORD, ...(await solveCaptcha(site)) };
  const answer = await form(site, "/login?returnTo=%2Fsubmit", fields, { headers: from });
  return { answer, headers: { ...from, Cookie: setCookie(answer.headers, /second-step$/) } };
}

/** The address to which a second step leads that comes too late. */
const LATE_ADDRESS = "/login?late=&returnTo=%2Fsubmit";

const isLate = async (code: string, headers: Record<string, string>) =>
  (await secondStep(code, headers)).headers.get("Location") === LATE_ADDRESS;

const secondStep = (code: string, headers: Record<string, string>) =>
  form(site, "/login/verify?returnTo=%2Fsubmit", { code }, { headers });

describe("SF01 an authenticator app", () => {
  test("is set up without scripts: key, picture, ten codes shown once, other sessions end, and a mail is sent", async () => {
    const person = await signUp(site);
    const otherCookie = (await signIn(site, person)).cookie;
    const { secret, codes, page } = await setUpApp(site, person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(page.querySelector("svg[role=img] path + path")?.getAttribute("d")).toMatch(/^M/);
    expect(page.querySelector("a[href^='otpauth://totp/']")?.getAttribute("href")).toContain(secret);
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    expect([await isSignedIn(person.headers), await isSignedIn({ Cookie: otherCookie })]).toEqual([true, false]);
    expect(mailsTo(person.email)[0]?.body).toContain("An authenticator app was added on");
    const laterPage = await readDocument("/account/security", person.headers);
    expect(laterPage.body.textContent).toContain("10 of 10 codes are left");
    expect(laterPage.body.textContent).not.toContain(codes[0]);
    const [row] = sql<{ secret: string }>(site, "SELECT secret FROM totpSecrets WHERE userId = ?", person.id);
    expect(row?.secret).not.toContain(secret);
  });

  test("counts only once one of its codes was entered", async () => {
    const person = await signUp(site);
    await form(site, "/account/security/app", { intent: "begin" }, person);
    const refusal = await form(site, "/account/security/app", { intent: "confirm", code: "000000" }, person);
    expect(refusal.status).toBe(400);
    expect((await signIn(site, person)).status).toBe(200);
    const stranger = await signUp(site);
    expect((await form(site, "/account/security/app", { intent: "confirm", code: "1" }, stranger)).status).toBe(409);
  });

  test("is changed within ten minutes of signing in only, or after the password", async () => {
    const person = await withApp();
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", person.id);
    const tries = ["begin", "remove"].map((intent) => form(site, "/account/security/app", { intent }, person));
    tries.push(form(site, "/account/security", { intent: "codes" }, person));
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await json(site, "POST", "/api/account/passkeys", {}, person)).status).toBe(403);
    const page = await readDocument("/account/security", person.headers);
    expect(Array.from(page.querySelectorAll("main button"), (button) => button.textContent)).toEqual(["Confirm"]);
    const refusal = await form(site, "/account/security", { intent: "confirm", password: "not this one" }, person);
    expect(refusal.status).toBe(400);
    const passwordOnlyAnswer = await form(site, "/account/security", { intent: "confirm", password: PASSWORD }, person);
    expect([passwordOnlyAnswer.status, cookieOf(passwordOnlyAnswer.headers)]).toEqual([400, ""]);
    const proofs = { intent: "confirm", password: PASSWORD, code: resetAndGetCode(site, person, person.secret) };
    const rightAnswer = await form(site, "/account/security", proofs, person);
    const headers = { Cookie: cookieOf(rightAnswer.headers) };
    const removePage = await readDocument("/account/security/remove", headers);
    expect(removePage.querySelector("main form")?.getAttribute("action")).toBe("/account/security/app");
    expect((await get(site, "/account/security/remove", person)).status).toBe(302);
    expect((await form(site, "/account/security/app", { intent: "remove" }, { headers })).status).toBe(303);
    expect(await isSignedIn(person.headers)).toBe(false);
    expect(mailsTo(person.email).at(-1)?.body).toContain("The authenticator app was removed");
    expect((await signIn(site, person)).status).toBe(200);
    expect(sql(site, "SELECT * FROM recoveryCodes WHERE userId = ?", person.id)).toEqual([]);
  });

  test("is not bypassed by a new password in a session that was left open", async () => {
    const [person, withGoogle] = [await withApp(), await withApp()];
    sql(site, "UPDATE users SET passwordHash = NULL WHERE id = ?", withGoogle.id);
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01'");
    const fields = { intent: "password", currentPassword: PASSWORD, password: NEW_PASSWORD };
    for (const account of [person, withGoogle]) {
      const refusedAnswer = await form(site, "/account", fields, account);
      expect([refusedAnswer.status, cookieOf(refusedAnswer.headers)]).toEqual([403, ""]);
      const page = await readDocument("/account", account.headers);
      expect(page.querySelector("a[href^='/account/security?returnTo']")?.textContent).toBe("Confirm that it is you");
      expect((await form(site, "/account/security/app", { intent: "remove" }, account)).status).toBe(403);
    }
    const withoutFactor = await signUp(site);
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01'");
    expect((await form(site, "/account", fields, withoutFactor)).status).toBe(303);
  });
});

describe("SF02 the second step of signing in", () => {
  test("comes before any session, and returns to the page", async () => {
    const person = await withApp();
    const { answer, headers } = await firstStep(person);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/login/verify?returnTo=%2Fsubmit"]);
    expect(answer.headers.getSetCookie().join()).toMatch(/__Host-second-step=.*Max-Age=600; Path=\/; HttpOnly; Secure/);
    expect(cookieOf(answer.headers)).toBe("");
    expect(await isSignedIn(headers)).toBe(false);
    expect((await get(site, "/account", { headers })).headers.get("Location")).toMatch(/^\/login/);
    expect((await secondStep("123", headers)).status).toBe(401);
    const rightAnswer = await secondStep(resetAndGetCode(site, person, person.secret), headers);
    expect([rightAnswer.status, rightAnswer.headers.get("Location")]).toEqual([303, "/submit"]);
    expect(await isSignedIn({ Cookie: cookieOf(rightAnswer.headers) })).toBe(true);
  });

  test("belongs to the browser of the first step, for ten minutes, once", async () => {
    const person = await withApp();
    for (const Cookie of ["", "__Host-second-step=guessed"]) {
      const headers = { ...newClientAddress(), Cookie };
      expect((await get(site, "/login/verify?returnTo=%2Fsubmit", { headers })).headers.get("Location")).toBe(
        LATE_ADDRESS,
      );
      expect(await isLate(codeOf(person.secret, 1), headers)).toBe(true);
    }
    const { headers } = await firstStep(person);
    sql(site, "UPDATE oneTimeTokens SET expiresAt = '2020' WHERE purpose = 'secondStep'");
    expect(await isLate(codeOf(person.secret, 1), headers)).toBe(true);
    const secondTry = await firstStep(person);
    expect((await secondStep(codeOf(person.secret, 1), secondTry.headers)).status).toBe(303);
    expect(await isLate(resetAndGetCode(site, person, person.secret), secondTry.headers)).toBe(true);
    const thirdTry = await firstStep(person);
    sql(site, "UPDATE users SET status = 'disabled' WHERE id = ?", person.id);
    expect(await isLate(resetAndGetCode(site, person, person.secret), thirdTry.headers)).toBe(true);
  });

  test("takes a code once, also of twenty simultaneous tries", async () => {
    const person = await withApp();
    const signInStep = await firstStep(person);
    const replayAnswer = await secondStep(codeOf(person.secret), signInStep.headers);
    expect([replayAnswer.status, await replayAnswer.text()]).toEqual([
      401,
      expect.stringContaining("already been used"),
    ]);
    const code = resetAndGetCode(site, person, person.secret);
    const browsers = [];
    for (let count = 0; count < 20; count++) browsers.push(await firstStep(person));
    const answers = await Promise.all(browsers.map(({ headers }) => secondStep(code, headers)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test("takes a recovery code once, however it is typed, and a mail reports it", async () => {
    const person = await withApp();
    const [code = ""] = person.codes;
    const typedCode = ` ${code.toUpperCase().replaceAll("-", " ")}`;
    expect((await secondStep(typedCode, (await firstStep(person)).headers)).status).toBe(303);
    expect((await secondStep(code, (await firstStep(person)).headers)).status).toBe(401);
    expect(mailsTo(person.email).at(-1)?.body).toContain("A recovery code was used to sign in");
    const otherPerson = await withApp();
    expect((await secondStep(otherPerson.codes[0] ?? "", (await firstStep(person)).headers)).status).toBe(401);
    const renewAnswer = await form(site, "/account/security", { intent: "codes" }, otherPerson);
    expect((await renewAnswer.text()).match(/<code>/g)).toHaveLength(10);
    expect((await secondStep(otherPerson.codes[1] ?? "", (await firstStep(otherPerson)).headers)).status).toBe(401);
  });

  test("allows five guesses from one client address, and the owner still gets in from theirs", async () => {
    const person = await withApp();
    const home = newClientAddress();
    const ownerStep = await firstStep(person, home);
    expect((await secondStep(resetAndGetCode(site, person, person.secret), ownerStep.headers)).status).toBe(303);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      const { headers } = await firstStep(person);
      for (let count = 0; count < 6; count++) statuses.push((await secondStep("000000", headers)).status);
      expect(statuses.at(-1)).toBe(429);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    const stranger = await firstStep(person);
    const refusedAnswer = await secondStep(resetAndGetCode(site, person, person.secret), stranger.headers);
    expect([refusedAnswer.status, Number(refusedAnswer.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    expect(Number(refusedAnswer.headers.get("Retry-After"))).toBeLessThanOrEqual(3_600);
    const secondOwnerStep = await firstStep(person, home);
    expect((await secondStep(resetAndGetCode(site, person, person.secret), secondOwnerStep.headers)).status).toBe(303);
  });

  test("follows a mailed link too, and is not removed by a new password", async () => {
    const person = await withApp();
    sql(site, "UPDATE users SET emailVerifiedAt = '2026-01-01' WHERE id = ?", person.id);
    const requestToken = async (path: string) => {
      await form(site, path, { email: person.email, ...(await solveCaptcha(site)) }, { headers: newClientAddress() });
      const query =
        "SELECT body FROM mails WHERE recipient = ? AND body LIKE '%token=%' ORDER BY createdAt DESC LIMIT 1";
      return /token=([\w-]+)/.exec(sql<{ body: string }>(site, query, person.email)[0]?.body ?? "")?.[1] ?? "";
    };
    const linkAnswer = await form(site, "/sign-in-link", { token: await requestToken("/sign-in-link") });
    expect([linkAnswer.headers.get("Location"), cookieOf(linkAnswer.headers)]).toEqual(["/login/verify", ""]);
    const fields = { token: await requestToken("/forgot-password"), password: PASSWORD, confirmPassword: PASSWORD };
    expect((await form(site, "/reset-password", fields)).status).toBe(303);
    const headers = { ...newClientAddress(), Cookie: setCookie(linkAnswer.headers, /second-step$/) };
    expect(await isLate(resetAndGetCode(site, person, person.secret), headers)).toBe(true);
    expect((await firstStep(person)).answer.headers.get("Location")).toMatch("/login/verify");
  });

  test("does not lock the owner of an address out of an account that a stranger created with it", async () => {
    const stranger = await withApp();
    await form(
      site,
      "/forgot-password",
      { email: stranger.email, ...(await solveCaptcha(site)) },
      { headers: newClientAddress() },
    );
    const query = "SELECT body FROM mails WHERE recipient = ? AND kind = 'passwordReset'";
    const token = /token=([\w-]+)/.exec(sql<{ body: string }>(site, query, stranger.email)[0]?.body ?? "")?.[1] ?? "";
    await form(site, "/reset-password", { token, password: PASSWORD, confirmPassword: PASSWORD });
    expect((await signIn(site, stranger)).status).toBe(200);
  });
});

describe("SF03 POST /api/auth/login", () => {
  test("says that a code is needed, takes it in the same call, and works as usual without a factor", async () => {
    const person = await withApp();
    const call = async (changes: object) => {
      const body = { email: person.email, password: PASSWORD, ...(await solveCaptcha(site)), ...changes };
      return json(site, "POST", "/api/auth/login", body, { headers: newClientAddress() });
    };
    const withoutCode = await call({});
    expect([withoutCode.status, withoutCode.body.code]).toEqual([401, "second_factor_required"]);
    expect(withoutCode.headers.getSetCookie()).toEqual([]);
    const refusal = await call({ code: "000000" });
    expect([refusal.status, refusal.body.code, refusal.body.fieldErrors]).toEqual([
      401,
      "second_factor_required",
      { code: "This code is wrong." },
    ]);
    for (const code of [1, "", null, {}, "1".repeat(500)]) expect([400, 401]).toContain((await call({ code })).status);
    const rightAnswer = await call({ code: resetAndGetCode(site, person, person.secret) });
    expect([rightAnswer.status, rightAnswer.body.user.email]).toEqual([200, person.email]);
    const guess = { email: person.email, password: "wrong password", ...(await solveCaptcha(site)), code: "1" };
    const refusedAnswer = await json(site, "POST", "/api/auth/login", guess, { headers: newClientAddress() });
    expect([refusedAnswer.status, refusedAnswer.body]).toEqual([401, { message: "Invalid email or password" }]);
    const withoutFactor = await signIn(site, await signUp(site));
    expect([withoutFactor.status, Object.keys(withoutFactor.body)]).toEqual([200, ["user", "message"]]);
  });
});

describe("SF04 a required second factor", () => {
  test("keeps admins and editors out until they have one, and cannot be required by an admin without", async () => {
    const [admin, otherAdmin, editor] = [await signUpAdmin(site), await signUpAdmin(site), await signUpEditor(site)];
    const requireFactor = (value: string, person = admin) =>
      form(site, "/admin/settings", { secondFactor: value }, person);
    expect((await requireFactor("on")).status).toBe(400);
    const { secret } = await setUpApp(site, admin);
    expect((await requireFactor("on")).status).toBe(303);
    for (const { headers } of [otherAdmin, editor]) {
      for (const path of ["/admin", "/admin/experts", "/admin/settings/pages"].slice(
        0,
        headers === otherAdmin.headers ? 3 : 2,
      )) {
        const answer = await get(site, path, { headers });
        expect([answer.status, answer.headers.get("Location")], path).toEqual([302, "/account/security?demanded"]);
      }
      const call = await getJson(site, "/api/admin/articles", { headers });
      expect([call.status, call.body.code]).toEqual([403, "second_factor_setup_required"]);
      expect((await json(site, "POST", "/api/admin/experts", { name: "A", title: "B" }, { headers })).status).toBe(403);
      const page = await readDocument("/account/security", headers);
      expect(page.body.textContent).toContain("This site requires a second factor of admins and editors.");
    }
    expect((await get(site, "/admin", admin)).status).toBe(200);
    await setUpApp(site, otherAdmin);
    expect((await get(site, "/admin", otherAdmin)).status).toBe(200);
    expect((await get(site, "/account", editor)).status).toBe(200);
    expect((await requireFactor("")).status).toBe(303);
    expect((await get(site, "/admin", editor)).status).toBe(200);
    expect(secret).not.toBe("");
  });
});

describe("SF05 a lost second factor", () => {
  test("is removed by another admin with a recent sign-in; log and mail report it, and all sessions end", async () => {
    const [admin, user, owner] = [await signUpAdmin(site), await signUp(site), await withApp()];
    const path = `/admin/users/${owner.id}/second-factor`;
    expect((await form(site, path, {}, user)).status).toBe(403);
    expect((await readDocument(`/admin/users?search=${owner.email}`, admin.headers)).body.textContent).toContain(
      "and a second factor",
    );
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", admin.id);
    expect((await form(site, path, {}, admin)).status).toBe(403);
    const headers = { Cookie: (await signIn(site, admin)).cookie };
    expect((await form(site, path, {}, { headers })).status).toBe(303);
    expect(await isSignedIn(owner.headers)).toBe(false);
    expect((await signIn(site, owner)).status).toBe(200);
    expect(mailsTo(owner.email).at(-1)?.body).toContain("An admin removed your second factor");
    const statement = "SELECT detail FROM auditLog WHERE action = 'second factor removed' AND subjectId = ?";
    expect(sql(site, statement, owner.id)).toEqual([{ detail: owner.email }]);
    expect((await form(site, path, {}, { headers })).status).toBe(409);
    expect((await form(site, `/admin/users/${admin.id}/second-factor`, {}, { headers })).status).toBe(403);
  });

  test("is in the person's data without its secrets, and is deleted with the account", async () => {
    const person = await withApp();
    const data = await (await get(site, "/account/data", person)).json();
    expect(data.secondFactors).toEqual([
      { kind: "app", confirmedAt: expect.any(String), lastUsedAt: null },
      { kind: "recovery codes", left: 10 },
    ]);
    expect((await form(site, "/account/delete", { password: PASSWORD }, person)).status).toBe(303);
    for (const table of ["totpSecrets", "recoveryCodes"])
      expect(sql(site, `SELECT * FROM ${table} WHERE userId = ?`, person.id), table).toEqual([]);
  });
});
