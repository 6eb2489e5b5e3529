import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { createTopic } from "./edit.server";
import { topicProposals } from "./proposals.server";

test("proposes at most eight topics, and first the topics that more places name", async () => {
  await migrate(db);
  const editor = asEditor(await addMember({ role: "editor" }));
  const names = ["Barnacles", "Crabs", "Dunes", "Estuaries", "Fjords", "Geysers", "Harbours", "Inlets", "Zostera"];
  for (const name of names) await createTopic(editor, { name });
  await createTopic(editor, { name: "Added", otherNames: ["++"] });
  const person = { name: "Ada Ebb", slug: "ada", title: "Head of Zostera", biography: "She knew Inlets and Zostera." };
  await importExperts([{ ...person, longevityContribution: `Wrote on ${names.join(", ")}.` }], { origin: "import" });
  const { proposed } = await topicProposals(editor, "ada");
  expect(proposed.map(({ name }) => name)).toEqual(["Zostera", "Inlets", ...names.slice(0, 6)]);
  expect(proposed[0]?.reason).toBe("in the contribution, the title, the biography");
});
