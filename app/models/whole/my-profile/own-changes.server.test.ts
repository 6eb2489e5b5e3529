import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { changeOwnPage } from "./own-changes.server";

beforeAll(() => migrate(db));

test("CL10 a refused call with several actions can be repeated: it reported no work", async () => {
  await importExperts([{ ...fullSubmission, name: "Clara Claimed", slug: "clara" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const user = await addMember();
  const at = "2026-01-01T00:00:00.000Z";
  const proof = { proof: "mail", page: "", isStrong: 1, evidence: "", requestId: null, tokenHash: null } as const;
  const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
  const claim = { id: "claim", expertRowId, userId: user.id, status: "confirmed" as const, ...proof, ...times };
  await db.insertInto("claims").values(claim).execute();
  const facts = { doi: "", year: 2020, venue: "Sea", citations: 1, retracted: 0, subjects: "[]", checkedAt: at };
  const work = { expertRowId, openalex: "W1", title: "Of worms", status: "accepted" as const, ...facts };
  await db
    .insertInto("works")
    .values({ ...work, retractionSeenAt: null })
    .execute();

  const send = (changes: Record<string, unknown>) =>
    changeOwnPage(user, "clara", { notMine: { work: "W1" }, changes }, { origin: "https://site.example" });
  await expect(send({})).rejects.toMatchObject({ problem: "invalid" });
  expect(await send({ title: "Dean of Tests" })).toEqual({ request: expect.any(String), proposal: expect.any(String) });
});
