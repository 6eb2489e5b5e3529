import { join } from "node:path";
import type { Page } from "@playwright/test";
import SQLite from "better-sqlite3";
import { PASSWORD, solveQuestion } from "../support/accounts";
import { GRETA, startGoogle } from "../support/google";
import { startMailbox } from "../support/mailbox";
import { startSite } from "../support/site";
import { hold, openLive, startScripts, watchStart } from "./reader";
import { expect, expectAccessible, test } from "./site";

/** Browsers write the status of a refused form to the console, and a request that failed offline. */
test.use({ allowedComplaints: [/^Failed to load resource: .*(400|401|403|409|ERR_INTERNET_DISCONNECTED)/] });

/** Servers that the end of the test stops, the last one first. */
const servers: { stop(): Promise<void> }[] = [];
test.afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.stop();
});

/** Registers a server that the end of the test stops. */
async function stopAtEnd<T extends { stop(): Promise<void> }>(server: Promise<T>): Promise<T> {
  servers.push(await server);
  return server;
}

let accountCount = 0;
const newAddress = () => `browser-${process.pid}-${test.info().workerIndex}-${++accountCount}@mail.example`;

/** Types into the fields of the page's form, by their labels, and answers the security question. */
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  const main = page.getByRole("main");
  for (const [label, text] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(text);
  const question = main.getByLabel(/^Security question:/);
  if (await question.count()) await question.fill(solveQuestion(await readQuestion(page)));
}

/** Reads the security question of the page's form. */
async function readQuestion(page: Page): Promise<string> {
  const label = await page.locator("label[for=captchaAnswer]").textContent();
  return /What is .*/.exec(label ?? "")?.[0] ?? "";
}

function button(page: Page, name: string) {
  return page.getByRole("main").getByRole("button", { name, exact: true });
}

/** Returns what a new reader types into the fields of the registration form. */
const registrationFields = (email: string) => ({
  "First name": "Rosa",
  "Last name": "Reader",
  Email: email,
  Password: PASSWORD,
  "Confirm password": PASSWORD,
});

/** Registers an account, which also signs it in, at the test's site or at another `origin`. Returns its mail address. */
async function register(page: Page, email = newAddress(), origin = ""): Promise<string> {
  await page.goto(`${origin}/login?mode=register`);
  await fill(page, registrationFields(email));
  await button(page, "Create Account").click();
  await expect(accountLink(page)).toHaveText("Rosa");
  return email;
}

function accountLink(page: Page) {
  return page.locator('header nav[aria-label=Main] a[href="/account"]');
}

test("AC01 AC12 a reader registers, signs out and signs in again", { tag: "@both" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
  const email = newAddress();
  await fill(page, registrationFields(email));
  await button(page, "Create Account").click();
  await expect(page).toHaveURL("/");
  await expect(accountLink(page)).toHaveText("Rosa");

  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(accountLink(page)).toHaveCount(0);

  await page.goto("/directory?page=2");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign In" }).click();
  await fill(page, { Email: email, Password: PASSWORD });
  await button(page, "Sign In").click();
  await expect(page, "D5 back to where it began").toHaveURL("/directory?page=2");
  await expect(accountLink(page)).toHaveText("Rosa");

  await page.goto("/login");
  await expect(page, "AC11").toHaveURL("/");
});

test("AC01 the keyboard alone reaches every field in its order, and Enter sends the form", async ({ page }) => {
  await page.goto("/login?mode=register");
  const email = newAddress();
  await page.getByLabel("First name").focus();
  for (const text of ["Rosa", "Reader", email, PASSWORD, PASSWORD]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByLabel(/^Security question:/)).toBeFocused();
  await page.keyboard.type(solveQuestion(await readQuestion(page)));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(accountLink(page)).toHaveText("Rosa");
});

test("AC05 Enter twice sends a form with a security question once; a form that gets no answer keeps its question", async ({
  page,
}) => {
  const email = await register(page);
  await page.context().clearCookies();
  await openLive(page, "/login");
  const question = await page.locator("[name=captchaExpected]").getAttribute("value");
  await fill(page, { Email: email, Password: PASSWORD });
  await page.getByLabel(/^Security question:/).fill(solveQuestion(await readQuestion(page)));
  await page.context().setOffline(true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("What you typed is still here.");
  await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
  await expect(page.locator("[name=captchaExpected]")).toHaveAttribute("value", question as string);
  await page.context().setOffline(false);

  const heldRequest = await hold(page, /login\.data/);
  await page.getByLabel(/^Security question:/).press("Enter");
  await page.keyboard.press("Enter");
  await heldRequest.release();
  await expect(accountLink(page)).toHaveText("Rosa");
});

test("only the form that is being sent says so", async ({ page }) => {
  await register(page);
  await openLive(page, "/account");
  const heldRequest = await hold(page, /account\.data/);
  await button(page, "Save name").click();
  await expect(button(page, "Saving…")).toBeVisible();
  await expect(button(page, "Change password")).not.toHaveAttribute("aria-disabled");
  await heldRequest.release();
  await expect(page.getByText("Your name was saved.")).toBeVisible();
  await expect(button(page, "Save name")).toBeVisible();
});

test("AC08 AC05 a wrong password shows a message in the form and in a toast, asks a new question, and keeps the typed address", async ({
  page,
}) => {
  const email = await register(page);
  await page.context().clearCookies();
  await openLive(page, "/login");
  const questionBefore = await page.locator("[name=captchaExpected]").getAttribute("value");
  await fill(page, { Email: email, Password: "not this one" });
  await button(page, "Sign In").click();

  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Sign In Failed");
  await expect(alert).toContainText("Invalid email or password");
  await expect(alert).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.locator("[name=captchaExpected]")).not.toHaveAttribute("value", questionBefore as string);
  await expect(page.getByLabel(/^Security question:/)).toHaveValue("");
  await expect(page.locator(".toast")).toContainText("Sign In Failed");
  await expect(page.locator(".toast")).toContainText("Invalid email or password");
  await expect(page.getByLabel("Password")).toHaveValue("not this one");
  await expect(page.locator("form [role=status]")).toHaveText(`New security question: ${await readQuestion(page)}`);

  await fill(page, { Password: PASSWORD });
  await button(page, "Sign In").click();
  await expect(accountLink(page)).toHaveText("Rosa");
});

test("AC06 the first wrong field has the focus, and the summary leads to the others", async ({ page }) => {
  await page.goto("/login?mode=register");
  await fill(page, { ...registrationFields(""), "First name": "" });
  await button(page, "Create Account").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.locator("#firstName-error")).toHaveText("Please fill in all required fields");
  await page.getByRole("alert").getByRole("link", { name: "Email" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveValue("Reader");
  await expect(page.locator("#email-error")).toBeVisible();
  await page.keyboard.type("a");
  await expect(page.locator("#email-error")).toBeHidden();
  await expect(page.getByLabel("Email")).not.toHaveAttribute("aria-invalid");
  await expect(page.locator("#firstName-error")).toBeVisible();
  await page.getByLabel("Email").fill("");
  await button(page, "Create Account").click();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#email-error")).toBeVisible();
});

test("AC06 an error of a page without scripts stays after the scripts have loaded and the reader follows the summary", async ({
  page,
}) => {
  await watchStart(page);
  await page.goto("/login?mode=register");
  await page.getByLabel("Last name").fill("Reader");
  // `submit()` sends the form without an event that a script could hear.
  await page.evaluate(() => document.querySelector<HTMLFormElement>("main form")?.submit());
  await expect(page.locator("#email-error")).toBeVisible();
  await startScripts(page);
  await page.getByRole("alert").getByRole("link", { name: "Email" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByLabel("Last name")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveValue("Reader");
  await expect(page.locator("#email-error")).toBeVisible();
});

test("an error from before the scripts run does not move the reader's focus later", async ({ page }) => {
  await watchStart(page);
  await page.goto("/login");
  // `submit()` sends the form without an event that a script could hear.
  await page.evaluate(() => document.querySelector<HTMLFormElement>("main form")?.submit());
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Password").focus();
  await startScripts(page);
  await expect(page.locator(".toast")).toContainText("Sign In Failed");
  await expect(page.getByLabel("Password")).toBeFocused();
});

test("a key in the moment in which the scripts take over does not stop them", async ({ page }) => {
  await watchStart(page);
  await page.addInitScript(() => {
    const add = document.addEventListener;
    document.addEventListener = function (this: Document, type: string, ...rest: [never, never]) {
      add.call(this, type, ...rest);
      // React listens from now on and has not rendered yet. The start script's own listeners come too early to count.
      if (type !== "keydown" || !Object.keys(document).some((key) => key.startsWith("__react"))) return;
      Promise.resolve().then(() => document.activeElement?.dispatchEvent(new KeyboardEvent(type, { bubbles: true })));
    } as typeof add;
  });
  await page.goto("/login");
  await page.getByLabel("Email").focus();
  await page.waitForFunction(() => window.isLive);
});

test("AC05 another question leaves the form as it is", async ({ page }) => {
  await page.goto("/login?mode=register");
  const questionBefore = await page.locator("[name=captchaExpected]").getAttribute("value");
  await page.getByLabel("First name").fill("Rosa");
  await page.getByLabel("Email").fill("typed@mail.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^Security question:/).fill("7");
  await button(page, "New question").click();
  await expect(page.locator("[name=captchaExpected]")).not.toHaveAttribute("value", questionBefore as string);
  await expect(page.getByLabel(/^Security question:/)).toHaveValue("");
  await expect(page.getByLabel("First name")).toHaveValue("Rosa");
  await expect(page.getByLabel("Email")).toHaveValue("typed@mail.example");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  await expect(page.locator("form [role=status]")).toHaveText(`New security question: ${await readQuestion(page)}`);
});

test("AC05 the form says 'Please wait for CAPTCHA to load' while a question loads, and says when none could be loaded", async ({
  page,
}) => {
  await openLive(page, "/login");
  await fill(page, { Email: "a@mail.example", Password: PASSWORD });
  const heldRequest = await hold(page, /\/api\/auth\/captcha$/);
  await button(page, "New question").click();
  await button(page, "Sign In").click();
  await expect(page.locator("#captchaAnswer-error")).toHaveText("Please wait for CAPTCHA to load");
  await heldRequest.release();
  await expect(page.locator("[name=captchaExpected]")).toHaveAttribute("value", /./);

  await page.route(/\/api\/auth\/captcha$/, (route) => route.fulfill({ status: 400, body: "{}" }));
  await button(page, "New question").click();
  await expect(page.locator("#captchaAnswer-error")).toHaveText(
    "A new question could not be loaded. Please try again.",
  );
  await expect(page.getByLabel("Email")).toHaveValue("a@mail.example");
});

test("AC01 the switch between the modes keeps the email, and not the password", async ({ page }) => {
  await openLive(page, "/login?returnTo=/submit");
  await page.getByLabel("Email").fill("typed@mail.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(page).toHaveURL("/login?mode=register&returnTo=%2Fsubmit");
  await expect(page).toHaveTitle(/^Create an Account/);
  await expect(page.getByLabel("Email")).toHaveValue("typed@mail.example");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Email")).toHaveValue("typed@mail.example");
});

test("AC03 AC04 D10 a mail leads from a forgotten password to a new one, which signs out elsewhere", {
  tag: "@both",
}, async ({ page, browser, javaScriptEnabled }) => {
  const mailbox = await stopAtEnd(startMailbox());
  const { url } = await stopAtEnd(startSite({ env: { SMTP_URL: mailbox.url } }));
  const email = await register(page, newAddress(), url);
  mailbox.accepted.length = 0;

  const otherPage = await (await browser.newContext({ javaScriptEnabled })).newPage();
  if (javaScriptEnabled) await openLive(otherPage, `${url}/login`);
  else await otherPage.goto(`${url}/login`);
  await otherPage.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await fill(otherPage, { Email: email });
  await button(otherPage, "Send Reset Link").click();
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
  await expect(
    otherPage.getByText("If an account exists with that email, we've sent a password reset link"),
  ).toBeVisible();
  await expect(otherPage.getByRole("link", { name: "Back to Sign In" })).toHaveAttribute("href", "/login");

  const mailedLink = () => /http\S+reset-password\S+/.exec(mailbox.accepted.map(({ text }) => text).join())?.[0] ?? "";
  await expect.poll(mailedLink).not.toBe("");
  if (javaScriptEnabled) await openLive(otherPage, mailedLink());
  else await otherPage.goto(mailedLink());
  await fill(otherPage, { "New password": "a new violet kettle", "Confirm new password": "a new violet kettle" });
  await button(otherPage, "Reset Password").click();
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText("Password Reset Complete");
  await expect(otherPage).toHaveURL(`${url}/login`);

  await page.goto(`${url}/account`);
  await expect(page, "the other session is over").toHaveURL(`${url}/login?returnTo=%2Faccount`);
  await fill(otherPage, { Email: email, Password: "a new violet kettle" });
  await button(otherPage, "Sign In").click();
  await expect(accountLink(otherPage)).toHaveText("Rosa");
  await otherPage.context().close();
});

test("AC15 D4 D9 a sign-in with Google returns to the page, and a refusal is explained; AC06 a refused form is accessible", async ({
  page,
}) => {
  const provider = await stopAtEnd(startGoogle());
  const { url } = await stopAtEnd(startSite({ env: provider.env }));
  const signIn = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign In" });
  await page.goto(`${url}/directory?page=2`);
  provider.refusesConsent = true;
  await signIn.click();
  await expect(page).toHaveURL(`${url}/login?google=denied&returnTo=%2Fdirectory%3Fpage%3D2`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Sign In Failed");
  await expect(alert).toContainText("Google was not allowed to tell us who you are");

  provider.refusesConsent = false;
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(`${url}/directory?page=2`);
  await expect(accountLink(page)).toHaveText(GRETA.given_name);

  await page.goto(`${url}/auth`);
  await expect(page, "AC02 AC11").toHaveURL(`${url}/`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Sign Out" }).click();
  await expect(signIn).toBeVisible();
  await page.goto(`${url}/auth?returnTo=/directory`);
  await page.getByRole("link", { name: "Sign in with Google" }).click();
  await expect(page).toHaveURL(`${url}/directory`);
  await expect(accountLink(page)).toHaveText(GRETA.given_name);

  await page.context().clearCookies();
  await page.goto(`${url}/login?mode=register`);
  await button(page, "Create Account").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expectAccessible(page);
});

test("D8 the link that the server printed creates the first admin's account", async ({ page }) => {
  const site = await stopAtEnd(startSite());
  const link = site.logs().find(({ link }) => link)?.link as string;
  await page.goto(link);
  const email = newAddress();
  await fill(page, registrationFields(email));
  await button(page, "Create Admin Account").click();
  await expect(page).toHaveURL(`${site.url}/admin`);
  const database = new SQLite(join(site.dataDir, "longevity.db"), { readonly: true });
  expect(database.prepare("SELECT email, role FROM users").all()).toEqual([{ email, role: "admin" }]);
  database.close();
});

test("readers change their name and password, sign out everywhere else, download their data, and delete their account", {
  tag: "@both",
}, async ({ page, browser, site }) => {
  const email = await register(page);
  await accountLink(page).click();
  await expect(page).toHaveURL("/account");
  await fill(page, { "First name": "Rosalind" });
  await button(page, "Save name").click();
  await expect(page.getByText("Your name was saved.")).toBeVisible();
  await expect(accountLink(page)).toHaveText("Rosalind");

  const passwordFields = { "New password": "a new violet kettle", "Confirm new password": "a new violet kettle" };
  await fill(page, { ...passwordFields, "Current password": "not this one" });
  await button(page, "Change password").click();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await expect(page.locator("#currentPassword-error")).toHaveText("This is not your present password");
  await expect(page.locator(".toast")).toHaveCount(0);
  await fill(page, { ...passwordFields, "Current password": PASSWORD });
  await button(page, "Change password").click();
  await expect(page.getByText("Your new password was saved.")).toBeVisible();

  const otherPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await otherPage.goto(`${site.url}/login?returnTo=/account`);
  await fill(otherPage, { Email: email, Password: passwordFields["New password"] });
  await button(otherPage, "Sign In").click();
  await expect(otherPage).toHaveURL(`${site.url}/account`);

  await page.goto("/account/security");
  const sessions = page.locator("section", { hasText: "Where you are signed in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await button(page, "Sign out everywhere else").click();
  await expect(page.getByText("All your other devices were signed out.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await otherPage.reload();
  await expect(otherPage).toHaveURL(`${site.url}/login?returnTo=%2Faccount`);
  await otherPage.context().close();

  await page.goto("/account");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toBe("my-data.json");

  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete your account");
  await fill(page, { "Your password": passwordFields["New password"] });
  await button(page, "Delete my account").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account was deleted");
  await expect(accountLink(page)).toHaveCount(0);
});
