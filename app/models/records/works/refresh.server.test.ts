import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Editor } from "~/models/base/accounts/admin.server";
import { startOpenData } from "../../../../test/support/open-data";

const openAlex = await startOpenData();
Object.assign(process.env, openAlex.env);
const { db, readDb } = await import("~/db.server");
const { asEditor } = await import("~/models/base/accounts/admin.server");
const { importExperts } = await import("~/models/editing/experts/write.server");
const { publish } = await import("~/models/records/publish/publish.server");
const { addMember } = await import("../../../../test/support/members");
const { worksPart } = await import("./part.server");
const { lastWorksRound, refreshAllWorks } = await import("./refresh.server");
const { changeWorks, worksOfFormerAuthors } = await import("./works.server");

const WEEK_MS = 7 * 24 * 60 * 60_000;
const authorIds = ["A1", "A2", "A3"];

afterAll(() => openAlex.stop());
beforeEach(async () => {
  await db.deleteFrom("experts").execute();
  await db.deleteFrom("cursors").execute();
  const people = authorIds.map((id) => ({ name: `Person ${id}`, openalex: id }));
  await importExperts([...people, { name: "Nobody There" }], { origin: "test" });
  openAlex.people = authorIds.map((id) => ({
    name: `Person ${id}`,
    openalex: id,
    works: [{ id: `W${id.slice(1)}`, title: `Work of ${id}`, year: 2020 }],
  }));
  openAlex.failures = {};
  openAlex.requests = [];
});

const storedWorks = () =>
  readDb.selectFrom("works").select(["openalex", "status", "retracted"]).orderBy("openalex").execute();
const requestedAuthors = () => new Set(openAlex.requests.map(({ path }) => /author\.id%3A(A\d)/.exec(path)?.[1]));

test("ID06 refreshes every person with an identifier once a week", async () => {
  const now = Date.now();
  await refreshAllWorks({ now });
  expect((await storedWorks()).map((work) => work.openalex)).toEqual(["W1", "W2", "W3"]);
  expect(requestedAuthors()).toEqual(new Set(authorIds));
  openAlex.requests = [];
  await refreshAllWorks({ now: now + WEEK_MS - 1 });
  expect(openAlex.requests).toEqual([]);
  await refreshAllWorks({ now: now + WEEK_MS });
  expect(requestedAuthors()).toEqual(new Set(authorIds));
});

test("ID06 continues an interrupted round where it stopped", async () => {
  const stop = new AbortController();
  const firstPerson = openAlex.people[0] as (typeof openAlex.people)[number];
  await refreshAllWorks({ signal: AbortSignal.abort() });
  expect(await storedWorks()).toEqual([]);
  openAlex.people = [firstPerson];
  openAlex.failures.openalex = "503";
  await refreshAllWorks({ signal: stop.signal });
  expect(await storedWorks()).toEqual([]);
  openAlex.failures = {};
  await refreshAllWorks();
  expect((await storedWorks()).map((work) => work.openalex)).toEqual(["W1"]);
  vi.mocked(console.warn).mockClear();
});

test("ID06 a person whose request fails at three tries waits for the next round, and the others are refreshed", async () => {
  openAlex.failures.openalex = "503";
  for (let tries = 0; tries < 3; tries++) await refreshAllWorks();
  openAlex.failures = {};
  await refreshAllWorks();
  expect((await storedWorks()).map((work) => work.openalex)).toEqual(["W2", "W3"]);
  await refreshAllWorks({ now: Date.now() + WEEK_MS });
  expect((await storedWorks()).map((work) => work.openalex)).toEqual(["W1", "W2", "W3"]);
  vi.mocked(console.warn).mockClear();
});

test("ID06 stores the time and reason of a failure until a refresh succeeds", async () => {
  const { rowId } = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("openalex", "=", "A1")
    .executeTakeFirstOrThrow();
  expect(await lastWorksRound(rowId)).toEqual({ startedAt: null, problem: null });
  const now = Date.now();
  openAlex.failures.openalex = "503";
  await refreshAllWorks({ now });
  const at = new Date(now).toISOString();
  expect(await lastWorksRound(rowId)).toEqual({
    startedAt: at,
    problem: { at, reason: expect.stringContaining("OpenAlex") },
  });
  expect((await lastWorksRound(rowId + 1)).problem).toBeNull();
  openAlex.failures = {};
  await refreshAllWorks({ now });
  expect(await lastWorksRound(rowId)).toEqual({ startedAt: at, problem: null });
  vi.mocked(console.warn).mockClear();
});

test("ID06 writes no works of an author whom the profile has stopped naming", async () => {
  const work = { id: "W9", title: "Work of somebody else", year: 2020 };
  let correction: Promise<unknown> | undefined;
  const wrongPerson = {
    name: "Person A1",
    openalex: "A1",
    // Simulates an editor's correction while OpenAlex answers.
    get works() {
      correction ??= db.updateTable("experts").set({ openalex: "A7" }).where("openalex", "=", "A1").execute();
      return [work];
    },
  };
  openAlex.people = [wrongPerson];
  await refreshAllWorks();
  expect(correction).toBeDefined();
  expect(await storedWorks()).toEqual([]);
});

test("ID06 a corrected identifier takes the undecided works and portraits of the other person away", async () => {
  await refreshAllWorks();
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("openalex", "=", "A1")
    .executeTakeFirstOrThrow();
  const origin = { author: "", licence: "", licenceUrl: "", source: "", decidedAt: "", decidedBy: null };
  const picture = { expertRowId: rowId, position: 0, width: 1, height: 1, ...origin };
  await db
    .insertInto("portraitCandidates")
    .values([
      { ...picture, file: "File:Open.jpg", decision: "" },
      { ...picture, file: "File:Rejected.jpg", decision: "rejected" },
    ])
    .execute();
  const change = (record: object) =>
    db
      .transaction()
      .execute((tx) => publish(tx, {} as Editor, "experts", { cause: "identified", rowId, record, isCompared: true }));
  const portraits = () => db.selectFrom("portraitCandidates").select("file").orderBy("file").execute();
  // An additional identifier corrects nothing.
  await change({ wikidata: "Q1" });
  expect([(await storedWorks()).length, (await portraits()).length]).toEqual([3, 2]);
  await change({ openalex: "", wikidata: "" });
  expect((await storedWorks()).map(({ openalex }) => openalex)).toEqual(["W2", "W3"]);
  expect(await portraits()).toEqual([{ file: "File:Rejected.jpg" }]);
});

test("ID06 an editor is told of works that were accepted under an identifier which was corrected", async () => {
  await refreshAllWorks();
  const editor = asEditor(await addMember({ role: "editor" }));
  const people = db.selectFrom("experts").selectAll().where("name", "=", "Person A1");
  const { rowId, id } = await people.executeTakeFirstOrThrow();
  await changeWorks(editor, id, { accept: ["W1"] });
  const correct = (openalex: string) =>
    db
      .transaction()
      .execute((tx) =>
        publish(tx, editor, "experts", { cause: "identified", rowId, record: { openalex }, isCompared: true }),
      );
  const told = async () => worksOfFormerAuthors(await people.executeTakeFirstOrThrow());
  const state = async () => worksPart.sections[0]?.state(editor, await people.executeTakeFirstOrThrow());
  expect(await told()).toEqual([]);
  await correct("A7");
  expect(await told()).toEqual(["W1"]);
  expect(await state()).toBe("1 on the profile, 1 of a former OpenAlex identifier");
  // A correction that was taken back leaves the work as it was.
  await correct("A1");
  expect(await told()).toEqual([]);
  await correct("");
  expect(await told()).toEqual(["W1"]);
  await changeWorks(editor, id, { accept: ["W1"] });
  expect([await told(), await state()]).toEqual([[], "1 on the profile"]);
});

test("ID06 an editor waits for 20 accepted works at most, and the next request looks up the others", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { rowId, id } = await db
    .selectFrom("experts")
    .selectAll()
    .where("openalex", "=", "A1")
    .executeTakeFirstOrThrow();
  const works = Array.from({ length: 65 }, (_, number) => ({ id: `W${1_000 + number}`, title: "Work", year: 2000 }));
  openAlex.people = [{ name: "Person A1", openalex: "A1", works }];
  const facts = { doi: "", title: "Work", year: 2000, venue: "", citations: 0, retracted: 0, retractionSeenAt: null };
  const state = { status: "accepted" as const, checkedAt: "2026-01-01T00:00:00.000Z" };
  const rows = works.map((work) => ({ expertRowId: rowId, openalex: work.id, ...facts, ...state }));
  await db.insertInto("works").values(rows).execute();
  const lookedUp = () => openAlex.requests.filter(({ path }) => path.startsWith("/openalex/works/")).length;
  await changeWorks(editor, id, {});
  expect(lookedUp()).toBe(20);
  await changeWorks(editor, id, {});
  const unchecked = db.selectFrom("works").select("openalex").where("checkedAt", "=", state.checkedAt);
  expect(await unchecked.execute()).toEqual([]);
});

test("ID06 keeps decided works that OpenAlex has dropped, and deletes suggested ones", async () => {
  const now = Date.now();
  await refreshAllWorks({ now });
  await db.updateTable("works").set({ status: "accepted" }).where("openalex", "=", "W1").execute();
  await db.updateTable("works").set({ status: "dismissed" }).where("openalex", "=", "W2").execute();
  for (const person of openAlex.people) person.works = [];
  await refreshAllWorks({ now: now + WEEK_MS });
  expect((await storedWorks()).map(({ openalex, status }) => [openalex, status])).toEqual([
    ["W1", "accepted"],
    ["W2", "dismissed"],
  ]);
});

test("ID07 audits the retraction of an accepted work, and not that of a suggested one", async () => {
  const now = Date.now();
  await refreshAllWorks({ now });
  await db.updateTable("works").set({ status: "accepted" }).where("openalex", "=", "W2").execute();
  for (const { works } of openAlex.people) for (const work of works ?? []) work.retracted = true;
  await refreshAllWorks({ now: now + WEEK_MS });
  expect((await storedWorks()).map(({ retracted }) => retracted)).toEqual([1, 1, 1]);
  const auditLines = await readDb.selectFrom("auditLog").selectAll().where("action", "=", "work retracted").execute();
  expect(auditLines).toMatchObject([{ subjectName: "Person A2", detail: "Work of A2" }]);
});

test("ID07 keeps a retraction seen until it is withdrawn", async () => {
  const now = Date.now();
  const setRetracted = (isRetracted: boolean) => {
    for (const { works } of openAlex.people) for (const work of works ?? []) work.retracted = isRetracted;
  };
  setRetracted(true);
  await refreshAllWorks({ now });
  const seenAt = new Date(now).toISOString();
  await db.updateTable("works").set({ status: "accepted", retractionSeenAt: seenAt }).execute();
  const seenTimes = async () => {
    const rows = await readDb.selectFrom("works").select("retractionSeenAt").execute();
    return new Set(rows.map(({ retractionSeenAt }) => retractionSeenAt));
  };
  await refreshAllWorks({ now: now + WEEK_MS });
  expect(await seenTimes()).toEqual(new Set([seenAt]));
  setRetracted(false);
  await refreshAllWorks({ now: now + 2 * WEEK_MS });
  expect(await seenTimes()).toEqual(new Set([null]));
});

test("ID06 deletes works with their expert", async () => {
  await refreshAllWorks();
  await db.deleteFrom("experts").where("openalex", "=", "A2").execute();
  expect((await storedWorks()).map((work) => work.openalex)).toEqual(["W1", "W3"]);
});

test("ID06 a work that a file brought by its DOI stays on the profile, and first, once OpenAlex has it under two keys", async () => {
  const [person] = openAlex.people as [(typeof openAlex.people)[number]];
  openAlex.people = [
    { ...person, works: ["W1", "W2"].map((id) => ({ id, title: id, year: 2020, doi: `10.1/${id}` })) },
  ];
  await refreshAllWorks();
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("openalex", "=", "A1")
    .executeTakeFirstOrThrow();
  await db.updateTable("works").set({ status: "accepted" }).where("openalex", "=", "W2").execute();
  const work = { expertRowId: rowId, title: "", year: 2020, venue: "", citations: 0, retracted: 0, checkedAt: "" };
  const decisions = [
    { openalex: "10.1/w1", doi: "10.1/w1", status: "accepted" as const, highlightedAt: "2026" },
    { openalex: "10.1/w2", doi: "10.1/w2", status: "dismissed" as const, highlightedAt: null },
  ];
  for (const decision of decisions)
    await db
      .insertInto("works")
      .values({ ...work, ...decision, retractionSeenAt: null })
      .execute();
  await refreshAllWorks({ now: Date.now() + WEEK_MS });
  const works = db.selectFrom("works").select(["openalex", "status", "highlightedAt"]).where("expertRowId", "=", rowId);
  expect(await works.orderBy("openalex").execute()).toEqual([
    { openalex: "W1", status: "accepted", highlightedAt: "2026" },
    { openalex: "W2", status: "accepted", highlightedAt: null },
  ]);
});
