/** Checks that each export of a site can be imported again: into the same site without changes, and into an empty one completely. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { adaFull, addPeople } from "../support/people";
import { get, getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { applyImport, uploadTable } from "../support/table-imports";

type Node = Record<string, unknown>;

let fullSite: Site;
let emptySite: Site;
let headers: Record<"full" | "empty", Record<string, string>>;
beforeAll(async () => {
  [fullSite, emptySite] = await Promise.all([startSite(), startSite({ starter: false })]);
  const fullRecord = {
    ...adaFull,
    categories: ["academic", "author"],
    imageUrl: "",
    topics: [],
    sources: adaFull.sources.slice(0, 1),
  };
  await addPeople(fullSite, [
    { ...fullRecord, orcid: "0000-0002-1825-0097", affiliation: "University of Bland", country: "GB", city: "Bland" },
    {
      name: "Li Short",
      title: "Nurse",
      longevityContribution: `Found one thing, and then ${"another, ".repeat(60)}at last.`,
    },
  ]);
  headers = { full: (await signUpAdmin(fullSite)).headers, empty: (await signUpAdmin(emptySite)).headers };
});
afterAll(() => Promise.all([fullSite?.stop(), emptySite?.stop()]));

const readSlugs = async () =>
  (await getJson(fullSite, "/api/experts/paginated?limit=100")).body.experts.map(({ slug }: { slug: string }) => slug);
const listAddress = async (format: string) =>
  `/api/my-list?format=${format}&people=${(await readSlugs()).slice(0, 60).join(",")}`;

const FILES: [name: string, address: () => string | Promise<string>][] = [
  ["dataset.csv", () => "/api/dataset/csv"],
  ["dataset.jsonld", () => "/api/dataset/jsonld"],
  ["list.csv", () => listAddress("csv")],
  ["list.vcf", () => listAddress("vcf")],
  ["experts.json", () => "/api/experts/paginated?limit=100"],
];

describe.each(FILES)("%s", (name, address) => {
  test("is imported into its own site without a change", async () => {
    const content = await (await get(fullSite, await address(), { headers: headers.full })).text();
    const { counts } = await uploadTable(fullSite, { headers: headers.full, name, content });
    expect(counts).toMatchObject({ new: 0, changed: 0, question: 0, refused: 0 });
    expect(counts.same).toBeGreaterThan(45);
  });

  test("is imported into an empty site completely", async () => {
    const content = await (await get(fullSite, await address(), { headers: headers.full })).text();
    const checkedImport = await uploadTable(emptySite, { headers: headers.empty, name, content });
    expect(checkedImport.counts).toMatchObject({ refused: 0 });
    const { new: newCount, same, changed, question } = checkedImport.counts;
    expect(newCount + same + changed + question).toBeGreaterThan(45);
    expect(question).toBe(0);
  });
});

test("the dataset that was imported into an empty site gives the same dataset", async () => {
  const content = await (await get(fullSite, "/api/dataset/jsonld")).text();
  const file = { headers: headers.empty, name: "whole.jsonld", content };
  await applyImport(emptySite, await uploadTable(emptySite, file, { state: "public" }), headers.empty);
  const peopleByName = async (site: Site) => {
    const graph: Node[] = JSON.parse(await (await get(site, "/api/dataset/jsonld")).text())["@graph"];
    return new Map(graph.filter((node) => node["@type"] === "Person").map((node) => [String(node.name), node]));
  };
  const [originalPeople, importedPeople] = [await peopleByName(fullSite), await peopleByName(emptySite)];
  expect([...importedPeople.keys()].toSorted()).toEqual([...originalPeople.keys()].toSorted());
  const factsOf = ({ jobTitle, description, knowsAbout, sameAs, subjectOf, affiliation }: Node) => {
    const topics = [knowsAbout].flat().map(String).toSorted();
    return { jobTitle, description, topics, sameAs, subjectOf, affiliation };
  };
  for (const [name, node] of originalPeople) expect(factsOf(importedPeople.get(name) ?? {})).toEqual(factsOf(node));
});
