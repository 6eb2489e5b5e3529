import type { Page } from "@playwright/test";
import { solveQuestion } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { openLive } from "./reader";
import { test as base, cookieOf, expect, expectAccessible } from "./site";

/** Starts a site with its mailbox. The desk is the page of an admin, beside the page of a listed person. */
const test = base.extend<{ mailbox: Mailbox; desk: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  mailbox: async ({}, use) => {
    const mailbox = await startMailbox();
    await use(mailbox);
    await mailbox.stop();
  },
  site: async ({ mailbox }, use) => {
    const site = await startSite({ env: { SMTP_URL: mailbox.url } });
    await use(site);
    await site.stop();
  },
  desk: async ({ browser, javaScriptEnabled, site }, use) => {
    const admin = await signUpAdmin(site);
    const person = { name: "Paula Person", title: "Professor", biography: "Was born in 1950." };
    expect((await json(site, "POST", "/api/admin/experts", person, admin)).status).toBe(201);
    const context = await browser.newContext({ javaScriptEnabled, baseURL: site.url });
    await context.addCookies([cookieOf(admin, site)]);
    await use(await context.newPage());
    await context.close();
  },
});

/** Browsers write the status of a refused form and of a removed profile to the console. */
test.use({ allowedComplaints: [/^Failed to load resource: .*(400|409|410)/] });

test("SA01 SA04 SA05 SA06 SA08 reports are confirmed, then applied and logged, or rejected, or remove the person, who is not listed again", {
  tag: "@both",
}, async ({ page, open, checkAccessibility, site, desk, mailbox, javaScriptEnabled }) => {
  const openAtDesk = (path: string) =>
    javaScriptEnabled === false ? desk.goto(path) : openLive(desk, site.url + path);
  const checkDesk = async () => {
    if (javaScriptEnabled !== false) await expectAccessible(desk);
  };
  const sendReport = async (email: string, fill: (main: ReturnType<Page["getByRole"]>) => Promise<void>) => {
    await open("/paula-person");
    await page.getByRole("link", { name: "Report an error or ask for removal" }).click();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Report an error or ask for removal");
    await fill(main);
    await main.getByLabel(/^Your email/).fill(email);
    const question = await page.locator("label[for=captchaAnswer]").textContent();
    await main.getByLabel(/^Security question:/).fill(solveQuestion(/What is .*/.exec(question ?? "")?.[0] ?? ""));
    await main.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
    const link = async () =>
      /http\S+report\S+/.exec(mailbox.accepted.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
    await expect.poll(link).not.toBe("");
    const { pathname, search } = new URL(await link());
    await page.goto(pathname + search);
    await page.getByRole("button", { name: "Confirm My Report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have your report");
    return pathname + search;
  };

  // A correction.
  const statusPath = await sendReport("paula@mail.example", async (main) => {
    await main.getByLabel(/^What is wrong/).selectOption("The biography");
    await main.getByLabel(/^What it says now/).fill("1950");
    await main.getByLabel(/^What it should say/).fill("1951");
  });
  await checkAccessibility();
  await openAtDesk("/admin");
  await desk.getByRole("link", { name: "1 request is waiting for a decision" }).click();
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await expect(desk.locator("main del")).toContainText("1950");
  await checkDesk();
  await desk.getByRole("button", { name: "Apply" }).click();
  await expect(desk.getByText("Decided: applied.")).toBeVisible();
  await page.goto("/paula-person");
  await expect(page.getByText("Was born in 1951.")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Corrections" }).click();
  await expect(page.getByRole("main")).toContainText("Biography: corrected, on the profile of Paula Person");
  await checkAccessibility();
  await page.goto(statusPath);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We corrected the profile");

  // A report that is rejected.
  await sendReport("paul@mail.example", (main) => main.getByLabel(/^What it should say/).fill("Much is missing."));
  await desk.goto("/admin/requests");
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await desk.getByLabel(/^Note to the person/).fill("It names what matters most.");
  await desk.getByRole("button", { name: "Reject" }).click();
  await expect(desk.getByText("Decided: rejected.")).toBeVisible();

  // The removal.
  await sendReport("patricia@mail.example", async (main) => {
    await main.getByLabel(/^What is wrong/).selectOption("I am this person and want to be removed");
  });
  await openAtDesk("/admin/requests");
  await desk.getByRole("main").getByRole("link", { name: "Paula Person" }).click();
  await desk.getByRole("link", { name: "Continue to the removal" }).click();
  await expect(desk.getByRole("button", { name: "Remove Paula Person for good" })).toBeVisible();
  await checkDesk();
  await desk.getByRole("button", { name: "Remove Paula Person for good" }).click();
  await expect(desk.getByText("Decided: removed.")).toBeVisible();
  const removedPage = await page.goto("/paula-person");
  expect(removedPage?.status()).toBe(410);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile Removed");
  await expect(page.getByRole("main")).not.toContainText("Paula");
  await checkAccessibility();
  await openAtDesk("/admin/experts/new");
  await desk.getByLabel("Name", { exact: true }).fill("Paula Person");
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByRole("alert").first()).toContainText("This person asked not to be listed.");
  await expect(desk.getByLabel("Reason for listing them anyway")).toBeVisible();
  await checkDesk();
});
