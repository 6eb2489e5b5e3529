import { afterAll, expect, test } from "vitest";
import { orcidOf, startOpenData } from "../../test/support/open-data";

const openData = await startOpenData();
Object.assign(process.env, openData.env);
const { searchCommons } = await import("./commons.server");
const { searchAuthors } = await import("./openalex.server");
const { searchOrcid } = await import("./orcid.server");
const { wikidataPeople } = await import("./wikidata.server");
afterAll(() => openData.stop());

test("ID03 the present institution of an author at OpenAlex comes before former ones, each once", async () => {
  const employer = { name: "University of Now", ror: "042nb2s44" };
  const formerEmployers = ["College of Then", "University of Now"];
  openData.people = [{ name: "Mova Moved", openalex: "A8", employer, formerEmployers }];
  const [author] = await searchAuthors("Mova Moved", 5);
  expect(author?.employers).toEqual([employer, { name: "College of Then", ror: "" }]);
});

test.each(["en", "mul"])("ID03 the name of an item at Wikidata with a label in %s is read", async (labelLanguage) => {
  const wikidata = `Q${labelLanguage.length}`;
  openData.people = [{ name: "Mul Labelled", wikidata, labelLanguage }];
  expect(await wikidataPeople([wikidata])).toMatchObject([{ wikidata, name: "Mul Labelled" }]);
});

test.each(['Ada "Doc" Full', "Ada \\Doc Full\\", "Ada Doc Full"])(
  "ID03 ID08 %s is found in the registers that search for a phrase",
  async (name) => {
    openData.people = [{ name: "Ada Doc Full", orcid: orcidOf(7), openalex: "A7" }];
    openData.pictures = [{ name: "Ada Doc Full, 2020.jpg", licence: "CC0" }];
    expect(await searchOrcid(name, 5)).toEqual([orcidOf(7)]);
    expect((await searchCommons(name, 5)).map(({ file }) => file)).toEqual(["File:Ada Doc Full, 2020.jpg"]);
    expect(await searchAuthors(`Not ${name}`, 5)).toEqual([]);
  },
);
