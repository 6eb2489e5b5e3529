/** Tests how people sign in with a second factor: with and without scripts, and with Chromium's own virtual authenticator. */
import type { CDPSession, Page } from "@playwright/test";
import { PASSWORD, signUp, solveQuestion } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { form } from "../support/requests";
import { codeOf, resetAndGetCode, setUpApp, sql } from "../support/second-factors";
import { openLive } from "./reader";
import { cookieOf, expect, test } from "./site";

test.use({ kind: "changing", allowedComplaints: [/^Failed to load resource: .*(400|401|403)/] });

type Person = Awaited<ReturnType<typeof signUp>>;

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

async function typePassword(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  const label = await page.locator("label[for=captchaAnswer]").textContent();
  await page.getByLabel(/^Security question:/).fill(solveQuestion(/What is .*/.exec(label ?? "")?.[0] ?? ""));
  await button(page, "Sign In").click();
}

const accountLink = (page: Page) => page.locator('header nav[aria-label=Main] a[href="/account"]');

test("SF01 SF02 an app is set up, its code is asked for, and a recovery code takes its place", {
  tag: "@both",
}, async ({ page, open, checkAccessibility, site }) => {
  const person = await signUp(site, { firstName: "Rosa" });
  await page.context().addCookies([cookieOf(person, site)]);
  await open("/account");
  await main(page).getByRole("link", { name: "Sign-in and security" }).click();
  await button(page, "Set up an app").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Authenticator app");
  await checkAccessibility();
  const secret = (await main(page).locator("code").textContent())?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code that the app shows").fill("000000");
  await button(page, "Set up the app").click();
  await expect(main(page).getByRole("alert")).toContainText("This is not the code that the app shows now");
  await page.getByLabel("Code that the app shows").fill(codeOf(secret));
  await page.keyboard.press("Enter");
  const codes = page.locator("#recovery-codes code");
  await expect(codes).toHaveCount(10);
  await checkAccessibility();
  const code = (await codes.first().textContent()) ?? "";
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    main(page).getByRole("link", { name: "Download the codes" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  await main(page).getByRole("link", { name: "I have saved them" }).click();
  await expect(main(page)).toContainText("10 of 10 codes are left");

  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Sign Out" }).click();
  await expect(accountLink(page)).toHaveCount(0);
  await page.goto("/login?returnTo=%2Fdirectory");
  await typePassword(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second step");
  await checkAccessibility();
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await button(page, "Sign In").click();
  await expect(main(page).getByRole("alert")).toContainText("This code is wrong");
  await page.getByLabel("Code from your authenticator app").fill(resetAndGetCode(site, person, secret));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/directory");
  await expect(accountLink(page)).toHaveText("Rosa");

  await page.context().clearCookies();
  await page.goto("/login?returnTo=%2Fdirectory");
  await typePassword(page, person);
  await main(page).getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await button(page, "Sign In").click();
  await expect(page).toHaveURL("/directory");
  await expect(accountLink(page)).toHaveText("Rosa");
});

test("an export or invitation that needs the password runs after the password was entered", async ({
  page,
  open,
  site,
}) => {
  const admin = await signUpAdmin(site, { firstName: "Ina" });
  const makeSignInOld = () => sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", admin.id);
  const confirm = async () => {
    await page.getByLabel("Current password").fill(PASSWORD);
    await button(page, "Confirm").click();
  };
  makeSignInOld();
  await page.context().addCookies([cookieOf(admin, site)]);
  await open("/admin");
  await page.getByRole("link", { name: "Export Database" }).click();
  const download = page.waitForEvent("download");
  await confirm();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
  makeSignInOld();
  await open("/admin/users");
  await main(page).getByText("Invite somebody").click();
  await page.getByLabel("First name").fill("Ivo");
  await page.getByLabel("Last name").fill("Invited");
  await page.getByLabel("Email", { exact: true }).fill("invited@person.example");
  await page.getByRole("button", { name: /the invitation$/ }).click();
  await confirm();
  await expect(main(page)).toContainText("invited@person.example");
  await expect(page).toHaveURL(/\/admin\/users\?.*done=invite/);
});

test("a change of role or status, or a deletion, that needs the password runs after the password was entered", async ({
  page,
  open,
  site,
}) => {
  const admin = await signUpAdmin(site, { firstName: "Ida" });
  const otherUser = await signUp(site, { firstName: "Olaf", lastName: "Owner" });
  await page.context().addCookies([cookieOf(admin, site)]);
  const pressAndConfirm = async (path: string, press: () => Promise<void>) => {
    sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", admin.id);
    await open(path);
    await press();
    await page.getByLabel("Current password").fill(PASSWORD);
    await button(page, "Confirm").click();
  };
  await pressAndConfirm(`/admin/users/${otherUser.id}/role?to=editor`, () => button(page, "Make editor").click());
  await expect(main(page)).toContainText("The role was changed.");
  await pressAndConfirm("/admin/users?search=Olaf", async () => {
    await main(page).getByLabel("Actions for Olaf Owner").click();
    await button(page, "Disable").click();
  });
  await expect(main(page)).toContainText("The status was changed.");
  await pressAndConfirm(`/admin/users/${otherUser.id}/delete`, () =>
    main(page)
      .getByRole("button", { name: /delete/i })
      .click(),
  );
  await expect(main(page)).toContainText("The account was deleted.");
});

test("without scripts the export comes right after the password", { tag: "@no-scripts" }, async ({
  page,
  open,
  site,
}) => {
  const admin = await signUpAdmin(site, { firstName: "Isa" });
  sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", admin.id);
  await page.context().addCookies([cookieOf(admin, site)]);
  await open("/admin");
  await page.getByRole("link", { name: "Export Database" }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  const download = page.waitForEvent("download");
  await button(page, "Confirm").click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
});

test("an old sign-in is confirmed with both proofs before a key is made", async ({
  page,
  open,
  checkAccessibility,
  site,
}) => {
  const editor = await signUpEditor(site);
  const { secret } = await setUpApp(site, editor);
  sql(site, "UPDATE sessions SET createdAt = '2020-01-01' WHERE userId = ?", editor.id);
  await page.context().addCookies([cookieOf(editor, site)]);
  await open("/account");
  await expect(main(page).getByRole("link", { name: "Confirm that it is you" })).toBeVisible();
  await open("/admin/api-keys");
  await main(page).getByRole("link", { name: "Confirm that it is you" }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  await button(page, "Confirm").click();
  await expect(main(page).getByRole("alert")).toContainText("Please enter a code");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("Code from your authenticator app").fill(resetAndGetCode(site, editor, secret));
  await button(page, "Confirm").click();
  await expect(page).toHaveURL("/admin/api-keys?confirmed");
  await expect(main(page).getByText("What you wanted to do is not done yet")).toBeVisible();
  await page.getByLabel("Name").fill("nightly import");
  await page.getByLabel("Articles").selectOption("Read and write");
  await page.getByLabel("Expires after").selectOption("A year");
  await button(page, "Create a key").click();
  await expect(page.getByRole("status").locator("code")).toHaveText(/^llk_/);
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(main(page).getByRole("row", { name: /nightly import/ })).toContainText(
    "Profiles: read. Articles: read and write",
  );
  await main(page).getByRole("link", { name: "Revoke nightly import" }).click();
  await checkAccessibility();
  await button(page, "Revoke the key").click();
  await expect(page).toHaveURL("/admin/api-keys");
  await expect(main(page)).toContainText("There are no keys yet.");
});

test("SF06 without scripts nothing that needs them is offered", { tag: "@no-scripts" }, async ({ page, site }) => {
  const person = await signUp(site);
  await page.goto(localhost(site.url, "/login"));
  await expect(button(page, "Use a passkey")).toBeHidden();
  await page.context().addCookies([cookieOf(person, { url: localhost(site.url) })]);
  await page.goto(localhost(site.url, "/account/security"));
  await expect(button(page, "Add a passkey")).toBeHidden();
  await expect(main(page)).toContainText("Adding a passkey needs scripts, which are off in this browser.");
});

/** Browsers make passkeys for names, and for no address of numbers. */
function localhost(url: string, path = ""): string {
  const address = new URL(path || "/", url);
  address.hostname = "localhost";
  return path ? address.href : address.origin;
}

test.describe("a passkey in Chromium", () => {
  let cdp: CDPSession;
  let authenticatorId: string;
  test.beforeEach(async ({ page }) => {
    cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const authenticator = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    authenticatorId = authenticator.authenticatorId;
  });

  /** Adds a passkey on the security page, and returns the recovery codes. */
  async function addPasskey(page: Page, url: string, person: Person): Promise<string[]> {
    await page.context().addCookies([cookieOf(person, { url: localhost(url) })]);
    await openLive(page, localhost(url, "/account/security"));
    await page.getByLabel("Name of the passkey").fill("Laptop");
    await button(page, "Add a passkey").click();
    await expect(page.locator("#recovery-codes code")).toHaveCount(10);
    await expect(main(page).getByRole("listitem").filter({ hasText: "Laptop" })).toBeVisible();
    return page.locator("#recovery-codes code").allTextContents();
  }

  test("SF06 is added, signs in alone, takes the second step, and is removed", async ({
    page,
    site,
    checkAccessibility,
  }) => {
    const person = await signUp(site, { firstName: "Rosa" });
    await addPasskey(page, site.url, person);
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

    await page.context().clearCookies();
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await openLive(page, localhost(site.url, "/login?returnTo=%2Fdirectory"));
    await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email webauthn");
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await button(page, "Use a passkey").click();
    await expect(page).toHaveURL(/\/directory$/);
    await expect(accountLink(page)).toHaveText("Rosa");

    await page.context().clearCookies();
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await openLive(page, localhost(site.url, "/login?returnTo=%2Fdirectory"));
    await typePassword(page, person);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second step");
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await button(page, "Use a passkey").click();
    await expect(page).toHaveURL(/\/directory$/);

    await openLive(page, localhost(site.url, "/account/security"));
    await main(page).getByRole("link", { name: "Remove Laptop" }).click();
    await checkAccessibility();
    await button(page, "Remove").click();
    await expect(main(page)).toContainText("The passkey was removed.");
  });

  test("SF06 is explained when its owner is not verified, or cancels", async ({ page, site }) => {
    const person = await signUp(site);
    await addPasskey(page, site.url, person);
    await page.context().clearCookies();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await openLive(page, localhost(site.url, "/login"));
    await button(page, "Use a passkey").click();
    await expect(main(page).getByRole("alert")).toContainText("No passkey was used");
    await expect(accountLink(page)).toHaveCount(0);
  });
});

test("SF04 an admin of whom a second factor is demanded sets one up first", async ({ page, sites }) => {
  const site = await sites("empty");
  const [firstAdmin, secondAdmin] = [await signUpAdmin(site), await signUpAdmin(site)];
  await setUpApp(site, firstAdmin);
  expect((await form(site, "/admin/settings", { secondFactor: "on" }, firstAdmin)).status).toBe(303);
  try {
    await page.context().addCookies([cookieOf(secondAdmin, site)]);
    await page.goto(`${site.url}/admin`);
    await expect(main(page)).toContainText("This site requires a second factor of admins and editors.");
    await button(page, "Set up an app").click();
    const secret = (await main(page).locator("code").textContent())?.replaceAll(" ", "") ?? "";
    await page.getByLabel("Code that the app shows").fill(codeOf(secret));
    await button(page, "Set up the app").click();
    await main(page).getByRole("link", { name: "I have saved them" }).click();
    await page.goto(`${site.url}/admin`);
    await expect(page).toHaveURL(`${site.url}/admin`);
  } finally {
    await form(site, "/admin/settings", { secondFactor: "" }, firstAdmin);
  }
});
