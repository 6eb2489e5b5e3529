import { beforeAll, describe, expect, test } from "vitest";
import { db, migrate, readDb, searchExperts } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { findArticle, listArticles } from "~/models/records/articles/articles.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { listExperts } from "~/models/records/directory/lists.server";
import { toExpert } from "~/models/records/experts/expert.server";
import type { ExpertInput } from "~/models/records/experts/input.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { BAD_LINK, REPEATED_LINK } from "~/models/records/experts/submission-fields";
import { addArticle } from "~/models/records/publish/article-rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { article } from "../../../../test/support/articles";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { adaFull } from "../../../../test/support/people";
import { createExpert, editExpert, SamePerson } from "./admin-list.server";
import { adminExperts, saveEditorFields } from "./drafts.server";
import { importExperts } from "./write.server";

const origin = "https://site.example";
let admin: Admin;
let colleague: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
  colleague = asAdmin(await addMember({ role: "admin", firstName: "Otto", lastName: "Other" }));
});

let personNumber = 0;
/** Adds a person to the directory. */
async function addPerson(record: Partial<ExpertInput> = {}) {
  personNumber++;
  const slug = record.slug ?? `person-${personNumber}`;
  await importExperts([{ name: `Person ${personNumber}`, ...record, slug }], { origin: "import" });
  return expertForAdmin(admin, slug);
}

const edit = (id: string, input: unknown, editor = admin) => editExpert(editor, id, input, { origin });
const refusal = (id: string, input: unknown) =>
  edit(id, input).then(
    () => null,
    (error) => error,
  );
const readRevisions = async (rowId: number) => {
  const rows = await db
    .selectFrom("expertRevisions")
    .selectAll()
    .where("expertRowId", "=", rowId)
    .orderBy("rowId")
    .execute();
  return rows.map(({ before, after, ...row }) => ({ ...row, before: JSON.parse(before), after: JSON.parse(after) }));
};
const rowIdsFor = async (text: string) => (await searchExperts(readDb, { text, offset: 0, limit: 10 })).rowIds;

describe("EM08 EM13 editing", () => {
  test("writes the fields that were sent and leaves the other fields alone", async () => {
    const { id } = await addPerson({ ...adaFull, name: "Ada Partly", slug: "ada-partly" });
    const expertBefore = await findExpert("ada-partly");
    const expertAfter = await edit(id, { title: "Professor of one change" });
    expect(expertAfter).toEqual({
      ...expertBefore,
      title: "Professor of one change",
      updatedAt: expertAfter.updatedAt,
    });
    expect(expertAfter.updatedAt > expertBefore.updatedAt).toBe(true);
    expect(await findExpert("ada-partly")).toEqual(expertAfter);
  });

  test("stores and returns every field of the record", async () => {
    const { id } = await addPerson();
    const fullRecord = {
      ...adaFull,
      slug: "every-field",
      categories: ["academic", "author"],
      youtubeEmbeds: ["https://vimeo.com/76979871"],
      scienceHighlights: ["One|Two"],
      featured: true,
    };
    expect(await edit(id, fullRecord)).toMatchObject(fullRecord);
    await edit(id, { featured: false });
  });

  test("ignores unknown fields and fields that admins may not set", async () => {
    const row = await addPerson();
    await edit(row.id, {
      id: "other",
      rowId: 99,
      origin: "starter",
      createdAt: "2000-01-01T00:00:00.000Z",
      featuredPosition: 1,
      deletedAt: "2000-01-01T00:00:00.000Z",
      nonsense: true,
      ["__proto__"]: { title: "polluted" },
      title: "Real",
    });
    const currentRow = await expertForAdmin(admin, row.id);
    expect(currentRow).toEqual({ ...row, title: "Real", updatedAt: currentRow.updatedAt });
  });

  test("updates lists, search and websites", async () => {
    const { id, rowId } = await addPerson({ categories: ["author"], referenceLinks: ["https://old-site.example/"] });
    await edit(id, {
      name: "Zulejka Renamed",
      categories: ["investor"],
      referenceLinks: ["https://new-site.example/"],
    });
    expect(await rowIdsFor("Zulejka")).toEqual([rowId]);
    expect(await rowIdsFor(`Person ${personNumber}`)).not.toContain(rowId);
    const isInList = async (category: string) =>
      (await listExperts({ page: 1, limit: 100, search: "", category })).experts.some((expert) => expert.id === id);
    expect([await isInList("author"), await isInList("investor"), await isInList("")]).toEqual([false, true, true]);
    const hosts = await db.selectFrom("websiteHosts").select("host").where("expertRowId", "=", rowId).execute();
    expect(hosts).toEqual([{ host: "new-site.example" }]);
  });

  test("D62 articles are found by the person's new name only, and renaming causes no conflict for their editors", async () => {
    const { id, rowId, name } = await addPerson();
    const draft = article("Notes on nobody in particular", { expertRowId: rowId, expertName: name });
    const stored = await db.transaction().execute((tx) => addArticle(tx, draft));
    await edit(id, { name: "Quirina Anders" });
    const readTitles = async (search: string) =>
      (await listArticles({ page: 1, limit: 12, search, type: "" })).articles.map(({ title }) => title);
    expect(await readTitles("Quirina")).toEqual(["Notes on nobody in particular"]);
    expect(await readTitles(name)).toEqual([]);
    const { updatedAt } = await findArticle(stored.slug);
    expect(updatedAt).toBe(stored.updatedAt);
  });

  test("writes nothing if only line ends, spaces or blank entries differ", async () => {
    const row = await addPerson({ ...adaFull, name: "Ada Same", slug: "ada-same" });
    const { biography, books, youtubeEmbeds } = adaFull;
    await edit(row.id, {
      name: " Ada Same ",
      biography: biography.replaceAll("\n", "\r\n"),
      books: books.map((book) => book.replaceAll("|", " | ")),
      youtubeEmbeds: [...youtubeEmbeds, "  "],
      slug: "",
      imageUrl: "has-base64-image",
    });
    expect(await expertForAdmin(admin, row.id)).toEqual(row);
    expect(await readRevisions(row.rowId)).toEqual([]);
  });

  test("takes null as empty, and refuses an invalid record", async () => {
    const { id } = await addPerson({ title: "Something", books: ["One"] });
    expect(await edit(id, { title: null, books: null })).toMatchObject({ title: "", books: [] });
    for (const input of [null, [], "text", 7]) expect(await refusal(id, input)).toMatchObject({ problem: "invalid" });
    expect(await refusal(id, { name: null })).toMatchObject({ fieldErrors: { name: "Please enter a name." } });
    for (const invalid of [{ title: 7 }, { books: "One" }, { books: [7] }, { featured: "yes" }, { categories: {} }]) {
      const [[field]] = Object.entries(invalid) as [[string, unknown]];
      expect(Object.keys((await refusal(id, invalid)).fieldErrors), field).toEqual([field]);
    }
  });

  test("writes an audit entry, and a revision with only the changed fields, before and after", async () => {
    const { id, rowId } = await addPerson({ title: "Was", books: ["Kept"] });
    const { updatedAt } = await edit(id, { title: "Is", books: ["Kept"] });
    expect(await readRevisions(rowId)).toMatchObject([
      { action: "edited", before: { title: "Was" }, after: { title: "Is" }, at: updatedAt, userName: "Carla Curator" },
    ]);
    const audit = await db.selectFrom("auditLog").selectAll().where("subjectId", "=", id).execute();
    expect(audit).toMatchObject([{ action: "expert edited", userId: admin.id, detail: "Title" }]);
  });
});

describe("EM10 D72 limits", () => {
  test.each([
    ["books", 3],
    ["scienceHighlights", 3],
    ["youtubeEmbeds", 4],
  ])("%s: at most %i when editing", async (field, limit) => {
    const { id } = await addPerson();
    const makeEntries = (count: number) => Array.from({ length: count }, (_, n) => `Entry ${n}`);
    expect((await refusal(id, { [field]: makeEntries(limit + 1) })).fieldErrors).toEqual({
      [field]: expect.stringMatching(new RegExp(`at most ${limit}\\.$`)),
    });
    expect(await edit(id, { [field]: makeEntries(limit) })).toMatchObject({ [field]: makeEntries(limit) });
  });

  test("a list above the limit may stay or shrink, but not grow", async () => {
    const books = ["A", "B", "C", "D", "E"];
    const { id } = await addPerson({ books });
    expect(await refusal(id, { books: [...books, "F"] })).toMatchObject({ problem: "invalid" });
    expect(await edit(id, { books: ["A", "B", "C", "D", "New"] })).toMatchObject({ books: { length: 5 } });
    expect(await edit(id, { books: ["A", "B", "C", "D"] })).toMatchObject({ books: { length: 4 } });
    expect(await refusal(id, { books: ["A", "B", "C", "D", "E"] })).toMatchObject({ problem: "invalid" });
  });
});

describe("EM11 D71 links", () => {
  test("must be http or https, and occur once", async () => {
    const { id } = await addPerson({ referenceLinks: ["Site|https://a.example/"] });
    for (const [problem, ...links] of [
      [BAD_LINK, "nonsense"],
      [BAD_LINK, "javascript:alert(1)"],
      [BAD_LINK, "Label|ftp://a.example/"],
      [REPEATED_LINK, "https://a.example/", "Again|https://A.example"],
    ]) {
      expect((await refusal(id, { referenceLinks: links }))?.fieldErrors, String(links)).toEqual({
        referenceLinks: problem,
      });
    }
    const links = ["https://a.example/", "A | B|https://b.example/?x=1"];
    expect(await edit(id, { referenceLinks: links })).toMatchObject({ referenceLinks: links });
  });

  test("an invalid link that is stored already may stay", async () => {
    const { id } = await addPerson({ referenceLinks: ["Citation 1", "javascript:alert(1)"] });
    const links = ["Citation 1", "https://new.example/"];
    expect(await edit(id, { referenceLinks: links })).toMatchObject({ referenceLinks: links });
  });

  test("D20 addresses in other fields and in books must be http or https, too", async () => {
    const { id } = await addPerson();
    for (const field of ["customGptUrl", "productButtonUrl", "longevityInterviewDownloadNotesUrl"]) {
      expect((await refusal(id, { [field]: "javascript:alert(1)" })).fieldErrors).toEqual({ [field]: BAD_LINK });
      expect(await edit(id, { [field]: "https://x.example/" })).toMatchObject({ [field]: "https://x.example/" });
      expect(await edit(id, { [field]: "" })).toMatchObject({ [field]: "" });
    }
    expect((await refusal(id, { books: ["Title|Author|amazon"] })).fieldErrors).toEqual({ books: BAD_LINK });
    expect(await edit(id, { books: ["Title|Author|https://x.example/"] })).toMatchObject({ books: { length: 1 } });
  });

  test("categories must be on the list or stored already", async () => {
    const { id } = await addPerson({ categories: ["astrologer"] });
    expect((await refusal(id, { categories: ["dentist"] })).fieldErrors).toHaveProperty("categories");
    expect(await edit(id, { categories: ["astrologer", "author"] })).toMatchObject({
      categories: ["astrologer", "author"],
    });
  });
});

describe("D3 addresses", () => {
  test("a former address keeps leading to the expert, and can be chosen again", async () => {
    const { id } = await addPerson({ slug: "first-address" });
    expect(await edit(id, { slug: "Second Address" })).toMatchObject({ slug: "second-address" });
    expect(await findExpert("first-address")).toMatchObject({ id, slug: "second-address" });
    expect(await edit(id, { slug: "first-address" })).toMatchObject({ slug: "first-address" });
    expect(await findExpert("second-address")).toMatchObject({ id, slug: "first-address" });
  });

  test("no address that only a draft had leads to the expert once the draft is public; one that readers saw does", async () => {
    const { id } = await createExpert(
      admin,
      { name: "Working Name", categories: ["author"], state: "draft" },
      { origin },
    );
    await edit(id, { slug: "second-working-name" });
    await edit(id, { slug: "public-name" });
    await saveEditorFields(admin, id, { state: "public" });
    expect(await findExpert("public-name")).toMatchObject({ id });
    for (const slug of ["working-name", "second-working-name"])
      await expect(findExpert(slug)).rejects.toMatchObject({ problem: "missing" });
    await saveEditorFields(admin, id, { state: "draft" });
    await edit(id, { slug: "later-name" });
    await saveEditorFields(admin, id, { state: "public" });
    expect(await findExpert("public-name")).toMatchObject({ id, slug: "later-name" });
  });

  test("D2 refuses an address that is or was somebody's or belongs to the site, and names a free address", async () => {
    const otherExpert = await addPerson({ slug: "taken" });
    await edit(otherExpert.id, { slug: "taken-later" });
    const { id } = await addPerson();
    for (const slug of ["taken", "taken-later", "login"]) {
      const message = `The address /${slug} is taken; /${slug}-2 is free.`;
      expect(await refusal(id, { slug })).toMatchObject({ problem: "invalid", fieldErrors: { slug: message } });
    }
    expect(await refusal(id, { slug: "!!!" })).toMatchObject({ problem: "invalid" });
  });
});

describe("D29 two admins at once", () => {
  test("a change to an outdated record is refused with the name of the other editor, and overwrites nothing", async () => {
    const row = await addPerson({ title: "First", longevityContribution: "One" });
    const colleaguesVersion = await edit(row.id, { title: "Theirs" }, colleague);
    const error = await refusal(row.id, { longevityContribution: "Mine", updatedAt: row.updatedAt });
    expect(error).toBeInstanceOf(EditConflict);
    expect(error.problem).toBe("conflict");
    expect(error.message).toMatch(
      /^Otto Other changed Person \d+ meanwhile \(.* UTC\): Title\. Nothing was overwritten\.$/,
    );
    expect(await findExpert(row.slug)).toEqual(colleaguesVersion);
  });

  test("the refusal returns both changes, and saving them again works", async () => {
    const row = await addPerson({ title: "First", longevityContribution: "One", biography: "Old" });
    await edit(row.id, { title: "Theirs", biography: "Their biography" }, colleague);
    const error: EditConflict = await refusal(row.id, {
      title: "First",
      longevityContribution: "Mine",
      biography: "My biography",
      updatedAt: row.updatedAt,
    });
    expect(error.merged).toMatchObject({
      title: "Theirs",
      longevityContribution: "Mine",
      biography: "My biography",
    });
    expect(error.theirs).toEqual({ biography: "Their biography" });
    const savedExpert = await edit(row.id, { ...error.merged, updatedAt: error.updatedAt });
    expect(savedExpert).toMatchObject({ title: "Theirs", longevityContribution: "Mine", biography: "My biography" });
  });

  test("a field conflicts if others changed it after the editor opened the record, and to another value", async () => {
    const { id } = await addPerson({ name: "Connie Flict", title: "First", biography: "Old" });
    const { updatedAt } = await edit(id, { longevityContribution: "Read by me" }, colleague);
    await edit(id, { title: "Same", biography: "Theirs" }, colleague);
    const myFields = { title: " Same ", biography: "Mine", longevityContribution: "Mine" };
    const error: EditConflict = await refusal(id, { ...myFields, updatedAt });
    expect(error.theirs).toEqual({ biography: "Theirs" });
    expect(error.message).toContain("UTC): Title and Biography.");
  });

  test("saves one of 50 simultaneous edits of one version; 49 get a conflict", async () => {
    const row = await addPerson();
    const attempts = Array.from({ length: 50 }, (_, n) => edit(row.id, { title: `T${n}`, updatedAt: row.updatedAt }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals.every((error) => error instanceof EditConflict)).toBe(true);
    expect(await readRevisions(row.rowId)).toHaveLength(1);
  });

  test("20 simultaneous edits without a version are all in the history, and updatedAt always rises", async () => {
    const row = await addPerson();
    await Promise.all(Array.from({ length: 20 }, (_, n) => edit(row.id, { title: `T${n}` })));
    const history = await readRevisions(row.rowId);
    expect(new Set(history.map(({ after }) => after.title)).size).toBe(20);
    const times = [row.updatedAt, ...history.map(({ at }) => at)];
    expect(times).toEqual([...new Set(times)].sort());
    expect(history.at(-1)?.after.title).toBe((await findExpert(row.slug)).title);
  });

  test("refuses to edit an expert in the trash", async () => {
    const row = await addPerson();
    await db.updateTable("experts").set({ deletedAt: row.updatedAt }).where("rowId", "=", row.rowId).execute();
    expect(await refusal(row.id, { title: "X" })).toMatchObject({ problem: "conflict" });
    expect(await refusal("nobody", { title: "X" })).toMatchObject({ problem: "missing" });
  });
});

describe("D16 D17 images", () => {
  const png =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  test("a data URL is stored as an image; the marker keeps the stored image", async () => {
    const { id } = await addPerson();
    const { imageUrl } = await edit(id, { imageUrl: png });
    expect(imageUrl).toMatch(/^\/uploads\//);
    expect(await edit(id, { imageUrl: "has-base64-image", title: "New" })).toMatchObject({ imageUrl, title: "New" });
    expect(await edit(id, { imageUrl: "" })).toMatchObject({ imageUrl: "" });
  });

  test("an invalid image is refused with the name of its field, and nothing is written", async () => {
    const row = await addPerson();
    const error = await refusal(row.id, { title: "X", productImageUrl: "data:image/png;base64,AAAA" });
    expect(Object.keys(error.fieldErrors)).toEqual(["productImageUrl"]);
    expect(await refusal(row.id, { imageUrl: "javascript:alert(1)" })).toMatchObject({ problem: "invalid" });
    expect(await expertForAdmin(admin, row.id)).toEqual(row);
  });
});

describe("adding an expert by hand", () => {
  const create = (input: unknown, options: { seen?: string[] } = {}) =>
    createExpert(admin, input, { origin, ...options });

  test("creates a public expert and begins its history", async () => {
    const expert = await create({ name: "Nora New", title: "Newcomer", featured: false, books: [""] });
    expect(expert).toMatchObject({ slug: "nora-new", origin: "editor", title: "Newcomer", books: [] });
    expect(await findExpert("nora-new")).toEqual(expert);
    const { rowId } = await expertForAdmin(admin, expert.id);
    expect(await readRevisions(rowId)).toMatchObject([
      { action: "created", before: {}, after: { name: "Nora New", title: "Newcomer", slug: "nora-new" } },
    ]);
    expect(await rowIdsFor("Nora New")).toEqual([rowId]);
  });

  test("applies the rules of editing", async () => {
    const problemOf = (input: unknown) => create(input).catch((problem) => problem);
    expect(await problemOf({ title: "Nobody" })).toMatchObject({ fieldErrors: { name: "Please enter a name." } });
    expect(await problemOf({ name: "X", books: ["1", "2", "3", "4"] })).toMatchObject({ problem: "invalid" });
    expect(await problemOf({ name: "X", referenceLinks: ["x"] })).toMatchObject({
      fieldErrors: { referenceLinks: BAD_LINK },
    });
    const repeatedLinks = ["One|https://quark.example/", "Two|https://quark.example"];
    expect(await problemOf({ name: "X", referenceLinks: repeatedLinks })).toMatchObject({
      fieldErrors: { referenceLinks: REPEATED_LINK },
    });
    const links = repeatedLinks.map((text) => ({ title: "", url: text.split("|")[1], kind: "about" }));
    expect(await problemOf({ name: "X", links })).toMatchObject({ fieldErrors: { links: REPEATED_LINK } });
  });

  test("creates one expert from 20 simultaneous requests", async () => {
    const createdExperts = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: "Once Only", title: "One" })),
    );
    expect(new Set(createdExperts.map(({ id }) => id)).size).toBe(1);
    expect((await create({ name: "Once Only", title: "Another" })).slug).toBe("once-only-2");
  });

  test("D38 asks for confirmation if the person may be listed already", async () => {
    await create({ name: "Dora Double" });
    const input = { name: "Dora Double", title: "Another one" };
    const error: SamePerson = await create(input, { seen: [] }).then(
      () => null as never,
      (problem) => problem,
    );
    expect(error).toBeInstanceOf(SamePerson);
    expect(error.duplicates).toMatchObject([{ slug: "dora-double", reason: "has the same name" }]);
    const expert = await create(input, { seen: error.duplicates.map(({ key }) => key) });
    expect(expert.slug).toBe("dora-double-2");
  });
});

describe("publish within other use cases", () => {
  test("an approval creates an expert with the origin “submission”; an import may exceed the limits of editing", async () => {
    const save = (record: Partial<ExpertInput>, cause: "approved" | "imported") =>
      db.transaction().execute((tx) => publish(tx, admin, "experts", { record, cause }));
    const approvedResult = await save({ name: "Ada Approved" }, "approved");
    expect(toExpert(approvedResult.row)).toMatchObject({ slug: "ada-approved", origin: "submission" });
    const books = ["1", "2", "3", "4"];
    const importedResult = await save({ name: "Ivo Imported", books, referenceLinks: ["broken"] }, "imported");
    expect(toExpert(importedResult.row)).toMatchObject({ origin: "import", books, referenceLinks: ["broken"] });
  });

  test("a transaction that fails later leaves no trace", async () => {
    const row = await addPerson();
    const failing = db.transaction().execute(async (tx) => {
      await publish(tx, admin, "experts", { rowId: row.rowId, record: { name: "Half Written" }, cause: "edited" });
      throw new Error("later");
    });
    await expect(failing).rejects.toThrow("later");
    expect(await expertForAdmin(admin, row.id)).toEqual(row);
    expect(await rowIdsFor("Half Written")).toEqual([]);
    expect(await readRevisions(row.rowId)).toEqual([]);
  });
});

test("an editor's search finds a part of a name or of a note, in any case; no character stands for others", async () => {
  for (const [slug, notes] of [
    ["noted-one", "Sent BY mail, see a_b"],
    ["noted-two", "axb, 100 per cent"],
    ["noted-three", "100%"],
  ] as const) {
    const { rowId } = await addPerson({ name: `Nörrköping ${slug}`, slug });
    await db.updateTable("experts").set({ notes }).where("rowId", "=", rowId).execute();
  }
  const slugsFor = async (search: string) => {
    const { experts, total } = await adminExperts(admin, { search, page: 1, limit: 100 });
    expect(total).toBe(experts.length);
    return experts.map(({ slug }) => slug).sort();
  };
  for (const [search, slugs] of [
    ["norrkoping", ["noted-one", "noted-three", "noted-two"]],
    ["by MAIL", ["noted-one"]],
    ["norrkop mail", ["noted-one"]],
    ["a_b", ["noted-one"]],
    ["100%", ["noted-three"]],
    ["%", ["noted-three"]],
  ] as const)
    expect([search, await slugsFor(search)]).toEqual([search, slugs]);
});

test("EM08 notes that differ only in their line ends are not changed, and have room for 20,000 characters", async () => {
  const { id } = await addPerson();
  const notes = `${"x".repeat(9_999)}\n${"y".repeat(10_000)}`;
  for (const text of [notes.replace("\n", "\r\n"), notes.replace("\n", "\r\n"), notes])
    await saveEditorFields(admin, id, { notes: text });
  const entries = db.selectFrom("auditLog").select("detail").where("subjectId", "=", id);
  expect(await entries.execute()).toEqual([{ detail: "notes for editors" }]);
  expect((await expertForAdmin(admin, id)).notes).toBe(notes);
});

test("SA06 an admin publishes the draft of somebody who asked not to be listed with a reason, and does not schedule it", async () => {
  const { id, name } = await addPerson({ name: "Hana Hidden" });
  const save = (fields: Record<string, unknown>) => saveEditorFields(admin, id, fields);
  await save({ state: "draft" });
  await rememberNotToRelist(db, { name });
  await expect(save({ state: "public" })).rejects.toMatchObject({
    problem: "conflict",
    fieldErrors: { relistReason: expect.stringContaining("please say why") },
  });
  const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString();
  const relistReason = "Another person of the same name";
  await expect(save({ state: "scheduled", publishAt: inAnHour, relistReason })).rejects.toMatchObject({
    problem: "conflict",
    message: "This person asked not to be listed. Only an admin may publish the profile, and at once.",
  });
  const added = { name, state: "scheduled", publishAt: inAnHour, relistReason };
  await expect(createExpert(admin, added, { origin })).rejects.toMatchObject({
    problem: "conflict",
    message: expect.stringContaining("and at once"),
  });
  await save({ state: "public", relistReason });
  expect(await expertForAdmin(admin, id)).toMatchObject({ state: "public" });
  await edit(id, { state: "draft" });
  await edit(id, { state: "public", relistReason });
  expect(await expertForAdmin(admin, id)).toMatchObject({ state: "public" });
});
