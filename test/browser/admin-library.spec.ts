import { query } from "../support/database";
import { json } from "../support/requests";
import { testImage } from "../support/test-images";
import { openLive } from "./reader";
import { test as base, expect } from "./site";

/** Functions that fill the library of a site. */
const test = base.extend<{
  save: (content: string, expert: string) => Promise<{ id: string }>;
  saveImage: (imagePrompt: string) => Promise<{ id: string; imageUrl: string }>;
}>({
  save: async ({ site, admin }, use) => {
    await use(async (content, expert) => {
      const body = { content, expert, platform: "article", contentType: "research-insight" };
      return (await json(site, "POST", "/api/library/content", body, { headers: admin.headers })).body;
    });
  },
  saveImage: async ({ site, admin }, use) => {
    await use(async (imagePrompt) => {
      const imageUrl = `data:image/png;base64,${(await testImage("png", 320, 180)).toString("base64")}`;
      const body = { imageUrl, imagePrompt, provider: "openai", model: "dall-e-3" };
      return (await json(site, "POST", "/api/library/images", body, { headers: admin.headers })).body;
    });
  },
});
test.use({ kind: "changing", allowedComplaints: [/status of 409|ERR_FAILED/] });
test.beforeEach(async ({ site }) => {
  for (const table of ["libraryContents", "libraryImages"]) await query(site.dataDir, `DELETE FROM ${table}`);
});

test("LI01 LI02 LI03 texts are searched, copied, opened, attached, detached, published, selected and deleted", async ({
  page,
  checkAccessibility,
  save,
  saveImage,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await saveImage("A laboratory at dawn");
  await saveImage("An owl at night");
  for (const [text, expert] of [
    ["# Sleep\n\nWell.", "Valter Longo"],
    ["# Beans\n\nDaily.", "Valter Longo"],
    ["# Fasting\n\nRarely.", "Nir Barzilai"],
  ] as const)
    await save(text, expert);
  await openLive(page, "/admin/library");
  await expect(page.getByRole("link", { name: "Content (3)" })).toHaveAttribute("aria-current", "page");

  await page.getByRole("combobox", { name: "Expert" }).selectOption("Valter Longo");
  await expect(page.getByRole("link", { name: "Content (2)" })).toBeVisible();
  await page.getByRole("searchbox").fill("bean");
  await expect(page.getByRole("listitem").filter({ hasText: "Beans" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Content (1)" })).toBeVisible();
  await page.getByRole("button", { name: "Copy: Valter Longo, Research Insight" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("# Beans\n\nDaily.");

  await page.getByRole("link", { name: "Valter Longo", exact: true }).click();
  const detailsDialog = page.getByRole("dialog", { name: "Valter Longo" });
  await expect(detailsDialog.getByText("# Beans")).toBeVisible();
  await detailsDialog.getByRole("link", { name: "Attach Images" }).click();
  const attachDialog = page.getByRole("dialog", { name: "Attach Images" });
  await attachDialog.getByRole("button", { name: "Attach: An owl at night" }).click();
  await expect(attachDialog.getByRole("button")).toHaveText(["Close", "Attach"]);
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await expect(attachDialog).toBeHidden();
  await expect(detailsDialog.getByRole("button", { name: "Detach: An owl at night" })).toBeVisible();
  await expect(page.locator(".asset")).toContainText("1 image");
  await detailsDialog.getByRole("button", { name: "Detach: An owl at night" }).click();
  await expect(detailsDialog.getByText("None yet.")).toBeVisible();
  await detailsDialog.getByRole("button", { name: "Publish Article" }).click();
  await expect(page).toHaveURL(/\/admin\/articles\/\w{16}/);
  await expect(page.getByRole("main")).toContainText("Beans");

  await page.goto("/admin/library");
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await expect(page.getByText("3 selected")).toBeVisible();
  // What a search hides is no longer selected.
  await page.getByRole("searchbox").fill("bean");
  await expect(page.getByRole("link", { name: "Content (1)" })).toBeVisible();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("link", { name: "Content (3)" })).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  for (const place of [0, 1])
    await page
      .getByRole("checkbox", { name: /^Select .*Insight/ })
      .nth(place)
      .check();
  await page.getByRole("button", { name: "Delete 2" }).click();
  const deleteDialog = page.getByRole("dialog", { name: "Delete 2 contents?" });
  await page.route("**/bulk-delete", (route) => route.abort());
  await deleteDialog.getByRole("button", { name: "Delete" }).click();
  // A page behind a dialog can neither be read aloud nor be pressed.
  await expect(deleteDialog.locator(".toast")).toContainText("Delete Failed");
  await deleteDialog.getByRole("button", { name: "Close" }).click();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.unroute("**/bulk-delete");
  await deleteDialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.locator(".toast")).toContainText("2 contents were deleted.");
  await expect(page.getByRole("link", { name: "Content (1)" })).toBeVisible();
});

test("LI04 LI05 D58 images are opened, described, downloaded and copied, and a used one is deleted", async ({
  page,
  checkAccessibility,
  site,
  save,
  saveImage,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const image = await saveImage("A laboratory at dawn");
  const otherImage = await saveImage("An owl at night");
  await save(`# Title\n\n![Lab](${image.imageUrl})`, "Valter Longo");
  // The other image does not arrive.
  await page.route(`**${otherImage.imageUrl}`, (route) => route.abort());
  await openLive(page, "/admin/library?tab=images");
  await expect(page.getByText("Image unavailable")).toBeVisible();
  await page.getByRole("link", { name: "View: A laboratory at dawn" }).click();
  const dialog = page.getByRole("dialog", { name: "Image" });
  await expect(dialog).toContainText("dall-e-3");
  await expect(dialog.getByRole("link", { name: "Valter Longo: Title" })).toBeVisible();
  const altField = dialog.getByRole("textbox", { name: "Alternative text of this image" });
  for (const alt of ["A bench", "A bench and a window"]) {
    await altField.fill(alt);
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "View: A laboratory at dawn" }).click();
    await expect(altField).toHaveValue(alt);
  }
  await dialog.getByRole("button", { name: /^Copy URL/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + image.imageUrl);
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe(`longevity-image-${image.id}.png`);
  await checkAccessibility();

  await dialog.getByRole("link", { name: "Delete Image" }).click();
  const deleteDialog = page.getByRole("dialog", { name: "Delete this image?" });
  await deleteDialog.getByRole("button", { name: "Delete" }).click();
  await expect(deleteDialog.getByRole("alert")).toContainText("This image is in use: Valter Longo: Title");
  await deleteDialog.getByRole("button", { name: "Delete anyway" }).click();
  await expect(page.locator(".toast")).toContainText("The image was deleted.");
  await expect(page.getByRole("link", { name: "Images (1)" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("LI01 to LI06 all of the library works without scripts, on a phone", { tag: "@no-scripts" }, async ({
  page,
  save,
  saveImage,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await saveImage("A laboratory at dawn");
  for (const text of ["# Sleep", "# Beans", "# Fasting"]) await save(text, "Valter Longo");
  await page.goto("/admin/library?search=nothing");
  await expect(page.getByText("No content found")).toBeVisible();
  await page.getByRole("searchbox").fill("beans");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Valter Longo", exact: true }).click();
  await page.getByRole("link", { name: "Attach Images" }).click();
  await page.getByRole("button", { name: "Attach: A laboratory at dawn" }).click();
  await expect(page.getByRole("button", { name: "Detach: A laboratory at dawn" })).toBeVisible();

  await page.goto("/admin/library?tab=images");
  await page.getByRole("link", { name: "View: A laboratory at dawn" }).click();
  await page.getByRole("link", { name: "Delete Image" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toContainText("This image is in use: Valter Longo: Beans (attached).");
  await page.getByRole("button", { name: "Delete anyway" }).click();
  await expect(page.getByText("The image was deleted.")).toBeVisible();
  await expect(page.getByText("No images found")).toBeVisible();

  await page.goto("/admin/library");
  await page.getByRole("link", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Delete 3" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete 3 contents?");
  await page.getByRole("button", { name: "Delete 3" }).click();
  await expect(page.getByText("3 contents were deleted.")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
