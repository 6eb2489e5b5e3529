/** Portraits of everybody, found by one search and reviewed by single keys, or by buttons without scripts. */
import { signUpAdmin } from "../support/admin";
import { startOpenData } from "../support/open-data";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { photograph } from "../support/test-images";
import { cookieOf, expect, test } from "./site";

const PEOPLE = ["Ada Angle", "Bea Bright", "Cy Camera"] as const;

test("ID08 portraits are looked for and reviewed by single keys, or by buttons without scripts: taken, undone, skipped", {
  tag: "@both",
}, async ({ page, checkAccessibility, javaScriptEnabled }) => {
  const openData = await startOpenData();
  const env = { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host, RATE_LIMIT: "off" };
  const site = await startSite({ env, starter: false });
  const admin = await signUpAdmin(site, { firstName: "Carla", lastName: "Admin" });
  await page.context().addCookies([cookieOf(admin, site)]);
  const bytes = await photograph(450, 600);
  const licence = { licence: "CC BY-SA 4.0", licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0" };
  for (const [at, name] of PEOPLE.entries()) {
    const wikidata = `Q${801 + at}`;
    await json(site, "POST", "/api/admin/experts", { name, wikidata, compared: true }, { headers: admin.headers });
    openData.people.push({ name, wikidata, pictures: [`${name}.jpg`] });
    openData.pictures.push({ name: `${name}.jpg`, artist: "Fay Photo", ...licence, bytes });
  }

  await page.goto(`${site.url}/admin/portraits`);
  await page.getByRole("button", { name: "Look for portraits of all 3 people" }).click();
  await page.getByRole("link", { name: "Review 3 people" }).click();
  const heading = page.getByRole("heading", { level: 2 });
  await expect(heading).toHaveText(PEOPLE[0]);
  await checkAccessibility();

  // What was decided is told before the next key is pressed: no decision is taken about somebody who is not seen yet.
  const press = async (key: string, button: string, message: string, next: string) => {
    if (javaScriptEnabled === false) await page.getByRole("button", { name: button, exact: true }).click();
    else await page.keyboard.press(key);
    await expect(page.locator("main")).toContainText(message);
    await expect(page.locator("main")).toContainText(next);
  };
  await press("r", "Not this person", "Ada Angle is not the person in that picture.", "2 people wait.");
  await press("u", "Undo", "3 people wait.", "Ada Angle");
  await press("a", "Take", "Ada Angle now has a portrait.", "2 people wait.");
  await press("s", "Skip", "Bea Bright was skipped.", "1 person waits.");
  await press("a", "Take", "Cy Camera now has a portrait.", "No pictures are waiting.");

  await page.goto(`${site.url}/ada-angle`);
  await expect(page.locator(".identity img.face")).toBeVisible();
  await expect(page.locator("main")).toContainText("Photo: Fay Photo, CC BY-SA 4.0");
  await Promise.all([site.stop(), openData.stop()]);
});
