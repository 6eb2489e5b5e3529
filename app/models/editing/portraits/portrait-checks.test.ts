import { afterAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { storeImage } from "~/models/records/images/images.server";
import { addMember } from "../../../../test/support/members";
import { orcidOf, startOpenData } from "../../../../test/support/open-data";
import { photograph } from "../../../../test/support/test-images";

const openData = await startOpenData();
afterAll(() => openData.stop());
// Sets the addresses before the import, because the clients read them when they are loaded.
const { COMMONS_API_URL, WIKIDATA_API_URL } = openData.env;
Object.assign(env, { COMMONS_API_URL, WIKIDATA_API_URL });
const { checkPortraits, lostPortraits } = await import("./portrait-checks.server");
const { itemsOf } = await import("./portrait-items.server");
const { recordPortraitCredit, removePortrait } = await import("./portraits.server");

test("ID08 a weekly check reports pictures that were withdrawn or whose licence or author changed", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const credit = {
    author: "Fay",
    licence: "CC BY 4.0",
    licenceUrl: "https://creativecommons.org/licenses/by/4.0/",
    source: "",
  };
  for (const name of ["Same", "Withdrawn", "Relicensed", "Unfree", "Renamed"]) {
    const details = { name, origin: "record", credit: { ...credit, file: `File:${name}.jpg` } } as const;
    const { url } = await storeImage(null, await photograph(200, 200), details);
    await importExperts([{ name, imageUrl: url } as never], { origin: "test" });
  }
  // A credit that was entered by hand names no file at Wikimedia Commons.
  const ownPicture = { name: "Own", origin: "record", credit: { ...credit, file: "" } } as const;
  const { url: ownUrl } = await storeImage(null, await photograph(201, 201), ownPicture);
  await importExperts([{ name: "Own", imageUrl: ownUrl } as never], { origin: "test" });
  const makePicture = (name: string, licence: string, artist = "Fay") => ({ name: `${name}.jpg`, licence, artist });
  openData.pictures = [
    makePicture("Same", "CC BY 4.0"),
    makePicture("Relicensed", "CC BY-SA 4.0"),
    makePicture("Unfree", "CC BY-NC 4.0"),
    makePicture("Renamed", "CC BY 4.0", "Fay Two"),
  ];
  const readProblems = async () => (await lostPortraits(admin)).map(({ name, problem }) => `${name}: ${problem}`);
  openData.failures.commons = "503";
  expect(await checkPortraits()).toBe(0);
  expect(await readProblems()).toEqual([]);
  openData.failures = {};
  expect(await checkPortraits()).toBe(5);
  expect(await readProblems()).toEqual([
    "Relicensed: Its licence at Wikimedia Commons is CC BY-SA 4.0 now; it was CC BY 4.0.",
    "Renamed: Its author at Wikimedia Commons is Fay Two now.",
    "Unfree: Wikimedia Commons now says: its licence, CC BY-NC 4.0, is not one of those that are free.",
    "Withdrawn: The picture is no longer at Wikimedia Commons.",
  ]);
  // Checks again only after a week, and clears problems that are solved.
  expect(await checkPortraits()).toBe(0);
  const cursor = JSON.stringify({ startedAt: "2020-01-01T00:00:00.000Z", after: null });
  await db.updateTable("cursors").set({ value: cursor }).where("name", "=", "portraitCheck").execute();
  openData.pictures = ["Same", "Relicensed", "Unfree", "Renamed", "Withdrawn"].map((name) =>
    makePicture(name, "CC BY 4.0"),
  );
  expect(await checkPortraits()).toBe(5);
  expect(await readProblems()).toEqual([]);
});

test("ID08 a profile leads to an item at Wikidata by identifier, article or ORCID iD, or the reason says why not", async () => {
  const person = { name: "Ada", pictures: ["Ada.jpg"] };
  openData.people = [
    { ...person, wikidata: "Q1" },
    { ...person, wikidata: "Q2", instanceOf: "Q43229" },
    { ...person, wikidata: "Q3", orcid: orcidOf(1) },
    { ...person, wikidata: "Q4", orcid: orcidOf(2) },
    { ...person, wikidata: "Q5", orcid: orcidOf(2) },
    { ...person, wikidata: "Q6", articles: { nowiki: "Ada Ås" } },
  ];
  const lookUp = async (keys: { wikidata?: string; orcid?: string; links?: string[] }) => {
    const { wikidata = "", orcid = "", links = [] } = keys;
    const [result] = await itemsOf([{ wikidata, orcid, referenceLinks: JSON.stringify(links) }], {});
    return result?.item?.wikidata ?? result?.reason;
  };
  expect(await lookUp({ wikidata: "Q1" })).toBe("Q1");
  expect(await lookUp({ wikidata: "Q7" })).toBe("Wikidata has no item with the identifier of this profile.");
  expect(await lookUp({ wikidata: "Q2" })).toBe(
    "The item at Wikidata with the identifier of this profile is no person.",
  );
  expect(await lookUp({ orcid: orcidOf(1) })).toBe("Q3");
  expect(await lookUp({ orcid: orcidOf(2) })).toBe(
    "Wikidata has more than one person with the ORCID iD of this profile.",
  );
  expect(await lookUp({ orcid: orcidOf(3) })).toBe("Wikidata has no person with the ORCID iD of this profile.");
  expect(await lookUp({ links: ["Life|https://nb.m.wikipedia.org/wiki/Ada_%C3%85s"] })).toBe("Q6");
  const nowhere = "Nothing in this profile leads to Wikidata.";
  for (const path of ["wiki/%zz", "wiki/", "w/index.php?title=Ada", "wiki/Ada%7CBob"])
    expect(await lookUp({ links: [`Life|https://no.wikipedia.org/${path}`] }), path).toBe(nowhere);
  for (const host of ["no.wikipedia.org.example", "www.wikipedia.org"])
    expect(await lookUp({ links: ["Life|not an address", `https://${host}/wiki/Ada_Ås`] }), host).toBe(nowhere);
});

test("ID09 no licence is recorded for a profile without a picture of this site, nor in place of the licence of Wikimedia Commons", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Bare" }, { name: "Elsewhere", imageUrl: "https://else.example/a.png" }], {
    origin: "test",
  });
  const newCredit = { licence: "cc0" };
  for (const slug of ["bare", "elsewhere"])
    await expect(recordPortraitCredit(admin, slug, newCredit), slug).rejects.toMatchObject({
      problem: "conflict",
      message: "This profile shows no picture of this site.",
    });
  await expect(recordPortraitCredit(admin, "same", newCredit)).rejects.toMatchObject({
    problem: "conflict",
    message: "Author and licence of this picture come from Wikimedia Commons.",
  });
  const formOfFormerPicture = { ...newCredit, shownImage: "/uploads/former.png" };
  for (const attempt of [
    recordPortraitCredit(admin, "same", formOfFormerPicture),
    removePortrait(admin, "same", formOfFormerPicture, { origin: "https://site.example" }),
  ])
    await expect(attempt).rejects.toMatchObject({
      problem: "conflict",
      message: "This profile got another picture meanwhile. Nothing was changed.",
    });
});
