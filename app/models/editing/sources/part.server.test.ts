import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addEvidence } from "~/models/records/evidence/evidence.server";
import { addMember } from "../../../../test/support/members";
import { sourcesPart } from "./part.server";

test("the line about sources counts the sentences that have one, not those that an editor kept without", async () => {
  await migrate(db);
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Sven Sourced", slug: "sven", biography: "Born. Raised." }], { origin: "import" });
  const row = await db.selectFrom("experts").selectAll().where("slug", "=", "sven").executeTakeFirstOrThrow();
  const stateOf = () => sourcesPart.sections[0]?.state(admin, row);
  const evidence = { field: "biography", quote: "", context: "", keptBy: "", reason: "", status: "supported" as const };
  const source = { url: "https://a.example/", title: "A", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const add = (sentence: string, fields: { source: typeof source | null; keptBy?: string; reason?: string }) =>
    db
      .transaction()
      .execute((tx) => addEvidence(tx, { expertRowId: row.rowId }, [{ ...evidence, sentence, ...fields }]));
  expect(await stateOf()).toBe("0 of 2 sentences have a source");
  await add("Born.", { source: null, keptBy: "Ada", reason: "She told us." });
  expect(await stateOf()).toBe("0 of 2 sentences have a source");
  await add("Born.", { source });
  expect(await stateOf()).toBe("1 of 2 sentences have a source");
  await add("Raised.", { source });
  expect(await stateOf()).toBe("2 of 2 sentences have a source");
  const emptyRow = { ...row, biography: "" };
  expect(await sourcesPart.sections[0]?.state(admin, emptyRow)).toBe("No sentences yet");
});
