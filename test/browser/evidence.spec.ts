/** From identifiers to sentences with sources, and to a source that changes, against local servers in the others' place. */
import { signUpAdmin } from "../support/admin";
import { startOpenData } from "../support/open-data";
import { startPages } from "../support/pages";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { watchStart } from "./reader";
import { cookieOf, expect, test } from "./site";

const NAME = "Vera Sourced";
const EMPLOYER = { name: "Harvard University", ror: "03vek6s52" };
const FACT = `${NAME} showed that sleep repairs cells.`;
const KEPT = "She lives by the sea.";
const QUOTE = `${NAME} showed in 2019 that sleep repairs cells`;

test.use({ allowedComplaints: [/status of 400/] });

test("EV06 EV08 ID05 ID06 from a name to identifiers, works and sources; a source that changes is found and replaced", {
  tag: "@both",
}, async ({ page, look }) => {
  const [openData, pages] = await Promise.all([startOpenData(), startPages()]);
  const env = { ...openData.env, FETCH_PRIVATE: `127.0.0.1:${pages.port}`, RATE_LIMIT: "off" };
  const site = await startSite({ env });
  const works = [{ id: "W1", title: "Sleep repairs cells", year: 2019, citations: 40 }];
  const identifiers = { orcid: "0000-0002-1825-0097", wikidata: "Q1", openalex: "A1" };
  openData.people.push({ name: NAME, ...identifiers, employer: EMPLOYER, works });
  for (const path of ["/vera", "/press"]) pages.at[path] = `<h1>${NAME}</h1><p>${QUOTE}, and more besides.</p>`;
  const admin = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
  const record = {
    name: NAME,
    affiliation: EMPLOYER.name,
    biography: `${FACT} ${KEPT}`,
    referenceLinks: [`Press|${pages.url}/press`],
  };
  const { id, slug } = (await json(site, "POST", "/api/admin/experts", record, { headers: admin.headers })).body;
  await page.context().addCookies([cookieOf(admin, site)]);
  await watchStart(page);

  await page.goto(`${site.url}/admin/experts/${id}/identity`);
  await page.getByRole("button", { name: "Find identifiers" }).click();
  await expect(page.getByText("Employers: Harvard University")).toBeVisible();
  await look();
  await page.getByRole("button", { name: "This is the person" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("link", { name: "Works from OpenAlex" }).click();
  await page.getByRole("button", { name: "Ask OpenAlex now" }).click();
  await page.getByLabel("Select Sleep repairs cells").check();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("On the profile", { exact: true })).toBeVisible();

  const screen = `/admin/experts/${id}/sources`;
  await page.goto(site.url + screen);
  const sentence = (text: string) => page.getByRole("listitem").filter({ hasText: text }).last();
  await sentence(FACT).getByText("Add a source").click();
  await sentence(FACT).getByLabel("Address of the page").fill(`${pages.url}/vera`);
  await sentence(FACT).getByLabel("Quote, word for word").fill(`${NAME} showed that sleep repairs all cells`);
  await sentence(FACT).getByRole("button", { name: "Check and add" }).click();
  await expect(page.getByText("Update Failed").first()).toBeVisible();
  await sentence(FACT).getByLabel("Quote, word for word").fill(QUOTE);
  await sentence(FACT).getByRole("button", { name: "Check and add" }).click();
  await expect(page.locator(`a[href="${pages.url}/vera"]`)).toBeVisible();
  await sentence(KEPT).getByText("Keep it without a source").click();
  await sentence(KEPT).getByLabel("Reason, which readers see with your name").fill("She told us");
  await sentence(KEPT).getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText("Kept without a source by Ada Admin: She told us")).toBeVisible();
  await look();

  await page.goto(`${site.url}/${slug}`);
  await page.getByRole("link", { name: "Source 1", exact: true }).click();
  await expect(page.locator("#source-1")).toContainText(QUOTE);
  await expect(page.getByText("Sleep repairs cells").last()).toBeVisible();
  await look();

  pages.at["/vera"] = `<h1>${NAME}</h1><p>This page tells another story about her by now.</p>`;
  await page.goto(site.url + screen);
  await page.getByRole("button", { name: "Check the sources now" }).click();
  await expect(page.getByText("The quote is no longer in the page")).toBeVisible();
  await page.goto(`${site.url}/admin`);
  await page.locator(`main a[href="${screen}"]`).first().click();
  await page.getByRole("button", { name: "Look for another source" }).click();
  await expect(page.locator(`a[href="${pages.url}/press"]`)).toBeVisible();
  await expect(page.getByText("The quote is no longer in the page")).toHaveCount(0);
  await Promise.all([site.stop(), openData.stop(), pages.stop()]);
});
