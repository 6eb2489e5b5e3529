/** Tests the promote wizard over HTTP: JSON calls, and pages without scripts, with local servers in place of the providers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { pollUntil } from "../support/eventually";
import { type ImageProviders, startImageProviders } from "../support/image-providers";
import { parsePage } from "../support/parse-page";
import { addPeople } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let ai: AiProvider;
let imageProviders: ImageProviders;
let site: Site;
let headers: Record<string, string>;
/** Ada Full, as `GET /api/experts/{slug}` returns her. */
let ada: { id: string; slug: string; name: string };
beforeAll(async () => {
  [ai, imageProviders] = await Promise.all([startAiProvider(), startImageProviders()]);
  const env = { ...imageProviders.env, ...ai.env, RATE_LIMIT: "off", AI_TIMEOUT_MS: "5000" };
  site = await startSite({ starter: false, env });
  headers = (await signUpAdmin(site, { firstName: "Carla" })).headers;
  const scienceHighlights = ["One|1", "Two|2", "Three|3"];
  await addPeople(site, [{ name: "Ada Full", title: "Professor", scienceHighlights }, { name: "Bo Bare" }]);
  ada = (await getJson(site, "/api/experts/ada-full")).body;
});
afterAll(async () => {
  for (const server of [site, ai, imageProviders]) await server?.stop();
});
beforeEach(() => {
  ai.reset();
  imageProviders.reset();
});

const call = (path: string, body: unknown, userHeaders = headers, server = site) =>
  json(server, "POST", `/api/admin/${path}`, body, { headers: userHeaders });
const idea = { title: "Sleep", description: "Why it matters.", targetExpert: "Ada Full" };

describe("the calls", () => {
  test("PW15 generate-ideas returns ideas for an expert, a thought, a provider and a model", async () => {
    const input = { expertId: ada.id, userIdea: "Sleep", provider: "openrouter", model: "openai/gpt-4o" };
    const { status, body } = await call("generate-ideas", input);
    const anyIdea = { title: expect.any(String), description: expect.any(String), targetExpert: "Ada Full" };
    expect([status, body]).toEqual([200, { ideas: [anyIdea, anyIdea, anyIdea] }]);
    expect(ai.requests[0]).toMatchObject({ model: "openai/gpt-4o", task: "ideas", data: { userIdea: "Sleep" } });
    expect(ai.requests[0]?.data.expert).toMatchObject({
      name: "Ada Full",
      scienceHighlights: ["One|1", "Two|2", "Three|3"],
    });
    const unknownExpert = await call("generate-ideas", { expertId: "nobody", userIdea: null, provider: "openai" });
    expect([unknownExpert.status, unknownExpert.body.message]).toEqual([400, "Please select an expert first."]);
    ai.failNext("402");
    const failedAnswer = await call("generate-ideas", { expertId: ada.id, provider: "openai" });
    expect([failedAnswer.status, failedAnswer.body.message]).toEqual([502, expect.stringContaining("OpenAI")]);
  });

  test("PW16 D52 generate-content-from-ideas takes experts or one expert, and writes about the person each idea names", async () => {
    const input = {
      ideas: [idea, { title: "Food", description: "Less of it.", targetExpert: "Bo Bare" }],
      experts: [{ id: ada.id, name: "Ada Full" }, { name: "Bo Bare" }],
      platform: "article",
      contentType: "research-insight",
      provider: "openrouter",
    };
    const { status, body } = await call("generate-content-from-ideas", input);
    const usedModel = { provider: "openrouter", model: "anthropic/claude-sonnet-4" };
    const source = expect.objectContaining({ field: "body", source: expect.any(Object) });
    const supportedFields = { evidence: [source, source], unsupported: [], notice: "", failedPages: [] };
    expect([status, body]).toEqual([
      200,
      {
        contents: [
          { content: expect.stringContaining("Ada Full"), expert: "Ada Full", idea, ...usedModel, ...supportedFields },
          {
            content: expect.stringContaining("Bo Bare"),
            expert: "Bo Bare",
            idea: input.ideas[1],
            ...usedModel,
            ...supportedFields,
          },
        ],
      },
    ]);
    expect(ai.requests[0]?.data).toMatchObject({ contentType: "research-insight", platform: "article" });
    const { experts: _, ...otherFields } = input;
    expect((await call("generate-content-from-ideas", { ...otherFields, expert: "ada-full" })).status).toBe(200);
    ai.failNext("402", 1, "article");
    expect((await call("generate-content-from-ideas", input)).status).toBe(502);
    const refusals = await Promise.all(
      [
        { ...input, ideas: [] },
        { ...input, experts: [] },
        { ...input, contentType: "poem" },
        { ...input, ideas: Array(11).fill(idea) },
      ].map((invalidInput) => call("generate-content-from-ideas", invalidInput)),
    );
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refusals[0]?.body.message).toBe("Please select at least one idea.");
  });

  test("PW17 generate-image-prompt makes a prompt of content, expert, style and size", async () => {
    const input = { content: "# Sleep\n\nText.", expert: { id: ada.id }, style: "documentary", size: "1080x1080" };
    const { status, body } = await call("generate-image-prompt", input);
    expect([status, body]).toEqual([200, { prompt: expect.stringContaining("Ada Full") }]);
    expect(ai.requests[0]?.data).toMatchObject({ style: "documentary", size: "1080x1080", article: input.content });
    for (const invalidInput of [{ content: " " }, { style: "baroque" }, { size: "1x1" }])
      expect((await call("generate-image-prompt", { ...input, ...invalidInput })).status).toBe(400);
  });

  test("PW20 D48 D49 publish-article updates the article of the same contentId, and links it from the profile", async () => {
    const saveAnswer = await json(
      site,
      "POST",
      "/api/library/content",
      { content: "# T", expert: ada, model: "m" },
      { headers },
    );
    const contentId = saveAnswer.body.id;
    const content = "**Sleep, and live**\n\nAda Full studied it. It helps.";
    const input = {
      content,
      expert: ada,
      featuredImage: null,
      linkFromProfile: true,
      contentId,
      acceptedReason: "Read",
    };
    const firstAnswer = await call("publish-article", {
      ...input,
      articleType: "research-insight",
      seoTags: ["sleep"],
    });
    const url = `${site.url}/articles/sleep-and-live`;
    const answer = { id: expect.any(String), title: "Sleep, and live", slug: "sleep-and-live", url };
    expect([firstAnswer.status, firstAnswer.body]).toEqual([200, answer]);
    const articleHtml = await (await get(site, "/articles/sleep-and-live")).text();
    for (const words of ["Ada Full studied it", "Research Insight", "AI-generated", "sleep"])
      expect(articleHtml).toContain(words);
    const profile = async () => parsePage(await (await get(site, "/ada-full")).text());
    const highlights = async () => (await profile()).querySelector("#highlights");
    expect((await highlights())?.querySelector("a[href='/articles/sleep-and-live']")).not.toBeNull();
    expect((await highlights())?.textContent).toContain("Three");

    const updateAnswer = await call("publish-article", {
      ...input,
      content: "# Other\n\nNew text.",
      linkFromProfile: false,
    });
    // The address stays, because readers know it.
    expect(updateAnswer.body).toEqual({ ...firstAnswer.body, title: "Other" });
    expect((await highlights())?.querySelector("a[href='/articles/sleep-and-live']")).toBeNull();
    const thirdAnswer = await call("publish-article", { content, expert: "Ada Full", linkFromProfile: false });
    expect(thirdAnswer.body).toMatchObject({ title: "Sleep, and live", slug: "sleep-and-live-2" });

    const expert = "Nobody Known";
    const image = "https://elsewhere.example/a.png";
    for (const invalidInput of [
      { content: "" },
      { expert },
      { expert: null },
      { featuredImage: image },
      { articleType: "poem" },
    ])
      expect((await call("publish-article", { ...input, ...invalidInput })).status, JSON.stringify(invalidInput)).toBe(
        400,
      );
  });

  test("PL04 the calls refuse visitors and users", async () => {
    const user = (await signUp(site)).headers;
    const paths = ["generate-ideas", "generate-content-from-ideas", "generate-image-prompt", "publish-article"];
    for (const path of paths) {
      expect([(await call(path, {}, {})).status, (await call(path, {}, user)).status], path).toEqual([401, 403]);
    }
    expect(ai.requests).toEqual([]);
  });
});

describe("the pages without scripts", () => {
  async function open(path: string, userHeaders = headers, server = site) {
    const response = await get(server, path, { headers: userHeaders });
    const document = parsePage(await response.text());
    return { status: response.status, location: response.headers.get("Location") ?? "", document };
  }
  async function post(
    path: string,
    fields: Record<string, string> | [string, string][],
    userHeaders = headers,
    server = site,
  ) {
    const response = await form(server, path, fields, { headers: userHeaders });
    const document = parsePage(await response.text());
    return {
      status: response.status,
      location: response.headers.get("Location") ?? "",
      document,
      message: document.querySelector("[data-tone=problem][role=alert] p")?.textContent,
    };
  }
  const startPromotion = async (expert = "", userHeaders = headers, server = site) =>
    (await post("/admin/promote?index", expert ? { expert } : {}, userHeaders, server)).location.replace(
      /^\/admin\/promote\//,
      "",
    );
  const typedIn = (document: Document, id: string) =>
    document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.value ?? document.getElementById(id)?.textContent;
  async function waitForEnd(id: string): Promise<void> {
    await pollUntil(
      () => getJson(site, `/api/admin/promotions/${id}/text`, { headers }),
      ({ body }) => body.status !== "running",
    );
  }

  test("PW01 PW02 D53 a step that is not open redirects to the furthest one, and the search finds at most eight people", async () => {
    await addPeople(
      site,
      Array.from({ length: 10 }, (_, index) => ({ name: `Common Name${index}`, title: "Sailor" })),
    );
    const id = await startPromotion();
    expect((await open(`/admin/promote/${id}`)).location).toBe(`/admin/promote/${id}/1`);
    expect((await open(`/admin/promote/${id}/3`)).location).toBe(`/admin/promote/${id}/1`);
    expect((await open(`/admin/promote/${id}/9`)).location).toBe(`/admin/promote/${id}`);
    expect((await open("/admin/promote/nothing/1")).status).toBe(404);
    const bo = await signUpAdmin(site);
    expect((await open(`/admin/promote/${id}/1`, bo.headers)).status).toBe(404);
    const searchAnswer = await post(`/admin/promote/${id}/1`, { step: "1", search: "sailor", focus: "Typed" });
    const { document } = await open(searchAnswer.location);
    const choices = [...document.querySelectorAll<HTMLButtonElement>("button[name=expert]")];
    expect([choices.length, typedIn(document, "focus")]).toEqual([8, "Typed"]);
    await post(`/admin/promote/${id}/1`, { step: "1", expert: choices[0]?.value ?? "" });
    expect((await open(`/admin/promote/${id}/1`)).document.querySelector(".chosen")?.textContent).toContain("Sailor");
  });

  test("PW03 PW04 refused input stays in the form, and the page reloads while a provider is asked", async () => {
    const id = await startPromotion();
    const address = `/admin/promote/${id}/1`;
    const refusal = await post(address, { step: "1", focus: "Mice", provider: "openai", ask: "ideas" });
    expect([refusal.status, refusal.message]).toEqual([400, "Please select an expert first."]);
    expect([typedIn(refusal.document, "focus"), typedIn(refusal.document, "provider")]).toEqual(["Mice", "openai"]);
    // Too long to be saved, it still stays in the form.
    const longText = "x".repeat(2_001);
    const tooLongAnswer = await post(address, { step: "1", focus: longText });
    expect([tooLongAnswer.status, typedIn(tooLongAnswer.document, "focus")]).toEqual([400, longText]);
    await post(address, { step: "1", expert: ada.id });
    ai.failNext("held stream");
    expect((await post(address, { step: "1", ask: "ideas" })).status).toBe(303);
    await ai.nextRequest("ideas");
    const pageDuring = (await open(address)).document;
    expect(pageDuring.querySelector('noscript meta[http-equiv="refresh"][content="2"]')).not.toBeNull();
    expect(pageDuring.querySelector("form#promotion")?.className).toContain("noscript:hidden");
    const lightPage = (await open(address, { ...headers, "Save-Data": "on" })).document;
    expect([lightPage.querySelector("form#promotion"), lightPage.querySelector("[name=stop]")]).toEqual([
      null,
      expect.anything(),
    ]);
    expect((await post(address, { step: "1", ask: "ideas" })).status).toBe(409);
    ai.release();
    await waitForEnd(id);
    const { document } = await open(address);
    expect(document.querySelectorAll("[name='ideas[]']").length).toBe(3);
    expect((await post(address, { step: "1", go: "2" })).message).toBe("Please select at least one idea.");
  });

  test("PW03 PW06 PW08 after a failure older results are labelled as such, until the next success", async () => {
    const id = await startPromotion(ada.id);
    const textAt = async (step: number) => {
      const { document } = await open(`/admin/promote/${id}/${step}`);
      return { document, text: document.querySelector("main")?.textContent ?? "" };
    };
    const generateAt = async (step: number, task: string, failure?: "500") => {
      if (failure) ai.failNext(failure, 2);
      const fields = { step: String(step), ask: task };
      expect((await post(`/admin/promote/${id}/${step}`, fields)).status).toBe(303);
      await waitForEnd(id);
      return textAt(step);
    };
    const ideas = await generateAt(1, "ideas");
    expect(ideas.text).not.toContain("Earlier ideas");
    expect((await generateAt(1, "ideas", "500")).text).toContain("Earlier ideas (the last attempt had none)");
    const chosenIdea = (await textAt(1)).document.querySelector<HTMLInputElement>("[name='ideas[]']")?.value ?? "";
    expect((await post(`/admin/promote/${id}/1`, { step: "1", "ideas[]": chosenIdea, go: "2" })).status).toBe(303);
    expect((await generateAt(2, "contents")).text).not.toContain("Earlier texts");
    expect((await generateAt(2, "contents", "500")).text).toContain("Earlier texts (the last attempt did not finish)");
    expect((await generateAt(2, "contents")).text).not.toContain("Earlier texts");
  });

  test("D53 typed input is saved by a call, for its owner only", async () => {
    const id = await startPromotion(ada.id);
    const path = `/api/admin/promotions/${id}`;
    const answer = await json(site, "PUT", path, { focus: "While typing" }, { headers });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(typedIn((await open(`/admin/promote/${id}/1`)).document, "focus")).toBe("While typing");
    expect((await json(site, "PUT", path, { size: "1x1" }, { headers })).status).toBe(400);
    const { headers: otherHeaders } = await signUpAdmin(site);
    expect((await json(site, "PUT", path, { focus: "Theirs" }, { headers: otherHeaders })).status).toBe(404);
    expect((await post("/admin/promote?index", { remove: id })).status).toBe(303);
    expect((await open(`/admin/promote/${id}/1`)).status).toBe(404);
  });

  test("PW14 a saved text is downloaded as platform-contentType.txt; an unknown image is not", async () => {
    const text = { content: "Zwölf.", platform: "x", contentType: "longevity-tip" };
    const { body } = await json(site, "POST", "/api/library/content", text, { headers });
    const file = await get(site, `/admin/library/content/${body.id}/download`, { headers });
    expect(file.headers.get("Content-Disposition")).toContain("x-longevity-tip.txt");
    expect(await file.text()).toBe("Zwölf.");
    const id = await startPromotion(ada.id);
    const library = (await open(`/admin/promote/${id}/1`)).document.querySelector("[aria-labelledby=library]");
    expect(library?.textContent).toContain("X Longevity Tip");
    expect((await open(`/admin/promote/${id}/images/nothing`)).status).toBe(404);
  });

  test("PW21 D45 lists image models, sizes in groups and styles", async () => {
    const project = await startPromotion(ada.id);
    await post(`/admin/promote/${project}/1`, { step: "1", ask: "ideas" });
    await waitForEnd(project);
    const ideas = (await open(`/admin/promote/${project}/1`)).document.querySelector<HTMLInputElement>(
      "[name='ideas[]']",
    );
    await post(`/admin/promote/${project}/1`, { step: "1", "ideas[]": ideas?.value ?? "", go: "2" });
    await post(`/admin/promote/${project}/2`, { step: "2", articleType: "research-insight", ask: "contents" });
    await waitForEnd(project);
    const secondPage = (await open(`/admin/promote/${project}/2`)).document;
    const save = secondPage.querySelector<HTMLButtonElement>("button[name=save]");
    const text: [string, string] = [`piece.${save?.value}`, "# Edited\r\n\r\nText."];
    const saveAnswer = await post(`/admin/promote/${project}/2`, [["step", "2"], text, ["save", save?.value ?? ""]]);
    expect(saveAnswer.location).toBe(`/admin/promote/${project}/2#${save?.value}`);
    const { document } = await open(`/admin/promote/${project}/3`);
    const options = (id: string) =>
      [...(document.getElementById(id)?.querySelectorAll("option") ?? [])].map(({ value }) => value);
    expect(options("imageProvider")).toEqual(["openai", "replicate", "stability"]);
    expect(options("imageModel.openai")).toEqual(["dall-e-3"]);
    expect(options("imageModel.replicate")).toEqual(["flux-dev", "sdxl"]);
    expect(options("imageModel.stability")).toEqual(["sd3-large", "core"]);
    const groups = [...document.querySelectorAll("#size optgroup")].map((group) => [
      group.getAttribute("label"),
      [...group.querySelectorAll("option")].map(({ value }) => value),
    ]);
    expect(groups).toEqual([
      ["Square", ["1080x1080"]],
      ["Portrait", ["1024x1792", "1080x1920"]],
      ["Landscape", ["1792x1024", "1280x720"]],
      ["Banner", ["1200x630", "1584x396"]],
    ]);
    expect(document.querySelector<HTMLSelectElement>("#size")?.value).toBe("1280x720");
    expect(options("style")).toEqual(["cinematic", "illustrative", "pop-culture", "minimalist", "documentary"]);
    await post(`/admin/promote/${project}/3`, {
      step: "3",
      imageProvider: "stability",
      "imageModel.stability": "core",
      ask: "imagePrompt",
    });
    await waitForEnd(project);
    expect(typedIn((await open(`/admin/promote/${project}/3`)).document, "prompt")).toContain("Ada Full");
    expect(ai.requests.at(-1)?.data.article).toBe("# Edited\n\nText.");

    // PW10: the first image is featured until another is chosen.
    for (let time = 0; time < 2; time++) {
      await post(`/admin/promote/${project}/3`, { step: "3", prompt: "A lab.", ask: "images" });
      await waitForEnd(project);
    }
    const cards = async () =>
      [...(await open(`/admin/promote/${project}/3`)).document.querySelectorAll("li[id]:has([name=saveImage])")].map(
        (card) => [
          card.id,
          card.textContent?.includes("Featured image"),
          card.querySelector("[name=feature]") !== null,
        ],
      );
    const [[newestId], [firstId]] = (await cards()) as [[string], [string]];
    expect(await cards()).toEqual([
      [newestId, false, true],
      [firstId, true, false],
    ]);
    expect((await post(`/admin/promote/${project}/3`, { step: "3", feature: newestId })).status).toBe(303);
    expect(await cards()).toEqual([
      [newestId, true, false],
      [firstId, false, true],
    ]);
    const publish: [string, string][] = [
      ["step", "4"],
      ["onSite[]", save?.value ?? ""],
      ["publish", save?.value ?? ""],
      ["acceptedReason", "Read by an editor"],
    ];
    const undescribedAnswer = await post(`/admin/promote/${project}/4`, publish);
    expect([undescribedAnswer.status, undescribedAnswer.message]).toEqual([400, expect.stringContaining("describe")]);
    expect((await post(`/admin/promote/${project}/4`, [...publish, [`alt.${newestId}`, "A lab"]])).status).toBe(303);

    // EM19: the alternative text of another editor is not overwritten.
    const describe = (alt: string) => json(site, "PATCH", `/api/admin/images/${newestId}`, { alt }, { headers });
    const [altName, shownName] = [`alt.${newestId}`, `shownAlt.${newestId}`];
    const images = `/admin/promote/${project}/3`;
    const altOf = async () => typedIn((await open(images)).document, altName);
    const shownIn = (document: Document) =>
      document.querySelector(`[name="${shownName}"]`)?.getAttribute("value") ?? "";
    const shownAlts = shownIn((await open(images)).document);
    expect((await describe("Theirs")).status).toBe(200);
    const send = (alt: string, shownAlt: string) => post(images, { step: "3", [altName]: alt, [shownName]: shownAlt });
    const conflict = await send("Mine", shownAlts);
    expect([conflict.status, conflict.message]).toEqual([409, expect.stringContaining("changed this text meanwhile")]);
    expect(conflict.document.querySelector(".theirs dd > details")?.textContent).toContain("Theirs");
    expect([typedIn(conflict.document, altName), shownIn(conflict.document)]).toEqual(["Mine", "Theirs"]);
    expect((await send(shownAlts, shownAlts)).status, "an untouched text").toBe(303);
    expect(await altOf()).toBe("Theirs");
    expect((await send("Mine", "Theirs")).status).toBe(303);
    expect(await altOf()).toBe("Mine");
    const store = (alt: string, shownAlt: string) => {
      const body = { alts: { [newestId]: alt }, shownAlts: { [newestId]: shownAlt } };
      return json(site, "PUT", `/api/admin/promotions/${project}`, body, { headers });
    };
    expect([(await store("Again", "Theirs")).status, await altOf()]).toEqual([409, "Mine"]);
    expect([(await store("A lab", "Mine")).status, await altOf()]).toEqual([200, "A lab"]);

    // PW19: suggested tags are edited in the form and saved in the article.
    const pieceId = save?.value ?? "";
    const suggest = { step: "4", [`piece.${pieceId}`]: "# Typed meanwhile\n\nText.", suggestTags: pieceId };
    expect((await post(`/admin/promote/${project}/4`, suggest)).status).toBe(303);
    expect(ai.requests.at(-1)).toMatchObject({ task: "seoTags", data: { content: "# Typed meanwhile\n\nText." } });
    const taggedPage = (await open(`/admin/promote/${project}/4`)).document;
    expect(typedIn(taggedPage, `tags.${pieceId}`)).toBe("longevity, healthy ageing, research");
    const publishAnswer = await post(`/admin/promote/${project}/4`, [
      ...publish,
      [`tags.${pieceId}`, "longevity, sleep"],
    ]);
    expect(publishAnswer.status).toBe(303);
    const [, articleId] = /\/admin\/articles\/(\w+)/.exec(taggedPage.body.innerHTML) ?? [];
    const article = await getJson(site, `/api/admin/articles/${articleId}`, { headers });
    expect(article.body.tags).toEqual(["longevity", "sleep"]);
  });

  test("EM19 saving a piece overwrites no text of the library that somebody else changed meanwhile", async () => {
    const project = await startPromotion(ada.id);
    const at = (step: number) => `/admin/promote/${project}/${step}`;
    await post(at(1), { step: "1", ask: "ideas" });
    await waitForEnd(project);
    const ideaId = (await open(at(1))).document.querySelector<HTMLInputElement>("[name='ideas[]']")?.value ?? "";
    await post(at(1), { step: "1", "ideas[]": ideaId, go: "2" });
    await post(at(2), { step: "2", ask: "contents" });
    await waitForEnd(project);
    const pieceId = (await open(at(2))).document.querySelector<HTMLButtonElement>("button[name=save]")?.value ?? "";
    const [textName, timeName] = [`piece.${pieceId}`, `savedAt.${pieceId}`];
    const hiddenIn = (document: Document) =>
      document.querySelector(`[name="${timeName}"]`)?.getAttribute("value") ?? "";
    const shownTime = async () => hiddenIn((await open(at(2))).document);
    const save = (text: string, savedAt: string) =>
      post(at(2), { step: "2", [textName]: text, [timeName]: savedAt, save: pieceId });
    expect((await save("# Mine\n\nFirst.", await shownTime())).status).toBe(303);
    const savedAt = await shownTime();
    const library = "/api/library/content";
    const { content: texts } = (await getJson(site, `${library}?limit=1`, { headers })).body;
    const [{ id: contentId }] = texts;
    const read = async () => (await getJson(site, `${library}/${contentId}`, { headers })).body;
    const { headers: boHeaders } = await signUpAdmin(site, { firstName: "Bo" });
    const theirText = { ...texts[0], content: "# Theirs\n\nFirst.", seoTags: ["sleep"] };
    expect((await json(site, "POST", library, theirText, { headers: boHeaders })).status).toBe(201);

    const conflict = await save("# Mine\n\nSecond.", savedAt);
    expect([conflict.status, conflict.message]).toEqual([
      409,
      expect.stringMatching(/^Bo .*changed this text meanwhile/),
    ]);
    expect(conflict.document.querySelector(".theirs dd > details")?.textContent).toContain("# Theirs");
    expect(typedIn(conflict.document, textName)).toBe("# Mine\n\nSecond.");
    expect((await read()).content).toBe("# Theirs\n\nFirst.");
    // Publishing saves the text first, also from a form without the time.
    const publish: [string, string][] = [
      ["step", "4"],
      ["onSite[]", pieceId],
      ["publish", pieceId],
      ["acceptedReason", "Read"],
    ];
    expect((await post(at(4), publish)).status).toBe(409);
    expect((await save("# Mine\n\nSecond.", hiddenIn(conflict.document))).status).toBe(303);
    expect(await read()).toMatchObject({ content: "# Mine\n\nSecond.", seoTags: ["sleep"] });
    expect((await save("# Mine\n\nSecond.", savedAt)).status, "the same text again").toBe(303);
    // A preview opens in another tab, so the form that it came from has the time of an earlier save.
    const formIdIn = (document: Document) => document.querySelector("[name=formId]")?.getAttribute("value") ?? "";
    const forms = [(await open(at(4))).document, (await open(at(4))).document];
    const preview = (form: Document, text: string, savedAt = hiddenIn(form)) =>
      post(at(4), {
        step: "4",
        [textName]: text,
        [timeName]: savedAt,
        formId: formIdIn(form),
        preview: pieceId,
      });
    for (const text of ["# Mine\n\nThird.", "# Mine\n\nFourth."])
      expect((await preview(forms[0] as Document, text)).status, text).toBe(303);
    expect((await read()).content).toBe("# Mine\n\nFourth.");
    // With scripts a form stays after a conflict, and takes the time of the text that it then shows.
    const laterText = { ...(await read()), content: "# Theirs\n\nSecond." };
    expect((await json(site, "POST", library, laterText, { headers: boHeaders })).status).toBe(201);
    const revisedText = "# Mine\n\nFourth, revised.";
    const ownConflict = await preview(forms[0] as Document, revisedText);
    expect(ownConflict.status).toBe(409);
    expect((await read()).content).toBe("# Theirs\n\nSecond.");
    const shownAgain = hiddenIn(ownConflict.document);
    expect((await preview(forms[0] as Document, revisedText, shownAgain)).status).toBe(303);
    expect((await read()).content).toBe(revisedText);
    // The same page of another tab was opened before.
    const lateConflict = await preview(forms[1] as Document, "# Mine\n\nOld.");
    expect(lateConflict.status).toBe(409);
    expect((await read()).content).toBe(revisedText);
    expect((await preview(lateConflict.document, "# Mine\n\nFifth.")).status).toBe(303);
    expect((await preview(forms[0] as Document, "# Mine\n\nFourth.")).status).toBe(409);
    expect((await read()).content).toBe("# Mine\n\nFifth.");
    expect((await post(at(4), publish)).status).toBe(303);
  });

  test("PW19 the article editor suggests tags in the form, and keeps what was typed", async () => {
    const content = "**Tags for ageing**\n\nText.";
    const { body } = await call("publish-article", { content, expert: ada, linkFromProfile: false });
    const address = `/admin/articles/${body.id}`;
    const { document } = await open(address);
    const fields = Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>("form[method=post] :is(input, textarea, select)[name]")]
        .filter(({ type }) => !["checkbox", "radio", "file"].includes(type))
        .map(({ name, value }) => [name, value]),
    );
    const answer = await post(address, { ...fields, title: "Typed meanwhile", suggestTags: "on" });
    expect([answer.status, typedIn(answer.document, "tags"), typedIn(answer.document, "title")]).toEqual([
      200,
      "longevity, healthy ageing, research",
      "Typed meanwhile",
    ]);
    expect(ai.requests.at(-1)).toMatchObject({ task: "seoTags", data: { title: "Typed meanwhile" } });
  });
});
