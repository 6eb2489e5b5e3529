import { afterAll, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { orcidOf, type PersonRecord, startOpenData } from "../../../../test/support/open-data";

const openData = await startOpenData();
afterAll(() => openData.stop());
// Sets the addresses before the import, because the clients read them when they are loaded.
const { ORCID_API_URL, WIKIDATA_API_URL, OPENALEX_API_URL } = openData.env;
Object.assign(env, { ORCID_API_URL, WIKIDATA_API_URL, OPENALEX_API_URL });
const { NO_RECORD } = await import("~/models/records/experts/fields");
const { candidatesFor } = await import("./candidates.server");

const NAME = "Ada Example";
const MIT = { name: "Institute of Technology", ror: "042nb2s44" };
const WORK = { id: "W1", title: "A clock for the age of cells", year: 2020 };
beforeEach(() => {
  Object.assign(openData, { people: [], failures: {} });
});

async function reasonsFor(person: Partial<PersonRecord>, record: object): Promise<string[]> {
  openData.people = [{ name: NAME, orcid: orcidOf(1), ...person }];
  const { candidates, problems } = await candidatesFor({ ...NO_RECORD, name: NAME, ...record });
  expect([candidates.length, problems]).toEqual([1, []]);
  return candidates[0]?.reasons ?? [];
}

test("ID05 an identifier, an employer, a link or a work in common is a reason for a candidate, and a name is none", async () => {
  expect(await reasonsFor({ employer: MIT, links: ["https://ada.example/"], works: [WORK] }, {})).toEqual([]);
  expect(await reasonsFor({}, { orcid: orcidOf(1) })).toEqual(["Its ORCID identifier is stored here."]);
  expect(await reasonsFor({ employer: MIT }, { ror: MIT.ror })).toEqual([
    `The same employer, by its number at ror.org: ${MIT.name}.`,
  ]);
  expect(await reasonsFor({ employer: MIT }, { title: `Professor, ${MIT.name}` })).toEqual([
    `Employer as in the title: ${MIT.name}.`,
  ]);
  expect(await reasonsFor({ employer: MIT }, { biography: `She left the ${MIT.name} in 1990.` })).toEqual([
    `Employer as in the biography: ${MIT.name}.`,
  ]);
  expect(
    await reasonsFor({ links: ["https://ada.example/"] }, { referenceLinks: ["Site|https://www.ada.example"] }),
  ).toEqual(["Shared link: https://ada.example/"]);
  expect(await reasonsFor({ works: [WORK] }, { scienceHighlights: [`Clocks|She wrote “${WORK.title}”.`] })).toEqual([
    `Work named in the profile: ${WORK.title}.`,
  ]);
  // The words of a short title may occur in any text.
  expect(await reasonsFor({ works: [{ ...WORK, title: "Cells and age" }] }, { biography: "Cells and age." })).toEqual(
    [],
  );
});

test("ID05 the answers of two services about a person make one candidate; identifiers that contradict each other make two", async () => {
  const search = async (people: Partial<PersonRecord>[], name: string) => {
    openData.people = people.map((person) => ({ ...person, name }));
    return (await candidatesFor({ ...NO_RECORD, name })).candidates;
  };
  const person = { orcid: orcidOf(3), wikidata: "Q1", description: "biologist" };
  expect(await search([{ ...person, employer: MIT }], "Bea Both")).toMatchObject([{ ...person, employers: [MIT] }]);
  const twoCandidates = await search(
    [{ ...person, orcid: orcidOf(4), wikidata: "Q2" }, { orcid: orcidOf(5) }],
    "Cai Twice",
  );
  expect(twoCandidates.map(({ orcid, wikidata }) => [orcid, wikidata])).toEqual([
    [orcidOf(4), "Q2"],
    [orcidOf(5), ""],
  ]);
});
