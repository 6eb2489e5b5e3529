import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startAiProvider } from "../../../../test/support/ai-provider";
import { pollUntil } from "../../../../test/support/eventually";
import { startImageProviders } from "../../../../test/support/image-providers";

const [ai, imageProviders] = await Promise.all([startAiProvider(), startImageProviders()]);
Object.assign(process.env, imageProviders.env, ai.env, { AI_TIMEOUT_MS: "5000", RATE_LIMIT: "off" });
const { db, migrate } = await import("~/db.server");
await import("~/models/whole/parts.server");
const { editArticle } = await import("~/models/editing/articles/edit.server");
const { trashArticle } = await import("~/models/editing/articles/trash.server");
const { importExperts } = await import("~/models/editing/experts/write.server");
const { deleteImage } = await import("~/models/editing/images/admin-list.server");
const { findJob } = await import("~/models/base/jobs/jobs.server");
const { draftFromContent } = await import("~/models/editing/library/article.server");
const { deleteContents, findContent } = await import("~/models/editing/library/library.server");
const { asAdmin } = await import("~/models/base/accounts/admin.server");
const { addMember } = await import("../../../../test/support/members");
const { startTask, promotionText, stopTask } = await import("./generate.server");
const { startWhole } = await import("./whole.server");
const STATE = await import("./state");
const { promotionsPart } = await import("./part.server");
const { imageFileName, pieceConflict, publishPiece, saveToLibrary, savePiece } = await import("./save.server");
const { chooseExpert, findPromotion, goToStep, storeChoices, promotionsPage, removePromotion, startPromotion } =
  await import("./promotions.server");
type Admin = import("~/models/base/accounts/admin.server").Admin;
type Task = import("./generate.server").SingleTask;

const origin = "https://site.example";
let admin: Admin;
let otherAdmin: Admin;
let adaId = "";
/** The id of the promotion under test. */
let id = "";
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla" }));
  otherAdmin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada Full", slug: "ada-full" }, { name: "Bo Bare" }], { origin: "editor" });
  adaId = (await db.selectFrom("experts").select("id").where("slug", "=", "ada-full").executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  await ai.stop();
  await imageProviders.stop();
});
beforeEach(async () => {
  ai.reset();
  imageProviders.reset();
  imageProviders.areSmall = true;
  id = await startPromotion(admin, adaId);
});

const readPromotion = () => findPromotion(admin, id);
const readState = async () => (await readPromotion()).state;
async function awaitJobEnd(): Promise<string> {
  const { job } = await pollUntil(readPromotion, ({ job }) => job?.status !== "running");
  return job?.status ?? "";
}
async function runTask(task: Task): Promise<string> {
  await startTask(admin, id, task);
  return awaitJobEnd();
}
/** Starts a promotion with the first `count` ideas chosen and written. */
async function writePieces(count = 1) {
  await runTask("ideas");
  const { ideas } = await readState();
  await storeChoices(admin, id, { ideas: ideas.slice(0, count).map((idea) => idea.id) });
  await runTask("contents");
  return (await readState()).pieces;
}

test("PW01 one job writes, saves and illustrates an article without publishing it; after a failure the next job continues", async () => {
  await expect(startWhole(admin, id)).rejects.toThrow("Please select at least one idea.");
  await runTask("ideas");
  const [idea] = (await readState()).ideas;
  await storeChoices(admin, id, { ideas: [idea?.id ?? ""], imageProvider: "stability" });
  imageProviders.failNext("401");
  await startWhole(admin, id);
  expect(await awaitJobEnd()).toBe("error");
  const { pieces, prompt } = await readState();
  expect([pieces.length, pieces[0]?.contentId === "", prompt === ""]).toEqual([1, false, false]);
  const requestCount = ai.requests.length;
  await startWhole(admin, id);
  expect(await awaitJobEnd()).toBe("completed");
  const { state: stateAfter, step } = await readPromotion();
  expect([step, stateAfter.images.length, stateAfter.pieces.map((piece) => piece.id)]).toEqual([4, 1, [pieces[0]?.id]]);
  expect([stateAfter.pieces[0]?.article, ai.requests.length]).toEqual([null, requestCount]);
});

describe("PW01 results that a failed job did not renew are marked", () => {
  const { hasFailed } = STATE;
  const chooseIdea = async (place: number) => {
    const ideas = (await readState()).ideas;
    await storeChoices(admin, id, { ideas: [ideas[place]?.id ?? ""], imageProvider: "stability" });
  };
  const runWhole = async () => {
    await startWhole(admin, id);
    return awaitJobEnd();
  };
  const failedParts = async () => {
    const promotion = await readPromotion();
    return STATE.WHOLE_PARTS.filter((part) => hasFailed(promotion, part));
  };
  // A text fails as a whole, or after a part of it. The tests of the providers cover all kinds of failures.
  const cases = [
    ["article", "500", ["contents", "imagePrompt", "images"]],
    ["article", "cut stream", ["contents", "imagePrompt", "images"]],
    ["imagePrompt", "refusal", ["imagePrompt", "images"]],
    ["images", "500", ["images"]],
  ] as const;

  test.each(cases)(
    "after the part %s failed with “%s”",
    async (part, kind, markedParts) => {
      await runTask("ideas");
      await chooseIdea(0);
      expect(await runWhole()).toBe("completed");
      const stateBefore = await readState();
      expect(await failedParts()).toEqual([]);
      // Writes another article in the same promotion, so that the result of the former one is outdated.
      await chooseIdea(1);
      if (part === "images") imageProviders.failNext(kind as "500", 9);
      else ai.failNext(kind as "500", 9, part);
      const endStatus = await runWhole();
      const stateAfter = await readState();
      expect([endStatus, await failedParts(), stateAfter.images]).toEqual(["error", markedParts, stateBefore.images]);
      expect(stateAfter.pieces.slice(0, 1)).toEqual(stateBefore.pieces);
      ai.reset();
      imageProviders.reset();
      imageProviders.areSmall = true;
      expect(await runWhole()).toBe("completed");
      const { images, pieces, featuredId } = await readState();
      expect([await failedParts(), pieces.length, images.length, (await readState()).whole.made]).toEqual([
        [],
        2,
        2,
        ["contents", "imagePrompt", "images"],
      ]);
      // The new article has the new image.
      expect([featuredId, stateBefore.images.some((image) => image.id === featuredId)]).toEqual([images[0]?.id, false]);
    },
    30_000,
  );

  test("after a stop, and after the server ended during the job", async () => {
    await runTask("ideas");
    await chooseIdea(0);
    ai.failNext("held stream", 1, "imagePrompt");
    await startWhole(admin, id);
    await ai.nextRequest("imagePrompt");
    await stopTask(admin, id, (await readPromotion()).job?.id ?? "");
    ai.release();
    expect([await awaitJobEnd(), await failedParts()]).toEqual(["stopped", ["imagePrompt", "images"]]);
    await db
      .updateTable("jobs")
      .set({ status: "interrupted" })
      .where("id", "=", (await readPromotion()).job?.id ?? "")
      .execute();
    expect(await failedParts()).toEqual(["imagePrompt", "images"]);
    expect([await runWhole(), await failedParts()]).toEqual(["completed", []]);
  });
});

describe("D53 the state of a promotion", () => {
  test("is visible to its own admin only", async () => {
    for (const attempt of [
      () => findPromotion(otherAdmin, id),
      () => storeChoices(otherAdmin, id, { focus: "Mine" }),
      () => chooseExpert(otherAdmin, id, ""),
      () => goToStep(otherAdmin, id, 1),
      () => startTask(otherAdmin, id, "ideas"),
      () => removePromotion(otherAdmin, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ problem: "missing" });
    }
    expect((await promotionsPage(otherAdmin)).promotions).toEqual([]);
    expect((await readState()).focus).toBe("");
  });

  test("PW01 steps open one after the other, and an admin continues where they left", async () => {
    await expect(goToStep(admin, id, 2)).rejects.toThrow("Please select at least one idea.");
    const [piece] = await writePieces();
    expect((await readPromotion()).furthest).toBe(2);
    await chooseExpert(admin, id, "");
    // Earlier results stay.
    expect([(await readPromotion()).furthest, (await readState()).pieces.length]).toEqual([2, 1]);
    await expect(goToStep(admin, id, 3)).rejects.toThrow("Please save a piece of content first.");
    await savePiece(admin, id, piece?.id ?? "");
    expect((await readPromotion()).furthest).toBe(4);
    await goToStep(admin, id, 3);
    expect((await readPromotion()).step).toBe(3);

    const emptyId = await startPromotion(admin);
    await expect(goToStep(admin, emptyId, 2)).rejects.toThrow("Please select an expert first.");
    await expect(startTask(admin, emptyId, "ideas")).rejects.toMatchObject({
      fieldErrors: { expert: expect.any(String) },
    });
    await expect(startPromotion(admin, "nobody")).rejects.toMatchObject({ problem: "invalid" });
  });

  test("reliability 7 creates one promotion for 20 simultaneous starts, and another for a start after the first was changed", async () => {
    const start = () => startPromotion(otherAdmin, adaId);
    const promotionIds = await Promise.all(Array.from({ length: 20 }, start));
    expect(new Set(promotionIds).size).toBe(1);
    expect((await promotionsPage(otherAdmin)).promotions).toHaveLength(1);
    expect(await startPromotion(otherAdmin)).not.toBe(promotionIds[0]);
    await storeChoices(otherAdmin, promotionIds[0] ?? "", { focus: "Sleep" });
    expect(await start()).not.toBe(promotionIds[0]);
    for (const { id } of (await promotionsPage(otherAdmin)).promotions) await removePromotion(otherAdmin, id);
  });

  test("stores the choices that are sent, and refuses values that are on no list", async () => {
    await storeChoices(admin, id, { focus: "A\r\nB", provider: "openai", size: "1080x1080" });
    await storeChoices(admin, id, { imageProvider: "replicate", imageModel: "sdxl", style: "minimalist" });
    expect(await readState()).toMatchObject({
      focus: "A\nB",
      provider: "openai",
      size: "1080x1080",
      imageModel: "sdxl",
    });
    // PW07: another provider selects its own first model.
    await storeChoices(admin, id, { imageProvider: "stability" });
    expect(await readState()).toMatchObject({ imageModel: "sd3-large", style: "minimalist" });
    const invalidChoices = [
      { provider: "nobody" },
      { size: "1x1" },
      { style: "baroque" },
      { articleType: "poem" },
      { imageProvider: "nobody" },
      { focus: "x".repeat(2_001) },
      { pieces: { a: 1 } },
    ];
    for (const choices of invalidChoices)
      await expect(storeChoices(admin, id, choices)).rejects.toMatchObject({ problem: "invalid" });
    expect(await readState()).toMatchObject({ focus: "A\nB", provider: "openai" });
  });
});

test("D53 the promotions of an account are limited to 20,000,000 characters together", async () => {
  const fullId = await startPromotion(otherAdmin);
  const rowOf = (key: string) => db.updateTable("promotions").where("id", "=", key);
  await rowOf(fullId)
    .set({ state: JSON.stringify({ prompt: "x".repeat(19_999_000) }) })
    .execute();
  const nextId = await startPromotion(otherAdmin, adaId);
  const tooLongChange = storeChoices(otherAdmin, nextId, { sourceUrls: "y".repeat(1_000) });
  await expect(tooLongChange).rejects.toMatchObject({
    problem: "conflict",
    message: expect.stringContaining("delete some"),
  });
  await storeChoices(admin, id, { sourceUrls: "y".repeat(1_000) });
  await storeChoices(otherAdmin, fullId, { prompt: "Short." });
  await storeChoices(otherAdmin, nextId, { sourceUrls: "y".repeat(1_000) });
  for (const key of [fullId, nextId]) await removePromotion(otherAdmin, key);
});

describe("D51 asking providers", () => {
  test("accepts one of two simultaneous clicks", async () => {
    ai.failNext("held stream");
    const results = await Promise.allSettled([startTask(admin, id, "ideas"), startTask(admin, id, "ideas")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(startTask(admin, id, "ideas")).rejects.toMatchObject({ problem: "conflict" });
    await ai.nextRequest();
    ai.release();
    expect(await awaitJobEnd()).toBe("completed");
    expect(ai.requests.length).toBe(1);
  });

  test("PW04 PW05 a failure deletes nothing, and Retry writes only what is missing", async () => {
    await storeChoices(admin, id, { focus: "Mice" });
    ai.failNext("429 for an hour");
    expect(await runTask("ideas")).toBe("error");
    expect((await readPromotion()).job?.message).toContain("OpenRouter");
    expect(await readState()).toMatchObject({ focus: "Mice", ideas: [] });
    await runTask("ideas");
    const ideas = (await readState()).ideas;
    await storeChoices(admin, id, { ideas: ideas.slice(0, 2).map((idea) => idea.id) });
    // Chosen ideas stay when others are generated.
    await runTask("ideas");
    expect((await readState()).ideas.map((idea) => idea.isChosen)).toEqual([true, true, false, false, false]);

    ai.answers.article = (data) => `# ${(data.idea as { title: string }).title}`;
    await startTask(admin, id, "contents");
    await ai.nextRequest("article");
    ai.failNext("402", 1, "article");
    expect(await awaitJobEnd()).toBe("completed");
    expect([(await readState()).pieces.length, (await readState()).problems.length]).toEqual([1, 1]);
    const requestCount = ai.requests.length;
    await runTask("contents");
    expect(ai.requests.length - requestCount).toBe(1);
    const { pieces, problems } = await readState();
    expect(problems).toEqual([]);
    expect(pieces.map(({ content }) => content)).toEqual(ideas.slice(0, 2).map(({ title }) => `# ${title}`));
  });

  test("PW06 writing again keeps saved and edited texts", async () => {
    const [firstPiece, secondPiece, thirdPiece] = await writePieces(3);
    await savePiece(admin, id, firstPiece?.id ?? "");
    await storeChoices(admin, id, { pieces: { [secondPiece?.id ?? ""]: "Mine." } });
    await runTask("contents");
    const { pieces } = await readState();
    expect(pieces.map((piece) => piece.id).slice(0, 2)).toEqual([firstPiece?.id, secondPiece?.id]);
    expect(pieces.length).toBe(5);
    expect(pieces.some((piece) => piece.id === thirdPiece?.id)).toBe(false);
  });

  test("text can be read while it arrives, and a stop changes nothing", async () => {
    const [piece] = await writePieces();
    const formerJobId = (await readPromotion()).job?.id ?? "";
    ai.failNext("held stream", 1, "article");
    await startTask(admin, id, "contents");
    const { text: arrivedText } = await pollUntil(
      () => promotionText(admin, id, 0),
      ({ text }) => text !== "",
    );
    expect((await promotionText(admin, id, 2)).text).toBe(arrivedText.slice(2));
    // The Stop button of a page that still shows the former task.
    await stopTask(admin, id, formerJobId);
    expect((await readPromotion()).job?.status).toBe("running");
    await stopTask(admin, id, (await readPromotion()).job?.id ?? "");
    expect(await awaitJobEnd()).toBe("stopped");
    expect((await readState()).pieces).toEqual([piece]);
    // A running job is stopped when its promotion is removed.
    ai.failNext("held stream", 1, "article");
    await startTask(admin, id, "contents");
    const jobId = (await readPromotion()).job?.id ?? "";
    await removePromotion(admin, id);
    expect((await findJob("promotion", jobId)).status).toBe("stopped");
    await expect(readPromotion()).rejects.toMatchObject({ problem: "missing" });
  });
});

describe("PW08 PW09 images", () => {
  test("need a saved piece and a prompt; the newest comes first, with its present alternative text", async () => {
    const [piece] = await writePieces();
    await expect(startTask(admin, id, "imagePrompt")).rejects.toThrow("Please save a piece of content first.");
    await savePiece(admin, id, piece?.id ?? "");
    await expect(startTask(admin, id, "images")).rejects.toMatchObject({ fieldErrors: { prompt: expect.any(String) } });
    await runTask("imagePrompt");
    expect((await readState()).prompt).toContain("Ada Full");
    await storeChoices(admin, id, { imageProvider: "stability", prompt: "A lab." });
    expect(await runTask("images")).toBe("completed");
    await runTask("images");
    const [newestImage, olderImage] = (await readState()).images;
    expect([newestImage?.expertName, newestImage?.imagePrompt, newestImage?.size]).toEqual([
      "Ada Full",
      "A lab.",
      "1280x720",
    ]);
    await storeChoices(admin, id, { alts: { [newestImage?.id ?? ""]: "A bench." } });
    await saveToLibrary(admin, id, newestImage?.id ?? "", { origin });
    expect((await readState()).images[0]).toMatchObject({ alt: "A bench.", isSaved: true });
    expect(await imageFileName(admin, id, olderImage?.id ?? "")).toBe("ada-full-2.png");
    // An image that was deleted elsewhere is not offered.
    await deleteImage(admin, { id: newestImage?.id ?? "", force: true });
    expect((await readState()).images.map((image) => image.id)).toEqual([olderImage?.id]);
    await expect(saveToLibrary(admin, id, newestImage?.id ?? "", { origin })).rejects.toMatchObject({
      problem: "missing",
    });
  });
});

describe("saving and publishing", () => {
  test("D57 a project is created together with the piece, or neither is", async () => {
    const [piece] = await writePieces();
    await storeChoices(admin, id, { projectId: "new", newProject: { name: " ", description: "Why" } });
    await expect(savePiece(admin, id, piece?.id ?? "")).rejects.toMatchObject({
      fieldErrors: { newProject: "Please enter a name." },
    });
    expect((await readState()).pieces[0]?.contentId).toBe("");
    await storeChoices(admin, id, { newProject: { name: "Autumn", description: "Why" } });
    await savePiece(admin, id, piece?.id ?? "");
    const { projectId, newProject, pieces } = await readState();
    expect(newProject).toEqual({ name: "", description: "" });
    expect(await findContent(admin, pieces[0]?.contentId ?? "")).toMatchObject({ projectId, projectName: "Autumn" });
  });

  const acceptedReason = "Read by an editor";

  test("D46 D48 a preview is a draft, and publishing publishes the same article", async () => {
    const [piece] = await writePieces();
    const key = piece?.id ?? "";
    await expect(publishPiece(admin, id, key, { origin, asDraft: true })).rejects.toThrow("Please save this piece");
    await savePiece(admin, id, key);
    const draft = await publishPiece(admin, id, key, { origin, asDraft: true });
    expect((await readState()).pieces[0]?.article).toMatchObject({ id: draft.id, isPublished: false });
    await expect(publishPiece(admin, id, key, { origin, acceptedReason })).rejects.toThrow("tick");
    await storeChoices(admin, id, {
      onSite: [key],
      linkFromProfile: [key],
      pieces: { [key]: "# Another title\n\nText." },
    });
    const article = await publishPiece(admin, id, key, { origin, acceptedReason });
    expect([article.id, article.slug]).toEqual([draft.id, "another-title"]);
    const row = await db.selectFrom("articles").selectAll().where("id", "=", article.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "published", onProfile: 1, aiModel: "anthropic/claude-sonnet-4" });
    // The changed text is in the library, too.
    const savedPiece = (await readState()).pieces[0];
    expect(savedPiece).toMatchObject({ isChanged: false, article: { isPublished: true } });
    expect((await findContent(admin, savedPiece?.contentId ?? "")).content).toBe("# Another title\n\nText.");
    // A preview changes neither the address nor the text of a published article.
    await storeChoices(admin, id, { pieces: { [key]: "# A third title\n\nText." } });
    await publishPiece(admin, id, key, { origin, asDraft: true });
    expect((await readPromotion()).state.pieces[0]?.article?.title).toBe("Another title");
    expect((await publishPiece(admin, id, key, { origin, acceptedReason })).slug).toBe("another-title");
    expect(await db.selectFrom("articles").select("id").where("id", "=", draft.id).execute()).toHaveLength(1);

    // The list counts as published what readers see.
    const listed = async () => (await promotionsPage(admin)).promotions.find((promotion) => promotion.id === id);
    expect(await listed()).toMatchObject({ published: 1 });
    await db.updateTable("articles").set({ status: "draft" }).where("id", "=", article.id).execute();
    expect(await listed()).toMatchObject({ published: 0 });
    await db.updateTable("articles").set({ status: "published" }).where("id", "=", article.id).execute();

    // A text that was deleted from the library is saved again, and its article stays the same.
    await deleteContents(admin, { ids: [savedPiece?.contentId ?? ""] });
    for (const title of ["A fourth title", "A fifth title"]) {
      await storeChoices(admin, id, { pieces: { [key]: `# ${title}\n\nText.` } });
      expect((await publishPiece(admin, id, key, { origin, acceptedReason })).id).toBe(article.id);
    }

    // A text and an article that were deleted elsewhere are created again.
    await trashArticle(admin, article.id);
    expect((await readState()).pieces[0]?.article).toBeNull();
    await deleteContents(admin, { ids: [(await readState()).pieces[0]?.contentId ?? ""] });
    await savePiece(admin, id, key);
    expect((await publishPiece(admin, id, key, { origin, acceptedReason })).id).not.toBe(article.id);
  });

  test("publishing again keeps what others changed in the article's editor, and refuses what both changed until that was read", async () => {
    const [piece] = await writePieces();
    const key = piece?.id ?? "";
    const textIs = (text: string) =>
      storeChoices(admin, id, { onSite: [key], pieces: { [key]: `# Sleep\n\n${text}` } });
    const publish = (articleAt?: string) =>
      publishPiece(admin, id, key, { origin, acceptedReason, shown: { articleAt } });
    await savePiece(admin, id, key);
    await textIs("Mine.");
    const article = await publish();
    const read = () => db.selectFrom("articles").selectAll().where("id", "=", article.id).executeTakeFirstOrThrow();
    const change = (input: object) => editArticle(otherAdmin, article.id, { ...input, acceptedReason }, { origin });
    await change({ tags: ["sleep"], excerpt: "Theirs in short.", slug: "sleep-well" });
    await textIs("Mine, longer.");
    await expect(publish()).rejects.toMatchObject({ problem: "conflict", theirs: { excerpt: "Theirs in short." } });
    await change({ body: "Theirs.", excerpt: "Mine." });
    const conflict = await publish().catch((error) => error);
    expect(conflict).toMatchObject({ problem: "conflict", theirs: { body: "Theirs." } });
    const { updatedAt, ...unchanged } = await read();
    expect(unchanged).toMatchObject({ body: "Theirs.", tags: '["sleep"]' });
    expect(await pieceConflict(conflict)).toMatchObject({
      conflict: { theirs: [{ label: "Text", text: "Theirs." }] },
      values: { [`articleAt.${key}`]: updatedAt },
    });
    // A preview does not write over a draft either, and a later change has to be read, too.
    await change({ status: "draft", body: "Theirs, later." });
    await expect(publishPiece(admin, id, key, { origin, asDraft: true })).rejects.toMatchObject({
      problem: "conflict",
    });
    await expect(publish(updatedAt)).rejects.toMatchObject({ problem: "conflict" });
    await publish((await read()).updatedAt);
    expect(await read()).toMatchObject({
      status: "published",
      body: "Mine, longer.",
      tags: '["sleep"]',
      slug: "sleep-well",
    });
    // What was kept is not overwritten by the next publication either.
    await textIs("Mine, last.");
    await publish();
    expect(await read()).toMatchObject({ body: "Mine, last.", tags: '["sleep"]', slug: "sleep-well" });
    await change({ body: "Theirs, last." });
    await publish();
    await publish();
    expect((await read()).body).toBe("Theirs, last.");
  });

  test("a text does not overwrite a draft that somebody made of it in the library and edited", async () => {
    const [piece] = await writePieces();
    const key = piece?.id ?? "";
    const contentId = await savePiece(admin, id, key);
    await storeChoices(admin, id, { onSite: [key] });
    const draftId = await draftFromContent(otherAdmin, contentId);
    const publish = () => publishPiece(admin, id, key, { origin, acceptedReason });
    await editArticle(otherAdmin, draftId, { title: "Theirs" }, { origin });
    await storeChoices(admin, id, { pieces: { [key]: "# Mine\n\nText." } });
    await expect(publish()).rejects.toMatchObject({ theirs: { title: "Theirs" } });
    await storeChoices(admin, id, { pieces: { [key]: piece?.content ?? "" } });
    expect(await publish()).toMatchObject({ id: draftId, title: "Theirs" });
  });

  test("a text moves with its expert when profiles are merged, also after another expert was chosen", async () => {
    const [piece] = await writePieces();
    await chooseExpert(admin, id, "");
    const [ada, bo] = await db.selectFrom("experts").selectAll().orderBy("rowId").execute();
    if (!ada || !bo) throw new Error("two people are missing");
    await promotionsPart.tables.promotions.person.expertRowId.merge(db, ada, bo);
    expect(await readPromotion()).toMatchObject({ expert: null, expertName: "" });
    expect((await readState()).pieces).toEqual([{ ...piece, expertId: bo.id, expert: "Bo Bare" }]);
  });

  test("nothing is published about a deleted expert, and saved texts keep the name", async () => {
    const [bo] = await db.selectFrom("experts").select(["id", "rowId"]).where("name", "=", "Bo Bare").execute();
    await chooseExpert(admin, id, bo?.id ?? "");
    const [piece] = await writePieces();
    await savePiece(admin, id, piece?.id ?? "");
    await db
      .updateTable("experts")
      .set({ deletedAt: new Date().toISOString() })
      .where("rowId", "=", bo?.rowId ?? 0)
      .execute();
    expect(await readPromotion()).toMatchObject({ expert: null, expertName: "Bo Bare" });
    await storeChoices(admin, id, { onSite: [piece?.id ?? ""] });
    await expect(publishPiece(admin, id, piece?.id ?? "", { origin })).rejects.toMatchObject({ problem: "invalid" });
    expect((await promotionsPage(admin)).promotions[0]).toMatchObject({
      expertName: "Bo Bare",
      saved: 1,
      published: 0,
    });
  });

  test("PW10 the featured image is the first that was generated unless another is chosen, and needs a description", async () => {
    const [piece] = await writePieces();
    const key = piece?.id ?? "";
    await savePiece(admin, id, key);
    await storeChoices(admin, id, { imageProvider: "stability", prompt: "Make a dark lab, 8k.", onSite: [key] });
    await runTask("images");
    await runTask("images");
    const [secondImage, firstImage] = (await readState()).images;
    expect([firstImage?.alt, secondImage?.alt]).toEqual(["", ""]);
    await expect(publishPiece(admin, id, key, { origin, acceptedReason })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { [`alt.${firstImage?.id}`]: expect.stringContaining("describe") },
    });
    await storeChoices(admin, id, {
      alts: { [firstImage?.id ?? ""]: "A lab at night", [secondImage?.id ?? ""]: "A mouse" },
    });
    const imageOf = async (article: string) =>
      db.selectFrom("articles").select(["imageUrl", "imageAlt"]).where("id", "=", article).executeTakeFirst();
    const article = await publishPiece(admin, id, key, { origin, acceptedReason });
    expect(await imageOf(article.id)).toEqual({ imageUrl: firstImage?.imageUrl, imageAlt: "A lab at night" });
    await storeChoices(admin, id, { featuredId: secondImage?.id });
    await publishPiece(admin, id, key, { origin, acceptedReason });
    expect(await imageOf(article.id)).toEqual({ imageUrl: secondImage?.imageUrl, imageAlt: "A mouse" });
  });
});
