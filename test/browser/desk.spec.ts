/** The curator's desk in a browser: dashboard, people, settings, log, export and import. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import SQLite from "better-sqlite3";
import { signUp } from "../support/accounts";
import type { Site } from "../support/site";
import { openLive } from "./reader";
import { expect, expectAccessible, test } from "./site";

test.use({ allowedComplaints: [/^Failed to load resource: .*(400|401|403|404|409|500)/] });

/** Signs the page's browser in as a new admin. */
async function asAdmin(page: Page, site: Site) {
  const person = await signUp(site, { firstName: "Carla", lastName: "Curator" });
  const database = new SQLite(join(site.dataDir, "longevity.db"));
  database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(person.id);
  database.close();
  const [name = "", value = ""] = person.headers.Cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return person;
}

const open = (page: Page, path: string, scripts: boolean | undefined) =>
  scripts === false ? page.goto(path).then(() => {}) : openLive(page, path);

test("EM06 a visitor is told that the desk is for admins, and led to sign in and back", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await page.goto("/admin/experts?page=2");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Access Required");
  if (javaScriptEnabled) await expect(page.locator(".toast")).toContainText("Admin Access Required");
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("returnTo")).toBe("/admin/experts?page=2");
  await asAdmin(page, site);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Experts");
});

test("EM06 an ordinary user is told so too, and does not go round in a circle", { tag: "@both" }, async ({
  page,
  site,
}) => {
  const { headers } = await signUp(site, { firstName: "Rita" });
  const [name = "", value = ""] = headers.Cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto("/admin");
  await expect(page.getByRole("alert").filter({ hasText: "signed in as Rita" })).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Global Leaders in Longevity Science");
});

test("EM01 EM03 EM04 the dashboard, on a phone as well, and its export", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await asAdmin(page, site);
  await open(page, "/admin", javaScriptEnabled);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Database" }).click();
  const file = await (await download).path();
  expect((await download).suggestedFilename()).toMatch(/^longevity-leaders-export-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(file, "utf8")).experts.length).toBeGreaterThan(10);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("EM04 an export that fails says so", async ({ page, site }) => {
  await asAdmin(page, site);
  await openLive(page, "/admin");
  await page.route("**/api/admin/export-database", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("link", { name: "Export Database" }).click();
  await expect(page.locator(".toast")).toContainText("Export Failed");
  await expect(page.locator(".toast")).toContainText("Failed to export the database. Please try again.");
});

test("D67 EM18 find somebody, disable, enable, delete; the log tells of it", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await asAdmin(page, site);
  const lastName = `Sought${process.pid}${Date.now()}`;
  await signUp(site, { firstName: "Sam", lastName });
  await open(page, "/admin/users", javaScriptEnabled);
  await page.getByRole("searchbox").fill(lastName);
  // With scripts the search runs by itself.
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`search=${lastName}`));
  const row = page.getByRole("row", { name: new RegExp(lastName) });
  await expect(row).toHaveCount(1);
  await expectAccessible(page);
  await row.getByRole("button", { name: /^Disable/ }).click();
  await expect(row).toContainText("Disabled");
  await row.getByRole("button", { name: /^Enable/ }).click();
  await expect(row).toContainText("Active");
  await row.getByRole("link", { name: /^Delete/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete this account?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByText("The account was deleted.")).toBeVisible();

  await page.goto("/admin/audit");
  await expect(page.getByRole("row", { name: new RegExp(lastName) })).toHaveCount(3);
  await page.getByLabel("Action").selectOption("user deleted");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("row", { name: new RegExp(lastName) })).toHaveCount(1);
  await expectAccessible(page);
});

test("D13 settings: a wrong one is refused beside its field, a right one is saved", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await asAdmin(page, site);
  await open(page, "/admin/settings", javaScriptEnabled);
  await page.getByLabel("Newswire address").fill("nowhere");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.locator("#newswireUrl-error")).toHaveText(
    "Please enter a valid URL starting with http:// or https://",
  );
  await page.getByLabel("Newswire address").fill("https://newswire.example/");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expectAccessible(page);
});

test("D70 a table of experts: columns, what would change, written", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await asAdmin(page, site);
  const name = `Imke Tabelle ${process.pid} ${Date.now()}`;
  await open(page, "/admin/import", javaScriptEnabled);
  await expectAccessible(page);
  const content = `Full name,Position,Category\n${name},Professor,academic\n,Nobody,\n`;
  await page
    .getByLabel("File")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByLabel("Field of Full name")).toHaveValue("name");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("Please enter a name.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 record" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();
  await page.goto(`/directory?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("main")).toContainText(name);
});

test("D81 what changes somebody is shown and chosen: by name alone it is a question", { tag: "@both" }, async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await asAdmin(page, site);
  const name = `Imke Frage ${process.pid} ${Date.now()}`;
  const send = async (title: string) => {
    await open(page, "/admin/import", javaScriptEnabled);
    const buffer = Buffer.from(`Full name,Position\n${name},${title}\n`);
    await page.getByLabel("File").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Check the rows" }).click();
  };
  await send("Professor");
  await page.getByRole("button", { name: "Import 1 record" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();

  await send("Director");
  await expect(page.getByText("There is nothing to import")).toBeVisible();
  await page.getByRole("link", { name: "Answer the questions (1)" }).click();
  await expect(page.getByRole("radio", { name: "Leave it out" })).toBeChecked();
  await expect(page.locator("del")).toHaveText("Professor");
  await expectAccessible(page);
  await page.getByRole("radio", { name: `${name}, Professor` }).check();
  await page.getByRole("button", { name: "Save and go back" }).click();
  await page.getByRole("button", { name: "Import 1 record" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();
  await page.goto(`/directory?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("main")).toContainText("Director");
});
