/** Tests the library over HTTP: its calls, and its pages without scripts. */

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { type ImageProviders, startImageProviders } from "../support/image-providers";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

let site: Site;
let imageProviders: ImageProviders;
let ada: Awaited<ReturnType<typeof signUpAdmin>>;

beforeAll(async () => {
  imageProviders = await startImageProviders();
  const { STABILITY_API_KEY: _, ...env } = imageProviders.env;
  site = await startSite({ env: { ...env, RATE_LIMIT: "off" } });
  ada = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
});
afterAll(async () => {
  await site?.stop();
  await imageProviders?.stop();
});

const asAda = () => ({ headers: ada.headers });
const list = (path: string) => getJson(site, path, asAda());
const call = (method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
  json(site, method, path, body, asAda());
const post = (path: string, fields: Record<string, string> | [string, string][]) => form(site, path, fields, asAda());
const open = async (path: string) => {
  const response = await get(site, path, asAda());
  return { status: response.status, document: parsePage(await response.text()) };
};
const textOf = (document: Document, selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim();
const dataUrl = async () => `data:image/png;base64,${(await testImage("png", 30, 20)).toString("base64")}`;
const save = async (content: string, fields: object = {}) =>
  (
    await call("POST", "/api/library/content", {
      content,
      platform: "article",
      contentType: "research-insight",
      ...fields,
    })
  ).body;
const saveImage = async (fields: object = {}) =>
  (await call("POST", "/api/library/images", { imageUrl: await dataUrl(), imagePrompt: "A lab", ...fields })).body;

describe("LI08 to LI12 D55 D56 the calls", () => {
  test("save, list by page, search and expert, attach, detach and delete", async () => {
    const expert = "Calls Person";
    const saveAnswer = await call("POST", "/api/library/content", {
      content: "# Sleep\n\nWell.",
      expert,
      idea: { title: "Sleep" },
      experts: ["Somebody Else"],
      platform: "linkedin",
      contentType: "expertise-tip",
      id: null,
      createdAt: "1999-01-01T00:00:00.000Z",
      role: "admin",
    });
    expect(saveAnswer).toMatchObject({ status: 201, body: { expertName: expert, platform: "linkedin", images: [] } });
    expect(saveAnswer.body.createdAt).not.toContain("1999");
    const image = await call("POST", "/api/library/images", {
      imageUrl: await dataUrl(),
      imagePrompt: "Owls",
      model: "dall-e-3",
      provider: "openai",
      size: "1280x720",
      expert,
    });
    expect(image).toMatchObject({
      status: 201,
      body: { imagePrompt: "Owls", size: "1280x720", imageUrl: expect.stringMatching(/^\/uploads\//) },
    });

    const { id } = saveAnswer.body;
    const expertQuery = `expert=${encodeURIComponent(expert)}`;
    expect((await list(`/api/library/content?${expertQuery}&search=sleep&limit=5`)).body).toEqual({
      content: [saveAnswer.body],
      total: 1,
      totalPages: 1,
      currentPage: 1,
    });
    expect((await list(`/api/library/images?${expertQuery}&search=owl`)).body).toMatchObject({
      images: [{ id: image.body.id }],
      total: 1,
    });
    expect((await list(`/api/library/content?${expertQuery}&page=2`)).body).toMatchObject({ content: [], total: 1 });
    for (const invalidQuery of ["page=x", "limit=101", "page=0"])
      expect((await list(`/api/library/content?${invalidQuery}`)).status).toBe(400);

    const attachmentPath = `/api/library/content/${id}/images/${image.body.id}`;
    expect((await call("POST", attachmentPath)).body).toMatchObject({
      id,
      images: [{ id: image.body.id, imagePrompt: "Owls" }],
    });
    const refusal = await call("DELETE", `/api/library/images/${image.body.id}`);
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      "This image is in use: Calls Person: Sleep Well. (attached).",
    ]);
    expect((await call("DELETE", attachmentPath)).body).toMatchObject({ id, images: [] });
    expect((await call("DELETE", `/api/library/images/${image.body.id}`)).body).toEqual({ success: true });
    expect((await call("DELETE", `/api/library/images/${image.body.id}`)).status).toBe(404);

    const secondContent = await save("Another", { expert });
    const bulkDeletion = await call("POST", "/api/library/content/bulk-delete", {
      ids: [id, secondContent.id, "gone"],
    });
    expect(bulkDeletion).toMatchObject({ status: 200, body: { success: true, deleted: 2 } });
    expect((await list(`/api/library/content/${id}`)).status).toBe(404);
    for (const path of ["content", "images"]) {
      expect(await call("POST", `/api/library/${path}/bulk-delete`, { ids: "x" })).toMatchObject({
        status: 400,
        body: { message: "Please select at least one item." },
      });
      expect((await call("PUT", `/api/library/${path}`, {})).status).toBe(405);
    }
  });

  test("D58 with force a used image is deleted, alone or with others", async () => {
    const images = [await saveImage(), await saveImage()];
    const { id } = await save("With pictures");
    for (const image of images) await call("POST", `/api/library/content/${id}/images/${image.id}`);
    expect(
      (await call("POST", "/api/library/images/bulk-delete", { ids: images.map((image) => image.id) })).status,
    ).toBe(409);
    expect((await call("DELETE", `/api/library/images/${images[0].id}?force=1`)).status).toBe(200);
    expect((await call("POST", "/api/library/images/bulk-delete", { ids: [images[1].id], force: true })).body).toEqual({
      success: true,
      deleted: 1,
    });
    expect((await list(`/api/library/content/${id}`)).body.images).toEqual([]);
  });

  test("LI10 LI11 a project is renamed and deleted, and its texts stay", async () => {
    const { body: project } = await call("POST", "/api/library/projects", { name: "Winter" });
    const text = await save("# In winter", { projectId: project.id });
    const path = `/api/library/projects/${project.id}`;
    const renameAnswer = await call("PUT", path, { name: "Summer", description: "Sun" });
    expect([renameAnswer.status, renameAnswer.body]).toEqual([
      200,
      { ...project, name: "Summer", description: "Sun", version: expect.any(String) },
    ]);
    expect((await call("PUT", path, { name: "" })).status).toBe(400);

    // Changes projects by forms without scripts.
    const page = await open("/admin/library/projects");
    const row = [...page.document.querySelectorAll("tbody tr")].find((tableRow) =>
      tableRow.textContent?.includes("Summer"),
    );
    expect(row?.textContent).toContain("Sun1");
    expect((await post("/admin/library/projects?index", { name: "" })).status).toBe(400);
    expect((await post("/admin/library/projects?index", { name: "By a form" })).status).toBe(303);
    const place = `/admin/library/projects/${project.id}`;
    expect((await post(place, { name: " " })).status).toBe(400);
    expect((await post(place, { name: "Autumn", description: "" })).status).toBe(303);
    expect(textOf((await open(place)).document, "h1")).toBe("Autumn");
    const moveResponse = await post("/admin/library?index", [
      ["ids[]", text.id],
      ["projectId", ""],
      ["intent", "move"],
    ]);
    expect([moveResponse.status, moveResponse.headers.get("Location")]).toEqual([303, "/admin/library?moved=1"]);
    expect((await post("/admin/library?index", { projectId: "", intent: "move" })).status).toBe(400);
    await post("/admin/library?index", [
      ["ids[]", text.id],
      ["projectId", project.id],
      ["intent", "move"],
    ]);
    expect((await post(place, { intent: "remove" })).status).toBe(303);
    expect((await open(place)).status).toBe(404);
    const { body } = await list(`/api/library/content/${text.id}`);
    expect([body.projectId, body.content]).toEqual([null, "# In winter"]);
    expect((await call("DELETE", path)).status).toBe(404);
    for (const { id } of (await list("/api/library/projects")).body.projects) {
      expect((await call("DELETE", `/api/library/projects/${id}`)).status).toBe(200);
    }
    expect((await call("DELETE", `/api/library/content/${text.id}`)).body).toEqual({ success: true });
    expect((await call("DELETE", `/api/library/content/${text.id}`)).status).toBe(404);
  });

  test("LI08 D57 a text keeps its project, tags and model when it is saved again without them; a change is in the audit log", async () => {
    const content = "# Kept together";
    const details = { newProject: { name: "Together" }, seoTags: ["sleep"], provider: "p", model: "m" };
    const savedText = await save(content, { expert: "Keeper Person", ...details });
    expect(savedText).toMatchObject({ projectName: "Together", seoTags: ["sleep"], provider: "p", model: "m" });
    expect(await save(content, { expert: "Keeper Person" })).toEqual(savedText);
    const countChanges = async () =>
      (await open("/admin/audit")).document.body.textContent?.split("content changed").length;
    const countBefore = await countChanges();
    const { id, projectId } = savedText;
    const withTags = await save(content, { expert: "Keeper Person", seoTags: ["rest"] });
    expect(withTags).toMatchObject({ id, projectId, seoTags: ["rest"], model: "m" });
    expect(await countChanges()).toBeGreaterThan(countBefore ?? 0);
    const withNewWords = await save("# Other words", { id, expert: "Keeper Person" });
    expect(withNewWords).toMatchObject({ id, projectId, seoTags: ["rest"], provider: "p", model: "m" });
    const emptied = await save("# Other words", {
      id,
      expert: "Keeper Person",
      projectId: null,
      seoTags: [],
      model: "",
    });
    expect(emptied).toMatchObject({ id, projectId: null, seoTags: [], provider: "p", model: "" });
    await call("DELETE", `/api/library/content/${id}`);
    await call("DELETE", `/api/library/projects/${projectId}`);
  });

  test("AI02 LI01 the parts of the library link to each other with the search, and the current one is marked", async () => {
    const parts = async (path: string) => {
      const { document } = await open(path);
      return [...document.querySelectorAll("nav[aria-label=Kind] a")].map((link) => [
        link.textContent?.replace(/ \(.*/, ""),
        link.getAttribute("href"),
        link.hasAttribute("aria-current"),
      ]);
    };
    const search = "search=sleep";
    const addresses = [
      ["Content", `/admin/library?${search}`],
      ["Images", `/admin/library?tab=images&${search}`],
      ["Profiles", `/admin/generate?${search}`],
      ["Projects", "/admin/library/projects"],
    ];
    for (const [current, path] of addresses.slice(0, 3)) {
      expect(await parts(path ?? "")).toEqual(addresses.map(([name, to]) => [name, to, name === current]));
    }
    expect((await open(`/admin/generate?${search}`)).document.body.textContent).toContain("No profiles found.");
  });

  test("LI10 LI11 projects are created and listed, and need a name", async () => {
    expect(await call("POST", "/api/library/projects", { name: "Spring", description: "Tips" })).toMatchObject({
      status: 201,
      body: { name: "Spring" },
    });
    expect((await list("/api/library/projects")).body).toEqual({
      projects: [
        {
          id: expect.any(String),
          name: "Spring",
          description: "Tips",
          createdAt: expect.any(String),
          version: expect.any(String),
        },
      ],
    });
    expect(await call("POST", "/api/library/projects", { name: "" })).toMatchObject({
      status: 400,
      body: { fieldErrors: { name: "Please enter a name." } },
    });
  });

  test("hostile input is refused, or stored as plain text", async () => {
    for (const [path, body] of [
      ["content", []],
      ["content", { content: { $gt: "" } }],
      ["content", { content: "x", expert: 7 }],
      ["content", { content: "x", seoTags: "x" }],
      ["images", { imageUrl: "http://127.0.0.1:1/x.png" }],
      ["images", { imageUrl: "data:image/png;base64,AAAA" }],
      ["projects", null],
    ] as const)
      expect((await call("POST", `/api/library/${path}`, body)).status, JSON.stringify(body)).toBeOneOf([400, 415]);
    const hostileText = `<script>alert(1)</script> ' OR 1=1 -- \u202e 🧬 {{7*7}}`;
    const { id, content, expertName } = await save(hostileText, { expert: hostileText });
    expect([content, expertName]).toEqual([hostileText, hostileText.trim()]);
    const { document } = await open(`/admin/library/content/${id}`);
    expect(document.querySelector("h1")?.textContent).toBe(hostileText.trim());
    expect(document.querySelector(".whole-text script")).toBeNull();
    await call("DELETE", `/api/library/content/${id}`);
  });
});

describe("PW18 D50 POST /api/admin/generate-images", () => {
  test("stores generated images, which can be saved; explains missing settings and failures", async () => {
    const order = {
      contents: [{ content: "x", expert: "Ada Full" }],
      provider: "openai",
      model: "dall-e-3",
      size: "1200x630",
      customPrompt: "An owl. At night.",
    };
    const generationAnswer = await call("POST", "/api/admin/generate-images", order);
    expect(generationAnswer).toMatchObject({
      status: 200,
      body: {
        images: [{ imagePrompt: "An owl. At night.", provider: "openai", alt: "", expertName: "Ada Full" }],
      },
    });
    const [image] = generationAnswer.body.images;
    const bytes = Buffer.from(await (await get(site, image.imageUrl)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: "webp" });
    const saveAnswer = await call("POST", "/api/library/images", { ...image, expert: "Ada Full" });
    expect(saveAnswer).toMatchObject({
      status: 201,
      body: { id: image.id, model: "dall-e-3", provider: "openai", size: "1200x630" },
    });

    imageProviders.failNext("refused");
    expect(await call("POST", "/api/admin/generate-images", order)).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/^OpenAI refused this prompt \(400\): Your request was rejected/) },
    });
    imageProviders.failNext("429 for an hour");
    const busyAnswer = await call("POST", "/api/admin/generate-images", order);
    expect([busyAnswer.status, busyAnswer.headers.get("Retry-After")]).toEqual([502, "3600"]);
    expect(
      await call("POST", "/api/admin/generate-images", { ...order, provider: "stability", model: "core" }),
    ).toMatchObject({ status: 503, body: { message: expect.stringContaining("STABILITY_API_KEY") } });
    expect(await call("POST", "/api/admin/generate-images", { ...order, customPrompt: "" })).toMatchObject({
      status: 400,
      body: { fieldErrors: { customPrompt: "Please enter an image prompt." } },
    });
    for (const key of imageProviders.keys) expect(JSON.stringify(site.logs())).not.toContain(key);

    const file = await get(site, `/admin/library/images/${image.id}/download`, asAda());
    expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="longevity-image-${image.id}.png"`);
    expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: "png",
    });
    expect((await get(site, "/admin/library/images/none/download", asAda())).status).toBe(404);
  });
});

describe("LI01 to LI06 the pages without scripts", () => {
  test("tabs with counts, filter, and texts for empty lists", async () => {
    const expert = "Filter Person";
    const { id } = await save("x".repeat(300), { expert, platform: "x", contentType: "longevity-tip" });
    const { document } = await open("/admin/library");
    expect([...document.querySelectorAll("nav[aria-label=Kind] a")].map((tab) => tab.textContent)).toEqual([
      expect.stringMatching(/^Content \(\d+\)$/),
      expect.stringMatching(/^Images \(\d+\)$/),
      expect.stringMatching(/^Profiles \(\d+\)$/),
      expect.stringMatching(/^Projects \(\d+\)$/),
    ]);
    const options = [...document.querySelectorAll("select[name=expert] option")].map((option) => option.textContent);
    expect(options[0]).toBe("All Experts");
    expect(options).toContain(expert);
    const filteredPage = (await open(`/admin/library?expert=${encodeURIComponent(expert)}`)).document;
    expect(filteredPage.querySelectorAll(".asset")).toHaveLength(1);
    expect(textOf(filteredPage, ".asset")).toContain("X Longevity Tip");
    expect(textOf(filteredPage, ".excerpt")).toBe(`${"x".repeat(150)}…`);
    const pageWithoutMatch = (await open("/admin/library?search=nothingofthekind")).document;
    expect(textOf(pageWithoutMatch, ".empty")).toBe("No content foundTry adjusting your search or filters");
    const pageWithoutImages = (await open("/admin/library?tab=images&search=nothingofthekind")).document;
    expect(textOf(pageWithoutImages, ".empty")).toBe("No images foundTry adjusting your search or filters");
    await call("DELETE", `/api/library/content/${id}`);
  });

  test("a text is published as a draft article, once", async () => {
    const image = await saveImage();
    const { id } = await save("# How to sleep\n\nIn the **dark**.", { seoTags: ["sleep"], model: "m" });
    await call("POST", `/api/library/content/${id}/images/${image.id}`);
    const contentPath = `/admin/library/content/${id}`;
    const publishAnswer = await post(contentPath, { intent: "publish" });
    expect(publishAnswer.status).toBe(303);
    const article = publishAnswer.headers.get("Location") ?? "";
    expect((await post(contentPath, { intent: "publish" })).headers.get("Location")).toBe(article);
    const storedArticle = await list(`/api${article}`);
    expect(storedArticle.body).toMatchObject({
      title: "How to sleep",
      body: "In the **dark**.",
      type: "research-insight",
      status: "draft",
      imageUrl: image.imageUrl,
      tags: ["sleep"],
    });
    expect(textOf((await open(contentPath)).document, "main")).toContain("Open Article");
    const refusal = await call("DELETE", `/api/library/images/${image.id}`);
    expect(refusal.body.message).toContain("How to sleep (image)");
  });

  test("the draft of a text is about the expert of the text; somebody in the trash keeps the name only", async () => {
    const person = { name: "Listed Lia", title: "Professor", categories: ["academic"] };
    const expert = (await call("POST", "/api/admin/experts", person)).body;
    const about = { id: expert.id, name: "Listed Lia" };
    const publishText = async (text: string, fields: object) => {
      const { id } = await save(text, fields);
      const publishAnswer = await post(`/admin/library/content/${id}`, { intent: "publish" });
      expect(publishAnswer.status).toBe(303);
      return (await list(`/api${publishAnswer.headers.get("Location")}`)).body;
    };
    const article = await publishText("# About Lia\n\nText", { expert: "Listed Lia" });
    expect(article).toMatchObject({ title: "About Lia", expert: about, expertName: "Listed Lia" });
    const change = (expert: string) => call("PUT", `/api/admin/articles/${article.id}`, { expert });
    expect((await change("")).body).toMatchObject({ expert: null, expertName: "" });
    expect(await change(expert.id)).toMatchObject({ status: 200, body: { expert: about } });
    const { id } = await save("# Lia is away\n\nText", { expertId: expert.id });
    await call("DELETE", `/api/experts/${expert.id}`);
    const publishAnswer = await post(`/admin/library/content/${id}`, { intent: "publish" });
    const articleAboutTrashed = (await list(`/api${publishAnswer.headers.get("Location")}`)).body;
    expect(articleAboutTrashed).toMatchObject({ expert: null, expertName: "Listed Lia" });
    await call("POST", `/api/admin/experts/${expert.id}/restore`);
  });

  test("D62 texts, images and articles have the new name of their expert, and an article that was open before is saved", async () => {
    const person = { name: "Formerly Fay", title: "Professor", categories: ["academic"] };
    const { id: expertId } = (await call("POST", "/api/admin/experts", person)).body;
    const text = await save("# About Fay", { expertId });
    const image = await saveImage({ expertId });
    const fields = { title: "About Fay", body: "Text.", expert: "Formerly Fay" };
    const article = (await call("POST", "/api/admin/articles", fields)).body;
    const renameAnswer = await call("PUT", `/api/experts/${expertId}`, { name: "Presently Fay" });
    expect(renameAnswer.status).toBe(200);

    const about = { id: expertId, name: "Presently Fay" };
    const articlePath = `/api/admin/articles/${article.id}`;
    expect((await list(articlePath)).body).toMatchObject({
      ...article,
      expert: about,
      expertName: "Presently Fay",
    });
    for (const [kind, id] of [
      ["content", text.id],
      ["images", image.id],
    ]) {
      const idsFor = async (name: string) =>
        (await list(`/api/library/${kind}?expert=${encodeURIComponent(name)}`)).body[`${kind}`].map(
          (item: { id: string }) => item.id,
        );
      expect([kind, await idsFor("Presently Fay"), await idsFor("Formerly Fay")]).toEqual([kind, [id], []]);
    }
    const change = { title: "All about Fay", expert: "Formerly Fay", updatedAt: article.updatedAt };
    expect(await call("PUT", articlePath, change)).toMatchObject({
      status: 200,
      body: { title: "All about Fay", expert: about },
    });
    expect((await call("PUT", articlePath, { expert: "Never Fay" })).status).toBe(400);
  });

  test("attach, detach and delete by forms; deleting a used image needs a confirmation", async () => {
    const image = await saveImage({ imagePrompt: "Attachable" });
    const { id } = await save("Form work");
    const attachPage = (await open(`/admin/library/content/${id}/attach?search=attachable`)).document;
    expect(attachPage.querySelector<HTMLButtonElement>(`button[value="${image.id}"]`)?.textContent).toBe("Attach");
    expect((await post(`/admin/library/content/${id}/attach`, { imageId: image.id })).headers.get("Location")).toBe(
      `/admin/library/content/${id}`,
    );
    expect(textOf((await open(`/admin/library/content/${id}/attach?search=attachable`)).document, ".empty")).toContain(
      "no images left to attach",
    );

    const deletePage = `/admin/library/delete?kind=images&id=${image.id}`;
    expect(textOf((await open(deletePage)).document, "h1")).toBe("Delete this image?");
    const firstAnswer = await post(deletePage, { kind: "images", "ids[]": image.id });
    const refusalPage = parsePage(await firstAnswer.text());
    expect([firstAnswer.status, textOf(refusalPage, "[data-tone=problem] p")]).toEqual([
      409,
      "This image is in use: Form work (attached).",
    ]);
    expect(textOf(refusalPage, "main form button[type=submit]")).toBe("Delete anyway");
    const secondAnswer = await post(deletePage, { kind: "images", "ids[]": image.id, force: "1" });
    expect(secondAnswer.headers.get("Location")).toBe("/admin/library?tab=images&deleted=1");
    expect(textOf((await open("/admin/library?tab=images&deleted=1")).document, "main [data-tone]")).toBe(
      "The image was deleted.",
    );

    const secondContent = await save("Second");
    const ids: [string, string][] = [
      ["kind", "content"],
      ["ids[]", id],
      ["ids[]", secondContent.id],
    ];
    const deleteBoth = `/admin/library/delete?kind=content&id=${id}&id=${secondContent.id}`;
    expect(textOf((await open(deleteBoth)).document, "h1")).toBe("Delete 2 contents?");
    expect((await post(deleteBoth, ids)).headers.get("Location")).toBe("/admin/library?deleted=2");
    const emptySelection = await open("/admin/library/delete?kind=content");
    expect(textOf(emptySelection.document, "h1")).toBe("Nothing is selected");
    expect((await post("/admin/library/delete?kind=content", { kind: "content" })).status).toBe(400);
    expect((await open("/admin/library/delete?kind=x")).status).toBe(400);
    expect((await open(`/admin/library/content/${id}`)).status).toBe(404);
  });

  test("an image whose file is missing says so", async () => {
    const image = await saveImage();
    const { rmSync } = await import("node:fs");
    rmSync(`${site.dataDir}${image.imageUrl}`);
    const { document } = await open(`/admin/library/images/${image.id}`);
    expect(textOf(document, "main")).toContain("Image unavailable");
    expect((await get(site, `/admin/library/images/${image.id}/download`, asAda())).status).toBe(404);
    await call("DELETE", `/api/library/images/${image.id}`);
  });
});
