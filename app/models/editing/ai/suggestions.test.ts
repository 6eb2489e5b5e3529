/** Tests suggestions of a model that cannot be used, or that its provider refuses: what editors read, and what is stored. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startAiProvider } from "../../../../test/support/ai-provider";
import { startPageServer } from "../../../../test/support/pages";

// The addresses and keys are read once, with the first module of the app.
const ai = await startAiProvider();
Object.assign(process.env, ai.env, { AI_TIMEOUT_MS: "5000", RATE_LIMIT: "off", OPEN_DATA: "off" });
const pages = await startPageServer();

const { db, migrate } = await import("~/db.server");
const { asAdmin } = await import("~/models/base/accounts/admin.server");
const { importExperts } = await import("~/models/editing/experts/write.server");
const { addEvidence } = await import("~/models/records/evidence/evidence.server");
const { addMember } = await import("../../../../test/support/members");
const { GENERATION, generationsPage, retryGeneration } = await import("./generations.server");
const { keepSentence } = await import("./keep-sentence.server");
const { keepGenerated, saveForReview } = await import("./review-generation.server");
const { askAboutNewPairs } = await import("./second-opinion.server");
const { keepSuggested, suggest } = await import("./suggestions.server");

let admin: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});
afterEach(async () => {
  ai.reset();
  for (const table of ["suggestions", "aiCalls", "jobs", "evidence", "experts"] as const)
    await db.deleteFrom(table).execute();
});
afterAll(() => Promise.all([ai.stop(), pages.stop()]));

const ask = (field: string, record: object = {}) =>
  suggest(admin, { kind: "expert", field, record: { name: "Ada Example", ...record } });

test("EV25 a sentence is kept only with a source that can be read, and only while it is there", async () => {
  const sentence = { field: "biography", text: "She swims.", paragraph: 1, heading: "", evidence: null, reason: "No." };
  const keep = (input: object) => keepSentence(admin, [sentence], input, { id: "x", name: "Ada Example" });
  await expect(keep({ index: 1, by: "reason", reason: "I saw it." })).rejects.toMatchObject({
    problem: "missing",
    message: "This sentence is no longer here.",
  });
  for (const index of [null, "", false])
    await expect(keep({ index, by: "reason", reason: "I saw it." })).rejects.toMatchObject({ problem: "invalid" });
  for (const [input, field, message] of [
    [{ by: "reason" }, "reason", "Please say why this sentence stays."],
    [{ by: "source", quote: "She swims." }, "url", "Please enter the address of the source."],
    [
      { by: "source", url: "ftp://ada.example/" },
      "url",
      "This page cannot be read: it is not an http or https address.",
    ],
  ] as const)
    await expect(keep({ index: 0, ...input })).rejects.toMatchObject({
      problem: "invalid",
      message,
      fieldErrors: { [`keep.x.0.${field}`]: message },
    });
  expect(await keep({ index: 0, by: "reason", reason: " I saw it. " })).toMatchObject([
    { text: "She swims.", reason: "", evidence: { sentence: "She swims.", quote: "", reason: "I saw it." } },
  ]);
});

test("PW14 a model that finds nothing new leads to a notice, and nothing is stored", async () => {
  const noticeOf = async (field: string, record: object = {}) => {
    const result = await ask(field, record);
    return "notice" in result ? [result.notice.title, result.notice.message] : result;
  };
  ai.answers.biography = () => JSON.stringify({ sentences: [] });
  expect(await noticeOf("biography")).toEqual(["No text generated", "The model wrote nothing. Add pages to read."]);
  ai.answers.references = () => JSON.stringify({ links: [] });
  expect(await noticeOf("referenceLinks")).toEqual(["No New Links Found", "No other link could be confirmed."]);
  ai.answers.highlights = () =>
    JSON.stringify({ highlights: [{ topic: "SLEEP", summary: "Ada Example sleeps.", source: null, quote: "" }] });
  expect(await noticeOf("scienceHighlights", { scienceHighlights: ["Sleep|Something else."] })).toEqual([
    "No highlights generated",
    "The model found nothing new. You can add highlights by hand.",
  ]);
  expect(await db.selectFrom("suggestions").select("id").execute()).toEqual([]);
});

test("PW14 the suggestions of an account have room for 20,000,000 characters; a full account asks no model", async () => {
  const row = { subjectKind: "expert", subjectId: "", field: "biography", provider: "openai", model: "m" } as const;
  const storedRow = { ...row, id: "full", createdAt: new Date().toISOString(), createdBy: admin.id };
  await db
    .insertInto("suggestions")
    .values({ ...storedRow, text: "x".repeat(20_000_001) })
    .execute();
  await expect(ask("biography")).rejects.toMatchObject({
    problem: "conflict",
    message: "There is no room for more suggestions. Each is deleted after 30 days.",
  });
  expect([ai.requests, ai.pageRequests]).toEqual([[], []]);
  await db.deleteFrom("suggestions").execute();
  expect(await ask("biography")).toMatchObject({ offer: { field: "biography" } });
  await expect(keepSuggested(admin, "gone", { index: 0, by: "reason", reason: "Known." })).rejects.toMatchObject({
    problem: "missing",
    message: "This suggestion is no longer here.",
  });
  // The suggestion may be deleted while the page of a source is read.
  const { id, text } = await db.selectFrom("suggestions").selectAll().executeTakeFirstOrThrow();
  const quote: string = JSON.parse(text).sentences[0].text;
  pages.answers["/ada"] = (_, response) =>
    void db
      .deleteFrom("suggestions")
      .execute()
      .then(() => response.setHeader("Content-Type", "text/html").end(`<h1>Ada Example</h1><p>${quote}</p>`));
  const input = { index: 0, by: "source", url: `${pages.url}/ada`, quote };
  await expect(keepSuggested(admin, id, input)).rejects.toMatchObject({
    problem: "missing",
    message: "This suggestion is no longer here.",
  });
});

test("MO12 a generated profile is kept, saved and written again only in the state that allows it", async () => {
  const now = new Date().toISOString();
  const job = { kind: GENERATION, input: JSON.stringify({ expertName: "Ada" }), message: "", done: 0, total: 0 };
  const row = { ...job, createdAt: now, updatedAt: now, createdBy: admin.id };
  await db
    .insertInto("jobs")
    .values([
      { ...row, id: "unfinished", status: "stopped", result: null },
      { ...row, id: "finished", status: "completed", result: "{}" },
    ])
    .execute();
  const unfinishedError = { problem: "conflict", message: "This profile is not finished yet." };
  const reason = { index: 0, by: "reason", reason: "Known." };
  await expect(keepGenerated(admin, "unfinished", reason)).rejects.toMatchObject(unfinishedError);
  await expect(saveForReview(admin, "unfinished", { seen: [] })).rejects.toMatchObject(unfinishedError);
  const missingError = { problem: "missing", message: "This is no longer here." };
  await expect(saveForReview(admin, "gone", { seen: [] })).rejects.toMatchObject(missingError);
  await expect(retryGeneration(admin, "finished")).rejects.toMatchObject({
    problem: "conflict",
    message: "This profile is finished already.",
  });
  expect(await db.selectFrom("submissions").select("id").execute()).toEqual([]);
});

test("AI02 each generated profile is on one page of the list", async () => {
  const createdAt = new Date().toISOString();
  const job = { kind: GENERATION, status: "stopped", result: null, message: "", done: 0, total: 0 } as const;
  const row = { ...job, input: JSON.stringify({ expertName: "Ada" }), createdAt, updatedAt: createdAt };
  const ids = ["first", "second", "third"];
  await db
    .insertInto("jobs")
    .values(ids.map((id) => ({ ...row, id, createdBy: admin.id })))
    .execute();
  const readPage = async (page: number) => {
    const { generations, hasMore } = await generationsPage(admin, { page, limit: 2, search: "", expert: "" });
    return [generations.map(({ id }) => id), hasMore];
  };
  expect(await readPage(1)).toEqual([["third", "second"], true]);
  expect(await readPage(2)).toEqual([["first"], false]);
});

test("EV12 a pair without an answer is given up if the provider works, and waits if the provider keeps failing", async () => {
  await importExperts([{ name: "Ada Example" }], { origin: "import" });
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const source = { url: "https://ada.example/", title: "", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const pair = { field: "biography", quote: "Q", context: "", keptBy: "", reason: "", status: "supported", source };
  const pairs = ["1", "2", "3", "4"].map((sentence) => ({ ...pair, status: "supported" as const, sentence }));
  await addEvidence(db, { expertRowId: rowId }, pairs);
  const firstTwo = await db.selectFrom("opinions").select("evidenceId").orderBy("evidenceId").limit(2).execute();
  const firstTwoIds = firstTwo.map(({ evidenceId }) => evidenceId);
  const readAnswers = async () => {
    const rows = await db.selectFrom("opinions").select("says").orderBy("evidenceId").execute();
    return rows.map(({ says }) => says || "waiting");
  };
  // After three failures in a row the others are not asked about.
  ai.failNext("401", 3, "opinion");
  await expect(askAboutNewPairs()).rejects.toMatchObject({ problem: "upstream" });
  expect([ai.requests.length, ...(await readAnswers())]).toEqual([3, "waiting", "waiting", "waiting", "waiting"]);
  ai.failNext("401", 2, "opinion");
  expect(await askAboutNewPairs()).toBe(2);
  expect(await readAnswers()).toEqual(["unanswered", "unanswered", "partly", "partly"]);
  // A provider that was busy for a moment is asked again.
  await db.updateTable("opinions").set({ says: "" }).execute();
  ai.failNext("429 for an hour", 1, "opinion");
  expect(await askAboutNewPairs()).toBe(3);
  expect(await readAnswers()).toEqual(["waiting", "partly", "partly", "partly"]);
  expect(await askAboutNewPairs()).toBe(1);
  await db.updateTable("opinions").set({ says: "unanswered" }).where("evidenceId", "in", firstTwoIds).execute();
  // A failure of the last pair may be the provider's, so the pair waits.
  const { sentence: lastSentence } = await db
    .selectFrom("evidence")
    .select("sentence")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await db.updateTable("opinions").set({ says: "" }).where("says", "=", "partly").execute();
  ai.answers.opinion = ({ sentence }) => (sentence === lastSentence ? "no JSON" : '{"says":"yes"}');
  await expect(askAboutNewPairs()).rejects.toMatchObject({ problem: "upstream" });
  expect(await readAnswers()).toEqual(["unanswered", "unanswered", "yes", "waiting"]);
  // A pair that the model always refuses is not paid for without end.
  const requestCount = ai.requests.length;
  for (let round = 2; round <= 8; round++)
    await expect(askAboutNewPairs()).rejects.toMatchObject({ problem: "upstream" });
  expect(await askAboutNewPairs()).toBe(0);
  // Asks twice in each round, because an answer without JSON is asked for again.
  expect([ai.requests.length - requestCount, ...(await readAnswers())]).toEqual([
    14,
    "unanswered",
    "unanswered",
    "yes",
    "unanswered",
  ]);
});
