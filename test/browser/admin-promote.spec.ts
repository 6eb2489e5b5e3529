/**
 * The promote wizard as an admin uses it, against local servers in the providers' place. With scripts all of them fail once
 * at each step; test/http/promote.test.ts shows their failures without scripts.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { type ImageProviders, startImageProviders } from "../support/image-providers";
import { startSite } from "../support/site";
import { watchStart } from "./reader";
import { test as base, expect } from "./site";

/** A site whose providers are these. */
const test = base.extend<{ ai: AiProvider; makers: ImageProviders }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  ai: async ({}, use) => {
    const ai = await startAiProvider();
    await use(ai);
    await ai.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  makers: async ({}, use) => {
    const makers = await startImageProviders();
    await use(makers);
    await makers.stop();
  },
  site: async ({ ai, makers }, use) => {
    const site = await startSite({ env: { ...makers.env, ...ai.env, RATE_LIMIT: "off", AI_TIMEOUT_MS: "20000" } });
    await use(site);
    await site.stop();
  },
});

test.use({ allowedComplaints: [/status of 400/] });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Asks for texts. With scripts both providers fail at first, and the text of the second provider arrives after Retry. */
async function askTexts(page: Page, ai: AiProvider, live: boolean, task: string, press: string) {
  if (!live) return button(page, press).click();
  ai.failNext("429 for an hour", 1, task);
  await button(page, press).click();
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
}, async ({ page, checkAccessibility, site, admin: _, ai, makers, javaScriptEnabled }) => {
  const live = javaScriptEnabled !== false;
  await watchStart(page);

  // Nobody is chosen yet.
  await page.goto(`${site.url}/admin/promote`);
  await button(page, "Start a new promotion").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Select expert and generate ideas");
  await page.getByLabel("Content focus").fill("Fasting, and nothing else.");
  await button(page, "Generate Ideas").click();
  await expect(page.getByText("Please select an expert first.").first()).toBeVisible();
  await expect(page.getByLabel("Content focus")).toHaveValue("Fasting, and nothing else.");

  // The expert, found by a part of the name.
  const finder = page.getByRole("combobox", { name: "Search experts" });
  if (live) {
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
  if (live) await expect(button(page, "Change the expert")).toBeFocused();
  await expect(page.getByLabel("Content focus")).toHaveValue("Fasting, and nothing else.");

  // Ideas.
  await askTexts(page, ai, live, "ideas", "Generate Ideas");
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  expect(ai.requests.at(-1)?.data).toMatchObject({ userIdea: "Fasting, and nothing else." });
  await button(page, "Continue").click();
  await expect(page.getByText("Please select at least one idea.").first()).toBeVisible();
  await page.getByRole("checkbox", { name: /^Sleep/ }).check();
  await page.getByRole("checkbox", { name: /^Food/ }).check();
  await button(page, "Continue").click();

  // Articles: failing, stopped in the middle, written.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create article");
  await page.getByLabel("Article type").selectOption("research-insight");
  await page.getByLabel("AI provider").selectOption("openrouter");
  ai.failNext("held stream", 1, "article");
  await button(page, "Generate Content").click();
  await expect(page.locator(".arriving")).toContainText(/Not checked yet\s+Linda Partridge studies how we age\./);
  await button(page, "Stop").click();
  await expect(page.locator(".task")).toContainText("Stopped");
  ai.release();
  await askTexts(page, ai, live, "article", "Generate Content");
  const sleep = page.getByRole("region", { name: /^Sleep/ });
  const food = page.getByRole("region", { name: /^Food/ });
  await expect(food).toBeVisible();
  await expect(button(page, "Continue to image options")).toBeDisabled();

  // Both are edited; one is saved, with a project that has no name at first.
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

  // Left and come back to, as on another device: the step is remembered.
  await button(page, "Continue to image options").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Generate images");
  await page.goto(`${site.url}/admin/promote`);
  await expect(page.getByRole("row", { name: /Linda Partridge/ })).toContainText("2 pieces (1 saved)");
  await page.getByRole("link", { name: "Continue: Linda Partridge" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Generate images");

  // A prompt, then images of every provider; each fails first.
  await expect(page.getByLabel("Size")).toHaveValue("1280x720");
  await page.getByLabel("Visual style").selectOption("minimalist");
  if (live) ai.failNext("402", 1, "imagePrompt");
  await button(page, "Generate AI Prompt").click();
  if (live) {
    await expect(page.locator(".task")).toContainText("OpenAI");
    await button(page, "Retry").click();
  }
  await expect(page.getByRole("textbox", { name: "Image prompt" })).toHaveValue(/^A bright laboratory/);
  await page.getByRole("textbox", { name: "Image prompt" }).fill("A quiet bedroom at night. Nobody is in it.");
  const image = page.getByLabel("Image provider");
  if (live) {
    await image.selectOption("openai");
    ai.handlers["/openai/images/generations"] = (_request, response) =>
      void response.writeHead(500, { "Content-Type": "application/json" }).end('{"error":{"message":"Broken"}}');
    await button(page, "Generate Images").click();
    await expect(page.locator(".task")).toContainText("OpenAI");
    makers.failNext("429 for an hour");
    await image.selectOption("stability");
    await button(page, "Generate Images").click();
    await expect(page.locator(".task")).toContainText("Stability AI");
    makers.failNext("429 for an hour");
  } else makers.polls = 3;
  await image.selectOption("replicate");
  await button(page, "Generate Images").click();
  if (live) {
    await expect(page.locator(".task")).toContainText("Replicate");
    await expect(page.getByLabel("Model of Replicate")).toHaveValue("flux-dev");
    makers.polls = 3;
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

  // The preview, the text once more, and the article as a draft in a tab of its own.
  const preview = page.getByRole("region", { name: /^Preview of/ });
  await expect(preview.locator(".page-title")).toHaveText("Sleep for long lives");
  await expect(preview.locator("strong").first()).toHaveText("sleep");
  await expect(preview.locator(".large-emoji")).toHaveText("💡");
  await expect(preview.locator("img")).toBeVisible();
  await expect(preview.locator(".chosen")).toContainText("LP");
  const text = sleep.getByRole("textbox").first();
  await text.fill(`${await text.inputValue()}\n\n## At night\n\nDarkness helps.`);
  if (!live) await button(page, "Update the preview").click();
  await expect(preview.getByRole("heading", { name: "At night" })).toBeVisible();
  await expect(page.getByLabel("Add link to expert's profile page")).toBeHidden();
  const tab = page.context().waitForEvent("page");
  await button(page, /^Preview Article/).click();
  await expect((await tab).getByRole("heading", { level: 1 })).toHaveText("Sleep for long lives");
  expect((await tab).url()).toBe(`${site.url}/articles/sleep-for-long-lives`);
  await expect((await tab).getByText("Readers do not see this article yet")).toBeVisible();
  await (await tab).close();

  const wizard = page.url();
  // Publishing needs the tick, and says where the article is.
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
  await page.goto(wizard);
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
