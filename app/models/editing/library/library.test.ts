import { CompiledQuery } from "kysely";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db, migrate, readDb } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { deleteImage, imagesPage, removeUnused, unusedImages } from "~/models/editing/images/admin-list.server";
import { deleteLibraryImages, findLibraryImage, saveImage } from "~/models/editing/images/library-images.server";
import { usesOf } from "~/models/editing/images/uses.server";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { storeImage } from "~/models/records/images/images.server";
import { removeOrphans } from "~/models/records/images/orphans.server";
import { onPostgres } from "../../../../test/support/database";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { contentPage, draftFromContent } from "./article.server";
import { deletedText, labelOf, movedText } from "./labels";
import { attachImage, deleteContents, detachImage, findContent, moveContents, saveContent } from "./library.server";
import {
  attachablePage,
  contentCards,
  contentsPage,
  countLibrary,
  type LibraryQuery,
  libraryExperts,
  libraryImagesPage,
} from "./lists.server";
import {
  changeProject,
  createProject,
  findProject,
  listProjects,
  projectsWithCounts,
  removeProject,
} from "./projects.server";
import type { LibraryContent } from "./views.server";

const ORIGIN = "https://site.example";
let admin: Admin;

async function contentsOf(query: LibraryQuery) {
  const contents: LibraryContent[] = [];
  for await (const batch of (await contentsPage(admin, query)).batches) contents.push(...batch);
  return contents;
}

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
  await importExperts([{ name: "Ada Full" }, { name: "Bo Bare" }, { name: "Bo Bare", title: "Other" }], {
    origin: "editor",
  });
});
afterEach(async () => {
  const items = await contentsOf(ALL_ITEMS);
  if (items.length) await deleteContents(admin, { ids: items.map(({ id }) => id) });
  for (const { id } of await db.selectFrom("images").select("id").execute())
    await deleteImage(admin, { id, force: true });
  expect(await db.selectFrom("imageUses").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("libraryCounts").selectAll().where("items", "!=", 0).execute()).toEqual([]);
  for (const search of ["a", "b", "s", "telomere"])
    expect(await countLibrary(admin, "content", { ...ALL_ITEMS, search })).toBe(0);
  for (const table of ["libraryProjects", "articles", "articleRevisions", "auditLog"] as const)
    await db.deleteFrom(table).execute();
});

const ALL_ITEMS = { page: 1, limit: 100, search: "", expert: "" };
const save = (content: string, details: object = {}) => saveContent(admin, { content, ...details });
const readActions = async () =>
  (await db.selectFrom("auditLog").select("action").orderBy("rowId").execute()).map((d) => d.action);
const storeGeneratedImage = async () =>
  storeImage(admin, await testImage("png", 300, 200), { name: "made.png", origin: "generated", prompt: "A quiet lab" });
async function saveStoredImage(details: object = {}) {
  const { url } = await storeGeneratedImage();
  return saveImage(admin, { imageUrl: url, ...details }, { origin: ORIGIN });
}

test("LI02 a message tells how many items were deleted or moved", () => {
  expect([1, 2].flatMap((count) => [deletedText("content", count), deletedText("images", count)])).toEqual([
    "The content was deleted.",
    "The image was deleted.",
    "2 contents were deleted.",
    "2 images were deleted.",
  ]);
  expect([0, 1, 2].map(movedText)).toEqual([
    "All of them were there already.",
    "1 text was moved.",
    "2 texts were moved.",
  ]);
});

test("LI07 D59 listed keys have their labels, and other keys are capitalised", () => {
  const keys = "article facebook instagram linkedin twitter x newsletter expertise-tip longevity-tip research-insight";
  expect(keys.split(" ").map(labelOf)).toEqual(
    ["Article", "Facebook", "Instagram", "LinkedIn", "Twitter", "X", "Newsletter"].concat([
      "Longevity Tip",
      "Longevity Tip",
      "Research Insight",
    ]),
  );
  expect([labelOf("podcast"), labelOf("press-release"), labelOf("constructor"), labelOf("")]).toEqual([
    "Podcast",
    "Press-release",
    "Constructor",
    "",
  ]);
});

describe("LI08 D52 D56 saving a text", () => {
  test("stores every field, and accepts the expert in several forms", async () => {
    const ada = await db
      .selectFrom("experts")
      .select(["id", "name"])
      .where("name", "=", "Ada Full")
      .executeTakeFirstOrThrow();
    const savedContent = await save("# Sleep\n\nWell.", {
      expert: { id: ada.id, name: "Anything" },
      platform: "linkedin",
      contentType: "research-insight",
      seoTags: ["sleep"],
      provider: "openrouter",
      model: "m",
    });
    expect(savedContent).toEqual({
      id: expect.any(String),
      expertId: ada.id,
      expertName: "Ada Full",
      content: "# Sleep\n\nWell.",
      platform: "linkedin",
      contentType: "research-insight",
      seoTags: ["sleep"],
      provider: "openrouter",
      model: "m",
      projectId: null,
      projectName: null,
      evidence: [],
      images: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await findContent(admin, savedContent.id)).toEqual(savedContent);
    const references = [
      { expertId: ada.id },
      { expertName: "ada full" },
      { expert: "Ada Full" },
      { experts: [ada] },
      { experts: ["Ada Full", "Bo"] },
    ];
    for (const [index, reference] of references.entries())
      expect(await save(`way ${index}`, reference)).toMatchObject({
        expertId: ada.id,
        expertName: "Ada Full",
        platform: "article",
        contentType: "expertise-tip",
      });
    // Two experts have the name in the first call, and no expert has the name in the second call.
    expect(await save("x", { expert: "Bo Bare" })).toMatchObject({ expertId: null, expertName: "Bo Bare" });
    expect(await save("y", { expert: { name: "Nobody Here" } })).toMatchObject({
      expertId: null,
      expertName: "Nobody Here",
    });
    expect(await save("z")).toMatchObject({ expertId: null, expertName: "" });
  });

  test("stores a repeated or simultaneous request once, and replaces the text with its id", async () => {
    const input = { expert: "Ada Full", contentType: "research-insight" };
    const savedContents = await Promise.all(Array.from({ length: 8 }, () => save("Telomeres again", input)));
    expect(new Set(savedContents.map(({ id }) => id)).size).toBe(1);
    expect(await countLibrary(admin, "content", ALL_ITEMS)).toBe(1);
    const { id = "" } = savedContents[0] ?? {};
    expect(await save("Autophagy now", { ...input, id })).toMatchObject({ id, content: "Autophagy now" });
    expect((await contentsPage(admin, { ...ALL_ITEMS, search: "telomeres" })).total).toBe(0);
    expect(await contentsOf({ ...ALL_ITEMS, search: "autoph" })).toMatchObject([{ id }]);
    await save("Autophagy now", { ...input, id });
    expect(await readActions()).toEqual(["library content saved", "library content changed"]);
  });

  test("refuses invalid input with a message for each field", async () => {
    for (const [input, field] of [
      [{ content: "" }, "content"],
      [{ content: " \n" }, "content"],
      [{}, "content"],
      [{ content: 7 }, "content"],
      [{ content: "x".repeat(100_001) }, "content"],
      [{ content: "x", platform: "<script>" }, "platform"],
      [{ content: "x", expertId: "nobody" }, "expert"],
      [{ content: "x", projectId: "none" }, "projectId"],
    ] as const)
      await expect(saveContent(admin, input), JSON.stringify(input).slice(0, 60)).rejects.toMatchObject({
        problem: "invalid",
        fieldErrors: { [field]: expect.any(String) },
      });
    await expect(saveContent(admin, { content: "x", id: "gone" })).rejects.toMatchObject({ problem: "missing" });
    expect(await countLibrary(admin, "content", ALL_ITEMS)).toBe(0);
  });

  test("LI10 LI11 projects are counted, renamed and removed; texts move between them and survive their removal", async () => {
    const [firstProject, secondProject] = [
      await createProject(admin, { name: "First" }),
      await createProject(admin, { name: "2nd" }),
    ];
    const texts = [await save("in one", { projectId: firstProject.id }), await save("in none"), await save("in two")];
    const ids = texts.map(({ id }) => id);
    const readCounts = async () =>
      Object.fromEntries((await projectsWithCounts(admin)).map(({ name, contents }) => [name, contents]));
    expect(await readCounts()).toMatchObject({ First: 1, "2nd": 0 });
    // Texts that are there already are not moved.
    expect(await moveContents(admin, { ids, projectId: firstProject.id })).toBe(2);
    expect(await moveContents(admin, { ids, projectId: firstProject.id })).toBe(0);
    expect(await moveContents(admin, { ids: ids.slice(1), projectId: secondProject.id })).toBe(2);
    expect(await moveContents(admin, { ids: ids.slice(2), projectId: "" })).toBe(1);
    expect(await readCounts()).toMatchObject({ First: 1, "2nd": 1 });
    await expect(moveContents(admin, { ids, projectId: "nowhere" })).rejects.toMatchObject({ problem: "invalid" });
    await expect(moveContents(admin, { ids: ["none"] })).rejects.toMatchObject({ problem: "missing" });
    await expect(moveContents(admin, { ids: [] })).rejects.toMatchObject({ problem: "invalid" });

    await expect(changeProject(admin, firstProject.id, { name: " " })).rejects.toMatchObject({ problem: "invalid" });
    await expect(changeProject(admin, "none", { name: "x" })).rejects.toMatchObject({ problem: "missing" });
    expect(await changeProject(admin, firstProject.id, { name: "Renamed", description: "Why" })).toMatchObject({
      id: firstProject.id,
      name: "Renamed",
      description: "Why",
    });
    expect(await findProject(admin, firstProject.id)).toMatchObject({ name: "Renamed", contents: 1 });
    await removeProject(admin, firstProject.id);
    await expect(removeProject(admin, firstProject.id)).rejects.toMatchObject({ problem: "missing" });
    expect(await findContent(admin, ids[0] ?? "")).toMatchObject({ projectId: null, content: "in one" });
    await removeProject(admin, secondProject.id);
    await deleteContents(admin, { ids });
  });

  test("LI10 LI11 D57 saves into an existing or a new project", async () => {
    const project = await createProject(admin, { name: " Spring ", description: "Tips" });
    expect(project).toEqual({
      id: expect.any(String),
      name: "Spring",
      description: "Tips",
      createdAt: expect.any(String),
      version: expect.any(String),
    });
    expect(await createProject(admin, { name: "Spring", description: "Tips" })).toEqual(project);
    expect(await save("one", { projectId: project.id })).toMatchObject({
      projectId: project.id,
      projectName: "Spring",
    });
    expect(await save("two", { newProject: { name: "Autumn" } })).toMatchObject({ projectName: "Autumn" });
    const readTotals = async (query: object) => {
      const { items, total } = await contentCards(admin, { ...ALL_ITEMS, project: project.id, ...query });
      return [total, ...items.map(({ excerpt }) => excerpt)];
    };
    expect(await readTotals({})).toEqual([1, "one"]);
    expect(await readTotals({ search: "one" })).toEqual([1, "one"]);
    expect(await readTotals({ search: "two" })).toEqual([0]);
    expect(await readTotals({ project: "none" })).toEqual([0]);
    expect(await countLibrary(admin, "image", { ...ALL_ITEMS, project: project.id })).toBe(0);
    expect((await listProjects(admin)).map(({ name }) => name)).toEqual(["Autumn", "Spring"]);
    await expect(createProject(admin, { name: " " })).rejects.toMatchObject({
      fieldErrors: { name: "Please enter a name." },
    });
  });
});

describe("LI01 LI02 the lists", () => {
  test("are searched by words of text, expert and prompt, are filtered by expert, and come in pages", async () => {
    for (let index = 0; index < 53; index++)
      await save(`Piece ${index} on ${index % 2 ? "sleep" : "Ernährung"}`, {
        expert: index < 10 ? "Ada Full" : "Zoë Ærø",
      });
    const readTexts = async (query: object) =>
      (await contentsOf({ ...ALL_ITEMS, limit: 10, ...query })).map(({ content }) => content.split(" ")[1]);
    expect(await readTexts({ page: 1 })).toEqual(["52", "51", "50", "49", "48", "47", "46", "45", "44", "43"]);
    expect(await readTexts({ page: 6 })).toEqual(["2", "1", "0"]);
    expect(await readTexts({ page: 7 })).toEqual([]);
    expect(await readTexts({ expert: "Ada Full", limit: 4, page: 3 })).toEqual(["1", "0"]);
    expect(await readTexts({ search: "ernahr", expert: "Ada Full" })).toEqual(["8", "6", "4", "2", "0"]);
    expect(await readTexts({ search: "ada sleep" })).toEqual(["9", "7", "5", "3", "1"]);
    expect(await readTexts({ search: "zoe aero piece 12" })).toEqual(["12"]);
    for (const search of ['"', "* OR (", "\u0000", "🧬"]) expect(await readTexts({ search })).toEqual([]);
    expect(await contentCards(admin, { ...ALL_ITEMS, limit: 2, page: 99 }, { nearest: true })).toMatchObject({
      total: 53,
      totalPages: 27,
      currentPage: 27,
      items: [{ excerpt: "Piece 0 on Ernährung", images: 0, expertName: "Ada Full" }],
    });
    expect(await libraryExperts(admin)).toEqual(["Ada Full", "Zoë Ærø"]);

    const image = await saveStoredImage({ expert: "Ada Full", size: "1280x720" });
    const readImageIds = async (query: object) =>
      (await libraryImagesPage(admin, { ...ALL_ITEMS, ...query })).items.map(({ id }) => id);
    expect(await readImageIds({ search: "quiet" })).toEqual([image.id]);
    expect(await readImageIds({ search: "ada lab", expert: "Ada Full" })).toEqual([image.id]);
    expect(await readImageIds({ search: "sleep" })).toEqual([]);
    expect(await readImageIds({ expert: "Zoë Ærø" })).toEqual([]);
    expect(await readImageIds({})).toEqual([image.id]);
  });

  test("a card shows plain words without Markdown", async () => {
    await save("# **Old** mice\n\nThey [live](https://mice.example/) *long*.\n\n- Really");
    const [card] = (await contentCards(admin, ALL_ITEMS)).items;
    expect(card?.excerpt).toMatch(/^Old mice\W+They live long\.\W+Really$/);
  });

  test("a card shows the first 150 characters on one line, and the number of images", async () => {
    const { id } = await save(`First\n\n${"é🧬".repeat(200)}`);
    const image = await saveStoredImage();
    await attachImage(admin, { id, imageId: image.id });
    const [card] = (await contentCards(admin, ALL_ITEMS)).items;
    expect([...(card?.excerpt ?? "")]).toHaveLength(151);
    expect(card?.excerpt).toMatch(/^First (é🧬){72}…$/u);
    expect(card?.images).toBe(1);
  });

  test.skipIf(onPostgres)("every list and look-up uses an index instead of a full scan", async () => {
    const { id } = await save("Telomeres", { expert: "Ada Full" });
    const image = await saveStoredImage({ expert: "Ada Full" });
    await attachImage(admin, { id, imageId: image.id });
    const querySpy = vi.spyOn(readDb.getExecutor(), "executeQuery");
    for (const filters of [{}, { expert: "Ada Full" }, { search: "telomeres" }, { search: "a", expert: "Ada Full" }]) {
      const query = { ...ALL_ITEMS, ...filters };
      await contentsOf(query);
      await contentCards(admin, query);
      await libraryImagesPage(admin, query);
      await attachablePage(admin, id, query);
      await countLibrary(admin, "image", query);
    }
    await Promise.all([
      libraryExperts(admin),
      listProjects(admin),
      contentPage(admin, id),
      findLibraryImage(admin, image.id),
    ]);
    await unusedImages(admin);
    const statements = [...new Set(querySpy.mock.calls.map(([{ sql }]) => sql))];
    querySpy.mockRestore();
    expect(statements.length).toBeGreaterThan(15);
    for (const statement of statements) {
      // Skips queries for an empty list, which read no row whatever their plan.
      if (statement.includes("in ()")) continue;
      const values = Array(statement.match(/\?/g)?.length ?? 0).fill(null);
      const explainQuery = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${statement}`, values);
      const plan = await readDb.executeQuery<{ detail: string }>(explainQuery);
      const scans = plan.rows
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN (?!librarySearch|found$|json|\(subquery)/.test(detail));
      // Allows a scan of projects, of which at most 500 are read.
      expect(
        scans.filter((detail) => !/COVERING INDEX|SCAN libraryProjects$/.test(detail)),
        statement,
      ).toEqual([]);
    }
  });
});

test("LI03 an article made from a text has a title, tags and an address within their limits", async () => {
  const seoTags = Array.from({ length: 25 }, (_, index) => `${index} ${"t".repeat(60)}`);
  const { id } = await save(`# ${"Long words ".repeat(60)}\n\nThe body.`, { seoTags });
  const articleId = await draftFromContent(admin, id);
  const article = await db.selectFrom("articles").selectAll().where("id", "=", articleId).executeTakeFirstOrThrow();
  expect(article.title).toBe("Long words ".repeat(60).slice(0, ARTICLE_RECORD.title.max).trim());
  expect(article).toMatchObject({ body: "The body.", status: "draft", contentId: id });
  const tags = JSON.parse(article.tags) as string[];
  expect([tags.length, Math.max(...tags.map(({ length }) => length))]).toEqual([20, 50]);
  expect(await readActions()).toContain("article drafted from library");
  expect(await draftFromContent(admin, id), "once").toBe(articleId);
});

test("every change of the library leaves an entry in the audit log", async () => {
  const actionsOf = async (change: () => Promise<unknown>) => {
    await db.deleteFrom("auditLog").execute();
    await change();
    return readActions();
  };
  const { id } = await save("text");
  const image = await saveStoredImage();
  let project = { id: "" };
  const changes: Record<string, () => Promise<unknown>> = {
    "library content saved": () => save("another text"),
    "library content changed": () => save("other words", { id }),
    "project created": async () => {
      project = await createProject(admin, { name: "Trials" });
    },
    "project changed": () => changeProject(admin, project.id, { name: "Studies" }),
    "library content moved": () => moveContents(admin, { ids: [id], projectId: project.id }),
    "project removed": () => removeProject(admin, project.id),
    "image attached": () => attachImage(admin, { id, imageId: image.id }),
    "image detached": () => detachImage(admin, { id, imageId: image.id }),
    "article drafted from library": () => draftFromContent(admin, id),
    "image deleted": () => deleteLibraryImages(admin, { ids: [image.id], force: "1" }),
    "library content deleted": () => deleteContents(admin, { ids: [id] }),
  };
  for (const [action, change] of Object.entries(changes)) expect(await actionsOf(change), action).toContain(action);
});

describe("LI03 LI12 attached images", () => {
  test("are attached once, shown with the text, and detached; text and image must exist", async () => {
    const { id } = await save("text");
    const image = await saveStoredImage();
    await attachImage(admin, { id, imageId: image.id });
    expect(await attachImage(admin, { id, imageId: image.id })).toMatchObject({
      images: [{ id: image.id, imagePrompt: "A quiet lab" }],
    });
    expect(await detachImage(admin, { id, imageId: image.id })).toMatchObject({ images: [] });
    expect(await detachImage(admin, { id, imageId: image.id })).toMatchObject({ images: [] });
    await expect(attachImage(admin, { id: "none", imageId: image.id })).rejects.toMatchObject({ problem: "missing" });
    await expect(attachImage(admin, { id, imageId: "none" })).rejects.toMatchObject({ problem: "missing" });
  });

  test("stay when the text is deleted", async () => {
    const { id } = await save("text");
    const image = await saveStoredImage();
    await attachImage(admin, { id, imageId: image.id });
    expect(await deleteContents(admin, { ids: [id, id, "gone"] })).toBe(1);
    await expect(findContent(admin, id)).rejects.toMatchObject({ problem: "missing" });
    await expect(deleteContents(admin, { ids: [id] })).rejects.toMatchObject({ problem: "missing" });
    await expect(deleteContents(admin, { ids: [] })).rejects.toMatchObject({ problem: "invalid" });
    expect(await findLibraryImage(admin, image.id)).toMatchObject({ usedIn: [] });
  });
});

describe("LI09 saving an image", () => {
  test("is refused for an image that was deleted meanwhile", async () => {
    const { url } = await storeGeneratedImage();
    await db.deleteFrom("images").where("url", "=", url).execute();
    const message = "This image is not stored here, or was deleted.";
    await expect(saveImage(admin, { imageUrl: url }, { origin: ORIGIN })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { imageUrl: message },
    });
    expect(await db.selectFrom("libraryImages").select("imageId").execute()).toEqual([]);
  });

  test("accepts the path or full address of a stored image, or a data URL, and opens no other address", async () => {
    const { url } = await storeGeneratedImage();
    const savedImage = await saveImage(
      admin,
      { imageUrl: ORIGIN + url, imagePrompt: "Another", expert: "Ada Full", size: "1080x1080" },
      { origin: ORIGIN },
    );
    // The prompt with which the image was generated stays.
    expect(savedImage).toMatchObject({
      imageUrl: url,
      imagePrompt: "A quiet lab",
      size: "1080x1080",
      expertName: "Ada Full",
    });
    expect(await saveImage(admin, { imageUrl: url }, { origin: ORIGIN })).toMatchObject({
      id: savedImage.id,
      size: "1080x1080",
    });
    const countImagesWith = async (search: string) => (await imagesPage(admin, { page: 1, limit: 9, search })).total;
    expect(await countImagesWith("octagonal")).toBe(0);
    await saveImage(admin, { imageUrl: url, alt: "An octagonal lab" }, { origin: ORIGIN });
    expect(await countImagesWith("octagonal")).toBe(1);
    const dataUrl = `data:image/png;base64,${(await testImage("png", 20, 10)).toString("base64")}`;
    expect(
      await saveImage(
        admin,
        { imageUrl: dataUrl, imagePrompt: "Mine", model: "m", provider: "p", alt: "Two halves" },
        { origin: ORIGIN },
      ),
    ).toMatchObject({
      imagePrompt: "Mine",
      model: "m",
      provider: "p",
      alt: "Two halves",
      size: "20x10",
      imageUrl: expect.stringMatching(/^\/uploads\//),
    });
    for (const imageUrl of [
      "https://else.example/a.png",
      "http://169.254.169.254/",
      "/etc/passwd",
      "/uploads/../x",
      "",
      url.replace(/\w{16}-/, "0000000000000000-"),
    ])
      await expect(saveImage(admin, { imageUrl }, { origin: ORIGIN }), imageUrl).rejects.toMatchObject({
        problem: "invalid",
        fieldErrors: { imageUrl: expect.any(String) },
      });
    expect(await countLibrary(admin, "image", ALL_ITEMS)).toBe(2);
  });
});

describe("D58 deleting images", () => {
  test("of the library is refused with the names of the places that use them; `force` removes the images there", async () => {
    const [attachedImage, embeddedImage, unusedImage] = [
      await saveStoredImage(),
      await saveStoredImage(),
      await saveStoredImage(),
    ];
    const { id } = await save(`# Title\n\n![Lab](${embeddedImage.imageUrl}) end`, { expert: "Ada Full" });
    await attachImage(admin, { id, imageId: attachedImage.id });
    const message = "This image is in use: Ada Full: Title ![Lab]";
    await expect(deleteLibraryImages(admin, { ids: [unusedImage.id, attachedImage.id] })).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringMatching(/^This image is in use: Ada Full: Title .*\(attached\)\.$/),
    });
    await expect(deleteLibraryImages(admin, { ids: [embeddedImage.id] })).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining(message),
    });
    expect(await countLibrary(admin, "image", ALL_ITEMS)).toBe(3);
    expect(await deleteLibraryImages(admin, { ids: [unusedImage.id, "gone"] })).toBe(1);
    expect(await deleteLibraryImages(admin, { ids: [attachedImage.id, embeddedImage.id], force: "1" })).toBe(2);
    expect(await findContent(admin, id)).toMatchObject({ content: "# Title\n\n end", images: [] });
    expect((await imagesPage(admin, ALL_ITEMS)).total).toBe(0);
    expect((await removeOrphans()).removed).toEqual([]);
  });

  test("counts images of the library as used", async () => {
    const [savedImage, attachedImage, spareImage] = [
      await saveStoredImage(),
      await storeGeneratedImage(),
      await storeGeneratedImage(),
    ];
    const { id } = await save("text");
    await attachImage(admin, { id, imageId: attachedImage.id });
    expect((await unusedImages(admin)).images.map((image) => image.id)).toEqual([spareImage.id]);
    expect(await removeUnused(admin, { id: [savedImage.id, attachedImage.id, spareImage.id] })).toEqual({
      removed: 1,
      kept: 2,
    });
    expect((await usesOf([savedImage.id]))[0]?.places).toEqual([
      {
        kind: "library",
        id: savedImage.id,
        name: "Article Assets",
        label: "saved",
        href: `/admin/library/images/${savedImage.id}`,
      },
    ]);
    await expect(deleteImage(admin, { id: savedImage.id })).rejects.toMatchObject({
      message: "This image is in use: Article Assets (saved).",
    });
    await expect(deleteImage(admin, { id: attachedImage.id })).rejects.toMatchObject({
      message: "This image is in use: text (attached).",
    });
    await deleteImage(admin, { id: savedImage.id, force: true });
    expect(await countLibrary(admin, "image", { ...ALL_ITEMS, search: "quiet" })).toBe(0);
  });

  test("of an article removes them from its image and text, and adds both changes to its history", async () => {
    const savedImage = await saveStoredImage();
    const now = new Date().toISOString();
    const texts = {
      title: "One",
      excerpt: "",
      body: `![x](${savedImage.imageUrl}) end`,
      expertName: "",
      sources: "[]",
    };
    await db
      .insertInto("articles")
      .values({
        ...texts,
        id: "a1",
        slug: "one",
        type: "research-insight",
        status: "draft",
        imageUrl: savedImage.imageUrl,
        imageAlt: "Lab",
        expertRowId: null,
        featuredPosition: null,
        contentId: null,
        scheduledAt: null,
        deletedAt: null,
        origin: "editor",
        createdAt: now,
        updatedAt: now,
        publishedAt: null,
      })
      .execute();
    await expect(deleteLibraryImages(admin, { ids: [savedImage.id] })).rejects.toMatchObject({
      message: "This image is in use: One (text), One (image).",
    });
    await deleteLibraryImages(admin, { ids: [savedImage.id], force: true });
    const article = await db.selectFrom("articles").selectAll().executeTakeFirstOrThrow();
    expect(article).toMatchObject({ imageUrl: "", imageAlt: "", body: " end" });
    expect(
      (await db.selectFrom("articleRevisions").select("after").orderBy("rowId").execute()).map(({ after }) =>
        JSON.parse(after),
      ),
    ).toEqual([{ body: " end" }, { imageUrl: "", imageAlt: "" }]);
  });
});
