/** Tests the admin pages of AI over HTTP, without scripts: generated profiles, and suggestions in both forms. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { pageHtml } from "../support/ai-answers";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { pollUntil } from "../support/eventually";
import { fieldsOfForm } from "../support/form-fields";
import { type PageServer, startPageServer } from "../support/pages";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let ai: AiProvider;
let pages: PageServer;
let site: Site;
let ada: Record<string, string>;
beforeAll(async () => {
  ai = await startAiProvider();
  pages = await startPageServer();
  site = await startSite({
    env: {
      ...ai.env,
      FETCH_PRIVATE: `${ai.env.FETCH_PRIVATE},127.0.0.1:${pages.port}`,
      RATE_LIMIT: "off",
      AI_TIMEOUT_MS: "5000",
    },
  });
  ada = (await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" })).headers;
});
afterAll(async () => {
  await site?.stop();
  await pages?.stop();
  await ai?.stop();
});
beforeEach(() => ai.reset());

type Fields = [string, string][];

async function openPage(path: string, headers = ada) {
  const response = await get(site, path, { headers });
  return { status: response.status, document: parsePage(await response.text()) };
}

async function post(path: string, fields: Record<string, string> | Fields) {
  const response = await form(site, path, fields, { headers: ada });
  const document = parsePage(await response.text());
  const refusal = document.querySelector("[data-tone=problem][role=alert]");
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("Location") ?? "",
    document,
    title: refusal?.querySelector("strong")?.textContent,
    message: refusal?.querySelector("p")?.textContent,
  };
}

const EDITOR = "form:has(#biography)";
const typedIn = (document: Document, id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value;
const textOf = (document: Document, selector: string) => document.querySelector(selector)?.textContent ?? "";

/** Presses the button of a suggestion in the form as it stands. */
function press(path: string, document: Document, value: string, changes: Record<string, string> = {}) {
  const fields = fieldsOfForm(document, EDITOR).map(([name, text]): [string, string] => [name, changes[name] ?? text]);
  return post(path, [...fields, ["suggestion", value]]);
}

/** Starts a generation, waits for its end and returns its id. */
async function generate(expertName: string, fields: Record<string, string> = {}): Promise<string> {
  await post("/admin/generate", { expertName, ...fields });
  const { document } = await openPage("/admin/generate");
  const { id } = document.querySelector(".generation") as Element;
  await waitForGeneration(id);
  return id;
}
async function readGeneration(id: string) {
  return (await getJson(site, `/api/admin/generations/${id}/text`, { headers: ada })).body;
}
async function waitForGeneration(id: string): Promise<void> {
  await pollUntil(
    () => readGeneration(id),
    ({ status }) => status !== "running",
  );
}
const card = async (id: string) => (await openPage("/admin/generate")).document.getElementById(id) as HTMLElement;

/** Serves two pages that name somebody and one that does not, and lets the model propose them and a missing one. */
function proposePages(name: string) {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  pages.answers[`/${slug}`] = `<title>${name}</title><h1>${name}</h1>`;
  pages.answers[`/${slug}/lab`] = `<h1>The laboratory of ${name}</h1>`;
  pages.answers["/nobody"] = "<h1>Somebody else</h1>";
  const links = [`/${slug}`, `/${slug}/lab`, "/nobody", "/gone"].map((path) => ({
    label: `Page ${path.length}`,
    url: pages.url + path,
  }));
  const standard = ai.answers.research;
  ai.answers.research = (data) => JSON.stringify({ ...JSON.parse(standard(data)), links });
  ai.answers.references = () => JSON.stringify({ links });
  return links.map(({ label, url }) => `${label}|${url}`);
}

describe("the generator", () => {
  test("AI01 AI10 asks for a name, and keeps what was typed", async () => {
    const firstPage = await openPage("/admin/generate");
    expect(typedIn(firstPage.document, "expertTitle")).toBe("Longevity Expert");
    const options = (id: string) =>
      Array.from(firstPage.document.querySelectorAll(`#${id} option`), (element) => element.getAttribute("value"));
    expect(options("provider")).toEqual(["openrouter", "openai"]);
    expect(options("model")).toEqual([
      "anthropic/claude-sonnet-4",
      "anthropic/claude-opus-4",
      "anthropic/claude-3.7-sonnet",
      "openai/gpt-4o",
    ]);
    const typedFields = { expertName: " ", expertTitle: "Professor", customContribution: "Mine.", provider: "openai" };
    const refusedPage = await post("/admin/generate", typedFields);
    expect(refusedPage).toMatchObject({ status: 400, message: "Please enter an expert name." });
    expect(typedIn(refusedPage.document, "expertTitle")).toBe("Professor");
    expect(typedIn(refusedPage.document, "customContribution")).toBe("Mine.");
    expect(typedIn(refusedPage.document, "provider")).toBe("openai");
    expect((await post("/admin/generate", { expertName: "X", model: "nobody/nothing" })).status).toBe(400);
    expect(ai.requests).toEqual([]);
  });

  test("AI02 AI03 AI08 D40 D54 a result reloads while it is written, and then shows all its parts and its cost", async () => {
    const [website = "", laboratory = ""] = proposePages("Nora Novel");
    ai.failNext("held stream", 1, "research");
    const startAnswer = await post("/admin/generate", {
      expertName: "Nora Novel",
      customContribution: "",
      provider: "openrouter",
      model: "openai/gpt-4o",
    });
    expect([startAnswer.status, startAnswer.location]).toEqual([303, "/admin/generate"]);
    expect((await ai.nextRequest("research")).model).toBe("openai/gpt-4o");
    const pageDuring = await openPage("/admin/generate");
    expect(pageDuring.document.querySelector('noscript meta[http-equiv="refresh"][content="2"]')).not.toBeNull();
    const runningCard = pageDuring.document.querySelector(".generation") as HTMLElement;
    expect(runningCard.textContent).toContain("Generating");
    const { id } = runningCard;
    const { text: arrivedText } = await pollUntil(
      () => readGeneration(id),
      ({ text }) => text !== "",
    );
    expect(arrivedText).toContain("Nora Novel studies");
    const remainingText = await getJson(site, `/api/admin/generations/${id}/text?from=10`, { headers: ada });
    expect(remainingText.body.text).toBe(arrivedText.slice(10));
    expect((await post("/admin/generate", { intent: "remove", id })).status).toBe(409);
    ai.release();
    await waitForGeneration(id);

    const finishedPage = await openPage("/admin/generate");
    expect(finishedPage.document.querySelector("meta[http-equiv]")).toBeNull();
    const text = finishedPage.document.getElementById(id)?.textContent;
    for (const part of [
      "Completed",
      "Longevity Expert",
      "Academic Researchers",
      "studies why cells age",
      "is known for",
    ])
      expect(text).toContain(part);
    for (const part of ["Nora Novel leads a laboratory.", "gpt-4o by OpenRouter", "tokens", "US$"])
      expect(text).toContain(part);
    for (const link of [website, laboratory]) expect(text).toContain(link.split("|")[1]);
    expect(text).toMatch(/Page 7: it does not name Nora Novel\./);
    expect(text).toMatch(/Page 5: it answers 404/);
  });

  test("D39 D38 saving for review happens once, leaves out rejected links, and notes which fields a model wrote", async () => {
    const [website, laboratory] = proposePages("Olga Once");
    const id = await generate("Olga Once", { customContribution: "In my own words." });
    const save = async (seenMatches = "") => post("/admin/generate", { intent: "save", id, seen: seenMatches });
    const [firstAnswer, secondAnswer] = await Promise.all([save(), save()]);
    expect([firstAnswer.status, secondAnswer.status]).toEqual([303, 303]);
    const { body: submissions } = await getJson(site, "/api/admin/submissions", { headers: ada });
    const matching = submissions.filter(({ name }: { name: string }) => name === "Olga Once");
    expect(matching).toMatchObject([
      {
        status: "pending",
        title: "Longevity Expert",
        categories: ["academic", "author"],
        longevityContribution: "In my own words.",
        referenceLinks: [website, laboratory],
        submitterName: "Ada Admin",
      },
    ]);
    const savedCard = await card(id);
    expect(savedCard.querySelector(`a[href="/admin/submissions/${matching[0].id}"]`)?.textContent).toBe(
      "Open the review",
    );
    const { document } = await openPage(`/admin/submissions/${matching[0].id}`);
    const notes = Array.from(document.querySelectorAll("tr:has(.written) th"), (element) =>
      element.textContent?.trim(),
    );
    expect(notes.map((note) => note?.split("Written")[0]?.trim())).toEqual([
      "Categories",
      "Biography",
      "Reference links",
    ]);
    expect(notes[1]).toMatch(/Written by claude-sonnet-4, \d+ \w+ \d{4}, accepted by Ada Admin$/);

    // A second person of that name gets a notice before anything is stored.
    const nextId = await generate("Olga Once");
    const refusedPage = await post("/admin/generate", { intent: "save", id: nextId, seen: "" });
    expect(refusedPage).toMatchObject({ status: 409, message: "This person may be in the directory already." });
    const secondCard = refusedPage.document.getElementById(nextId) as HTMLElement;
    expect(secondCard.textContent).toContain("has been suggested and is under review");
    const seen = secondCard.querySelector<HTMLInputElement>("[name=seen]")?.value ?? "";
    expect((await post("/admin/generate", { intent: "save", id: nextId, seen })).status).toBe(303);
    expect((await post("/admin/generate", { intent: "remove", id: nextId })).status).toBe(303);
    expect(await card(nextId)).toBeNull();
  });

  test("AI01 MO05 Approve and publish makes a profile of a draft in one step, once, or leads to the review if something is in its way", async () => {
    pages.answers["/pia"] = pageHtml("Pia Published");
    const id = await generate("Pia Published", { sourceUrls: `${pages.url}/pia` });
    const publish = () => post("/admin/generate", { intent: "publish", id });
    const { status, location } = await publish();
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/admin\/submissions\?decided=/)]);
    const { body } = await getJson(site, "/api/experts/pia-published");
    expect(body.biography).toContain("Pia Published");
    expect(body.evidence.length).toBeGreaterThan(0);
    // The second press of the button is refused.
    expect((await publish()).status).toBe(409);
    const submission = location.split("=").at(-1);
    const review = await openPage(`/admin/submissions/${submission}`);
    expect(review.document.querySelector("main")?.textContent).toContain("Approved");

    // The same name again may be the same person: nothing is published, and the review has to decide.
    const secondGeneration = await generate("Pia Published", { sourceUrls: `${pages.url}/pia` });
    const card = (await openPage("/admin/generate")).document.getElementById(secondGeneration);
    expect(card?.querySelector("button[value=save]")).not.toBeNull();
    expect(card?.querySelector("button[value=publish]")).toBeNull();
    const refusedPage = await post("/admin/generate", { intent: "publish", id: secondGeneration });
    expect([refusedPage.status, refusedPage.title]).toEqual([409, "Approval Failed"]);
    expect((await getJson(site, "/api/experts/paginated?search=pia%20published")).body.total).toBe(1);
  });

  test("AI08 D51 a failed generation says why, shows what had arrived and offers Retry; Stop stops it", async () => {
    proposePages("Petra Patient");
    ai.failNext("cut stream", 1, "research");
    const id = await generate("Petra Patient");
    const failedCard = await card(id);
    expect(failedCard.querySelector("[data-tone=problem] strong")?.textContent).toBe("Research Failed");
    expect(failedCard.querySelector("[data-tone=problem] p")?.textContent).toContain("OpenRouter");
    expect(failedCard.querySelector(".arriving")?.textContent).toContain("Petra Patient");
    expect(failedCard.textContent).not.toContain(ai.keys[0]);
    // Earlier results stand below under a heading of their own.
    const { document } = await openPage("/admin/generate");
    const sections = Array.from(document.querySelectorAll("section[aria-labelledby]"), (section) => [
      section.querySelector("h2")?.textContent,
      section.querySelector(".generation")?.id === id,
      section.querySelectorAll(".generation").length,
    ]);
    expect(sections.slice(-2)).toEqual([
      ["The last attempt", true, 1],
      ["Earlier results (the last attempt had none)", false, expect.any(Number)],
    ]);
    const withoutName = await post("/admin/generate", { expertName: "" });
    expect(withoutName.document.querySelector("main")?.textContent).toContain("Earlier results");
    expect((await post("/admin/generate", { intent: "save", id, seen: "" })).status).toBe(409);
    ai.failNext("held stream", 1, "research");
    expect((await post("/admin/generate", { intent: "retry", id })).status).toBe(303);
    expect((await post("/admin/generate", { intent: "retry", id })).status).toBe(409);
    expect((await post("/admin/generate", { intent: "stop", id })).status).toBe(303);
    await waitForGeneration(id);
    expect((await card(id)).textContent).toContain("Stopped");
    expect((await post("/admin/generate", { intent: "retry", id })).status).toBe(303);
    await waitForGeneration(id);
    expect((await card(id)).textContent).toContain("Completed");
    expect((await openPage("/admin/generate")).document.querySelector("main")?.textContent).not.toContain(
      "Earlier results",
    );
  });
});

describe("suggestions without scripts", () => {
  const path = "/admin/experts";
  async function edit(slug: string) {
    const { body } = await getJson(site, `/api/experts/${slug}`);
    return { address: `${path}/${body.id}`, expert: body, ...(await openPage(`${path}/${body.id}`)) };
  }

  test("AI09 a text is offered, accepted, undone, accepted again and stored; readers and admins see that AI wrote it", async () => {
    const { address, expert, document } = await edit("cynthia-kenyon");
    expect(textOf((await openPage("/cynthia-kenyon")).document, ".provenance")).not.toContain("AI");
    const suggestedPage = await press(address, document, "ask biography", { title: "Typed and not saved" });
    expect(suggestedPage.status).toBe(200);
    expect(typedIn(suggestedPage.document, "title")).toBe("Typed and not saved");
    expect(typedIn(suggestedPage.document, "biography")).toBe(expert.biography);
    const offer = suggestedPage.document.querySelector("#biography-help .offer") as HTMLElement;
    expect(offer.querySelector("ins")?.textContent).toContain("known for work on the biology of ageing");
    // Checks of quotes from earlier tests may ask the provider, too.
    expect(ai.requests.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        expertTitle: "Typed and not saved",
        additionalContext: `The present text: ${expert.biography}`,
      }),
    );
    const id = offer.id.replace("-offer", "");

    // A refused request for another field leaves this suggestion on the page.
    ai.failNext("429 for an hour", 1, "contribution");
    const failedPage = await press(address, suggestedPage.document, "ask longevityContribution");
    expect([failedPage.status, failedPage.headers.get("Retry-After")]).toEqual([502, "3600"]);
    expect(failedPage.document.querySelector("#biography-help .offer ins")?.textContent).toBe(
      offer.querySelector("ins")?.textContent,
    );

    const acceptedPage = await press(address, suggestedPage.document, `accept ${id}`);
    expect(typedIn(acceptedPage.document, "biography")).toContain("is known for work");
    const undonePage = await press(address, acceptedPage.document, `undo ${id}`);
    expect(typedIn(undonePage.document, "biography")).toBe(expert.biography);
    const dismissedPage = await press(address, undonePage.document, `dismiss ${id}`);
    expect(dismissedPage.document.querySelector(".offer")).toBeNull();

    const acceptedAgain = await press(address, undonePage.document, `accept ${id}`);
    // A refused form keeps the suggestion.
    const refusedPage = await press(address, acceptedAgain.document, "", { name: "" });
    expect(refusedPage.status).toBe(400);
    expect(refusedPage.document.querySelector(".offer")?.textContent).toContain("is in the field");
    const saveAnswer = await press(address, refusedPage.document, "", { name: expert.name });
    expect(saveAnswer.status).toBe(303);
    const savedForm = await openPage(saveAnswer.location);
    expect(textOf(savedForm.document, "#biography-help .written")).toMatch(
      /^Written by claude-sonnet-4, \d+ \w+ \d{4}, accepted by Ada Admin$/,
    );
    expect(textOf((await openPage("/cynthia-kenyon")).document, ".provenance")).toContain(
      "Parts of it were written with the help of AI and checked by an editor.",
    );
    const rewrittenPage = await press(address, savedForm.document, "", { biography: "All my own." });
    expect(rewrittenPage.status).toBe(409);
    const editedPage = await press(address, rewrittenPage.document, "", { acceptedReason: "I wrote it myself." });
    expect(textOf((await openPage(editedPage.location)).document, "#biography-help .written")).toMatch(
      /; edited since$/,
    );
  });

  test("AI06 AI07 AI09 a list that is there already is not offered again", async () => {
    const { address, document, expert } = await edit("nir-barzilai");
    const [firstLink, lab] = proposePages(expert.name);
    const offeredPage = await press(address, document, "ask referenceLinks");
    const offer = offeredPage.document.querySelector("#referenceLinks-help .offer") as HTMLElement;
    expect(Array.from(offer.querySelectorAll("ins"), (added) => added.textContent)).toEqual(
      [firstLink, lab].map((link) => link?.replace("|", ": ")),
    );
    expect(offer.textContent).toContain("2 links were rejected");
    const acceptedPage = await press(address, offeredPage.document, `accept ${offer.id.replace("-offer", "")}`);
    const repeatedPage = await press(address, acceptedPage.document, "ask referenceLinks");
    expect(textOf(repeatedPage.document, "#referenceLinks-help")).toContain("No New Links Found");
    expect(textOf(repeatedPage.document, "#referenceLinks-help")).toContain("already listed");

    ai.answers.highlights = () => '{"highlights":[]}';
    const emptyAnswer = await press(address, document, "ask scienceHighlights");
    expect(textOf(emptyAnswer.document, "#scienceHighlights-help strong")).toBe("No highlights generated");
  });

  test("AI07 AI09 D51 a failure has the specified heading beside its field, and nothing typed is lost", async () => {
    const { address, document } = await edit("judith-campisi");
    const titles = {
      longevityContribution: ["contribution", "AI Enhancement Failed"],
      biography: ["biography", "AI Enhancement Failed"],
      scienceHighlights: ["highlights", "Generation failed"],
      referenceLinks: ["references", "Reference Search Failed"],
    } as const;
    for (const [field, [task, title]] of Object.entries(titles)) {
      ai.failNext("500", 2, task);
      const failedPage = await press(address, document, `ask ${field}`, { title: "Typed" });
      expect([failedPage.status, failedPage.title]).toEqual([502, title]);
      expect(failedPage.message).toContain("OpenRouter");
      expect(textOf(failedPage.document, `#${field}-error`)).toBe(failedPage.message);
      expect(typedIn(failedPage.document, "title")).toBe("Typed");
    }
    const callAnswer = await json(
      site,
      "POST",
      "/api/admin/suggestions",
      { kind: "expert", field: "name" },
      { headers: ada },
    );
    expect(callAnswer.status).toBe(400);
  });
});
