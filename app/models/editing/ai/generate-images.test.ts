import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../test/support/eventually";
import { type ImageFailure, type ImageProviders, startImageProviders } from "../../../../test/support/image-providers";

// The addresses and keys are read once, with the first module of the app.
const providers: ImageProviders = await startImageProviders();
Object.assign(process.env, providers.env, { AI_TIMEOUT_MS: "60000", AI_MONTHLY_BUDGET_USD: "5", RATE_LIMIT: "off" });

const { db, migrate } = await import("~/db.server");
const { UPLOADS } = await import("~/services/storage.server");
const { addMember } = await import("../../../../test/support/members");
const { generateImages } = await import("./generate-images.server");
const { imagesPage } = await import("~/models/editing/images/admin-list.server");
const { asAdmin } = await import("~/models/base/accounts/admin.server");
const { env } = await import("~/env.server");

let admin: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});
const { AI_TIMEOUT_MS } = env;
afterEach(async () => {
  providers.reset();
  env.AI_TIMEOUT_MS = AI_TIMEOUT_MS;
  await db.deleteFrom("images").execute();
  await db.deleteFrom("aiCalls").execute();
});
afterAll(() => providers.stop());

const PROMPT = "A quiet laboratory at dawn. Cinematic light, no text.";
const makeOrder = (changes: object = {}) => ({
  contents: [{ content: "text", expert: { name: "Ada Full" } }],
  provider: "openai",
  customPrompt: PROMPT,
  size: "1280x720",
  ...changes,
});
const PROVIDERS = ["openai", "replicate", "stability"] as const;
const LABELS = { openai: "OpenAI", replicate: "Replicate", stability: "Stability AI" };
const readCalls = () => db.selectFrom("aiCalls").selectAll().orderBy("rowId").execute();

/** Reads the stored image from the disk. */
async function storedImage(imageUrl: string) {
  const row = await db.selectFrom("images").selectAll().where("url", "=", imageUrl).executeTakeFirstOrThrow();
  const files = (JSON.parse(row.files) as { name: string }[]).map(({ name }) => name);
  expect(files.every((name) => existsSync(join(UPLOADS, name)))).toBe(true);
  const sizeOf = async (name: string) => {
    const { width, height } = await sharp(readFileSync(join(UPLOADS, name))).metadata();
    return `${width}x${height}`;
  };
  const originalName = files.find((name) => name.includes("-original"));
  return {
    row,
    size: await sizeOf(imageUrl.replace("/uploads/", "")),
    original: originalName && (await sizeOf(originalName)),
  };
}

describe("PW18 PW21 D43 D44 images of every provider", () => {
  test.each([
    ["openai", "dall-e-3", "dall-e-3", { size: "1792x1024" }, "1792x1024"],
    ["replicate", "flux-dev", "black-forest-labs/flux-dev", { aspect_ratio: "16:9" }, "1365x768"],
    ["replicate", "sdxl", /^7762fd07/, { width: 1344, height: 768 }, "1344x768"],
    ["stability", "core", "core", { aspect_ratio: "16:9" }, "1365x768"],
    ["stability", "sd3-large", "sd3-large", { aspect_ratio: "16:9" }, "1365x768"],
  ] as const)(
    "%s %s: requests the nearest shape, crops to the exact size and keeps the original",
    async (provider, model, expectedModel, settings, original) => {
      const messages: string[] = [];
      const progress = (doneCount: number, total: number, message: string) =>
        messages.push(`${doneCount}/${total} ${message}`);
      const [image, ...otherImages] = await generateImages(admin, makeOrder({ provider, model }), {
        progress,
        jobId: "j1",
      });
      expect(otherImages).toEqual([]);
      expect(image).toEqual({
        id: expect.any(String),
        imageUrl: expect.stringMatching(/^\/uploads\/.*-1280x720\.webp$/),
        imagePrompt: PROMPT,
        provider,
        model,
        size: "1280x720",
        expertName: "Ada Full",
        alt: "",
      });
      expect(providers.orders).toMatchObject([{ provider, prompt: PROMPT, settings }]);
      expect(providers.orders[0]?.model).toMatch(expectedModel);
      expect(providers.keys).toContain(providers.orders[0]?.key);
      const { row, ...sizes } = await storedImage(image?.imageUrl ?? "");
      expect(sizes).toEqual({ size: "1280x720", original });
      expect(row).toMatchObject({
        origin: "generated",
        prompt: PROMPT,
        provider,
        model,
        alt: "",
      });
      expect(await readCalls()).toMatchObject([
        {
          task: "image",
          provider,
          model,
          ranModel: model,
          status: "ok",
          jobId: "j1",
          userId: admin.id,
          costUsd: expect.any(Number),
        },
      ]);
      expect(messages.at(-1)).toBe("1/1 ");
      if (provider === "replicate") expect(messages).toContain("0/1 The image: Replicate is 42 %.");
    },
  );

  test("tall, wide and very wide images have exactly the requested size", async () => {
    for (const size of ["1080x1920", "1792x1024", "1584x396"]) {
      const [image] = await generateImages(admin, makeOrder({ provider: "replicate", size }));
      expect((await storedImage(image?.imageUrl ?? "")).size).toBe(size);
      expect(image?.size).toBe(size);
    }
  });

  test("makes a separate image for each content, and returns the images made before a failure", async () => {
    const contents = ["Ada Full", { name: "Bo Bare" }, ""].map((expert) => ({ content: "x", expert }));
    const images = await generateImages(admin, makeOrder({ contents, expertName: "Zoe" }));
    expect(images.map(({ expertName }) => expertName)).toEqual(["Ada Full", "Bo Bare", "Zoe"]);
    expect(new Set(images.map(({ id }) => id)).size).toBe(3);

    providers.reset();
    const problems: string[] = [];
    const onFailure = ({ message }: Error) => problems.push(message);
    const partialImages = generateImages(admin, makeOrder({ contents }), {
      onFailure,
      progress: (doneCount) => doneCount === 1 && providers.failNext("refused"),
    });
    expect(await partialImages).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/^OpenAI refused this prompt/)]);
  });
});

describe("D51 reliability 29 failures are reported, and nothing is paid twice", () => {
  beforeEach(() => {
    providers.areSmall = true;
  });

  const cases: [ImageFailure, RegExp, orders: number][] = [
    ["401", /did not accept the key in \w+ \(401\)/, 1],
    ["402", /no credit left \(402\): You have insufficient credit\./, 1],
    ["502 with HTML", /sent a web page/, 1],
    ["200 with HTML", /sent a web page instead of an image\.|without an image/, 1],
    ["not JSON", /cannot be read instead of an image/, 1],
    ["without an image", /(answered|finished) without an image/, 1],
    ["reset", /ended the connection without an answer/, 1],
    ["refused", /refused|flagged/, 1],
    ["429 for an hour", /receives too many requests at the moment \(429\)\. Please try again in 60 minutes/, 1],
    ["429", /receives too many requests at the moment \(429\)/, 2],
    ["500", /has a problem of its own \(500\)/, 2],
    ["truncated", /sent an image that is damaged or incomplete/, 1],
    ["no image", /sent an image that is damaged or incomplete, or no image at all/, 1],
    ["too many pixels", /sent an image that has more than 25 megapixels/, 1],
    ["huge", /larger than 10 MB/, 1],
  ];
  test.each(PROVIDERS.flatMap((provider) => cases.map((failure) => [provider, ...failure] as const)))(
    "%s: reports the failure “%s”",
    async (provider, failure, message, orders) => {
      providers.failNext(failure, 2);
      const problem = await generateImages(admin, makeOrder({ provider })).catch((error) => error);
      expect(problem).toMatchObject({ problem: "upstream", message: expect.stringMatching(message) });
      expect(problem.message).toContain(LABELS[provider]);
      for (const key of providers.keys) expect(problem.message).not.toContain(key);
      expect(providers.orders).toHaveLength(orders);
      expect((await imagesPage(admin, { page: 1, limit: 1, search: "" })).total).toBe(0);
    },
  );

  test.each(PROVIDERS)("%s: repeats the request once if the provider was busy or failed", async (provider) => {
    for (const failure of ["429 with Retry-After", "500"] as const) {
      providers.failNext(failure);
      expect(await generateImages(admin, makeOrder({ provider }))).toHaveLength(1);
    }
    expect((await readCalls()).map(({ status }) => status)).toEqual(["error", "ok", "error", "ok"]);
  });

  test("D41 runs the replacement of a withdrawn model, names it in the answer, and counts its own price", async () => {
    for (const [provider, model, replacement, costUsd] of [
      ["openai", "dall-e-3", "gpt-image-1", 0.063],
      ["replicate", "flux-dev", "flux-1.1-pro", 0.04],
      ["stability", "core", "ultra", 0.08],
      ["stability", "sd3-large", "sd3.5-large", 0.065],
    ] as const) {
      providers.removedModels.add(model);
      const [image] = await generateImages(admin, makeOrder({ provider, model }));
      expect(image?.model).toBe(replacement);
      expect((await readCalls()).at(-1)).toMatchObject({ ranModel: replacement, costUsd });
    }
    expect(
      (await db.selectFrom("aiModels").select(["model", "status"]).execute()).filter(({ status }) => status === "gone"),
    ).toHaveLength(4);
  });

  test("Replicate: never repeats a request that was accepted", async () => {
    for (const [failure, message] of [
      ["failed", "Replicate could not make the image: CUDA out of memory."],
      [
        "failed as unsafe",
        "Replicate refused this prompt: NSFW content detected. Try a different prompt. Please change the prompt.",
      ],
      ["private address", "Replicate made the image, but it could not be fetched: it leads to a private address."],
      [
        "redirect to a private address",
        /could not be fetched: it (leads to a private address|is at an unusual port)\.$/,
      ],
      ["download fails", "Replicate made the image, but it could not be fetched: it answers 404."],
    ] as const) {
      providers.reset();
      providers.failNext(failure);
      await expect(generateImages(admin, makeOrder({ provider: "replicate" })), failure).rejects.toMatchObject({
        problem: "upstream",
        message: typeof message === "string" ? message : expect.stringMatching(message),
      });
      expect(providers.orders).toHaveLength(1);
      // An image that was made counts towards the budget, although it was not fetched.
      const call = await db.selectFrom("aiCalls").select("costUsd").orderBy("rowId", "desc").executeTakeFirstOrThrow();
      expect(call.costUsd !== null, failure).toBe(!failure.startsWith("failed"));
    }
    providers.reset();
    for (const failure of ["silent twice", "download fails once"] as const) {
      providers.failNext(failure);
      expect(await generateImages(admin, makeOrder({ provider: "replicate" }))).toHaveLength(1);
    }
    expect(providers.orders).toHaveLength(2);
  });

  test("a request that never finishes ends at the deadline, and is cancelled at Replicate", async () => {
    env.AI_TIMEOUT_MS = 3_000;
    for (const [provider, failure] of [
      ["replicate", "never done"],
      ["openai", "never answers"],
    ] as const) {
      providers.failNext(failure);
      await expect(generateImages(admin, makeOrder({ provider }))).rejects.toMatchObject({
        message: `${LABELS[provider]} did not answer within 3 seconds. Please try again.`,
      });
    }
    expect(providers.cancelled).toHaveLength(1);
    expect(providers.orders).toHaveLength(2);
  });

  test("an image about which Replicate says nothing more is cancelled there, because it would cost money", async () => {
    providers.failNext("silent");
    await expect(generateImages(admin, makeOrder({ provider: "replicate" }))).rejects.toMatchObject({
      message: expect.stringContaining("Internal error"),
    });
    expect(providers.cancelled).toHaveLength(1);
    expect(providers.orders).toHaveLength(1);
  });

  test("a stopped request is cancelled at Replicate, and nothing is stored", async () => {
    const stopController = new AbortController();
    providers.polls = 1_000;
    const images = generateImages(admin, makeOrder({ provider: "replicate" }), { signal: stopController.signal });
    images.catch(() => {});
    await eventually(() => expect(providers.requestCounts.polls).toBeGreaterThan(0));
    stopController.abort();
    await expect(images).rejects.toMatchObject({ message: "The question to Replicate was stopped." });
    expect(providers.cancelled).toHaveLength(1);
  });
});

describe("D50 PW18 invalid input is refused before a provider is called", () => {
  beforeEach(() => {
    providers.areSmall = true;
  });

  test.each([
    [{ contents: [] }, "Please save a piece of content first."],
    [{ contents: undefined }, "Please save a piece of content first."],
    [{ contents: Array(11).fill({}) }, "At most 10 images can be made at once."],
    [{ customPrompt: " " }, "Please enter an image prompt."],
    [{ customPrompt: undefined }, "Please enter an image prompt."],
    [{ customPrompt: "x".repeat(4_001) }, "At most 4,000 characters fit here."],
    [{ provider: "midjourney" }, "Please choose an image provider from the list."],
    [{ model: "sdxl" }, "Please choose a model of OpenAI from the list."],
    [{ size: "1x1" }, "Please choose a size from the list."],
  ])("refuses %j", async (change, message) => {
    await expect(generateImages(admin, makeOrder(change))).rejects.toMatchObject({ problem: "invalid", message });
    expect(providers.orders).toEqual([]);
  });

  test("names the variable of a missing key, and calls no provider once the budget is spent", async () => {
    const key = env.STABILITY_API_KEY;
    env.STABILITY_API_KEY = undefined;
    await expect(generateImages(admin, makeOrder({ provider: "stability" }))).rejects.toMatchObject({
      problem: "unavailable",
      message: expect.stringContaining("STABILITY_API_KEY"),
    });
    env.STABILITY_API_KEY = key;
    await generateImages(admin, makeOrder());
    await db.updateTable("aiCalls").set({ costUsd: 5 }).execute();
    await expect(generateImages(admin, makeOrder())).rejects.toMatchObject({ problem: "payment" });
    expect(providers.orders).toHaveLength(1);
  });

  test("asks for no further image of a batch once the images before it have used up the budget", async () => {
    const budget = env.AI_MONTHLY_BUDGET_USD;
    onTestFinished(() => void Object.assign(env, { AI_MONTHLY_BUDGET_USD: budget }));
    env.AI_MONTHLY_BUDGET_USD = 0.001;
    const problems: string[] = [];
    const contents = ["Ada Full", "Bo Bare", "Cy Clear"].map((expert) => ({ content: "x", expert }));
    const onFailure = ({ problem }: { problem: string }) => void problems.push(problem);
    expect(await generateImages(admin, makeOrder({ contents }), { onFailure })).toHaveLength(1);
    expect([problems, providers.orders.length]).toEqual([["payment"], 1]);
  });
});
