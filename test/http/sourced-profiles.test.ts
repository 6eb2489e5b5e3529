/** Tests people with a source for every sentence: a filter, a mark on the cards of all others, and the same in JSON calls. */

import { DomUtils, parseDocument } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;

beforeAll(async () => {
  site = await startSite({ starter: false });
  headers = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

const CONTRIBUTION = "Found why worms age. Wrote it down.";
const [FIRST, SECOND] = ["Found why worms age.", "Wrote it down."] as const;

async function readSourcedPeople() {
  const { body } = await getJson(site, "/api/experts/paginated?sourced=yes");
  const facetCounts = (await getJson(site, "/api/experts/paginated?status=living")).body.facets.sourced;
  expect((await getJson(site, "/api/experts/paginated?sourced=true")).body.experts).toEqual(body.experts);
  const searchResults = (await getJson(site, "/api/experts/paginated?sourced=yes&search=worms")).body.experts;
  expect(searchResults.map(({ slug }: { slug: string }) => slug)).toEqual(
    body.experts.map(({ slug }: { slug: string }) => slug),
  );
  const page = await (await get(site, "/directory?sourced=yes")).text();
  const document = parsePage(page);
  const cards = [...document.querySelectorAll(".card")].map((card) => card.querySelector("h3")?.textContent);
  const names = body.experts.map(({ name }: { name: string }) => name);
  expect(cards).toEqual(names);
  const everybody = parsePage(await (await get(site, "/directory")).text());
  for (const card of everybody.querySelectorAll(".card")) {
    const isSourced = names.includes(card.querySelector("h3")?.textContent);
    expect(card.textContent?.includes("Sources missing"), card.textContent ?? "").toBe(!isSourced);
  }
  return { names, facetCounts };
}

test("PB18 the filter finds people with a source for every sentence, and nobody else", async () => {
  const record = { status: "living", longevityContribution: CONTRIBUTION };
  const { body } = await json(site, "POST", "/api/admin/experts", { name: "Saul Sourced", ...record }, { headers });
  await json(site, "POST", "/api/admin/experts", { name: "Wanda Without", ...record }, { headers });
  const path = `/api/admin/experts/${body.id}/evidence`;
  const addReference = (sentence: string) =>
    json(
      site,
      "POST",
      path,
      { intent: "refer", field: "longevityContribution", sentence, doi: "10.1038/366461a0", title: "A worm" },
      { headers },
    );
  expect(await readSourcedPeople()).toEqual({ names: [], facetCounts: {} });
  expect((await addReference(FIRST)).status).toBe(201);
  expect(await readSourcedPeople()).toEqual({ names: [], facetCounts: {} });
  const { body: sources } = await addReference(SECOND);
  expect(await readSourcedPeople()).toEqual({ names: ["Saul Sourced"], facetCounts: { yes: 1 } });
  expect(await (await get(site, "/saul-sourced")).text()).toMatch(/2(<!-- -->)? of (<!-- -->)?2/);

  // An additional sentence has no source.
  const saveContribution = (text: string) =>
    json(site, "PUT", `/api/experts/${body.id}`, { longevityContribution: text }, { headers });
  expect((await saveContribution(`${CONTRIBUTION} And more.`)).status).toBe(200);
  expect((await readSourcedPeople()).names).toEqual([]);
  expect((await saveContribution(CONTRIBUTION)).status).toBe(200);
  expect((await readSourcedPeople()).names).toEqual(["Saul Sourced"]);

  const [{ evidence }] = sources.fields[0].sentences.filter(
    ({ sentence }: { sentence: string }) => sentence === SECOND,
  );
  await json(site, "POST", path, { intent: "remove", evidence: evidence[0].id }, { headers });
  expect((await readSourcedPeople()).names).toEqual([]);
  const removals = await query(
    site.dataDir,
    "SELECT subjectName, detail FROM auditLog WHERE action = 'source removed'",
  );
  expect(removals).toEqual([{ subjectName: "Saul Sourced", detail: expect.stringContaining(SECOND) }]);
});

test("PB18 a sentence that an editor keeps without a source is not sourced", async () => {
  const name = "Kim Kept";
  const { body } = await json(site, "POST", "/api/admin/experts", { name, longevityContribution: FIRST }, { headers });
  const decision = { intent: "keep", field: "longevityContribution", sentence: FIRST, reason: "Well known" };
  const answer = await json(site, "POST", `/api/admin/experts/${body.id}/evidence`, decision, { headers });
  expect(answer.status).toBe(201);
  expect((await readSourcedPeople()).names).not.toContain(name);
});

describe("the starter directory", () => {
  let starterSite: Site;
  let people: { slug: string; name: string }[];
  let topics: { slug: string }[];
  const pages = new Map<string, string>();
  beforeAll(async () => {
    starterSite = await startSite();
    people = (await getJson(starterSite, "/api/experts/paginated?limit=100")).body.experts;
    topics = (await getJson(starterSite, "/api/topics")).body.topics;
    const { articles } = (await getJson<{ articles: { slug: string }[] }>(starterSite, "/api/articles?limit=100")).body;
    const paths = [
      ...people.map(({ slug }) => `/${slug}`),
      ...articles.map(({ slug }) => `/articles/${slug}`),
      ...topics.map(({ slug }) => `/topics/${slug}`),
    ];
    for (const path of paths) pages.set(path, (await (await get(starterSite, path)).text()).replaceAll("<!-- -->", ""));
  });
  afterAll(() => starterSite?.stop());

  const sentenceCounts = (html = "") => /(\d+) of (\d+) sentences? with a source/.exec(html)?.slice(1) ?? [];

  test("PB18 the filter finds the people whose pages have all sources", async () => {
    const { body } = await getJson(starterSite, "/api/experts/paginated?sourced=yes&limit=100");
    const fullySourced = people.filter(({ slug }) => {
      const [sourced, total] = sentenceCounts(pages.get(`/${slug}`));
      return sourced && sourced === total;
    });
    const namesOf = (experts: { name: string }[]) => experts.map(({ name }) => name).sort();
    expect(namesOf(body.experts)).toEqual(namesOf(fullySourced));
    // A directory of a former version is checked at its next start.
    expect(await query(starterSite.dataDir, "SELECT value FROM cursors WHERE name = 'sourced'")).toEqual([
      { value: '{"after":null}' },
    ]);
  });

  test("EV11 every sentence, book, highlight and position of a fresh install has a footnote", async () => {
    expect(pages.size).toBeGreaterThan(100);
    let [sentenceCount, entryCount] = [0, 0];
    for (const [path, html] of pages) {
      const [sourced, total] = sentenceCounts(html);
      expect({ path, sourced }).toEqual({ path, sourced: total });
      sentenceCount += Number(total);
      const document = parseDocument(html).children;
      const ids = new Set(
        DomUtils.findAll(({ attribs }) => Boolean(attribs.id), document).map(({ attribs }) => attribs.id),
      );
      const references = linksIn(DomUtils.getElementsByTagName("sup", document));
      // A reference leads to a source on the page.
      for (const { attribs } of references) expect(ids, path).toContain(attribs.href?.slice(1));
      for (const section of ["books", "highlights", "positions"])
        for (const entry of entriesOf(document, section)) {
          entryCount++;
          const footnotes = linksIn(DomUtils.getElementsByTagName("sup", entry));
          expect(footnotes.length, `${path} ${DomUtils.textContent(entry)}`).toBeGreaterThan(0);
          if (section !== "highlights") continue;
          for (const { attribs } of linksIn(DomUtils.getElementsByTagName("h3", entry)))
            expect(attribs.href).not.toMatch(/google/);
        }
    }
    expect(sentenceCount).toBeGreaterThan(people.length * 8 + topics.length);
    expect(entryCount).toBeGreaterThan(people.length);
    expect(pages.get("/topics/cellular-senescence")).toContain("/articles/what-the-hallmarks-of-ageing-are");
  });
});

type Nodes = ReturnType<typeof parseDocument>["children"];

/** Returns the links that are children of the elements. */
function linksIn(elements: Nodes) {
  return DomUtils.getElementsByTagName("a", elements.flatMap(DomUtils.getChildren), false);
}

/** Returns the items of the list in a section of a profile. */
function entriesOf(document: Nodes, section: string) {
  const lists = DomUtils.getElementsByClassName("entries", DomUtils.getElements({ id: section }, document, true));
  return DomUtils.getElementsByTagName("li", lists.flatMap(DomUtils.getChildren), false);
}
