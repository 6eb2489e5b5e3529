import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { addMember } from "../../../../test/support/members";
import { createTopic, mergeTopics, saveTopic } from "./edit.server";

beforeAll(() => migrate(db));

test("refuses to merge a topic into itself or into an unknown one", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { id } = await createTopic(editor, { name: "Senolytics", description: "Drugs." });
  for (const into of ["senolytics", "no-such-topic"])
    await expect(mergeTopics(editor, id, { into })).rejects.toMatchObject({ problem: "invalid" });
  expect(await db.selectFrom("topics").select("slug").execute()).toEqual([{ slug: "senolytics" }]);
});

test("no two topics have a name in common, whether it is new or changed, and in any case of letters", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  await createTopic(editor, { name: "Autophagy", otherNames: ["Self-eating"] });
  const { id } = await createTopic(editor, { name: "Mitophagy" });
  for (const name of ["autophagy", "SELF-EATING"]) {
    const nameConflict = { problem: "conflict", message: expect.stringContaining("has this name already") };
    await expect(createTopic(editor, { name })).rejects.toMatchObject(nameConflict);
    await expect(saveTopic(editor, id, { name })).rejects.toMatchObject(nameConflict);
    await expect(saveTopic(editor, id, { name: "Mitophagy", otherNames: [name] })).rejects.toMatchObject(nameConflict);
  }
  await saveTopic(editor, id, { name: "mitophagy", otherNames: ["Mitochondrial autophagy"] });
});
