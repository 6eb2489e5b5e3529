/**
 * Tests the promote wizard as an admin uses it, with local servers in place of the providers. With scripts all of them fail
 * once at each step. test/http/promote.test.ts tests their failures without scripts.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { type ImageProviders, startImageProviders } from "../support/image-providers";
import { startSite } from "../support/site";
import { watchStart } from "./reader";
import { test as base, expect } from "./site";

/** Starts a site with local servers in place of its providers. */
const test = base.extend<{ ai: AiProvider; imageProviders: ImageProviders }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  ai: async ({}, use) => {
    const ai = await startAiProvider();
    await use(ai);
    await ai.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  imageProviders: async ({}, use) => {
    const imageProviders = await startImageProviders();
    await use(imageProviders);
    await imageProviders.stop();
  },
  site: async ({ ai, imageProviders }, use) => {
    const site = await startSite({
      env: { ...imageProviders.env, ...ai.env, RATE_LIMIT: "off", AI_TIMEOUT_MS: "20000" },
    });
    await use(site);
    await site.stop();
  },
});

test.use({ allowedComplaints: [/status of 400/] });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Asks for texts. With scripts both providers fail at first, and the text of the second provider arrives after Retry. */
async function askTexts(page: Page, ai: AiProvider, hasScripts: boolean, task: string, buttonName: string) {
  if (!hasScripts) return button(page, buttonName).click();
  ai.failNext("429 for an hour", 1, task);
  await button(page, buttonName).click();
  await expect(page.locator(".task")).toContainText("OpenRouter");
  ai.failNext("401", 1, task);
  const provider = page.getByLabel("AI provider");
  if (await provider.count()) await provider.selectOption("openai");
  await button(page, "Retry").click();
  await expect(page.locator(".task")).toContainText("OpenAI");
  await button(page, "Retry").click();
}

test("PW01 PW02 PW03 PW04 PW05 PW06 PW07 PW08 PW09 PW10 PW11 PW12 PW13 PW14 D48 D49 D53 D57 from nothing to a published article, with every provider failing at every step", {
  tag: "@both",
}, async ({ page, checkAccessibility, site, admin: _, ai, imageProviders, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  await watchStart(page);

  // Nobody is chosen yet.
  await page.goto(`${site.url}/admin/promote`);
  await button(page, "Start a new promotion").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Select expert and generate ideas");
  await page.getByLabel("Content focus").fill("Fasting, and nothing else.");
  await button(page, "Generate Ideas").click();
  await expect(page.getByText("Please select an expert first.").first()).toBeVisible();
  await expect(page.getByLabel("Content focus")).toHaveValue("Fasting, and nothing else.");

  // The admin finds the expert by a part of the name.
  const finder = page.getByRole("combobox", { name: "Search experts" });
  if (hasScripts) {
    await finder.pressSequentially("partri");
    await expect(page.getByRole("option", { name: "Linda Partridge" })).toBeVisible();
    await checkAccessibility();
    await finder.press("ArrowDown");
    await finder.press("Enter");
  } else {
    await finder.fill("partri");
    await button(page, "Search").click();
    await page.getByRole("button", { name: "Choose Linda Partridge" }).click();
  }
  await expect(button(page, "Change the expert")).toBeVisible();
  if (hasScripts) await expect(button(page, "Change the expert")).toBeFocused();
  await expect(page.getByLabel("Content focus")).toHaveValue("Fasting, and nothing else.");

  // The admin generates ideas.
  await askTexts(page, ai, hasScripts, "ideas", "Generate Ideas");
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  expect(ai.requests.at(-1)?.data).toMatchObject({ userIdea: "Fasting, and nothing else." });
  await button(page, "Continue").click();
  await expect(page.getByText("Please select at least one idea.").first()).toBeVisible();
  await page.getByRole("checkbox", { name: /^Sleep/ }).check();
  await page.getByRole("checkbox", { name: /^Food/ }).check();
  await button(page, "Continue").click();

  // The articles fail, are stopped in the middle, and are then written.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create article");
  await page.getByLabel("Article type").selectOption("research-insight");
  await page.getByLabel("AI provider").selectOption("openrouter");
  ai.failNext("held stream", 1, "article");
  await button(page, "Generate Content").click();
  await expect(page.locator(".arriving")).toContainText(/Not checked yet\s+Linda Partridge studies how we age\./);
  await button(page, "Stop").click();
  await expect(page.locator(".task")).toContainText("Stopped");
  ai.release();
  await askTexts(page, ai, hasScripts, "article", "Generate Content");
  const sleep = page.getByRole("region", { name: /^Sleep/ });
  const food = page.getByRole("region", { name: /^Food/ });
  await expect(food).toBeVisible();
  await expect(button(page, "Continue to image options")).toBeDisabled();

  // The admin edits both and saves one, with a project that has no name at first.
  await food.getByRole("textbox").fill("# Food 🌱\n\nThe **other** text.");
  await sleep.getByRole("textbox").fill("**Sleep for long lives**\n\nLinda Partridge says: 💡 **sleep** *well*.");
  await page.getByLabel("Project", { exact: true }).selectOption("new");
  await page.getByLabel("Purpose").fill("Autumn");
  await button(page, /^Save: Sleep/).click();
  await expect(page.getByText("Creation Failed").first()).toBeVisible();
  await page.getByLabel("Name of the new project").fill("Campaign");
  await button(page, /^Save: Sleep/).click();
  await expect(sleep.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByText("1 piece saved")).toBeVisible();
  await expect(page.locator("#projectId option:checked")).toHaveText("Campaign");
  await expect(food.getByRole("textbox")).toHaveValue("# Food 🌱\n\nThe **other** text.");
  await expect(page.getByRole("region", { name: "Content Library" })).toContainText("Research Insight");

  // The admin leaves and returns, as on another device. The step is remembered.
  await button(page, "Continue to image options").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Generate images");
  await page.goto(`${site.url}/admin/promote`);
  await expect(page.getByRole("row", { name: /Linda Partridge/ })).toContainText("2 pieces (1 saved)");
  await page.getByRole("link", { name: "Continue: Linda Partridge" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Generate images");

  // The admin generates a prompt, and then images of every provider. Each fails first.
  await expect(page.getByLabel("Size")).toHaveValue("1280x720");
  await page.getByLabel("Visual style").selectOption("minimalist");
  if (hasScripts) ai.failNext("402", 1, "imagePrompt");
  await button(page, "Generate AI Prompt").click();
  if (hasScripts) {
    await expect(page.locator(".task")).toContainText("OpenAI");
    await button(page, "Retry").click();
  }
  await expect(page.getByRole("textbox", { name: "Image prompt" })).toHaveValue(/^A bright laboratory/);
  await page.getByRole("textbox", { name: "Image prompt" }).fill("A quiet bedroom at night. Nobody is in it.");
  const imageProviderField = page.getByLabel("Image provider");
  if (hasScripts) {
    await imageProviderField.selectOption("openai");
    ai.handlers["/openai/images/generations"] = (_request, response) =>
      void response.writeHead(500, { "Content-Type": "application/json" }).end('{"error":{"message":"Broken"}}');
    await button(page, "Generate Images").click();
    await expect(page.locator(".task")).toContainText("OpenAI");
    imageProviders.failNext("429 for an hour");
    await imageProviderField.selectOption("stability");
    await button(page, "Generate Images").click();
    await expect(page.locator(".task")).toContainText("Stability AI");
    imageProviders.failNext("429 for an hour");
  } else imageProviders.polls = 3;
  await imageProviderField.selectOption("replicate");
  await button(page, "Generate Images").click();
  if (hasScripts) {
    await expect(page.locator(".task")).toContainText("Replicate");
    await expect(page.getByLabel("Model of Replicate")).toHaveValue("flux-dev");
    imageProviders.polls = 3;
    await button(page, "Retry").click();
  }
  await expect(page.getByRole("listitem").filter({ hasText: "Featured image" })).toContainText("A quiet bedroom");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download: image 1, Linda Partridge" }).click();
  expect((await download).suggestedFilename()).toBe("linda-partridge-1.png");
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  await page.getByLabel("Alternative text").fill("An empty bed.");
  await button(page, /^Save to Library/).click();
  await expect(page.getByText("Saved!")).toBeVisible();
  await expect(page.getByLabel("Alternative text")).toHaveValue("An empty bed.");
  await button(page, "Continue to Preview").click();

  // The admin sees the preview, edits the text again, and opens the article as a draft in another tab.
  const preview = page.getByRole("region", { name: /^Preview of/ });
  await expect(preview.locator(".page-title")).toHaveText("Sleep for long lives");
  await expect(preview.locator("strong").first()).toHaveText("sleep");
  await expect(preview.locator(".large-emoji")).toHaveText("💡");
  await expect(preview.locator("img")).toBeVisible();
  await expect(preview.locator(".chosen")).toContainText("LP");
  const sleepText = sleep.getByRole("textbox").first();
  await sleepText.fill(`${await sleepText.inputValue()}\n\n## At night\n\nDarkness helps.`);
  if (!hasScripts) await button(page, "Update the preview").click();
  await expect(preview.getByRole("heading", { name: "At night" })).toBeVisible();
  await expect(page.getByLabel("Add link to expert's profile page")).toBeHidden();
  const tab = page.context().waitForEvent("page");
  await button(page, /^Preview Article/).click();
  await expect((await tab).getByRole("heading", { level: 1 })).toHaveText("Sleep for long lives");
  expect((await tab).url()).toBe(`${site.url}/articles/sleep-for-long-lives`);
  await expect((await tab).getByText("Readers do not see this article yet")).toBeVisible();
  await (await tab).close();

  const wizardUrl = page.url();
  // Publishing needs the tick, and shows a link to the article.
  await button(page, /^Publish Article/).click();
  await expect(page.getByText("Publishing Failed").first()).toBeVisible();
  await page.getByLabel("Publish article to this website").check();
  await page.getByLabel("Add link to expert's profile page").check();
  await checkAccessibility();
  await button(page, /^Publish Article/).click();
  // A model's text without sources waits until an admin accepts it with a reason.
  await expect(page.getByRole("heading", { name: /^Sources of/ })).toBeVisible();
  await page
    .getByRole("textbox", { name: /^Reason to publish anyway/ })
    .last()
    .fill("Read by an editor");
  await page
    .getByRole("button", { name: /^Accept/ })
    .last()
    .click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(wizardUrl);
  await button(page, /^Publish Article/).click();
  await expect(page.getByText("Published: ")).toBeVisible();
  await page.getByRole("link", { name: "Sleep for long lives" }).click();
  await expect(page.getByRole("img", { name: "An empty bed." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "At night" })).toBeVisible();
  await expect(page.getByRole("link", { name: "AI-generated" })).toBeVisible();
  await page.goto(`${site.url}/linda-partridge`);
  await expect(page.locator("main")).toContainText("Sleep for long lives");
  await page.getByRole("link", { name: "Sleep for long lives" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sleep for long lives");
});
