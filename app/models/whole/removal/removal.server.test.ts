/** Tests removals with every table of the schema, so that future tables are included. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { PersonAnswers, TextAnswer } from "~/models/base/parts/part";
import { createArticle } from "~/models/editing/articles/edit.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { purgeExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { saveToLibrary } from "~/models/editing/library/write.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { storeImage } from "~/models/records/images/images.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { mergeExperts } from "~/models/whole/merge/merge.server";
import { TABLES } from "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { addRowsAbout, allRows, type PersonFixture } from "../../../../test/support/rows-about-person";
import { testImage } from "../../../../test/support/test-images";
import { findMentions } from "./mentions.server";
import { namesOf, removePerson } from "./removal.server";

/**
 * Columns that may keep the name, as the parts say. The samples also write it into columns with words of the program.
 */
const KEEPS_NAME = new Set(
  TABLES.flatMap(([name, { texts = {}, person = {}, account = {}, silent = [] }]) => {
    const writtenColumns = Object.entries<TextAnswer>(texts).filter(([, answer]) =>
      /^(readers|editors|stays: )/.test(String(answer)),
    );
    const personColumns = Object.entries<PersonAnswers>(person).filter(([, { removal }]) =>
      /^stays: /.test(String(removal)),
    );
    const columns = [...writtenColumns, ...personColumns].map(([column]) => column);
    return [...columns, ...Object.keys(account), ...silent, "emailVerifiedAt"].map((column) => `${name}.${column}`);
  }),
);

/** Columns with the address of the person who leaves. */
const ADDRESS_COLUMNS = ["requests.email", "questions.email", "mails.recipient", "submissions.submitterEmail"];

let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

async function addPerson(name: string, slug: string, n: number): Promise<PersonFixture> {
  await importExperts([{ name, slug, title: `Known as ${name}`, categories: ["author"] }], { origin: "import" });
  const { rowId, id } = await expertForAdmin(admin, slug);
  return { name, slug, email: `${slug}@quark.example`, rowId, id, number: n };
}

/** Returns the columns that contain a text about a person, or that point to the profile. */
async function remainingColumns({ name, slug, email, rowId, id }: PersonFixture): Promise<string[]> {
  return (await allRows()).flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) => {
      const isOwn = /(^|[a-z])(e|E)xpertRowId$/.test(column) && value === rowId;
      const text = String(value);
      const isNamed = [name, slug, email, id].some((part) => text.toLowerCase().includes(part.toLowerCase()));
      return isOwn || isNamed ? [`${table}.${column}`] : [];
    }),
  );
}

test("SA05 no table keeps a name, address, work or message of a removed person, and all keep those of another person", async () => {
  const [leavingPerson, stayingPerson] = [
    await addPerson("Zuleika Vanishing-Quark", "zuleika-vanishing-quark", 1),
    await addPerson("Stanislaw Remaining-Boson", "stanislaw-remaining-boson", 2),
  ];
  for (const person of [leavingPerson, stayingPerson]) await addRowsAbout(person);
  const columnsBefore = { leaves: await remainingColumns(leavingPerson), stays: await remainingColumns(stayingPerson) };
  await db.transaction().execute((tx) => removePerson(tx, admin, leavingPerson.rowId, "request1"));
  const columnsAfter = { leaves: await remainingColumns(leavingPerson), stays: await remainingColumns(stayingPerson) };
  expect(columnsAfter.stays).toEqual(columnsBefore.stays);
  const mayStay = (place: string) => KEEPS_NAME.has(place) && !ADDRESS_COLUMNS.includes(place);
  expect(columnsAfter.leaves.filter((place) => !mayStay(place))).toEqual([]);
});

const SAMPLE_TEXTS = [
  "As Mentioned-Lepton, Dagny, wrote",
  "By Dagny&nbsp;Mentioned-Lepton",
  "Dr. DAGNY MENTIONED LEPTON’S lab|https://quark.example/",
];

test("reliability 47 a page with a public and another mention counts as public, in any order", async () => {
  const [leavingPerson, otherPerson] = [
    await addPerson("Solveig Twofold-Meson", "solveig-twofold-meson", 5),
    await addPerson("Bjarne Author-Baryon", "bjarne-author-baryon", 6),
  ];
  const work = {
    expertRowId: otherPerson.rowId,
    doi: "",
    title: `On ${leavingPerson.name}`,
    year: 2020,
    venue: "",
    citations: 0,
    retracted: 0,
    retractionSeenAt: null,
    checkedAt: "2026-01-02T00:00:00.000Z",
  };
  const works = (["suggested", "accepted", "dismissed"] as const).map((status) => ({
    ...work,
    openalex: status,
    status,
  }));
  await db.insertInto("works").values(works).execute();
  const mentions = await findMentions(db, [leavingPerson.name], [leavingPerson.rowId]);
  expect(mentions).toMatchObject([{ what: "Work", title: otherPerson.name, isPublic: true }]);
});

test("reliability 47 a mention leads to the record that has the text, among others of its kind", async () => {
  const name = "Sunniva Linked-Lepton";
  const origin = "https://x.example";
  const expected: [title: string, href: string][] = [];
  for (const [number, text] of ["Nobody.", `With ${name}.`, "Nobody else."].entries()) {
    const [title, slug] = [`Beside ${number}`, `beside-${number}`];
    const referenceLinks = [`https://beside-${number}.example`];
    await importExperts([{ name: title, slug, biography: text }], { origin: "import" });
    const { id: articleId } = await createArticle(admin, { title: `Of ${number}`, body: text }, { origin });
    const submission = { ...fullSubmission, name: `Sent ${number}`, referenceLinks, biography: text };
    const { id } = await submitExpert(await addMember(), submission, { origin });
    if (!text.includes(name)) continue;
    expected.push([`Of ${number}`, `/admin/articles/${articleId}`]);
    expected.push([title, `/admin/experts/${(await expertForAdmin(admin, slug)).id}`]);
    expected.push([`Sent ${number}`, `/admin/submissions/${id}`]);
  }
  const mentions = await findMentions(db, [name]);
  const places = mentions.map(({ title, href }) => [title, href]);
  for (const place of expected) expect(places).toContainEqual(place);
  const otherNumbers = mentions.filter(({ title }) => !/ 1$/.test(title));
  expect(otherNumbers).toEqual([]);
});

test("reliability 47 a setting that contains a name is shown with its label and its page", async () => {
  const values = ["founderName", "copyright", "prompt.biography"].map((key) => ({
    key,
    value: "Of Halldor Settled-Gluon",
  }));
  await db.insertInto("settings").values(values).execute();
  const mentions = await findMentions(db, ["Halldor Settled-Gluon"]);
  expect(mentions.map(({ title, href, isPublic }) => [title, href, isPublic])).toEqual([
    ["Copyright line", "/admin/settings#copyright", true],
    ["Founder", "/admin/settings#founderName", true],
    [expect.stringMatching(/^Prompt: /), "/admin/settings/prompts#prompt.biography", false],
  ]);
  await db.deleteFrom("settings").execute();
});

test("reliability 47 an admin who decides sees every public or editors' text that contains the name, with a link", async () => {
  const leavingPerson = await addPerson("Dagny Mentioned-Lepton", "dagny-mentioned-lepton", 3);
  await addRowsAbout(await addPerson("Ragnar Other-Hadron", "ragnar-other-hadron", 4));
  const names = [leavingPerson.name];
  expect(await findMentions(db, names, [leavingPerson.rowId])).toEqual([]);
  const missedColumns: string[] = [];
  for (const [name, table] of TABLES) {
    const columns = Object.entries<TextAnswer>(table.texts ?? {}).filter(([, answer]) =>
      /^(readers|editors)$/.test(String(answer)),
    );
    for (const [index, [column, answer]] of columns.entries()) {
      const undo = new Error("The text is put back.");
      const writing = db.transaction().execute(async (tx) => {
        const latestValue = sql`select max(${sql.ref(column)}) from ${sql.table(name)}`;
        const sampleText = SAMPLE_TEXTS[index % SAMPLE_TEXTS.length];
        await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sampleText} where ${sql.ref(column)} = (${latestValue})`.execute(
          tx,
        );
        const mentions = await findMentions(tx, names, [leavingPerson.rowId]);
        if (!mentions.some(({ href, title }) => /^\/admin\/./.test(href) && title))
          missedColumns.push(`${name}.${column}`);
        if (answer === "editors" && mentions.some(({ isPublic }) => isPublic))
          missedColumns.push(`${name}.${column} is public`);
        throw undo;
      });
      await writing.catch((error) => {
        if (error !== undo) throw error;
      });
    }
  }
  expect(missedColumns).toEqual([]);
});

test("SA05 a removal deletes the pictures of a person with their files, also those saved for later or sent by visitors, except pictures that others use", async () => {
  const ids = new Map<string, string>();
  const store = async (label: string) => {
    const picture = await testImage("png", 300 + ids.size, 200);
    const { id, url } = await storeImage(admin, picture, { name: "a.png", origin: "upload" });
    ids.set(id, label);
    return { id, url };
  };
  const [shownImage, savedImage, sharedImage] = [await store("shown"), await store("saved"), await store("shared")];
  const picturedPerson = { name: "Zoe Pictured-Quark", slug: "zoe-pictured-quark", imageUrl: shownImage.url };
  const otherPerson = { name: "Ben Beside", slug: "ben-beside", imageUrl: sharedImage.url };
  await importExperts([{ ...picturedPerson, productImageUrl: sharedImage.url }, otherPerson], { origin: "import" });
  const { rowId: expertRowId } = await expertForAdmin(admin, picturedPerson.slug);
  const imageFields = { expertRowId, expertName: picturedPerson.name, size: "", createdBy: admin.id };
  const entry = { ...imageFields, imageId: savedImage.id, createdAt: new Date().toISOString() };
  await db.transaction().execute((tx) => saveToLibrary(tx, entry, ""));
  for (const [label, change, links] of [
    ["change", picturedPerson.slug, ["https://change.example"]],
    ["new profile", undefined, ["https://new.example"]],
  ] as const) {
    const submission = { ...fullSubmission, name: picturedPerson.name, referenceLinks: links, change };
    const { id } = await submitExpert(await addMember(), submission, { origin: "https://x.example" });
    // An editor's copy can have another picture than the suggestion that was sent.
    const [record, sentRecord] = [await store(`copy of a ${label}`), await store(`sent for a ${label}`)].map(
      ({ url: imageUrl }) => JSON.stringify({ imageUrl }),
    );
    await db.updateTable("submissions").set({ record, sentRecord }).where("id", "=", id).execute();
  }
  const { files } = await db.transaction().execute((tx) => removePerson(tx, admin, expertRowId, "wish"));
  const remainingImages = await db
    .selectFrom("images")
    .select("id")
    .where("id", "in", [...ids.keys()])
    .execute();
  expect(remainingImages.map(({ id }) => ids.get(id))).toEqual(["shared"]);
  const removedLabels = new Set(
    [...ids].filter(([id]) => files.some((file) => file.includes(id))).map(([, label]) => label),
  );
  expect(removedLabels).toEqual(new Set([...ids.values()].filter((label) => label !== "shared")));
});

test("SA06 somebody who was removed is recognised by a former name, and by the name of a profile that was merged and purged", async () => {
  const person = await addPerson("Ines Nowaday-Gluon", "ines-nowaday-gluon", 7);
  const mergedPerson = await addPerson("Ines Merged-Muon", "ines-merged-muon", 8);
  const reader = await addPerson("Otto Reader-Tau", "otto-reader-tau", 9);
  await editExpert(admin, person.id, { name: "Ines Former-Kaon" }, { origin: "https://site.example" });
  await editExpert(admin, person.id, { name: person.name }, { origin: "https://site.example" });
  await mergeExperts(admin, person.id, { other: mergedPerson.id, choices: {} });
  await purgeExpert(admin, mergedPerson.id);
  expect(await namesOf(db, [await expertRow(db, person.rowId)])).toEqual([
    person.name,
    "Ines Former-Kaon",
    "Ines Merged-Muon",
  ]);
  await db.transaction().execute((tx) => removePerson(tx, admin, person.rowId, "request3"));
  for (const name of [person.name, "Former-Kaon, Ines", "Ines Merged-Muon"])
    expect([name, await askedNotToBeListed({ name })]).toEqual([name, true]);
  expect(await askedNotToBeListed({ name: reader.name })).toBe(false);
});
