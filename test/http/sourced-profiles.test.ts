/** People with a source for every sentence: a filter, a mark on the cards of all others, and the same in JSON calls. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
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

async function sourcedPeople() {
  const { body } = await getJson(site, "/api/experts/paginated?sourced=yes");
  const facetCounts = (await getJson(site, "/api/experts/paginated?status=living")).body.facets.sourced;
  expect((await getJson(site, "/api/experts/paginated?sourced=true")).body.experts).toEqual(body.experts);
  const searched = (await getJson(site, "/api/experts/paginated?sourced=yes&search=worms")).body.experts;
  expect(searched.map(({ slug }: { slug: string }) => slug)).toEqual(
    body.experts.map(({ slug }: { slug: string }) => slug),
  );
  const page = await (await get(site, "/directory?sourced=yes")).text();
  const { document } = new JSDOM(page).window;
  const cards = [...document.querySelectorAll(".card")].map((card) => card.querySelector("h3")?.textContent);
  const names = body.experts.map(({ name }: { name: string }) => name);
  expect(cards).toEqual(names);
  const everybody = new JSDOM(await (await get(site, "/directory")).text()).window.document;
  for (const card of everybody.querySelectorAll(".card")) {
    const isSourced = names.includes(card.querySelector("h3")?.textContent);
    expect(card.textContent?.includes("Sources missing"), card.textContent ?? "").toBe(!isSourced);
  }
  return { names, counted: facetCounts };
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
  expect(await sourcedPeople()).toEqual({ names: [], counted: {} });
  expect((await addReference(FIRST)).status).toBe(201);
  expect(await sourcedPeople()).toEqual({ names: [], counted: {} });
  const { body: sources } = await addReference(SECOND);
  expect(await sourcedPeople()).toEqual({ names: ["Saul Sourced"], counted: { yes: 1 } });
  expect(await (await get(site, "/saul-sourced")).text()).toMatch(/2(<!-- -->)? of (<!-- -->)?2/);

  // An additional sentence has no source.
  const saveContribution = (text: string) =>
    json(site, "PUT", `/api/experts/${body.id}`, { longevityContribution: text }, { headers });
  expect((await saveContribution(`${CONTRIBUTION} And more.`)).status).toBe(200);
  expect((await sourcedPeople()).names).toEqual([]);
  expect((await saveContribution(CONTRIBUTION)).status).toBe(200);
  expect((await sourcedPeople()).names).toEqual(["Saul Sourced"]);

  const [{ evidence }] = sources.fields[0].sentences.filter(
    ({ sentence }: { sentence: string }) => sentence === SECOND,
  );
  await json(site, "POST", path, { intent: "remove", evidence: evidence[0].id }, { headers });
  expect((await sourcedPeople()).names).toEqual([]);
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
  expect((await sourcedPeople()).names).not.toContain(name);
});

test("PB18 the filter on the starter directory finds the people whose pages have all sources", async () => {
  const full = await startSite();
  try {
    const { body } = await getJson(full, "/api/experts/paginated?sourced=yes&limit=100");
    const { body: everybody } = await getJson(full, "/api/experts/paginated?limit=100");
    const fullySourced: string[] = [];
    for (const { slug, name } of everybody.experts) {
      const page = (await (await get(full, `/${slug}`)).text()).replaceAll("<!-- -->", "");
      const [, sourced, total] = /(\d+) of (\d+) sentences? with a source/.exec(page) ?? [];
      if (sourced && sourced === total) fullySourced.push(name);
    }
    expect(body.experts.map(({ name }: { name: string }) => name).sort()).toEqual(fullySourced.sort());
    // A directory of a former version is checked at its next start.
    expect(await query(full.dataDir, "SELECT value FROM cursors WHERE name = 'sourced'")).toEqual([
      { value: '{"after":null}' },
    ]);
  } finally {
    await full.stop();
  }
});

test("EV11 every sentence, book, highlight and position of a fresh install has a footnote", async () => {
  const full = await startSite();
  try {
    const { body: people } = await getJson(full, "/api/experts/paginated?limit=100");
    const { body: articles } = await getJson(full, "/api/articles?limit=100");
    const { body: topics } = await getJson(full, "/api/topics");
    const paths = [
      ...people.experts.map(({ slug }: { slug: string }) => `/${slug}`),
      ...articles.articles.map(({ slug }: { slug: string }) => `/articles/${slug}`),
      ...topics.topics.map(({ slug }: { slug: string }) => `/topics/${slug}`),
    ];
    expect(paths.length).toBeGreaterThan(100);
    let sentenceCount = 0;
    for (const path of paths) {
      const { document } = new JSDOM(await (await get(full, path)).text()).window;
      const body = document.body.textContent ?? "";
      const [, sourced, total] = /(\d+) of (\d+) sentences? with a source/.exec(body) ?? [];
      expect({ path, sourced }).toEqual({ path, sourced: total });
      sentenceCount += Number(total);
      for (const section of ["books", "highlights", "positions"])
        for (const entry of document.querySelectorAll(`#${section} .entries > li`)) {
          expect(entry.querySelector("sup > a"), `${path} ${entry.textContent}`).not.toBeNull();
          if (section === "highlights")
            expect(entry.querySelector("h3 > a")?.getAttribute("href")).not.toMatch(/google/);
        }
      // A reference leads to a source on the page.
      for (const link of document.querySelectorAll<HTMLAnchorElement>("sup > a"))
        expect(document.querySelector(link.getAttribute("href") as string), path).not.toBeNull();
    }
    expect(sentenceCount).toBeGreaterThan(people.experts.length * 8 + topics.topics.length);
    const aboutSenescence = await (await get(full, "/topics/cellular-senescence")).text();
    expect(aboutSenescence).toContain("/articles/what-the-hallmarks-of-ageing-are");
  } finally {
    await full.stop();
  }
});
