/** Tests positions that are proposed from ORCID and Wikidata, against a server that speaks as they do. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type OpenData, orcidOf, type PersonRecord, startOpenData } from "../support/open-data";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let openData: OpenData;
let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  openData = await startOpenData();
  site = await startSite({ env: { ...openData.env, RATE_LIMIT: "off" } });
  ({ headers } = await signUpAdmin(site));
});
afterAll(async () => {
  await site?.stop();
  await openData?.stop();
});
beforeEach(() => {
  openData.failures = {};
});

const BRISTOL = { name: "University of Bristol", ror: "0524sp257", city: "Bristol", country: "GB" };
const OXFORD = { name: "University of Oxford", ror: "052gg0110", city: "Oxford", country: "GB" };
const EMPLOYMENTS: PersonRecord["employments"] = [
  {
    role: "Professor",
    department: "Geography",
    organization: BRISTOL,
    from: "2020-02-01",
    source: "University of Bristol",
    changedAt: Date.UTC(2021, 4, 3),
  },
  { role: "Fellow", organization: OXFORD, from: "2005", to: "2012-09" },
];
const time = (value: string, precision: number) => ({
  snaktype: "value",
  datavalue: { value: { time: `+${value}T00:00:00Z`, precision } },
});
const item = (id: string) => ({ snaktype: "value", datavalue: { value: { id } } });
/** A director of an institute since 2011, with a source, and an office whose end has no date. */
const STATEMENTS = {
  P108: [
    {
      rank: "normal",
      mainsnak: item("Q700"),
      qualifiers: { P580: [time("2011-05-00", 10)], P3831: [item("Q701")] },
      references: [
        {
          snaks: {
            P854: [{ snaktype: "value", datavalue: { value: "https://institute.example/people" } }],
            P813: [time("2022-03-04", 11)],
          },
        },
      ],
    },
    { rank: "deprecated", mainsnak: item("Q703") },
  ],
  P39: [{ rank: "normal", mainsnak: item("Q702"), qualifiers: { P582: [{ snaktype: "somevalue" }] }, references: 5 }],
};
const ITEMS = {
  Q700: { label: "Institute of Ageing", ror: "049v75w11" },
  Q701: { label: "director" },
  Q702: { label: "Member of the Council" },
  Q703: { label: "Never true" },
};

let personCount = 0;
async function addPerson(positions: unknown[] = [], changes: Partial<PersonRecord> = {}) {
  const number = ++personCount;
  const ids = { orcid: orcidOf(100 + number), wikidata: `Q80${number}` };
  const name = `Ada Post ${number}`;
  const registerData = { employments: EMPLOYMENTS, statements: STATEMENTS, items: ITEMS };
  openData.people.push({ name, ...ids, ...registerData, ...changes });
  const record = { name, slug: `ada-post-${number}`, ...ids, positions, compared: true };
  const createAnswer = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect(createAnswer.status, JSON.stringify(createAnswer.body)).toBe(201);
  const id = createAnswer.body.id as string;
  return { id, name, slug: record.slug, path: `/api/admin/experts/${id}/positions`, ...ids };
}

describe("PR18 positions from registries", () => {
  test("are proposed with source and date, and only an editor accepts them", async () => {
    const { name, slug, path, orcid, wikidata } = await addPerson();
    const { status, body } = await getJson(site, path, { headers });
    expect([status, body.problems, body.alreadyThere]).toEqual([200, [], 0]);
    const source = { url: `https://orcid.org/${orcid}`, title: `${name}, ORCID` };
    const institution = (organization: typeof BRISTOL) => ({
      name: organization.name,
      ror: organization.ror,
      url: `https://ror.org/${organization.ror}`,
    });
    const proposedPositions = body.proposals.map(({ position }: { position: object }) => position);
    expect(proposedPositions).toMatchObject([
      {
        role: "Professor, Geography",
        institution: { name: "University of Bristol", ror: BRISTOL.ror },
        city: "Bristol",
        country: "GB",
        from: "2020-02-01",
        to: null,
        source,
        assertedBy: "University of Bristol, at ORCID",
        checkedAt: "2021-05-03",
      },
      { role: "Fellow", from: "2005", to: "2012-09", assertedBy: `${name}, at ORCID`, checkedAt: "" },
      {
        role: "director",
        institution: { name: "Institute of Ageing", ror: "049v75w11" },
        from: "2011-05",
        to: null,
        source: { url: "https://institute.example/people", title: "institute.example, named by Wikidata" },
        assertedBy: "Wikidata",
        checkedAt: "2022-03-04",
      },
      {
        role: "Member of the Council",
        to: "ended",
        source: { url: `https://www.wikidata.org/wiki/${wikidata}`, title: `${name}, Wikidata` },
      },
    ]);
    expect((await getJson(site, `/api/experts/${slug}`)).body.positions).toEqual([]);
    const keys = body.proposals.map(({ key }: { key: string }) => key);
    const acceptAnswer = await json(site, "POST", path, { take: [keys[1], keys[0]] }, { headers });
    expect(acceptAnswer.body.positions).toMatchObject([
      { role: "Professor, Geography", institution: institution(BRISTOL) },
      { role: "Fellow", institution: institution(OXFORD), to: "2012-09" },
    ]);
    expect(acceptAnswer.body).toMatchObject({ affiliation: "University of Bristol", city: "Bristol", country: "GB" });
    const remainingProposals = await getJson(site, path, { headers });
    expect([remainingProposals.body.alreadyThere, remainingProposals.body.proposals.length]).toEqual([2, 2]);
    const secondAcceptAnswer = await json(site, "POST", path, { take: [keys[2], keys[3]] }, { headers });
    expect(secondAcceptAnswer.body.positions.map(({ role }: { role: string }) => role)).toEqual([
      "Professor, Geography",
      "director",
      "Fellow",
      "Member of the Council",
    ]);
    const page = parsePage(await (await get(site, `/${slug}`)).text()).querySelector("#positions");
    expect(page?.textContent).toContain("as of May 2021 · according to University of Bristol, at ORCID");
  });

  test("a more detailed position replaces the one on the profile, and keeps its other fields", async () => {
    const position = {
      role: "",
      institution: { name: OXFORD.name, ror: "", url: "https://oxford.example/" },
      from: "",
      to: null,
    };
    const { path } = await addPerson([position], { statements: {} });
    const { proposals, alreadyThere } = (await getJson(site, path, { headers })).body;
    expect([proposals.map(({ instead }: { instead: number }) => instead), alreadyThere]).toEqual([[null, 0], 0]);
    const { body } = await json(site, "POST", path, { take: [proposals[1].key] }, { headers });
    expect(body.positions).toMatchObject([
      { role: "Fellow", institution: { ror: OXFORD.ror, url: "https://oxford.example/" }, from: "2005", to: "2012-09" },
    ]);
  });

  test("an editor ticks positions without scripts, and learns of changes made meanwhile", async () => {
    const { id, slug, path } = await addPerson();
    const address = `/admin/experts/${id}/positions`;
    const document = parsePage(await (await get(site, `${address}?ask=yes`, { headers })).text());
    const ticks = [...document.querySelectorAll<HTMLInputElement>('[name="take[]"]')].map(({ value }) => value);
    const updatedAt = document.querySelector<HTMLInputElement>('[name="updatedAt"]')?.value ?? "";
    expect(ticks).toHaveLength(4);
    const withoutChoice = await form(site, address, { updatedAt }, { headers });
    expect([withoutChoice.status, await withoutChoice.text()]).toEqual([
      400,
      expect.stringContaining("Please choose positions."),
    ]);
    const unknownKeyAnswer = await json(site, "POST", path, { take: ["0000000000000000"] }, { headers });
    expect(unknownKeyAnswer.status).toBe(409);
    const sentFields = [
      ["updatedAt", updatedAt],
      ["take[]", ticks[0] ?? ""],
    ] as [string, string][];
    expect((await form(site, address, sentFields, { headers })).status).toBe(303);
    expect((await getJson(site, `/api/experts/${slug}`)).body.positions).toHaveLength(1);
    expect(
      (
        await form(
          site,
          address,
          [
            ["updatedAt", updatedAt],
            ["take[]", ticks[1] ?? ""],
          ],
          { headers },
        )
      ).status,
    ).toBe(409);
  });

  test("a registry that does not answer is named, and the other one is shown", async () => {
    const { path, id } = await addPerson();
    openData.failures = { orcid: "503" };
    const { body } = await getJson(site, path, { headers });
    expect([body.problems, body.proposals.length]).toEqual([[expect.stringContaining("ORCID")], 2]);
    openData.failures = { orcid: "other JSON", wikidata: "broken JSON" };
    const text = await (await get(site, `/admin/experts/${id}/positions?ask=yes`, { headers })).text();
    expect(text).toContain("Wikidata");
    const withoutIdentifiers = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: "Bare Person", slug: "bare" },
      { headers },
    );
    const refusal = await getJson(site, `/api/admin/experts/${withoutIdentifiers.body.id}/positions`, { headers });
    expect(refusal.status).toBe(409);
  });
});
