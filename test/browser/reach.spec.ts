/** Tests readers' lists, follows and questions with the keyboard alone, and a list without scripts. */
import type { Locator, Page } from "@playwright/test";
import { solveQuestion } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { addClaimedExpert } from "../support/relay";
import { NO_MAIL_SERVER, startSite } from "../support/site";
import { openLive, startScripts, watchStart } from "./reader";
import { expect, testBeside } from "./site";

/** A site that sends mail, with somebody who takes questions. */
const test = testBeside(async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER } });
  const { headers } = await signUpAdmin(site);
  return { site, slug: (await addClaimedExpert(site, headers, 0)).slug, stop: site.stop };
});

const MAX_PRESSES = 200;

/** Presses Tab until an element has the focus, and checks that the focus is visible there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < MAX_PRESSES; press++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(target).toBeFocused();
  const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, "the focus is visible").not.toBe("none");
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: RegExp | string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
}

async function answerQuestion(page: Page): Promise<void> {
  const field = page.getByLabel(/^Security question:/);
  const question = (await page.locator("label", { hasText: "Security question:" }).textContent()) ?? "";
  await tabTo(page, field);
  await page.keyboard.type(solveQuestion(question.replace(/^Security question:\s*/, "")));
}

test("RC02 with the keyboard alone a reader follows a person", async ({ page, site, neighbours: { slug } }) => {
  await openLive(page, `${site.url}/${slug}`);
  await press(page, page.locator("summary", { hasText: "More" }));
  await press(page, page.getByRole("link", { name: "Follow" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Follow");
  await type(page, "Your email", "reader@follow.example");
  await answerQuestion(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
});

test("RC05 with the keyboard alone a reader asks an expert", async ({ page, site, neighbours: { slug } }) => {
  await openLive(page, `${site.url}/${slug}`);
  await press(page, page.locator("summary", { hasText: "More" }));
  await press(page, page.getByRole("link", { name: "Ask a question" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ask");
  await type(page, "Your name", "Rita Reader");
  await type(page, "Your email", "reader@ask.example");
  await type(page, "Subject", "A talk in May");
  await type(page, "Your question", "Would you speak to us?");
  await answerQuestion(page);
  await press(page, page.getByRole("button", { name: "Send", exact: true }));
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Ask");
});

test("RC08 with the keyboard alone a reader saves four people and compares them", async ({ page, site }) => {
  await openLive(page, `${site.url}/directory`);
  const cards = page.locator(".card");
  const names = (await cards.locator("h3").allTextContents()).slice(0, 4);
  for (const name of names) {
    const save = page.getByRole("button", { name: `Save ${name}` });
    await press(page, save);
    await expect(save).toHaveAttribute("aria-pressed", "true");
    await expect(save).toBeFocused();
  }
  await press(page, page.getByRole("contentinfo").getByRole("link", { name: "My list" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My list");
  for (const name of names) await press(page, page.getByRole("checkbox", { name: `Compare ${name}` }), "Space");
  await press(page, page.getByRole("button", { name: "Compare", exact: true }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare");
  await expect(page.locator("thead th a")).toHaveText(names);
});

test("RC08 Save leads back to the profile, which confirms it, and so does Remove", {
  tag: "@both",
}, async ({ page, javaScriptEnabled: isLive }) => {
  if (isLive) await watchStart(page);
  await page.goto("/cynthia-kenyon");
  const newsLink = page.getByRole("link", { name: "See your list" });
  // The style sheet chooses the text. Without a style sheet readers would read both.
  const newsTexts = () =>
    page.locator(".list-news span").evaluateAll((spans) => {
      const texts = spans.map((span) => getComputedStyle(span, "::before").content);
      return texts.filter((text) => text !== "none");
    });
  await expect(newsLink).toBeHidden();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // Scripts take the message out of the address, which may be shared or opened again.
  const address = (target: string) => `/cynthia-kenyon${isLive ? "" : target}`;
  if (isLive) await startScripts(page);
  await expect(page).toHaveURL(address("#saved"));
  await expect(newsLink).toBeVisible();
  expect(await newsTexts()).toEqual(['"Saved to your list."']);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await page.goto("/my-list?people=cynthia-kenyon");
  await page.getByRole("button", { name: "Remove from my list" }).click();
  if (isLive) await startScripts(page);
  await expect(page).toHaveURL(address("#taken-off"));
  await expect(newsLink).toBeVisible();
  expect(await newsTexts()).toEqual(['"Removed from your list."']);
});
