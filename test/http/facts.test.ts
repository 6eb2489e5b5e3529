/** What sentences state and their quotes have not, and what a model says of them, with and without JSON. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { eventually } from "../support/eventually";
import { type Pages, startPages } from "../support/pages";
import { suggestion } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let pages: Pages;
let ai: AiProvider;
let headers: Record<string, string>;
let id: string;
let evidence: Pair[];

const QUOTE = "Grace Hopper wrote the first compiler in 1952 and never taught at Yale.";
const TRUE = "Grace Hopper wrote the first compiler in 1952.";
const FALSE = "Grace Hopper wrote the first compiler in 1957.";

beforeAll(async () => {
  [pages, ai] = await Promise.all([startPages(), startAiProvider()]);
  pages.at["/about"] = `<title>Grace Hopper</title><p>${QUOTE}</p>`;
  const FETCH_PRIVATE = `${ai.env.FETCH_PRIVATE},127.0.0.1:${pages.port}`;
  site = await startSite({
    starter: false,
    env: { ...ai.env, FETCH_PRIVATE, RATE_LIMIT: "off", OPEN_DATA: "off" },
  });
  headers = (await signUpAdmin(site)).headers;
  const person = { name: "Grace Hopper", slug: "grace", biography: `${TRUE}\n\n${FALSE}` };
  ({ id } = (await json(site, "POST", "/api/admin/experts", person, { headers })).body);
  for (const sentence of [TRUE, FALSE]) {
    const source = { field: "biography", sentence, url: `${pages.url}/about`, quote: QUOTE };
    const added = await json(site, "POST", `/api/admin/experts/${id}/evidence`, source, { headers });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  evidence = await pairs();
});
afterAll(async () => {
  await site?.stop();
  await pages?.stop();
  await ai?.stop();
});

interface Pair {
  id: string;
  facts: object[];
  opinion: { says: string; words: string[]; model: string; at: string } | null;
}

async function pairs(): Promise<Pair[]> {
  const { fields } = (await getJson(site, `/api/admin/experts/${id}/evidence`, { headers })).body;
  return fields[0].sentences.map((sentence: { evidence: Pair[] }) => sentence.evidence[0]);
}

/** The pairs, once the site has asked about each. */
async function askedPairs(): Promise<Pair[]> {
  return eventually(async () => {
    const found = await pairs();
    expect(found.map(({ opinion }) => opinion)).not.toContain(null);
    return found;
  });
}

const path = () => `/admin/experts/${id}/sources`;
const sources = async () => new JSDOM(await (await get(site, path(), { headers })).text()).window.document;

describe("EV12 what a sentence states and its quote has not", () => {
  test("the calls give facts beside the evidence, with their places; readers' calls give none", async () => {
    const marks = { sentence: [[41, 45]], quote: [[41, 45]] };
    expect(evidence).toMatchObject([
      { facts: [] },
      { facts: [{ kind: "date", sentence: "1957", quote: "1952", marks }] },
    ]);
    const { body } = await getJson(site, "/api/experts/grace");
    expect(body.evidence).toHaveLength(2);
    expect(JSON.stringify(body.evidence)).not.toMatch(/facts|opinion/);
  });

  test("the sources page says so at the gate and marks the words, and has no sign that all is well", async () => {
    const document = await sources();
    const gate = document.querySelector("[aria-labelledby=problems]")?.textContent;
    expect(gate).toContain("1 sentence states something that its quote has not.");
    expect(gate).not.toContain("no text model is set up");
    expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["1957", "1952"]);
    const [good, bad] = document.querySelectorAll("[aria-labelledby=field-biography] li");
    expect(bad?.textContent).toContain("1957 is not in the quote, which has 1952.");
    expect(good?.textContent).not.toMatch(/not in the quote|✓|✔|confirmed/i);
  });

  test("who is about to review the profile is told, and led to it", async () => {
    const answer = await get(site, `/admin/experts/${id}/review`, { headers });
    const main = new JSDOM(await answer.text()).window.document.querySelector("main");
    expect(main?.textContent).toContain("1 sentence states something that its quote has not.");
    expect(Array.from(main?.querySelectorAll("li[dir]") ?? [], (element) => element.textContent)).toEqual([FALSE]);
    expect(main?.querySelector(`p a[href="${path()}"]`)).not.toBeNull();
  });

  test("nothing is refused for it", async () => {
    const { body } = await getJson(site, `/api/admin/experts/${id}/evidence`, { headers });
    expect(body.problems.filter(({ blocks }: { blocks: boolean }) => blocks)).toEqual([]);
  });

  test("the review of a submission shows it, too", async () => {
    const contribution = "Grace Hopper taught at Yale.";
    const sent = {
      ...suggestion,
      name: "Grace Hopper",
      longevityContribution: contribution,
      referenceLinks: [`${pages.url}/about`],
    };
    const made = await json(site, "POST", "/api/submissions", sent, { headers });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const submission = made.body.id as string;
    const source = { field: "longevityContribution", sentence: contribution, url: `${pages.url}/about`, quote: QUOTE };
    expect(
      (await json(site, "POST", `/api/admin/submissions/${submission}/evidence`, source, { headers })).status,
    ).toBe(201);
    const review = new JSDOM(await (await get(site, `/admin/submissions/${submission}`, { headers })).text());
    const differing = review.window.document.querySelector("[aria-labelledby=not-in-quotes]");
    expect(differing?.textContent).toContain("The quote says “never”, and the sentence denies nothing.");
    expect([...(differing?.querySelectorAll("mark") ?? [])].map(({ textContent }) => textContent)).toContain("never");
  });
});

describe("EV12 what a model says of it", () => {
  test("each new pair is asked about once, and the answer is kept with model and day as an opinion", async () => {
    const asked = await askedPairs();
    // Words that the sentence has not are no words of it.
    expect(asked[1]?.opinion).toMatchObject({
      says: "partly",
      words: ["1957"],
      provider: "openrouter",
      model: expect.any(String),
    });
    expect(asked[1]?.opinion?.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const text = (await sources()).querySelector("[aria-labelledby=field-biography]")?.textContent;
    expect(text).toContain(": the quote says a part of the sentence, not “1957”. A model may be wrong; you decide.");
    const about = () => ai.requests.filter(({ task, data }) => task === "opinion" && data.sentence === FALSE).length;
    expect(about()).toBe(1);
    // Another pair is asked about after it, and this one is not again.
    const more = {
      field: "biography",
      sentence: TRUE,
      url: `${pages.url}/about`,
      quote: "Grace Hopper wrote the first compiler in 1952",
    };
    const added = await json(site, "POST", `/api/admin/experts/${id}/evidence`, more, { headers });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    await eventually(() => expect(ai.requests.filter(({ data }) => data.quote === more.quote)).toHaveLength(1));
    expect(about()).toBe(1);
  });

  test("it is asked about again once a text changes", async () => {
    const changed = "Grace Hopper wrote the first compiler in 1958.";
    const biography = `${TRUE}\n\n${changed}`;
    expect((await json(site, "PUT", `/api/experts/${id}`, { biography }, { headers })).status).toBe(200);
    const moved = await json(
      site,
      "POST",
      `/api/admin/experts/${id}/evidence`,
      { intent: "hold", evidence: evidence[1]?.id, sentence: changed },
      { headers },
    );
    expect(moved.status, JSON.stringify(moved.body)).toBe(201);
    await eventually(() => expect(ai.requests.filter(({ data }) => data.sentence === changed)).toHaveLength(1));
    expect((await askedPairs())[1]?.opinion?.words).toEqual(["1958"]);
  });

  test("an editor may ask again by a button and by a call; a provider that fails is named", async () => {
    const before = (await askedPairs())[0]?.opinion?.at ?? "";
    expect((await sources()).querySelector("[aria-labelledby=field-biography]")?.textContent).toContain(
      "Ask the model again",
    );
    const asked = await form(site, path(), { intent: "opinion", evidence: evidence[0]?.id ?? "" }, { headers });
    expect(asked.status).toBe(303);
    const later = (await pairs())[0]?.opinion?.at ?? "";
    expect(later > before).toBe(true);
    const ask = () =>
      json(
        site,
        "POST",
        `/api/admin/experts/${id}/evidence`,
        { intent: "opinion", evidence: evidence[0]?.id },
        { headers },
      );
    ai.failNext("401");
    expect((await ask()).status).toBe(502);
    expect((await ask()).status).toBe(201);
  });

  test("opinions go along in an export", async () => {
    await askedPairs();
    const text = await (await get(site, "/api/admin/export-database", { headers })).text();
    expect(text).toContain('"words":["1958"]');
  });

  test("without a provider the page says that nobody was asked", async () => {
    const bare = await startSite({
      starter: false,
      env: { FETCH_PRIVATE: `127.0.0.1:${pages.port}`, RATE_LIMIT: "off" },
    });
    try {
      const admin = (await signUpAdmin(bare)).headers;
      const person = { name: "Grace Hopper", slug: "grace", biography: TRUE };
      const made = (await json(bare, "POST", "/api/admin/experts", person, { headers: admin })).body;
      const source = { field: "biography", sentence: TRUE, url: `${pages.url}/about`, quote: QUOTE };
      await json(bare, "POST", `/api/admin/experts/${made.id}/evidence`, source, { headers: admin });
      const text = await (await get(bare, `/admin/experts/${made.id}/sources`, { headers: admin })).text();
      expect(text).toContain("Nobody was asked whether the quotes say what the sentences say");
    } finally {
      await bare.stop();
    }
  });
});
