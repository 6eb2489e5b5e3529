import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { findExpert } from "~/models/records/directory/experts.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { decideMany } from "./bulk.server";
import { approveSubmission, rejectSubmission } from "./decide.server";
import { leavePlace, placeAt, takePlace } from "./places.server";
import { neighboursOf, reviewList, reviewOf } from "./review.server";
import { submitExpert } from "./submissions.server";
import { turnIntoChange } from "./turn-into-change.server";

const origin = "https://site.example";
const origins = { linkOrigin: origin };
let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ firstName: "Ada", lastName: "Admin", role: "admin" }));
});
afterEach(async () => {
  for (const table of ["submissions", "mails", "experts", "auditLog"] as const) await db.deleteFrom(table).execute();
});

let count = 0;
async function suggest(changes: object = {}): Promise<string> {
  count++;
  const user = await addMember({ email: `bulk-${count}@mail.example` });
  const referenceLinks = [`https://bulk-${count}.example/`];
  const input = { ...fullSubmission, name: `Bulk Person ${count}`, referenceLinks, ...changes };
  return (await submitExpert(user, input, { origin })).id;
}
const statusOf = async (id: string) =>
  (await db.selectFrom("submissions").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

describe("MO05 deciding about several submissions", () => {
  test("approves the submissions that it can approve, gives the reason for the others, and can undo all in one call", async () => {
    const [firstId, secondId, decidedId] = [await suggest(), await suggest(), await suggest()];
    await approveSubmission(admin, decidedId, {}, origins);
    const staleTimes = { [secondId]: "2020-01-01T00:00:00.000Z" };
    const ids = [firstId, secondId, decidedId, "nothing"];
    const result = await decideMany(admin, { decision: "approve", ids, updatedAt: staleTimes }, origins);
    expect(result.done).toEqual([firstId]);
    expect(result.refused.map(({ id }) => id)).toEqual([secondId, decidedId, "nothing"]);
    expect(result.refused[1]?.message).toContain("approved already");
    expect(await statusOf(secondId)).toBe("pending");
    expect((await decideMany(admin, { decision: "undo", ids: [firstId, decidedId] }, origins)).done.sort()).toEqual(
      [firstId, decidedId].sort(),
    );
    expect(await statusOf(firstId)).toBe("pending");
    expect(await db.selectFrom("experts").select("id").execute()).toEqual([]);
  });

  test("accepts 1 to 50 submissions, and needs no reason", async () => {
    const id = await suggest();
    for (const invalid of [
      { decision: "reject", ids: [] },
      { decision: "delete", ids: [id] },
      { decision: "approve", ids: Array.from({ length: 51 }, (_, number) => String(number)) },
    ])
      await expect(decideMany(admin, invalid, origins)).rejects.toMatchObject({ problem: "invalid" });
    expect((await decideMany(admin, { decision: "reject", ids: [id] }, origins)).done).toEqual([id]);
    expect(await statusOf(id)).toBe("rejected");
  });
});

describe("MO05 a possible duplicate becomes a change", () => {
  const expert = { name: "Nils Known", slug: "nils-known", title: "Head", categories: ["author"], biography: "Born." };

  test("joins lists, keeps fields that it leaves empty, and can be accepted field by field", async () => {
    await importExperts(
      [{ ...expert, longevityContribution: "Is known.", referenceLinks: ["Site|https://a.example/"] }],
      {
        origin: "editor",
      },
    );
    const links = {
      referenceLinks: ["https://a.example", "https://b.example/"],
      categories: ["academic"],
      biography: "",
    };
    const id = await suggest({ name: "Dr. Nils Known", ...links });
    await turnIntoChange(admin, id, { expert: "nils-known" });
    const review = await reviewOf(admin, id);
    expect(review.target).toMatchObject({ slug: "nils-known" });
    expect(review.submission).toMatchObject({
      name: "Nils Known",
      biography: "Born.",
      categories: ["author", "academic"],
      referenceLinks: ["Site|https://a.example/", "https://b.example/"],
    });
    await expect(turnIntoChange(admin, id, { expert: "nils-known" })).rejects.toMatchObject({ problem: "conflict" });
    await approveSubmission(admin, id, { acceptedFields: ["referenceLinks"] }, origins);
    expect(await findExpert("nils-known")).toMatchObject({
      title: "Head",
      referenceLinks: review.submission.referenceLinks,
    });
  });

  test("is refused for an outdated screen and for an unknown profile", async () => {
    const id = await suggest();
    await expect(turnIntoChange(admin, id, { expert: "nobody" })).rejects.toMatchObject({ problem: "missing" });
    await importExperts([{ ...expert, longevityContribution: "Is known." }], { origin: "editor" });
    const outdatedInput = { expert: "nils-known", updatedAt: "2020-01-01T00:00:00.000Z" };
    await expect(turnIntoChange(admin, id, outdatedInput)).rejects.toMatchObject({ problem: "conflict" });
  });
});

describe("MO05 two editors at one queue", () => {
  let colleague: Admin;
  beforeAll(async () => {
    colleague = asAdmin(
      await addMember({ email: "bo@mail.example", firstName: "Bo", lastName: "Editor", role: "admin" }),
    );
  });

  test("each sees who has a submission open, can take it over, and the place expires after a minute without activity", async () => {
    const [firstId, secondId, thirdId] = [await suggest(), await suggest(), await suggest()];
    expect(await takePlace(admin, secondId)).toEqual({ by: null, since: null });
    expect(await takePlace(colleague, secondId)).toMatchObject({ by: "Ada Admin" });
    expect(await placeAt(admin, secondId)).toEqual({ by: null, since: null });
    const listedSubmissions = (await reviewList(colleague, { page: 1, limit: 10, status: "pending", search: "" }))
      .submissions;
    expect(listedSubmissions.map(({ reviewer }) => reviewer)).toEqual([null, "Ada Admin", null]);
    // Prefers a submission that nobody else has open, otherwise takes any.
    expect((await neighboursOf(colleague, firstId)).next).toBe(thirdId);
    expect((await neighboursOf(admin, firstId)).next).toBe(secondId);
    await takePlace(admin, thirdId);
    expect((await neighboursOf(colleague, firstId)).next).toBe(secondId);

    expect(await takePlace(colleague, secondId, { isTakingOver: true })).toEqual({ by: null, since: null });
    expect(await takePlace(admin, secondId)).toMatchObject({ by: "Bo Editor" });
    await leavePlace(admin, secondId);
    expect(await placeAt(admin, secondId)).toMatchObject({ by: "Bo Editor" });
    await db.updateTable("reviewPlaces").set({ seenAt: "2020-01-01T00:00:00.000Z" }).execute();
    expect(await placeAt(admin, secondId)).toEqual({ by: null, since: null });
    expect(await takePlace(admin, secondId)).toEqual({ by: null, since: null });
    await leavePlace(admin, secondId);
    expect(await placeAt(colleague, secondId)).toEqual({ by: null, since: null });
    await expect(takePlace(admin, "nothing")).rejects.toMatchObject({ problem: "missing" });
  });

  test("accepts exactly one of two simultaneous decisions", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await suggest());
    const outcomes = await Promise.all(
      ids.map((id, index) => {
        const decisions = [
          () => approveSubmission(admin, id, {}, origins),
          () => rejectSubmission(colleague, id, {}, origins),
        ];
        if (index % 2) decisions.reverse();
        return Promise.allSettled(decisions.map((decide) => decide()));
      }),
    );
    for (const pair of outcomes) {
      expect(pair.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(pair.find(({ status }) => status === "rejected")).toMatchObject({ reason: { problem: "conflict" } });
    }
    const rows = await db.selectFrom("submissions").select(["status", "reviewedAt"]).execute();
    expect(rows.every(({ status }) => status !== "pending")).toBe(true);
    const approvedCount = rows.filter(({ status }) => status === "approved").length;
    expect(await db.selectFrom("experts").select("id").execute()).toHaveLength(approvedCount);
    const mails = await db.selectFrom("mails").select("subject").where("subject", "like", "%Bulk Person%").execute();
    expect(mails.length).toBeLessThanOrEqual(2 * ids.length);
  });
});
