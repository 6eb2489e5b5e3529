import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import { createArticle, editArticle } from "~/models/editing/articles/edit.server";
import { createExpert, editExpert } from "~/models/editing/experts/admin-list.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { saveContent } from "~/models/editing/library/library.server";
import { publishArticle } from "~/models/editing/promotions/publish.server";
import { approveSubmission, saveAndApprove } from "~/models/editing/submissions/decide.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { changeSettings } from "~/models/whole/settings/settings.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { type Admin, asAdmin } from "./admin.server";

const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
const REFUSAL = {
  problem: "conflict",
  message: expect.stringMatching(/^A second person decides: .* ask another editor or admin/),
};
let ada: Admin;
let bob: Admin;

beforeAll(async () => {
  await migrate(db);
  ada = asAdmin(await addMember({ firstName: "Ada", role: "admin" }));
  bob = asAdmin(await addMember({ firstName: "Bob", role: "admin" }));
  await importExperts([{ name: "Nora Known", slug: "nora-known" }], { origin: "editor" });
  await changeSettings(ada, { fourEyes: "on" }, null);
});
afterEach(async () => {
  for (const table of ["submissions", "suggestions", "articles", "mails"] as const)
    await db.deleteFrom(table).execute();
});

const countRefusals = async () =>
  (await db.selectFrom("auditLog").select("subjectName").where("action", "=", "refused by four eyes").execute()).length;

async function addSuggestion(text: string): Promise<string> {
  const id = newId();
  const subject = { subjectKind: "submission", subjectId: "", provider: "openrouter", createdBy: ada.id } as const;
  const row = { id, field: "biography", text, model: "some/model", createdAt: new Date().toISOString(), ...subject };
  await db.insertInto("suggestions").values(row).execute();
  return id;
}

let count = 0;
async function addSubmission(): Promise<string> {
  count++;
  const input = { ...fullSubmission, name: `Eyes ${count}`, referenceLinks: [`https://eyes-${count}.example/`] };
  return (await submitExpert(await addMember(), input, { origin: origins.origin })).id;
}

describe("RO02 four eyes", () => {
  test("the editor who accepted an AI text cannot approve the submission; somebody else can", async () => {
    const id = await addSubmission();
    const edit = { biography: "Written by a model.", accepted: [await addSuggestion("Written by a model.")] };
    const earlierRefusals = await countRefusals();
    await expect(
      saveAndApprove(ada, id, { ...edit, acceptedReason: "Read by an editor" }, origins),
    ).rejects.toMatchObject(REFUSAL);
    await saveSubmission(ada, id, edit, origins);
    await expect(approveSubmission(ada, id, { acceptedReason: "Read by an editor" }, origins)).rejects.toMatchObject(
      REFUSAL,
    );
    expect(await countRefusals()).toBe(earlierRefusals + 2);
    await db.updateTable("users").set({ firstName: "Bob" }).where("id", "=", ada.id).execute();
    await expect(approveSubmission(ada, id, { acceptedReason: "Read by an editor" }, origins)).rejects.toMatchObject(
      REFUSAL,
    );
    expect(await approveSubmission(bob, id, { acceptedReason: "Read by an editor" }, origins)).toMatchObject({
      status: "approved",
    });
  });

  test("any editor can approve a submission without AI texts", async () => {
    expect(await approveSubmission(ada, await addSubmission(), {}, origins)).toMatchObject({ status: "approved" });
  });

  test("a profile that is published at once accepts no AI suggestion", async () => {
    const edit = { name: "Nora New", biography: "By a model.", accepted: [await addSuggestion("By a model.")] };
    const refusal = { problem: "conflict", message: expect.stringContaining("accepts no suggestions by AI") };
    await expect(editExpert(ada, "nora-known", edit, origins)).rejects.toMatchObject(refusal);
    await expect(createExpert(ada, edit, origins)).rejects.toMatchObject(refusal);
    expect(await editExpert(ada, "nora-known", { biography: "By hand." }, origins)).toMatchObject({
      biography: "By hand.",
    });
  });

  test("the editor who had an article written can neither publish nor schedule it; somebody else can", async () => {
    const text = {
      content: "# A text\n\nBy a model.",
      expert: "nora-known",
      provider: "openrouter",
      model: "some/model",
    };
    const { id: contentId } = await saveContent(ada, text);
    const publication = { ...text, contentId };
    await expect(publishArticle(ada, publication, origins)).rejects.toMatchObject(REFUSAL);
    const draft = await publishArticle(ada, publication, { ...origins, asDraft: true });
    await expect(publishArticle(ada, publication, origins)).rejects.toMatchObject(REFUSAL);
    const acceptedReason = "Read by an editor";
    for (const change of [{ status: "published" }, { scheduledAt: "2099-01-01T00:00:00.000Z" }])
      await expect(editArticle(ada, draft.id, { ...change, acceptedReason }, origins)).rejects.toMatchObject(REFUSAL);
    expect(await editArticle(bob, draft.id, { status: "published", acceptedReason }, origins)).toMatchObject({
      status: "published",
    });
    const article = await createArticle(ada, { title: "By hand", body: "Text." }, origins);
    expect(await editArticle(ada, article.id, { status: "published", acceptedReason }, origins)).toMatchObject({
      status: "published",
    });
  });

  test("is off by default", async () => {
    await changeSettings(ada, { fourEyes: "" }, null);
    const id = await addSubmission();
    const edit = { biography: "Written by a model.", accepted: [await addSuggestion("Written by a model.")] };
    expect(await saveAndApprove(ada, id, { ...edit, acceptedReason: "Read by an editor" }, origins)).toMatchObject({
      status: "approved",
    });
  });
});
