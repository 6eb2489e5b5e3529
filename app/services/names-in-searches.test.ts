import { afterAll, expect, test } from "vitest";
import { orcidOf, startOpenData } from "../../test/support/open-data";

const openData = await startOpenData();
Object.assign(process.env, openData.env);
const { searchCommons } = await import("./commons.server");
const { searchAuthors } = await import("./openalex.server");
const { searchOrcid } = await import("./orcid.server");
afterAll(() => openData.stop());

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
