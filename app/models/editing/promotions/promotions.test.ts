import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startAiProvider } from "../../../../test/support/ai-provider";
import { startImageProviders } from "../../../../test/support/image-providers";

const [ai, makers] = await Promise.all([startAiProvider(), startImageProviders()]);
Object.assign(process.env, makers.env, ai.env, { AI_TIMEOUT_MS: "5000", RATE_LIMIT: "off" });
const { db, migrate } = await import("~/db.server");
await import("~/models/whole/parts.server");
const { trashArticle } = await import("~/models/editing/articles/trash.server");
const { importExperts } = await import("~/models/editing/experts/write.server");
const { deleteImage } = await import("~/models/editing/images/admin-list.server");
const { findJob } = await import("~/models/base/jobs/jobs.server");
const { deleteContents, findContent } = await import("~/models/editing/library/library.server");
const { asAdmin } = await import("~/models/base/accounts/admin.server");
const { member } = await import("../../../../test/support/members");
const { ask, promotionText, stopTask } = await import("./generate.server");
const { askForWhole } = await import("./whole.server");
const STATE = await import("./state");
const { imageFileName, publishPiece, saveToLibrary, savePiece } = await import("./save.server");
const { chooseExpert, findPromotion, goToStep, keepChoices, promotionsPage, removePromotion, startPromotion } =
  await import("./promotions.server");
type Admin = import("~/models/base/accounts/admin.server").Admin;
type Task = import("./generate.server").Single;

const origin = "https://site.example";
let admin: Admin;
let other: Admin;
let adaId = "";
/** The id of the promotion under test. */
let id = "";
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await member({ role: "admin", firstName: "Carla" }));
  other = asAdmin(await member({ role: "admin" }));
  await importExperts([{ name: "Ada Full", slug: "ada-full" }, { name: "Bo Bare" }], { origin: "editor" });
  adaId = (await db.selectFrom("experts").select("id").where("slug", "=", "ada-full").executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  await ai.stop();
  await makers.stop();
});
beforeEach(async () => {
  ai.reset();
  makers.reset();
  id = await startPromotion(admin, adaId);
});

const now = () => findPromotion(admin, id);
const state = async () => (await now()).state;
async function over(): Promise<string> {
  for (;;) {
    const { job } = await now();
    if (job?.status !== "running") return job?.status ?? "";
    // The provider gets its turn.
    await setImmediate();
  }
}
async function made(task: Task): Promise<string> {
  await ask(admin, id, task);
  return over();
}
/** Starts a promotion with the first `count` ideas chosen and written. */
async function written(count = 1) {
  await made("ideas");
  const { ideas } = await state();
  await keepChoices(admin, id, { ideas: ideas.slice(0, count).map((idea) => idea.id) });
  await made("contents");
  return (await state()).pieces;
}

test("PW01 in one go: written, saved and illustrated up to the preview; after a failure another start goes on, and nothing is published", async () => {
  await expect(askForWhole(admin, id)).rejects.toThrow("Please select at least one idea.");
  await made("ideas");
  const [idea] = (await state()).ideas;
  await keepChoices(admin, id, { ideas: [idea?.id ?? ""], imageProvider: "stability" });
  makers.failNext("401");
  await askForWhole(admin, id);
  expect(await over()).toBe("error");
  const { pieces, prompt } = await state();
  expect([pieces.length, pieces[0]?.contentId === "", prompt === ""]).toEqual([1, false, false]);
  const asked = ai.requests.length;
  await askForWhole(admin, id);
  expect(await over()).toBe("completed");
  const { state: after, step } = await now();
  expect([step, after.images.length, after.pieces.map((piece) => piece.id)]).toEqual([4, 1, [pieces[0]?.id]]);
  expect([after.pieces[0]?.article, ai.requests.length]).toEqual([null, asked]);
});

describe("PW01 what a go that failed leaves behind is marked", () => {
  const { hasFailed } = STATE;
  const chooseIdea = async (place: number) => {
    const ideas = (await state()).ideas;
    await keepChoices(admin, id, { ideas: [ideas[place]?.id ?? ""], imageProvider: "stability" });
  };
  const go = async () => {
    await askForWhole(admin, id);
    return over();
  };
  const marks = async () => {
    const promotion = await now();
    return STATE.WHOLE_PARTS.filter((part) => hasFailed(promotion, part));
  };
  const textFailures = ["500", "wrong shape", "cut stream", "refusal"] as const;
  const cases = [
    ...textFailures.map((kind) => ["article", kind, ["contents", "imagePrompt", "images"]] as const),
    ...(["500", "refusal"] as const).map((kind) => ["imagePrompt", kind, ["imagePrompt", "images"]] as const),
    ...(["500", "not JSON", "refused"] as const).map((kind) => ["images", kind, ["images"]] as const),
  ];

  test.each(cases)(
    "%s: %s",
    async (part, kind, marked) => {
      await made("ideas");
      await chooseIdea(0);
      expect(await go()).toBe("completed");
      const before = await state();
      expect(await marks()).toEqual([]);
      // Another article in the same promotion: the former one is not its answer.
      await chooseIdea(1);
      if (part === "images") makers.failNext(kind as "500", 9);
      else ai.failNext(kind as "500", 9, part);
      const ended = await go();
      const after = await state();
      expect([ended, await marks(), after.images]).toEqual(["error", marked, before.images]);
      expect(after.pieces.slice(0, 1)).toEqual(before.pieces);
      ai.reset();
      makers.reset();
      expect(await go()).toBe("completed");
      const { images, pieces, featuredId } = await state();
      expect([await marks(), pieces.length, images.length, (await state()).whole.made]).toEqual([
        [],
        2,
        2,
        ["contents", "imagePrompt", "images"],
      ]);
      // The new article has the new image.
      expect([featuredId, before.images.some((image) => image.id === featuredId)]).toEqual([images[0]?.id, false]);
    },
    30_000,
  );

  test("also what was stopped, and what was running when the server ended", async () => {
    await made("ideas");
    await chooseIdea(0);
    ai.failNext("held stream", 1, "imagePrompt");
    await askForWhole(admin, id);
    await ai.asked("imagePrompt");
    await stopTask(admin, id);
    ai.release();
    expect([await over(), await marks()]).toEqual(["stopped", ["imagePrompt", "images"]]);
    await db
      .updateTable("jobs")
      .set({ status: "interrupted" })
      .where("id", "=", (await now()).job?.id ?? "")
      .execute();
    expect(await marks()).toEqual(["imagePrompt", "images"]);
    expect([await go(), await marks()]).toEqual(["completed", []]);
  });
});

describe("D53 the state of a promotion", () => {
  test("is its admin's own, and somebody else's is not there", async () => {
    for (const refused of [
      () => findPromotion(other, id),
      () => keepChoices(other, id, { focus: "Mine" }),
      () => chooseExpert(other, id, ""),
      () => goToStep(other, id, 1),
      () => ask(other, id, "ideas"),
      () => removePromotion(other, id),
    ]) {
      await expect(refused()).rejects.toMatchObject({ problem: "missing" });
    }
    expect((await promotionsPage(other)).promotions).toEqual([]);
    expect((await state()).focus).toBe("");
  });

  test("PW01 steps open one after the other, and the one that was left is gone on with", async () => {
    await expect(goToStep(admin, id, 2)).rejects.toThrow("Please select at least one idea.");
    const [piece] = await written();
    expect((await now()).furthest).toBe(2);
    await chooseExpert(admin, id, "");
    // Earlier results stay.
    expect([(await now()).furthest, (await state()).pieces.length]).toEqual([2, 1]);
    await expect(goToStep(admin, id, 3)).rejects.toThrow("Please save a piece of content first.");
    await savePiece(admin, id, piece?.id ?? "");
    expect((await now()).furthest).toBe(4);
    await goToStep(admin, id, 3);
    expect((await now()).step).toBe(3);

    const empty = await startPromotion(admin);
    await expect(goToStep(admin, empty, 2)).rejects.toThrow("Please select an expert first.");
    await expect(ask(admin, empty, "ideas")).rejects.toMatchObject({ fieldErrors: { expert: expect.any(String) } });
    await expect(startPromotion(admin, "nobody")).rejects.toMatchObject({ problem: "invalid" });
  });

  test("reliability 7 begun 20 times at once it is one; after anything was done in it the next one is another", async () => {
    const about = () => startPromotion(other, adaId);
    const begun = await Promise.all(Array.from({ length: 20 }, about));
    expect(new Set(begun).size).toBe(1);
    expect((await promotionsPage(other)).promotions).toHaveLength(1);
    expect(await startPromotion(other)).not.toBe(begun[0]);
    await keepChoices(other, begun[0] ?? "", { focus: "Sleep" });
    expect(await about()).not.toBe(begun[0]);
    for (const { id } of (await promotionsPage(other)).promotions) await removePromotion(other, id);
  });

  test("keeps what is sent and nothing else of it, refuses what is on no list", async () => {
    await keepChoices(admin, id, { focus: "A\r\nB", provider: "openai", size: "1080x1080" });
    await keepChoices(admin, id, { imageProvider: "replicate", imageModel: "sdxl", style: "minimalist" });
    expect(await state()).toMatchObject({ focus: "A\nB", provider: "openai", size: "1080x1080", imageModel: "sdxl" });
    // PW07: another provider has its own first model.
    await keepChoices(admin, id, { imageProvider: "stability" });
    expect(await state()).toMatchObject({ imageModel: "sd3-large", style: "minimalist" });
    const all = [
      { provider: "nobody" },
      { size: "1x1" },
      { style: "baroque" },
      { articleType: "poem" },
      { imageProvider: "nobody" },
      { focus: "x".repeat(2_001) },
      { pieces: { a: 1 } },
    ];
    for (const refused of all)
      await expect(keepChoices(admin, id, refused)).rejects.toMatchObject({ problem: "invalid" });
    expect(await state()).toMatchObject({ focus: "A\nB", provider: "openai" });
  });
});

test("D53 an account's promotions have room for 20,000,000 characters together", async () => {
  const full = await startPromotion(other);
  const rowOf = (key: string) => db.updateTable("promotions").where("id", "=", key);
  await rowOf(full)
    .set({ state: JSON.stringify({ prompt: "x".repeat(19_999_000) }) })
    .execute();
  const next = await startPromotion(other, adaId);
  const tooLong = keepChoices(other, next, { sourceUrls: "y".repeat(1_000) });
  await expect(tooLong).rejects.toMatchObject({ problem: "conflict", message: expect.stringContaining("delete some") });
  await keepChoices(admin, id, { sourceUrls: "y".repeat(1_000) });
  await keepChoices(other, full, { prompt: "Short." });
  await keepChoices(other, next, { sourceUrls: "y".repeat(1_000) });
  for (const key of [full, next]) await removePromotion(other, key);
});

describe("D51 asking providers", () => {
  test("of two clicks at once one counts", async () => {
    ai.failNext("held stream");
    const asked = await Promise.allSettled([ask(admin, id, "ideas"), ask(admin, id, "ideas")]);
    expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(ask(admin, id, "ideas")).rejects.toMatchObject({ problem: "conflict" });
    await ai.asked();
    ai.release();
    expect(await over()).toBe("completed");
    expect(ai.requests.length).toBe(1);
  });

  test("PW04 PW05 a failure takes nothing away, and Retry writes only what is missing", async () => {
    await keepChoices(admin, id, { focus: "Mice" });
    ai.failNext("429 for an hour");
    expect(await made("ideas")).toBe("error");
    expect((await now()).job?.message).toContain("OpenRouter");
    expect(await state()).toMatchObject({ focus: "Mice", ideas: [] });
    await made("ideas");
    const ideas = (await state()).ideas;
    await keepChoices(admin, id, { ideas: ideas.slice(0, 2).map((idea) => idea.id) });
    // Chosen ones stay where others are asked for.
    await made("ideas");
    expect((await state()).ideas.map((idea) => idea.isChosen)).toEqual([true, true, false, false, false]);

    ai.answers.article = (data) => `# ${(data.idea as { title: string }).title}`;
    await ask(admin, id, "contents");
    await ai.asked("article");
    ai.failNext("402", 1, "article");
    expect(await over()).toBe("completed");
    expect([(await state()).pieces.length, (await state()).problems.length]).toEqual([1, 1]);
    const before = ai.requests.length;
    await made("contents");
    expect(ai.requests.length - before).toBe(1);
    const { pieces, problems } = await state();
    expect(problems).toEqual([]);
    expect(pieces.map(({ content }) => content)).toEqual(ideas.slice(0, 2).map(({ title }) => `# ${title}`));
  });

  test("PW06 writing anew leaves what was saved or changed", async () => {
    const [first, second, third] = await written(3);
    await savePiece(admin, id, first?.id ?? "");
    await keepChoices(admin, id, { pieces: { [second?.id ?? ""]: "Mine." } });
    await made("contents");
    const { pieces } = await state();
    expect(pieces.map((piece) => piece.id).slice(0, 2)).toEqual([first?.id, second?.id]);
    expect(pieces.length).toBe(5);
    expect(pieces.some((piece) => piece.id === third?.id)).toBe(false);
  });

  test("stopped: what arrived can be read meanwhile, and nothing changed", async () => {
    const [piece] = await written();
    ai.failNext("held stream", 1, "article");
    await ask(admin, id, "contents");
    let arrived = "";
    for (; !arrived; await setImmediate()) arrived = (await promotionText(admin, id, 0)).text;
    expect((await promotionText(admin, id, 2)).text).toBe(arrived.slice(2));
    await stopTask(admin, id);
    expect(await over()).toBe("stopped");
    expect((await state()).pieces).toEqual([piece]);
    // One that runs goes with its promotion.
    ai.failNext("held stream", 1, "article");
    await ask(admin, id, "contents");
    const job = (await now()).job?.id ?? "";
    await removePromotion(admin, id);
    expect((await findJob("promotion", job)).status).toBe("stopped");
    await expect(now()).rejects.toMatchObject({ problem: "missing" });
  });
});

describe("PW08 PW09 images", () => {
  test("need a saved piece and a prompt; the newest is the first, with the alternative text it has now", async () => {
    const [piece] = await written();
    await expect(ask(admin, id, "imagePrompt")).rejects.toThrow("Please save a piece of content first.");
    await savePiece(admin, id, piece?.id ?? "");
    await expect(ask(admin, id, "images")).rejects.toMatchObject({ fieldErrors: { prompt: expect.any(String) } });
    await made("imagePrompt");
    expect((await state()).prompt).toContain("Ada Full");
    await keepChoices(admin, id, { imageProvider: "stability", prompt: "A lab." });
    expect(await made("images")).toBe("completed");
    await made("images");
    const [newest, older] = (await state()).images;
    expect([newest?.expertName, newest?.imagePrompt, newest?.size]).toEqual(["Ada Full", "A lab.", "1280x720"]);
    await keepChoices(admin, id, { alts: { [newest?.id ?? ""]: "A bench." } });
    await saveToLibrary(admin, id, newest?.id ?? "", { origin });
    expect((await state()).images[0]).toMatchObject({ alt: "A bench.", isSaved: true });
    expect(await imageFileName(admin, id, older?.id ?? "")).toBe("ada-full-2.png");
    // One that was deleted elsewhere is no longer offered.
    await deleteImage(admin, { id: newest?.id ?? "", force: true });
    expect((await state()).images.map((image) => image.id)).toEqual([older?.id]);
    await expect(saveToLibrary(admin, id, newest?.id ?? "", { origin })).rejects.toMatchObject({ problem: "missing" });
  });
});

describe("saving and publishing", () => {
  test("D57 a project is made with the piece, or nothing is", async () => {
    const [piece] = await written();
    await keepChoices(admin, id, { projectId: "new", newProject: { name: " ", description: "Why" } });
    await expect(savePiece(admin, id, piece?.id ?? "")).rejects.toMatchObject({
      fieldErrors: { newProject: "Please enter a name." },
    });
    expect((await state()).pieces[0]?.contentId).toBe("");
    await keepChoices(admin, id, { newProject: { name: "Autumn", description: "Why" } });
    await savePiece(admin, id, piece?.id ?? "");
    const { projectId, newProject, pieces } = await state();
    expect(newProject).toEqual({ name: "", description: "" });
    expect(await findContent(admin, pieces[0]?.contentId ?? "")).toMatchObject({ projectId, projectName: "Autumn" });
  });

  const acceptedReason = "Read by an editor";

  test("D46 D48 a preview is a draft, publishing makes it public, and both are the one article", async () => {
    const [piece] = await written();
    const key = piece?.id ?? "";
    await expect(publishPiece(admin, id, key, { origin, asDraft: true })).rejects.toThrow("Please save this piece");
    await savePiece(admin, id, key);
    const draft = await publishPiece(admin, id, key, { origin, asDraft: true });
    expect((await state()).pieces[0]?.article).toMatchObject({ id: draft.id, isPublished: false });
    await expect(publishPiece(admin, id, key, { origin, acceptedReason })).rejects.toThrow("tick");
    await keepChoices(admin, id, {
      onSite: [key],
      linkFromProfile: [key],
      pieces: { [key]: "# Another title\n\nText." },
    });
    const article = await publishPiece(admin, id, key, { origin, acceptedReason });
    expect([article.id, article.slug]).toEqual([draft.id, "another-title"]);
    const row = await db.selectFrom("articles").selectAll().where("id", "=", article.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "published", onProfile: 1, aiModel: "anthropic/claude-sonnet-4" });
    // The changed text is in the library, too.
    const saved = (await state()).pieces[0];
    expect(saved).toMatchObject({ isChanged: false, article: { isPublished: true } });
    expect((await findContent(admin, saved?.contentId ?? "")).content).toBe("# Another title\n\nText.");
    // Readers know it by its address; a preview does not change what they read.
    await keepChoices(admin, id, { pieces: { [key]: "# A third title\n\nText." } });
    await publishPiece(admin, id, key, { origin, asDraft: true });
    expect((await now()).state.pieces[0]?.article?.title).toBe("Another title");
    expect((await publishPiece(admin, id, key, { origin, acceptedReason })).slug).toBe("another-title");
    expect(await db.selectFrom("articles").select("id").where("id", "=", draft.id).execute()).toHaveLength(1);

    // A text that was deleted elsewhere is made again.
    await trashArticle(admin, article.id);
    expect((await state()).pieces[0]?.article).toBeNull();
    await deleteContents(admin, { ids: [saved?.contentId ?? ""] });
    await savePiece(admin, id, key);
    expect((await publishPiece(admin, id, key, { origin, acceptedReason })).id).not.toBe(article.id);
  });

  test("of somebody who is gone nothing is published, and what is saved keeps the name", async () => {
    const [bo] = await db.selectFrom("experts").select(["id", "rowId"]).where("name", "=", "Bo Bare").execute();
    await chooseExpert(admin, id, bo?.id ?? "");
    const [piece] = await written();
    await savePiece(admin, id, piece?.id ?? "");
    await db
      .updateTable("experts")
      .set({ deletedAt: new Date().toISOString() })
      .where("rowId", "=", bo?.rowId ?? 0)
      .execute();
    expect(await now()).toMatchObject({ expert: null, expertName: "Bo Bare" });
    await keepChoices(admin, id, { onSite: [piece?.id ?? ""] });
    await expect(publishPiece(admin, id, piece?.id ?? "", { origin })).rejects.toMatchObject({ problem: "invalid" });
    expect((await promotionsPage(admin)).promotions[0]).toMatchObject({
      expertName: "Bo Bare",
      saved: 1,
      published: 0,
    });
  });

  test("PW10 the featured image is the first that was made until another is chosen, and is described before readers see it", async () => {
    const [piece] = await written();
    const key = piece?.id ?? "";
    await savePiece(admin, id, key);
    await keepChoices(admin, id, { imageProvider: "stability", prompt: "Make a dark lab, 8k.", onSite: [key] });
    await made("images");
    await made("images");
    const [second, first] = (await state()).images;
    expect([first?.alt, second?.alt]).toEqual(["", ""]);
    await expect(publishPiece(admin, id, key, { origin, acceptedReason })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { [`alt.${first?.id}`]: expect.stringContaining("describe") },
    });
    await keepChoices(admin, id, { alts: { [first?.id ?? ""]: "A lab at night", [second?.id ?? ""]: "A mouse" } });
    const imageOf = async (article: string) =>
      db.selectFrom("articles").select(["imageUrl", "imageAlt"]).where("id", "=", article).executeTakeFirst();
    const article = await publishPiece(admin, id, key, { origin, acceptedReason });
    expect(await imageOf(article.id)).toEqual({ imageUrl: first?.imageUrl, imageAlt: "A lab at night" });
    await keepChoices(admin, id, { featuredId: second?.id });
    await publishPiece(admin, id, key, { origin, acceptedReason });
    expect(await imageOf(article.id)).toEqual({ imageUrl: second?.imageUrl, imageAlt: "A mouse" });
  });
});
