/** Tests texts by AI as an admin uses them, with a local server in place of the providers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { type PageServer, startPageServer } from "../support/pages";
import { form, getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { watchStart } from "./reader";
import { test as base, expect } from "./site";

interface Surroundings {
  ai: AiProvider;
  pages: PageServer;
  site: Site;
  /** Stops the site, calls the function, and starts the site again with the same data at the same address. */
  restart(meanwhile: () => void): Promise<void>;
}

/** Starts a site with its provider and with pages of others. */
const test = base.extend<{ surroundings: Surroundings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  surroundings: async ({}, use) => {
    const [ai, pages] = await Promise.all([startAiProvider(), startPageServer()]);
    const dataDir = mkdtempSync(join(tmpdir(), "longevity-ai-"));
    const env = {
      ...ai.env,
      FETCH_PRIVATE: `${ai.env.FETCH_PRIVATE},127.0.0.1:${pages.port}`,
      RATE_LIMIT: "off",
      STARTER: "off",
      AI_TIMEOUT_MS: "20000",
    };
    const firstSite = await startSite({ env, dataDir });
    let stop = firstSite.stop;
    const restart = async (meanwhile: () => void) => {
      await stop();
      meanwhile();
      stop = (await startSite({ env: { ...env, PORT: new URL(firstSite.url).port }, dataDir })).stop;
    };
    await use({ ai, pages, site: firstSite, restart });
    await stop();
    await Promise.all([ai.stop(), pages.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  },
  site: ({ surroundings }, use) => use(surroundings.site),
});

test.use({ allowedComplaints: [/status of 502|status of 400|CONNECTION_REFUSED/] });

const NAME = "Dara Drafted";
const BIRTH = `${NAME} was born to be drafted.`;
const OCCUPATION = "watchmaker in the mountains of the north";

/** Makes the model propose two kinds of pages: some that name the person, and one that does not. */
function proposePages({ ai, pages }: Surroundings) {
  pages.answers["/dara"] = `<h1>${NAME}</h1><p>${BIRTH} She trained as a ${OCCUPATION}.</p>`;
  pages.answers["/lab"] = `<h1>The laboratory of ${NAME}</h1>`;
  pages.answers["/other"] = "<h1>Somebody else</h1>";
  const links = ["/dara", "/other"].map((path) => ({ label: `Page ${path}`, url: pages.url + path }));
  const standardAnswer = ai.answers.research;
  ai.answers.research = (data) => JSON.stringify({ ...JSON.parse(standardAnswer(data)), links });
  ai.answers.references = () => JSON.stringify({ links: [...links, { label: "Laboratory", url: `${pages.url}/lab` }] });
}

/** Presses 'Suggest' while the provider fails, and once more. */
async function askForSuggestion(page: Page, ai: AiProvider, task: string, label: string, failure: string) {
  ai.failNext("500", 2, task);
  await page.getByRole("button", { name: `Suggest: ${label}` }).click();
  await expect(
    page.locator("[data-tone=problem], .toast, .help").filter({ hasText: "OpenRouter" }).first(),
  ).toBeVisible();
  await expect(page.getByText(failure).first()).toBeVisible();
  await page.getByRole("button", { name: `Suggest: ${label}` }).click();
  const offer = page.getByRole("region", { name: `Suggestion: ${label}` });
  await expect(offer).toBeVisible();
  return offer;
}

/**
 * Stops the shown generation and tries it again in another browser, while this page waits for the further text. The second text is
 * shorter, and must not be mixed with the first.
 */
async function retryElsewhere(page: Page, { ai, site }: Surroundings, headers: Record<string, string>) {
  const card = page.getByRole("listitem", { name: NAME });
  const id = (await card.getAttribute("id")) ?? "";
  const secondText = Promise.withResolvers<void>();
  await page.route(/\/text\?from=|generate\.data/, async (route) => {
    await secondText.promise;
    await route.continue();
  });
  await page.waitForRequest(/\/text\?from=[1-9]/);

  const standardAnswer = ai.answers.research;
  const contribution = [{ text: `${NAME} mends clocks.`, source: null, quote: "", paragraph: 1 }];
  ai.answers.research = () => JSON.stringify({ longevityContribution: contribution, rest: " ".repeat(2_000) });
  ai.failNext("held stream", 1, "research");
  for (const intent of ["stop", "retry"])
    expect((await form(site, "/admin/generate", { intent, id }, { headers })).status).toBe(303);
  const readText = async () => (await getJson(site, `/api/admin/generations/${id}/text`, { headers })).body.text;
  await expect.poll(readText).toContain("mends clocks");
  secondText.resolve();
  const growingText = page.locator(`[id="${id}"][aria-busy=true] .arriving`);
  await expect(growingText).toContainText("mends clocks");
  await expect(growingText).not.toContainText("studies why cells age");
  await page.unrouteAll({ behavior: "wait" });
  ai.answers.research = standardAnswer;
}

test("AI01 AI02 AI03 AI09 D39 D40 D54 from a name to a profile, with a provider and a server that fail", {
  tag: "@both",
}, async ({ page, checkAccessibility, surroundings, admin, javaScriptEnabled }) => {
  const { ai } = surroundings;
  proposePages(surroundings);
  await watchStart(page);
  const card = page.getByRole("listitem", { name: NAME });

  // The admin enters a name, and the provider fails.
  await page.goto("/admin/generate");
  await page.getByLabel("Expert name").fill(NAME);
  ai.failNext("429 for an hour");
  await page.getByRole("button", { name: "Generate profile" }).click();
  await expect(card).toContainText("Research Failed");
  await checkAccessibility();

  // The text arrives while it is written; then the server stops.
  ai.failNext("held stream");
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(card).toContainText("Generating");
  await expect(card.locator(".arriving")).toContainText(`${NAME} studies why cells age`);
  if (javaScriptEnabled !== false) {
    await retryElsewhere(page, surroundings, admin.headers);
    const address = page.url();
    await surroundings.restart(ai.release);
    await expect(async () => {
      await page.goto(address);
      await expect(card).toContainText("Interrupted", { timeout: 1_000 });
    }).toPass();
    await card.getByRole("button", { name: "Retry" }).click();
  } else ai.release();

  // The admin checks the draft's links, and saves it for review.
  await expect(card).toContainText("Completed");
  await expect(card.getByRole("link", { name: "Page /dara" })).toBeVisible();
  await card.getByText("1 link was rejected").click();
  await expect(card).toContainText(`it does not name ${NAME}`);
  await checkAccessibility();
  await card.getByRole("button", { name: "Save for review" }).click();
  await card.getByRole("link", { name: "Open the review" }).click();
  await expect(page.getByText("Written by claude-sonnet-4").first()).toBeVisible();

  // One suggestion is accepted, undone and accepted again, one is rejected, and one adds new links.
  await page.getByRole("link", { name: "Edit & Enhance" }).click();
  const biography = page.getByRole("textbox", { name: "Biography" });
  const biographyBefore = await biography.inputValue();
  await page.getByRole("textbox", { name: "Title", exact: true }).first().fill("Professor of Drafts");
  ai.answers.pages = () => JSON.stringify({ pages: [`${surroundings.pages.url}/dara`] });
  ai.answers.biography = () =>
    JSON.stringify({
      sentences: [
        { text: BIRTH, source: 1, quote: BIRTH },
        { text: "She trained in the mountains.", source: 1, quote: "trained as a watchmaker in the valleys" },
        { text: "She is admired.", source: null, quote: "" },
      ],
    });
  const offer = await askForSuggestion(page, ai, "biography", "Biography", "AI Enhancement Failed");
  expect(await biography.inputValue()).toBe(biographyBefore);
  await page.getByRole("button", { name: "Accept: Biography" }).click();
  await expect(biography).toHaveValue(BIRTH);
  await page.getByRole("button", { name: "Undo: Biography" }).click();
  await expect(biography).toHaveValue(biographyBefore);

  // No page supports this sentence, so it gets an editor's source or a reason.
  const struckSentences = offer.locator(".sentences del");
  await expect(struckSentences).toHaveText([/She trained in the mountains\./, /She is admired\./]);
  await checkAccessibility();
  const unsupported = (text: string) => offer.getByRole("listitem").filter({ hasText: text });
  const trained = unsupported("She trained in the mountains.");
  await trained.getByText("Keep this sentence").click();
  await trained.getByLabel("Address of another source").fill(`${surroundings.pages.url}/dara`);
  await trained.getByLabel("Quote from it, word for word").fill(OCCUPATION);
  await trained.getByRole("button", { name: "Keep with this source" }).click();
  await expect(struckSentences).toHaveText([/She is admired\./]);
  const admired = unsupported("She is admired.");
  await admired.getByText("Keep this sentence").click();
  await admired.getByRole("button", { name: "Keep for this reason" }).click();
  await expect(page.getByText("Please say why this sentence stays.").first()).toBeVisible();
  const openDetails = admired.locator("details[open]");
  if ((await openDetails.count()) === 0) await admired.getByText("Keep this sentence").click();
  await admired.getByLabel("Or the reason to keep it without a source").fill("Everybody says so.");
  await admired.getByRole("button", { name: "Keep for this reason" }).click();
  await expect(struckSentences).toHaveCount(0);
  await page.getByRole("button", { name: "Accept: Biography" }).click();
  await expect(biography).toHaveValue(`${BIRTH} She trained in the mountains. She is admired.`);

  ai.answers.contribution = () => "This is not wanted.";
  const remainingText = await askForSuggestion(
    page,
    ai,
    "contribution",
    "Longevity contribution",
    "AI Enhancement Failed",
  );
  await page.getByRole("button", { name: "Reject: Longevity contribution" }).click();
  await expect(remainingText).toBeHidden();

  const links = await askForSuggestion(page, ai, "references", "Reference links", "Reference Search Failed");
  await expect(links.locator("ins")).toHaveText([/^Laboratory: /]);
  await page.getByRole("button", { name: "Accept: Reference links" }).click();
  await page.getByRole("button", { name: "Suggest: Reference links" }).click();
  await expect(page.getByText("No New Links Found").first()).toBeVisible();

  // The profile is approved and public, and says that AI helped.
  await page.getByRole("button", { name: "Save & Approve" }).click();
  await expect(page.getByText(`${NAME} was approved`).first()).toBeVisible();
  await page.goto("/dara-drafted");
  await expect(page.getByText("Professor of Drafts").first()).toBeVisible();
  await expect(page.getByText(BIRTH).first()).toBeVisible();
  await expect(page.getByText("This is not wanted.")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Laboratory" })).toBeVisible();
  await expect(page.locator(".provenance")).toContainText(
    "Parts of it were written with the help of AI and checked by an editor.",
  );
  if (javaScriptEnabled !== false) {
    await page.goto("/admin/experts/dara-drafted");
    await expect(page.locator("#biography-help")).toContainText("accepted by Carla Admin");
  }
});
