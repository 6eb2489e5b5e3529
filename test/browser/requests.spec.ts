import type { Browser, Page } from "@playwright/test";
import { solveQuestion } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { startMailbox } from "../support/mailbox";
import { addPeople } from "../support/people";
import { startSite } from "../support/site";
import { openLive } from "./reader";
import { cookieOf, expect, expectAccessible, test } from "./site";

/** A refused form and a removed profile are shown with their status, which the browser notes. */
test.use({ allowedComplaints: [/^Failed to load resource: .*(400|409|410)/] });

/** Opens two windows: one for a listed person, one for an admin. */
async function makeScene(page: Page, browser: Browser, javaScriptEnabled: boolean | undefined) {
  const mailbox = await startMailbox();
  const site = await startSite({ env: { SMTP_URL: mailbox.url } });
  await addPeople(site, [{ name: "Paula Person", title: "Professor", biography: "Was born in 1950." }]);
  const admin = await signUpAdmin(site);
  const context = await browser.newContext({ javaScriptEnabled });
  await context.addCookies([cookieOf(admin, site)]);
  const desk = await context.newPage();
  const goTo = (in_: Page, path: string) =>
    javaScriptEnabled === false ? in_.goto(site.url + path) : openLive(in_, site.url + path);
  const checkAccessibility = async (at: Page) => {
    if (javaScriptEnabled !== false) await expectAccessible(at);
  };
  const report = async (email: string, fill: (main: ReturnType<Page["getByRole"]>) => Promise<void>) => {
    await goTo(page, "/paula-person");
    await page.getByRole("link", { name: "Report an error or ask for removal" }).click();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Report an error or ask for removal");
    await fill(main);
    await main.getByLabel(/^Your email/).fill(email);
    const question = await page.locator("label[for=captchaAnswer]").textContent();
    await main.getByLabel(/^Security question:/).fill(solveQuestion(/What is .*/.exec(question ?? "")?.[0] ?? ""));
    await checkAccessibility(page);
    await main.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
    const link = async () =>
      /http\S+report\S+/.exec(mailbox.accepted.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
    await expect.poll(link).not.toBe("");
    const { pathname, search } = new URL(await link());
    await goTo(page, pathname + search);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Confirm My Report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have your report");
    return pathname + search;
  };
  const stop = async () => {
    await context.close();
    await site.stop();
    await mailbox.stop();
  };
  return { site, desk, goTo, checkAccessibility, report, stop };
}

test("SA01 SA04 SA08 report, confirm, apply, the log of corrections, reject", { tag: "@both" }, async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const { desk, goTo, checkAccessibility, report, stop } = await makeScene(page, browser, javaScriptEnabled);
  const status = await report("paula@mail.example", async (main) => {
    await main.getByLabel(/^What is wrong/).selectOption("The biography");
    await main.getByLabel(/^What it says now/).fill("1950");
    await main.getByLabel(/^What it should say/).fill("1951");
  });
  await goTo(desk, "/admin");
  await desk.getByRole("link", { name: "1 request is waiting for a decision" }).click();
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await expect(desk.locator("main del")).toContainText("1950");
  await checkAccessibility(desk);
  await desk.getByRole("button", { name: "Apply" }).click();
  await expect(desk.getByText("Decided: applied.")).toBeVisible();
  await goTo(page, "/paula-person");
  await expect(page.getByText("Was born in 1951.")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Corrections" }).click();
  await expect(page.getByRole("main")).toContainText("Biography: corrected, on the profile of Paula Person");
  await checkAccessibility(page);
  await goTo(page, status);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We corrected the profile");
  await report("paul@mail.example", (main) => main.getByLabel(/^What it should say/).fill("Much is missing."));
  await goTo(desk, "/admin/requests");
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await desk.getByLabel(/^Note to the person/).fill("It names what matters most.");
  await desk.getByRole("button", { name: "Reject" }).click();
  await expect(desk.getByText("Decided: rejected.")).toBeVisible();
  await stop();
});

test("SA05 SA06 leave, 410, proposed again, stopped", { tag: "@both" }, async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const { site, desk, goTo, checkAccessibility, report, stop } = await makeScene(page, browser, javaScriptEnabled);
  await report("paula@mail.example", async (main) => {
    await main.getByLabel(/^What is wrong/).selectOption("I am this person and want to be removed");
  });
  await goTo(desk, "/admin/requests");
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await desk.getByRole("link", { name: "Continue to the removal" }).click();
  await checkAccessibility(desk);
  await desk.getByRole("button", { name: "Remove Paula Person for good" }).click();
  await expect(desk.getByText("Decided: removed.")).toBeVisible();
  const gone = await page.goto(`${site.url}/paula-person`);
  expect(gone?.status()).toBe(410);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile Removed");
  await expect(page.getByRole("main")).not.toContainText("Paula");
  await checkAccessibility(page);
  await goTo(desk, "/admin/experts/new");
  await desk.getByLabel("Name", { exact: true }).fill("Paula Person");
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByRole("alert").first()).toContainText("This person asked not to be listed.");
  await expect(desk.getByLabel("Reason for listing them anyway")).toBeVisible();
  await checkAccessibility(desk);
  await stop();
});
