import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { disownWork, worksOfHolder } from "./own-works.server";

beforeAll(() => migrate(db));

test("CL10 a holder's report about a work waits for a decision, and can be repeated after it", async () => {
  await importExperts([{ name: "Clara Claimed", slug: "clara" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const user = await addMember();
  const at = "2026-01-01T00:00:00.000Z";
  const proof = { proof: "mail", page: "", isStrong: 1, evidence: "", requestId: null, tokenHash: null } as const;
  const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
  await db
    .insertInto("claims")
    .values({ id: "claim", expertRowId, userId: user.id, status: "confirmed", ...proof, ...times })
    .execute();
  const work = { doi: "", year: 2020, venue: "Sea", citations: 1, retracted: 0, subjects: "[]", checkedAt: at };
  for (const [openalex, status] of [
    ["W1", "accepted"],
    ["W2", "accepted"],
    ["W3", "suggested"],
  ] as const)
    await db
      .insertInto("works")
      .values({ expertRowId, openalex, title: openalex, status, retractionSeenAt: null, ...work })
      .execute();
  const readShown = async () => (await worksOfHolder(expertRowId)).map(({ key, isDisowned }) => [key, isDisowned]);
  const disown = (key: string) => disownWork(user, "clara", { work: key });

  await disown("W1");
  expect(await readShown()).toEqual([
    ["W1", true],
    ["W2", false],
  ]);
  await expect(disown("W1")).rejects.toMatchObject({ problem: "conflict" });
  await expect(disown("W3")).rejects.toMatchObject({ problem: "missing" });
  await disown("W2");
  for (const status of ["rejected", "applied"] as const) {
    await db.updateTable("requests").set({ status }).where("field", "=", "W1").execute();
    expect(await readShown(), status).toEqual([
      ["W1", false],
      ["W2", true],
    ]);
    await disown("W1");
    expect((await readShown())[0]).toEqual(["W1", true]);
  }
});
