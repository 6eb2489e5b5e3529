/** Each export of a site can be imported again: into the same site without changes, and into an empty one completely. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { adaFull, addPeople } from "../support/people";
import { get, getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { applyImport, uploadTable } from "../support/table-imports";

type Node = Record<string, unknown>;

let full: Site;
let empty: Site;
let headers: Record<"full" | "empty", Record<string, string>>;
beforeAll(async () => {
  [full, empty] = await Promise.all([startSite(), startSite({ starter: false })]);
  const fullRecord = {
    ...adaFull,
    categories: ["academic", "author"],
    imageUrl: "",
    topics: [],
    sources: adaFull.sources.slice(0, 1),
  };
  await addPeople(full, [
    { ...fullRecord, orcid: "0000-0002-1825-0097", affiliation: "University of Bland", country: "GB", city: "Bland" },
    {
      name: "Li Short",
      title: "Nurse",
      longevityContribution: `Found one thing, and then ${"another, ".repeat(60)}at last.`,
    },
  ]);
  headers = { full: (await signUpAdmin(full)).headers, empty: (await signUpAdmin(empty)).headers };
});
afterAll(() => Promise.all([full?.stop(), empty?.stop()]));

const slugs = async () =>
  (await getJson(full, "/api/experts/paginated?limit=100")).body.experts.map(({ slug }: { slug: string }) => slug);
const list = async (format: string) => `/api/my-list?format=${format}&people=${(await slugs()).slice(0, 60).join(",")}`;

const FILES: [name: string, address: () => string | Promise<string>][] = [
  ["dataset.csv", () => "/api/dataset/csv"],
  ["dataset.jsonld", () => "/api/dataset/jsonld"],
  ["list.csv", () => list("csv")],
  ["list.vcf", () => list("vcf")],
  ["experts.json", () => "/api/experts/paginated?limit=100"],
];

describe.each(FILES)("%s", (name, address) => {
  test("is imported into its own site without a change", async () => {
    const content = await (await get(full, await address(), { headers: headers.full })).text();
    const { counts } = await uploadTable(full, { headers: headers.full, name, content });
    expect(counts).toMatchObject({ new: 0, changed: 0, question: 0, refused: 0 });
    expect(counts.same).toBeGreaterThan(45);
  });

  test("is imported into an empty site completely", async () => {
    const content = await (await get(full, await address(), { headers: headers.full })).text();
    const checked = await uploadTable(empty, { headers: headers.empty, name, content });
    expect(checked.counts).toMatchObject({ refused: 0 });
    const { new: newCount, same, changed, question } = checked.counts;
    expect(newCount + same + changed + question).toBeGreaterThan(45);
    expect(question).toBe(0);
  });
});

test("the dataset that was imported into an empty site gives the same dataset", async () => {
  const content = await (await get(full, "/api/dataset/jsonld")).text();
  const file = { headers: headers.empty, name: "whole.jsonld", content };
  await applyImport(empty, await uploadTable(empty, file, { state: "public" }), headers.empty);
  const peopleByName = async (site: Site) => {
    const graph: Node[] = JSON.parse(await (await get(site, "/api/dataset/jsonld")).text())["@graph"];
    return new Map(graph.filter((node) => node["@type"] === "Person").map((node) => [String(node.name), node]));
  };
  const [original, imported] = [await peopleByName(full), await peopleByName(empty)];
  expect([...imported.keys()].toSorted()).toEqual([...original.keys()].toSorted());
  const facts = ({ jobTitle, description, knowsAbout, sameAs, subjectOf, affiliation }: Node) => {
    const topics = [knowsAbout].flat().map(String).toSorted();
    return { jobTitle, description, topics, sameAs, subjectOf, affiliation };
  };
  for (const [name, node] of original) expect(facts(imported.get(name) ?? {})).toEqual(facts(node));
});
