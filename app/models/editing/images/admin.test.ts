import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, type ImageRow, indexImage, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { storedImageUrl } from "~/models/base/uploads/address";
import { importExperts } from "~/models/editing/experts/write.server";
import { saveContent } from "~/models/editing/library/library.server";
import { storeImage } from "~/models/records/images/images.server";
import { UPLOADS } from "~/services/storage.server";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { deleteImage, describeImage, findImage, imagesPage, removeUnused, unusedImages } from "./admin-list.server";
import { usesOf, withoutImage } from "./uses.server";

let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
  await importExperts(
    [
      { name: "Ada Full", slug: "ada" },
      { name: "Bo Bare", slug: "bo" },
    ],
    { origin: "editor" },
  );
});
afterEach(async () => {
  await db
    .updateTable("experts")
    .set({ imageUrl: "", longevityInterviewImageUrl: "", productImageUrl: "", deletedAt: null })
    .execute();
  for (const table of ["articles", "submissions", "expertRevisions", "auditLog"] as const)
    await db.deleteFrom(table).execute();
  for (const { id } of await db.selectFrom("images").select("id").execute()) await deleteImage(admin, { id });
  expect(await db.selectFrom("imageUses").selectAll().execute()).toEqual([]);
  await db.deleteFrom("auditLog").execute();
});

const store = async (name = "portrait.png") =>
  storeImage(admin, await testImage("png", 300, 200), { name, origin: "upload" });
const isThere = ({ url }: { url: string }) => existsSync(join(UPLOADS, url.replace("/uploads/", "")));
const changeExpert = (slug: string, changes: object) =>
  db.updateTable("experts").set(changes).where("slug", "=", slug).execute();
const readExpert = (slug: string) =>
  db.selectFrom("experts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
const auditEntries = () => db.selectFrom("auditLog").selectAll().orderBy("rowId").execute();

/** Returns the row of an image without files, so that tests can insert thousands quickly. */
const imageRow = (place: number, changes: Partial<ImageRow> = {}): Omit<ImageRow, "rowId"> => {
  const id = newId();
  const createdAt = new Date(Date.UTC(2026, 0, 1) + place * 1_000).toISOString();
  return {
    id,
    url: storedImageUrl(id, { width: 10, height: 10 }),
    name: `picture ${place}`,
    alt: "",
    width: 10,
    height: 10,
    bytes: 1,
    files: "[]",
    contentHash: id,
    origin: "upload",
    prompt: "",
    provider: "",
    model: "",
    createdAt,
    createdBy: null,
    ...changes,
  };
};
const insertImages = async (rows: Omit<ImageRow, "rowId">[]) => {
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto("images")
      .values(rows.slice(from, from + 500))
      .execute();
};

async function addSubmission(status: "pending" | "approved", record: object): Promise<string> {
  const id = newId();
  const now = new Date().toISOString();
  await db
    .insertInto("submissions")
    .values({
      id,
      status,
      draftId: null,
      changesExpertRowId: null,
      expertRowId: null,
      name: "Nadia New",
      foldedName: "nadia new",
      title: "",
      record: JSON.stringify(record),
      userId: null,
      submitterName: "",
      submitterEmail: "",
      submitterReason: "",
      submittedAt: now,
      updatedAt: now,
      reviewNotes: "",
      reviewedAt: null,
      reviewedBy: null,
    })
    .execute();
  return id;
}

async function addArticle(body: string): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto("articles")
    .values({
      id: "a1",
      slug: "one",
      title: "Article One",
      type: "research",
      status: "draft",
      expertRowId: null,
      expertName: "",
      excerpt: "",
      body,
      sources: "[]",
      origin: "editor",
      createdAt: now,
      updatedAt: now,
      publishedAt: null,
    })
    .execute();
}

describe("EM19 all stored images", () => {
  test("are listed newest first, page by page", async () => {
    await insertImages(Array.from({ length: 53 }, (_, index) => imageRow(index)));
    const readNames = async (page: number, limit = 10) =>
      (await imagesPage(admin, { page, limit, search: "" })).images.map(({ name }) => name);
    expect(await readNames(1, 3)).toEqual(["picture 52", "picture 51", "picture 50"]);
    expect(await readNames(6)).toEqual(["picture 2", "picture 1", "picture 0"]);
    const allNames = (await Promise.all([1, 2, 3, 4, 5, 6].map((page) => readNames(page)))).flat();
    expect(allNames).toEqual(Array.from({ length: 53 }, (_, index) => `picture ${52 - index}`));
    expect(await imagesPage(admin, { page: 7, limit: 10, search: "" })).toEqual({
      images: [],
      total: 53,
      totalPages: 6,
      currentPage: 7,
    });
    expect(await imagesPage(admin, { page: 99, limit: 10, search: "" }, { nearest: true })).toMatchObject({
      currentPage: 6,
    });
  });

  test("are found by words of name and description, without accents, the last word as a prefix", async () => {
    const firstImage = await store("IMG_2041-Ångström.png");
    const secondImage = await store("other.png");
    await describeImage(admin, { id: secondImage.id, alt: "Søren at the lab bench" });
    const idsFor = async (search: string) =>
      (await imagesPage(admin, { page: 1, limit: 10, search })).images.map(({ id }) => id);
    expect(await idsFor("angstr")).toEqual([firstImage.id]);
    expect(await idsFor("2041")).toEqual([firstImage.id]);
    expect(await idsFor("LAB soren")).toEqual([secondImage.id]);
    expect(await idsFor("lab nobody")).toEqual([]);
    expect(await idsFor("png")).toEqual([secondImage.id, firstImage.id]);
    for (const strangeText of ['"', "* AND OR NOT (", "''; DROP", "-", "\u0000", "🧬", "a".repeat(5_000), "NEAR(a b)"])
      expect(await idsFor(strangeText)).toEqual([]);
    await describeImage(admin, { id: secondImage.id, alt: "On the street" });
    expect(await idsFor("lab")).toEqual([]);
    await deleteImage(admin, { id: secondImage.id });
    expect(await idsFor("street")).toEqual([]);
  });

  test("are all found by a word that more than 1,000 share, newest first", async () => {
    const rows = Array.from({ length: 1_010 }, (_, index) => imageRow(index));
    await db.transaction().execute(async (tx) => {
      for (const row of rows)
        await indexImage(tx, await tx.insertInto("images").values(row).returningAll().executeTakeFirstOrThrow());
    });
    const page = await imagesPage(admin, { page: 1, limit: 2, search: "picture" });
    expect([page.total, ...page.images.map(({ name }) => name)]).toEqual([1_010, "picture 1009", "picture 1008"]);
    await db.deleteFrom("images").execute();
    await sql`DELETE FROM "imageSearch"`.execute(db);
  });

  test("have size, dimensions, description and the places that use them", async () => {
    const storedImage = await store();
    await changeExpert("ada", { imageUrl: storedImage.url, productImageUrl: storedImage.url });
    await changeExpert("bo", {
      longevityInterviewImageUrl: `https://site.example${storedImage.url.replace("300x200", "640")}`,
      deletedAt: "2026-01-01",
    });
    const submission = await addSubmission("pending", { name: "Nadia New", imageUrl: storedImage.url });
    await addSubmission("approved", { imageUrl: storedImage.url });
    await addArticle(`Look: ![Halves](${storedImage.url}) and again ${storedImage.url}.`);
    const { images } = await imagesPage(admin, { page: 1, limit: 10, search: "" });
    expect(images).toMatchObject([
      {
        id: storedImage.id,
        width: 300,
        height: 200,
        bytes: storedImage.bytes,
        alt: "",
        missing: false,
        usedInMore: false,
      },
    ]);
    expect(images[0]).not.toHaveProperty("contentHash");
    const places = images[0]?.usedIn.map(({ kind, name, label, href }) => [kind, name, label, href]).sort();
    expect(places).toEqual([
      ["article", "Article One", "text", "/articles/one"],
      ["expert", "Ada Full", "photo", "/ada"],
      ["expert", "Ada Full", "product image", "/ada"],
      ["expert", "Bo Bare (in the trash)", "interview image", null],
      ["submission", "Nadia New", "suggested image", `/admin/submissions/${submission}`],
    ]);
  });

  test("name at most 20 places that use them", async () => {
    const storedImage = await store();
    await importExperts(
      Array.from({ length: 25 }, (_, index) => ({ name: `Person ${index}`, imageUrl: storedImage.url })),
      { origin: "import" },
    );
    expect((await usesOf([storedImage.id]))[0]).toMatchObject({ places: { length: 20 }, hasMore: true });
    await db.deleteFrom("experts").where("name", "like", "Person %").execute();
    expect(await usesOf([storedImage.id])).toEqual([{ places: [], hasMore: false }]);
  });

  test("are marked if their files are missing", async () => {
    await insertImages([imageRow(1)]);
    expect((await imagesPage(admin, { page: 1, limit: 10, search: "" })).images).toMatchObject([{ missing: true }]);
  });
});

describe("EM19 the uses of an image follow every change", () => {
  test("of an expert, an article and a submission", async () => {
    const [firstImage, secondImage] = [await store(), await store()];
    const countUses = async () => (await usesOf([firstImage.id, secondImage.id])).map(({ places }) => places.length);
    await changeExpert("ada", { imageUrl: firstImage.url });
    expect(await countUses()).toEqual([1, 0]);
    await changeExpert("ada", { imageUrl: secondImage.url, title: "Changed" });
    expect(await countUses()).toEqual([0, 1]);
    await changeExpert("ada", { title: "Changed again" });
    expect(await countUses()).toEqual([0, 1]);
    await changeExpert("ada", { imageUrl: "https://else.example/x.png" });
    expect(await countUses()).toEqual([0, 0]);

    await addArticle(`${firstImage.url} "quoted" \\/uploads/ back\\slash\n/uploads/ ${secondImage.url}`);
    expect(await countUses()).toEqual([1, 1]);
    await db
      .updateTable("articles")
      .set({ body: `only ${firstImage.url}` })
      .execute();
    expect(await countUses()).toEqual([1, 0]);
    await db.deleteFrom("articles").execute();
    expect(await countUses()).toEqual([0, 0]);

    const id = await addSubmission("pending", { productImageUrl: secondImage.url });
    expect(await countUses()).toEqual([0, 1]);
    await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
    expect(await countUses()).toEqual([0, 0]);
    await db.updateTable("submissions").set({ status: "pending" }).where("id", "=", id).execute();
    expect(await countUses()).toEqual([0, 1]);
  });
});

describe("EM19 describing an image", () => {
  test("is written to the audit log; a text above the limit is refused", async () => {
    const { id } = await store();
    expect(await describeImage(admin, { id, alt: "  Two halves " })).toMatchObject({ id, alt: "Two halves" });
    expect((await auditEntries()).at(-1)).toMatchObject({
      action: "image described",
      subjectKind: "image",
      subjectId: id,
      detail: "Two halves",
      userId: admin.id,
    });
    await expect(describeImage(admin, { id, alt: "x".repeat(301) })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { alt: "At most 300 characters fit here." },
    });
    await expect(describeImage(admin, { id })).rejects.toMatchObject({ problem: "invalid" });
    await expect(describeImage(admin, { id: "nobody", alt: "" })).rejects.toMatchObject({ problem: "missing" });
    expect(await findImage(admin, id)).toMatchObject({ alt: "Two halves" });
  });
});

describe("D58 deleting an image", () => {
  test("deletes its files", async () => {
    const storedImage = await store();
    expect(isThere(storedImage)).toBe(true);
    await deleteImage(admin, { id: storedImage.id });
    expect(isThere(storedImage)).toBe(false);
    expect((await auditEntries()).at(-1)).toMatchObject({
      action: "image deleted",
      subjectId: storedImage.id,
      subjectName: "portrait.png",
    });
    await expect(deleteImage(admin, { id: storedImage.id })).rejects.toMatchObject({ problem: "missing" });
    await expect(findImage(admin, storedImage.id)).rejects.toMatchObject({ problem: "missing" });
  });

  test("is refused while it is in use, with the places that use it", async () => {
    const storedImage = await store();
    await changeExpert("ada", { imageUrl: storedImage.url });
    for (const force of [undefined, false, "", "0", "yes", null])
      await expect(deleteImage(admin, { id: storedImage.id, force })).rejects.toMatchObject({
        problem: "conflict",
        message: "This image is in use: Ada Full (photo).",
      });
    expect(isThere(storedImage)).toBe(true);
    expect((await imagesPage(admin, { page: 1, limit: 10, search: "portrait" })).total).toBe(1);
    expect((await auditEntries()).map(({ action }) => action)).toEqual(["image stored"]);
  });

  test("with force removes it from every place, and adds it to the expert's history", async () => {
    const [storedImage, otherImage] = [await store(), await store()];
    const updatedAt = "2026-01-01T00:00:00.000Z";
    await changeExpert("ada", { imageUrl: storedImage.url, productImageUrl: otherImage.url, updatedAt });
    const id = await addSubmission("pending", {
      name: "Nadia New",
      imageUrl: storedImage.url,
      productImageUrl: otherImage.url,
      referenceLinks: ["https://a.example"],
    });
    await addArticle(`Before ![A "b" [c\\]](${storedImage.url}) after, [link](${otherImage.url}).`);
    await deleteImage(admin, { id: storedImage.id, force: "1" });
    expect(isThere(storedImage)).toBe(false);
    expect(isThere(otherImage)).toBe(true);
    const ada = await readExpert("ada");
    expect(ada).toMatchObject({ imageUrl: "", productImageUrl: otherImage.url });
    expect(ada.updatedAt > updatedAt).toBe(true);
    expect(await db.selectFrom("expertRevisions").selectAll().orderBy("rowId").execute()).toMatchObject([
      {
        expertRowId: ada.rowId,
        action: "edited",
        before: JSON.stringify({ imageUrl: storedImage.url }),
        after: '{"imageUrl":""}',
        userId: admin.id,
        userName: "Carla Curator",
      },
    ]);
    const submission = await db
      .selectFrom("submissions")
      .select("record")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(submission.record)).toEqual({
      name: "Nadia New",
      imageUrl: "",
      productImageUrl: otherImage.url,
      referenceLinks: ["https://a.example"],
    });
    const article = await db.selectFrom("articles").select("body").executeTakeFirstOrThrow();
    expect(article.body).not.toContain(storedImage.id);
    expect(article.body).toContain(`[link](${otherImage.url})`);
    expect((await auditEntries()).at(-1)?.detail).toContain("Ada Full (photo)");
    await db.updateTable("articles").set({ body: "" }).execute();
  });

  test("removes it from the texts that contain it, and changes no other texts", async () => {
    const [deletedImage, otherImage] = [await store(), await store()];
    const at = "2026-01-01T00:00:00.000Z";
    const bodies = [
      `See ![](${deletedImage.url}) and ![](${otherImage.url}).`,
      `Only ![](${otherImage.url}).`,
      "No image.",
    ];
    for (const [number, body] of bodies.entries()) {
      const page = { id: `p${number}`, slug: `images-${number}`, title: "Images", body, position: 0, inFooter: 0 };
      await db
        .insertInto("pages")
        .values({ ...page, updatedAt: at })
        .execute();
      await addSubmission("pending", { name: `Nadia ${number}`, biography: body });
      await saveContent(admin, { content: body });
    }
    const readTexts = async () => ({
      pages: (await db.selectFrom("pages").select("body").orderBy("rowId").execute()).map(({ body }) => body),
      submissions: (await db.selectFrom("submissions").select("record").orderBy("rowId").execute()).map(
        ({ record }) => JSON.parse(record).biography,
      ),
      contents: (await db.selectFrom("libraryContents").select("content").orderBy("rowId").execute()).map(
        ({ content }) => content,
      ),
    });
    expect(await readTexts()).toEqual({ pages: bodies, submissions: bodies, contents: bodies });
    await deleteImage(admin, { id: deletedImage.id, force: "1" });
    const remainingTexts = [`See  and ![](${otherImage.url}).`, ...bodies.slice(1)];
    expect(await readTexts()).toEqual({ pages: remainingTexts, submissions: remainingTexts, contents: remainingTexts });
    expect(await auditEntries()).toContainEqual(
      expect.objectContaining({ action: "page changed", subjectId: "images-0", detail: "Image removed" }),
    );
    for (const table of ["pages", "libraryContents"] as const) await db.deleteFrom(table).execute();
  });

  test("removes exactly its Markdown from a text", () => {
    const [url, otherUrl] = [
      storedImageUrl("abcdefghjkmnpqrs", { width: 9, height: 9 }),
      storedImageUrl("bbbbbbbbbbbbbbbb", { width: 9, height: 9 }),
    ];
    const removeFrom = (text: string) => withoutImage(text, "abcdefghjkmnpqrs");
    expect(removeFrom(`a ![alt](${url}) b ![](${otherUrl}) c`)).toBe(`a  b ![](${otherUrl}) c`);
    expect(removeFrom(`![alt](https://site.example${url} "Title")`)).toBe("");
    expect(removeFrom(`see ${url.replace("9x9", "face128")}.`)).toBe("see ");
    expect(removeFrom("nothing")).toBe("nothing");
  });
});

describe("EM19 unused images", () => {
  test("are found among thousands in several steps", async () => {
    const rows = Array.from({ length: 5_200 }, (_, index) => imageRow(index));
    await insertImages(rows);
    await db
      .insertInto("imageUses")
      .values(
        rows
          .slice(100, 2_600)
          .map(({ id }) => ({ imageId: id, kind: "article" as const, subjectId: "x", field: "body" })),
      )
      .execute();
    await db
      .insertInto("imageUses")
      .values(
        rows.slice(2_600).map(({ id }) => ({ imageId: id, kind: "article" as const, subjectId: "x", field: "body" })),
      )
      .execute();
    const names: string[] = [];
    let steps = 0;
    for (let nextRowId: number | null | undefined; nextRowId !== null; steps++) {
      const page = await unusedImages(admin, { before: nextRowId });
      names.push(...page.images.map(({ name }) => name));
      nextRowId = page.next;
    }
    expect(names).toEqual(Array.from({ length: 100 }, (_, index) => `picture ${99 - index}`));
    expect(steps).toBeLessThan(10);
    await db.deleteFrom("imageUses").execute();
    await db.deleteFrom("images").execute();
  });

  test("are deleted if chosen, except images that came into use meanwhile", async () => {
    const [firstImage, secondImage, thirdImage] = [await store(), await store(), await store()];
    expect((await unusedImages(admin)).images.map(({ id }) => id)).toEqual([
      thirdImage.id,
      secondImage.id,
      firstImage.id,
    ]);
    await changeExpert("ada", { imageUrl: secondImage.url });
    expect((await unusedImages(admin)).images.map(({ id }) => id)).toEqual([thirdImage.id, firstImage.id]);
    expect(await removeUnused(admin, { id: [firstImage.id, secondImage.id, "unknown"] })).toEqual({
      removed: 1,
      kept: 1,
    });
    expect([firstImage, secondImage, thirdImage].map(isThere)).toEqual([false, true, true]);
    expect((await auditEntries()).filter(({ action }) => action === "image deleted")).toMatchObject([
      { subjectId: firstImage.id, detail: "unused" },
    ]);
    await expect(removeUnused(admin, {})).rejects.toMatchObject({
      problem: "invalid",
      message: "Please select at least one image.",
    });
  });
});
