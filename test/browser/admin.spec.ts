/** Tests the admin pages in a browser: dashboard, people, settings, log, export and import. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { PASSWORD, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { hold, openLive } from "./reader";
import { cookieOf, expect, test } from "./site";

test.use({ kind: "changing" });
test.use({ allowedComplaints: [/^Failed to load resource: .*(400|401|403|404|409|500)/] });

test("EM06 a visitor reads that these pages are for admins, signs in and returns", async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  await page.goto("/admin/experts?page=2");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Access Required");
  if (javaScriptEnabled) await expect(page.locator(".toast")).toContainText("Admin Access Required");
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("returnTo")).toBe("/admin/experts?page=2");
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Experts");
});

test("EM06 an ordinary user reads the same, and is not redirected in a circle", async ({ page, site }) => {
  await page.context().addCookies([cookieOf(await signUp(site, { firstName: "Rita" }), site)]);
  await page.goto("/admin");
  await expect(page.getByRole("alert").filter({ hasText: "signed in as Rita" })).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Global Leaders in Longevity Science");
});

test("EM01 EM03 EM04 EM05 the dashboard has an export, which reports its failure, and a side bar that fits a small window", async ({
  page,
  open,
  admin: _,
}) => {
  await open("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Database" }).click();
  const file = await (await download).path();
  expect((await download).suggestedFilename()).toMatch(/^longevity-leaders-export-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(file, "utf8")).experts.length).toBeGreaterThan(10);

  await page.route("**/api/admin/export-database", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("link", { name: "Export Database" }).click();
  await expect(page.locator(".toast")).toContainText("Export Failed");
  await expect(page.locator(".toast")).toContainText("Failed to export the database. Please try again.");

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/admin/topics");
  const barSize = await page
    .locator("header")
    .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
  expect(barSize.scrollHeight).toBeLessThanOrEqual(barSize.clientHeight);
  await expect(page.getByRole("navigation", { name: "Admin" }).locator("[aria-current]")).toHaveText("Manage Experts");
});

test("D67 EM18 a person is found, disabled, enabled and deleted, and the log shows it", { tag: "@both" }, async ({
  page,
  open,
  site,
  admin: _,
  javaScriptEnabled,
}) => {
  const lastName = `Sought${process.pid}${Date.now()}`;
  await signUp(site, { firstName: "Sam", lastName });
  await open("/admin/users");
  await page.getByRole("searchbox").fill(lastName);
  // With scripts the search runs by itself.
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`search=${lastName}`));
  const row = page.getByRole("row", { name: new RegExp(lastName) });
  await expect(row).toHaveCount(1);
  const chooseAction = async (role: "button" | "link", name: string) => {
    await row.locator("summary").click();
    await row.getByRole(role, { name }).click();
  };
  await chooseAction("button", "Disable");
  await expect(row).toContainText("Disabled");
  if (!(await row.getByRole("button", { name: "Enable" }).isVisible())) await chooseAction("button", "Enable");
  else await row.getByRole("button", { name: "Enable" }).click();
  await expect(row).toContainText("Active");
  await page.goto(page.url());
  await chooseAction("link", "Delete");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete this account?");
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByText("The account was deleted.")).toBeVisible();

  await page.goto("/admin/audit");
  await expect(page.getByRole("row", { name: new RegExp(lastName) })).toHaveCount(3);
  await page.getByLabel("Action").selectOption("user deleted");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("row", { name: new RegExp(lastName) })).toHaveCount(1);
});

test("EM05 Ctrl-K opens a palette that goes anywhere, by keyboard", async ({
  page,
  open,
  checkAccessibility,
  admin: _,
}) => {
  await open("/admin");
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Go to a page, an expert or an article" });
  await expect(box).toBeFocused();
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await page.keyboard.press("Control+k");
  await box.fill("cynthia kenyon");
  const option = page.getByRole("option", { name: /Kenyon/ });
  await expect(option.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Kenyon");
  await page.keyboard.press("Control+k");
  await box.fill("trash");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/articles\/trash$/);
});

test("EM05 on a phone the side bar is a drawer", async ({ page, open, checkAccessibility, admin: _ }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open("/admin/users");
  await page.locator("summary", { hasText: "Menu" }).click();
  const nav = page.getByRole("navigation", { name: "Admin" });
  await expect(nav.getByRole("link", { name: "User Management" })).toHaveAttribute("aria-current", "page");
  await checkAccessibility();
  const summary = page.locator("summary", { hasText: "Menu" });
  await nav.getByRole("link", { name: "Settings" }).press("Escape");
  await expect(nav).toBeHidden();
  await expect(summary).toBeFocused();
  // The drawer covers the page, and would hide the focus.
  await summary.press("Enter");
  await expect(nav).toBeVisible();
  await page.getByRole("main").getByRole("searchbox").first().focus();
  await expect(nav).toBeHidden();
  await summary.click();
  await nav.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Pages of Settings" }).getByRole("link", { name: "Audit Log" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit Log");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("D13 EM06 an invalid setting is refused beside its field; the toast closes at the next success; the typed text survives the end of the session", async ({
  page,
  open,
  site,
}) => {
  const admin = await signUpAdmin(site);
  await page.context().addCookies([cookieOf(admin, site)]);
  await open("/admin/settings");
  await page.getByLabel("Newswire address").fill("nowhere");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.locator(".toast")).toContainText("Update Failed");
  const message = "Please enter a valid URL starting with http:// or https://";
  await expect(page.locator("#newswireUrl-error")).toHaveText(message);
  await page.getByLabel("Newswire address").fill("https://newswire.example/");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings were saved.")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);

  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  database.prepare("DELETE FROM sessions WHERE userId = ?").run(admin.id);
  database.close();
  await page.getByLabel("Copyright line").fill("© typed before");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
  await expect(page.getByLabel("Copyright line")).toHaveValue("© typed before");
});

test("EM05 EM06 the bar with the buttons hides no field that the Tab key reaches; paper has no navigation", async ({
  page,
  open,
  site,
}) => {
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  await page.setViewportSize({ width: 1280, height: 700 });
  await open("/admin/settings");
  await page.getByLabel("Copyright line").focus();
  const hiddenLabels: string[] = [];
  const labels: string[] = [];
  while (!labels.at(-1)?.includes("Save settings") && labels.length < 60) {
    await page.keyboard.press("Tab");
    const [label, isHidden] = await page.evaluate(() => {
      const element = document.activeElement as HTMLTextAreaElement;
      const bar = document.querySelector(".save-bar") as HTMLElement;
      const isHidden = !bar.contains(element) && element.getBoundingClientRect().top >= bar.getBoundingClientRect().top;
      return [element.labels?.[0]?.textContent ?? element.textContent ?? "", isHidden] as const;
    });
    labels.push(label);
    if (isHidden) {
      hiddenLabels.push(label);
    }
  }
  expect(labels).toContainEqual(expect.stringContaining("Podcasters & Media"));
  expect(hiddenLabels).toEqual([]);

  await expect(page.getByRole("banner")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner"), "on paper").toHaveCount(0);
});

test("EM06 unsaved text is offered again after a reload, and deleted when it is saved or the user signs out", async ({
  page,
  open,
  checkAccessibility,
  site,
}) => {
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  page.on("dialog", (dialog) => dialog.accept());
  const field = page.getByLabel("Copyright line");
  const offer = page.getByText("You have unsaved text from this page");
  const storedCount = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("typed:")).length);
  await open("/admin/settings");
  const valueBefore = await field.inputValue();
  await field.fill("© typed, then reloaded");
  await expect.poll(storedCount).toBe(1);
  await open("/admin/settings");
  await expect(field).toHaveValue(valueBefore);
  await expect(offer).toBeVisible();
  await checkAccessibility();
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(field).toHaveValue("© typed, then reloaded");
  // A refusal keeps it, too.
  await page.getByLabel("Newswire address").fill("nowhere");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.locator("#newswireUrl-error")).toBeVisible();
  await open("/admin/settings");
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(page.getByLabel("Newswire address")).toHaveValue("nowhere");
  await page.getByLabel("Newswire address").fill("");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings were saved.")).toBeVisible();
  await expect.poll(storedCount).toBe(0);
  await open("/admin/settings");
  await expect(field).toHaveValue("© typed, then reloaded");
  await expect(offer).toHaveCount(0);
  await field.fill(valueBefore);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings were saved.")).toBeVisible();
  await field.fill("© left behind");
  await expect.poll(storedCount).toBe(1);
  // A form that is sent on another page does not touch it.
  await page.getByRole("link", { name: "API Keys", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nightly import");
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByText("is shown only once")).toBeVisible();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(field).toHaveValue("© left behind");
  // Nor is kept what is typed in the moment before.
  await field.fill("© typed last");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("EM06 nothing of a person stays in the browser after the account was deleted", async ({ page, open, site }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await signUpAdmin(site);
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  const storedNames = () => page.evaluate(() => Object.keys(localStorage).join());
  await open("/admin/settings");
  await page.getByLabel("Copyright line").fill("© of somebody who leaves");
  await expect.poll(storedNames).toContain("typed:");
  await open("/account/delete");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(/done/);
  await expect.poll(storedNames).toBe("");
});

test("EM06 nothing of a person stays in the browser after signing out on a public page", { tag: "@both" }, async ({
  page,
  open,
  site,
}) => {
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  await open("/");
  const storedNames = () => page.evaluate(() => Object.keys(localStorage).join());
  await page.evaluate(() => localStorage.setItem("typed:/admin/settings", "{}"));
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  await expect.poll(storedNames).toBe("");
});

test("EM06 unsaved text is never offered to another user of the same browser, in any open tab", async ({
  page,
  open,
  site,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  const storedCount = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("typed:")).length);
  const offer = page.getByText("You have unsaved text from this page");
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  await open("/admin/settings");
  await page.getByLabel("Copyright line").fill("© of the first one");
  await expect.poll(storedCount).toBe(1);
  await open("/admin/users");
  // The session ends, and somebody else signs in in another tab. This tab still has the first person's frame.
  await page.context().addCookies([cookieOf(await signUpAdmin(site), site)]);
  const otherTab = await page.context().newPage();
  await openLive(otherTab, "/admin/settings");
  await expect(otherTab.getByLabel("Copyright line")).not.toHaveValue("© of the first one");
  await expect(otherTab.getByText("You have unsaved text from this page")).toHaveCount(0);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByLabel("Copyright line")).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByLabel("Copyright line").fill("© of the second one");
  await open("/admin/settings");
  await expect(offer).toHaveCount(0);
  expect(await storedCount()).toBe(1);
});

/** Replaces digits by letters, because a column with digits is not recognised as names. */
function inLetters(number: number): string {
  return `A${String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] as string)}`;
}

test("D70 a table of experts is imported: choosing columns, checking the changes, writing them", {
  tag: "@both",
}, async ({ page, open, admin: _ }) => {
  const name = `Imke Tabelle ${inLetters(Date.now())}`;
  await open("/admin/import");
  const content = `Full name,Position,Category\n${name},Professor,academic\n,Nobody,\n`;
  await page
    .getByLabel("File")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByLabel("What “Full name” becomes")).toHaveValue("name");
  await page.getByLabel("New people become").selectOption("public");
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByRole("link", { name: "Refused (1)" })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();
  await page.goto(`/directory?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("main")).toContainText(name);
});

test("D70 on a slow line the progress of an import waits for each answer, and the page can be left", async ({
  page,
  open,
  site,
  admin: _,
}) => {
  await page.clock.install();
  await open("/admin/import");
  const buffer = Buffer.from("Full name,Position\nIngo Slow,Professor\n");
  await page.getByLabel("File").setInputFiles({ name: "slow.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();
  const { pathname } = new URL(page.url());
  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  const setState = (phase: string, status: string) => {
    const id = pathname.split("/").at(-1);
    const job = "id = (SELECT jobId FROM imports WHERE id = ?)";
    const now = new Date().toISOString(); // a job without heartbeats counts as interrupted
    database.prepare(`UPDATE jobs SET status = ?, updatedAt = ? WHERE ${job}`).run(status, now, id);
    database.prepare("UPDATE imports SET phase = ? WHERE id = ?").run(phase, id);
  };
  setState("checking", "running");
  await open(pathname);
  await expect(page.getByRole("progressbar")).toBeVisible();
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes(`${pathname}.data`)) requests++;
  });
  const heldRequest = await hold(page, /\.data/);
  for (let second = 0; second < 10; second++) await page.clock.runFor(1_000);
  expect(requests).toBe(1);
  const visit = page.waitForRequest(/\/admin\.data/);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await visit;
  for (let second = 0; second < 10; second++) await page.clock.runFor(1_000);
  expect(requests).toBe(1);
  await heldRequest.release();
  await expect(page).toHaveURL(/\/admin$/);
  setState("checked", "completed");
  database.close();
});

test("D81 the import shows changes of existing people to choose from, and asks if only the name matches", async ({
  page,
  open,
  checkAccessibility,
  admin: _,
}) => {
  const name = `Imke Frage ${inLetters(Date.now())}`;
  const sendTable = async (title: string) => {
    await open("/admin/import");
    const buffer = Buffer.from(`Full name,Position\n${name},${title}\n`);
    await page.getByLabel("File").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.getByLabel("New people become").selectOption("public");
    await page.getByRole("button", { name: "Check the rows" }).click();
  };
  await sendTable("Professor");
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();

  await sendTable("Director");
  await expect(page.getByText("There is nothing to import")).toBeVisible();
  await page.getByRole("link", { name: "Questions (1)" }).click();
  await expect(page.getByRole("radio", { name: "Leave it out" })).toBeChecked();
  await expect(page.locator("del")).toHaveText("Professor");
  await checkAccessibility();
  await page.getByRole("radio", { name: `${name}, Professor` }).check();
  await page.getByRole("button", { name: "Save and go back" }).click();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 record was written.")).toBeVisible();
  await page.goto(`/directory?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("main")).toContainText("Director");
});

test("a webhook is added, its secret is shown once, it is tested and deleted", async ({
  page,
  open,
  checkAccessibility,
  admin: _,
}) => {
  const main = page.getByRole("main");
  const url = "https://hooks.example/";
  await open("/admin");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Pages of Settings" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
  await main.getByLabel("Address").fill(url);
  await main.getByRole("button", { name: "Add the webhook" }).click();
  await expect(main.getByText("Please choose at least one event.").first()).toBeVisible();
  await expect(main.getByLabel("Address")).toHaveValue(url);
  await main.getByLabel("A profile is published").check();
  await main.getByRole("button", { name: "Add the webhook" }).click();
  await expect(main.getByRole("status").locator("code")).toHaveText(/^whsec_/);
  await expect(main.getByLabel("Address")).toHaveValue("");
  await expect(main.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(main.getByRole("heading", { level: 2, name: url })).toBeVisible();
  await checkAccessibility();
  await main.getByRole("button", { name: `Test ${url}` }).click();
  await expect(main.getByRole("status")).toContainText("The test did not arrive: there is no such host.");
  await expect(main.getByText(/whsec_/)).toHaveCount(0);
  await main.getByRole("link", { name: `Delete ${url}` }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Delete this webhook?");
  await main.getByRole("link", { name: "Cancel" }).click();
  await main.getByRole("link", { name: `Delete ${url}` }).click();
  await main.getByRole("button", { name: "Delete the webhook" }).click();
  await expect(main.getByText("There are no webhooks yet.")).toBeVisible();
});
