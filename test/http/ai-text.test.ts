/** Tests the calls that write texts of a profile, with a local server in place of the providers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type AiFailure, type AiProvider, startAiProvider } from "../support/ai-provider";
import { query } from "../support/database";
import { type PageServer, startPageServer } from "../support/pages";
import { addPeople } from "../support/people";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let ai: AiProvider;
let pages: PageServer;
let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  ai = await startAiProvider();
  pages = await startPageServer();
  const links = { FETCH_PRIVATE: `${ai.env.FETCH_PRIVATE},127.0.0.1:${pages.port}` };
  site = await startSite({ starter: false, env: { ...ai.env, ...links, AI_TIMEOUT_MS: "3000" } });
  headers = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  await pages?.stop();
  await ai?.stop();
});
beforeEach(() => ai.reset());

const ask = (path: string, body: unknown) => json(site, "POST", path, body, { headers });
const person = { expertName: "Ada Example", expertTitle: "Professor", longevityContribution: "Found out why." };
const usedModel = { provider: "openrouter", model: "anthropic/claude-sonnet-4" };

const checkedAnswer = (count: number) => ({
  evidence: Array.from({ length: count }, () => expect.objectContaining({ keptBy: "", source: expect.any(Object) })),
  unsupported: [],
  notice: "",
  failedPages: [],
});

const CONTRIBUTION = "/api/openai/generate-contribution";
const BIOGRAPHY = "/api/openai/generate-biography";
const HIGHLIGHTS = "/api/openai/generate-science-highlights";
const REFERENCES = "/api/ai/find-references";
const RESEARCH = "/api/research/generate-expert";
const TAGS = "/api/admin/generate-seo-tags";

describe("written texts", () => {
  test("AI04 a contribution takes categories by key or in words", async () => {
    const details = { expertName: "Ada Example", expertTitle: "", categories: ["academic", "Sailors"] };
    const { status, body } = await ask(CONTRIBUTION, { ...details, additionalContext: "Born 1815." });
    const longevityContribution = expect.stringContaining("Ada Example");
    expect([status, body]).toEqual([200, { longevityContribution, ...checkedAnswer(1), ...usedModel }]);
    expect(ai.requests[0]).toMatchObject({
      task: "contribution",
      data: {
        expertName: "Ada Example",
        expertTitle: "Longevity Expert",
        categories: ["Academic Researchers", "Sailors"],
        additionalContext: "Born 1815.",
      },
    });
  });

  test("AI05 a biography comes from the chosen provider and model", async () => {
    const { status, body } = await ask(BIOGRAPHY, { ...person, provider: "openai" });
    expect([status, body]).toEqual([
      200,
      {
        biography: expect.stringMatching(/^Ada Example is known[^\n]+\.\n\nBefore that/),
        ...checkedAnswer(2),
        provider: "openai",
        model: "gpt-4o",
      },
    ]);
    expect(ai.requests[0]).toMatchObject({ task: "biography", data: person });
  });

  test("AI06 AI09 at most three science highlights, each on one line; an empty list is a valid answer", async () => {
    const { status, body } = await ask(HIGHLIGHTS, person);
    expect([status, body]).toEqual([200, { scienceHighlights: expect.any(Array), ...checkedAnswer(3), ...usedModel }]);
    expect(body.scienceHighlights).toHaveLength(3);
    expect(body.scienceHighlights[0]).toMatch(/^Cellular ageing\|[^|\n]+\.$/);

    pages.answers["/ada"] = "<title>Ada Example</title><p>Ada Example showed that one and two are different.</p>";
    ai.answers.pages = () => JSON.stringify({ pages: [`${pages.url}/ada`] });
    const source = { source: 1, quote: "showed that one and two are different" };
    const manyHighlights = ["A|B", "a b", "", "C\nD", "E", "F"].map((topic) => ({
      topic,
      summary: "One | two.\n",
      ...source,
    }));
    ai.answers.highlights = () => JSON.stringify({ highlights: manyHighlights });
    expect((await ask(HIGHLIGHTS, person)).body.scienceHighlights).toEqual([
      "a b|One two.",
      "C D|One two.",
      "E|One two.",
    ]);
    ai.answers.highlights = () => '{"highlights":[]}';
    expect((await ask(HIGHLIGHTS, person)).body.scienceHighlights).toEqual([]);
  });

  test("AI07 D54 references are pages that were opened and name the person; the others have a reason", async () => {
    pages.answers["/ada"] = "<title>Ada Example</title><h1>Ada Example</h1><p>Professor.</p>";
    pages.answers["/other"] = "<h1>Somebody Else</h1>";
    const links = ["/ada", "/other", "/gone"].map((path) => ({ label: `Page | ${path}`, url: pages.url + path }));
    const script = { label: "Script", url: "javascript:alert(1)" };
    ai.answers.references = () => JSON.stringify({ links: [...links, script, links[0]] });
    const { status, body } = await ask(REFERENCES, { expertName: "Ada Example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ referenceLinks: [`Page /ada|${pages.url}/ada`], ...usedModel });
    expect(body.rejectedLinks).toEqual([
      { label: "Page /other", url: `${pages.url}/other`, reason: expect.any(String) },
      { label: "Page /gone", url: `${pages.url}/gone`, reason: expect.stringContaining("404") },
      { ...script, reason: "it is not a web address" },
    ]);
  });

  test("AI08 AI02 a draft has all fields, and leaves the admin's own contribution as it is", async () => {
    ai.answers.references = () => '{"links":[]}';
    const { status, body } = await ask(RESEARCH, { expertName: " Ada Example " });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expertName: "Ada Example",
      expertTitle: "Longevity Expert",
      categories: ["academic", "author"],
      longevityContribution: expect.stringContaining("Ada Example"),
      biography: expect.stringContaining("Ada Example"),
      referenceLinks: [],
      rejectedLinks: [{ label: "Website" }, { label: "Laboratory" }],
      researchData: { keyFacts: [expect.any(String), expect.any(String)], uncertainties: [expect.any(String)] },
      // The question for pages costs as well.
      costUsd: 0.02,
      ...usedModel,
    });
    const details = { expertName: "Ada Example", expertTitle: "Countess", customContribution: "Wrote <b>notes</b>." };
    expect((await ask(RESEARCH, details)).body).toMatchObject({
      expertTitle: "Countess",
      longevityContribution: "Wrote <b>notes</b>.",
    });
    expect(ai.requests[1]?.data).toMatchObject(details);
  });

  test("PW19 SEO tags of an article are cleaned", async () => {
    ai.answers.seoTags = () => JSON.stringify({ tags: ["#Sleep", "sleep", "deep, sound sleep", "x".repeat(51), " "] });
    const { status, body } = await ask(TAGS, { content: "Sleep well.", title: "Sleep" });
    expect([status, body]).toEqual([200, { tags: ["sleep", "deep sound sleep"], ...usedModel }]);
    expect(ai.requests[0]).toMatchObject({ task: "seoTags", data: { content: "Sleep well.", title: "Sleep" } });
  });

  test("AI01 AI10 missing or unlisted input is refused before a provider is asked", async () => {
    const nameError = { expertName: "Please enter an expert name." };
    for (const path of [CONTRIBUTION, BIOGRAPHY, HIGHLIGHTS, REFERENCES, RESEARCH]) {
      for (const body of [{}, { expertName: "  " }]) {
        expect(await ask(path, body), path).toMatchObject({ status: 400, body: { fieldErrors: nameError } });
      }
      const model = { ...person, model: "acme/other" };
      expect(await ask(path, model), path).toMatchObject({
        status: 400,
        body: { fieldErrors: { model: expect.stringContaining("from the list") } },
      });
    }
    expect((await ask(TAGS, { title: "Only a title" })).body.fieldErrors).toHaveProperty("content");
    expect((await ask(CONTRIBUTION, { ...person, additionalContext: "a".repeat(4_001) })).status).toBe(400);
    expect((await ask(CONTRIBUTION, [])).status).toBe(400);
    expect(ai.requests).toEqual([]);
  });

  test("prompts are edited in the settings, and do not appear on public pages", async () => {
    const settings = { "prompt.biography": "Write it as a ballad.\r\nIn four verses." };
    expect((await form(site, "/admin/settings/prompts", settings, { headers })).status).toBe(303);
    await ask(BIOGRAPHY, person);
    expect(ai.requests[0]?.system).toMatch(/^Write it as a ballad\.\nIn four verses\.\n\nRules that always hold:\n/);
    const pageText = (await (await get(site, "/admin/settings/prompts", { headers })).text()).replaceAll(
      "<!-- -->",
      "",
    );
    expect(pageText).toContain("Write it as a ballad.");
    expect(await (await get(site, "/")).text()).not.toContain("ballad");
    expect(pageText).toContain("Biography (changed)");
    const tooLong = { "prompt.biography": "a".repeat(8_001) };
    expect((await form(site, "/admin/settings", tooLong, { headers })).status).toBe(400);
    await form(site, "/admin/settings", { "prompt.biography": "" }, { headers });
    await ask(BIOGRAPHY, person);
    expect(ai.requests[1]?.system).toMatch(/^You write for a curated directory/);
    const { biography } = (await import("../../app/subject/prompts.server")).PROMPTS;
    await form(site, "/admin/settings", { "prompt.biography": biography.text.replaceAll("\n", "\r\n") }, { headers });
    expect(await (await get(site, "/admin/settings/prompts", { headers })).text()).not.toContain("(changed)");
  });
});

describe("D51 AI09 a provider that fails", () => {
  test.each<[AiFailure, number, RegExp]>([
    ["429 for an hour", 502, /receives too many requests at the moment \(429\)\. Please try again in 60 minutes/],
    ["401", 502, /did not accept the key in OPENROUTER_API_KEY/],
    ["502 with HTML", 502, /sent a web page instead of an answer \(502\)/],
    ["200 with error", 502, /The upstream model is overloaded/],
    ["cut stream", 502, /broke off in the middle/],
    ["truncated JSON", 502, /answered twice in a form that cannot be used/],
    ["empty choices", 502, /sent an empty answer/],
    ["refusal", 502, /declined/],
    ["very long", 502, /without finishing/],
  ])("%s is a clear answer", async (kind, status, message) => {
    ai.failNext(kind, 2);
    expect(await ask(HIGHLIGHTS, person)).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  });

  test("silence is answered after AI_TIMEOUT_MS, and other requests are answered meanwhile", async () => {
    ai.failNext("never answers", 3);
    const answers = [CONTRIBUTION, BIOGRAPHY, HIGHLIGHTS].map((path) => ask(path, person));
    let isOver = false;
    void Promise.all(answers).then(() => {
      isOver = true;
    });
    await ai.nextRequest();
    for (const path of ["/healthz", "/", "/directory"]) expect((await get(site, path)).status).toBe(200);
    expect(isOver).toBe(false);
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body]).toEqual([
        502,
        { message: "OpenRouter did not answer within 3 seconds. Please try again." },
      ]);
    }
  });

  test("D41 a missing model is replaced by its successor", async () => {
    ai.removedModels.add("anthropic/claude-sonnet-4");
    expect((await ask(BIOGRAPHY, person)).body).toMatchObject({ model: "anthropic/claude-sonnet-4.5" });
  });

  test("a question is stopped as soon as its reader has left", async () => {
    ai.failNext("slow stream");
    const abortController = new AbortController();
    const type = { Origin: site.url, "Content-Type": "application/json" };
    const options = { method: "POST", headers: { ...headers, ...type }, body: JSON.stringify(person) };
    const request = fetch(site.url + BIOGRAPHY, { ...options, signal: abortController.signal }).catch(() => "left");
    await ai.nextRequest();
    abortController.abort();
    expect(await request).toBe("left");
    const lastCall = async () =>
      (await query(site.dataDir, "SELECT message FROM aiCalls ORDER BY rowId DESC LIMIT 1"))[0];
    await expect.poll(lastCall).toEqual({ message: "The question to OpenRouter was stopped." });
  });
});

test("keys appear in no page, answer, log line or export", async () => {
  const publicTexts: string[] = [];
  for (const provider of ["openrouter", "openai"]) {
    ai.failNext("401");
    publicTexts.push(JSON.stringify((await ask(BIOGRAPHY, { ...person, provider })).body));
    ai.failNext("403");
    publicTexts.push(JSON.stringify((await ask(BIOGRAPHY, { ...person, provider })).body));
  }
  for (const path of ["/", "/admin", "/admin/settings", "/api/admin/export-database"]) {
    const answer = await get(site, path, { headers });
    expect(answer.status, path).toBe(200);
    publicTexts.push(await answer.text());
  }
  expect(publicTexts[0]).toContain("OPENROUTER_API_KEY");
  const failureLines = () => site.logs().filter(({ msg }) => msg === "an AI provider failed");
  await expect
    .poll(() => failureLines().at(-1))
    .toMatchObject({ provider: "openai", task: "biography", reason: expect.stringContaining("OpenAI") });
  publicTexts.push(JSON.stringify(site.logs()));
  for (const key of ai.keys) expect(publicTexts.join("\n")).not.toContain(key.slice(3));
});

test("D50 with a spent budget the calls answer 402, and no provider is asked", async () => {
  const { OPENROUTER_BASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY } = ai.env as Record<string, string>;
  const baseUrls = { OPENROUTER_BASE_URL, OPENAI_BASE_URL } as Record<string, string>;
  const siteWithoutBudget = await startSite({
    starter: false,
    env: { ...baseUrls, OPENAI_API_KEY: `${OPENAI_API_KEY}`, AI_MONTHLY_BUDGET_USD: "0" },
  });
  try {
    const admin = await signUpAdmin(siteWithoutBudget);
    await addPeople(siteWithoutBudget, [{ name: person.expertName }]);
    const input = { ...person, content: "Text.", expertId: "ada-example" };
    for (const path of [CONTRIBUTION, BIOGRAPHY, HIGHLIGHTS, REFERENCES, RESEARCH, TAGS, "/api/admin/generate-ideas"]) {
      const answer = await json(siteWithoutBudget, "POST", path, input, admin);
      const message = expect.stringContaining("The AI budget for this month is used up (US$0.00 of US$0.00).");
      expect([answer.status, answer.body], path).toEqual([402, { message }]);
    }
    expect((await get(siteWithoutBudget, "/admin/settings", admin)).status).toBe(200);
  } finally {
    await siteWithoutBudget.stop();
  }
  expect(ai.requests).toEqual([]);
});
