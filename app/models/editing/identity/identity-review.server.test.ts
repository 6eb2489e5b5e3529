import { beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { portraitsPart } from "~/models/editing/portraits/part.server";
import { decidePortrait, undoPortraitDecision } from "~/models/editing/portraits/portrait-review.server";
import { addMember } from "../../../../test/support/members";
import { decideIdentity, identityReview, undoIdentityDecision, waitingIdentities } from "./identity-review.server";
import { identityPart } from "./part.server";

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
  const readDecisions = async () => {
    const rows = await db.selectFrom("identityCandidates").select("decision").orderBy("position").execute();
    return rows.map(({ decision }) => decision);
  };
  // Somebody who got an identifier elsewhere is not asked about.
  const offered = async () => (await waitingIdentities(admin)).length;
  expect(await offered()).toBe(1);
  for (const identifier of ["orcid", "wikidata", "openalex"] as const) {
    await db
      .updateTable("experts")
      .set({ [identifier]: "known" })
      .execute();
    expect([identifier, await offered()]).toEqual([identifier, 0]);
    await db
      .updateTable("experts")
      .set({ [identifier]: "" })
      .execute();
  }
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
  const readIdentifier = () => db.selectFrom("experts").select("wikidata").executeTakeFirstOrThrow();
  expect([await readDecisions(), await readIdentifier()]).toEqual([
    ["rejected", "rejected", "taken"],
    { wikidata: "Q3" },
  ]);
  const { last: lastDecision } = await identityReview(admin);
  expect(await undoIdentityDecision(admin, { at: lastDecision?.at })).toBe(id);
  // The second of two clicks on the same button.
  await expect(undoIdentityDecision(admin, { at: lastDecision?.at })).rejects.toMatchObject({ problem: "conflict" });
  expect([await readDecisions(), await readIdentifier()]).toEqual([["rejected", "rejected", ""], { wikidata: "" }]);
  await undoIdentityDecision(admin);
  expect(await readDecisions()).toEqual(["rejected", "", ""]);
  await undoIdentityDecision(admin);
  expect(await readDecisions()).toEqual(["", "", ""]);
  await expect(undoIdentityDecision(admin)).rejects.toMatchObject({ problem: "missing" });
});

test("ID08 ID10 nobody undoes a decision of somebody else, about an identifier or a picture", async () => {
  const colleague = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Bea Beheld", slug: "bea" }], { origin: "import" });
  const { rowId: expertRowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("slug", "=", "bea")
    .executeTakeFirstOrThrow();
  const decidedColumns = { expertRowId, position: 0, decidedAt: "2026-01-01T00:00:00.000Z", decidedBy: colleague.id };
  const identity = { wikidata: "Q9", orcid: "", openalex: "", name: "", description: "", employers: "[]", works: "[]" };
  await db
    .insertInto("identityCandidates")
    .values({ ...decidedColumns, ...identity, key: "Q9", reasons: "[]", decision: "rejected", taken: "{}" })
    .execute();
  const picture = { author: "", licence: "", licenceUrl: "", source: "", width: 1, height: 1, foundBy: "wikidata" };
  const item = { item: "", itemLabel: "", itemDescription: "", foundAt: "" };
  await db
    .insertInto("portraitCandidates")
    .values({ ...decidedColumns, ...picture, ...item, file: "File:Bea.jpg", decision: "rejected" } as never)
    .execute();
  const site = { origin: "https://site.example" };
  const undos = [undoIdentityDecision, (editor: Admin) => undoPortraitDecision(editor, site)];
  for (const undo of undos) await expect(undo(admin)).rejects.toMatchObject({ problem: "missing" });
  // Nor does anybody decide once more what somebody else has decided.
  const conflict = { problem: "conflict", message: "Somebody decided about this meanwhile. Nothing was changed." };
  for (const decision of ["take", "reject", "skip"])
    await expect(
      decidePortrait(admin, { expert: "bea", decision, file: "File:Bea.jpg" }, site),
      decision,
    ).rejects.toMatchObject(conflict);
  await expect(decideIdentity(admin, { expert: "bea", key: "Q9", decision: "take" })).rejects.toMatchObject(conflict);
  for (const table of ["identityCandidates", "portraitCandidates"] as const) {
    const decisions = db.selectFrom(table).select("decision").where("expertRowId", "=", expertRowId);
    expect(await decisions.execute()).toEqual([{ decision: "rejected" }]);
  }
  // Only pictures and identifiers that nobody has decided about are counted as proposals.
  const row = await db.selectFrom("experts").selectAll().where("rowId", "=", expertRowId).executeTakeFirstOrThrow();
  const readStates = () =>
    Promise.all([portraitsPart, identityPart].map(({ sections: [section] }) => section?.state(admin, row)));
  expect(await readStates()).toEqual(["None yet", "None yet"]);
  for (const undo of undos) await undo(colleague);
  expect(await readStates()).toEqual(["None yet; 1 proposal", "None yet; 1 proposal"]);
});

test("the line about positions tells how many have a source, and whether the last position has ended", async () => {
  await importExperts([{ name: "Cora Chair", slug: "cora" }], { origin: "import" });
  const row = await db.selectFrom("experts").selectAll().where("slug", "=", "cora").executeTakeFirstOrThrow();
  const [endedPosition, presentPosition] = ["Chair|Sea|2001|2010|https://sea.example/", "Dean|Sea|2011"];
  const stateOf = (...positions: string[]) =>
    identityPart.sections[1]?.state(admin, { ...row, positions: JSON.stringify(positions) });
  expect(await stateOf()).toBe("None yet");
  expect(await stateOf(endedPosition)).toBe("1, all with a source; the last has ended");
  expect(await stateOf(endedPosition, presentPosition)).toBe("2, 1 with a source");
  expect(await stateOf(presentPosition)).toBe("1, none with a source");
});

test("ID10 of two editors who accept two candidates at the same time, one is refused", async () => {
  const colleague = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Dot Double", slug: "dot" }], { origin: "import" });
  const experts = db.selectFrom("experts").select(["rowId", "wikidata"]).where("slug", "=", "dot");
  const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
  const details = { orcid: "", openalex: "", name: "Dot Double", description: "", employers: "[]", works: "[]" };
  const undecided = { reasons: "[]", decision: "", taken: "", decidedAt: "", decidedBy: null } as const;
  for (const [position, wikidata] of ["Q11", "Q12"].entries())
    await db
      .insertInto("identityCandidates")
      .values({ expertRowId, key: wikidata, position, wikidata, ...details, ...undecided })
      .execute();
  const decisions = [admin, colleague].map((editor, index) =>
    decideIdentity(editor, { expert: "dot", key: `Q1${index + 1}`, decision: "take" }).then(
      () => `Q1${index + 1}`,
      ({ message }) => message,
    ),
  );
  const outcomes = await Promise.all(decisions);
  const { wikidata } = await experts.executeTakeFirstOrThrow();
  expect(outcomes.sort()).toEqual([wikidata, "This profile has an identifier meanwhile. Nothing was changed."]);
});
