import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { newId } from "~/models/base/input/ids.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { PeopleComparison } from "~/models/editing/imports/compare-people.server";
import { applyImport, findImport, startImport } from "~/models/editing/imports/import.server";
import { approveSubmission } from "~/models/editing/submissions/decide.server";
import { reviewOf } from "~/models/editing/submissions/review.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { undoDecision } from "~/models/editing/submissions/undo.server";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { mergeExperts } from "~/models/whole/merge/merge.server";
import { exportChunks } from "~/models/whole/transfer/export.server";
import "~/models/whole/parts.server";
import { addMember, withSession } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { hashOf, recordAcceptedText, textsOfModels, wasModelUsed } from "./provenance.server";

const acceptance = { acceptedReason: "Read by an editor" };
const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
let ada: RecentUser<Admin>;
let bob: Admin;

beforeAll(async () => {
  await migrate(db);
  ada = await withSession(asAdmin(await addMember({ firstName: "Ada", lastName: "Admin", role: "admin" })));
  bob = asAdmin(await addMember({ firstName: "Bob", lastName: "Boss", role: "admin" }));
});
afterEach(async () => {
  for (const table of ["submissions", "experts", "suggestions", "mails"] as const) await db.deleteFrom(table).execute();
});

/** Stores a suggestion and returns its id. */
async function storeSuggestion(
  field: string,
  value: string | string[],
  model = "anthropic/claude-sonnet-4",
  createdAt = new Date().toISOString(),
  personName = "",
): Promise<string> {
  const id = newId();
  const text = Array.isArray(value) ? JSON.stringify({ entries: value, rejected: [] }) : value;
  const subject = { subjectKind: "expert", subjectId: "", provider: "openrouter", createdBy: ada.id } as const;
  await db
    .insertInto("suggestions")
    .values({ id, field, text, model, createdAt, personName, ...subject })
    .execute();
  return id;
}

async function addExpert(slug: string, changes: object = {}) {
  await importExperts([{ name: slug.replace("-", " "), slug, ...changes }], { origin: "editor" });
  return expertForAdmin(ada, slug);
}
/** Returns the notes beside the fields of an expert: "biography", "biography edited". */
async function notesOf(slug: string): Promise<string[]> {
  const row = await expertForAdmin(ada, slug);
  const modelTexts = await textsOfModels({ expertRowId: row.rowId }, recordOf(row));
  return modelTexts.map(({ field, edited }) => (edited ? `${field} edited` : field));
}
const storedProvenance = () =>
  db.selectFrom("provenance").select(["field", "model", "acceptedBy"]).orderBy("rowId").execute();

describe("accepting a suggestion", () => {
  test("AI09 stores the model and the editor, and tells whether the text was edited since", async () => {
    await addExpert("nora-noted", { referenceLinks: ["Old|https://old.example/"] });
    const biography = await storeSuggestion("biography", "Written by a model.\n");
    const links = await storeSuggestion("referenceLinks", ["New|https://new.example/"], "openai/gpt-4o");
    const unwanted = await storeSuggestion("longevityContribution", "Not wanted.");
    const referenceLinks = ["Old|https://old.example/", "New | https://new.example/"];
    const edit = { biography: "Written by a model.", referenceLinks, title: "Boss" };
    await editExpert(
      bob,
      "nora-noted",
      { ...edit, ...acceptance, accepted: [biography, links, unwanted, "gone"] },
      origins,
    );
    expect(await storedProvenance()).toEqual([
      { field: "biography", model: "anthropic/claude-sonnet-4", acceptedBy: "Bob Boss" },
      { field: "referenceLinks", model: "openai/gpt-4o", acceptedBy: "Bob Boss" },
    ]);
    expect(await notesOf("nora-noted")).toEqual(["biography", "referenceLinks"]);
    await editExpert(ada, "nora-noted", { biography: "Written by me.", referenceLinks: [], ...acceptance }, origins);
    expect(await notesOf("nora-noted")).toEqual(["biography edited"]);
    // Counts the same words as the model's again.
    await editExpert(ada, "nora-noted", { biography: "Written by a model.", ...acceptance }, origins);
    expect(await notesOf("nora-noted")).toEqual(["biography"]);
  });

  test("AI09 recognises a pasted sentence in another field, and a text about another spelling of the name", async () => {
    await addExpert("nora-noted", { biography: "Mine." });
    await storeSuggestion("biography", "She founded Acme Inc. Nora reversed ageing in mice. She left.");
    await editExpert(ada, "nora-noted", { longevityContribution: "She left early.", ...acceptance }, origins);
    expect(await storedProvenance()).toEqual([]);
    const longevityContribution = "She left early. Nora reversed ageing in mice. She left.";
    await editExpert(bob, "nora-noted", { longevityContribution, ...acceptance }, origins);
    expect(await storedProvenance()).toEqual([
      { field: "longevityContribution", model: "anthropic/claude-sonnet-4", acceptedBy: "Bob Boss" },
    ]);
    expect(await notesOf("nora-noted")).toEqual(["longevityContribution edited"]);
  });

  test("AI09 a text that was written about somebody else is not recognised, and one about another spelling of the name is", async () => {
    await addExpert("nora-noted", { name: "Nora Noted" });
    const text = "She reversed ageing in mice.";
    const store = (personName: string) => storeSuggestion("biography", text, undefined, undefined, personName);
    await store("Otto Other");
    await editExpert(ada, "nora-noted", { biography: text, ...acceptance }, origins);
    expect(await notesOf("nora-noted")).toEqual([]);
    await editExpert(ada, "nora-noted", { biography: "", ...acceptance }, origins);
    await store("Nora B. Noted");
    await editExpert(ada, "nora-noted", { biography: text, ...acceptance }, origins);
    expect(await notesOf("nora-noted")).toEqual(["biography"]);
  });

  test("AI09 counts a text as edited if it was changed before it was saved", async () => {
    await addExpert("nora-noted");
    const biography = await storeSuggestion("biography", "Written by a model.");
    const highlights = await storeSuggestion("scienceHighlights", ["Sleep|Is good.", "Food|Is good."]);
    const scienceHighlights = ["Sleep|Is very good.", "Food|Is good."];
    const edit = { biography: "Written by a model, nearly.", scienceHighlights };
    await editExpert(ada, "nora-noted", { ...edit, ...acceptance, accepted: [biography, highlights] }, origins);
    expect(await notesOf("nora-noted")).toEqual(["biography edited", "scienceHighlights edited"]);
  });

  test("AI09 stores nothing if the field keeps what a person wrote, or is emptied; the later of two suggestions for a field counts", async () => {
    await addExpert("nora-noted", { biography: "Mine.", productDescription: "Old.", longevityContribution: "Former." });
    const accepted = [
      await storeSuggestion("biography", "A model's."),
      await storeSuggestion("productDescription", "New."),
    ];
    const edit = { title: "Boss", productDescription: "", ...acceptance };
    await editExpert(bob, "nora-noted", { ...edit, accepted }, origins);
    expect(await storedProvenance()).toEqual([]);
    const [models, at] = [["openai/gpt-4o", "anthropic/claude-sonnet-4"], new Date().toISOString()];
    const suggestionIds: string[] = [];
    for (const model of models)
      suggestionIds.push(await storeSuggestion("longevityContribution", "Better.", model, at));
    for (const [index, ids] of [suggestionIds, suggestionIds.toReversed()].entries()) {
      for (const longevityContribution of ["Former.", "Better."])
        await editExpert(bob, "nora-noted", { longevityContribution, ...acceptance, accepted: ids }, origins);
      expect(await storedProvenance()).toMatchObject([{ model: models[1 - index] }]);
    }
    const days = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    const [olderId = "", newerId = ""] = await Promise.all(
      models.map((model, index) => storeSuggestion("longevityContribution", "Best.", model, days[index])),
    );
    const bestEdit = { longevityContribution: "Best.", ...acceptance, accepted: [newerId, olderId] };
    await editExpert(bob, "nora-noted", bestEdit, origins);
    expect(await storedProvenance()).toMatchObject([{ model: models[1] }]);
  });

  test("refuses an invalid list of ids, and stores nothing", async () => {
    await addExpert("nora-noted", { title: "Before" });
    const edit = editExpert(ada, "nora-noted", { title: "After", accepted: "x" }, origins);
    await expect(edit).rejects.toMatchObject({ problem: "invalid" });
    expect((await expertForAdmin(ada, "nora-noted")).title).toBe("Before");
  });
});

describe("provenance", () => {
  test("D39 moves from the submission to the profile, and back when the decision is undone", async () => {
    const user = await addMember();
    const { id } = await submitExpert(user, fullSubmission, origins);
    const biography = await storeSuggestion("biography", "Better.");
    await saveSubmission(ada, id, { biography: "Better.", accepted: [biography] }, origins);
    await approveSubmission(bob, id, { acceptedReason: "Read by Bob" }, origins);
    expect(await notesOf("nadia-newcomer")).toEqual(["biography"]);
    const row = await expertForAdmin(ada, "nadia-newcomer");
    expect(await wasModelUsed(row.id, recordOf(row))).toBe(true);

    // Replaces the provenance of a field with a change; undoing it brings the former one back.
    const otherMember = await addMember();
    const changeInput = { ...fullSubmission, biography: "Other.", change: "nadia-newcomer" };
    const { id: changeId } = await submitExpert(otherMember, changeInput, origins);
    const secondBiography = await storeSuggestion("biography", "Best.", "openai/gpt-4o");
    const contribution = await storeSuggestion("longevityContribution", "Better, too.");
    const edit = {
      biography: "Best.",
      longevityContribution: "Better, too.",
      accepted: [secondBiography, contribution],
    };
    await saveSubmission(ada, changeId, edit, origins);
    const { written } = await reviewOf(ada, changeId);
    expect(written.map(({ field, model }) => [field, model]).sort()).toEqual([
      ["biography", "openai/gpt-4o"],
      ["longevityContribution", "anthropic/claude-sonnet-4"],
    ]);
    const approval = { acceptedFields: ["biography"], acceptedReason: "Read by Bob" };
    await approveSubmission(bob, changeId, approval, origins);
    expect(await notesOf("nadia-newcomer")).toEqual(["biography"]);
    const storedModels = async () =>
      (await db.selectFrom("provenance").select("model").where("expertRowId", "=", row.rowId).execute()).map(
        ({ model }) => model,
      );
    expect(await storedModels()).toEqual(["openai/gpt-4o"]);
    await undoDecision(ada, changeId);
    expect(await storedModels()).toEqual(["anthropic/claude-sonnet-4"]);
    expect(await notesOf("nadia-newcomer")).toEqual(["biography"]);
    // Deletes it with the profile and the submissions for good.
    for (const table of ["experts", "submissions"] as const) await db.deleteFrom(table).execute();
    expect(await storedProvenance()).toEqual([]);
  });

  test("D39 of other fields stays when a change is undone", async () => {
    await addExpert("nora-noted", { ...fullSubmission, name: "Nora Noted" });
    const biography = await storeSuggestion("biography", "Better.");
    await editExpert(ada, "nora-noted", { biography: "Better.", ...acceptance, accepted: [biography] }, origins);
    const { rowId, longevityContribution } = await expertForAdmin(ada, "nora-noted");
    const change = { ...fullSubmission, name: "Nora Noted", biography: "Other.", change: "nora-noted" };
    const { id } = await submitExpert(await addMember(), change, origins);
    await approveSubmission(bob, id, { acceptedReason: "Read by Bob" }, origins);
    const origin = { provider: "openrouter", model: "openai/gpt-4o", generatedAt: new Date().toISOString() };
    const acceptedText = {
      field: "longevityContribution",
      textHash: hashOf(longevityContribution),
      ...origin,
    } as const;
    await recordAcceptedText(db, ada, { expertRowId: rowId }, acceptedText);
    await undoDecision(ada, id);
    expect((await notesOf("nora-noted")).sort()).toEqual(["biography", "longevityContribution"]);
  });

  test("follows the fields that a merge takes from the other profile", async () => {
    await addExpert("kept-one", { title: "Kept" });
    const otherExpert = await addExpert("other-one", { title: "Other" });
    const accepted = [
      await storeSuggestion("biography", "Of the other."),
      await storeSuggestion("longevityContribution", "Too."),
    ];
    const edit = { biography: "Of the other.", longevityContribution: "Too.", ...acceptance, accepted };
    await editExpert(ada, otherExpert.id, edit, origins);
    await mergeExperts(ada, "kept-one", { other: "other-one", choices: { biography: "other" } });
    expect(await notesOf("kept-one")).toEqual(["biography"]);
  });

  test("D70 is exported and imported", async () => {
    const row = await addExpert("nora-noted");
    const accepted = [await storeSuggestion("biography", "Written by a model.")];
    await editExpert(ada, row.id, { biography: "Written by a model.", ...acceptance, accepted }, origins);
    let text = "";
    for await (const chunk of exportChunks()) text += chunk;
    const { experts } = JSON.parse(text);
    const [record] = experts.filter(({ slug }: { slug: string }) => slug === "nora-noted");
    expect(record.provenance).toMatchObject([{ field: "biography", model: "anthropic/claude-sonnet-4" }]);

    const sameComparison = await new PeopleComparison(db).compare(record);
    expect(sameComparison.outcome).toBe("same");
    await db.deleteFrom("provenance").execute();
    const lostComparison = await new PeopleComparison(db).compare(record);
    expect(lostComparison).toMatchObject({ outcome: "changed", detail: "which texts AI wrote" });
    // Imports a file without provenance, which changes none.
    const { provenance: _, ...olderRecord } = record;
    expect((await new PeopleComparison(db).compare(olderRecord)).outcome).toBe("same");

    await db.deleteFrom("experts").execute();
    const path = join(mkdtempSync(join(tmpdir(), "longevity-provenance-")), "export.json");
    writeFileSync(path, JSON.stringify({ format: 1, experts: [record] }));
    const id = await startImport(ada, { field: "file", name: "export.json", path, bytes: 1, tooLarge: false });
    await expect.poll(async () => (await findImport(ada, id)).phase).toBe("checked");
    await applyImport(ada, id);
    await expect.poll(async () => (await findImport(ada, id)).phase).toBe("written");
    expect(await notesOf("nora-noted")).toEqual(["biography"]);
    expect(await storedProvenance()).toMatchObject([{ acceptedBy: "Ada Admin" }]);
  });
});
