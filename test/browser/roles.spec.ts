/** Tests which pages each role opens, and how people get a role. */
import { signIn, signUp } from "../support/accounts";
import { cookieOf, expect, test } from "./site";

test.use({ kind: "changing", allowedComplaints: [/^Failed to load resource: .*(401|403)/] });

test("RO01 RO05 an admin makes somebody an editor, who finds what editors may do and nothing else", async ({
  admin: _,
  browser,
  checkAccessibility,
  open,
  page,
  site,
}) => {
  const person = await signUp(site, { firstName: "Edda", lastName: "Editor" });
  await open(`/admin/users/${person.id}/role?to=editor`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Make Edda Editor an editor?");
  await checkAccessibility();
  await page.getByRole("button", { name: "Make editor" }).click();
  await expect(page).toHaveURL(/\/admin\/users/);

  const context = await browser.newContext({ baseURL: site.url });
  try {
    const headers = { Cookie: (await signIn(site, person)).cookie };
    await context.addCookies([cookieOf({ headers }, site)]);
    const edda = await context.newPage();
    await edda.goto("/admin");
    const places = edda.getByRole("navigation", { name: "Admin" }).getByRole("link");
    await expect(places.filter({ hasText: "Submissions" }).first()).toBeVisible();
    for (const place of ["Users", "Settings", "Mails", "Import"])
      await expect(places.filter({ hasText: place }), place).toHaveCount(0);
    await edda.goto("/admin/users");
    await expect(edda.getByRole("alert")).toHaveText("You are an editor. This page is for admins.");
    await edda.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Experts" }).first().click();
    await expect(edda.getByRole("heading", { level: 1 })).toHaveText("Manage Experts");
  } finally {
    await context.close();
  }
});
