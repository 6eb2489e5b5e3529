import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { startMailbox } from "../support/mailbox";
import { startOrcid } from "../support/orcid";
import { startPageServer } from "../support/pages";
import { json } from "../support/requests";
import { startSite } from "../support/site";
import { openLive } from "./reader";
import { cookieOf, expect, expectAccessible, test } from "./site";

const PERSON = {
  name: "Clara Claimed",
  title: "Professor",
  referenceLinks: ["Website|https://clara.example/"],
  linkKinds: ["own|https://clara.example/"],
};

// A text that is not on its page yet answers 400.
test.use({ allowedComplaints: [/status of 400/] });

test("CL01 CL02 CL05 CL06 a mail, a confirmed claim, a change of one's own", { tag: "@both" }, async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const mailbox = await startMailbox();
  const site = await startSite({ env: { SMTP_URL: mailbox.url } });
  const admin = await signUpAdmin(site);
  expect((await json(site, "POST", "/api/admin/experts", PERSON, { headers: admin.headers })).status).toBe(201);
  const adminContext = await browser.newContext({ javaScriptEnabled });
  await adminContext.addCookies([cookieOf(admin, site)]);
  const adminPage = await adminContext.newPage();
  await page.context().addCookies([cookieOf(await signUp(site, { firstName: "Clara" }), site)]);
  const goTo = (at: typeof page, path: string) =>
    javaScriptEnabled === false ? at.goto(site.url + path) : openLive(at, site.url + path);
  const checkAccessibility = async (at = page) => {
    if (javaScriptEnabled !== false) await expectAccessible(at);
  };

  await goTo(page, "/clara-claimed");
  await page.getByRole("link", { name: "Claim this profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Claim this profile");
  await checkAccessibility();
  await page.getByRole("button", { name: "Get the text" }).click();
  await expect(page.locator("code")).toContainText("longevity-claim-");
  await checkAccessibility();
  await page.getByLabel("Your address there").fill("clara@clara.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("We sent a link to that address")).toBeVisible();
  const link = () =>
    /http\S+claim\?\S+/.exec(mailbox.accepted.find(({ to }) => to === "clara@clara.example")?.text ?? "")?.[0];
  await expect.poll(link).toBeTruthy();
  const { pathname, search } = new URL(link() ?? "");
  await goTo(page, pathname + search);
  await checkAccessibility();
  await page.getByRole("button", { name: "Yes, It Is Me" }).click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();

  await goTo(adminPage, "/admin/requests");
  await adminPage.getByRole("main").getByRole("link", { name: "Clara Claimed" }).click();
  await expect(adminPage.getByText("Strong proof.")).toBeVisible();
  await checkAccessibility(adminPage);
  await adminPage.getByRole("button", { name: "Confirm" }).click();
  await expect(adminPage.getByText("Decided: applied.")).toBeVisible();

  await goTo(page, "/my-submissions");
  await page.getByRole("link", { name: "Clara Claimed" }).click();
  await expect(page.getByRole("button", { name: "Yes, everything is correct today" })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("link", { name: "Change something" }).click();
  await page.locator("summary", { hasText: "Work and life" }).click();
  await page.getByLabel("Disclosed interests").fill("Owns shares.");
  await checkAccessibility();
  await page.getByRole("button", { name: "Propose the changes" }).click();
  await expect(page.getByRole("main")).toContainText("Owns shares.");
  await goTo(adminPage, "/admin/submissions");
  await expect(adminPage.getByText("From the person")).toBeVisible();
  await adminContext.close();
  await site.stop();
  await mailbox.stop();
});

test("CL03 CL04 CL05 a sign-in at ORCID and a text on a page, each confirmed by an admin", { tag: "@both" }, async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const [orcid, pages] = await Promise.all([startOrcid(), startPageServer()]);
  const site = await startSite({ env: { ...orcid.env, FETCH_PRIVATE: `127.0.0.1:${pages.port}` } });
  const admin = await signUpAdmin(site);
  const ownPage = `${pages.url}/about-me`;
  const people = [
    { name: "Olga Orcid", orcid: "0000-0002-1825-0097", compared: true },
    { name: "Paula Page", referenceLinks: [`Her page|${ownPage}`], linkKinds: [`own|${ownPage}`] },
  ];
  for (const person of people)
    expect((await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers })).status).toBe(201);
  await page.context().addCookies([cookieOf(await signUp(site), site)]);
  const adminContext = await browser.newContext({ javaScriptEnabled });
  await adminContext.addCookies([cookieOf(admin, site)]);
  const adminPage = await adminContext.newPage();
  const confirmed = async (name: string, slug: string) => {
    await adminPage.goto(`${site.url}/admin/requests`);
    await adminPage.getByRole("main").getByRole("link", { name }).click();
    await expect(adminPage.getByText("Strong proof.")).toBeVisible();
    await adminPage.getByRole("button", { name: "Confirm" }).click();
    await expect(adminPage.getByText("Decided: applied.")).toBeVisible();
    await page.goto(`${site.url}/${slug}`);
    await expect(page.getByText(/Confirmed by the person on/)).toBeVisible();
  };

  orcid.id = people[0]?.orcid ?? "";
  await page.goto(`${site.url}/olga-orcid/claim`);
  await page.getByRole("link", { name: "Sign in with ORCID" }).click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();
  await confirmed("Olga Orcid", "olga-orcid");

  await page.goto(`${site.url}/paula-page/claim`);
  await page.getByRole("button", { name: "Get the text" }).click();
  const text = await page.locator("code").textContent();
  pages.answers["/about-me"] = `<!-- ${text} --><h1>Paula Page</h1>`;
  await page.locator("button[value=check]").click();
  await expect(page.getByText("Not Proven Yet").first()).toBeVisible();
  pages.answers["/about-me"] = `<h1>Paula Page</h1><p>${text}</p>`;
  await page.locator("button[value=check]").click();
  await expect(page.getByText("Thank you. An admin will check your proof")).toBeVisible();
  await confirmed("Paula Page", "paula-page");
  await adminContext.close();
  await Promise.all([site.stop(), orcid.stop(), pages.stop()]);
});
