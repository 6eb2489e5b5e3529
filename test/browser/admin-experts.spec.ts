/** Tests the admin pages of experts in a browser: list, form, trash, history, merging, featured order. */
import type { Page } from "@playwright/test";
import { signUpAdmin } from "../support/admin";
import { getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import { testImage } from "../support/test-images";
import { goTo, hold, startScripts, waitForPaint, watchStart } from "./reader";
import { expect, test } from "./site";

type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

test.use({ kind: "changing" });
test.use({
  allowedComplaints: [/status of (4(00|04|09|13)|502)|net::ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to fetch/],
});

let expertCount = 0;

/** Returns a unique name. A search for its last word finds only this expert. */
function uniqueName(name: string): string {
  expertCount++;
  return `${name} Q${process.pid}x${expertCount}`;
}

async function createExpert(site: Site, { headers }: Admin, record: { name: string; [field: string]: unknown }) {
  const { body, status } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect(status).toBe(201);
  return body as { id: string; slug: string; name: string; updatedAt: string };
}

/** Returns the address of the list with only this expert in it. */
const listAddress = (name: string) => `/admin/experts?search=${name.split(" ").at(-1)?.toLowerCase()}`;

const readExpert = async (site: Site, slug: string) => (await getJson(site, `/api/experts/${slug}`)).body;

const readFeaturedNames = async (site: Site) =>
  (await getJson(site, "/api/experts/homepage")).body.featured.map(({ name }: { name: string }) => name) as string[];

/** Finds the message after something was saved. */
const savedMessage = (page: Page) => page.getByRole("status").filter({ hasText: "Saved." });

/** Opens the menu of an expert's row if it is closed. */
async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.locator("details", { has: page.locator(`summary[aria-label="Actions for ${name}"]`) });
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
}

test.describe("the list", () => {
  test("EM07 EM12 EM14 EM15 D28 figures, pages, search, View, the switch, Delete and Undo work", {
    tag: "@both",
  }, async ({ page, open, checkAccessibility, context, site, admin, javaScriptEnabled }) => {
    const { name, slug } = await createExpert(site, admin, { name: uniqueName("Delia Deleted") });
    const { total } = (await getJson(site, "/api/experts/paginated")).body;
    const featuredBefore = await readFeaturedNames(site);
    await open("/admin/experts");
    const figures = new RegExp(`Total\\s*${total}\\s*Featured\\s*${featuredBefore.length}\\s*On Page\\s*20`);
    await expect(page.locator(".figures")).toHaveText(figures);
    await page.getByRole("link", { name: "Page 3" }).click();
    await expect(page).toHaveURL(/page=3$/);
    await expect(page.locator("tbody tr")).toHaveCount(Math.min(20, total - 40));
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/experts\?.*search=/);
    await expect(page.locator("tbody tr").first()).toContainText(name);

    const openedPage = context.waitForEvent("page");
    await openMenu(page, name);
    await page.getByRole("link", { name: `View ${name}` }).click();
    await expect(await openedPage).toHaveURL(new RegExp(`/${slug}$`));
    await (await openedPage).close();
    // The menu stands below its button, which closes it; with scripts it is closed already.
    const menu = page.locator("details", { has: page.locator(`summary[aria-label="Actions for ${name}"]`) });
    if ((await menu.getAttribute("open")) !== null) await menu.locator("summary").click();

    const featuredSwitch = page.getByRole("button", { name: `Featured: ${name}` });
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "false");
    await featuredSwitch.click();
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".figures")).toContainText(`Featured ${featuredBefore.length + 1}`);
    expect(await readFeaturedNames(site)).toEqual([...featuredBefore, name]);
    await featuredSwitch.click();
    await expect(page.locator(".figures")).toContainText(`Featured ${featuredBefore.length}`);
    expect(await readFeaturedNames(site)).toEqual(featuredBefore);

    const deleteLink = page.getByRole("link", { name: `Delete ${name}` });
    await openMenu(page, name);
    await deleteLink.click();
    const question = javaScriptEnabled === false ? page.getByRole("main") : page.getByRole("dialog");
    await expect(question).toContainText("Are you sure you want to delete this expert?");
    await checkAccessibility();
    // Cancels the deletion first.
    if (javaScriptEnabled === false) await page.getByRole("link", { name: "Cancel" }).click();
    else await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await openMenu(page, name);
    await deleteLink.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(`${name} is in the trash.`)).toBeVisible();
    await expect(deleteLink).toHaveCount(0);
    expect((await getJson(site, `/api/experts/${slug}`)).status).toBe(404);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
    expect((await getJson(site, `/api/experts/${slug}`)).status).toBe(200);
  });

  test("EM07 a screen of 900 pixels shows twenty experts, and a phone shows at most two lines for each", async ({
    page,
    open,
    admin: _,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/admin/experts");
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(20);
    const lastBox = await rows.last().boundingBox();
    expect(Math.round((lastBox?.y ?? 0) + (lastBox?.height ?? 0))).toBeLessThanOrEqual(900);
    const heights = await rows.evaluateAll((elements) =>
      elements.map((row) => Math.round(row.getBoundingClientRect().height)),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(44);
    await page.setViewportSize({ width: 360, height: 740 });
    const phoneHeights = await rows.evaluateAll((elements) =>
      elements.map((row) => Math.round(row.getBoundingClientRect().height)),
    );
    expect(Math.max(...phoneHeights)).toBeLessThanOrEqual(64);
  });

  test("EM07 all experts under a filter get a category in six actions, and lose it by one", async ({
    page,
    open,
    checkAccessibility,
    site,
    admin,
  }) => {
    const { name } = await createExpert(site, admin, { name: uniqueName("Berta Bare"), biography: "" });
    await open(listAddress(name));
    await page.getByLabel("Filter by what is missing").selectOption("biography");
    await expect(page).toHaveURL(/gap=biography/);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    const applyButton = page.getByRole("button", { name: "Apply" });
    await expect(applyButton).toBeHidden();
    await page.getByLabel("Select all on this page").check();
    await expect(page.getByText("1 selected")).toBeVisible();
    await checkAccessibility();
    await page.getByLabel("Change for the selected experts").selectOption("addCategory:investor");
    await applyButton.click();
    await expect(page.getByText("1 profile got the category")).toBeVisible();
    await expect(page.locator("tbody tr")).toContainText("Investors");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator("tbody tr")).not.toContainText("Investors");
  });

  test("EM07 keys alone tick a row, change it, and change it back; the focus stays on the page's message", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { name } = await createExpert(site, admin, { name: uniqueName("Kira Keys"), categories: [] });
    await open(listAddress(name));
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByLabel(`Select ${name}`)).toBeChecked();
    await page.keyboard.press("c");
    await page.locator("select:focus").selectOption("addCategory:investor");
    await page.keyboard.press("Enter");
    const message = page.locator("main [data-tone]");
    await expect(message).toContainText("1 profile got the category");
    await expect(message).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("u");
    await expect(message).toContainText("was taken from 1 profile");
    await page.getByLabel(`Select ${name}`).check();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).press("Enter");
    await expect(message).toContainText("is in the trash");
    await expect(message).toBeFocused();
    await page.keyboard.press("u");
    await expect(page.getByLabel(`Select ${name}`)).toBeVisible();
  });

  test("EM07 no key does anything behind a dialog that asks something", async ({ page, open, site, admin }) => {
    const { name } = await createExpert(site, admin, { name: uniqueName("Mona Modal") });
    await page.clock.install();
    await open(listAddress(name));
    const checkbox = page.getByLabel(`Select ${name}`);
    await page.getByRole("row").filter({ has: checkbox }).locator("summary").click();
    await page.getByRole("link", { name: `Delete ${name}`, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    // The pressed button opens nothing, so the shortcuts work again.
    await page.clock.runFor(3_000);
    await page.keyboard.press("Shift+X");
    await expect(checkbox).not.toBeChecked();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+X");
    await expect(checkbox).toBeChecked();
  });

  test("EM07 the list searches by itself 500 ms after the last key", async ({ page, open, site, admin }) => {
    const { name } = await createExpert(site, admin, { name: uniqueName("Sara Search") });
    const text = name.split(" ").at(-1) ?? "";
    await page.clock.install();
    await open("/admin/experts");
    await page.getByRole("searchbox").pressSequentially(text);
    await page.clock.runFor(499);
    expect(new URL(page.url()).search).toBe("");
    await page.clock.runFor(1);
    await expect(page).toHaveURL(new RegExp(`search=${text}$`));
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(page.locator("tbody tr")).toContainText(name);
  });

  test("EM15 EM16 the switch changes before the server answers, and back when it refuses; a deletion that fails says why", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { name, id } = await createExpert(site, admin, { name: uniqueName("Otmar Optimist") });
    await open(listAddress(name));
    const featuredSwitch = page.getByRole("button", { name: `Featured: ${name}` });
    const heldRequest = await hold(page, /\/featured$/);
    await featuredSwitch.click();
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "true");
    expect(await readFeaturedNames(site)).not.toContain(name);
    // A change of mind meanwhile counts.
    await featuredSwitch.click();
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "false");
    await featuredSwitch.click();
    await heldRequest.release();
    await expect.poll(() => readFeaturedNames(site)).toContain(name);
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "true");

    await page.route(/\/featured$/, (route) =>
      route.fulfill({ status: 409, json: { message: "Somebody was faster." } }),
    );
    await featuredSwitch.click();
    await expect(page.locator(".toast")).toContainText("Update Failed");
    await expect(page.locator(".toast")).toContainText("Somebody was faster.");
    await expect(featuredSwitch).toHaveAttribute("aria-pressed", "true");
    await page.unroute(/\/featured$/);
    await page.route(/\/featured$/, (route) => route.abort());
    await featuredSwitch.click();
    await expect(page.locator(".toast").filter({ hasText: "Please try again." })).toBeVisible();
    await page.unroute(/\/featured$/);
    await json(site, "PATCH", `/api/experts/${id}/featured`, { featured: false }, { headers: admin.headers });

    await page.route(/\/api\/experts\//, (route) => route.fulfill({ status: 404, json: { message: "Gone already." } }));
    await openMenu(page, name);
    await page.getByRole("link", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.locator(".toast").filter({ hasText: "Delete Failed" })).toContainText("Gone already.");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("EM07 without scripts no row seems to be left out while the whole list is selected", {
    tag: "@no-scripts",
  }, async ({ page, admin: _ }) => {
    await page.goto("/admin/experts");
    const row = page.locator("tbody").getByRole("checkbox").first();
    await row.check();
    await page.getByRole("checkbox", { name: /of this list/ }).check();
    await expect(page.locator("tbody input[name='ids[]']").first()).toBeHidden();
    await page.getByRole("checkbox", { name: /of this list/ }).uncheck();
    await expect(row).toBeChecked();
  });
});

test.describe("the form", () => {
  const book = (page: Page, number: number) => page.locator("#books li").nth(number - 1);
  const link = (page: Page, number: number) => page.locator("#referenceLinks li").nth(number - 1);
  const video = (page: Page, number: number) => page.getByRole("group", { name: `Video ${number}` });

  test("EM08 EM10 EM11 D19 rows are added, removed and moved; an error is shown at its field; Save stores all fields", {
    tag: "@both",
  }, async ({ page, open, checkAccessibility, site, admin, javaScriptEnabled }) => {
    const youtubeEmbeds = ["https://youtu.be/aaaaaaaaaaa", "https://videos.example/talk", "<b>nothing</b>"];
    const { id, slug } = await createExpert(site, admin, {
      name: uniqueName("Edna Edited"),
      books: ["First|Somebody"],
      youtubeEmbeds,
    });
    await open(`/admin/experts/${id}`);
    await expect(video(page, 1).getByRole("link")).toHaveAttribute(
      "href",
      "https://www.youtube.com/watch?v=aaaaaaaaaaa",
    );
    await expect(video(page, 2)).toContainText("Readers get a plain link");
    await expect(video(page, 3)).toContainText("readers see nothing");

    await page.locator("#title").fill("Typed title");
    await page.getByRole("button", { name: "Add a book" }).click();
    await book(page, 2).getByLabel("Title").fill("Second");
    await page.getByRole("button", { name: "Move up: Book 2" }).click();
    await expect(book(page, 1).getByLabel("Title")).toHaveValue("Second");
    await page.getByRole("button", { name: "Add a book" }).click();
    await expect(page.locator("#books legend").first()).toHaveText(/Books\s*3 of 3/);
    await expect(page.getByRole("button", { name: "Add a book" })).toHaveCount(0);
    await page.getByRole("button", { name: "Remove: Book 3" }).click();
    await page.getByRole("button", { name: "Add a link" }).click();
    await link(page, 1).getByLabel("Address").fill("nowhere");
    await page.getByLabel("Clinical Practitioners").check();
    await page.getByRole("button", { name: "Save" }).click();

    await expect(page.locator("[data-tone=problem]")).toContainText("Update Failed");
    const text = "Please enter a valid URL starting with http:// or https://";
    await expect(page.locator("#referenceLinks-error")).toHaveText(text);
    await expect(link(page, 1).getByLabel("Address")).toHaveValue("nowhere");
    await expect(link(page, 1).getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#title")).toHaveValue("Typed title");
    await expect(book(page, 1).getByLabel("Title")).toHaveValue("Second");
    if (javaScriptEnabled !== false) await expect(page.locator(".toast")).toContainText("Update Failed");
    await checkAccessibility();

    await link(page, 1).getByLabel("Address").fill("https://edna.example/");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    await expect(page.locator("#title")).toHaveValue("Typed title");
    expect(await readExpert(site, slug)).toMatchObject({
      title: "Typed title",
      books: ["Second", "First|Somebody"],
      referenceLinks: ["https://edna.example/"],
      categories: ["clinician"],
      youtubeEmbeds,
    });
    await page.getByRole("link", { name: "View the profile" }).click();
    await expect(page.getByText("Typed title").first()).toBeVisible();
    if (javaScriptEnabled !== false) return;
    // The answer to a button of the form shows the form, not the section that was open.
    await open(`/admin/experts/${id}/sources`);
    await page.getByRole("button", { name: "Add a topic" }).click();
    await expect(page.locator("#topics li")).toHaveCount(1);
  });

  test("EM08 EM09 EM10 by keyboard, the focus stays with its row, Ctrl+S saves, and leaving asks; a portrait is uploaded", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id, slug } = await createExpert(site, admin, { name: uniqueName("Fay Focus"), books: ["A", "B", "C"] });
    await open(`/admin/experts/${id}`);
    await page.getByRole("button", { name: "Move down: Book 1" }).press("Enter");
    await expect(page.getByRole("button", { name: "Move down: Book 2" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Move up: Book 3" })).toBeFocused();
    await expect(book(page, 3).getByLabel("Title")).toHaveValue("A");
    await page.getByRole("button", { name: "Remove: Book 3" }).press("Enter");
    await expect(page.getByRole("button", { name: "Remove: Book 2" })).toBeFocused();
    await page.getByRole("button", { name: "Add a book" }).press("Enter");
    await expect(book(page, 3).getByLabel("Title")).toBeFocused();

    await page.getByRole("link", { name: "History" }).click();
    await expect(page.getByRole("dialog")).toContainText("Leave without saving?");
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const file = page.locator("#imageUrlFile");
    const largeFile = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
    await file.setInputFiles(largeFile);
    await expect(page.getByRole("alert").filter({ hasText: "File size must be less than 5MB" })).toBeVisible();
    await file.setInputFiles({ name: "portrait.png", mimeType: "image/png", buffer: await testImage() });
    await page.locator("#title").press("Control+s");
    await expect(savedMessage(page)).toBeFocused();
    expect(await readExpert(site, slug)).toMatchObject({
      books: ["B", "C"],
      imageUrl: expect.stringMatching(/^\/uploads\//),
    });

    await page.getByRole("button", { name: "Add a book" }).click();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/history$/);
  });

  test("EM05 EM08 Ctrl-K from a changed form to another expert shows the other's values", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const formerExpert = await createExpert(site, admin, { name: uniqueName("Flo Former"), title: "Former title" });
    const otherExpert = await createExpert(site, admin, { name: uniqueName("Otti Other"), title: "Other title" });
    await open(`/admin/experts/${formerExpert.id}`);
    await page.locator("#title").fill("Typed for the former one");
    await goTo(page, otherExpert.name);
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(otherExpert.name);
    await expect(page.locator("#name")).toHaveValue(otherExpert.name);
    await expect(page.locator("#title")).toHaveValue("Other title");
    await page.locator("#title").fill("Typed for the other one");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, otherExpert.slug)).toMatchObject({
      name: otherExpert.name,
      title: "Typed for the other one",
    });
    expect(await readExpert(site, formerExpert.slug)).toMatchObject({ name: formerExpert.name, title: "Former title" });
  });

  test("EM06 EM08 a Save that gets no answer keeps what was typed, on the page and in the browser", async ({
    page,
    open,
    site,
    admin,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id, slug } = await createExpert(site, admin, { name: uniqueName("Una Unanswered"), books: ["First|Ann"] });
    await open(`/admin/experts/${id}`);
    await page.locator("#books li summary").click();
    const dataAddress = new RegExp(`/experts/${id}\\.data`);
    const answers: Parameters<Page["route"]>[1][] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    ];
    for (const [number, answer] of answers.entries()) {
      await page.route(dataAddress, answer);
      await page.locator("#title").fill(`Typed title ${number}`);
      await book(page, 1).getByLabel("Title").fill(`Typed book ${number}`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.locator("[data-tone=problem]")).toContainText("What you typed is still here.");
      await expect(page.locator("#title")).toHaveValue(`Typed title ${number}`);
      // The form still has the text, so the page does not offer it.
      await expect(page.getByText("You have unsaved text")).toHaveCount(0);
      await page.unroute(dataAddress);
      await page.reload();
      await startScripts(page);
      await page.getByRole("button", { name: "Restore it" }).click();
      await expect(page.locator("#title")).toHaveValue(`Typed title ${number}`);
      await expect(book(page, 1).getByLabel("Title")).toHaveValue(`Typed book ${number}`);
    }
    await page.getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, slug)).toMatchObject({ title: "Typed title 1" });
  });

  test.describe("on an error page", () => {
    test.use({ allowedComplaints: [/status of 500|^SyntaxError/] });

    test("EM06 EM08 an error page after Save takes nothing from the browser's copy", async ({
      page,
      open,
      site,
      admin,
    }) => {
      const { id } = await createExpert(site, admin, { name: uniqueName("Lou Lost") });
      await open(`/admin/experts/${id}`);
      const dataAddress = new RegExp(`/experts/${id}\\.data`);
      await page.route(dataAddress, (route) =>
        route.fulfill({ status: 500, headers: { "X-Remix-Response": "yes" }, body: "broken" }),
      );
      await page.locator("#title").fill("Typed title");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("main")).toContainText("This page could not be loaded.");
      // The next page deletes the browser's copy of a text that counts as sent.
      const readStoredText = () =>
        page.evaluate(() => Object.entries(localStorage).find(([name]) => /^typed:/.test(name))?.[1]);
      await expect.poll(async () => JSON.parse((await readStoredText()) ?? "null")).toMatchObject({ isSent: false });
    });
  });

  test("EM06 EM08 text that is restored after a reload goes into its own row, even if rows were removed or moved", async ({
    page,
    open,
    site,
    admin,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id } = await createExpert(site, admin, {
      name: uniqueName("Rona Rows"),
      books: ["First|Ann", "Second|Ben", "Third|Cleo"],
    });
    await open(`/admin/experts/${id}`);
    await page.getByRole("button", { name: "Remove: Book 1" }).click();
    await page.getByRole("button", { name: "Move up: Book 2" }).click();
    for (const [row, title] of [
      [1, "Third, corrected"],
      [2, "Second, corrected"],
    ] as const) {
      await page
        .locator("#books li")
        .nth(row - 1)
        .locator("summary")
        .click();
      await book(page, row).getByLabel("Title").fill(title);
    }
    await page.getByRole("button", { name: "Add a book" }).click();
    await book(page, 3).getByLabel("Title").fill("Added");
    await page.reload();
    await startScripts(page);
    await page.getByRole("button", { name: "Restore it" }).click();
    for (const [row, title] of [
      [1, "First"],
      [2, "Second, corrected"],
      [3, "Third, corrected"],
    ] as const) {
      await expect(book(page, row).getByLabel("Title")).toHaveValue(title);
    }
    await expect(page.getByRole("status").filter({ hasText: "have no field any more" })).toContainText("Added");
  });

  test("EM06 rows that were added and not saved are added again after a reload", async ({
    page,
    open,
    site,
    admin,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id } = await createExpert(site, admin, { name: uniqueName("Addy Rows"), books: ["First|Ann"] });
    await open(`/admin/experts/${id}`);
    for (const [row, title] of [
      [2, "Second"],
      [3, "Third"],
    ] as const) {
      await page.getByRole("button", { name: "Add a book" }).click();
      await book(page, row).getByLabel("Title").fill(title);
    }
    await page.reload();
    await startScripts(page);
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect(book(page, 2).getByLabel("Title")).toHaveValue("Second");
    await expect(book(page, 3).getByLabel("Title")).toHaveValue("Third");
    await expect(page.getByText("have no field any more")).toHaveCount(0);
  });

  test("EM06 a text in the second of two new rows is restored, although the first was left empty", async ({
    page,
    open,
    site,
    admin,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id } = await createExpert(site, admin, { name: uniqueName("Emma Rows"), books: ["First|Ann"] });
    await open(`/admin/experts/${id}`);
    for (let count = 0; count < 2; count++) await page.getByRole("button", { name: "Add a book" }).click();
    await book(page, 3).getByLabel("Title").fill("Third");
    await page.reload();
    await startScripts(page);
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect(book(page, 3).getByLabel("Title")).toHaveValue("Third");
    await expect(page.getByText("have no field any more")).toHaveCount(0);
  });

  test("EM08 a form is sent once, however often it is sent by keys before the answer", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id } = await createExpert(site, admin, { name: uniqueName("Tess Twice") });
    await open(`/admin/experts/${id}`);
    const dataAddress = new RegExp(`/experts/${id}\\.data`);
    let sentCount = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && dataAddress.test(request.url())) sentCount++;
    });
    const heldRequest = await hold(page, dataAddress);
    await page.locator("#title").fill("Typed once");
    for (const key of ["Control+s", "Control+s", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Saving…" }).dispatchEvent("click");
    await heldRequest.release();
    await expect(savedMessage(page)).toBeVisible();
    expect(sentCount).toBe(1);
  });

  test("EM08 leaving asks after a change of any kind of control, and not after it was taken back", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id } = await createExpert(site, admin, {
      name: uniqueName("Kim Kinds"),
      books: ["A"],
      referenceLinks: ["Own|https://kim.example"],
    });
    await open(`/admin/experts/${id}`);
    const form = page.locator("main form[novalidate]");
    const kinds = await form.evaluate((form: HTMLFormElement) => {
      const types = Array.from(form.elements, (element) => (element as HTMLInputElement).type);
      return [...new Set(types)].filter((type) => !/^(fieldset|file|hidden|submit|button|output)$/.test(type));
    });
    expect(kinds).toEqual(expect.arrayContaining(["checkbox", "select-one", "text", "textarea"]));
    for (const kind of kinds) {
      await form.evaluate((form: HTMLFormElement, kind) => {
        const controls = Array.from(form.elements) as (HTMLInputElement | HTMLSelectElement)[];
        const control = controls.find(({ type, name }) => type === kind && name !== "");
        if (control instanceof HTMLSelectElement) control.selectedIndex = (control.selectedIndex + 1) % control.length;
        else if (control && /^(checkbox|radio)$/.test(kind)) control.checked = !control.checked;
        else if (control) control.value += "1";
      }, kind);
      await page.getByRole("link", { name: "History" }).click();
      await expect(page.getByRole("dialog"), kind).toContainText("Leave without saving?");
      await page.getByRole("button", { name: "Stay" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await form.evaluate((form: HTMLFormElement) => form.reset());
    }
    await page.getByRole("link", { name: "History" }).click();
    await expect(page).toHaveURL(/\/history$/);
  });

  test("EM08 text that is typed into a text area before the scripts start stays", async ({ page, site, admin }) => {
    const { id } = await createExpert(site, admin, { name: uniqueName("Tessa Typed"), biography: "Before." });
    const heldRequest = await hold(page, /entry\.client.*\.js/);
    await watchStart(page);
    await page.goto(`/admin/experts/${id}`);
    await page.locator("#biography").fill("Typed early.");
    await heldRequest.release();
    await page.waitForFunction(() => window.isLive);
    await expect(page.locator("#biography")).toHaveValue("Typed early.");
  });

  test("EM08 the form opens at the part that was clicked on the profile, and names missing data beside its field", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id, slug } = await createExpert(site, admin, {
      name: uniqueName("Olga Opened"),
      biography: "Was borned.",
      longevityContribution: "Opens forms.",
      books: ["A book"],
    });
    await open(`/${slug}`);
    await page.locator("#biography").getByRole("link", { name: "Edit" }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/experts/${id}#biography$`));
    const biography = page.locator("#biography");
    await expect(biography).toBeFocused();
    await expect(page.getByRole("button", { name: "Save" })).toBeInViewport();
    await biography.fill("Was born.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, slug)).toMatchObject({ biography: "Was born." });

    const person = page.getByRole("group", { name: "Person" });
    await expect(person).toContainText("No portrait yet. Look for a free one");
    await expect(person).toContainText("No topic yet");
    await expect(page.getByLabel("Page address")).toHaveValue(slug);
    await expect(page.getByText("Pages to read", { exact: true })).toHaveCount(0);
    // A link to a folded field unfolds it.
    await open(`/admin/experts/${id}#productTitle`);
    await expect(page.getByLabel("Product title")).toBeInViewport();
    await expect(page.getByLabel("Product title")).toBeFocused();
  });

  test("EM08 sections open in the profile's page by mouse, by keys and by their addresses; what is typed into the form stays", async ({
    page,
    open,
    checkAccessibility,
    site,
    admin,
  }) => {
    const name = uniqueName("Selma Section");
    const { id, slug } = await createExpert(site, admin, { name, biography: "Was born. Then she wrote." });
    const path = `/admin/experts/${id}`;
    await open(`${path}/sources`);
    const sections = page.getByRole("navigation", { name: "Sections of the profile" });
    const link = (label: string) => sections.getByRole("link", { name: label });
    await expect(link("Sources")).toHaveAttribute("aria-expanded", "true");
    await expect(link("Sources")).toContainText("0 of 2 sentences have a source");
    await expect(page.getByRole("region", { name: "Sources" })).toContainText("Was born.");
    await checkAccessibility();
    await open(path);
    await expect(page.getByRole("region", { name: "Sources" })).toHaveCount(0);
    await page.locator("#title").fill("Typed and not saved");
    await page.locator("summary", { hasText: "Disclosed interests" }).press("Enter");
    await page.locator("#interests").fill("Shares of a farm");
    await link("Notes").press("Enter");
    const notes = page.getByRole("region", { name: "Notes, sorting, state" });
    await expect(notes.getByRole("heading", { name: "Notes, sorting, state" })).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await notes.getByLabel("Notes").fill("Met her in May.");
    await notes.getByRole("button", { name: "Save" }).click();
    await expect(notes).toContainText("Saved.");
    await expect(link("Notes")).toContainText("with notes");
    await expect(page.locator("#title")).toHaveValue("Typed and not saved");
    await expect(page.locator("#interests")).toHaveValue("Shares of a farm");
    await page.getByText("Look for a free one").click();
    await expect(page.getByRole("heading", { name: "Portrait", exact: true })).toBeInViewport();
    await expect(page.locator("#title")).toHaveValue("Typed and not saved");

    // A section that is closed again after a reload does not put its words into the form.
    await page.reload();
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect(page.locator("#title")).toHaveValue("Typed and not saved");
    await page.locator(".save-bar").getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, slug)).toMatchObject({ title: "Typed and not saved" });

    // A field that was refused while it was folded keeps what is typed into it.
    await page.locator("summary", { hasText: "Year of birth" }).press("Enter");
    await page.locator("#born").fill("last year");
    await page.locator(".save-bar").getByRole("button", { name: "Save" }).click();
    await expect(page.locator("#born-error")).toBeVisible();
    await expect(page.locator("#born")).toHaveValue("last year");
  });

  test("EM08 the form of an expert with every field filled fits a phone", async ({ page, open, site, admin: _ }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/admin/experts/${(await readExpert(site, "ada-full")).id}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("EM08 the form shows the changes of a section at once, unless it has unsaved text", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id, slug } = await createExpert(site, admin, { name: uniqueName("Rita Refreshed"), title: "First" });
    await open(`/admin/experts/${id}`);
    await json(site, "PUT", `/api/experts/${id}`, { title: "Second" }, { headers: admin.headers });
    const sections = page.getByRole("navigation", { name: "Sections of the profile" });
    await sections.getByRole("link", { name: "Review" }).click();
    await expect(page.locator("#title")).toHaveValue("Second");
    await page.locator("#biography").fill("Typed meanwhile");
    await json(site, "PUT", `/api/experts/${id}`, { title: "Third" }, { headers: admin.headers });
    await sections.getByRole("link", { name: "Works" }).click();
    await expect(page.getByRole("region", { name: "Works" })).toBeVisible();
    await expect(page.locator("#biography")).toHaveValue("Typed meanwhile");
    await expect(page.locator("#title")).toHaveValue("Second");
    await page.locator(".save-bar").getByRole("button", { name: "Save" }).click();
    await expect(page.locator("[data-tone=problem]")).toContainText("Nothing was overwritten");
    // The message may lie over the link, and stays while the pointer rests on it.
    await sections.getByRole("link", { name: "Review" }).press("Enter");
    await expect(page.getByRole("region", { name: "Review" })).toBeVisible();
    await expect(page.locator("#biography")).toHaveValue("Typed meanwhile");
    await expect(page.locator("#title")).toHaveValue("Third");
    await page.locator(".save-bar").getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, slug)).toMatchObject({ title: "Third", biography: "Typed meanwhile" });
  });

  test("D29 two admins at once: the slower one sees a conflict, and both changes are saved in the end", async ({
    page,
    open,
    checkAccessibility,
    site,
    admin,
  }) => {
    const record = { name: uniqueName("Tina Twice"), title: "First", biography: "Old" };
    const { id, slug, name } = await createExpert(site, admin, record);
    const fasterAdmin = await signUpAdmin(site, { firstName: "Otto", lastName: "Other" });
    await open(`/admin/experts/${id}`);
    await page.locator("#longevityContribution").fill("Mine");
    await page.locator("#biography").fill("My biography");
    const theirTexts = { title: "Their title", biography: "Their biography" };
    await json(site, "PUT", `/api/experts/${id}`, theirTexts, { headers: fasterAdmin.headers });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("[data-tone=problem]")).toContainText(`Otto Other changed ${name} meanwhile`);
    await expect(page.locator(".theirs")).toContainText("Their biography");
    await expect(page.locator("#title")).toHaveValue("Their title");
    await expect(page.locator("#longevityContribution")).toHaveValue("Mine");
    await expect(page.locator("#biography")).toHaveValue("My biography");
    expect(await readExpert(site, slug)).toMatchObject(theirTexts);
    await checkAccessibility();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(await readExpert(site, slug)).toMatchObject({
      title: "Their title",
      longevityContribution: "Mine",
      biography: "My biography",
    });
  });
});

test("EM13 D3 D28 D38 an expert is made by hand, restored to an earlier version, merged, trashed, restored and deleted for good", async ({
  page,
  open,
  checkAccessibility,
  site,
  admin,
}) => {
  const target = await createExpert(site, admin, {
    name: uniqueName("Mia Merge"),
    title: "A quick fox",
    categories: ["author"],
  });
  await json(site, "PUT", `/api/experts/${target.id}`, { title: "A slow fox" }, { headers: admin.headers });
  const otherSlug = `${target.slug}-2`;

  await open("/admin/experts/new");
  await page.locator("#name").fill(target.name);
  await page.locator("#title").fill("Another one");
  await page.getByLabel("Academic Researchers").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Is this the same person?" })).toBeVisible();
  await expect(page.locator("#title")).toHaveValue("Another one");
  await checkAccessibility();
  await page.getByRole("button", { name: "This is someone else" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Edit ${target.name}`);
  expect(await readExpert(site, otherSlug)).toMatchObject({ title: "Another one", origin: "editor" });

  await open(`/admin/experts/${target.id}/history`);
  await expect(page.locator("del")).toHaveText("quick");
  await expect(page.locator("ins").first()).toHaveText("slow");
  await page.getByRole("button", { name: /^Restore/ }).click();
  await expect(page.getByText("The earlier version was restored.")).toBeVisible();
  expect(await readExpert(site, target.slug)).toMatchObject({ title: "A quick fox" });
  await expect(page.locator(".history > li")).toHaveCount(3);

  await open(`/admin/experts/${target.id}/merge`);
  await page.getByRole("link", { name: `Choose ${target.name}, /${otherSlug}` }).click();
  await expect(page.getByRole("heading", { name: `Merge ${target.name} into ${target.name}` })).toBeFocused();
  await page.getByRole("group", { name: "Title" }).getByLabel(`/${otherSlug}`, { exact: true }).check();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(savedMessage(page)).toBeVisible();
  expect(await readExpert(site, target.slug)).toMatchObject({
    title: "Another one",
    categories: ["author", "academic"],
  });
  await page.goto(`/${otherSlug}`);
  await expect(page).toHaveURL(new RegExp(`/${target.slug}$`));

  await page.goto("/admin/experts/trash");
  const restoreButton = page.getByRole("button", { name: `Restore ${target.name}` });
  await expect(page.getByRole("row").filter({ has: restoreButton })).toContainText(`Merged into ${target.name}`);
  await restoreButton.click();
  await expect(restoreButton).toHaveCount(0);
  await page.goto(`/${otherSlug}`);
  await expect(page).toHaveURL(new RegExp(`/${otherSlug}$`));

  await json(site, "DELETE", `/api/experts/${otherSlug}`, undefined, { headers: admin.headers });
  await page.goto("/admin/experts/trash");
  const row = page.getByRole("row").filter({ has: restoreButton });
  await row.locator("summary").click();
  await expect(row.getByText("This cannot be undone.")).toBeVisible();
  await checkAccessibility();
  await page.getByRole("button", { name: `Yes, delete for good: ${target.name}` }).click();
  await expect(page.getByText("The expert is gone for good.")).toBeVisible();
  await expect(restoreButton).toHaveCount(0);
});

test.describe("the featured experts", () => {
  const readNames = (page: Page) => page.locator(".order li a[href^='/admin']").allTextContents();

  test("EM17 D68 D63 buttons add, remove and move experts, and the home page follows at once", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { name } = await createExpert(site, admin, { name: uniqueName("Ada Added") });
    const featuredBefore = await readFeaturedNames(site);
    const [firstName = "", secondName = "", ...otherNames] = featuredBefore;
    await open("/admin/featured");
    expect(await readNames(page)).toEqual(featuredBefore);
    const rowBox = await page.locator(".order li").first().boundingBox();
    expect(rowBox?.height, "a name and a title stand beside the buttons").toBeLessThan(100);
    await page.getByRole("button", { name: `Move down: ${firstName}` }).click();
    await expect(page.locator(".order li").first()).toContainText(secondName);
    await expect.poll(() => readFeaturedNames(site)).toEqual([secondName, firstName, ...otherNames]);
    await page.getByRole("button", { name: `Remove ${secondName}` }).click();
    await expect(page.locator(".order li")).toHaveCount(featuredBefore.length - 1);
    await expect.poll(() => readFeaturedNames(site)).toEqual([firstName, ...otherNames]);
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("button", { name: `Add ${name}` }).click();
    await expect(page.locator(".order li").last()).toContainText(name);
    await expect(page.locator(".matches .badge")).toHaveText("Featured");
    expect(await readFeaturedNames(site)).toEqual([firstName, ...otherNames, name]);
  });

  test("EM17 quick moves are all stored, although the page reloads its order meanwhile", async ({
    page,
    open,
    site,
    admin: _,
  }) => {
    const [firstName = "", ...otherNames] = await readFeaturedNames(site);
    await open("/admin/featured");
    const reloadRead = Promise.withResolvers<void>();
    const reloadRelease = Promise.withResolvers<void>();
    // The reload after the first move reads an order without the second move, and its answer arrives before that is stored.
    await page.route("**/admin/featured.data*", async (route) => {
      const response = await route.fetch();
      reloadRead.resolve();
      await reloadRelease.promise;
      await route.fulfill({ response });
    });
    const moveDown = page.getByRole("button", { name: `Move down: ${firstName}` });
    await moveDown.click();
    await reloadRead.promise;
    const saveRelease = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      await saveRelease.promise;
      await route.continue();
    });
    await moveDown.click();
    const reloadResponse = page.waitForResponse(/\/admin\/featured\.data/);
    reloadRelease.resolve();
    await reloadResponse;
    await waitForPaint(page);
    await moveDown.click();
    saveRelease.resolve();
    await expect.poll(() => readFeaturedNames(site)).toEqual(otherNames.toSpliced(3, 0, firstName));
    for (let n = 0; n < 3; n++) await page.getByRole("button", { name: `Move up: ${firstName}` }).click();
    await expect.poll(() => readFeaturedNames(site)).toEqual([firstName, ...otherNames]);
    await expect.poll(() => readNames(page)).toEqual([firstName, ...otherNames]);
  });

  test("EM17 an order that cannot be stored is announced, and the page stays", async ({
    page,
    open,
    site,
    admin: _,
  }) => {
    const featuredBefore = await readFeaturedNames(site);
    const [firstName = ""] = featuredBefore;
    await open("/admin/featured");
    const moveDown = page.getByRole("button", { name: `Move down: ${firstName}` });
    await page.context().setOffline(true);
    const failedReload = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("/admin/featured.data"),
    );
    await moveDown.click();
    await expect(page.locator(".toast")).toContainText("Update Failed");
    await failedReload;
    await expect(moveDown).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(() => readNames(page)).toEqual(featuredBefore);
  });

  test("EM16 EM17 D27 experts are dragged by pointer and by keys, within 200 KB of script; an outdated order is refused", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const [firstName = "", secondName = "", thirdName = "", ...otherNames] = await readFeaturedNames(site);
    await open("/admin/featured");
    const handle = (name: string) => page.getByRole("button", { name: new RegExp(`^Move ${name}, `) });
    const from = await handle(thirdName).boundingBox();
    const to = await handle(firstName).boundingBox();
    if (!from || !to) throw new Error("The handles are not there.");
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y - 20, { steps: 5 });
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 10 });
    await page.mouse.up();
    await expect.poll(() => readFeaturedNames(site)).toEqual([thirdName, firstName, secondName, ...otherNames]);
    expect((await readNames(page)).slice(0, 3)).toEqual([thirdName, firstName, secondName]);

    const announcements = page.locator("[id^=DndLiveRegion]");
    await handle(thirdName).focus();
    await page.keyboard.press("Space");
    await expect(announcements).toContainText(`${thirdName} is`);
    await expect(handle(thirdName)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("ArrowDown");
    await expect(announcements).toContainText(`${thirdName} is at 2 of`);
    await page.keyboard.press("Space");
    await expect(announcements).toContainText(`${thirdName} is dropped at 2 of`);
    await expect.poll(() => readFeaturedNames(site)).toEqual([firstName, thirdName, secondName, ...otherNames]);

    // These sizes are compressed. Unpacked, the scripts are about three times as large.
    const sentBytes = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(sentBytes).toBeGreaterThan(50 * 1024);
    expect(sentBytes).toBeLessThanOrEqual(200 * 1024);

    await open("/admin/featured");
    const { name, id } = await createExpert(site, admin, { name: uniqueName("Max Meanwhile") });
    const path = `/api/experts/${id}/featured`;
    await json(site, "PATCH", path, { featured: true }, { headers: admin.headers });
    await page.getByRole("button", { name: `Move down: ${firstName}` }).click();
    await expect(page.locator(".toast")).toContainText("Update Failed");
    await expect(page.locator(".order li").last()).toContainText(name);
    expect(await readNames(page)).toEqual([firstName, thirdName, secondName, ...otherNames, name]);
  });
});
