/** Tests portraits with their licence, with a server that speaks as Wikidata and Wikimedia Commons do. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { pollUntil } from "../support/eventually";
import { type OpenData, orcidOf, type Picture, startOpenData } from "../support/open-data";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { brokenImages, decompressionBomb, photograph, testImageOf } from "../support/test-images";

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
  openData.failures = {};
  openData.people = [];
  openData.pictures = [];
});

let personCount = 0;
async function addPerson(pictures: string[] = []) {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const name = `Pia Portrait ${letters[Math.floor(personCount / 26)]}${letters[personCount++ % 26]}`;
  const wikidata = `Q${700 + personCount}`;
  const person = { name, wikidata, compared: true };
  const { body } = await json(site, "POST", "/api/admin/experts", person, { headers });
  openData.people.push({ name, wikidata, pictures });
  return { id: body.id as string, slug: body.slug as string, name, path: `/api/admin/experts/${body.id}/portraits` };
}

const AUTHOR = `<a href="//commons.wikimedia.org/wiki/User:Fay" title="User:Fay">Fay <b>Photo</b> &amp; Söhne</a>`;
const BY_SA = { licence: "CC BY-SA 4.0", licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0" };
const freePicture = (name: string, changes: Partial<Picture> = {}): Picture => ({
  name,
  artist: AUTHOR,
  ...BY_SA,
  bytes: photo,
  ...changes,
});
const takePicture = (path: string, name: string) => json(site, "POST", path, { file: `File:${name}` }, { headers });
const storedImages = () => query(site.dataDir, "SELECT id FROM images");

test("ID08 only pictures with a free licence and a known author are offered; the others have a reason", async () => {
  const { path, id, name } = await addPerson(["One.jpg", "Two.jpg", "Gone.jpg"]);
  openData.pictures.push(
    freePicture("One.jpg"),
    freePicture("Two.jpg", { licence: "CC BY-NC 2.0", licenceUrl: "" }),
    freePicture(`${name}, standing.jpg`, { artist: "<i>Unknown author</i>" }),
    freePicture(`${name}.jpg`, { licence: "Public domain", artist: undefined, licenceUrl: undefined }),
    freePicture(`${name} film.jpg`, { isNonFree: true }),
    freePicture(`${name}.svg`, { mime: "image/svg+xml" }),
    freePicture(`${name} script.jpg`, { page: "javascript:alert(1)" }),
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
  const document = parsePage(await page.text());
  expect(document.querySelectorAll("form [name=file]")).toHaveLength(2);
  expect(document.querySelector("main")?.textContent).not.toContain("No picture with a free licence was found");
  const [preview] = document.querySelectorAll<HTMLImageElement>("main li img");
  const picture = await get(site, preview?.getAttribute("src") ?? "", { headers });
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect((await get(site, preview?.getAttribute("src") ?? "")).status).not.toBe(200);
  expect(await storedImages()).toEqual([]);
});

test("ID08 a chosen picture is stored here, encoded again, and shown with author, licence and source everywhere", async () => {
  const { id, slug, name } = await addPerson(["Taken.jpg"]);
  openData.pictures.push(freePicture("Taken.jpg"));
  const fields = { file: "File:Taken.jpg" };
  const response = await form(site, `/admin/experts/${id}/portrait`, fields, { headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, `/admin/experts/${id}/portrait`]);
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
    const document = parsePage(await (await get(site, address)).text());
    const line = [...document.querySelectorAll("p")].find(({ textContent }) => textContent?.startsWith("Photo:"));
    expect(line?.textContent).toBe("Photo: Fay Photo & Söhne, CC BY-SA 4.0");
    expect([...(line?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual([
      credit.source,
      credit.licenceUrl,
    ]);
  }
  expect(await (await get(site, "/credits")).text()).toContain(name);
  expect(await (await get(site, `/admin/experts/${id}/history`, { headers })).text()).toContain("Image");

  // The dashboard shows what the weekly check found, with what to do. The picture can be removed from there.
  await query(site.dataDir, "UPDATE imageCredits SET problem = 'The picture is no longer at Wikimedia Commons.'");
  const problem = "The picture is no longer at Wikimedia Commons.";
  const dashboard = await (await get(site, "/admin", { headers })).text();
  expect([dashboard.includes(problem), dashboard.includes("choose another one, or remove it")]).toEqual([true, true]);
  expect(await (await get(site, `/admin/experts/${id}/portrait`, { headers })).text()).toContain(problem);
  expect((await form(site, `/admin/experts/${id}/portrait`, { intent: "remove" }, { headers })).status).toBe(303);
  expect((await getJson(site, `/api/experts/${slug}`)).body.image).toBeNull();
  expect(await (await get(site, "/admin", { headers })).text()).not.toContain(problem);
  await form(site, `/admin/experts/${id}/portrait`, fields, { headers });

  // Deleting the image deletes its credit.
  const [{ id: imageId } = { id: "" }] = (await storedImages()) as { id: string }[];
  await json(site, "DELETE", `/api/admin/images/${imageId}?force=1`, undefined, { headers });
  expect(await query(site.dataDir, "SELECT imageId FROM imageCredits")).toEqual([]);
  expect((await getJson(site, `/api/experts/${slug}`)).body.image).toBeNull();
});

test("ID08 a picture that is not free, missing, broken, too large or not an image is not stored", async () => {
  const { path, slug } = await addPerson();
  const brokenFiles = Object.entries(await brokenImages());
  openData.pictures.push(
    freePicture("NonFree.jpg", { isNonFree: true }),
    freePicture("NC.jpg", { licence: "CC BY-NC-SA 4.0", licenceUrl: "" }),
    freePicture("Nobody.jpg", { artist: "" }),
    freePicture("Large.jpg", { bytes: await testImageOf(11 * 1024 * 1024) }),
    freePicture("Bomb.png", { bytes: decompressionBomb() }),
    freePicture("Page.jpg", { bytes: Buffer.from("<!doctype html><p>Not found") }),
    ...brokenFiles.map(([name, bytes]) => freePicture(`${name}.jpg`, { bytes })),
  );
  const imagesBefore = await storedImages();
  const names = [...openData.pictures.map(({ name }) => name), "Withdrawn.jpg"];
  for (const name of names) {
    const { status, body } = await takePicture(path, name);
    expect([name, status >= 400 && status < 500, body.message?.length > 20]).toEqual([name, true, true]);
  }
  for (const file of ["../x", "File:a|File:b", "", `File:${"x".repeat(300)}`, 5])
    expect((await json(site, "POST", path, { file }, { headers })).status).toBe(400);
  openData.pictures.push(freePicture("Silent.jpg"));
  openData.failures.files = "503";
  const failedAnswer = await takePicture(path, "Silent.jpg");
  expect([failedAnswer.status, failedAnswer.body.message]).toEqual([502, expect.stringContaining("it answers 503")]);
  openData.failures = { commons: "other JSON" };
  expect((await takePicture(path, "Silent.jpg")).status).toBe(502);
  expect(await storedImages()).toEqual(imagesBefore);
  expect((await getJson(site, `/api/experts/${slug}`)).body.image).toBeNull();
});

test("ID08 a failing service is named, and the candidates of the other one are shown", async () => {
  const { path } = await addPerson(["Never asked.jpg"]);
  openData.failures.commons = "503";
  const { body } = await getJson(site, path, { headers });
  expect(body.candidates).toEqual([]);
  expect(body.problems.join()).toContain("Wikimedia Commons answers 503");
});

test("ID08 exports include the credit of an image", async () => {
  const { path } = await addPerson();
  openData.pictures.push(freePicture("Exported.jpg", { bytes: await photograph(300, 300) }));
  expect((await takePicture(path, "Exported.jpg")).status).toBe(201);
  const exported = await get(site, "/api/admin/export-database", { headers });
  const { images: exportedImages } = JSON.parse(await exported.text());
  expect(exportedImages.map(({ credit }: { credit: unknown }) => credit)).toContainEqual(
    expect.objectContaining({ author: "Fay Photo & Söhne", licence: "CC BY-SA 4.0", file: "File:Exported.jpg" }),
  );
});

const SEARCH = "/api/admin/portraits";
const overview = async () => (await getJson(site, SEARCH, { headers })).body;
async function searchAll() {
  expect((await json(site, "POST", SEARCH, {}, { headers })).status).toBe(201);
  return waitForSearch();
}
const waitForSearch = () => pollUntil(overview, ({ search }) => search.status !== "running");
const decide = (expert: string, decision: string, file?: string) =>
  json(site, "POST", `${SEARCH}/decide`, { expert, decision, file }, { headers });
const filesOf = (review: { id: string; candidates: { file: string }[] }[], id: string) =>
  review.find((person) => person.id === id)?.candidates.map(({ file }) => file);
/** Deletes all experts, so that a search finds only those of one test. */
async function deleteAllExperts() {
  const { body } = await getJson(site, "/api/experts");
  const expertIds = body.map(({ id }: { id: string }) => id);
  if (expertIds.length > 0) await json(site, "POST", "/api/admin/experts/bulk-delete", { ids: expertIds }, { headers });
}

let earlierPeople: OpenData["people"];

test("ID08 pictures of somebody whom the profile does not name any more are not kept", async () => {
  await deleteAllExperts();
  const { id } = await addPerson();
  openData.pictures.push(freePicture("Wrong.jpg"));
  let correction: Promise<unknown> | undefined;
  const personAtWikidata = Object.defineProperty(openData.people.at(-1) ?? {}, "pictures", {
    // While Wikidata is asked, an editor corrects the profile.
    get() {
      correction ??= query(site.dataDir, "UPDATE experts SET wikidata = '' WHERE id = ?", id);
      return ["Wrong.jpg"];
    },
  });
  const { review } = await searchAll();
  expect([personAtWikidata, correction]).not.toContain(undefined);
  expect(filesOf(review, id)).toBeUndefined();
  expect(await query(site.dataDir, "SELECT file FROM portraitCandidates WHERE file = 'File:Wrong.jpg'")).toEqual([]);
});

test("ID08 one search covers everybody without a portrait, keeps free pictures with an author, and stores no file", async () => {
  await deleteAllExperts();
  const firstPerson = await addPerson(["First.jpg", "Second.jpg", "Moved.jpg"]);
  const secondPerson = await addPerson(["NotFree.jpg"]);
  const thirdPerson = await addPerson(["Withdrawn.jpg"]);
  const fourthPerson = await addPerson(["Merged.jpg"]);
  const lastItem = openData.people.at(-1);
  Object.assign(lastItem ?? {}, { mergedId: lastItem?.wikidata, wikidata: "Q999999" });
  earlierPeople = openData.people;
  await json(site, "POST", "/api/admin/experts", { name: "Nora Nameless" }, { headers });
  openData.pictures.push(
    freePicture("First.jpg"),
    freePicture("Second.jpg", { artist: undefined }),
    freePicture("New name.jpg", { formerName: "Moved.jpg", bytes: await photograph(310, 300) }),
    freePicture("NotFree.jpg", { licence: "CC BY-ND 4.0", licenceUrl: "" }),
    freePicture("Merged.jpg"),
    freePicture("Nora Nameless.jpg"),
  );
  const imagesBefore = await storedImages();
  const requestsBefore = openData.requests.length;
  const { search, unidentified, without, review } = await searchAll();
  expect([search.status, search.done, search.total, without, unidentified]).toEqual(["completed", 4, 4, 5, 1]);
  expect(search.outcomes).toEqual({ found: 2, none: 1, refused: 1, failed: 0 });
  expect(filesOf(review, firstPerson.id)).toEqual(["File:First.jpg", "File:New name.jpg"]);
  expect(filesOf(review, fourthPerson.id)).toEqual(["File:Merged.jpg"]);
  expect([filesOf(review, secondPerson.id), filesOf(review, thirdPerson.id)]).toEqual([undefined, undefined]);
  const document = parsePage(await (await get(site, "/admin/portraits", { headers })).text());
  expect(Array.from(document.querySelectorAll("main details li"), ({ textContent }) => textContent)).toEqual([
    expect.stringMatching(`${secondPerson.name}: The picture cannot be used: .*CC BY-ND 4.0`),
  ]);
  expect(review[0].candidates[0]).toMatchObject({ author: "Fay Photo & Söhne", licence: "CC BY-SA 4.0" });
  expect(await storedImages()).toEqual(imagesBefore);
  // Few, polite requests that name the site, and none by a person's name.
  const requests = openData.requests.slice(requestsBefore);
  expect(requests).toHaveLength(2);
  expect(requests.every(({ path, userAgent }) => path.includes("maxlag=5") && userAgent.includes("Long-Lives"))).toBe(
    true,
  );
});

test("ID08 found pictures are reviewed by single buttons: take, not this person, skip, undo; a decided picture does not return", async () => {
  const page = async (address: string) => {
    const document = parsePage(await (await get(site, address, { headers })).text());
    const value = (name: string) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)?.value;
    const keys = [...document.querySelectorAll("main [data-key]")].map((element) => element.getAttribute("data-key"));
    const credit = [...document.querySelectorAll("main p")].find((p) =>
      p.textContent?.startsWith("Photo:"),
    )?.textContent;
    return {
      expert: value("expert"),
      file: value("file"),
      keys,
      credit,
      text: document.querySelector("main")?.textContent,
    };
  };
  const PATH = "/admin/portraits/review";
  const slugs = new Map((await overview()).review.map(({ id, slug }: { id: string; slug: string }) => [id, slug]));
  const slugOf = ({ expert }: { expert?: string }) => slugs.get(expert);
  const press = async (decision: string, fields: { expert?: string; file?: string } = {}) => {
    const { status, headers: answerHeaders } = await form(site, PATH, { decision, ...fields }, { headers });
    expect(status).toBe(303);
    return page(answerHeaders.get("Location") ?? "");
  };
  openData.people = earlierPeople;
  openData.pictures.push(
    freePicture("First.jpg"),
    freePicture("New name.jpg", { formerName: "Moved.jpg", bytes: await photograph(310, 300) }),
    freePicture("Merged.jpg"),
  );
  const firstPage = await page(PATH);
  expect([firstPage.file, firstPage.keys]).toEqual(["File:First.jpg", ["a", "n", "r", "s"]]);
  expect(firstPage.credit).toBe("Photo: Fay Photo & Söhne, CC BY-SA 4.0");
  const secondPage = await page(`${PATH}?person=${firstPage.expert}&file=File:New%20name.jpg`);
  expect(secondPage.file).toBe("File:New name.jpg");
  const pageAfterRejection = await press("reject", firstPage);
  expect([pageAfterRejection.expert, pageAfterRejection.file, pageAfterRejection.keys]).toEqual([
    firstPage.expert,
    "File:New name.jpg",
    ["u", "a", "r", "s"],
  ]);
  const pageAfterUndo = await press("undo");
  expect([pageAfterUndo.expert, pageAfterUndo.file]).toEqual([firstPage.expert, "File:First.jpg"]);
  await press("reject", pageAfterUndo);
  const pageAfterTaking = await press("take", { expert: firstPage.expert, file: "File:New name.jpg" });
  expect(pageAfterTaking.file).toBe("File:Merged.jpg");
  expect((await getJson(site, `/api/experts/${slugOf(firstPage)}`)).body.image.credit.licence).toBe("CC BY-SA 4.0");
  expect((await decide(firstPage.expert ?? "", "take", "File:New name.jpg")).status).toBe(409);
  const lastPage = await press("skip", pageAfterTaking);
  expect([lastPage.expert, lastPage.text]).toEqual([undefined, expect.stringContaining("No pictures are waiting")]);

  // Undo takes back the last two decisions one after the other, and removes the picture.
  expect((await json(site, "POST", `${SEARCH}/undo`, {}, { headers })).body).toEqual({
    expert: pageAfterTaking.expert,
  });
  expect((await press("undo")).expert).toBe(firstPage.expert);
  expect((await getJson(site, `/api/experts/${slugOf(firstPage)}`)).body.image).toBeNull();
  const invalidDecision = {
    decision: "take",
    expert: pageAfterTaking.expert ?? "",
    file: pageAfterTaking.file ?? "",
    identifier: "maybe",
  };
  expect((await form(site, PATH, invalidDecision, { headers })).status).toBe(400);
  await decide(pageAfterTaking.expert ?? "", "skip");
  const { review } = await searchAll();
  expect(filesOf(review, firstPage.expert ?? "")).toEqual(["File:New name.jpg"]);
  expect(filesOf(review, pageAfterTaking.expert ?? "")).toBeUndefined();
  // A picture that was withdrawn since cannot be taken, and is not stored.
  openData.pictures = [];
  expect((await decide(firstPage.expert ?? "", "take", "File:New name.jpg")).status).toBe(400);
  expect((await getJson(site, `/api/experts/${slugOf(firstPage)}`)).body.image).toBeNull();
  for (const invalidInput of [["reject"], ["take"], ["burn", "File:x.jpg"]])
    expect((await decide(firstPage.expert ?? "", invalidInput[0] ?? "", invalidInput[1])).status).toBe(400);
  expect((await decide("nobody-at-all", "skip")).status).toBe(404);
});

test("ID08 of two editors who take pictures of somebody at the same time, one is refused and nothing of theirs is stored", async () => {
  await deleteAllExperts();
  const { id } = await addPerson(["One.jpg", "Two.jpg", "Three.jpg"]);
  openData.pictures.push(freePicture("One.jpg"), freePicture("Two.jpg"), freePicture("Three.jpg"));
  await searchAll();
  expect((await decide(id, "reject", "File:Three.jpg")).status).toBe(200);
  const files = ["File:One.jpg", "File:Two.jpg"];
  const answers = await Promise.all(files.map((file) => decide(id, "take", file)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const takenFile = files[answers.findIndex(({ status }) => status === 200)];
  const takenFiles = await query(site.dataDir, "SELECT file FROM portraitCandidates WHERE decision = 'taken'");
  expect(takenFiles.filter(({ file }) => files.includes(String(file)))).toEqual([{ file: takenFile }]);
  const entries = await query(site.dataDir, "SELECT detail FROM auditLog WHERE action = 'picture rejected'");
  expect(entries).toContainEqual({ detail: "File:Three.jpg" });
});

test("ID08 a service that refuses or is busy pauses the search with what it found, and the search continues there", async () => {
  await deleteAllExperts();
  const pictures = Array.from({ length: 12 }, (_, n) => `Crowd ${n}.jpg`);
  for (const picture of pictures) await addPerson([picture]);
  openData.pictures.push(...pictures.map((picture) => freePicture(picture)));
  openData.failures.wikidata = "maxlag";
  expect((await searchAll()).search).toMatchObject({
    status: "error",
    message: "Wikidata is too busy to answer at present.",
  });
  openData.failures = { commons: "503" };
  const refusal = await searchAll();
  expect([refusal.search.status, refusal.search.message, refusal.waiting]).toEqual([
    "error",
    "Wikimedia Commons answers 503.",
    0,
  ]);
  const page = await (await get(site, "/admin/portraits", { headers })).text();
  expect([page.includes("Wikimedia Commons answers 503."), page.includes("Continue the search")]).toEqual([true, true]);
  // An unreadable answer about many people is retried for each of them; if all are unreadable, the search ends.
  openData.failures = { wikidata: "other JSON" };
  expect((await searchAll()).search).toMatchObject({
    status: "error",
    message: expect.stringContaining("unknown format"),
  });
  openData.failures = {};
  const completed = await searchAll();
  expect(completed.search).toMatchObject({ status: "completed", done: 12, total: 12 });
  expect([completed.waiting, completed.search.outcomes.found]).toEqual([12, 12]);
  const document = parsePage(await (await get(site, "/admin/portraits", { headers })).text());
  const results = document.querySelector("main")?.textContent;
  expect(results).toContain("Pictures: 12 people");
  expect(results).not.toContain("Reasons for missing results");
  // As after a restart in the middle of the search, it does not ask again about people it has covered.
  await query(
    site.dataDir,
    "DELETE FROM portraitSearches WHERE expertRowId IN (SELECT max(expertRowId) FROM portraitSearches)",
  );
  await query(site.dataDir, "UPDATE jobs SET status = 'interrupted' WHERE kind = 'portraits'");
  const requestsBefore = openData.requests.length;
  expect((await searchAll()).search).toMatchObject({ status: "completed", done: 12, total: 12 });
  const ids = openData.requests
    .slice(requestsBefore)
    .flatMap(({ path }) => new URLSearchParams(path.split("?")[1]).get("ids") ?? []);
  expect(ids).toEqual([openData.people.at(-1)?.wikidata]);
  // While a service demands an hour's wait, the site sends it nothing.
  openData.failures.wikidata = "429";
  expect((await searchAll()).search).toMatchObject({
    status: "error",
    message: expect.stringContaining("no more requests"),
  });
  const requestCount = openData.requests.length;
  expect((await searchAll()).search.status).toBe("error");
  expect(openData.requests).toHaveLength(requestCount);
});

interface StarterPerson {
  name: string;
  orcid: string;
  wikidata: string;
  referenceLinks: string[];
}
const articleOf = ({ referenceLinks }: StarterPerson) =>
  referenceLinks.flatMap((link) => link.split("https://en.wikipedia.org/wiki/")[1] ?? [])[0];

test("ID08 a new site offers to search portraits of people whose records lead to Wikidata, by article or ORCID iD", async () => {
  const starterPeople: StarterPerson[] = JSON.parse(await readFile("db/starter/experts.json", "utf8"));
  const startersWithArticle = starterPeople.filter((starter) => !starter.wikidata && articleOf(starter));
  const startersWithOrcid = starterPeople.filter(
    (starter) => !starter.wikidata && !articleOf(starter) && starter.orcid,
  );
  const findableStarters = starterPeople.filter((starter) => starter.wikidata || articleOf(starter) || starter.orcid);
  const newSite = await startSite({ env: { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host } });
  try {
    const admin = (await signUpAdmin(newSite)).headers;
    const page = async (path: string) => {
      const document = parsePage(await (await get(newSite, path, { headers: admin })).text());
      return document.querySelector("main");
    };
    const offer = `Look for portraits of ${findableStarters.length} people`;
    const searchForm = (await page("/admin"))?.querySelector<HTMLFormElement>(
      'form[action="/admin/identifiers?index"]',
    );
    expect([findableStarters.length > 20, searchForm?.textContent]).toEqual([true, "Look for all of them"]);
    expect([...((await page("/admin/portraits"))?.querySelectorAll("button") ?? [])].map((b) => b.textContent)).toEqual(
      [offer],
    );
    const titles = startersWithArticle.map((starter) =>
      decodeURIComponent(articleOf(starter) ?? "").replaceAll("_", " "),
    );
    const [firstStarter, movedStarter, notPerson, mergedStarter, secondStarter, otherOrcid] = startersWithArticle;
    const [orcidPerson] = startersWithOrcid;
    const enwiki = (title: string | undefined) => ({ enwiki: title ?? "" });
    openData.people.push(
      // The article of a namesake is not asked for.
      { name: firstStarter?.name ?? "", wikidata: "Q1", pictures: ["Namesake.jpg"] },
      { name: "First", wikidata: "Q2", description: "biologist", pictures: ["A.jpg"], articles: enwiki(titles[0]) },
      {
        name: "Moved",
        wikidata: "Q3",
        pictures: ["B.jpg"],
        articles: enwiki("Now here"),
        redirects: [titles[1] ?? ""],
      },
      { name: "Thing", wikidata: "Q4", pictures: ["C.jpg"], articles: enwiki(titles[2]), instanceOf: "Q43229" },
      { name: "Known", wikidata: "Q5", orcid: orcidPerson?.orcid, pictures: ["D.jpg"] },
      { name: "Merged", wikidata: "Q7", mergedId: "Q6", pictures: ["E.jpg"], articles: enwiki(titles[3]) },
      { name: "Other", wikidata: "Q8", orcid: orcidOf(77), pictures: ["F.jpg"], articles: enwiki(titles[5]) },
    );
    openData.pictures.push(
      ..."ABCDEF".split("").map((letter) => freePicture(`${letter}.jpg`)),
      freePicture("Namesake.jpg"),
    );
    const idOf = async (starter: StarterPerson | undefined) => {
      const { body } = await getJson(newSite, "/api/experts");
      return body.find(({ name }: { name: string }) => name === starter?.name)?.id as string;
    };
    // One person has a second article about somebody else, and another has a different ORCID iD at Wikidata.
    const links = [...(secondStarter?.referenceLinks ?? []), "https://de.m.wikipedia.org/wiki/Jemand_anders"];
    const path = `/api/experts/${await idOf(secondStarter)}`;
    expect((await json(newSite, "PUT", path, { referenceLinks: links }, { headers: admin })).status).toBe(200);
    openData.people.push(
      { name: "One", wikidata: "Q9", articles: enwiki(titles[4]) },
      { name: "Two", wikidata: "Q10", articles: { dewiki: "Jemand anders" } },
    );
    const contraryPath = `/api/experts/${await idOf(otherOrcid)}`;
    const changedOrcid = { orcid: orcidOf(78), compared: true };
    expect((await json(newSite, "PUT", contraryPath, changedOrcid, { headers: admin })).status).toBe(200);

    const newOverview = async () => (await getJson(newSite, SEARCH, { headers: admin })).body;
    const waitForSearch = () => pollUntil(newOverview, ({ search }) => search.status !== "running");
    // After an interrupted search the offer is still there.
    openData.failures.wikidata = "maxlag";
    expect((await json(newSite, "POST", SEARCH, {}, { headers: admin })).status).toBe(201);
    expect((await waitForSearch()).search.status).toBe("error");
    const dashboard = (await page("/admin"))?.textContent;
    expect([dashboard?.includes("Try again"), dashboard?.includes("did not come to its end")]).toEqual([true, true]);
    openData.failures = {};
    const requestsBefore = openData.requests.length;
    expect((await json(newSite, "POST", SEARCH, {}, { headers: admin })).status).toBe(201);
    const { search, unidentified, review, unfound } = await waitForSearch();
    expect(search).toMatchObject({
      status: "completed",
      done: findableStarters.length,
      total: findableStarters.length,
    });
    // The search for identifiers is still offered.
    expect((await page("/admin"))?.textContent).toContain("Look for all of them");
    expect((await page("/admin/portraits"))?.textContent).not.toContain(offer);
    expect(unidentified).toBe(starterPeople.length - findableStarters.length);
    const fileByName = Object.fromEntries(
      review.map(({ name, candidates: [candidate] }: { name: string; candidates: Record<string, string>[] }) => [
        name,
        [candidate?.file, candidate?.foundBy, candidate?.item, candidate?.itemLabel],
      ]),
    );
    expect(fileByName).toEqual({
      [firstStarter?.name ?? ""]: ["File:A.jpg", "article", "Q2", "First"],
      [movedStarter?.name ?? ""]: ["File:B.jpg", "article", "Q3", "Moved"],
      [mergedStarter?.name ?? ""]: ["File:E.jpg", "article", "Q7", "Merged"],
      [orcidPerson?.name ?? ""]: ["File:D.jpg", "orcid", "Q5", "Known"],
    });
    const detailByName = Object.fromEntries(unfound.map(({ name, detail }: Record<string, string>) => [name, detail]));
    expect(detailByName).toMatchObject({
      [notPerson?.name ?? ""]: expect.stringContaining("not about a person"),
      [secondStarter?.name ?? ""]: expect.stringContaining("more than one person"),
      [otherOrcid?.name ?? ""]: expect.stringContaining("another ORCID iD"),
      [startersWithArticle.at(-1)?.name ?? ""]: expect.stringContaining("no item for the Wikipedia article"),
    });
    const paths = openData.requests.slice(requestsBefore).map((request) => request.path);
    expect(paths.filter((path) => path.includes("wbsearchentities"))).toEqual([]);

    // The editor sees the person at Wikidata, and what led there.
    const reviewPage = await page(`/admin/portraits/review?person=${await idOf(firstStarter)}`);
    expect(reviewPage?.textContent).toContain(
      "Wikidata: First, biologist. Found by the Wikipedia article this profile links",
    );
    const addresses = [...(reviewPage?.querySelectorAll("a") ?? [])].map((a) => a.getAttribute("href"));
    expect(addresses).toEqual(
      expect.arrayContaining([
        "https://www.wikidata.org/wiki/Q2",
        `https://en.wikipedia.org/wiki/${articleOf(firstStarter as StarterPerson)}`,
      ]),
    );
    // Taking the picture sets no identifier. The search for one person has the same rule.
    const singleSearch = await getJson(newSite, `/api/admin/experts/${await idOf(orcidPerson)}/portraits`, {
      headers: admin,
    });
    expect(singleSearch.body.candidates[0]).toMatchObject({ file: "File:D.jpg", from: "wikidata" });
    const decision = { expert: await idOf(firstStarter), decision: "take", file: "File:A.jpg" };
    expect((await json(newSite, "POST", `${SEARCH}/decide`, decision, { headers: admin })).status).toBe(200);
    const { slug } = review.find(({ id }: { id: string }) => id === decision.expert);
    const { body } = await getJson(newSite, `/api/experts/${slug}`);
    expect([body.image.credit.author, body.identifiers.wikidata]).toEqual(["Fay Photo & Söhne", null]);
  } finally {
    await newSite.stop();
  }
});

async function upload(
  path: string,
  userHeaders: Record<string, string>,
  bytes: Uint8Array,
  fields: Record<string, string>,
) {
  const page = await get(site, path, { headers: userHeaders });
  const document = parsePage(await page.text());
  const body = new FormData();
  for (const field of document.querySelectorAll<HTMLInputElement>("main form[method=post] [name]"))
    if (!["file", "checkbox", "radio", "submit"].includes(field.type) && field.name !== "step")
      body.append(field.name, field.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("imageUrlFile", new Blob([bytes as BlobPart], { type: "image/png" }), "me.png");
  const uploadAnswer = await fetch(site.url + path, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Origin: site.url, ...userHeaders },
  });
  return {
    status: uploadAnswer.status,
    text: await uploadAnswer.text(),
    location: uploadAnswer.headers.get("Location") ?? "",
  };
}

test("ID09 editors choose the licence of an upload, with the file or later; until then it counts as missing", async () => {
  const { id, slug, name, path } = await addPerson();
  const edit = `/admin/experts/${id}`;
  const listWithoutLicence = async () => (await get(site, "/admin/experts?gap=licence", { headers })).text();
  const creditOf = async () => (await getJson(site, `/api/experts/${slug}`)).body.image?.credit;
  const datasetLines = async () => {
    const text = await (await get(site, "/api/dataset/csv")).text();
    return text.split("\r\n").filter((line) => line.includes(name));
  };
  expect((await upload(edit, headers, await photograph(211, 260), {})).status).toBe(303);
  expect(await creditOf()).toBeNull();
  expect(await listWithoutLicence()).toContain(name);
  expect(await (await get(site, `${edit}/portrait`, { headers })).text()).toContain("Licence not recorded");
  expect((await datasetLines()).join()).not.toContain("/uploads/");
  // Readers do not see it.
  expect(await (await get(site, `/${slug}`)).text()).not.toContain("Licence not recorded");
  for (const invalidInput of [
    {},
    { licence: "cc-by" },
    { licence: "cc-nc", author: "A" },
    { licence: "permission", author: "A" },
    { licence: "cc-by", author: "A".repeat(151) },
  ])
    expect((await json(site, "PUT", path, invalidInput, { headers })).status).toBe(400);
  const refusal = await form(site, `${edit}/portrait`, { intent: "licence", licence: "", author: "A" }, { headers });
  const refusedPage = parsePage(await refusal.text());
  const select = refusedPage.querySelector("select[name=licence]");
  expect([refusal.status, select?.getAttribute("aria-invalid")]).toEqual([400, "true"]);
  // A screen reader reads the error with its field.
  expect(refusedPage.getElementById(select?.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/./);
  const input = { intent: "licence", licence: "cc-by-sa", author: "Fay Photo", permission: "" };
  expect((await form(site, `${edit}/portrait`, input, { headers })).status).toBe(303);
  const credit = {
    author: "Fay Photo",
    licence: "CC BY-SA 4.0",
    licenceUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
    source: "",
  };
  expect(await creditOf()).toEqual(credit);
  expect(await listWithoutLicence()).not.toContain(name);
  expect(await (await get(site, `/${slug}`)).text()).toContain("CC BY-SA 4.0");

  // The dataset has the picture with its address.
  const [line = ""] = await datasetLines();
  const cells = line.split(",");
  const address = cells.find((cell) => cell.includes("/uploads/")) ?? "";
  expect(cells.slice(cells.indexOf(address) + 1, cells.indexOf(address) + 5)).toEqual(Object.values(credit));
  expect((await fetch(address)).headers.get("Content-Type")).toBe("image/webp");
  const { "@graph": graph } = JSON.parse(await (await get(site, "/api/dataset/jsonld")).text());
  expect(graph.find((node: { name?: string }) => node.name === name).image).toMatchObject({
    contentUrl: address,
    creditText: "Fay Photo, CC BY-SA 4.0",
    license: credit.licenceUrl,
  });

  // The licence can be sent with the file.
  const licenceFields = { imageUrlLicence: "cc0", imageUrlAuthor: "" };
  expect((await upload(edit, headers, await photograph(212, 260), licenceFields)).status).toBe(303);
  expect(await creditOf()).toMatchObject({ author: "", licence: "CC0 1.0" });
  // A licence from Wikimedia Commons cannot be replaced.
  openData.pictures.push(freePicture("Kept.jpg", { bytes: await photograph(213, 260) }));
  await takePicture(path, "Kept.jpg");
  expect((await json(site, "PUT", path, input, { headers })).status).toBe(409);
});

test("ID09 a sender of a suggestion may add a picture with its licence, and cannot change the licence of a public picture", async () => {
  const { headers: userHeaders } = await signUp(site);
  const person = {
    name: "Sue Suggested",
    title: "T",
    categories: ["academic"],
    longevityContribution: "C.",
    referenceLinks: ["https://sue.example/"],
  };
  const { body } = await json(site, "POST", "/api/submissions", person, { headers: userHeaders });
  const path = `/my-submissions/${body.id}/picture`;
  expect(await (await get(site, `/submit?received=${body.id}`, { headers: userHeaders })).text()).toContain(path);
  const refusedUpload = await upload(path, userHeaders, await photograph(220, 260), { imageUrlLicence: "cc-by" });
  expect([refusedUpload.status, refusedUpload.text]).toEqual([
    400,
    expect.stringContaining("Please say who made the picture."),
  ]);
  const acceptedUpload = await upload(path, userHeaders, await photograph(220, 260), {
    imageUrlLicence: "cc-by",
    imageUrlAuthor: "Sue",
  });
  expect([acceptedUpload.status, acceptedUpload.location]).toEqual([303, `/my-submissions/${body.id}?saved`]);
  expect((await get(site, path)).status).not.toBe(200);
  expect((await get(site, path, { headers: (await signUp(site)).headers })).status).toBe(404);
  const approval = await json(site, "POST", `/api/admin/submissions/${body.id}/approve`, {}, { headers });
  expect(approval.status).toBe(200);
  const image = async () => (await getJson(site, "/api/experts/sue-suggested")).body.image;
  expect((await image()).credit).toMatchObject({ author: "Sue", licence: "CC BY 4.0" });
  expect((await upload(path, userHeaders, await photograph(220, 260), { imageUrlLicence: "cc0" })).status).toBe(409);

  const otherSubmission = await json(
    site,
    "POST",
    "/api/submissions",
    { ...person, name: "Another One", referenceLinks: ["https://other.example/"] },
    { headers: userHeaders },
  );
  const secondUpload = await upload(
    `/my-submissions/${otherSubmission.body.id}/picture`,
    userHeaders,
    await photograph(220, 260),
    {
      imageUrlLicence: "cc0",
    },
  );
  expect(secondUpload.status).toBe(303);
  expect((await image()).credit.licence).toBe("CC BY 4.0");
});
