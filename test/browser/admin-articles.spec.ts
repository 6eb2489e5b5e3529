/** Tests the article repository in a browser, from an empty list to an article that is published, featured, revised and deleted. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import SQLite from "better-sqlite3";
import { signUpAdmin } from "../support/admin";
import { getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import { impostors, testImage } from "../support/test-images";
import { goTo, startScripts } from "./reader";
import { elementsBeyondEdge, expect, test } from "./site";

type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

// The directory has no people.
test.use({ kind: "empty" });
test.beforeEach(({ site }) => removeArticles(site));

test.use({ allowedComplaints: [/status of 4(00|04|09|15)|net::ERR_FAILED/] });

/** Deletes all articles, so that each test begins with an empty list. */
function removeArticles(site: Site): void {
  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  for (const table of ["articles", "articleSearch"]) database.prepare(`DELETE FROM ${table}`).run();
  database.close();
}

const createArticle = async (site: Site, { headers }: Admin, record: { title: string; [field: string]: unknown }) => {
  const { body, status } = await json(site, "POST", "/api/admin/articles", { body: "Text.", ...record }, { headers });
  expect(status).toBe(201);
  return body as { id: string; slug: string; title: string; updatedAt: string };
};

const readArticle = async (site: Site, { headers }: Admin, id: string) =>
  (await getJson(site, `/api/admin/articles/${id}`, { headers })).body;

const readFeaturedTitles = async (site: Site, { headers }: Admin) =>
  (await getJson(site, "/api/admin/articles", { headers })).body.featured.map(
    ({ title }: { title: string }) => title,
  ) as string[];

const statusMessage = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

test("AR01 the stars stay where they are while articles are featured and no longer featured", async ({
  page,
  open,
  site,
  admin,
}) => {
  const titles = ["How to sleep", "How to wake", "How to walk", "How to eat"];
  for (const title of titles) await createArticle(site, admin, { title, status: "published" });
  await open("/admin/articles");
  const star = (title: string) => page.getByRole("button", { name: `Featured: ${title}`, exact: true });
  const places = () => Promise.all(titles.map((title) => star(title).boundingBox()));
  const firstPlaces = await places();
  for (const click of [...titles.keys(), ...titles.keys()]) {
    await star(titles[click] as string).click();
    const isFeatured = (await star(titles[click] as string).getAttribute("aria-pressed")) === "true";
    await expect(page.getByRole("button", { name: `Featured: ${titles[click]}, in this list` })).toHaveCount(
      Number(isFeatured),
    );
    expect(await places()).toEqual(firstPlaces);
  }
});

test("AR06 the dialog that asks gives the focus back to the menu, and Back closes it", async ({
  page,
  open,
  site,
  admin,
}) => {
  await createArticle(site, admin, { title: "How to wake" });
  await open("/admin/articles");
  await page.getByRole("searchbox").fill("wake");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=wake/);
  const menu = page.locator("summary[aria-label='Actions for How to wake']");
  const ask = async () => {
    await menu.click();
    await page.getByRole("link", { name: "Delete How to wake" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  };
  for (const close of ["Escape", "Enter"]) {
    await ask();
    await page.keyboard.press(close); // Enter presses Cancel
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(menu).toBeFocused();
  }
  await ask();
  await page.goBack();
  await expect(page).toHaveURL(/articles$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("AR01 AR02 AR03 AR04 AR05 AR06 D61 D62 D63 an article is created, published, featured, scheduled, revised, deleted and restored", {
  tag: "@both",
}, async ({ page, open, checkAccessibility, site, admin, javaScriptEnabled }) => {
  const isLive = javaScriptEnabled !== false;
  await json(site, "POST", "/api/admin/experts", { name: "Ada Full", compared: true }, admin);
  await open("/admin/articles");
  await expect(page.getByText("There are no articles yet.")).toBeVisible();
  await expect(page.locator(".figures")).toContainText(/Featured\s*0 \/ 4\s*Maximum allowed/);
  await expect(page.getByText("You can feature 4 more article(s).")).toBeVisible();

  // The admin creates an article, and previews it before anybody else sees it.
  await page.getByRole("link", { name: "New article" }).click();
  await page.locator("#title").fill("How to sleep");
  await page.locator("#expert").fill("Ada Full");
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit How to sleep");
  await page.locator("#body").fill("## Early\n\nGo to bed **early**.");
  await page.locator("#excerpt").fill("Early is better.");
  await expect(page.locator(".article-preview")).toHaveCount(0);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.locator(".article-preview strong")).toHaveText("early");
  if (isLive) await expect(page.locator("#body")).toBeHidden();
  await expect(page.locator("#excerpt")).toHaveValue("Early is better.");
  await checkAccessibility();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page, "Saved.")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(statusMessage(page, "Published.")).toBeVisible();
  await page.getByRole("link", { name: "View the article" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How to sleep");

  // The article is featured, and moved below another one.
  const otherArticle = await createArticle(site, admin, { title: "How to wake", status: "published" });
  await open("/admin/articles");
  const star = (title: string) => page.getByRole("button", { name: `Featured: ${title}`, exact: true });
  for (const title of ["How to sleep", "How to wake"]) {
    await star(title).click();
    await expect(star(title)).toHaveAttribute("aria-pressed", "true");
  }
  await page.getByRole("button", { name: "Move down: How to sleep" }).click();
  await expect.poll(() => readFeaturedTitles(site, admin)).toEqual(["How to wake", "How to sleep"]);
  await expect(page.getByText("You can feature 2 more article(s).")).toBeVisible();
  await expect(page.locator(".order > li").first()).toContainText("How to wake");
  const row = (title: string) => page.locator("tbody tr").filter({ hasText: title });
  await expect(row("How to sleep")).toContainText(/Published.*Longevity Tip/s);

  // Another article is scheduled, and its link shows it already.
  await createArticle(site, admin, { title: "How to dream" });
  await open("/admin/articles?status=draft");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(row("How to dream").getByRole("link", { name: /^View/ })).toHaveCount(0);
  await expect(row("How to dream")).toContainText("Draft");
  await page.getByRole("link", { name: "How to dream", exact: true }).click();
  await page.getByText("Publish at a chosen time").click();
  await page.getByLabel(/^Publish at/).fill("2099-11-20T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(statusMessage(page, "It will be published on 20 Nov 2099, 09:00")).toBeVisible();
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByRole("link", { name: "This link" })).toHaveAttribute(
    "href",
    /^\/articles\/how-to-dream\?draft=/,
  );
  await page.getByRole("button", { name: "Cancel the schedule" }).click();
  await expect(statusMessage(page, "It is no longer scheduled.")).toBeVisible();

  // An article is revised, compared, and restored to its first version.
  await open(`/admin/articles/${otherArticle.id}`);
  await page.locator("#title").fill("How to rise");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page, "Saved.")).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.locator("del").first()).toHaveText("wake");
  await expect(page.locator("ins").first()).toHaveText("rise");
  await page.getByRole("button", { name: /^Restore/ }).click();
  await expect(page.getByText("The earlier version was restored.")).toBeVisible();
  expect(await readArticle(site, admin, otherArticle.id)).toMatchObject({ title: "How to wake", featured: true });

  // The article is deleted, and restored from the trash.
  await open("/admin/articles?type=expertise-tip");
  const deleteLink = page.getByRole("link", { name: "Delete How to wake" });
  const menu = page.locator("summary[aria-label='Actions for How to wake']");
  await menu.click();
  await deleteLink.click();
  const question = isLive ? page.getByRole("dialog") : page.getByRole("main");
  await expect(question).toContainText("Delete Article");
  await expect(question).toContainText('Are you sure you want to delete "How to wake"?');
  await checkAccessibility();
  if (isLive) await question.getByRole("button", { name: "Cancel" }).click();
  else await question.getByRole("link", { name: "Cancel" }).click();
  if (!(await deleteLink.isVisible())) await menu.click();
  await deleteLink.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("“How to wake” is in the trash.")).toBeVisible();
  await expect(deleteLink).toHaveCount(0);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(row("How to wake")).toContainText("by Carla Admin");
  await page.getByRole("button", { name: "Restore How to wake" }).click();
  await expect(page.getByText("The trash is empty.")).toBeVisible();
  expect(await readFeaturedTitles(site, admin)).toEqual(["How to wake", "How to sleep"]);
});

/** Stores images as the uploader does, and returns their addresses. */
async function storeImages({ url }: Site, { headers }: Admin, names: string[]): Promise<string[]> {
  const addresses = [];
  for (const name of names) {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(await testImage("png", 400, 300))]), name);
    const answer = await fetch(`${url}/api/admin/images`, { method: "POST", body, headers });
    addresses.push((await answer.json()).url);
  }
  return addresses;
}

/** Pastes or drops a file into the text of the article. */
async function giveFile(page: Page, action: "paste" | "drop", name: string, bytes: Buffer): Promise<void> {
  await page.locator("#body").evaluate(
    (area, { action, name, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], name, { type: "image/png" }));
      const eventOptions = { bubbles: true, cancelable: true };
      if (action === "drop") area.dispatchEvent(new DragEvent("drop", { ...eventOptions, dataTransfer: data }));
      else area.dispatchEvent(new ClipboardEvent("paste", { ...eventOptions, clipboardData: data }));
    },
    { action, name, content: [...bytes] },
  );
}

test("D62 EM19 EM20 PR08 the text has a toolbar, takes picked, pasted and dropped images, and is previewed in the browser", async ({
  page,
  open,
  checkAccessibility,
  site,
  admin,
}) => {
  const [clock] = await storeImages(site, admin, ["clock.png", "worm.png"]);
  const { id } = await createArticle(site, admin, { title: "How to sleep", body: "Go to bed early." });
  await open(`/admin/articles/${id}`);
  const previewRequests: string[] = [];
  page.on("request", (request) => request.url().includes("preview") && previewRequests.push(request.url()));
  const body = page.locator("#body");
  const preview = page.locator(".article-preview");
  const previewSwitch = page.getByRole("button", { name: "Preview", exact: true });
  /** Shows the preview in the text's place, runs the check, and shows the text again. */
  const checkPreview = async (check: () => Promise<void>) => {
    await previewSwitch.click();
    await check();
    await previewSwitch.click();
  };
  const select = (words: string) =>
    body.evaluate((area: HTMLTextAreaElement, words) => {
      area.focus();
      const start = area.value.indexOf(words);
      area.setSelectionRange(start, start + words.length);
    }, words);

  await select("early");
  await page.keyboard.press("Control+b");
  await expect(body).toHaveValue("Go to bed **early**.");
  await checkPreview(() => expect(preview.locator("strong")).toHaveText("early"));
  await body.focus();
  await page.keyboard.press("Control+z");
  await expect(body).toHaveValue("Go to bed early.");
  await select("bed");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("https://bed.example");
  await checkPreview(() =>
    expect(preview.getByRole("link", { name: "bed" })).toHaveAttribute("href", "https://bed.example"),
  );
  await page.getByRole("button", { name: "Heading" }).click();
  await checkPreview(() => expect(preview.getByRole("heading", { name: "Go to bed early." })).toBeVisible());
  const typedText = await body.inputValue();
  await body.fill("- One\nTwo");
  await body.selectText();
  const list = page.getByRole("button", { name: "List", exact: true });
  await list.click();
  await expect(body).toHaveValue("- - One\n- Two");
  await body.selectText();
  await list.click();
  await expect(body).toHaveValue("- One\nTwo");
  await body.fill(typedText);

  const image = page.getByRole("button", { name: "Image", exact: true });
  await image.click();
  const dialog = page.getByRole("dialog", { name: "Choose an image" });
  await expect(dialog.getByRole("button", { name: /\.png$/ })).toHaveCount(2);
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await expect(image).toBeFocused();
  await image.click();
  await dialog.getByRole("searchbox").fill("clock");
  await expect(dialog.getByRole("button", { name: /\.png$/ })).toHaveCount(1);
  await dialog.getByRole("searchbox").press("Enter");
  await dialog.getByRole("button", { name: "clock.png" }).click();
  await expect(body).toBeFocused();
  await page.keyboard.type("A clock");
  await expect(body).toHaveValue(new RegExp(`!\\[A clock\\]\\(${clock}\\)`));
  await checkPreview(() => expect(preview.getByRole("img", { name: "A clock" })).toBeVisible());

  await giveFile(page, "paste", "night-sky.png", await testImage("png", 300, 200));
  await expect(body).toHaveValue(/!\[night sky\]\(\/uploads/);
  // The next image comes behind the first one, and does not replace its words.
  await giveFile(page, "drop", "day-sky.png", await testImage("png", 310, 200));
  await expect(body).toHaveValue(/!\[night sky\]\(.*!\[day sky\]\(\/uploads/s);
  await checkPreview(async () => {
    for (const name of ["night sky", "day sky"]) await expect(preview.getByRole("img", { name })).toBeVisible();
  });
  await giveFile(page, "drop", "script.png", impostors()["svg.png"] as Buffer);
  await expect(page.getByRole("alert")).toContainText("script.png: This is not a PNG, JPG or WebP image.");
  await body.fill('<img src=x onerror="alert(1)"> ![Gone](/uploads/ab/abzdefghjkmnpqrs-1280x720.webp)');
  await checkPreview(() => expect(preview).toContainText('<img src=x onerror="alert(1)"> Image unavailable'));

  // Word ends a paragraph with one line break, which is no paragraph in Markdown; the clipboard also has a picture of the text.
  await body.fill("");
  await body.evaluate((area) => {
    const data = new DataTransfer();
    data.setData("text/plain", "Sleep well.\r\nMove every day.\r\n");
    data.setData(
      "text/html",
      "<p class=MsoNormal>Sleep well.<o:p></o:p></p>\n\n<p class=MsoNormal>Move every day.</p>",
    );
    data.items.add(new File(["picture"], "image.png", { type: "image/png" }));
    area.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
  });
  await expect(body).toHaveValue("Sleep well.\n\nMove every day.");
  await checkPreview(() => expect(preview.locator("p").getByText("Move every day.", { exact: true })).toBeVisible());
  await body.fill("Go to bed early.");

  // The admin chooses a stored lead image, and then uploads another one in the dialog.
  const chooseButton = page.getByRole("button", { name: "Choose a stored image: Lead image" });
  await chooseButton.click();
  await dialog.getByRole("button", { name: "clock.png" }).click();
  await expect(chooseButton).toBeFocused();
  await expect(page.locator("img.preview")).toHaveAttribute("src", clock as string);
  await chooseButton.click();
  const upload = dialog.getByLabel(/^Or upload one/);
  await upload.setInputFiles({ name: "script.png", mimeType: "image/png", buffer: impostors()["svg.png"] as Buffer });
  await expect(dialog.getByRole("alert")).toContainText("This is not a PNG, JPG or WebP image.");
  // A browser reports no change if the same file is chosen once more.
  await expect(upload).toHaveValue("");
  const buffer = await testImage("png", 320, 200);
  await upload.setInputFiles({ name: "new.png", mimeType: "image/png", buffer });
  await expect(page.locator("img.preview")).toHaveAttribute("src", /-320x200\.webp$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page, "Saved.")).toBeVisible();
  expect(await readArticle(site, admin, id)).toMatchObject({ imageUrl: expect.stringMatching(/-320x200\.webp$/) });
  expect(previewRequests, "only the browser renders previews").toEqual([]);
});

test("EM05 D62 Ctrl-K from one article to another shows the other's text and stores no draft of it", async ({
  page,
  open,
  site,
  admin,
}) => {
  const formerArticle = await createArticle(site, admin, { title: "The former article", body: "Former text." });
  const otherArticle = await createArticle(site, admin, { title: "The other article", body: "Other text." });
  await open(`/admin/articles/${formerArticle.id}`);
  await goTo(page, otherArticle.title);
  await expect(page.locator("#title")).toHaveValue(otherArticle.title);
  await expect(page.locator("#body")).toHaveValue("Other text.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page, "Saved")).toBeVisible();
  expect(await readArticle(site, admin, otherArticle.id)).toMatchObject({
    title: otherArticle.title,
    body: "Other text.",
  });
});

test("AR07 D60 a fifth featured article is refused with a message", async ({ page, open, site, admin }) => {
  for (const title of ["One", "Two", "Three", "Four", "Five"]) {
    const { id } = await createArticle(site, admin, { title, status: "published" });
    if (title !== "Five") await json(site, "PATCH", `/api/admin/articles/${id}/featured`, { featured: true }, admin);
  }
  await open("/admin/articles");
  const star = page.getByRole("button", { name: "Featured: Five" });
  await star.click();
  await expect(page.locator(".toast")).toContainText("You can feature at most 4 articles");
  await expect(star).toHaveAttribute("aria-pressed", "false");
  expect(await readFeaturedTitles(site, admin)).toEqual(["One", "Two", "Three", "Four"]);
});

test("D29 D62 two admins at once: the slower one sees both versions, and nothing is lost", async ({
  page,
  open,
  checkAccessibility,
  site,
  admin,
}) => {
  const { id } = await createArticle(site, admin, { title: "Raced", body: "Their start.", excerpt: "Old" });
  const fasterAdmin = await signUpAdmin(site, { firstName: "Otto", lastName: "Other" });
  await open(`/admin/articles/${id}`);
  await page.locator("#body").fill("My text.");
  await page.locator("#excerpt").fill("Mine");
  const theirArticle = { body: "Their text.", title: "Raced twice" };
  await json(site, "PUT", `/api/admin/articles/${id}`, theirArticle, { headers: fasterAdmin.headers });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("[data-tone=problem]")).toContainText("Otto Other changed “Raced twice” meanwhile");
  await expect(page.locator(".theirs")).toContainText("Their");
  await expect(page.locator("#title")).toHaveValue("Raced twice");
  await expect(page.locator("#body")).toHaveValue("My text.");
  expect(await readArticle(site, admin, id)).toMatchObject(theirArticle);
  await checkAccessibility();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page, "Saved.")).toBeVisible();
  expect(await readArticle(site, admin, id)).toMatchObject({ title: "Raced twice", body: "My text.", excerpt: "Mine" });
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("AR04 an article is scheduled in the admin's own time", async ({ page, open, site, admin }) => {
    const { id } = await createArticle(site, admin, { title: "How to dream" });
    await open(`/admin/articles/${id}`);
    await page.getByText("Publish at a chosen time").click();
    await page.getByLabel(/^Publish at/).fill("2099-11-20T09:00");
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page.getByRole("button", { name: "Change the schedule" })).toBeVisible();
    await expect(page.getByLabel(/^Publish at/)).toHaveValue("2099-11-20T09:00");
    const { body } = await getJson(site, `/api/admin/articles/${id}`, { headers: admin.headers });
    expect(body.scheduledAt).toBe("2099-11-20T14:00:00.000Z");
  });
});

test.describe("with scripts", () => {
  test("D62 a typed text is previewed and stored while typing, restored on the next visit, and can be discarded", async ({
    page,
    open,
    site,
    admin,
  }) => {
    await json(site, "POST", "/api/admin/experts", { name: "Bela Typed", compared: true }, admin);
    const { id } = await createArticle(site, admin, { title: "Kept" });
    await open(`/admin/articles/${id}`);
    await page.locator("#body").fill("Typed *live* <b>as text</b>.");
    const previewSwitch = page.getByRole("button", { name: "Preview", exact: true });
    await previewSwitch.click();
    await expect(page.locator(".article-preview em")).toHaveText("live");
    await expect(page.locator(".article-preview b")).toHaveCount(0);
    await page.locator("#expert").pressSequentially("Bela");
    await expect(page.getByRole("option", { name: "Bela Typed" })).toBeVisible();
    await page.locator("#expert").press("Enter");
    await expect(page.locator("#expert")).toHaveValue("Bela Typed");
    await expect(page.getByRole("listbox", { name: "Experts" })).toBeHidden();
    // For one of two people with the same name the field takes the address.
    for (const title of ["Geologist", "Botanist"])
      await json(site, "POST", "/api/admin/experts", { name: "Nia Namesake", title, compared: true }, admin);
    await page.locator("#expert").fill("");
    await page.locator("#expert").pressSequentially("Nia Name");
    await expect(page.getByRole("option", { name: "Nia Namesake" })).toHaveCount(2);
    await page.locator("#expert").press("Enter");
    await expect(page.locator("#expert")).toHaveValue(/^\/nia-namesake/);
    await page.locator("#expert").fill("Bela Typed");
    await expect(statusMessage(page, /Draft stored at \d\d:\d\d UTC, not saved yet\./)).toBeVisible();
    expect(await readArticle(site, admin, id)).toMatchObject({ body: "Text.", expert: null });

    // The admin leaves without saving.
    await page.locator("#excerpt").fill("The last word.");
    const draftResponse = page.waitForResponse((response) => response.url().endsWith("/draft"));
    await page.getByRole("link", { name: "History" }).click();
    await draftResponse;
    await page.goBack();
    await expect(page.getByText(/Unsaved changes from .* were restored\./)).toBeVisible();
    await expect(page.locator("#excerpt")).toHaveValue("The last word.");
    await previewSwitch.click();
    await expect(page.locator(".article-preview em")).toHaveText("live");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(statusMessage(page, "The form has the saved article.")).toBeVisible();
    await expect(page.locator("#body")).toHaveValue("Text.");

    // After the text is saved by key, no draft of it is left.
    await page.locator("#body").fill("Saved.");
    await page.locator("#body").press("Control+s");
    await expect(statusMessage(page, "Saved.")).toBeFocused();
    await page.reload();
    await expect(page.locator("#body")).toHaveValue("Saved.");
    await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  });

  test("D62 on a slow connection every typed version of a long text is sent, even while earlier ones are still being sent", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id } = await createArticle(site, admin, { title: "Long and slow" });
    await open(`/admin/articles/${id}`);
    const continueRequests: (() => void)[] = [];
    await page.route("**/draft", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      await new Promise<void>((resolve) => continueRequests.push(resolve));
      await route.continue();
    });
    for (const word of ["first", "second", "third"]) {
      await page.locator("#body").fill(`${"A long text. ".repeat(3_500)}${word}`);
      const countBefore = continueRequests.length;
      await expect.poll(() => continueRequests.length).toBe(countBefore + 1);
    }
    await expect(page.getByText(/could not be stored/i)).toHaveCount(0);
    const draftResponse = page.waitForResponse((response) => response.request().postData()?.includes("third") === true);
    for (const release of continueRequests) release();
    await draftResponse;
    await expect(statusMessage(page, /Draft stored at/)).toBeVisible();
    await page.unroute("**/draft");
    await page.reload();
    await expect(page.locator("#body")).toHaveValue(/third$/);
  });

  test("EM06 a text that was being sent during a reload is offered again", async ({ page, open, site, admin }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id } = await createArticle(site, admin, { title: "Left at once" });
    await open(`/admin/articles/${id}`);
    const restoreButton = page.getByRole("button", { name: "Restore it" });
    // The first draft does not arrive.
    await page.route("**/draft", (route) => route.abort());
    await page.locator("#body").fill("The very last word.");
    await expect(statusMessage(page, /could not be stored on the server\. The next change tries again/)).toBeVisible();
    await page.reload();
    await startScripts(page);
    await expect(page.locator("#body")).toHaveValue("Text.");
    await page.unroute("**/draft");
    await restoreButton.click();
    await expect(page.locator("#body")).toHaveValue("The very last word.");
    await expect(statusMessage(page, /Draft stored at/)).toBeVisible();
    // The second draft arrives, sooner or later, and nothing else is offered.
    await page.locator("#body").fill("Another last word.");
    await page.reload();
    await startScripts(page);
    if (await restoreButton.isVisible()) await restoreButton.click();
    await expect(page.locator("#body")).toHaveValue("Another last word.");
    await page.reload();
    await startScripts(page);
    await expect(page.locator("#body")).toHaveValue("Another last word.");
    await expect(restoreButton).toHaveCount(0);
  });

  test("EM06 a text that the server could not store stays in the browser, however long ago it was typed", async ({
    page,
    open,
    site,
    admin,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const { id } = await createArticle(site, admin, { title: "Typed without a connection" });
    await open(`/admin/articles/${id}`);
    // The server neither answers nor refuses.
    await page.route("**/draft", () => {});
    await page.locator("#body").fill("Nobody else has this.");
    const storedText = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(storedText).toContain("Nobody else has this.");
    await page.reload();
    await startScripts(page);
    await page.unroute("**/draft");
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect(page.locator("#body")).toHaveValue("Nobody else has this.");
    await expect(statusMessage(page, /Draft stored at/)).toBeVisible();
    await expect.poll(storedText).not.toContain("Nobody else has this.");
  });

  test("AR02 D63 the featured are ordered by dragging, with the pointer and by keys", async ({
    page,
    open,
    site,
    admin,
  }) => {
    for (const title of ["One", "Two", "Three"]) {
      const { id } = await createArticle(site, admin, { title, status: "published" });
      await json(site, "PATCH", `/api/admin/articles/${id}/featured`, { featured: true }, { headers: admin.headers });
    }
    await open("/admin/articles");
    const handle = (title: string) => page.getByRole("button", { name: new RegExp(`^Move ${title}, `) });
    const [from, to] = [await handle("One").boundingBox(), await handle("Three").boundingBox()];
    if (!from || !to) throw new Error("There are no handles.");
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 10, to.y + 20, { steps: 10 });
    await page.mouse.up();
    await expect.poll(() => readFeaturedTitles(site, admin)).toEqual(["Two", "Three", "One"]);
    await handle("One").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("One is at 3 of 3.")).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("One is at 2 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect.poll(() => readFeaturedTitles(site, admin)).toEqual(["Two", "One", "Three"]);
  });

  test("AR02 AR03 at 1,280 pixels each row shows excerpt, badges, days, Edit and View, and the featured are open", async ({
    page,
    open,
    site,
    admin,
  }) => {
    const { id } = await createArticle(site, admin, {
      title: "About clocks",
      excerpt: "What they tell.",
      status: "published",
    });
    await json(site, "PATCH", `/api/admin/articles/${id}/featured`, { featured: true }, { headers: admin.headers });
    for (let n = 1; n <= 19; n++) await createArticle(site, admin, { title: `Draft ${n}`, excerpt: "Not yet." });
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/admin/articles");
    await expect(page.getByRole("region", { name: /^Featured Articles/ }).getByText("About clocks")).toBeVisible();
    await expect(page.getByText("You can feature 3 more article(s).")).toBeVisible();
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(20);
    const row = rows.filter({ hasText: "About clocks" });
    await expect(row.getByText("What they tell.")).toBeVisible();
    for (const text of ["Published", "Longevity Tip"])
      await expect(row.locator(".badge", { hasText: text })).toBeVisible();
    await expect(row.getByText(/^Created \d+ \w+ \d{4}$/)).toBeVisible();
    await expect(row.getByText(/^Published \d+ \w+ \d{4}$/)).toBeVisible();
    await expect(row.getByRole("link", { name: "Edit About clocks" })).toBeVisible();
    await expect(row.getByRole("link", { name: "View About clocks" })).toBeVisible();
    const heights = await rows.evaluateAll((elements) =>
      elements.map((row) => Math.round(row.getBoundingClientRect().height)),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(60);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await elementsBeyondEdge(page)).toEqual([]);
  });

  test("AR03 the list searches by itself and filters at once", async ({ page, open, site, admin }) => {
    await createArticle(site, admin, { title: "About telomeres" });
    await createArticle(site, admin, { title: "About clocks", type: "research-insight" });
    await open("/admin/articles");
    await page.getByRole("searchbox").fill("telomeres");
    await expect(page).toHaveURL(/search=telomeres/);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await page.getByLabel("Type").focus();
    await page.getByLabel("Type").selectOption("research-insight");
    await expect(page.getByText("No articles found.")).toBeVisible();
    await expect(page.getByLabel("Type")).toBeFocused();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(2);
    await expect(page.getByLabel("Type")).toHaveValue("");
  });
});
