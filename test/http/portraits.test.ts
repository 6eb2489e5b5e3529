/** Portraits with their licence, against a server that speaks as Wikidata and Wikimedia Commons do. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { type OpenData, type Picture, startOpenData } from "../support/open-data";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { bomb, photograph, testImageOf, wrecks } from "../support/test-images";

let openData: OpenData;
let site: Site;
let headers: Record<string, string>;
let photo: Buffer;
beforeAll(async () => {
  openData = await startOpenData();
  site = await startSite({
    env: { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host, SITE_NAME: "Long Lives" },
    starter: false,
  });
  headers = (await signUpAdmin(site)).headers;
  photo = await photograph(450, 600);
});
afterAll(async () => {
  await site?.stop();
  await openData?.stop();
});
beforeEach(() => {
  openData.fail = {};
  openData.people = [];
  openData.pictures = [];
});

let people = 0;
async function somebody(pictures: string[] = []) {
  const name = `Pia Portrait ${"abcdefghijklmnopqrst"[people++]}`;
  const wikidata = `Q${700 + people}`;
  const given = { name, wikidata, compared: true };
  const { body } = await json(site, "POST", "/api/admin/experts", given, { headers });
  openData.people.push({ name, wikidata, pictures });
  return { id: body.id as string, slug: body.slug as string, name, path: `/api/admin/experts/${body.id}/portraits` };
}

const AUTHOR = `<a href="//commons.wikimedia.org/wiki/User:Fay" title="User:Fay">Fay <b>Photo</b> &amp; Söhne</a>`;
const BY_SA = { licence: "CC BY-SA 4.0", licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0" };
const free = (name: string, changes: Partial<Picture> = {}): Picture => ({
  name,
  artist: AUTHOR,
  ...BY_SA,
  bytes: photo,
  ...changes,
});
const take = (path: string, name: string) => json(site, "POST", path, { file: `File:${name}` }, { headers });
const images = () => query(site.dataDir, "SELECT id FROM images");

test("ID08 only pictures with a free licence and a known author are offered, the others with the reason", async () => {
  const { path, id, name } = await somebody(["One.jpg", "Two.jpg", "Gone.jpg"]);
  openData.pictures.push(
    free("One.jpg"),
    free("Two.jpg", { licence: "CC BY-NC 2.0", licenceUrl: "" }),
    free(`${name}, standing.jpg`, { artist: "<i>Unknown author</i>" }),
    free(`${name}.jpg`, { licence: "Public domain", artist: undefined, licenceUrl: undefined }),
    free(`${name} film.jpg`, { isNonFree: true }),
    free(`${name}.svg`, { mime: "image/svg+xml" }),
  );
  const { body } = await getJson(site, path, { headers });
  expect(body.problems).toEqual([]);
  expect(body.candidates).toMatchObject([
    { file: "File:One.jpg", from: "wikidata", author: "Fay Photo & Söhne", licence: "CC BY-SA 4.0" },
    { file: `File:${name}.jpg`, from: "commons", author: "", licence: "Public domain" },
  ]);
  expect(body.refused.map(({ file, reason }: { file: string; reason: string }) => `${file} ${reason}`)).toEqual([
    expect.stringMatching(/^File:Two.jpg .*CC BY-NC 2.0/),
    expect.stringMatching(/standing.jpg .*author/),
    expect.stringMatching(/film.jpg .*fair use/),
  ]);
  const page = await get(site, `/admin/experts/${id}/portrait?find=1`, { headers });
  const { document } = new JSDOM(await page.text()).window;
  expect(document.querySelectorAll("form [name=file]")).toHaveLength(2);
  const [preview] = document.querySelectorAll<HTMLImageElement>("main li img");
  const picture = await get(site, preview?.getAttribute("src") ?? "", { headers });
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect((await get(site, preview?.getAttribute("src") ?? "")).status).not.toBe(200);
  expect(await images()).toEqual([]);
});

test("ID08 one that is taken is stored here, made anew, and named with author, licence and source wherever it is shown", async () => {
  const { id, slug, name, path } = await somebody(["Taken.jpg"]);
  openData.pictures.push(free("Taken.jpg"));
  const fields = { file: "File:Taken.jpg" };
  const taken = await form(site, `/admin/experts/${id}/portrait`, fields, { headers });
  expect([taken.status, taken.headers.get("Location")]).toEqual([303, `/admin/experts/${id}/portrait`]);
  const credit = {
    author: "Fay Photo & Söhne",
    licence: "CC BY-SA 4.0",
    licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
    source: "https://commons.wikimedia.org/wiki/File%3ATaken.jpg",
  };
  const { body } = await getJson(site, `/api/experts/${slug}`);
  expect(body.image).toEqual({ url: body.imageUrl, alt: "", credit });
  expect(body.imageUrl).toMatch(/^\/uploads\/.*\.webp$/);
  expect((await get(site, body.imageUrl)).headers.get("Content-Type")).toBe("image/webp");
  for (const address of [`/${slug}`, "/credits"]) {
    const { document } = new JSDOM(await (await get(site, address)).text()).window;
    const line = [...document.querySelectorAll("p")].find(({ textContent }) => textContent?.startsWith("Photo:"));
    expect(line?.textContent).toBe("Photo: Fay Photo & Söhne, CC BY-SA 4.0");
    expect([...(line?.querySelectorAll("a") ?? [])].map(({ href }) => href)).toEqual([
      credit.source,
      credit.licenceUrl,
    ]);
  }
  expect(await (await get(site, "/credits")).text()).toContain(name);
  expect(await (await get(site, `/admin/experts/${id}/history`, { headers })).text()).toContain("Image");
  expect(path).toContain(id);

  // Deleting the image takes its credit with it.
  const [{ id: imageId } = { id: "" }] = (await images()) as { id: string }[];
  await json(site, "DELETE", `/api/admin/images/${imageId}?force=1`, undefined, { headers });
  expect(await query(site.dataDir, "SELECT imageId FROM imageCredits")).toEqual([]);
  expect((await getJson(site, `/api/experts/${slug}`)).body.image).toBeNull();
});

test("ID08 nothing is stored of a picture that is not free, is gone, broken, huge, none, or does not come", async () => {
  const { path, slug } = await somebody();
  const broken = Object.entries(await wrecks());
  openData.pictures.push(
    free("NonFree.jpg", { isNonFree: true }),
    free("NC.jpg", { licence: "CC BY-NC-SA 4.0", licenceUrl: "" }),
    free("Nobody.jpg", { artist: "" }),
    free("Large.jpg", { bytes: await testImageOf(11 * 1024 * 1024) }),
    free("Bomb.png", { bytes: bomb() }),
    free("Page.jpg", { bytes: Buffer.from("<!doctype html><p>Not found") }),
    ...broken.map(([name, bytes]) => free(`${name}.jpg`, { bytes })),
  );
  const before = await images();
  const names = [...openData.pictures.map(({ name }) => name), "Withdrawn.jpg"];
  for (const name of names) {
    const { status, body } = await take(path, name);
    expect([name, status >= 400 && status < 500, body.message?.length > 20]).toEqual([name, true, true]);
  }
  for (const file of ["../x", "File:a|File:b", "", `File:${"x".repeat(300)}`, 5])
    expect((await json(site, "POST", path, { file }, { headers })).status).toBe(400);
  openData.pictures.push(free("Silent.jpg"));
  openData.fail.files = "503";
  const failed = await take(path, "Silent.jpg");
  expect([failed.status, failed.body.message]).toEqual([502, expect.stringContaining("it answers 503")]);
  openData.fail = { commons: "other JSON" };
  expect((await take(path, "Silent.jpg")).status).toBe(502);
  expect(await images()).toEqual(before);
  expect((await getJson(site, `/api/experts/${slug}`)).body.image).toBeNull();
});

test("ID08 a service that fails is named, and what the other one found is there", async () => {
  const { path } = await somebody(["Never asked.jpg"]);
  openData.fail.commons = "503";
  const { body } = await getJson(site, path, { headers });
  expect(body.candidates).toEqual([]);
  expect(body.problems.join()).toContain("Wikimedia Commons answers 503");
});

test("ID08 exports carry the credit of an image", async () => {
  const { path } = await somebody();
  openData.pictures.push(free("Exported.jpg", { bytes: await photograph(300, 300) }));
  expect((await take(path, "Exported.jpg")).status).toBe(201);
  const exported = await get(site, "/api/admin/export-database", { headers });
  const { images: all } = JSON.parse(await exported.text());
  expect(all.map(({ credit }: { credit: unknown }) => credit)).toContainEqual(
    expect.objectContaining({ author: "Fay Photo & Söhne", licence: "CC BY-SA 4.0", file: "File:Exported.jpg" }),
  );
});
