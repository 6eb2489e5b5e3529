/**
 * Counts the actions of an editor's daily tasks, from the dashboard, with scripts. An action is a click or a key. Typing or
 * correcting the task's own text does not count.
 */
import type { Locator, Page } from "@playwright/test";
import { signUp } from "../support/accounts";
import { startAiProvider } from "../support/ai-provider";
import { startImageProviders } from "../support/image-providers";
import { addPeople, fullSubmission, makeCrowd } from "../support/people";
import { getJson, json } from "../support/requests";
import { startSite } from "../support/site";
import { openLive } from "./reader";
import { expect, testBeside } from "./site";

const CROWD = "One of a thousand";

/** A site with a thousand people, whose providers answer. `people` is the address of pages about anybody. */
const test = testBeside(async () => {
  const [ai, imageProviders] = await Promise.all([startAiProvider(), startImageProviders()]);
  const site = await startSite({
    env: { ...ai.env, ...imageProviders.env, RATE_LIMIT: "off", AI_TIMEOUT_MS: "20000" },
  });
  await addPeople(site, makeCrowd(1_000, { title: CROWD, categories: ["author"], biography: "Is one of many." }));
  return {
    site,
    people: `${ai.url}/people/`,
    stop: () => Promise.all([site.stop(), ai.stop(), imageProviders.stop()]),
  };
});

test.use({ viewport: { width: 1280, height: 720 } });

/** Counts the actions on a page. */
class Hands {
  count = 0;
  constructor(readonly page: Page) {}
  async press(key: string) {
    this.count++;
    await this.page.keyboard.press(key);
  }
  async click(target: Locator) {
    this.count++;
    await target.click();
  }
  /** Types into the focused element. */
  async type(text: string) {
    await this.page.keyboard.type(text);
  }
}

async function openDashboard(page: Page): Promise<Hands> {
  await openLive(page, "/admin");
  return new Hands(page);
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("MO01 a good submission is approved by one key, the next one by one more", async ({ page, site, admin: _ }) => {
  const { headers } = await signUp(site, { firstName: "Rosa", lastName: "Reader" });
  for (const name of ["Good Alder", "Good Birch", "Good Cedar"]) {
    const referenceLinks = [`https://${name.toLowerCase().replace(" ", "-")}.example/`];
    await json(site, "POST", "/api/submissions", { ...fullSubmission, name, referenceLinks }, { headers });
  }
  const hands = await openDashboard(page);
  await hands.click(page.getByRole("link", { name: /3 submissions are waiting/ }));
  await expect(page.getByRole("link", { name: "Good Alder", exact: true })).toBeVisible();
  await hands.press("j");
  await hands.press("Enter");
  await expect(title(page)).toHaveText("Good Alder");
  const countBefore = hands.count;
  for (const nextName of ["Good Birch", "Good Cedar"]) {
    await hands.press("a");
    await expect(title(page)).toHaveText(nextName);
  }
  expect(hands.count - countBefore).toBe(2);
  expect((await getJson(site, "/api/experts/good-birch")).status).toBe(200);
});

test("EM07 a typo in a profile is mended in three actions, without scrolling", async ({ page, site, admin }) => {
  const person = { name: "Tessa Typo", title: "Profesor of Ageing", biography: "Long. ".repeat(2_000) };
  await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers });
  const hands = await openDashboard(page);
  await hands.press("Control+k");
  await hands.type("Tessa Typo");
  await expect(page.getByRole("option", { name: "Tessa Typo" })).toHaveAttribute("aria-selected", "true");
  await hands.press("Enter");
  const field = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(field).toBeInViewport();
  await field.fill("Professor of Ageing");
  await hands.press("Control+s");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeInViewport();
  expect(hands.count).toBeLessThanOrEqual(3);
  expect((await getJson(site, "/api/experts/tessa-typo")).body.title).toBe("Professor of Ageing");
});

test.describe("while somebody else edits", () => {
  test.use({ allowedComplaints: [/status of 409/] });

  test("EM07 a typo in a biography is mended in three actions from the list of 1,000 people; two editors lose nothing", async ({
    page,
    site,
    admin,
  }) => {
    const person = { name: "Aaron Typo", biography: "He studeid ageing." };
    const { body } = await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers });
    await openLive(page, "/admin/experts?search=aaron");
    const hands = new Hands(page);
    await hands.click(
      page.getByRole("row").filter({ hasText: "Aaron Typo" }).getByRole("link", { name: "Edit" }).first(),
    );
    const biography = page.getByRole("textbox", { name: "Biography", exact: true });
    await expect(biography).toBeInViewport();
    await biography.fill("He studied ageing.");
    await json(site, "PUT", `/api/experts/${body.id}`, { title: "Title by another" }, { headers: admin.headers });
    await hands.press("Control+s");
    // The other editor was faster: both changes stand in the form, and one more press saves them.
    await expect(page.locator("[data-tone=problem]")).toContainText("Nothing was overwritten");
    await expect(biography).toHaveValue("He studied ageing.");
    await biography.press("Control+s");
    hands.count++;
    await expect(biography).toHaveCount(0);
    expect(hands.count).toBeLessThanOrEqual(3);
    expect((await getJson(site, "/api/experts/aaron-typo")).body).toMatchObject({
      biography: "He studied ageing.",
      title: "Title by another",
    });
  });
});

test("EM08 the form of the fullest starter profile is at most 3,200 pixels high, and a link opens a folded group", async ({
  page,
  site,
  admin: _,
}) => {
  const { body } = await getJson(site, "/api/experts/robert-n-butler");
  await openLive(page, `${site.url}/admin/experts/${body.id}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await page.locator("form:has(#biography)").boundingBox())?.height).toBeLessThanOrEqual(3_200);
  const book = page.locator("#books li").first();
  await expect(book.locator("summary")).toContainText(body.books[0].split("|")[0]);
  await expect(book.getByLabel("Title")).toBeHidden();
  await book.locator("summary").click();
  await book.getByLabel("Title").fill("Another title");
  await expect(book.locator("summary")).toContainText("Another title");
  await page.getByRole("link", { name: "Longevity interview", exact: true }).click();
  await expect(page.getByLabel("Interview title")).toBeVisible();
});

test("AI01 a sourced profile is drafted and published in four actions", async ({
  page,
  site,
  admin: _,
  neighbours,
}) => {
  const hands = await openDashboard(page);
  await hands.click(page.getByRole("link", { name: "AI Generator" }).first());
  await expect(page.getByLabel("Expert name")).toBeFocused();
  await hands.type("Sina Sourced");
  await hands.click(page.getByLabel("Pages to read"));
  await hands.type(`${neighbours.people}Sina%20Sourced`);
  await hands.click(page.getByRole("button", { name: "Generate profile" }));
  await hands.click(page.getByRole("button", { name: "Approve and publish: Sina Sourced" }));
  await expect(page.getByText("The submission of Sina Sourced was approved.")).toBeVisible();
  expect(hands.count).toBeLessThanOrEqual(4);
  const { body, status } = await getJson(site, "/api/experts/sina-sourced");
  expect([status, body.evidence.length > 0]).toEqual([200, true]);
});

test("PW01 an article with its image is made and published in eight actions and its alternative text", async ({
  page,
  site,
  admin,
  neighbours,
}) => {
  const person = {
    name: "Paula Promoted",
    title: "Professor",
    referenceLinks: [`${neighbours.people}Paula%20Promoted`],
  };
  await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers });
  const hands = await openDashboard(page);
  await hands.click(page.getByRole("link", { name: "Generate Articles with Images" }).first());
  await hands.click(page.getByRole("button", { name: "Start a new promotion" }));
  await expect(page.getByRole("combobox", { name: "Search experts" })).toBeFocused();
  await hands.type("Paula Promoted");
  await expect(page.getByRole("option", { name: "Paula Promoted" })).toBeVisible();
  await hands.press("Enter");
  await expect(page.getByRole("button", { name: "Change the expert" })).toBeVisible();
  await hands.click(page.getByRole("button", { name: "Generate Ideas" }));
  await hands.click(page.getByRole("checkbox", { name: /^Sleep/ }));
  await expect(page.getByText("1 page about Paula Promoted will be read")).toBeVisible();
  await hands.click(page.getByRole("button", { name: "Generate article and image" }));
  await expect(title(page)).toHaveText("Preview and publish");
  await expect(page.getByRole("region", { name: /^Preview of Sleep/ }).locator("img")).toBeVisible();
  await page.getByLabel("Alternative text of the featured image").fill("A laboratory in the morning.");
  await hands.click(page.getByLabel("Publish article to this website"));
  await hands.click(page.getByRole("button", { name: /^Publish Article: Sleep/ }));
  await expect(page.getByText("Published: ")).toBeVisible();
  expect(hands.count).toBeLessThanOrEqual(8);
  const { body } = await getJson(site, "/api/articles");
  expect(body.articles[0]).toMatchObject({ title: "Sleep: what Paula Promoted teaches us" });
});

test("EM07 twenty of a thousand people get a category in four actions, and the menu offers only changes that affect somebody", async ({
  page,
  admin: _,
}) => {
  await openDashboard(page);
  await openLive(page, `/admin/experts?search=${encodeURIComponent(CROWD)}`);
  await expect(page.locator("tbody tr")).toHaveCount(20);
  const hands = new Hands(page);
  await hands.press("Shift+X");
  await expect(page.getByText("20 selected")).toBeVisible();
  const choices = page.getByLabel("Change for the selected experts");
  await expect(choices.locator("option", { hasText: "Add: Authors" })).toHaveCount(0);
  await expect(choices.locator("option[value='removeCategory:author']")).toHaveText("Remove: Authors (20)");
  await expect(choices.locator("option[value='removeCategory:investor']")).toHaveCount(0);
  await expect(choices.locator("option[value=unfeature]")).toHaveCount(0);
  await hands.press("c");
  hands.count++;
  await page.locator("select:focus").selectOption("addCategory:investor");
  await hands.press("Enter");
  await expect(page.getByText("20 profiles got the category")).toBeVisible();
  expect(hands.count).toBe(4);
});

test("EM07 all profiles without a biography get one category by six keys", async ({ page, site, admin }) => {
  for (let number = 1; number <= 22; number++) {
    const person = { name: `Bare Person ${String.fromCharCode(64 + number)}`, biography: "" };
    await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers });
  }
  const hands = await openDashboard(page);
  await hands.press("Control+k");
  await hands.type("no biography");
  await hands.press("Enter");
  await expect(page).toHaveURL(/\/admin\/experts\?gap=biography$/);
  await expect(page.locator("tbody tr")).toHaveCount(20);
  const option = await page.getByRole("option", { name: /^No biography/ }).textContent();
  const matchCount = Number(option?.match(/\d+/)?.[0]);
  expect(matchCount).toBeGreaterThanOrEqual(22);
  // The key selects the whole list, also where no row is ticked.
  await hands.press("*");
  await expect(page.getByText(`${matchCount} selected`)).toBeVisible();
  await hands.press("c");
  // Browsers differ in how they choose an option by its first letters, so the test selects it by its label.
  await page.locator("select:focus").selectOption({ label: "Add: Authors" });
  await hands.press("Enter");
  await expect(page.getByText(`${matchCount} profiles got the category Authors`)).toBeVisible();
  expect(hands.count).toBeLessThanOrEqual(6);
});

test("EM01 one key leads from a person who lacks a text to the next, and one into the field", async ({
  page,
  site,
  admin,
}) => {
  for (const name of ["Bare Person A", "Bare Person B", "Bare Person C"]) {
    await json(site, "POST", "/api/admin/experts", { name, biography: "" }, { headers: admin.headers });
  }
  const hands = await openDashboard(page);
  await openLive(page, "/admin/gaps/biography");
  const firstTitle = await title(page).textContent();
  await hands.press("s");
  await expect(title(page)).not.toHaveText(firstTitle ?? "");
  const secondTitle = await title(page).textContent();
  await hands.press("s");
  await expect(title(page)).not.toHaveText(secondTitle ?? "");
  await hands.press("e");
  await expect(page.getByLabel("Biography")).toBeFocused();
  await hands.type("seas");
  await expect(page.getByLabel("Biography")).toHaveValue("seas");
  expect(hands.count).toBe(3);
});

test("EM07 an action with a limit is disabled above it, and gives the reason", async ({ page, admin: _ }) => {
  const hands = await openDashboard(page);
  await openLive(page, "/admin/experts");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await hands.press("Shift+X");
  for (const name of ["Apply", "Delete"]) await expect(button(name)).toBeEnabled();
  const selectionBar = page.locator(".selection-bar");
  await expect(selectionBar.getByText("You can change")).toBeHidden();
  await hands.press("*");
  await expect(button("Apply")).toBeDisabled();
  await expect(button("Apply")).toHaveAccessibleDescription(/You can change 500 at once/);
  await expect(button("Delete")).toHaveCount(0);
  await expect(selectionBar).not.toContainText("deleted");
  await expect(button("Export")).toBeEnabled();
  await page.getByLabel("Change for the selected experts").selectOption("feature");
  await page.getByLabel("Change for the selected experts").press("Enter");
  // A deselected row is left out, so the whole list is no longer selected.
  await page.getByRole("table").locator("tbody").getByRole("checkbox").first().uncheck();
  await expect(page.getByRole("checkbox", { name: /^All [\d,]+ of this list/ })).not.toBeChecked();
  for (const name of ["Apply", "Delete"]) await expect(button(name)).toBeEnabled();
  await expect(page.getByRole("status").filter({ hasText: "featured" })).toHaveCount(0);
});
