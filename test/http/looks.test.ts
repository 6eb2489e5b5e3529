/** "Look here": sentences whose quotes may not say what they say, and a model's second opinion, with and without JSON. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { type Pages, startPages } from "../support/pages";
import { suggestion } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let pages: Pages;
let ai: AiProvider;
let headers: Record<string, string>;
let id: string;
let evidence: { id: string }[];

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
  const { fields } = (await getJson(site, `/api/admin/experts/${id}/evidence`, { headers })).body;
  evidence = fields[0].sentences.map((one: { evidence: unknown[] }) => one.evidence[0]);
});
afterAll(async () => {
  await site?.stop();
  await pages?.stop();
  await ai?.stop();
});

const path = () => `/admin/experts/${id}/sources`;
const sources = async () => new JSDOM(await (await get(site, path(), { headers })).text()).window.document;

describe("EV12 what to look at", () => {
  test("the calls give reasons beside the evidence, with their places; readers' calls give none", async () => {
    expect(evidence).toMatchObject([
      { look: [] },
      { look: [{ text: "The year 1957 is not in the quote, which says 1952.", quote: [[41, 45]] }] },
    ]);
    const { body } = await getJson(site, "/api/experts/grace");
    expect(body.evidence).toHaveLength(2);
    expect(JSON.stringify(body.evidence)).not.toContain("look");
  });

  test("the sources page says so at the gate and marks the words, and has no sign that all is well", async () => {
    const document = await sources();
    const gate = document.querySelector("[aria-labelledby=problems]")?.textContent;
    expect(gate).toContain("1 sentence may say something else than its quote.");
    expect(gate).not.toContain("No model is set up");
    expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["1957", "1952"]);
    const [good, bad] = document.querySelectorAll("[aria-labelledby=field-biography] li");
    expect(bad?.textContent).toContain("Look hereThe year 1957 is not in the quote");
    expect(good?.textContent).not.toMatch(/look here|✓|✔|confirmed/i);
  });

  test("who is about to review the profile is told, and led to the reasons", async () => {
    const answer = await get(site, `/admin/experts/${id}/review`, { headers });
    const main = new JSDOM(await answer.text()).window.document.querySelector("main");
    expect(main?.textContent).toContain("Look here: 1 sentence may say something else");
    expect(Array.from(main?.querySelectorAll("li[dir]") ?? [], (one) => one.textContent)).toEqual([FALSE]);
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
    const looks = review.window.document.querySelector("[aria-labelledby=looks]");
    expect(looks?.textContent).toContain("The quote denies something (“never”), the sentence does not.");
    expect([...(looks?.querySelectorAll("mark") ?? [])].map(({ textContent }) => textContent)).toContain("never");
  });
});

describe("EV12 a second opinion", () => {
  test("is asked for by a button, stands apart, and changes nothing", async () => {
    const before = (await sources()).querySelector("[aria-labelledby=field-biography]")?.textContent;
    expect(before).toContain("Ask a model for a second opinion");
    const asked = await form(site, path(), { intent: "opinion", evidence: evidence[1]?.id ?? "" }, { headers });
    const answer = new JSDOM(await asked.text()).window.document;
    expect([asked.status, answer.querySelector("li [role=status]")?.textContent]).toEqual([
      200,
      expect.stringContaining(
        "It finds a part of the sentence in the quote. The quote gives no year. A model may be wrong; you decide.",
      ),
    ]);
    expect((await sources()).querySelector("[aria-labelledby=field-biography]")?.textContent).toBe(before);
    expect(ai.requests.at(-1)).toMatchObject({ task: "opinion", data: { sentence: FALSE, quote: QUOTE } });
  });

  test("by a call, with its cost; a provider that fails is named", async () => {
    const ask = () =>
      json(
        site,
        "POST",
        `/api/admin/experts/${id}/evidence`,
        { intent: "opinion", evidence: evidence[0]?.id },
        { headers },
      );
    expect((await ask()).body.opinion).toMatchObject({
      evidence: evidence[0]?.id,
      supported: "partly",
      model: expect.any(String),
    });
    ai.failNext("401");
    expect((await ask()).status).toBe(502);
    expect((await ask()).status).toBe(201);
  });
});
