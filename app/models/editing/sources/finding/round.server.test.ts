import { afterAll, expect, test, vi } from "vitest";

const pages = await vi.hoisted(async () => {
  process.env.OPEN_DATA = "off";
  return (await import("../../../../../test/support/pages")).startPageServer();
});
afterAll(() => pages.stop());

import { db } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { addMember } from "../../../../../test/support/members";
import { findingRound, startFinding, stopFinding } from "./round.server";

test("EV14 a search of all profiles counts drafts, which it reads too, and keeps its numbers when it continues", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const biography = "Grace Hopper wrote the first compiler in 1952.";
  pages.answers["/page"] = `<h1>Grace Hopper</h1><p>${biography}</p>`;
  const person = (name: string, path: string) => ({ name, biography, referenceLinks: [`Page|${pages.url}${path}`] });
  await importExperts([person("Grace Hopper", "/page")], { origin: "import" });
  await importExperts([person("Grace Hopper Draft", "/slow")], { origin: "import" });
  const drafts = db.updateTable("experts").set({ state: "draft" }).where("name", "=", "Grace Hopper Draft");
  const { rowId } = await drafts.returning("rowId").executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => publishListings(tx, [rowId]));
  pages.answers["/slow"] = () => {};
  // A profile without a sentence has none without a source.
  await importExperts([{ name: "Ada Bare", title: "Countess" }], { origin: "import" });
  expect((await findingRound(editor)).unsourced).toBe(2);

  await startFinding(editor);
  await expect.poll(() => pages.requestedPaths).toContain("/slow");
  expect((await findingRound(editor)).job).toMatchObject({ done: 1, total: 2 });
  await stopFinding(editor);
  pages.answers["/slow"] = 404;
  await startFinding(editor);
  await expect.poll(async () => (await findingRound(editor)).job?.status).toBe("completed");
  expect((await findingRound(editor)).job).toMatchObject({
    done: 2,
    total: 2,
    result: { profiles: 2, sentences: 2, proposed: 1 },
  });
});
