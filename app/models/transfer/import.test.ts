import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate, readDb, searchExperts } from "~/db.server";
import { type Admin, asAdmin } from "~/models/accounts/admin.server";
import { addArticle, changeArticle } from "~/models/articles/write.server";
import { saveExpert } from "~/models/experts/edit.server";
import { historyOf } from "~/models/experts/history.server";
import { type ExpertInput, importExperts } from "~/models/experts/write.server";
import { unusedImages } from "~/models/images/admin-list.server";
import { storeImage } from "~/models/images/images.server";
import { deleteLibraryImages, findLibraryImage, saveImage } from "~/models/library/images.server";
import { attachImage, deleteContents, findContent, saveContent } from "~/models/library/library.server";
import { contentsPage } from "~/models/library/lists.server";
import { changeSettings } from "~/models/site/settings.server";
import type { SentFile } from "~/services/storage.server";
import { member } from "../../../test/support/members";
import { adaFull, crowd } from "../../../test/support/people";
import { picture } from "../../../test/support/pictures";
import { exportChunks } from "./export.server";
import { applyImport, chooseColumns, type ImportView, importJob, startImport, stopImport } from "./import.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  await empty();
  await db.deleteFrom("users").execute();
  admin = asAdmin(await member({ role: "admin", email: "root@mail.example" }));
});

async function empty(): Promise<void> {
  await db.deleteFrom("submissions").execute();
  await db.deleteFrom("articles").execute();
  await db.deleteFrom("settings").execute();
  const rows = await db.selectFrom("experts").select("rowId").execute();
  await db.deleteFrom("listing").execute();
  for (const { rowId } of rows) await db.deleteFrom("experts").where("rowId", "=", rowId).execute();
}

const folder = mkdtempSync(join(tmpdir(), "longevity-import-"));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

function file(name: string, content: string | Uint8Array): SentFile {
  const path = join(folder, `${++made}-${name}`);
  writeFileSync(path, content);
  return { field: "file", name, path, bytes: content.length, tooLarge: false };
}

async function exported(): Promise<string> {
  let text = "";
  for await (const chunk of exportChunks()) text += chunk;
  return text;
}

/** An export without what is this instance's own: ids and times. */
function content(text: string) {
  const own = ["id", "createdAt", "updatedAt", "userId", "reviewedBy", "lastSignInAt"];
  const bare = (record: object) => Object.fromEntries(Object.entries(record).filter(([key]) => !own.includes(key)));
  const { exportedAt: _, users: _users, ...rest } = JSON.parse(text);
  for (const list of ["experts", "submissions", "articles", "images"]) rest[list] = rest[list].map(bare);
  return rest;
}

async function settled(id: string): Promise<ImportView> {
  return vi.waitFor(
    async () => {
      const job = await importJob(admin, id);
      expect(job.status).not.toBe("running");
      return job;
    },
    { timeout: 30_000 },
  );
}

async function importFile(sent: SentFile): Promise<ImportView> {
  const id = await startImport(admin, sent);
  await settled(id);
  await applyImport(admin, id);
  return settled(id);
}

async function names(): Promise<string[]> {
  const rows = await db.selectFrom("experts").select("name").where("deletedAt", "is", null).orderBy("rowId").execute();
  return rows.map(({ name }) => name);
}

describe("D70 an export", () => {
  test("imported into an empty instance gives the same directory, and again changes nothing", async () => {
    const people: ExpertInput[] = [{ ...adaFull, featured: true }, ...crowd(3)];
    await importExperts(people, { origin: "starter" });
    await importExperts([{ name: "Zoë Ærø", featured: true, referenceLinks: ["htp:/broken"] }], { origin: "editor" });
    await changeSettings(admin, { founderName: "Flora Founder", "category.academic": "Those who study." });
    await db.transaction().execute(async (tx) => {
      const { rowId } = await tx
        .selectFrom("experts")
        .select("rowId")
        .where("slug", "=", "ada-full")
        .executeTakeFirstOrThrow();
      await saveExpert(tx, admin, { rowId, record: { slug: "ada" }, action: "edited" });
      const now = new Date().toISOString();
      const common = {
        type: "research-insight",
        expertRowId: null,
        expertName: "",
        excerpt: "",
        body: "B",
        origin: "x",
      };
      const whole = await addArticle(tx, {
        ...{ ...common, title: "One", slug: "first", status: "published", expertRowId: rowId, expertName: "Ada Full" },
        ...{ tags: ["a", "b"], sources: ["x"], imageUrl: "/uploads/a.webp", imageAlt: "A", aiModel: "m", onProfile: 1 },
        ...{ featuredPosition: 2, contentId: "c1" },
      });
      await changeArticle(tx, whole, { slug: "one" });
      await addArticle(tx, { ...common, title: "Two", status: "published", featuredPosition: 1 });
      const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
      await addArticle(tx, { ...common, title: "Three", status: "draft", scheduledAt, shareToken: "secret-token" });
      await addArticle(tx, { ...common, title: "Gone", status: "draft", deletedAt: now });
      await tx
        .insertInto("submissions")
        .values({
          id: "s1",
          draftId: null,
          status: "pending",
          changesExpertRowId: rowId,
          expertRowId: null,
          name: "Ada Full",
          foldedName: "ada full",
          title: "T",
          record: '{"title":"New"}',
          userId: admin.id,
          submitterName: "Rosa",
          submitterEmail: admin.email,
          submitterReason: "",
          submittedAt: now,
          updatedAt: now,
          reviewedAt: null,
          reviewedBy: null,
          reviewNotes: "",
        })
        .execute();
    });
    const before = await exported();
    expect(JSON.parse(before).experts).toHaveLength(5);
    expect(JSON.parse(before).articles).toHaveLength(3);
    expect(JSON.parse(before).articles.find(({ slug }: { slug: string }) => slug === "one")).toMatchObject({
      ...{
        tags: ["a", "b"],
        featuredPosition: 2,
        onProfile: true,
        aiModel: "m",
        formerSlugs: ["first"],
        expert: "ada",
      },
    });
    expect(before).not.toContain("secret-token");
    await empty();

    expect(await importFile(file("export.json", before))).toMatchObject({ status: "completed" });
    const after = await exported();
    const bySlug = (one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1);
    const byName = ({ experts, articles, ...rest }: ReturnType<typeof content>) => ({
      ...rest,
      articles: articles.toSorted(bySlug),
      experts: experts.toSorted((a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1)),
    });
    expect(byName(content(after))).toEqual(byName(content(before)));

    const again = await settled(await startImport(admin, file("export.json", before)));
    expect(again.preview).toMatchObject({ steps: 0, counts: { experts: { new: 0, changed: 0, same: 5, error: 0 } } });
  });

  test("brings namesakes, former addresses and the history of all, in any number, and says how far it is", async () => {
    const people = Array.from({ length: 260 }, (_, at) => ({
      name: at % 2 ? `Múltiple Person${at}` : "Wei Zhang",
      title: `Number ${at}`,
      categories: ["author"],
      referenceLinks: [`https://person${at}.example/`],
      formerSlugs: at % 5 ? [] : [`former-${at}`],
      featuredPosition: at === 250 ? 1 : at === 8 ? 2 : null,
    }));
    const id = await startImport(admin, file("export.json", JSON.stringify({ format: 1, experts: people })));
    await settled(id);
    await applyImport(admin, id);
    const told = new Set<number>();
    let job = await importJob(admin, id);
    for (; job.status === "running"; job = await importJob(admin, id)) {
      told.add(job.done);
      await new Promise(setImmediate);
    }
    expect(job).toMatchObject({ status: "completed", done: 260, message: "260 records were written." });
    expect(told.size).toBeGreaterThan(4);

    const rows = await db.selectFrom("experts").selectAll().orderBy("rowId").execute();
    expect(rows.map(({ title }) => title)).toEqual(people.map(({ title }) => title));
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(260);
    expect(rows[258]?.slug).toBe("wei-zhang-130");
    const { rowIds, total } = await searchExperts(readDb, { text: "multiple person101", offset: 0, limit: 24 });
    expect([rowIds, total]).toEqual([[rows[101]?.rowId], 1]);
    const featured = rows.filter((row) => row.featuredPosition !== null);
    expect(featured.map((row) => [row.title, row.featuredPosition])).toEqual([
      ["Number 8", 2],
      ["Number 250", 1],
    ]);
    const listed = await db.selectFrom("listingCounts").selectAll().orderBy("category").execute();
    expect(listed).toEqual(expect.arrayContaining([{ category: "author", experts: 260 }]));
    const former = await db
      .selectFrom("slugs")
      .select("expertRowId")
      .where("slug", "=", "former-255")
      .executeTakeFirst();
    expect(former?.expertRowId).toBe(rows[255]?.rowId);
    const hosts = await db
      .selectFrom("websiteHosts")
      .select("expertRowId")
      .where("host", "=", "person7.example")
      .execute();
    expect(hosts).toEqual([{ expertRowId: rows[7]?.rowId }]);

    const expert = rows[250] as (typeof rows)[number];
    const { revisions } = await historyOf(admin, expert, 1);
    expect(revisions).toEqual([expect.objectContaining({ action: "imported", isPresent: true })]);
    expect(revisions[0]?.changes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["Name", "Title", "Address", "Featured"]),
    );
    const { n } = await db
      .selectFrom("expertRevisions")
      .select((eb) => eb.fn.countAll().as("n"))
      .executeTakeFirstOrThrow();
    expect(n).toBe(260);
  });

  test("LI12 has the library: projects, texts, pictures and what is attached; files come with a backup", async () => {
    await importExperts([{ name: "Ada Full", slug: "ada" }], { origin: "editor" });
    const bytes = await picture("png", 40, 30);
    const { url } = await storeImage(admin, bytes, { name: "lab.png", origin: "generated", prompt: "A lab" });
    const image = await saveImage(
      admin,
      { imageUrl: url, size: "1080x1080", expert: "Ada Full" },
      { origin: "http://x" },
    );
    const newProject = { name: "Spring", description: "Tips" };
    const text = {
      content: "# Sleep",
      expert: "Ada Full",
      seoTags: ["sleep"],
      provider: "openai",
      model: "m",
      newProject,
    };
    const { id } = await saveContent(admin, text);
    await attachImage(admin, { id, imageId: image.id });
    const [content, saved] = [await findContent(admin, id), await findLibraryImage(admin, image.id)];
    const before = await exported();
    expect(JSON.parse(before).libraryContents).toMatchObject([{ id, expert: "ada", images: [image.id] }]);
    const emptyLibrary = async () => {
      await deleteContents(admin, { ids: [id] });
      await deleteLibraryImages(admin, { ids: [image.id] });
      await db.deleteFrom("libraryProjects").execute();
    };
    await emptyLibrary();
    await empty();

    expect(await importFile(file("export.json", before))).toMatchObject({ status: "completed" });
    const ada = await db.selectFrom("experts").select("id").where("slug", "=", "ada").executeTakeFirstOrThrow();
    const missing = { missing: true };
    expect(await findLibraryImage(admin, image.id)).toEqual({ ...saved, ...missing });
    expect(await findContent(admin, id)).toEqual({
      ...content,
      expertId: ada.id,
      images: [{ ...content.images[0], ...missing }],
    });
    const query = { page: 1, limit: 9, search: "sleep", expert: "Ada Full" };
    expect((await contentsPage(admin, query)).total).toBe(1);
    expect(await unusedImages(admin)).toMatchObject({ images: [] });
    const again = await settled(await startImport(admin, file("export.json", before)));
    expect(again.preview?.steps).toBe(0);

    // A picture that is nowhere, and one that names files of another.
    const broken = JSON.parse(before);
    broken.images[0].files[0].name = "00/0000000000000000-640.webp";
    await emptyLibrary();
    const { preview } = await settled(await startImport(admin, file("x.json", JSON.stringify(broken))));
    const one = { new: 0, changed: 0, same: 0, error: 1 };
    expect(preview?.counts).toMatchObject({ images: one, libraryImages: one, libraryContents: { new: 1 } });
    expect(preview?.shown.map(({ detail }) => detail)).toContain("1 attached picture is neither here nor in the file.");
  });

  test("holds no secret", async () => {
    await member({ email: "secret@mail.example", passwordHash: "$argon2id$hash", googleId: "google-sub" });
    const text = await exported();
    expect(text).toContain("secret@mail.example");
    for (const secret of ["argon2id", "google-sub", "passwordHash", "googleId"]) expect(text).not.toContain(secret);
  });

  test("that is none, is broken off or has bad records is told apart", async () => {
    const one = (text: string) => startImport(admin, file("x.json", text)).then(settled);
    expect(await one('{"format":1,"experts":[{"name":')).toMatchObject({ status: "error" });
    expect(await one('{"people":[]}')).toMatchObject({
      status: "error",
      message: expect.stringContaining("not an export"),
    });
    const { preview } = await one('{"format":1,"experts":[{"name":"Fine"},{"name":""},{"name":7},null]}');
    expect(preview?.counts.experts).toEqual({ new: 1, changed: 0, same: 0, error: 3 });
    expect(preview?.shown).toContainEqual(
      expect.objectContaining({ row: 2, outcome: "error", detail: "Please enter a name." }),
    );
  });

  test("gives nobody the admin role", async () => {
    const text = (await exported()).replaceAll("root@mail.example", "another@mail.example");
    await importFile(file("export.json", text));
    const user = await db
      .selectFrom("users")
      .select(["role", "passwordHash"])
      .where("email", "=", "another@mail.example")
      .executeTakeFirstOrThrow();
    expect(user).toEqual({ role: "user", passwordHash: null });
  });
});

describe("D70 a table", () => {
  const table = [
    "Full name;Position;Category;Website",
    "Zoë Ærø;Professor, University of Ålborg;Academic Researchers, author;https://zoe.example/",
    "Wei Zhang;Physician;clinician;htp:/broken",
    "Wei Zhang;Economist;;",
    ";Nobody;;",
    "Bad Category;X;astrologers;",
    "Wei Zhang;Physician;clinician;",
  ].join("\r\n");

  async function checked(text: string | Uint8Array): Promise<ImportView> {
    const id = await startImport(admin, file("people.csv", text));
    expect((await importJob(admin, id)).phase).toBe("columns");
    await chooseColumns(admin, id, { fields: ["name", "title", "categories", "referenceLinks"] });
    return settled(id);
  }

  test("shows what is new and what is wrong, row by row, then writes the good rows; again creates none", async () => {
    const { id, preview } = await checked(`\ufeff${table}`);
    expect(preview?.counts.experts).toEqual({ new: 3, changed: 0, same: 0, error: 3 });
    expect(await names()).toEqual([]);
    const said = preview?.shown.map(({ row, detail }) => `${row}: ${detail}`).join("\n");
    expect(said).toContain("3: “htp:/broken” is no web address and was left out.");
    expect(said).toContain("5: Please enter a name.");
    expect(said).toContain("6: There is no category “astrologers”.");
    await applyImport(admin, id);
    expect(await settled(id)).toMatchObject({ status: "completed" });
    expect(await names()).toEqual(["Zoë Ærø", "Wei Zhang", "Wei Zhang"]);
    const again = await checked(table);
    expect(again.preview).toMatchObject({ steps: 0, counts: { experts: { new: 0, changed: 0, same: 3, error: 3 } } });
  });

  test("changes one of that name, keeps what its cells do not say, and notes it in the history", async () => {
    await importExperts([{ name: "Zoe Aero", biography: "Kept." }], { origin: "editor" });
    const { id, preview } = await checked("n,t,c,w\nZoe Aero,Director,,");
    expect(preview).toMatchObject({ steps: 1, counts: { experts: { changed: 1 } } });
    await applyImport(admin, id);
    await settled(id);
    const row = await db.selectFrom("experts").selectAll().where("sortName", "=", "zoe aero").executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: "Director", biography: "Kept." });
    const revisions = await db
      .selectFrom("expertRevisions")
      .select("action")
      .where("expertRowId", "=", row.rowId)
      .execute();
    expect(revisions).toEqual([{ action: "imported" }]);
  });

  test("of another encoding keeps its diacritics", async () => {
    const { preview } = await checked(Buffer.from("n,t,c,w\nJosé Müller,X,,", "latin1"));
    expect(preview?.shown[0]?.name).toBe("José Müller");
  });

  test("is all or nothing: changed meanwhile, and stopped", async () => {
    await importExperts([{ name: "Zoe Aero" }], { origin: "editor" });
    const rows = crowd(500).map(({ name }) => `${name},X,,`);
    const { id } = await checked(`n,t,c,w\n${rows.join("\n")}\nZoe Aero,Director,,`);
    const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => saveExpert(tx, admin, { rowId, record: { title: "X" }, action: "edited" }));
    await applyImport(admin, id);
    expect(await settled(id)).toMatchObject({ status: "error" });
    expect(await names()).toEqual(["Zoe Aero"]);

    await applyImport(admin, id).catch(() => {});
    await stopImport(admin, id);
    expect((await settled(id)).status).not.toBe("completed");
    expect(await names()).toEqual(["Zoe Aero"]);
  });
});

test("D70 an import that another process began and left is interrupted, and can be checked again", async () => {
  const { id } = await settled(await startImport(admin, file("x.json", '{"format":1,"experts":[{"name":"Fine"}]}')));
  await db.updateTable("jobs").set({ status: "running", message: "writing" }).where("id", "=", id).execute();
  expect(await importJob(admin, id)).toMatchObject({ status: "interrupted", phase: "checked" });
  await applyImport(admin, id);
  expect(await settled(id)).toMatchObject({ status: "completed" });
  await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  expect(await names()).toEqual(["Fine"]);
});
