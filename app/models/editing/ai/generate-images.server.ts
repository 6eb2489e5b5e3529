import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { ImageRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { noteCall, requireBudget } from "~/models/base/providers/calls.server";
import { actualModel, requireKey } from "~/models/base/providers/model-choice.server";
import { DEFAULT_IMAGE_SIZE, IMAGE_SIZES } from "~/models/base/providers/models";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { storeImage } from "~/models/records/images/images.server";
import { TooManyPixels } from "~/models/records/images/process.server";
import {
  IMAGE_PROVIDERS,
  type ImageProvider,
  MAX_GENERATED_BYTES,
  modelsOfImages,
  PROVIDER_LABELS,
} from "~/services/ai-providers";
import { makeWithOpenAi } from "~/services/image-ai.openai.server";
import { makeWithReplicate } from "~/services/image-ai.replicate.server";
import { type ImageOrder, imageDeadline, type ProviderImage, type Size, tooLarge } from "~/services/image-ai.server";
import { makeWithStability } from "~/services/image-ai.stability.server";
import { ProviderFailure } from "~/services/text-ai.failures.server";

export const MAX_IMAGES = 10;
export const PROMPT_LENGTH = 4_000;

export interface GeneratedImage {
  id: string;
  imageUrl: string;
  imagePrompt: string;
  provider: ImageProvider;
  /** The model used, which may be a replacement. */
  model: string;
  size: string;
  alt: string;
  expertName: string;
}

export interface Making {
  signal?: AbortSignal;
  progress?: (done: number, total: number, message: string) => void;
  jobId?: string;
  /** Called for an image that failed after others succeeded. */
  onFailure?: (problem: AppError) => void;
}

const who = z.union([z.string(), z.object({ name: z.string().optional() })]).nullish();
export const Order = z.object({
  contents: z
    .array(z.unknown(), "Please save a piece of content first.")
    .min(1, "Please save a piece of content first.")
    .max(MAX_IMAGES, `At most ${MAX_IMAGES} images can be made at once.`),
  provider: z.enum(IMAGE_PROVIDERS, "Please choose an image provider from the list."),
  model: z.string().nullish(),
  size: z
    .enum(
      IMAGE_SIZES.flatMap(({ sizes }) => [...sizes]),
      "Please choose a size from the list.",
    )
    .default(DEFAULT_IMAGE_SIZE),
  customPrompt: z
    .string("Please enter an image prompt.")
    .trim()
    .min(1, "Please enter an image prompt.")
    .max(PROMPT_LENGTH, `At most ${PROMPT_LENGTH.toLocaleString("en")} characters fit here.`),
  expertName: z.string().trim().max(500).nullish(),
});

/** One image per content: `POST /api/admin/generate-images`. Throws "invalid", "unavailable", "upstream". */
export async function makeImages(editor: Editor, input: unknown, making: Making = {}): Promise<GeneratedImage[]> {
  const order = parse(Order, input);
  const { provider } = order;
  const choice = chooseImageModel(provider, order.model);
  requireKey(provider);
  const total = order.contents.length;
  const images: GeneratedImage[] = [];
  for (const content of order.contents) {
    const label = total > 1 ? `Image ${images.length + 1} of ${total}` : "The image";
    const say = (what: string) =>
      making.progress?.(images.length, total, `${label}: ${PROVIDER_LABELS[provider]} is ${what}.`);
    say("asked");
    try {
      await requireBudget();
      await limit("aiImage", editor.id);
      const expertName = expertIn(content) || order.expertName || "";
      const image = { ...order, ...choice, size: sizeOf(order.size) };
      images.push(await makeOne(editor, { ...image, sizeName: order.size, expertName, say }, making));
    } catch (error) {
      if (!(error instanceof AppError) || images.length === 0) throw error;
      making.onFailure?.(error);
      return images;
    }
  }
  making.progress?.(total, total, "");
  return images;
}

/** Throws "invalid" for an unlisted model. */
function chooseImageModel(provider: ImageProvider, id: string | null | undefined) {
  const listed = id ? modelsOfImages(provider).find((model) => model.id === id) : modelsOfImages(provider)[0];
  if (listed) return actualModel(listed);
  const message = `Please choose a model of ${PROVIDER_LABELS[provider]} from the list.`;
  throw new AppError("invalid", message, { model: message });
}

function sizeOf(name: string): Size {
  const [width = 0, height = 0] = name.split("x").map(Number);
  return { width, height };
}

function expertIn(content: unknown): string {
  const { expert, expertName } = Object(content) as Record<string, unknown>;
  const named = who.safeParse(expert).data;
  const name = typeof named === "string" ? named : named?.name;
  return (typeof expertName === "string" && expertName.trim()) || name?.trim().slice(0, 500) || "";
}

interface One {
  provider: ImageProvider;
  model: string;
  replacement: string | null;
  customPrompt: string;
  size: Size;
  sizeName: string;
  expertName: string;
  say: (what: string) => void;
}

async function makeOne(editor: Editor, ordered: One, making: Making): Promise<GeneratedImage> {
  const { provider, customPrompt: prompt, size, sizeName, expertName } = ordered;
  const deadline = imageDeadline();
  const signal = making.signal ? AbortSignal.any([making.signal, deadline]) : deadline;
  const { made, model } = await orderImage(editor, ordered, signal, making.jobId);
  ordered.say("done; the image is being stored");
  const about = { name: `${expertName || "Generated"}, ${model}`, origin: "generated", alt: "", prompt } as const;
  const row = await store(editor, made.bytes, { ...about, provider, model, size });
  return { id: row.id, imageUrl: row.url, imagePrompt: prompt, provider, model, size: sizeName, alt: "", expertName };
}

/** Retries once if the provider cannot have accepted the request, or replaced the model. */
async function orderImage(editor: Editor, ordered: One, signal: AbortSignal, jobId: string | undefined) {
  try {
    return await orderTwice(editor, ordered, ordered.model, signal, jobId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isGone || !ordered.replacement) throw error;
    return orderTwice(editor, ordered, ordered.replacement, signal, jobId);
  }
}

/** Milliseconds: the default pause and the longest a provider may request. */
const PAUSE_BUSY = 1_000;
const PAUSE_BROKEN = 300;
const MAX_PAUSE = 20_000;

async function orderTwice(editor: Editor, ordered: One, model: string, signal: AbortSignal, jobId: string | undefined) {
  try {
    return await attempt(editor, ordered, model, signal, jobId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isSafeToRepeat) throw error;
    const pause = error.retryAfter !== undefined ? error.retryAfter * 1_000 : error.isBusy ? PAUSE_BUSY : PAUSE_BROKEN;
    if (pause > MAX_PAUSE) throw error;
    ordered.say("busy; waiting for it");
    await wait(pause, undefined, { signal }).catch(() => {});
    // The provider's reason says more than the deadline's.
    if (signal.aborted) throw error;
    return attempt(editor, ordered, model, signal, jobId);
  }
}

const MAKERS: Record<ImageProvider, (order: ImageOrder) => Promise<ProviderImage>> = {
  openai: makeWithOpenAi,
  replicate: makeWithReplicate,
  stability: makeWithStability,
};

async function attempt(
  editor: Editor,
  { provider, model: requested, customPrompt: prompt, size, say }: One,
  model: string,
  signal: AbortSignal,
  jobId: string | undefined,
): Promise<{ made: ProviderImage; model: string }> {
  const startedAt = Date.now();
  const note = (failure: ProviderFailure | null, made: Partial<ProviderImage> = {}) =>
    noteCall(editor, {
      task: "image",
      provider,
      model: requested,
      ranModel: model,
      jobId,
      message: failure?.message ?? "",
      modelStatus: failure?.isAboutModel === false ? undefined : failure ? (failure.isGone ? "gone" : "failing") : "ok",
      inputTokens: made.inputTokens ?? null,
      outputTokens: made.outputTokens ?? null,
      costUsd: made.costUsd ?? null,
      durationMs: Date.now() - startedAt,
    });
  try {
    const made = await MAKERS[provider]({ model, prompt, size, signal, onProgress: say });
    await note(null, made);
    return { made, model };
  } catch (error) {
    if (error instanceof ProviderFailure) await note(error);
    throw error;
  }
}

/** Throws "upstream" for an invalid image, "unavailable" for a full disk. */
async function store(
  editor: Editor,
  bytes: Uint8Array,
  about: Parameters<typeof storeImage>[2] & { provider: ImageProvider },
): Promise<ImageRow> {
  const label = PROVIDER_LABELS[about.provider];
  if (bytes.byteLength > MAX_GENERATED_BYTES) throw tooLarge(about.provider);
  try {
    return await storeImage(editor, bytes, about);
  } catch (error) {
    if (!(error instanceof AppError) || error.problem === "unavailable" || error.problem === "full") throw error;
    const what =
      error instanceof TooManyPixels ? "has more than 25 megapixels" : "is damaged or incomplete, or no image at all";
    throw new ProviderFailure(`${label} sent an image that ${what}. Please try again.`);
  }
}
