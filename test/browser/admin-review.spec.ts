import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import SQLite from "better-sqlite3";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { fullSubmission } from "../support/people";
import { getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import { hold, openLive, watchStart } from "./reader";
import { cookieOf, expect, test } from "./site";

test.use({ kind: "changing" });
test.use({ allowedComplaints: [/status of 4(00|09)/] });

const QUEUE = "/admin/submissions";

const pageTitle = (page: Page) => page.getByRole("heading", { level: 1 });

/**
 * Empties the queue, has a reader suggest one person for each name, the oldest first, and signs an admin in. `changes` are other
 * values of the suggested fields. Returns the ids of the submissions, and the admin.
 */
async function prepareQueue(context: BrowserContext, site: Site, names: string[], changes: object = {}) {
  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  database.exec("DELETE FROM submissions");
  database.close();
  const reader = await signUp(site, { firstName: "Rosa", lastName: "Reader" });
  const ids: string[] = [];
  for (const name of names) {
    const referenceLinks = [`https://${name.toLowerCase().replaceAll(/\W/g, "-")}.example/`];
    const body = { ...fullSubmission, name, referenceLinks, ...changes };
    const answer = await json(site, "POST", "/api/submissions", body, { headers: reader.headers });
    expect(answer.status).toBe(201);
    ids.push(answer.body.id);
  }
  const admin = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
  await context.addCookies([cookieOf(admin, site)]);
  return { ids, admin };
}

/** Opens an admin page and touches nothing: its scripts start by themselves. */
async function openUntouched(page: Page, address: string) {
  await watchStart(page);
  await page.goto(address);
  await expect(page.locator("script[data-later]")).toHaveCount(0);
  await page.waitForFunction(() => window.isLive);
}

/** Returns a profile's name and biography, and the fields of a suggestion that changes its title and biography. */
async function suggestionFor(site: Site, slug: string) {
  const { body: profile } = await getJson(site, `/api/experts/${slug}`);
  const { name, title, biography, categories, longevityContribution, referenceLinks } = profile;
  const fields = { title, biography, categories, longevityContribution, referenceLinks };
  return {
    name,
    biography,
    changes: { ...fields, title: "Suggested title", biography: "Suggested text.", change: slug },
  };
}

test("MO01 D32 D35 the queue is searched while typing, and has tabs and ten rows a page", async ({ page, site }) => {
  // The names end in words, because the search would also find a number in the mail addresses of other readers.
  const trees = "Alder Birch Cedar Damson Elder Fir Gorse Hazel Ilex Juniper Kauri Larch".split(" ");
  const names = trees.map((tree) => `Queue ${tree}`);
  const { ids, admin } = await prepareQueue(page.context(), site, names);
  await json(site, "POST", `/api/admin/submissions/${ids[0]}/reject`, {}, { headers: admin.headers });
  await openLive(page, QUEUE);
  await expect(page).toHaveTitle(/^Review Submissions/);
  const rows = page.locator("main tbody tr");
  await expect(rows).toHaveCount(10);
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox").fill("queue gorse");
  await page.waitForURL(/search=queue/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Queue Gorse");
  await expect(rows).toContainText("Rosa Reader");
  await page.goto(QUEUE);
  await page.getByRole("link", { name: "Rejected (1)" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Queue Alder");
});

test("MO02 MO05 approving opens the next one, and Undo takes it back", { tag: "@both" }, async ({ page, site }) => {
  await prepareQueue(page.context(), site, ["First Person", "Second Person"]);
  await page.goto(QUEUE);
  await page.getByRole("link", { name: "First Person", exact: true }).click();
  await expect(pageTitle(page)).toHaveText("First Person");
  await page.getByLabel("Review notes").fill("Well known.");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(pageTitle(page)).toHaveText("Second Person");
  await expect(page.locator(".decision")).toContainText("The submission of First Person was approved.");
  expect((await getJson(site, "/api/experts/first-person")).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pageTitle(page)).toHaveText("First Person");
  await expect(page.getByText("The decision was undone")).toBeVisible();
  expect((await getJson(site, "/api/experts/first-person")).status).toBe(404);
  await page.getByLabel("Review notes").fill("No sources.");
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(pageTitle(page)).toHaveText("Second Person");
  await page.getByLabel("Review notes").fill("No sources either.");
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("No submissions are waiting for a decision.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("MO05 with scripts Undo is offered for a minute", async ({ page, site }) => {
  const { ids, admin } = await prepareQueue(page.context(), site, ["Late Person", "Next Person"]);
  await json(site, "POST", `/api/admin/submissions/${ids[0]}/approve`, {}, { headers: admin.headers });
  await page.clock.install();
  await openLive(page, `${QUEUE}/${ids[1]}?decided=${ids[0]}`);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.locator(".decision")).toContainText("Late Person was approved.");
});

test("MO05 a change is accepted field by field", async ({ page, checkAccessibility, site }) => {
  const { name, biography, changes } = await suggestionFor(site, "cynthia-kenyon");
  await prepareQueue(page.context(), site, [name], changes);
  await page.goto(QUEUE);
  await expect(page.locator("main tbody tr")).toContainText("Change");
  await page.getByRole("link", { name: `Review ${name}`, exact: true }).click();
  await expect(page.locator(".changes ins").first()).toBeVisible();
  await checkAccessibility();
  await page.getByRole("checkbox", { name: "Title" }).check();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.locator(".decision")).toContainText("was approved");
  const { body } = await getJson(site, "/api/experts/cynthia-kenyon");
  expect([body.title, body.biography]).toEqual(["Suggested title", biography]);
});

test("MO02 MO03 MO04 a submission is edited in place by Save, Save & Approve and Save & Reject", async ({
  page,
  site,
}) => {
  await prepareQueue(page.context(), site, ["Edited Person", "Declined Person"]);
  await page.goto(QUEUE);
  await page.getByRole("link", { name: "Edit & Enhance Edited Person" }).click();
  await page.locator("#title").fill("Edited title");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The submission was saved.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Edited title" });
  await expect(row).toContainText(fullSubmission.title);
  await page.getByRole("link", { name: "Edit & Enhance" }).click();
  await page.locator("#title").fill("Edited again");
  await page.getByRole("button", { name: "Save & Approve" }).click();
  await expect(page.locator(".decision")).toContainText("Edited Person was approved.");
  expect((await getJson(site, "/api/experts/edited-person")).body.title).toBe("Edited again");

  await expect(pageTitle(page)).toHaveText("Declined Person");
  await page.getByRole("link", { name: "Edit & Enhance" }).click();
  await page.locator("#title").fill("Edited before it was declined");
  await page.getByLabel("Review notes").fill("No sources.");
  await page.getByRole("button", { name: "Save & Reject" }).click();
  await expect(page.locator(".decision")).toContainText("Declined Person was rejected.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The decision was undone")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Edited before it was declined" })).toContainText("Edited");
});

test("MO12 D36 the page and a toast show a refusal", async ({ page, site }) => {
  const { ids, admin } = await prepareQueue(page.context(), site, ["Contested Person"]);
  await openLive(page, `${QUEUE}/${ids[0]}`);
  await page.getByLabel("Review notes").fill("Typed notes");
  const edit = { title: "Changed elsewhere" };
  await json(site, "PUT", `/api/admin/submissions/${ids[0]}`, edit, { headers: admin.headers });
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.locator("[data-tone=problem] strong")).toHaveText("Approval Failed");
  await expect(page.locator(".toast")).toContainText("Ada Admin changed this submission meanwhile");
  await expect(page.getByLabel("Review notes")).toHaveValue("Typed notes");
  await expect(page.locator("main table")).toContainText("Changed elsewhere");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.locator(".decision")).toContainText("was approved");
});

test("MO01 the queue is worked through by keyboard", async ({ page, site }) => {
  await prepareQueue(page.context(), site, ["Key One", "Key Two", "Key Three"]);
  await openUntouched(page, QUEUE);
  await expect(page.locator("main kbd").first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Key Two", exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  const title = pageTitle(page);
  await expect(title).toHaveText("Key One");
  await page.keyboard.press("j");
  await expect(title).toHaveText("Key Two");
  await page.keyboard.press("k");
  await expect(title).toHaveText("Key One");
  await page.getByLabel("Review notes").pressSequentially("are just letters");
  await expect(title).toHaveText("Key One");
  await title.click();
  await page.keyboard.press("a");
  await expect(title).toHaveText("Key Two");
  await expect(page.locator(".decision")).toContainText("Key One was approved.");
  await page.keyboard.press("w");
  await expect(page.getByLabel("Review notes")).toBeFocused();
  await page.getByLabel("Review notes").fill("No sources.");
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(title).toHaveText("Key Three");
  await expect(page.locator(".decision")).toContainText("Key Two was rejected.");
  await page.keyboard.press("e");
  await expect(title).toHaveText("Edit & Enhance: Key Three");
});

test("MO01 a key that is pressed while a submission is on its way does nothing", async ({ page, site }) => {
  await prepareQueue(page.context(), site, ["Early One", "Early Two", "Early Three"]);
  const title = pageTitle(page);
  await openUntouched(page, QUEUE);
  await page.getByRole("link", { name: "Early One", exact: true }).click();
  await expect(title).toHaveText("Early One");
  const nextLink = page.locator("main nav a[rel=next]");
  const nextPath = new URL((await nextLink.getAttribute("href")) ?? "", site.url).pathname;
  const heldRequest = await hold(page, new RegExp(`${nextPath}\\.data`));
  // The keys arrive before the page notices that the reader is leaving it, as on a busy machine.
  await page.evaluate(() => {
    for (const key of ["j", "a", "j"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await heldRequest.release();
  await expect(title).toHaveText("Early Two");
  // Nothing of the ignored keys is left: the next key only opens the next submission.
  await page.keyboard.press("j");
  await expect(title).toHaveText("Early Three");
  await expect(page.locator(".decision")).toHaveCount(0);
  expect((await getJson(site, "/api/experts/early-one")).status).toBe(404);
  expect((await getJson(site, "/api/experts/early-two")).status).toBe(404);
});

test("MO05 a rejection without a reason needs a second press, also by key", async ({ page, site }) => {
  await prepareQueue(page.context(), site, ["Silent One", "Silent Two"]);
  await page.goto(QUEUE);
  await page.getByRole("link", { name: "Silent One", exact: true }).click();
  const rejectButton = page.getByRole("button", { name: "Reject" });
  await rejectButton.click();
  await expect(page.getByText("or press Reject once more to send none").first()).toBeVisible();
  await expect(pageTitle(page)).toHaveText("Silent One");
  await rejectButton.click();
  await expect(pageTitle(page)).toHaveText("Silent Two");
  await expect(page.locator(".decision")).toContainText("Silent One was rejected.");
});

test("MO05 after merging into a profile, additions are ticked, and a sourced text is replaced only if it is ticked", async ({
  page,
  site,
}) => {
  const name = "Linda Partridge";
  const { ids } = await prepareQueue(page.context(), site, [name], {
    referenceLinks: ["https://new-link.example/"],
    biography: "A stranger says this.",
  });
  const profileBefore = (await getJson(site, "/api/experts/linda-partridge")).body;
  await page.goto(`${QUEUE}/${ids[0]}`);
  await page.getByRole("button", { name: `Merge into ${name}` }).click();
  const box = (field: string) => page.getByRole("checkbox", { name: field, exact: true });
  await expect(box("Reference links")).toBeChecked();
  await expect(box("Biography")).not.toBeChecked();
  await expect(box("Biography")).toHaveAccessibleDescription(/^Replaces [\d,]+ words .*by 4 words\./);
  await expect(page.locator("main table")).not.toContainText("Edited");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.locator(".decision")).toContainText("was approved");
  const profileAfter = (await getJson(site, "/api/experts/linda-partridge")).body;
  expect(profileAfter.biography).toBe(profileBefore.biography);
  expect(profileAfter.referenceLinks.join()).toContain("https://new-link.example/");
});

test("MO01 MO05 ten submissions fit on a screen, ticked ones are counted with their duplicates, and approving leaves duplicates out", async ({
  page,
  open,
  checkAccessibility,
  site,
}) => {
  const names = "Ash Beech Cherry Dogwood Elm Fig Ginkgo Holly Ivy".split(" ").map((tree) => `Screen ${tree}`);
  await prepareQueue(page.context(), site, [...names, "Cynthia Kenyon"]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(QUEUE);
  const rows = page.locator("main tbody tr");
  await expect(rows).toHaveCount(10);
  const lastBox = await rows.last().boundingBox();
  expect(Math.round((lastBox?.y ?? 0) + (lastBox?.height ?? 0))).toBeLessThanOrEqual(900);
  await page.getByLabel("Select all on this page").check();
  await expect(page.getByText("10 selected, 1 possible duplicate")).toBeVisible();
  await checkAccessibility();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("It may be Cynthia Kenyon, who is listed already. Open it to decide.");
  await expect(page.locator(".decision")).toContainText("9 submissions were approved.");
  await page.getByRole("button", { name: "Undo all" }).click();
  await expect(rows).toHaveCount(10);
});

test("MO01 MO05 the Tab key reaches all parts of a review, visibly, up to the decision", async ({ page, site }) => {
  const { name, changes } = await suggestionFor(site, "linda-partridge");
  await prepareQueue(page.context(), site, [name], changes);
  await openUntouched(page, QUEUE);
  const pressTab = async () => {
    await page.keyboard.press("Tab");
    return page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const bar = document.querySelector(".save-bar");
      const isSeen =
        getComputedStyle(element).outlineStyle !== "none" &&
        (!bar || bar.contains(element) || element.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top);
      return [
        element.ariaLabel || element.textContent?.trim() || element.closest("th")?.textContent?.trim() || element.id,
        isSeen,
      ];
    });
  };
  const tabUntil = async (lastLabel: string) => {
    const passedLabels: unknown[] = [];
    while (passedLabels.at(-1) !== lastLabel && passedLabels.length < 40) {
      const [label, isSeen] = await pressTab();
      expect(isSeen, String(label)).toBe(true);
      passedLabels.push(label);
    }
    return passedLabels;
  };
  expect((await tabUntil("Skip to content")).length).toBe(1);
  await page.keyboard.press("Enter");
  expect(await tabUntil(name)).toEqual([
    "Search names, titles and submitters",
    "Search",
    "Pending (1)",
    "Approved (0)",
    "Rejected (0)",
    "Select all on this page",
    `Select ${name}`,
    name,
  ]);
  await page.keyboard.press("Enter");
  await expect(pageTitle(page)).toBeFocused();
  const passedLabels = await tabUntil("Edit & Enhance");
  expect(passedLabels).toEqual([
    "Sources",
    "All submissions",
    name,
    "Title",
    "Biography",
    "reviewNotes",
    "None of theseNo sourcesOutside of our fieldListed already",
    "Approve",
    "Reject",
    "Edit & Enhance",
  ]);
  for (const field of ["Title", "Biography"])
    await expect(page.getByRole("checkbox", { name: field })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Title" }).focus();
  await page.keyboard.press("Space");
  await tabUntil("Approve");
  await page.keyboard.press("Enter");
  await expect(page.locator(".decision")).toContainText("was approved");
  await expect(pageTitle(page)).toBeFocused();
  expect((await getJson(site, "/api/experts/linda-partridge")).body.title).toBe("Suggested title");
});
