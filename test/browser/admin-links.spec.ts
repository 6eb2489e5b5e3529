/** Tests dead links and images from elsewhere, with a web server of somebody else as the site's neighbour. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { signUpAdmin } from "../support/admin";
import { startPageServer } from "../support/pages";
import { json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";
import { requestsOf } from "./reader";
import { expect, testBeside } from "./site";

type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

/** A site without anyone, and its neighbour. */
const test = testBeside(async () => {
  const pages = await startPageServer();
  const env = { RATE_LIMIT: "off", FETCH_PRIVATE: new URL(pages.url).host };
  const site = await startSite({ env, starter: false });
  return { pages, site, stop: () => Promise.all([site.stop(), pages.stop()]) };
});

async function createExpert(site: Site, { headers }: Admin, record: { name: string; [field: string]: unknown }) {
  const { body, status } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect(status).toBe(201);
  return body as { id: string; slug: string; imageUrl: string };
}

/** Stores a link as dead, as the weekly check does. */
function markDead({ dataDir }: Site, id: string, links: [url: string, reason: string][]): void {
  const database = new SQLite(join(dataDir, "longevity.db"), { timeout: 10_000 });
  const insert = database.prepare(
    "INSERT INTO linkChecks SELECT rowId, ?, 'dead', ?, 2, '2026-05-04T10:00:00.000Z' FROM experts WHERE id = ?",
  );
  for (const [url, reason] of links) insert.run(url, reason, id);
  database.close();
}

test("D54 dead links lead from the dashboard to a list, are checked again, and are mended in the editor", {
  tag: "@both",
}, async ({ page, site, admin, neighbours: { pages }, open }) => {
  const [backAddress, goneAddress] = [`${pages.url}/back`, `${pages.url}/gone-for-good`];
  const links = [`Her site|${backAddress}`, goneAddress];
  const { id, slug } = await createExpert(site, admin, { name: "Ada Dead Links", referenceLinks: links });
  markDead(site, id, [
    [backAddress, "it answers 500"],
    [goneAddress, "it answers 404"],
  ]);
  pages.answers["/back"] = "<h1>Back</h1>";

  await open("/admin");
  await page.getByRole("link", { name: "2 dead links" }).click();
  await expect(page).toHaveTitle("Dead Links | Admin");
  const row = page.getByRole("row").filter({ hasText: "Ada Dead Links" });
  await expect(row).toContainText("Checked on 4 May 2026: it answers 500.");

  await page.getByRole("button", { name: "Check again now: Ada Dead Links" }).click();
  await expect(page.getByRole("status").filter({ hasText: "were checked" })).toHaveText(
    "The links of Ada Dead Links were checked, and 1 is still dead.",
  );
  await expect(row.getByRole("listitem")).toHaveCount(1);
  await expect(row).toContainText("it answers 404.");
  // Readers see it until somebody decides.
  expect(await (await page.request.get(`/${slug}`)).text()).toContain(goneAddress);

  await row.getByRole("link", { name: "Edit Ada Dead Links" }).click();
  await expect(page).toHaveURL(`/admin/experts/${id}#referenceLinks`);
  await json(site, "PUT", `/api/experts/${id}`, { referenceLinks: links.slice(0, 1) }, { headers: admin.headers });
  await page.goto("/admin/links");
  await expect(page.getByText("The links have not been checked yet.")).toBeVisible();
});

test("reliability 17 images from elsewhere are copied, and readers' browsers ask no other host", async ({
  page,
  site,
  admin,
  neighbours: { pages },
}) => {
  const bytes = await testImage();
  pages.answers["/face.png"] = (_request, response) =>
    response.writeHead(200, { "Content-Type": "image/png" }).end(bytes);
  const title = { productTitle: "Thing", longevityInterviewTitle: "Talk" };
  const { id, slug } = await createExpert(site, admin, {
    name: "Ben Picture Elsewhere",
    ...title,
    longevityInterviewImageUrl: `${pages.url}/no.png`,
    productImageUrl: "https://photos.example/a.png",
  });
  await page.goto(`/admin/experts/${id}`);
  const notes = page.locator("main [data-tone]").filter({ hasText: "could not be copied here" });
  await expect(notes).toHaveText([
    "Interview image: This image could not be copied here: it answers 404. Readers do not see it; saving tries again.",
    "Product image: This image could not be copied here: there is no such host. Readers do not see it; saving tries again.",
  ]);
  await page.getByLabel("or enter its address: Portrait").fill(`${pages.url}/face.png`);
  await page.getByLabel("or enter its address: Product image").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(notes).toHaveCount(1);
  await expect(page.getByLabel("or enter its address: Portrait")).toHaveValue(/^\/uploads\//);

  const requests = requestsOf(page);
  await page.goto(`/${slug}`);
  await expect(page.locator(".identity img.face")).toHaveAttribute("src", /^\/uploads\//);
  await expect(page.getByText("Talk")).toBeVisible();
  expect(requests.map((request) => new URL(request.url()).origin)).toEqual(requests.map(() => site.url));
});
