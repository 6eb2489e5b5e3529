/** Who has a source for every sentence: a list of its own, a mark on the cards of all others, the same in the JSON calls. */
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

async function listed() {
  const { body } = await getJson(site, "/api/experts/paginated?sourced=yes");
  const counted = (await getJson(site, "/api/experts/paginated?status=living")).body.facets.sourced;
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
  return { names, counted };
}

test("PB18 who has a source for every sentence is found by the filter, and only then", async () => {
  const record = { status: "living", longevityContribution: CONTRIBUTION };
  const { body } = await json(site, "POST", "/api/admin/experts", { name: "Saul Sourced", ...record }, { headers });
  await json(site, "POST", "/api/admin/experts", { name: "Wanda Without", ...record }, { headers });
  const path = `/api/admin/experts/${body.id}/evidence`;
  const refer = (sentence: string) =>
    json(
      site,
      "POST",
      path,
      { intent: "refer", field: "longevityContribution", sentence, doi: "10.1038/366461a0", title: "A worm" },
      { headers },
    );
  expect(await listed()).toEqual({ names: [], counted: {} });
  expect((await refer(FIRST)).status).toBe(201);
  expect(await listed()).toEqual({ names: [], counted: {} });
  const { body: sources } = await refer(SECOND);
  expect(await listed()).toEqual({ names: ["Saul Sourced"], counted: { yes: 1 } });
  expect(await (await get(site, "/saul-sourced")).text()).toMatch(/2(<!-- -->)? of (<!-- -->)?2/);

  // A sentence more has none.
  const edit = (text: string) =>
    json(site, "PUT", `/api/experts/${body.id}`, { longevityContribution: text }, { headers });
  expect((await edit(`${CONTRIBUTION} And more.`)).status).toBe(200);
  expect((await listed()).names).toEqual([]);
  expect((await edit(CONTRIBUTION)).status).toBe(200);
  expect((await listed()).names).toEqual(["Saul Sourced"]);

  const [{ evidence }] = sources.fields[0].sentences.filter(
    ({ sentence }: { sentence: string }) => sentence === SECOND,
  );
  await json(site, "POST", path, { intent: "remove", evidence: evidence[0].id }, { headers });
  expect((await listed()).names).toEqual([]);
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
  expect((await listed()).names).not.toContain(name);
});

test("PB18 the starter says of itself what its pages say", async () => {
  const full = await startSite();
  try {
    const { body } = await getJson(full, "/api/experts/paginated?sourced=yes&limit=100");
    const { body: all } = await getJson(full, "/api/experts/paginated?limit=100");
    const marked: string[] = [];
    for (const { slug, name } of all.experts) {
      const page = (await (await get(full, `/${slug}`)).text()).replaceAll("<!-- -->", "");
      const [, sourced, of] = /(\d+) of (\d+) sentences? with a source/.exec(page) ?? [];
      if (sourced && sourced === of) marked.push(name);
    }
    expect(body.experts.map(({ name }: { name: string }) => name).sort()).toEqual(marked.sort());
    // A directory from before this was written down learns it at its next start.
    expect(await query(full.dataDir, "SELECT value FROM cursors WHERE name = 'sourced'")).toEqual([
      { value: '{"after":null}' },
    ]);
  } finally {
    await full.stop();
  }
});

test("EV11 every sentence, book, highlight and position that a fresh install shows has a footnote", async () => {
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
    let counted = 0;
    for (const path of paths) {
      const { document } = new JSDOM(await (await get(full, path)).text()).window;
      const body = document.body.textContent ?? "";
      const [, sourced, of] = /(\d+) of (\d+) sentences? with a source/.exec(body) ?? [];
      expect({ path, sourced }).toEqual({ path, sourced: of });
      counted += Number(of);
      for (const section of ["books", "highlights", "positions"])
        for (const entry of document.querySelectorAll(`#${section} .entries > li`)) {
          expect(entry.querySelector("sup > a"), `${path} ${entry.textContent}`).not.toBeNull();
          if (section === "highlights")
            expect(entry.querySelector("h3 > a")?.getAttribute("href")).not.toMatch(/google/);
        }
      // A reference leads to a source that is there.
      for (const link of document.querySelectorAll<HTMLAnchorElement>("sup > a"))
        expect(document.querySelector(link.getAttribute("href") as string), path).not.toBeNull();
    }
    expect(counted).toBeGreaterThan(people.experts.length * 8 + topics.topics.length);
    const aboutSenescence = await (await get(full, "/topics/cellular-senescence")).text();
    expect(aboutSenescence).toContain("/articles/what-the-hallmarks-of-ageing-are");
  } finally {
    await full.stop();
  }
});
