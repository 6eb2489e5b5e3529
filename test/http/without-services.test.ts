/** Checks that a site without mail, AI and other services offers nothing that needs them, and says what is missing. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { googleProblems } from "../../app/models/base/accounts/google-problems";
import { signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { eventually } from "../support/eventually";
import { type OpenData, startOpenData } from "../support/open-data";
import { type PageServer, startPageServer } from "../support/pages";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let ai: AiProvider;
let openData: OpenData;
let pages: PageServer;
let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  [ai, openData, pages] = await Promise.all([startAiProvider(), startOpenData(), startPageServer()]);
  // The services are within reach, so that a request that should not be sent arrives and is seen.
  const addresses = Object.fromEntries(Object.entries(ai.env).filter(([name]) => name.endsWith("_BASE_URL")));
  const servers = [ai.env.FETCH_PRIVATE, openData.env.FETCH_PRIVATE, `127.0.0.1:${pages.port}`];
  const FETCH_PRIVATE = servers.filter(Boolean).join();
  const env = { ...openData.env, ...addresses, FETCH_PRIVATE, OPEN_DATA: "off", RATE_LIMIT: "off" };
  site = await startSite({ env });
  headers = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  expect([ai.requests, openData.requests]).toEqual([[], []]);
  await Promise.all([ai.stop(), openData.stop(), pages.stop()]);
});

async function documentOf(path: string, userHeaders = headers): Promise<Document> {
  const page = await get(site, path, { headers: userHeaders });
  return parsePage(await page.text());
}

const withVariable = expect.stringContaining("OPENROUTER_API_KEY");

describe("without a mail server", () => {
  test("SA09 a report says honestly that no mail is sent, and stays unconfirmed", async () => {
    const body = {
      slug: "cynthia-kenyon",
      kind: "removal",
      email: "finder@mail.example",
      ...(await solveCaptcha(site)),
    };
    expect((await json(site, "POST", "/api/reports", body)).status).toBe(201);
    expect(await (await get(site, "/report?sent")).text()).toContain("does not send email");
    const folder = join(site.dataDir, "outbox");
    const mails = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    await eventually(() => expect(mails()).toContainEqual(expect.stringContaining("/report?token=")));
    expect((await getJson(site, "/api/admin/requests", { headers })).body.total).toBe(0);
  });

  test("following is not offered, and is refused with the feed as an alternative", async () => {
    expect(await (await get(site, "/articles")).text()).not.toContain("Follow by mail");
    const page = await (await get(site, "/follow?what=/articles")).text();
    expect(page).toContain("sends no email");
    expect(page).toContain('href="/articles/feed.xml"');
    const body = { what: "/articles", email: "reader@mail.example", captchaAnswer: "1", captchaExpected: "x" };
    expect((await json(site, "POST", "/api/follows", body)).status).toBe(503);
  });

  test("a question to a person is refused", async () => {
    const question = { slug: "cynthia-kenyon", subject: "Worms", text: "Do they sleep?" };
    const person = { name: "Rita Reader", email: "rita@mail.example" };
    const answer = await json(site, "POST", "/api/questions", {
      ...question,
      ...person,
      ...(await solveCaptcha(site)),
    });
    const message = "This site sends no mail, so questions cannot be passed on.";
    expect([answer.status, answer.body]).toEqual([503, { message }]);
  });

  test("CL03 a sign-in with ORCID is refused, also for somebody with an iD", async () => {
    const orcid = "0000-0002-1825-0097";
    const person = { name: "Clara Claimed", slug: "clara-claimed", title: "Professor", orcid, compared: true };
    const addAnswer = await json(site, "POST", "/api/admin/experts", person, { headers });
    expect(addAnswer.status, JSON.stringify(addAnswer.body)).toBe(201);
    const answer = await get(site, "/api/auth/orcid?profile=clara-claimed", { headers });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("This site does not offer a sign-in with ORCID."),
    ]);
  });

  test("CL01 the claim page shows only the proof by a page", async () => {
    const document = await documentOf("/cynthia-kenyon/claim", (await signUp(site)).headers);
    const titles = Array.from(document.querySelectorAll("main h2"), (element) => element.textContent);
    expect(titles).toEqual(["With a page you control"]);
    expect(document.querySelector("main")?.textContent).not.toMatch(/ORCID|We send|write to you/);
  });
});

describe("D50 without keys of AI providers", () => {
  test("the pages say which variable is missing, and tell editors whom to ask", async () => {
    const generator = await (await get(site, "/admin/generate", { headers })).text();
    expect(generator).toContain("OPENROUTER_API_KEY");
    expect(generator).toMatch(/<button[^>]*disabled=""[^>]*>Generate profile/);
    const editor = await (await get(site, "/admin/experts/new", { headers })).text();
    expect(editor).toContain("OPENROUTER_API_KEY");
    expect(editor).not.toMatch(/<button[^>]*>Suggest/);
    // Editors cannot set it up, so they learn whom to ask instead of a variable's name.
    const { headers: editorHeaders } = await signUpEditor(site);
    for (const path of ["/admin/generate", "/admin/experts/new"]) {
      const document = await documentOf(path, editorHeaders);
      for (const script of document.querySelectorAll("script")) script.remove();
      const text = document.body.innerHTML;
      expect(text).toMatch(/AI is not set up on this site\. Please ask [^<]+ to set it up\./);
      expect(text).not.toContain("OPENROUTER_API_KEY");
    }
    const forcedAnswer = await form(site, "/admin/generate", { expertName: "X" }, { headers });
    expect(forcedAnswer.status).toBe(503);
  });

  test("the calls name the variable", async () => {
    const person = { expertName: "Ada Example", expertTitle: "Professor", longevityContribution: "Found out why." };
    for (const path of [
      "/api/openai/generate-contribution",
      "/api/openai/generate-biography",
      "/api/openai/generate-science-highlights",
      "/api/ai/find-references",
      "/api/research/generate-expert",
      "/api/admin/generate-seo-tags",
      "/api/admin/generate-ideas",
    ]) {
      const input = { ...person, content: "Text.", expertId: "cynthia-kenyon" };
      const answer = await json(site, "POST", path, input, { headers });
      const message = "OpenRouter is not set up: set OPENROUTER_API_KEY in the environment and restart the site.";
      expect([answer.status, answer.body], path).toEqual([503, { message }]);
    }
    expect((await get(site, "/admin/settings", { headers })).status).toBe(200);
  });

  test("PW21 the buttons of the wizard are disabled and say what is missing, and its form is refused", async () => {
    const startAnswer = await form(site, "/admin/promote?index", { expert: "cynthia-kenyon" }, { headers });
    const path = `${startAnswer.headers.get("Location")}/1`;
    const document = await documentOf(path);
    const askButton = document.querySelector<HTMLButtonElement>("button[name=ask]");
    expect(askButton?.disabled).toBe(true);
    expect(document.getElementById(askButton?.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(
      /OPENROUTER_API_KEY.*OPENAI_API_KEY/,
    );
    const refusal = await form(site, path, { step: "1", ask: "ideas" }, { headers });
    const answer = parsePage(await refusal.text());
    expect([refusal.status, answer.querySelector("[data-tone=problem]")?.textContent]).toEqual([503, withVariable]);
  });

  test("the page of sources says that no model compared the quotes", async () => {
    const sentence = "Grace Hopper wrote the first compiler in 1952.";
    pages.answers["/about"] = `<title>Grace Hopper</title><p>${sentence}</p>`;
    const person = { name: "Grace Hopper", slug: "grace", biography: sentence };
    const { id } = (await json(site, "POST", "/api/admin/experts", person, { headers })).body;
    const source = { field: "biography", sentence, url: `${pages.url}/about`, quote: sentence };
    const addAnswer = await json(site, "POST", `/api/admin/experts/${id}/evidence`, source, { headers });
    expect(addAnswer.status, JSON.stringify(addAnswer.body)).toBe(201);
    expect(await (await get(site, `/admin/experts/${id}/sources`, { headers })).text()).toContain(
      "No text model is set up, so the meaning of the quotes was not checked",
    );
  });
});

test("ID06 works are not searched for when OPEN_DATA is off; a person without an identifier is not told of it", async () => {
  const { id } = (await json(site, "POST", "/api/admin/experts", { name: "Wilma Works" }, { headers })).body;
  const readMain = async () => (await documentOf(`/admin/experts/${id}/works`)).querySelector("main");
  expect((await readMain())?.textContent).toContain("has no OpenAlex identifier yet");
  expect((await readMain())?.textContent).not.toContain("Lookups are off");
  await json(
    site,
    "PUT",
    `/api/admin/experts/${id}/identifiers`,
    { openalex: "A5023888391", compared: true },
    { headers },
  );
  const main = await readMain();
  expect(main?.textContent).toContain("Lookups are off");
  expect(main?.querySelector('button[value="refresh"]')).toBeNull();
});

test("identifiers are not requested when OPEN_DATA is off", async () => {
  const { body } = await getJson(site, "/api/experts/cynthia-kenyon");
  const answer = await getJson(site, `/api/admin/experts/${body.id}/identifiers`, { headers });
  expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining("OPEN_DATA is off")]);
  const page = await get(site, `/admin/experts/${body.id}/identifiers?name=x`, { headers });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("OPEN_DATA is off")]);
});

describe("D7 D4 a site without Google", () => {
  test("does not offer a sign-in with Google", async () => {
    const page = await (await get(site, "/login?returnTo=/submit")).text();
    expect(page).not.toContain("Google");
    expect(page).toContain('href="/login?returnTo=%2Fsubmit">Sign In</a>');
  });

  test("leads from the address of that sign-in to the form, with the reason", async () => {
    const answer = await get(site, "/api/auth/google?returnTo=/submit");
    expect(answer.headers.get("Location")).toBe("/login?google=off&returnTo=%2Fsubmit");
    expect(await (await get(site, "/login?google=off")).text()).toContain(googleProblems.off);
    expect((await get(site, "/api/auth/google/callback")).headers.get("Location")).toBe("/login?google=off");
  });

  test("AC02 explains at /auth what to do", async () => {
    const page = await (await get(site, "/auth?returnTo=/submit")).text();
    expect(page).toContain("Sign in with your Google account to access admin features");
    expect(page).toContain("Sign-in with Google is not set up on this site.");
    expect(page).toContain('href="/login?returnTo=%2Fsubmit"');
    expect(page).not.toContain("/api/auth/google");
  });
});
