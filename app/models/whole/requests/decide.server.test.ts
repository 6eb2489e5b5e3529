import { beforeAll, describe, expect, test } from "vitest";
import { type ClaimRow, db, migrate, type RequestRow } from "~/db.server";
import { type Admin, asAdmin, asEditor } from "~/models/base/accounts/admin.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { requestMailId } from "~/models/editing/requests/mail-ids.server";
import { confirmReport, reportProfile } from "~/models/editing/requests/report.server";
import { removePerson } from "~/models/whole/removal/removal.server";
import { solveQuestion } from "../../../../test/support/accounts";
import { addMember } from "../../../../test/support/members";
import { decideRequest } from "./decide.server";
import { requestForAdmin } from "./request.server";
import { requestUndoableFor, undoRequest } from "./undo.server";

let admin: Admin;
let expertRowId: number;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada Asked", slug: "ada" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
});

function solvedQuestion() {
  const { question, expected } = newQuestion();
  return { captchaAnswer: solveQuestion(question), captchaExpected: expected };
}

const at = "2026-01-01T00:00:00.000Z";

async function addRequest(
  id: string,
  kind: RequestRow["kind"],
  changes: Partial<Pick<RequestRow, "email" | "status" | "field" | "decidedAt">> = {},
) {
  const texts = { field: "title", says: "", should: "Dr. Ada", source: "", message: "Wrong.", notes: "" };
  const times = { createdAt: at, confirmedAt: at, dueAt: at, decidedAt: null, decidedBy: null, answeredInMs: null };
  const requestFields = {
    id,
    tokenHash: id,
    kind,
    status: "open" as const,
    expertRowId,
    email: "a@mail.example",
    isPublic: 0,
  };
  await db
    .insertInto("requests")
    .values({ ...requestFields, ...texts, ...times, ...changes })
    .execute();
}

test.each([
  ["error", "reject", 1],
  ["error", "apply", 1],
  ["removal", "reject", 0],
] as const)(
  "SA08 a request about %s that ends with %s adds %i lines to the public log",
  async (kind, decision, lines) => {
    const id = `${kind}-${decision}`;
    await addRequest(id, kind);
    const value = decision === "apply" ? { value: "Dr. Ada" } : {};
    await decideRequest(
      admin,
      id,
      { decision, notes: "As the page says.", ...value },
      { linkOrigin: "https://x.example" },
    );
    const request = await db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(request).toMatchObject({ isPublic: lines, decidedBy: admin.id });
    expect(request.answeredInMs).toBe(Date.parse(request.decidedAt ?? "") - Date.parse(at));
  },
);

describe("CL05 undoing a decision about a claim brings the claim back as it was:", () => {
  const site = { linkOrigin: "https://x.example" };
  const cases: Record<
    string,
    [
      decision: "apply" | "reject",
      request: "open" | "applied",
      claim: ClaimRow["status"],
      decidedStatus: ClaimRow["status"],
    ]
  > = {
    confirmed: ["apply", "open", "proven", "confirmed"],
    rejected: ["reject", "open", "proven", "rejected"],
    ended: ["reject", "applied", "confirmed", "ended"],
  };
  test.each(Object.keys(cases))("after it was %s", async (name) => {
    const [decision, status, claimStatus, decidedStatus] = cases[name] as (typeof cases)[string];
    await db.deleteFrom("claims").execute();
    const [user, otherUser] = [await addMember(), await addMember()];
    const proof = { proof: "mail", page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
    const claimedAt = claimStatus === "confirmed" ? at : null;
    const times = { createdAt: at, expiresAt: at, remindedAt: null, claimedAt, confirmedAt: claimedAt };
    const requestId = `claim-${name}`;
    await addRequest(requestId, "claim", status === "applied" ? { status } : {});
    const claim = { id: user.id, userId: user.id, expertRowId, status: claimStatus, requestId };
    const otherClaim = {
      ...claim,
      id: otherUser.id,
      userId: otherUser.id,
      status: "rejected",
      requestId: null,
    } as const;
    await db
      .insertInto("claims")
      .values([
        { ...otherClaim, ...proof, ...times },
        { ...claim, ...proof, ...times },
      ])
      .execute();
    const readStored = async () => ({
      claims: await db.selectFrom("claims").selectAll().orderBy("rowId").execute(),
      request: await db.selectFrom("requests").selectAll().where("id", "=", requestId).executeTakeFirst(),
    });
    const storedBefore = await readStored();
    await decideRequest(admin, requestId, { decision, notes: "As asked." }, site);
    expect((await readStored()).claims.map((row) => row.status)).toEqual(["rejected", decidedStatus]);
    await undoRequest(admin, requestId);
    expect(await readStored()).toEqual(storedBefore);
    await db.deleteFrom("requests").where("id", "=", requestId).execute();
  });

  test("it stays ended if another claim was confirmed meanwhile", async () => {
    await db.deleteFrom("claims").execute();
    const [user, nextUser] = [await addMember(), await addMember()];
    const times = { createdAt: at, expiresAt: at, remindedAt: null, claimedAt: at, confirmedAt: at };
    const proof = { proof: "mail", page: "", isStrong: 1, evidence: "", tokenHash: null, ...times } as const;
    await addRequest("former-claim", "claim", { status: "applied" });
    await addRequest("next-claim", "claim");
    await db
      .insertInto("claims")
      .values([
        { id: user.id, userId: user.id, expertRowId, requestId: "former-claim", status: "confirmed", ...proof },
        { id: nextUser.id, userId: nextUser.id, expertRowId, requestId: "next-claim", status: "proven", ...proof },
      ])
      .execute();
    await decideRequest(admin, "former-claim", { decision: "reject", notes: "It is not you." }, site);
    await decideRequest(admin, "next-claim", { decision: "apply" }, site);
    await expect(undoRequest(admin, "former-claim")).rejects.toMatchObject({
      problem: "conflict",
      message: "Another account holds this profile. Reject one of the two claims first.",
    });
    const claims = await db.selectFrom("claims").select("status").orderBy("rowId").execute();
    expect(claims.map(({ status }) => status)).toEqual(["ended", "confirmed"]);
    await db.deleteFrom("requests").where("id", "in", ["former-claim", "next-claim"]).execute();
  });

  test("it stays ended if the claim was deleted meanwhile", async () => {
    await db.deleteFrom("claims").execute();
    await addRequest("lost-claim", "claim", { status: "rejected", decidedAt: new Date().toISOString() });
    await expect(undoRequest(admin, "lost-claim")).rejects.toThrow("The profile or the claim was deleted.");
    const request = db.selectFrom("requests").select("status").where("id", "=", "lost-claim");
    expect(await request.executeTakeFirst()).toEqual({ status: "rejected" });
  });

  test("only an applied or rejected request can be brought back", () => {
    const statuses: RequestRow["status"][] = ["unconfirmed", "open", "applied", "rejected", "removed"];
    const decidedAt = new Date().toISOString();
    const undoableStatuses = statuses.filter((status) => requestUndoableFor({ status, decidedAt }) > 0);
    expect(undoableStatuses).toEqual(["applied", "rejected"]);
  });
});

test("CL10 undoing the removal of a work brings it back to the profile; not if the profile is gone", async () => {
  const work = { doi: "", year: 2020, venue: "Sea", citations: 1, retracted: 0, subjects: "[]", checkedAt: at };
  const storedWork = {
    expertRowId,
    openalex: "W1",
    title: "Corals",
    status: "accepted",
    retractionSeenAt: null,
  } as const;
  await db
    .insertInto("works")
    .values({ ...storedWork, ...work })
    .execute();
  const statuses = async () => ({
    work: (await db.selectFrom("works").select("status").executeTakeFirstOrThrow()).status,
    request: (await db.selectFrom("requests").select("status").where("id", "=", "work").executeTakeFirstOrThrow())
      .status,
  });
  await addRequest("work", "work", { field: "W1" });
  const apply = () => decideRequest(admin, "work", { decision: "apply" }, { linkOrigin: "https://x.example" });
  await apply();
  expect(await statuses()).toEqual({ work: "dismissed", request: "applied" });
  await undoRequest(admin, "work");
  expect(await statuses()).toEqual({ work: "accepted", request: "open" });
  await apply();
  await db.updateTable("requests").set({ expertRowId: null }).where("id", "=", "work").execute();
  await expect(undoRequest(admin, "work")).rejects.toThrow("The profile was deleted meanwhile.");
  expect(await statuses()).toEqual({ work: "dismissed", request: "applied" });
});

test("SA08 undoing a decision concerns the decision that the page showed, and only an admin undoes one about a removal", async () => {
  const reject = (id: string) =>
    decideRequest(admin, id, { decision: "reject", notes: "No." }, { linkOrigin: "https://x.example" });
  const decidedAt = async (id: string) =>
    (await db.selectFrom("requests").select("decidedAt").where("id", "=", id).executeTakeFirstOrThrow()).decidedAt;
  await addRequest("twice", "error");
  await reject("twice");
  const firstDecision = await decidedAt("twice");
  await undoRequest(admin, "twice", { at: firstDecision });
  await expect(undoRequest(admin, "twice", { at: firstDecision })).rejects.toThrow("undone or replaced meanwhile");
  // The second decision must have another time.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(firstDecision ?? ""));
  await reject("twice");
  await expect(undoRequest(admin, "twice", { at: firstDecision })).rejects.toThrow("undone or replaced meanwhile");
  await addRequest("kept", "removal");
  await reject("kept");
  const editor = asEditor(await addMember({ role: "editor" }));
  expect((await requestForAdmin(editor, "kept")).undoableFor).toBe(0);
  expect((await requestForAdmin(admin, "kept")).undoableFor).toBeGreaterThan(0);
  await expect(undoRequest(editor, "kept")).rejects.toMatchObject({ problem: "forbidden" });
  expect(await decidedAt("kept")).not.toBeNull();
  await db.deleteFrom("requests").execute();
});

test("SA07 everybody who waits for an answer about somebody hears of the removal, and nobody who has one", async () => {
  await addRequest("wish", "removal", { email: "ada@mail.example" });
  await addRequest("another", "removal", { email: "friend@mail.example" });
  await addRequest("report", "error", { email: "reader@mail.example" });
  await addRequest("answered", "error", { email: "former@mail.example", status: "rejected" });
  await db.deleteFrom("mails").execute();
  await decideRequest(
    admin,
    "wish",
    { decision: "remove", notes: "As you wish." },
    { linkOrigin: "https://x.example" },
  );
  const mails = await db.selectFrom("mails").select("recipient").orderBy("recipient").execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    "ada@mail.example",
    "friend@mail.example",
    "reader@mail.example",
  ]);
});

test("SA07 a removal deletes the mails about reports of this person, and not the mails to the same senders about others", async () => {
  await importExperts(
    [
      { name: "Bea Corrected", slug: "bea" },
      { name: "Cleo Gone", slug: "cleo" },
    ],
    { origin: "import" },
  );
  const rowIdOf = async (slug: string) => {
    const experts = db.selectFrom("experts").select("rowId").where("slug", "=", slug);
    return (await experts.executeTakeFirstOrThrow()).rowId;
  };
  const email = "reporter@mail.example";
  await db.deleteFrom("mails").execute();
  const requestIds = new Map<string, string>();
  for (const slug of ["bea", "cleo"]) {
    const report = { slug, kind: "error", field: "title", should: "Dr.", email, ...solvedQuestion() };
    const { id } = await reportProfile(report, { address: "192.0.2.1", origin: "https://x.example" });
    requestIds.set(slug, id);
    const mail = db.selectFrom("mails").select("body").where("id", "=", requestMailId("confirm", id));
    const [, token] = /token=(\S+)/.exec((await mail.executeTakeFirstOrThrow()).body) ?? [];
    await confirmReport(token, { origin: "https://x.example" });
    const decision = { decision: "reject", notes: `No source for ${slug}.` };
    await decideRequest(admin, id, decision, { linkOrigin: "https://x.example" });
  }
  const readMails = async () => {
    const mails = await db.selectFrom("mails").select(["kind", "id"]).where("recipient", "=", email).execute();
    return mails
      .map(({ kind, id }) => `${kind} ${id.includes(requestIds.get("bea") ?? "?") ? "bea" : "cleo"}`)
      .toSorted();
  };
  const kinds = ["reportConfirm", "reportDecided", "reportReceived"];
  expect(await readMails()).toEqual(kinds.flatMap((kind) => [`${kind} bea`, `${kind} cleo`]));
  const cleo = await rowIdOf("cleo");
  await db.transaction().execute((tx) => removePerson(tx, admin, cleo, "a-request"));
  expect(await readMails()).toEqual(kinds.map((kind) => `${kind} bea`));
});
