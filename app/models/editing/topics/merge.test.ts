import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { addMember } from "../../../../test/support/members";
import { createTopic, mergeTopics } from "./edit.server";

beforeAll(() => migrate(db));

test("refuses to merge a topic into itself or into an unknown one", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { id } = await createTopic(editor, { name: "Senolytics", description: "Drugs." });
  for (const into of ["senolytics", "no-such-topic"])
    await expect(mergeTopics(editor, id, { into })).rejects.toMatchObject({ problem: "invalid" });
  expect(await db.selectFrom("topics").select("slug").execute()).toEqual([{ slug: "senolytics" }]);
});
