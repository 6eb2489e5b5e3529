import type { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { impostors, photograph, testImage } from "../support/test-images";
import { hold, openLive, watchLayout } from "./reader";
import { expect, test } from "./site";

test.use({ kind: "changing", allowedComplaints: [/status of (4(00|09|13|15)|502)|ERR_FAILED/] });

type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

const MB5 = 5 * 1024 * 1024;

const file = async (name: string, bytes?: Buffer) => ({
  name,
  mimeType: "image/png",
  buffer: bytes ?? (await testImage()),
});

/** Stores an image as the uploader does, and returns its address. */
async function storeImage({ url }: Site, { headers }: Admin, name: string, bytes?: Buffer): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes ?? (await testImage("png", 400, 300)))]), name);
  const answer = await fetch(`${url}/api/admin/images`, { method: "POST", body, headers });
  return (await answer.json()).url;
}

async function addPerson(site: Site, admin: Admin, record: { name: string; [field: string]: unknown }) {
  const { body, status } = await json(site, "POST", "/api/admin/experts", record, admin);
  expect(status).toBe(201);
  return body as { id: string; slug: string };
}

test("EM20 D69 the uploader sends many files at once, also dropped ones, each with its progress and its result or message", async ({
  page,
  checkAccessibility,
  site,
  admin: _,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openLive(page, "/admin/uploader");
  await expect(page).toHaveTitle(/^Image Uploader/);
  const heldRequest = await hold(page, /\/api\/admin\/images$/);
  await page
    .getByLabel("PNG, JPG or WebP images")
    .setInputFiles([
      await file("one.png"),
      await file("two.png"),
      await file(`${"three ".repeat(30)}.png`),
      await file("script.png", impostors()["svg.png"]),
      await file("large.png", Buffer.alloc(MB5 + 1)),
    ]);
  // The page refuses this file at once, and does not send it.
  await expect(page.getByText("large.png: File size must be less than 5MB")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(4);
  await expect(page.getByText("Waiting")).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "0 of 5 stored" })).toBeVisible();
  await heldRequest.release();
  await expect(page.getByRole("status").filter({ hasText: "3 of 5 stored" })).toBeVisible();
  await expect(page.getByText("script.png: This is not a PNG, JPG or WebP image.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await checkAccessibility();

  await page.getByRole("button", { name: "Copy URL: two.png" }).click();
  const copiedAddress = await page.evaluate(() => navigator.clipboard.readText());
  expect(copiedAddress).toMatch(new RegExp(`^${site.url}/uploads/.*-800x600\\.webp$`));
  expect((await fetch(copiedAddress)).headers.get("content-type")).toBe("image/webp");

  await page.getByRole("textbox", { name: "Alternative text of two.png" }).fill("Two halves");
  await page.getByRole("button", { name: "Save the alternative text of two.png" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.route(/\/api\/admin\/images$/, (route) =>
    route.fulfill({ status: 502, json: { message: "The line is down." } }),
  );
  const droppedFiles = await page.evaluateHandle(
    (content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], "dropped.png", { type: "image/png" }));
      return transfer;
    },
    [...(await testImage("png", 300, 300))],
  );
  await page.locator("form.drop").dispatchEvent("drop", { dataTransfer: droppedFiles });
  await expect(page.getByText("dropped.png: The line is down.")).toBeVisible();
  await page.unroute(/\/api\/admin\/images$/);
  // A lost connection.
  await page.route(/\/api\/admin\/images$/, (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("dropped.png: The connection was lost. Please try again.")).toBeVisible();
  await page.unroute(/\/api\/admin\/images$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "dropped.png" })).toBeVisible();
  await page.getByRole("link", { name: "two.png" }).click();
  await expect(page).toHaveTitle(/^two.png/);
  await expect(page.locator("input[name=alt]")).toHaveValue("Two halves");
});

test("EM20 without scripts one form sends many and answers with the same list", { tag: "@no-scripts" }, async ({
  page,
  admin: _,
}) => {
  await page.goto("/admin/uploader");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("alert")).toContainText("Please choose at least one image.");
  await page
    .getByLabel("PNG, JPG or WebP images")
    .setInputFiles([await file("one.png"), await file("script.png", impostors()["svg.png"]), await file("two.png")]);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("2 of 3 stored")).toBeVisible();
  await expect(page.getByText("script.png: This is not a PNG, JPG or WebP image.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy URL" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Alternative text of two.png" }).fill("Two halves");
  await page.getByRole("button", { name: "Save the alternative text of two.png" }).click();
  await expect(page.getByText("The alternative text was saved.")).toBeVisible();
  await expect(page.locator("input[name=alt]")).toHaveValue("Two halves");
});

test("EM19 D58 D69 stored images are found, described and deleted; used ones after a second question, unused ones together", async ({
  page,
  checkAccessibility,
  site,
  admin,
}) => {
  await query(site.dataDir, "DELETE FROM images");
  const names = ["spare one.png", "portrait of vera.png", "quokka.png", "late.png", "spare two.png"];
  const addresses: Record<string, string> = {};
  for (const name of names) addresses[name] = await storeImage(site, admin, name);
  const usedAddress = addresses["portrait of vera.png"];
  const lateAddress = addresses["late.png"];
  const vera = await addPerson(site, admin, { name: "Vera Vivid", imageUrl: usedAddress });
  await page.goto("/admin/images");
  await expect(page).toHaveTitle(/^All images/);
  await expect(page.getByText("5 images", { exact: true })).toBeVisible();
  const row = (name: string) => page.locator("tbody tr").filter({ hasText: name });
  await expect(row("portrait of vera").getByRole("link", { name: "Vera Vivid" })).toBeVisible();
  await expect(row("quokka")).toContainText("Nowhere");
  await expect(row("quokka")).toContainText("400 × 300");

  const alt = page.getByRole("textbox", { name: "Alternative text of quokka.png" });
  await alt.fill("A smiling marsupial on an island in the west of Australia, with a leaf between its front paws");
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const isWhole = await alt.evaluate((field) => field.scrollHeight <= field.clientHeight);
    const copy = await page.getByRole("button", { name: "Copy URL: quokka.png" }).boundingBox();
    const remove = await page.getByRole("link", { name: "Delete quokka.png" }).boundingBox();
    expect([width, isWhole, copy?.height]).toEqual([width, true, remove?.height]);
  }
  await alt.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("marsup");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.getByText("1 image", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Delete quokka.png" }).click();
  await expect(page.getByText("Nothing uses this image.")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The image was deleted.")).toBeVisible();
  await expect(page.getByText("4 images", { exact: true })).toBeVisible();

  // An image that came into use while the question stood is not deleted.
  await page.goto("/admin/images?search=late");
  await page.getByRole("link", { name: "Delete late.png" }).click();
  await expect(page.getByText("Nothing uses this image.")).toBeVisible();
  await addPerson(site, admin, { name: "Otto Other", imageUrl: lateAddress });
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toContainText("This image is in use: Otto Other (photo).");
  await expect(page.getByRole("button", { name: "Delete anyway" })).toBeVisible();
  await checkAccessibility();
  expect((await fetch(site.url + lateAddress)).status).toBe(200);

  await page.goto("/admin/images/unused");
  await expect(page).toHaveTitle(/^Unused Images/);
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  await page.getByRole("button", { name: "Delete the selected images" }).click();
  await expect(page.getByRole("alert")).toContainText("Please select at least one image.");
  await page.getByRole("link", { name: "Select all" }).click();
  await expect(page.getByRole("checkbox", { name: "spare one.png" })).toBeChecked();
  await page.getByRole("button", { name: "Delete the selected images" }).click();
  await expect(page.getByText("2 images were deleted.")).toBeVisible();
  await expect(page.getByText("Every image is in use.")).toBeVisible();
  for (const image of [usedAddress, lateAddress]) expect((await fetch(site.url + image)).status).toBe(200);

  await page.goto("/admin/images");
  await page.getByRole("link", { name: "Delete portrait of vera.png" }).click();
  await expect(page.getByRole("link", { name: "Vera Vivid" })).toBeVisible();
  await page.getByRole("button", { name: "Delete anyway" }).click();
  await expect(page.getByText("The image was deleted.")).toBeVisible();
  await page.goto(`/${vera.slug}`);
  await expect(page.locator(".identity img")).toHaveCount(0);
  await expect(page.locator(".identity .face")).toHaveText("VV");
});

test("EM19 Enter while a text is being saved saves the later text after it", async ({ page, open, site, admin }) => {
  await query(site.dataDir, "DELETE FROM images");
  await storeImage(site, admin, "quokka.png");
  await open("/admin/images");
  const alt = page.getByRole("textbox", { name: "Alternative text of quokka.png" });
  const heldRequest = await hold(page, /\/api\/admin\/images\//);
  for (const text of ["A smiling", "A smiling quokka"]) {
    await alt.fill(text);
    await alt.press("Enter");
  }
  await heldRequest.release();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(alt).toHaveValue("A smiling quokka");
});

test("EM19 Enter while another person's text is being fetched after a conflict does not wait for ever", async ({
  page,
  open,
  site,
  admin,
}) => {
  await query(site.dataDir, "DELETE FROM images");
  await storeImage(site, admin, "quokka.png");
  await open("/admin/images");
  const alt = page.getByRole("textbox", { name: "Alternative text of quokka.png" });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  await page.route(/\/api\/admin\/images\//, async (route) => {
    if (route.request().method() === "PATCH")
      return route.fulfill({ status: 409, json: { message: "Somebody changed this text meanwhile." } });
    isAsked = true;
    await released;
    return route.fulfill({ json: { alt: "Theirs" } });
  });
  await alt.fill("Mine");
  await alt.press("Enter");
  await expect.poll(() => isAsked).toBe(true);
  await alt.press("Enter");
  release();
  await expect(page.getByRole("alert")).toContainText("Theirs");
  await expect(page.getByText("Saving…")).toHaveCount(0);
});

test("EM09 an image of an expert is refused beside its field, stored, shown and removed again", async ({
  page,
  checkAccessibility,
  site,
  admin,
}) => {
  const { id, slug } = await addPerson(site, admin, { name: "Ivy Imaged", title: "Professor", categories: ["author"] });
  const readExpert = async () => (await getJson(site, `/api/experts/${slug}`)).body as Record<string, string>;
  const path = `/admin/experts/${id}`;
  const field = (name: string) => page.locator(`input[name=${name}]`);
  const save = page.getByRole("button", { name: /^Save/ }).first();
  await openLive(page, path);
  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  await field("imageUrlFile").setInputFiles(await file("large.png", Buffer.alloc(MB5 + 1)));
  await expect(page.getByRole("alert").filter({ hasText: "File size must be less than 5MB" })).toBeVisible();
  expect(await field("imageUrlFile").inputValue()).toBe("");
  expect(requests).toEqual([]);
  await field("imageUrlFile").setInputFiles(await file("ivy.png"));
  await expect(page.getByRole("alert").filter({ hasText: "5MB" })).toHaveCount(0);
  const group = page.locator("fieldset.image-field", { has: field("imageUrlFile") });
  await expect(group.locator("img.preview")).toHaveAttribute("src", /^data:image\/png/);
  await checkAccessibility();
  await save.click();
  await expect.poll(async () => (await readExpert()).imageUrl).toMatch(/^\/uploads\/.*-800x600\.webp$/);
  await page.goto(`/${slug}`);
  await expect(page.locator(".identity img")).toHaveAttribute("src", /-face288\.webp$/);
  await page.goto(path);
  await field("imageUrlRemove").check();
  await save.click();
  await expect.poll(async () => (await readExpert()).imageUrl).toBe("");
});

/** A site of its own, whose lists show no other photographs. */
const onNewSite = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  site: async ({}, use) => {
    const site = await startSite({ env: { RATE_LIMIT: "off" } });
    await use(site);
    await site.stop();
  },
});

onNewSite("EM19 nothing moves while photographs arrive", async ({ page, site, admin }) => {
  const feature = (id: string, featured: boolean) =>
    json(site, "PATCH", `/api/experts/${id}/featured`, { featured }, admin);
  for (const { id } of (await getJson(site, "/api/experts/homepage")).body.featured) await feature(id, false);
  for (let index = 0; index < 4; index++) {
    const imageUrl = await storeImage(site, admin, `${index}.jpg`, await photograph(500, 700));
    const { id } = await addPerson(site, admin, { name: `Aaa Photo ${index}`, imageUrl });
    await feature(id, true);
  }
  await page.context().clearCookies();
  await watchLayout(page);
  // The home page has them among its leaders and among its newest people.
  for (const [path, photographs] of [
    ["/", 8],
    ["/directory", 4],
    ["/aaa-photo-1", 1],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    const faces = page.locator("img.face");
    await expect(faces).toHaveCount(photographs);
    // The browser loads images far below only when the reader scrolls near them.
    const loadedCount = faces.evaluateAll(
      (images) => images.filter((face) => (face as HTMLImageElement).complete).length,
    );
    expect([path, (await loadedCount) >= Math.min(photographs, 4)]).toEqual([path, true]);
    expect([path, await page.evaluate(() => window.layoutShift)]).toEqual([path, 0]);
  }
});
