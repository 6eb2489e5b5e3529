import { beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { decideIdentity, undoIdentityDecision } from "./identity-review.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

test("ID10 each undo reverts one decision about a person, the latest first", async () => {
  await importExperts([{ name: "Ada Alike", slug: "ada" }], { origin: "import" });
  const { rowId: expertRowId, id } = await db.selectFrom("experts").select(["rowId", "id"]).executeTakeFirstOrThrow();
  const details = { orcid: "", openalex: "", name: "Ada Alike", description: "", employers: "[]", works: "[]" };
  const undecided = { reasons: "[]", decision: "", taken: "", decidedAt: "", decidedBy: null } as const;
  for (const [position, wikidata] of ["Q1", "Q2", "Q3"].entries())
    await db
      .insertInto("identityCandidates")
      .values({ expertRowId, key: wikidata, position, wikidata, ...details, ...undecided })
      .execute();
  const decisions = async () => {
    const rows = await db.selectFrom("identityCandidates").select("decision").orderBy("position").execute();
    return rows.map(({ decision }) => decision);
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    for (const [key, decision] of [
      ["Q1", "reject"],
      ["Q2", "reject"],
      ["Q3", "take"],
    ]) {
      await decideIdentity(admin, { expert: "ada", key, decision });
      vi.setSystemTime(Date.now() + 1_000);
    }
  } finally {
    vi.useRealTimers();
  }
  const identifier = () => db.selectFrom("experts").select("wikidata").executeTakeFirstOrThrow();
  expect([await decisions(), await identifier()]).toEqual([["rejected", "rejected", "taken"], { wikidata: "Q3" }]);
  expect(await undoIdentityDecision(admin)).toBe(id);
  expect([await decisions(), await identifier()]).toEqual([["rejected", "rejected", ""], { wikidata: "" }]);
  await undoIdentityDecision(admin);
  expect(await decisions()).toEqual(["rejected", "", ""]);
  await undoIdentityDecision(admin);
  expect(await decisions()).toEqual(["", "", ""]);
  await expect(undoIdentityDecision(admin)).rejects.toMatchObject({ problem: "missing" });
});
