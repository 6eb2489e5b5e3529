/** Tests portraits of everybody, found by one search and reviewed by single keys. test/http/portraits.test.ts tests the buttons without scripts. */
import { startOpenData } from "../support/open-data";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { testImage } from "../support/test-images";
import { test as base, expect } from "./site";

const PEOPLE = ["Ada Angle", "Bea Bright", "Cy Camera"] as const;

/** Starts a site whose open data has a free picture of each person. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  site: async ({}, use) => {
    const openData = await startOpenData();
    const licence = { licence: "CC BY-SA 4.0", licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0" };
    const bytes = await testImage("jpeg", 450, 600);
    for (const [index, name] of PEOPLE.entries()) {
      openData.people.push({ name, wikidata: `Q${801 + index}`, pictures: [`${name}.jpg`] });
      openData.pictures.push({ name: `${name}.jpg`, artist: "Fay Photo", ...licence, bytes });
    }
    const env = { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host, RATE_LIMIT: "off" };
    const site = await startSite({ env, starter: false });
    await use(site);
    await Promise.all([site.stop(), openData.stop()]);
  },
});

test("ID08 portraits are searched for and reviewed by single keys: accepted, refused, undone, skipped", async ({
  page,
  checkAccessibility,
  site,
  admin,
}) => {
  for (const [index, name] of PEOPLE.entries())
    await json(site, "POST", "/api/admin/experts", { name, wikidata: `Q${801 + index}`, compared: true }, admin);

  await page.goto("/admin/portraits");
  await page.getByRole("button", { name: "Look for portraits of all 3 people" }).click();
  await page.getByRole("link", { name: "Review 3 people" }).click();
  const heading = page.getByRole("heading", { level: 2 });
  await expect(heading).toHaveText(PEOPLE[0]);
  await checkAccessibility();

  // The page shows the decision before the next key is pressed, so that nobody decides about a person who is not shown yet.
  const press = async (key: string, message: string, next: string) => {
    await page.keyboard.press(key);
    await expect(page.locator("main")).toContainText(message);
    await expect(page.locator("main")).toContainText(next);
  };
  await press("r", "Ada Angle is not the person in that picture.", "2 people wait.");
  await press("u", "3 people wait.", "Ada Angle");
  await press("a", "Ada Angle now has a portrait.", "2 people wait.");
  await press("s", "Bea Bright was skipped.", "1 person waits.");
  await press("a", "Cy Camera now has a portrait.", "No pictures are waiting.");

  await page.goto("/ada-angle");
  await expect(page.locator(".identity img.face")).toBeVisible();
  await expect(page.locator("main")).toContainText("Photo: Fay Photo, CC BY-SA 4.0");
});
