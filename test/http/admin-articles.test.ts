/** Tests the article repository over HTTP: forms without scripts, and JSON calls (AR01 to AR08, D60 to D63). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

type Person = Awaited<ReturnType<typeof signUp>>;

let site: Site;
let admin: Person;
let colleague: Person;

beforeAll(async () => {
  site = await startSite({ starter: false, env: { RATE_LIMIT: "off" } });
  [admin, colleague] = [
    await signUpAdmin(site, { firstName: "Carla", lastName: "Admin" }),
    await signUpAdmin(site, { firstName: "Otto", lastName: "Other" }),
  ];
});
afterAll(() => site?.stop());

const CALLS = "/api/admin/articles";
const call = (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown, person = admin) =>
  json(site, method, `${CALLS}${path}`, body, { headers: person.headers });
const read = (path: string) => getJson(site, `${CALLS}${path}`, { headers: admin.headers });

let articleCount = 0;
/** Creates an article and returns the answer of the call. */
async function createArticle(record: object = {}) {
  articleCount++;
  const { body, status } = await call("POST", "", {
    title: `Numbered article ${articleCount}`,
    body: "Some text.",
    ...record,
  });
  expect(status).toBe(201);
  return body;
}
const createPublished = (record: object = {}) => createArticle({ status: "published", ...record });

/** Removes the articles of earlier tests and their index. */
async function removeArticles() {
  for (const table of ["articles", "articleSearch"]) await query(site.dataDir, `DELETE FROM ${table}`);
}

async function page(path: string, person = admin) {
  const response = await get(site, path, { headers: person.headers });
  const document = parsePage(await response.text());
  return { status: response.status, document, text: document.querySelector("main")?.textContent ?? "" };
}

/** Opens the editor, changes fields, and sends its form with one of its buttons as a browser without scripts does. */
async function send(
  id: string,
  changes: Record<string, string>,
  {
    button,
    from,
    files = [],
    who = admin,
  }: { button?: [string, string]; from?: Document; files?: [string, Blob][]; who?: Person } = {},
) {
  const document = from ?? (await page(`/admin/articles/${id}`, who)).document;
  const body = new FormData();
  for (const element of document.querySelectorAll<HTMLInputElement>(
    "main form:is([novalidate], :has([name=other])) :is(input, textarea, select)[name]",
  )) {
    if (element.type === "file" || (element.type === "checkbox" && !element.checked)) continue;
    body.append(element.name, changes[element.name] ?? element.value);
  }
  for (const [name, value] of Object.entries(changes)) if (!body.has(name)) body.append(name, value);
  for (const [name, value] of button ? [button, ...files] : files) body.append(name, value);
  const response = await fetch(`${site.url}/admin/articles/${id}`, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...who.headers },
    redirect: "manual",
  });
  const answer = parsePage(await response.text());
  return {
    status: response.status,
    location: response.headers.get("Location") ?? "",
    document: answer,
    message: answer.querySelector("[data-tone=problem] p")?.textContent,
    error: (name: string) => answer.getElementById(`${name}-error`)?.textContent,
    value: (name: string) => answer.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value,
  };
}

const inAnHour = () => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)}:00.000Z`;

test("AR08 D60 the calls turn away visitors and ordinary users, and change nothing", async () => {
  const { id, updatedAt } = await createPublished();
  const user = await signUp(site);
  for (const [method, path] of [
    ["PUT", `/${id}`],
    ["DELETE", `/${id}`],
    ["PATCH", `/${id}/featured`],
    ["PUT", `/${id}/draft`],
    ["PUT", "/featured-order"],
    ["POST", "/preview"],
    ["POST", ""],
  ] as const) {
    const body = { featured: true, title: "X", ids: [], body: "x" };
    expect(await json(site, method, CALLS + path, body)).toMatchObject({ status: 401 });
    expect(await call(method, path, body, user)).toMatchObject({ status: 403 });
  }
  expect((await read(`/${id}`)).body).toMatchObject({ updatedAt, featured: false });
});

describe("AR01 AR03 D60 the list", () => {
  test("page and call agree on numbers, pages, search and filters", async () => {
    await removeArticles();
    for (let n = 1; n <= 22; n++)
      await createArticle({ title: `Draft ${n}`, type: "expertise-tip", excerpt: "Sleep well." });
    await createPublished({ title: "Found by telomeres", type: "research-insight", excerpt: "About telomeres." });
    const { body } = await read("");
    expect(body).toMatchObject({ total: 23, totalPages: 2, currentPage: 1 });
    expect(body.counts).toEqual({
      total: 23,
      published: 1,
      featured: 0,
      drafts: 22,
      researchInsights: 1,
      expertiseTips: 22,
      inTrash: 0,
    });
    expect(body.articles).toHaveLength(20);
    expect(body.articles[0]).toMatchObject({ title: "Found by telomeres", status: "published", aiGenerated: false });
    expect((await read("?page=2")).body.articles.map(({ title }: { title: string }) => title)).toEqual([
      "Draft 3",
      "Draft 2",
      "Draft 1",
    ]);
    for (const [query, total] of [
      ["?status=draft", 22],
      ["?status=published&type=research-insight", 1],
      ["?status=draft&type=research-insight", 0],
      ["?search=telomeres", 1],
      ["?search=telomeres&status=draft", 0],
      ["?search=draft&type=expertise-tip&limit=5&page=5", 22],
    ] as const)
      expect([query, (await read(query)).body.total]).toEqual([query, total]);
    for (const query of ["?status=gone", "?type=poem", "?page=0", "?limit=1000"])
      expect([query, (await read(query)).status]).toEqual([query, 400]);

    const list = await page("/admin/articles?status=published");
    expect(list.document.querySelector(".figures")?.textContent).toMatch(
      /Total 23Published 1Featured 0 \/ 4 Maximum allowedDrafts 22Research Insights 1Longevity Tips 22/,
    );
    expect(list.document.querySelectorAll("tbody tr")).toHaveLength(1);
    expect((await page("/admin/articles?page=99")).text).toContain("Page 2 of 2");
    expect((await page("/admin/articles?search=nothing+like+it")).text).toContain("No articles found.");
  });

  test("AR04 AR05 what a row offers depends on whether it is published", async () => {
    await removeArticles();
    await createPublished({ title: "Public", expert: "" });
    await createArticle({ title: "Hidden" });
    const { document } = await page("/admin/articles");
    const rowOf = (title: string) =>
      Array.from(document.querySelectorAll("tbody tr")).find((row) => row.textContent?.includes(title)) as Element;
    const offers = (title: string) =>
      Array.from(rowOf(title).querySelectorAll(".menu a"), ({ textContent }) => textContent).join(" ");
    expect([offers("Public"), offers("Hidden")]).toEqual(["View Sources Delete", "Sources Delete"]);
    expect(rowOf("Public").querySelector("[aria-pressed]")).not.toBeNull();
    expect(rowOf("Hidden").querySelector("[aria-pressed]")).toBeNull();
    expect(rowOf("Hidden").textContent).toContain("Draft");
  });
});

describe("AR02 AR04 AR07 D60 D63 featuring", () => {
  test("features at most 4 published articles, and keeps their order when one is unpublished, deleted or moved", async () => {
    await removeArticles();
    const ids: string[] = [];
    for (let n = 1; n <= 5; n++) ids.push((await createPublished({ title: `Candidate ${n}` })).id);
    const [firstId, secondId, thirdId, fourthId, fifthId] = ids as [string, string, string, string, string];
    const { updatedAt } = (await read(`/${firstId}`)).body;
    const feature = (id: string, featured = true) => call("PATCH", `/${id}/featured`, { featured });
    const order = async () => (await read("")).body.featured.map(({ id }: { id: string }) => id);
    expect(await feature(firstId)).toMatchObject({ status: 200, body: { id: firstId, featured: true } });
    expect((await page("/admin/articles")).text).toContain(
      "You can feature 3 more article(s). Use the star toggle on published articles below.",
    );
    for (const id of [secondId, thirdId, fourthId]) await feature(id);
    const refusal = { status: 409, body: { message: "You can feature at most 4 articles" } };
    expect(await feature(fifthId)).toMatchObject(refusal);
    const fields = { featured: "true", returnTo: "/admin/articles?page=1" };
    const formRefusal = await form(site, `/admin/articles/${fifthId}/featured`, fields, { headers: admin.headers });
    expect(formRefusal.status).toBe(409);
    expect(await formRefusal.text()).toContain("You can feature at most 4 articles");
    expect((await page("/admin/articles")).text).not.toContain("more article(s)");

    expect(await call("PUT", "/featured-order", { ids: [fourthId, thirdId, secondId, firstId] })).toMatchObject({
      status: 200,
    });
    expect(await call("PUT", "/featured-order", { ids: [fourthId, thirdId, secondId] })).toMatchObject({ status: 409 });
    expect(await call("PUT", "/featured-order", { ids: "all" })).toMatchObject({ status: 400 });
    await form(site, "/admin/articles", { id: thirdId, to: "up" }, { headers: admin.headers });
    expect(await order()).toEqual([thirdId, fourthId, secondId, firstId]);

    await call("PUT", `/${fourthId}`, { status: "draft" });
    expect(await order()).toEqual([thirdId, secondId, firstId]);
    expect(await feature(fourthId)).toMatchObject({ status: 409 });
    await call("DELETE", `/${secondId}`);
    expect(await order()).toEqual([thirdId, firstId]);
    await call("POST", `/${secondId}/restore`);
    expect(await order()).toEqual([thirdId, secondId, firstId]);
    await feature(secondId, false);
    expect(await order()).toEqual([thirdId, firstId]);
    expect((await read(`/${firstId}`)).body.updatedAt).toBe(updatedAt);
  });
});

describe("D62 editing", () => {
  test("page and call save the same record, and refuse the same input without losing what was typed", async () => {
    await call("POST", "", { title: "unused" });
    await json(site, "POST", "/api/admin/experts", { name: "Ada Full" }, { headers: admin.headers });
    const [viaCall, viaForm] = [await createArticle(), await createArticle()];
    const record = {
      title: "A new title",
      type: "research-insight",
      excerpt: "In short.",
      body: "# Long\n\ntext",
      imageAlt: "A clock",
      onProfile: true,
    };
    const answer = await call("PUT", `/${viaCall.id}`, {
      ...record,
      slug: "from-the-call",
      expert: "ada full",
      tags: ["Ageing", "ageing", " sleep "],
      sources: ["A book|https://books.example/"],
      id: "x",
      origin: "y",
      featured: true,
      updatedAt: viaCall.updatedAt,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...record, slug: "from-the-call", tags: ["Ageing", "sleep"], featured: false, expertName: "Ada Full" },
    });
    const typedFields = {
      ...record,
      slug: "From the FORM!",
      expert: "Ada Full",
      tags: "Ageing, ageing, sleep",
      sources: "A book|https://books.example/\r\n",
      body: "# Long\r\n\r\ntext",
      onProfile: "on",
    };
    const saveAnswer = await send(viaForm.id, typedFields);
    expect(saveAnswer.status).toBe(303);
    const storedArticle = (await read(`/${viaForm.id}`)).body;
    const { id: _id, slug: _slug, createdAt: _c, updatedAt: _u, ...sharedFields } = storedArticle;
    expect(answer.body).toMatchObject(sharedFields);
    expect(storedArticle.slug).toBe("from-the-form");

    const invalidFields: Record<string, string> = {
      title: "",
      excerpt: "x".repeat(501),
      tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`).join(","),
      expert: "Nobody Known",
      imageUrl: "https://elsewhere.example/a.png",
    };
    const refusedForm = await send(viaForm.id, invalidFields);
    const refusedCall = await call("PUT", `/${viaForm.id}`, { ...invalidFields, tags: invalidFields.tags?.split(",") });
    expect([refusedForm.status, refusedCall.status]).toEqual([400, 400]);
    for (const name of Object.keys(invalidFields)) {
      expect([name, refusedForm.error(name)]).toEqual([name, refusedCall.body.fieldErrors[name]]);
      expect(refusedForm.value(name)).toBe(invalidFields[name]);
    }
    expect(refusedCall.body.fieldErrors.expert).toContain("There is no expert “Nobody Known”.");
    expect((await read(`/${viaForm.id}`)).body).toEqual(storedArticle);
    expect(await call("PUT", `/${viaForm.id}`, [])).toMatchObject({ status: 400 });
    expect(await call("PUT", "/nothing", {})).toMatchObject({ status: 404 });
  });

  test("a former address redirects, and the second of two articles with one title gets -2", async () => {
    const [firstArticle, secondArticle] = [
      await createPublished({ title: "Same title" }),
      await createPublished({ title: "Same title" }),
    ];
    expect([firstArticle.slug, secondArticle.slug]).toEqual(["same-title", "same-title-2"]);
    await call("PUT", `/${firstArticle.id}`, { slug: "moved" });
    const answer = await get(site, "/articles/same-title");
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/articles/moved"]);
  });

  test("an image is uploaded in the form and removed again", async () => {
    const { id } = await createArticle();
    const file = new File([new Uint8Array(await testImage())], "clock.png", { type: "image/png" });
    await send(id, { imageAlt: "A clock" }, { files: [["imageUrlFile", file]] });
    expect((await read(`/${id}`)).body.imageUrl).toMatch(/^\/uploads\//);
    await send(id, { imageUrlRemove: "1" });
    expect((await read(`/${id}`)).body).toMatchObject({ imageUrl: "", imageAlt: "A clock" });
  });

  test("EM19 a stored image is chosen without scripts, and what was typed stays", async () => {
    const { id } = await createArticle();
    const { document } = await page(`/admin/articles/${id}`);
    const options = [...document.querySelectorAll<HTMLOptionElement>("select[name=imageUrlStored] option")];
    const storedImage = options.map(({ value }) => value).find((value) => value.startsWith("/uploads/")) ?? "";
    expect(storedImage).toMatch(/\.webp$/);
    const typed = { excerpt: "Typed.", scheduledAt: "2040-01-01T09:00" };
    const preview = await send(id, { ...typed, imageUrlStored: storedImage, preview: "1" });
    expect([preview.value("imageUrl"), preview.value("excerpt"), preview.value("scheduledAt")]).toEqual([
      storedImage,
      ...Object.values(typed),
    ]);
    await send(id, { imageUrlStored: storedImage });
    expect((await read(`/${id}`)).body.imageUrl).toBe(storedImage);
  });

  test("D29 the slower of two admins gets 409 with both versions, and nothing is lost", async () => {
    const { id, updatedAt } = await createArticle({ title: "Raced", excerpt: "Old", body: "Old text." });
    const { document: from } = await page(`/admin/articles/${id}`);
    await call("PUT", `/${id}`, { excerpt: "Theirs", title: "Their title" }, colleague);
    expect(await call("PUT", `/${id}`, { excerpt: "Mine", updatedAt })).toMatchObject({ status: 409 });
    const scheduledAt = "2040-01-01T09:00";
    const conflict = await send(id, { excerpt: "Mine", body: "My text.", scheduledAt }, { from });
    expect(conflict.status).toBe(409);
    expect(conflict.message).toContain("Otto Other changed “Their title” meanwhile");
    expect([conflict.value("excerpt"), conflict.value("body"), conflict.value("title")]).toEqual([
      "Mine",
      "My text.",
      "Their title",
    ]);
    expect(conflict.value("scheduledAt")).toBe(scheduledAt);
    const preview = conflict.document.querySelector(".article-preview")?.textContent;
    expect(preview, "the preview shows the form's text").toContain("My text.");
    expect(conflict.document.querySelector(".theirs")?.textContent).toContain("Theirs");
    expect((await read(`/${id}`)).body).toMatchObject({ excerpt: "Theirs", body: "Old text." });
    expect((await send(id, {}, { from: conflict.document })).status).toBe(303);
    expect((await read(`/${id}`)).body).toMatchObject({ title: "Their title", excerpt: "Mine", body: "My text." });
  });

  test("an unsaved draft is shown to its author only, never changes the article, and can be discarded", async () => {
    const { id, updatedAt } = await createArticle({ title: "Kept", body: "Stored." });
    const fields = { title: "Kept", type: "expertise-tip", slug: "kept", body: "Typed." };
    const { status, body } = await call("PUT", `/${id}/draft`, { fields, basedOn: updatedAt });
    expect([status, body.keptAt]).toEqual([200, expect.any(String)]);
    expect((await read(`/${id}`)).body).toMatchObject({ body: "Stored.", updatedAt });
    const ownPage = await page(`/admin/articles/${id}`);
    expect(ownPage.text).toMatch(/Unsaved changes from .* UTC were restored/);
    expect(ownPage.document.querySelector("textarea#body")?.textContent).toBe("Typed.");
    expect((await page(`/admin/articles/${id}`, colleague)).text).not.toContain("Unsaved changes");

    // A colleague saves meanwhile: the draft is still there, and saving it shows both versions.
    await call("PUT", `/${id}`, { body: "Theirs." }, colleague);
    const reopened = await page(`/admin/articles/${id}`);
    expect(reopened.text).toContain("The article has changed since");
    expect((await send(id, {}, { from: reopened.document })).status).toBe(409);
    const discardAnswer = await form(site, `/admin/articles/${id}/discard`, {}, { headers: admin.headers });
    expect(discardAnswer.status).toBe(303);
    expect((await page(`/admin/articles/${id}`)).document.querySelector("textarea#body")?.textContent).toBe("Theirs.");

    // No draft is stored after a save, or when it equals the article.
    const { body: current } = await read(`/${id}`);
    await call("PUT", `/${id}/draft`, { fields: { ...fields, body: "Again." }, basedOn: current.updatedAt });
    expect((await send(id, { body: "Saved now." })).status).toBe(303);
    expect((await page(`/admin/articles/${id}`)).text).not.toContain("Unsaved changes");
    const sameFields = { ...fields, slug: current.slug, body: "Saved now." };
    expect((await call("PUT", `/${id}/draft`, { fields: sameFields, basedOn: current.updatedAt })).body).toEqual({
      keptAt: null,
    });
    const hugeDraft = { fields: { body: "x".repeat(500_001) }, basedOn: "" };
    expect((await call("PUT", `/${id}/draft`, hugeDraft)).status).toBe(413);
  });

  test("a draft that arrives late does not replace a newer one of the same form; one of a form opened later does", async () => {
    const { id, updatedAt } = await createArticle({ title: "Order", body: "Stored." });
    const storeDraft = (body: string, order: object) =>
      call("PUT", `/${id}/draft`, { fields: { title: "Order", slug: "order", body }, basedOn: updatedAt, ...order });
    const shownText = async () =>
      (await page(`/admin/articles/${id}`)).document.querySelector("textarea#body")?.textContent;
    const { body: lastAnswer } = await storeDraft("Last words.", { page: 1, save: 3 });
    const { status, body } = await storeDraft("Earlier.", { page: 1, save: 2 });
    expect([status, body]).toEqual([200, lastAnswer]);
    expect(await shownText()).toBe("Last words.");
    await storeDraft("Reopened.", { page: 2, save: 1 });
    expect(await shownText()).toBe("Reopened.");
    expect((await storeDraft("Odd.", { page: "1", save: [] })).status).toBe(400);
  });

  test("the preview equals the article's page, and nothing in it runs", async () => {
    const body =
      "# Title\n\n<img src=x onerror=alert(1)> **bold** [x](javascript:alert(1))\n\n<script>alert(2)</script>";
    const { id, slug } = await createArticle({ title: "Title", body });
    const { body: preview } = await call("POST", "/preview", { title: "Title", body });
    expect(preview.html).toContain("<strong>bold</strong>");
    expect(preview.html).not.toMatch(/<img|<script|href="javascript/);
    const draftPage = await page(`/articles/${slug}`);
    const previewDocument = parsePage(`<main>${preview.html}</main>`);
    expect(draftPage.document.querySelector("article .prose")?.innerHTML).toBe(
      previewDocument.querySelector("main")?.innerHTML,
    );
    const sentPreview = await send(id, { body: "Only *looked at*." }, { button: ["preview", "1"] });
    expect(sentPreview.document.querySelector(".article-preview em")?.textContent).toBe("looked at");
    expect(sentPreview.value("body")).toBe("Only *looked at*.");
    expect((await read(`/${id}`)).body.body).toBe(body);
    expect((await call("POST", "/preview", { body: "x".repeat(100_001) })).status).toBe(400);
  });
});

describe("D46 D62 publishing", () => {
  test("publish, unpublish, schedule and cancel save the form as well; an empty text and past times are refused", async () => {
    const { id } = await createArticle({ title: "Timely", body: "" });
    const state = async () => (await read(`/${id}`)).body;
    const emptyAnswer = await send(id, { excerpt: "Typed" }, { button: ["status", "published"] });
    expect([emptyAnswer.status, emptyAnswer.error("body"), emptyAnswer.value("excerpt")]).toEqual([
      400,
      "Please write the text: readers would find an empty page.",
      "Typed",
    ]);
    expect((await state()).excerpt).toBe("");
    for (const scheduledAt of ["", "2020-01-01T09:00", "soon"]) {
      const refusedForm = await send(id, { body: "Text.", scheduledAt }, { button: ["schedule", "set"] });
      expect([refusedForm.status, refusedForm.value("body")]).toEqual([400, "Text."]);
      expect(refusedForm.error("scheduledAt")).toMatch(
        scheduledAt.startsWith("2020") ? /has passed/ : /date and a time, in UTC/,
      );
    }
    const time = inAnHour();
    const scheduleAnswer = await send(
      id,
      { body: "Text.", scheduledAt: time.slice(0, 16) },
      { button: ["schedule", "set"] },
    );
    expect(scheduleAnswer.status).toBe(303);
    expect(await state()).toMatchObject({ status: "draft", scheduledAt: time, body: "Text." });
    expect((await page("/admin/articles")).text).toContain("UTC");
    await send(id, {}, { button: ["schedule", "cancel"] });
    expect(await state()).toMatchObject({ scheduledAt: null });
    expect(await call("PUT", `/${id}`, { scheduledAt: time })).toMatchObject({ body: { scheduledAt: time } });
    await send(id, { title: "Timely indeed" }, { button: ["status", "published"] });
    expect(await state()).toMatchObject({ status: "published", scheduledAt: null, title: "Timely indeed" });
    const { publishedAt } = await state();
    expect((await get(site, "/articles/timely")).status).toBe(200);
    await send(id, {}, { button: ["status", "draft"] });
    expect(await state()).toMatchObject({ status: "draft", publishedAt });
    expect((await get(site, "/articles/timely")).status).toBe(404);
  });

  test("a share link opens the draft for anybody until it is withdrawn", async () => {
    const { id } = await createArticle({ title: "Shared draft" });
    await send(id, {}, { button: ["share", "on"] });
    const link = (await page(`/admin/articles/${id}`)).document.querySelector<HTMLAnchorElement>('a[href*="?draft="]');
    const path = link?.getAttribute("href") ?? "";
    expect((await get(site, path)).status).toBe(200);
    expect((await get(site, "/articles/shared-draft")).status).toBe(404);
    await send(id, {}, { button: ["share", "off"] });
    expect((await get(site, path)).status).toBe(404);
  });

  test("a share link does not open an article that was published since and is a draft again", async () => {
    const { id } = await createArticle({ title: "Once shared" });
    await send(id, {}, { button: ["share", "on"] });
    const link = (await page(`/admin/articles/${id}`)).document.querySelector<HTMLAnchorElement>('a[href*="?draft="]');
    const path = link?.getAttribute("href") ?? "";
    expect((await get(site, path)).status).toBe(200);
    for (const status of ["published", "draft"]) expect((await call("PUT", `/${id}`, { status })).status).toBe(200);
    expect((await get(site, path)).status).toBe(404);
  });
});

describe("D62 the history", () => {
  test("says who changed what, and restores an earlier version without changing the status", async () => {
    const { id } = await createArticle({ title: "A quick fox", body: "First." });
    await call("PUT", `/${id}`, { title: "A slow fox", body: "Second.", status: "published" }, colleague);
    const { document, text } = await page(`/admin/articles/${id}/history`);
    expect(text).toMatch(/Published .* by Otto Other/);
    expect(document.querySelector("del")?.textContent).toBe("quick");
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>("main form input"), ({ name, value }) => [
      name,
      value,
    ]) as [string, string][];
    const answer = await form(site, `/admin/articles/${id}/history`, fields, { headers: admin.headers });
    expect(answer.status).toBe(303);
    expect((await read(`/${id}`)).body).toMatchObject({ title: "A quick fox", body: "First.", status: "published" });
    const secondRestore = await form(site, `/admin/articles/${id}/history`, fields, { headers: admin.headers });
    expect(secondRestore.status).toBe(409);
    const refusal = await form(
      site,
      `/admin/articles/${id}/history`,
      { revision: "999999" },
      { headers: admin.headers },
    );
    expect(refusal.status).toBe(404);
  });
});

describe("AR06 D61 deleting", () => {
  test("asks in the specified words, moves the article to the trash, restores it, and deletes it for good", async () => {
    const { id, slug } = await createPublished({ title: 'The "end"' });
    const deletePage = await page(`/admin/articles/${id}/delete`);
    expect(deletePage.document.querySelector("h1")?.textContent).toBe("Delete Article");
    expect(deletePage.text).toContain('Are you sure you want to delete "The "end""?');
    const answer = await form(site, `/admin/articles/${id}/delete`, {}, { headers: admin.headers });
    expect(answer.headers.get("Location")).toBe(`/admin/articles?deleted=${id}`);
    expect((await get(site, `/articles/${slug}`)).status).toBe(404);
    const secondDelete = await get(site, `/admin/articles/${id}/delete`, { headers: admin.headers });
    expect([secondDelete.status, secondDelete.headers.get("Location")]).toEqual([302, `/admin/articles/${id}`]);
    expect((await page("/admin/articles/trash")).text).toMatch(/The "end".*by Carla Admin.*30 days/s);
    expect(await call("PUT", `/${id}`, { title: "X" })).toMatchObject({ status: 409 });
    expect(await call("PATCH", `/${id}/featured`, { featured: true })).toMatchObject({ status: 409 });
    expect((await page(`/admin/articles/${id}`)).text).toContain("in the trash");
    expect((await read("?search=end")).body.articles.map((article: { id: string }) => article.id)).not.toContain(id);

    await form(site, `/admin/articles/${id}/restore`, {}, { headers: admin.headers });
    expect((await get(site, `/articles/${slug}`)).status).toBe(200);
    const earlyAnswer = await form(site, "/admin/articles/trash", { id }, { headers: admin.headers });
    expect(earlyAnswer.status).toBe(409);
    expect(await call("DELETE", `/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    await form(site, "/admin/articles/trash", { id }, { headers: admin.headers });
    expect((await read(`/${id}`)).status).toBe(404);
    const log = await page("/admin/audit?subjectKind=article");
    expect(log.text).toContain("article deleted for good");
  });
});

test("D60 an article is created from a form with a title, and sending it twice creates one", async () => {
  const { document } = await page("/admin/articles/new");
  const id = document.querySelector<HTMLInputElement>('input[name="id"]')?.value ?? "";
  const post = (fields: Record<string, string>) =>
    form(site, "/admin/articles/new", { id, type: "expertise-tip", expert: "", ...fields }, { headers: admin.headers });
  const refusedAnswer = await post({ title: " " });
  expect(refusedAnswer.status).toBe(400);
  expect(await refusedAnswer.text()).toContain("Please enter a title.");
  for (const answer of [await post({ title: "By hand" }), await post({ title: "By hand" })])
    expect(answer.headers.get("Location")).toMatch(new RegExp(`^/admin/articles/${id}`));
  expect((await read("?search=by+hand")).body).toMatchObject({ total: 1, articles: [{ id, status: "draft" }] });
  // Somebody went back to the form and wrote another title.
  const otherArticle = (await post({ title: "Other hands" })).headers.get("Location") ?? "";
  expect(otherArticle).toMatch(/^\/admin\/articles\/[0-9a-z]{16}/);
  expect(otherArticle).not.toContain(id);
  expect((await read("?search=hands")).body).toMatchObject({ total: 1, articles: [{ title: "Other hands" }] });
  expect((await read(`/${id}`)).body).toMatchObject({ title: "By hand" });
});
