import type { Page } from "@playwright/test";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { startMailbox } from "../support/mailbox";
import { startOrcid } from "../support/orcid";
import { startPageServer } from "../support/pages";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { openLive } from "./reader";
import { cookieOf, expect, expectAccessible, testBeside } from "./site";

async function startNeighbours() {
  const [mailbox, orcid, pages] = await Promise.all([startMailbox(), startOrcid(), startPageServer()]);
  const env = { ...orcid.env, SMTP_URL: mailbox.url, FETCH_PRIVATE: `127.0.0.1:${pages.port}` };
  const site = await startSite({ env });
  const stop = () => Promise.all([site.stop(), mailbox.stop(), orcid.stop(), pages.stop()]);
  return { mailbox, orcid, pages, site, stop };
}

type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

/** Starts a site with its neighbours. `desk` is an admin with an own page, beside the page of the person. */
const test = testBeside(startNeighbours).extend<{ desk: { page: Page; admin: Admin } }>({
  desk: async ({ browser, javaScriptEnabled, site }, use) => {
    const admin = await signUpAdmin(site);
    const context = await browser.newContext({ javaScriptEnabled, baseURL: site.url });
    await context.addCookies([cookieOf(admin, site)]);
    await use({ page: await context.newPage(), admin });
    await context.close();
  },
});

// A text that is not on its page yet answers 400.
test.use({ allowedComplaints: [/status of 400/] });

test("CL01 CL02 CL05 CL06 a person proves a claim by mail, and changes the profile after an admin confirms it", {
  tag: "@both",
}, async ({
  page,
  open,
  checkAccessibility,
  site,
  desk: { page: desk, admin },
  neighbours: { mailbox },
  javaScriptEnabled,
}) => {
  const person = {
    name: "Clara Claimed",
    title: "Professor",
    referenceLinks: ["Website|https://clara.example/"],
    linkKinds: ["own|https://clara.example/"],
  };
  expect((await json(site, "POST", "/api/admin/experts", person, admin)).status).toBe(201);
  await page.context().addCookies([cookieOf(await signUp(site, { firstName: "Clara" }), site)]);
  const openAtDesk = (path: string) =>
    javaScriptEnabled === false ? desk.goto(path) : openLive(desk, site.url + path);

  await open("/clara-claimed");
  await page.getByRole("link", { name: "Claim this profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Claim this profile");
  await page.getByRole("button", { name: "Get the text" }).click();
  await expect(page.locator("code")).toContainText("longevity-claim-");
  await checkAccessibility();
  await page.getByLabel("Your address there").fill("clara@clara.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("We sent a link to that address")).toBeVisible();
  const mailedLink = () =>
    /http\S+claim\?\S+/.exec(mailbox.accepted.find(({ to }) => to === "clara@clara.example")?.text ?? "")?.[0];
  await expect.poll(mailedLink).toBeTruthy();
  const { pathname, search } = new URL(mailedLink() ?? "");
  await open(pathname + search);
  await checkAccessibility();
  await page.getByRole("button", { name: "Yes, It Is Me" }).click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();

  await openAtDesk("/admin/requests");
  await desk.getByRole("main").getByRole("link", { name: "Clara Claimed" }).click();
  await expect(desk.getByText("Strong proof.")).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(desk);
  await desk.getByRole("button", { name: "Confirm" }).click();
  await expect(desk.getByText("Decided: applied.")).toBeVisible();

  await open("/my-submissions");
  await page.getByRole("link", { name: "Clara Claimed" }).click();
  await expect(page.getByRole("button", { name: "Yes, everything is correct today" })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("link", { name: "Change something" }).click();
  await page.locator("summary", { hasText: "Work and life" }).click();
  await page.getByLabel("Disclosed interests").fill("Owns shares.");
  await page.getByRole("button", { name: "Propose the changes" }).click();
  await expect(page.getByRole("main")).toContainText("Owns shares.");
  await desk.goto("/admin/submissions");
  await expect(desk.getByText("From the person")).toBeVisible();
});

test("CL03 CL04 CL05 a sign-in at ORCID and a text on a page prove claims, which an admin confirms", async ({
  page,
  site,
  desk: { page: desk, admin },
  neighbours: { orcid, pages },
}) => {
  const ownPage = `${pages.url}/about-me`;
  const people = [
    { name: "Olga Orcid", orcid: "0000-0002-1825-0097", compared: true },
    { name: "Paula Page", referenceLinks: [`Her page|${ownPage}`], linkKinds: [`own|${ownPage}`] },
  ];
  for (const person of people) expect((await json(site, "POST", "/api/admin/experts", person, admin)).status).toBe(201);
  await page.context().addCookies([cookieOf(await signUp(site), site)]);
  const confirmClaim = async (name: string, slug: string) => {
    await desk.goto("/admin/requests");
    await desk.getByRole("main").getByRole("link", { name }).click();
    await expect(desk.getByText("Strong proof.")).toBeVisible();
    await desk.getByRole("button", { name: "Confirm" }).click();
    await expect(desk.getByText("Decided: applied.")).toBeVisible();
    await page.goto(`/${slug}`);
    await expect(page.getByText(/Confirmed by the person on/)).toBeVisible();
  };

  orcid.id = people[0]?.orcid ?? "";
  await page.goto("/olga-orcid/claim");
  await page.getByRole("link", { name: "Sign in with ORCID" }).click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();
  await confirmClaim("Olga Orcid", "olga-orcid");

  await page.goto("/paula-page/claim");
  await page.getByRole("button", { name: "Get the text" }).click();
  const text = await page.locator("code").textContent();
  pages.answers["/about-me"] = `<!-- ${text} --><h1>Paula Page</h1>`;
  await page.locator("button[value=check]").click();
  await expect(page.getByText("Not Proven Yet").first()).toBeVisible();
  pages.answers["/about-me"] = `<h1>Paula Page</h1><p>${text}</p>`;
  await page.locator("button[value=check]").click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();
  await confirmClaim("Paula Page", "paula-page");
});
