/** Tests how pages and calls show statements that the quotes lack, and a model's opinion about them. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { eventually } from "../support/eventually";
import { type PageServer, startPageServer } from "../support/pages";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let pages: PageServer;
let ai: AiProvider;
let headers: Record<string, string>;
let id: string;
let evidence: Pair[];

const QUOTE = "Grace Hopper wrote the first compiler in 1952 and never taught at Yale.";
const TRUE_SENTENCE = "Grace Hopper wrote the first compiler in 1952.";
const FALSE_SENTENCE = "Grace Hopper wrote the first compiler in 1957.";

beforeAll(async () => {
  [pages, ai] = await Promise.all([startPageServer(), startAiProvider()]);
  pages.answers["/about"] = `<title>Grace Hopper</title><p>${QUOTE}</p>`;
  const FETCH_PRIVATE = `${ai.env.FETCH_PRIVATE},127.0.0.1:${pages.port}`;
  site = await startSite({
    starter: false,
    env: { ...ai.env, FETCH_PRIVATE, RATE_LIMIT: "off", OPEN_DATA: "off" },
  });
  headers = (await signUpAdmin(site)).headers;
  const person = { name: "Grace Hopper", slug: "grace", biography: `${TRUE_SENTENCE}\n\n${FALSE_SENTENCE}` };
  ({ id } = (await json(site, "POST", "/api/admin/experts", person, { headers })).body);
  for (const sentence of [TRUE_SENTENCE, FALSE_SENTENCE]) {
    const source = { field: "biography", sentence, url: `${pages.url}/about`, quote: QUOTE };
    const addAnswer = await json(site, "POST", `/api/admin/experts/${id}/evidence`, source, { headers });
    expect(addAnswer.status, JSON.stringify(addAnswer.body)).toBe(201);
  }
  evidence = await readPairs();
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

async function readPairs(): Promise<Pair[]> {
  const { fields } = (await getJson(site, `/api/admin/experts/${id}/evidence`, { headers })).body;
  return fields[0].sentences.map((sentence: { evidence: Pair[] }) => sentence.evidence[0]);
}

/** Returns the pairs once the model was asked about each. */
async function pairsWithOpinions(): Promise<Pair[]> {
  return eventually(async () => {
    const pairs = await readPairs();
    expect(pairs.map(({ opinion }) => opinion)).not.toContain(null);
    return pairs;
  });
}

const sourcesPath = () => `/admin/experts/${id}/sources`;
const openSourcesPage = async () => parsePage(await (await get(site, sourcesPath(), { headers })).text());

describe("EV12 a statement that the quote lacks", () => {
  test("is in the admins' calls with its position, and not in the readers' calls", async () => {
    const marks = { sentence: [[41, 45]], quote: [[41, 45]] };
    expect(evidence).toMatchObject([
      { facts: [] },
      { facts: [{ kind: "date", sentence: "1957", quote: "1952", marks }] },
    ]);
    const { body } = await getJson(site, "/api/experts/grace");
    expect(body.evidence).toHaveLength(2);
    expect(JSON.stringify(body.evidence)).not.toMatch(/facts|opinion/);
  });

  test("is marked on the sources page, which never claims that all is well", async () => {
    const document = await openSourcesPage();
    const gate = document.querySelector("[aria-labelledby=problems]")?.textContent;
    expect(gate).toContain("1 sentence states something that its quote does not.");
    expect(gate).not.toContain("No text model is set up");
    expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["1957", "1952"]);
    const [supportedSentence, unsupportedSentence] = document.querySelectorAll("[aria-labelledby=field-biography] li");
    expect(unsupportedSentence?.textContent).toContain("1957 is not in the quote, which has 1952.");
    expect(supportedSentence?.textContent).not.toMatch(/not in the quote|✓|✔|confirmed/i);
  });

  test("is shown to whoever is about to review the profile, with a link", async () => {
    const answer = await get(site, `/admin/experts/${id}/review`, { headers });
    const main = parsePage(await answer.text()).querySelector("main");
    expect(main?.textContent).toContain("1 sentence states something that its quote does not.");
    expect(Array.from(main?.querySelectorAll("li[dir]") ?? [], (element) => element.textContent)).toEqual([
      FALSE_SENTENCE,
    ]);
    expect(main?.querySelector(`p a[href="${sourcesPath()}"]`)).not.toBeNull();
  });

  test("refuses nothing", async () => {
    const { body } = await getJson(site, `/api/admin/experts/${id}/evidence`, { headers });
    expect(body.problems.filter(({ blocks }: { blocks: boolean }) => blocks)).toEqual([]);
  });

  test("is shown in the review of a submission", async () => {
    const contribution = "Grace Hopper taught at Yale.";
    const sentFields = {
      ...fullSubmission,
      name: "Grace Hopper",
      longevityContribution: contribution,
      referenceLinks: [`${pages.url}/about`],
    };
    const submitAnswer = await json(site, "POST", "/api/submissions", sentFields, { headers });
    expect(submitAnswer.status, JSON.stringify(submitAnswer.body)).toBe(201);
    const submission = submitAnswer.body.id as string;
    const source = { field: "longevityContribution", sentence: contribution, url: `${pages.url}/about`, quote: QUOTE };
    expect(
      (await json(site, "POST", `/api/admin/submissions/${submission}/evidence`, source, { headers })).status,
    ).toBe(201);
    const review = parsePage(await (await get(site, `/admin/submissions/${submission}`, { headers })).text());
    const warnings = review.querySelector("[aria-labelledby=not-in-quotes]");
    expect(warnings?.textContent).toContain("The quote says “never”, and the sentence denies nothing.");
    expect([...(warnings?.querySelectorAll("mark") ?? [])].map(({ textContent }) => textContent)).toContain("never");
  });
});

describe("EV12 the model's opinion", () => {
  test("is asked for once for each new pair, and stored with model and day", async () => {
    const opinions = await pairsWithOpinions();
    // Words in the model's answer that the sentence lacks are left out.
    expect(opinions[1]?.opinion).toMatchObject({
      says: "partly",
      words: ["1957"],
      provider: "openrouter",
      model: expect.any(String),
    });
    expect(opinions[1]?.opinion?.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const text = (await openSourcesPage()).querySelector("[aria-labelledby=field-biography]")?.textContent;
    expect(text).toContain(": the quote supports part of the sentence, not “1957”. A model may be wrong; you decide.");
    const requestCount = () =>
      ai.requests.filter(({ task, data }) => task === "opinion" && data.sentence === FALSE_SENTENCE).length;
    expect(requestCount()).toBe(1);
    // A later pair is asked about, and this one is not asked about again.
    const secondSource = {
      field: "biography",
      sentence: TRUE_SENTENCE,
      url: `${pages.url}/about`,
      quote: "Grace Hopper wrote the first compiler in 1952",
    };
    const addAnswer = await json(site, "POST", `/api/admin/experts/${id}/evidence`, secondSource, { headers });
    expect(addAnswer.status, JSON.stringify(addAnswer.body)).toBe(201);
    await eventually(() => expect(ai.requests.filter(({ data }) => data.quote === secondSource.quote)).toHaveLength(1));
    expect(requestCount()).toBe(1);
  });

  test("is asked for again once a text changes", async () => {
    const changedSentence = "Grace Hopper wrote the first compiler in 1958.";
    const biography = `${TRUE_SENTENCE}\n\n${changedSentence}`;
    expect((await json(site, "PUT", `/api/experts/${id}`, { biography }, { headers })).status).toBe(200);
    const heldAnswer = await json(
      site,
      "POST",
      `/api/admin/experts/${id}/evidence`,
      { intent: "hold", evidence: evidence[1]?.id, sentence: changedSentence },
      { headers },
    );
    expect(heldAnswer.status, JSON.stringify(heldAnswer.body)).toBe(201);
    await eventually(() => expect(ai.requests.filter(({ data }) => data.sentence === changedSentence)).toHaveLength(1));
    expect((await pairsWithOpinions())[1]?.opinion?.words).toEqual(["1958"]);
  });

  test("is asked for again by a button and by a call; a failing provider is named", async () => {
    const timeBefore = (await pairsWithOpinions())[0]?.opinion?.at ?? "";
    expect((await openSourcesPage()).querySelector("[aria-labelledby=field-biography]")?.textContent).toContain(
      "Ask the model again",
    );
    const response = await form(
      site,
      sourcesPath(),
      { intent: "opinion", evidence: evidence[0]?.id ?? "" },
      { headers },
    );
    expect(response.status).toBe(303);
    const newTime = (await readPairs())[0]?.opinion?.at ?? "";
    expect(newTime > timeBefore).toBe(true);
    const askByCall = () =>
      json(
        site,
        "POST",
        `/api/admin/experts/${id}/evidence`,
        { intent: "opinion", evidence: evidence[0]?.id },
        { headers },
      );
    ai.failNext("401");
    expect((await askByCall()).status).toBe(502);
    expect((await askByCall()).status).toBe(201);
  });

  test("is part of an export", async () => {
    await pairsWithOpinions();
    const text = await (await get(site, "/api/admin/export-database", { headers })).text();
    expect(text).toContain('"words":["1958"]');
  });
});
