import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { newPerson, PASSWORD, signUp, solveQuestion } from "../support/accounts";
import { type Site, startSite } from "../support/site";
import { hold, openLive, startScripts, watchStart } from "./reader";
import { cookieOf, expect, expectAccessible, test } from "./site";

const ALLOW_REFUSALS = { allowedComplaints: [/status of 4(00|01|09)|net::ERR_FAILED/] };

test.describe("sending", () => {
  test("SU01 SU08 D33 a signed-in reader suggests an expert and follows it", { tag: "@both" }, async ({
    page,
    site,
  }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit an Expert");
    const name = await fillIn(page);
    await send(page);

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await expect(page.getByText("Thank you for submitting an expert to our directory.")).toContainText(
      "We'll review your submission and get back to you soon.",
    );
    await expect(page.getByText("under review")).toBeVisible();
    await page.getByRole("link", { name: "your submissions" }).click();
    const entry = page.locator(".records li");
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText(name);
    await expect(entry).toContainText("under review");
    await expect(entry.locator("time")).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);

    await page.goBack();
    await page.getByRole("link", { name: "Return to Directory" }).click();
    await expect(page).toHaveURL(`${site.url}/`);
  });

  test("D37 a double click stores one row", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    await fillIn(page);
    await page.getByRole("button", { name: "Submit Expert" }).dblclick();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await page.goto("/my-submissions");
    await expect(page.locator(".records li")).toHaveCount(1);
  });

  test("SU01 the button says Submitting... meanwhile", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await openLive(page, "/submit");
    await fillIn(page);
    const heldRequest = await hold(page, /\/submit\.data/);
    await send(page);
    await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    await heldRequest.release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("D37 Back after sending gives a form for somebody else", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    const firstName = await fillIn(page);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit an Expert");
    await page.goto("/submit");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    const secondName = await fillIn(page);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await page.goto("/my-submissions");
    await expect(page.locator(".records h2")).toHaveText([secondName, firstName]);
  });
});

test.describe("lists", () => {
  test("SU03 categories are added from the dropdown, each once, and removed by pressing the badge", {
    tag: "@both",
  }, async ({ page }) => {
    await open(page, "/submit");
    await page.getByLabel("Name", { exact: true }).fill("Stays");
    await addCategory(page, "Authors");
    await addCategory(page, "Academic Researchers");
    const badges = page.getByRole("button", { name: / remove$/ });
    await expect(badges).toHaveText([/^Authors/, /^Academic Researchers/]);
    await expect(
      page.getByRole("combobox", { name: "Categories" }).locator("option", { hasText: "Authors" }),
    ).toHaveCount(0);
    await badges.first().click();
    await expect(badges).toHaveText([/^Academic Researchers/]);
    await expect(
      page.getByRole("combobox", { name: "Categories" }).locator("option", { hasText: "Authors" }),
    ).toHaveCount(1);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Stays");
  });

  test("SU03 with the keyboard a category is added by the button, not by passing it", async ({ page }) => {
    await openLive(page, "/submit");
    await page.getByRole("combobox", { name: "Categories" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const badges = page.getByRole("button", { name: / remove$/ });
    await expect(page.getByRole("combobox", { name: "Categories" })).toHaveValue("ai_data_scientist");
    await expect(badges).toHaveCount(0);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(badges).toHaveText([/^AI & Data Scientists/]);
  });

  test("SU04 links are added, by the button and by Enter, and removed", { tag: "@both" }, async ({ page }) => {
    await open(page, "/submit");
    await page.getByLabel("Name", { exact: true }).fill("Stays");
    const input = page.getByLabel("Official websites");
    const links = page.locator('li:has([name="referenceLinks[]"]) > span');
    await input.fill("https://one.example/");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(links).toHaveText(["https://one.example/"]);
    await expect(input).toHaveValue("");
    await input.fill(" https://two.example/page ");
    await input.press("Enter");
    await expect(links).toHaveText(["https://one.example/", "https://two.example/page"]);
    await page.getByRole("button", { name: "Remove https://one.example/" }).click();
    await expect(links).toHaveText(["https://two.example/page"]);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Stays");
  });

  test("SU04 Add is disabled while there is nothing to add", async ({ page }) => {
    await openLive(page, "/submit");
    const add = page.getByRole("button", { name: "Add", exact: true });
    await expect(add).toBeDisabled();
    await page.getByLabel("Official websites").fill("   ");
    await expect(add).toBeDisabled();
    await page.getByLabel("Official websites").fill("x");
    await expect(add).toBeEnabled();
    await page.getByLabel("Official websites").fill("https://one.example/");
    await add.click();
    await expect(add).toBeDisabled();
  });

  test.describe("an invalid link", () => {
    test.use(ALLOW_REFUSALS);

    test("SU04 is refused beside the field, and stays in it", async ({ page }) => {
      await open(page, "/submit");
      const input = page.getByLabel("Official websites");
      const add = page.getByRole("button", { name: "Add", exact: true });
      await input.fill("https://one.example/");
      await add.click();
      await expect(input).toHaveValue("");
      for (const invalidLink of ["one.example", "javascript:alert(1)", "https://one.example"]) {
        await input.fill(invalidLink);
        await add.click();
        const text = "Please enter a valid URL starting with http:// or https://";
        await expect(page.locator("#referenceLinks-error")).toHaveText(text);
        await expect(page.locator("[data-tone=problem]")).toContainText(`Invalid URL${text}`);
        await expect(input).toHaveValue(invalidLink);
        await expect(input).toBeFocused();
      }
    });
  });
});

test.describe("refusals", () => {
  test.use(ALLOW_REFUSALS);

  test("SU05 missing fields are named above the form, beside each field and in a toast, and the typed values stay", async ({
    page,
  }) => {
    await open(page, "/submit");
    await page.getByLabel("Biography").fill("Two\nlines");
    await send(page);
    const text = "Please fill in all required fields including at least one category.";
    const summary = page.locator("[data-tone=problem]");
    await expect(summary).toContainText(`Missing Information${text}`);
    await expect(page.locator('.field [id$="-error"]')).toHaveCount(5);
    await expect(page.getByLabel("Biography")).toHaveValue("Two\nlines");
    const toTitle = summary.getByRole("link", { name: /^Professional title/ });
    await toTitle.click();
    await expect(page.getByLabel("Professional title")).toBeInViewport();
    await expect(page.locator(".toast")).toContainText(`Missing Information${text}`);
  });

  test("SU05 the focus goes to the first field that is wrong", async ({ page }) => {
    await openLive(page, "/submit");
    await page.getByLabel("Name", { exact: true }).fill("There");
    await send(page);
    await expect(page.getByLabel("Professional title")).toBeFocused();
    await expect(page.getByLabel("Professional title")).toHaveAccessibleDescription(
      /Please enter a professional title\./,
    );
  });

  test("SU06 without a link the form says that the official website is missing", async ({
    page,
    javaScriptEnabled,
  }) => {
    await open(page, "/submit");
    await fillIn(page, { link: null });
    await send(page);
    const text = "Please add at least one official website.";
    await expect(page.locator("[data-tone=problem]")).toContainText(`Missing Official Website${text}`);
    await expect(page.locator("#referenceLinks-error")).toHaveText(text);
    if (javaScriptEnabled) await expect(page.locator(".toast")).toContainText("Missing Official Website");
  });

  for (const [device, width] of [
    ["a phone", 360],
    ["a desk", 1280],
  ] as const) {
    test(`SU06 on ${device} the toast lies over nothing that the reader mends, and goes when the reader scrolls`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await openLive(page, "/submit");
      await fillIn(page, { link: null });
      await send(page);
      const toast = page.locator(".toast");
      await expect(toast).toContainText("Missing Official Website");
      const field = page.getByLabel("Official websites");
      await expect(field).toBeFocused();
      const toastBox = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      for (const part of [
        field,
        page.locator("label", { hasText: "Official websites" }),
        page.locator("#referenceLinks-error"),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 });
        const box = (await part.boundingBox()) ?? toastBox;
        const isApart =
          box.y >= toastBox.y + toastBox.height || box.y + box.height <= toastBox.y || box.x + box.width <= toastBox.x;
        expect(isApart).toBe(true);
      }
      await page.mouse.wheel(0, 40);
      await expect(toast).toHaveCount(0);
    });
  }
});

test.describe("without a usable answer", () => {
  test.use({ allowedComplaints: [/status of 503|net::ERR_FAILED/] });

  test("SU09 a server that cannot be reached takes nothing away", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await openLive(page, "/submit");
    const name = await fillIn(page);
    await page.route(/\/submit\.data/, (route) => route.abort());
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText(
      "Submission FailedNo usable answer came, so this may not have been saved. What you typed is still here.",
    );
    await expect(page.locator(".toast")).toContainText("Submission Failed");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
    await page.unroute(/\/submit\.data/);
    // The server says so in one line while it has no memory for a form.
    const refusal = "This site is very busy. Please try again in a few seconds.";
    await page.route(/\/submit\.data/, (route) =>
      route.fulfill({ status: 503, contentType: "text/plain;charset=UTF-8", body: `${refusal}\n` }),
    );
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText(`${refusal} What you typed is still here.`);
    await page.unroute(/\/submit\.data/);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
  });
});

test.describe("nothing typed is lost", () => {
  test.use(ALLOW_REFUSALS);

  test("SU02 D37 a visitor is sent to sign up, comes back to what was typed, and sends it", { tag: "@both" }, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    await open(page, "/submit");
    const name = await fillIn(page);
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText(
      "Authentication RequiredYou need to be logged in to submit an expert. Redirecting to login...",
    );
    if (javaScriptEnabled) await expect(page.locator(".toast")).toContainText("Authentication Required");
    else await page.getByRole("link", { name: "Sign in and continue" }).click();
    await expect(page).toHaveURL(`${site.url}/login?returnTo=%2Fsubmit`);

    await page.getByRole("link", { name: "Create account" }).click();
    await createAccount(page);
    await expect(page).toHaveURL(`${site.url}/submit`);
    await expectFilledIn(page, name);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await page.goto("/submit");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    await page.goto("/my-submissions");
    await expect(page.locator(".records h2")).toHaveText([name]);
  });

  test("D37 typed text survives a session that ended in the middle", async ({ page, site }) => {
    const reader = await signInReader(page.context(), site);
    await open(page, "/submit");
    const name = await fillIn(page);
    await page.context().clearCookies({ name: /session/ });
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText("Authentication Required");
    await page.goto("/login?returnTo=/submit");
    await signInAs(page, reader);
    await expect(page).toHaveURL(`${site.url}/submit`);
    await expectFilledIn(page, name);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
  });

  test("D37 typed text survives a tab that was closed while typing", async ({ page, context }) => {
    await openLive(page, "/submit");
    const draftResponse = page.waitForResponse(/\/api\/drafts\//);
    const name = await fillIn(page);
    await draftResponse;
    await page.getByLabel("Biography").fill("The last words before it was closed.");
    const otherTab = await context.newPage();
    // Closing tells the page no more than leaving does.
    await page.goto("about:blank");
    await page.close();
    await expect
      .poll(async () => {
        await otherTab.goto("/submit");
        return otherTab.getByLabel("Biography").inputValue();
      })
      .toBe("The last words before it was closed.");
    await expect(otherTab.getByLabel("Name", { exact: true })).toHaveValue(name);
    await expect(otherTab.getByText("You typed this last time and did not send it.")).toBeVisible();
  });

  test("D37 Back to an answer of the form shows what was typed", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    const name = await fillIn(page, { link: null });
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText("Missing Official Website");
    await page.getByRole("link", { name: "Full Directory" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Directory");
    await page.goBack();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
    await expect(page.getByRole("button", { name: / remove$/ })).toHaveText([/^Authors/]);
    await expect(page.getByLabel("Biography")).toHaveValue("Left early.");
  });

  test("D37 without scripts what is typed can be saved for later", { tag: "@no-scripts" }, async ({ page }) => {
    await page.goto("/submit");
    const name = await fillIn(page);
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(page.getByText("Your text was saved. You can close this page")).toBeVisible();
    await page.goto("/");
    await page.goto("/submit");
    await expectFilledIn(page, name);
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    await page.goto("/submit");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  });

  test("D37 starting over empties the form", async ({ page }) => {
    await openLive(page, "/submit");
    const draftResponse = page.waitForResponse(/\/api\/drafts\//);
    await fillIn(page);
    await draftResponse;
    await openLive(page, "/submit");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    await expect(page.getByRole("button", { name: / remove$/ })).toHaveCount(0);
    await expect(page.getByText("You typed this last time")).toHaveCount(0);
    await page.goto("/submit");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  });

  test("D37 typed text survives a visit to another page and Back", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    await page.getByLabel("Name", { exact: true }).fill("Typed only");
    await page.getByLabel("Biography").fill("Not sent.");
    await page.getByRole("link", { name: "Full Directory" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Directory");
    await page.goBack();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Typed only");
    await expect(page.getByLabel("Biography")).toHaveValue("Not sent.");
  });

  test("D37 typed text survives a restart of the server", async ({ page }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "longevity-restart-"));
    const siteBefore = await startSite({ dataDir, env: { RATE_LIMIT: "off" } });
    await page.goto(`${siteBefore.url}/submit`);
    const name = await fillIn(page);
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toContainText("Authentication Required");
    await page.goto("about:blank");
    await siteBefore.stop();
    // Another port, but the browser's cookies are those of the same host.
    const siteAfter = await startSite({ dataDir, env: { RATE_LIMIT: "off" } });
    await signInReader(page.context(), siteAfter);
    await page.goto(`${siteAfter.url}/submit`);
    await expectFilledIn(page, name);
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await siteAfter.stop();
    rmSync(dataDir, { recursive: true });
  });
});

test.describe("people who are there already", () => {
  test.use(ALLOW_REFUSALS);

  test("D38 the form asks about a person with the same name, and accepts that it is another person", async ({
    page,
    site,
  }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    await fillIn(page, { name: "Dr. Cynthia KENYON" });
    await send(page);
    const question = page.getByRole("alert", { name: "Is this the same person?" });
    await expect(question).toContainText("Cynthia Kenyon has the same name.");
    await expect(question.getByRole("link", { name: "Cynthia Kenyon" })).toHaveAttribute("href", "/cynthia-kenyon");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Dr. Cynthia KENYON");
    await page.getByRole("button", { name: "This is someone else" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
  });

  test("D38 a change to the profile is sent instead, and what was typed before stays", async ({ page, site }) => {
    await signInReader(page.context(), site);
    await open(page, "/submit");
    await fillIn(page, { name: "David Sinclair" });
    await send(page);
    await page.getByRole("link", { name: "Suggest a change to this profile" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Suggest a Change");
    await expect(page.getByLabel("Professional title")).not.toHaveValue("Professor of Journeys");
    await expect(page.getByRole("button", { name: / remove$/ })).not.toHaveCount(0);
    await page.getByLabel("Professional title").fill("Something newer");
    await addCategory(page, "Philanthropists & Advocates");
    await send(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change Received!");
    await page.goto("/my-submissions");
    await expect(page.locator(".records li")).toContainText("Change");
    await expect(page.getByRole("link", { name: "See the profile" })).toHaveAttribute("href", "/david-sinclair");
    await page.goto("/submit");
    await expect(page.getByLabel("Professional title")).toHaveValue("Professor of Journeys");
  });
});

test.describe("for everybody", () => {
  test.use(ALLOW_REFUSALS);

  test("SU01 the form, its errors, its question, its thanks and the list are accessible, and fit a phone", async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInReader(page.context(), site);
    await openLive(page, "/submit");
    await send(page);
    await expect(page.locator("[data-tone=problem]")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expectAccessible(page);
    const link = `https://long.example/${"path/".repeat(60)}`;
    await fillIn(page, { name: "Cynthia Kenyon", link });
    await send(page);
    await expect(page.getByText("Is this the same person?")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "This is someone else" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Received!");
    await expectAccessible(page);
    await page.goto("/my-submissions");
    await expect(page.getByText("Cynthia Kenyon")).toBeVisible();
    await expectAccessible(page);
  });
});

/** Opens a page as a reader does, with its scripts running where there are any. */
async function open(page: Page, address: string): Promise<void> {
  await watchStart(page);
  await page.goto(address);
  if (await page.evaluate(() => matchMedia("(scripting: enabled)").matches)) await startScripts(page);
}

/** Signs a new user in, in this browser. */
async function signInReader(context: BrowserContext, site: Site) {
  const person = await signUp(site);
  await context.addCookies([cookieOf(person, site)]);
  return person;
}

let personCount = 0;

/** Fills in everything about a new person, and returns the name. */
async function fillIn(page: Page, changes: { name?: string; link?: string | null } = {}): Promise<string> {
  personCount++;
  const unique = `${process.pid}-${personCount}`;
  const { name = `Journey Person ${unique}`, link = `https://journey-${unique}.example/` } = changes;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Professional title").fill("Professor of Journeys");
  await addCategory(page, "Authors");
  await page.getByLabel("Contribution to longevity").fill("Went all the way.\nAnd back.");
  await page.getByLabel("Biography").fill("Left early.");
  if (link) {
    await page.getByLabel("Official websites").fill(link);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByLabel("Official websites")).toHaveValue("");
  }
  await page.getByLabel("Why should this expert").fill("Because.");
  return name;
}

async function expectFilledIn(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("Professional title")).toHaveValue("Professor of Journeys");
  await expect(page.getByRole("button", { name: / remove$/ })).toHaveText([/^Authors/]);
  await expect(page.getByLabel("Contribution to longevity")).toHaveValue("Went all the way.\nAnd back.");
  await expect(page.getByLabel("Biography")).toHaveValue("Left early.");
  await expect(page.locator('li:has([name="referenceLinks[]"])')).toHaveCount(1);
  await expect(page.getByLabel("Why should this expert")).toHaveValue("Because.");
}

/** Chooses in the dropdown; where no scripts add the choice at once, the button does. */
async function addCategory(page: Page, label: string): Promise<void> {
  const badge = page.getByRole("button", { name: `${label} remove` });
  if (await badge.count()) return;
  await page.getByRole("combobox", { name: "Categories" }).selectOption({ label });
  if ((await page.getByRole("combobox", { name: "Categories" }).inputValue()) !== "")
    await page.getByRole("button", { name: "Choose" }).click();
  await expect(badge).toHaveCount(1);
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Submit Expert|Send the change)$/ }).click();
}

/** Fills in the form for a new account and sends it. */
async function createAccount(page: Page): Promise<void> {
  const person = newPerson();
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(`${process.pid}-${Date.now()}-${person.email}`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await answerQuestion(page);
  await page.getByRole("button", { name: "Create Account" }).click();
}

async function signInAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await answerQuestion(page);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

async function answerQuestion(page: Page): Promise<void> {
  const field = page.getByLabel(/^Security question/);
  const question = await page.locator("label[for=captchaAnswer]").textContent();
  await field.fill(solveQuestion((question ?? "").replace("Security question: ", "")));
}
