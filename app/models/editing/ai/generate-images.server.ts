import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { ImageRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { checkBudget, logCall } from "~/models/base/providers/calls.server";
import { DEFAULT_IMAGE_SIZE, IMAGE_SIZES } from "~/models/base/providers/choices";
import { actualModel, requireKey } from "~/models/base/providers/model-choice.server";
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

export interface GenerateOptions {
  signal?: AbortSignal;
  progress?: (doneCount: number, total: number, message: string) => void;
  jobId?: string;
  /** Called for an image that failed after other images succeeded. */
  onFailure?: (problem: AppError) => void;
}

const ExpertReference = z.union([z.string(), z.object({ name: z.string().optional() })]).nullish();
export const ImagesInput = z.object({
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

/** Generates one image for each content (`POST /api/admin/generate-images`). Throws "invalid", "unavailable", "upstream". */
export async function generateImages(
  editor: Editor,
  input: unknown,
  options: GenerateOptions = {},
): Promise<GeneratedImage[]> {
  const order = parse(ImagesInput, input);
  const { provider } = order;
  const choice = chooseImageModel(provider, order.model);
  requireKey(provider);
  const total = order.contents.length;
  const images: GeneratedImage[] = [];
  for (const content of order.contents) {
    const label = total > 1 ? `Image ${images.length + 1} of ${total}` : "The image";
    const reportProgress = (state: string) =>
      options.progress?.(images.length, total, `${label}: ${PROVIDER_LABELS[provider]} is ${state}.`);
    reportProgress("asked");
    try {
      await checkBudget();
      await limit("aiImage", editor.id);
      const expertName = expertNameIn(content) || order.expertName || "";
      const image = { ...order, ...choice, size: sizeOf(order.size) };
      images.push(
        await generateImage(
          editor,
          { ...image, sizeName: order.size, expertName, reportProgress: reportProgress },
          options,
        ),
      );
    } catch (error) {
      if (!(error instanceof AppError) || images.length === 0) throw error;
      options.onFailure?.(error);
      return images;
    }
  }
  options.progress?.(total, total, "");
  return images;
}

/** Throws "invalid" for an unlisted model. */
function chooseImageModel(provider: ImageProvider, id: string | null | undefined) {
  const listedModel = id ? modelsOfImages(provider).find((model) => model.id === id) : modelsOfImages(provider)[0];
  if (listedModel) return actualModel(listedModel);
  const message = `Please choose a model of ${PROVIDER_LABELS[provider]} from the list.`;
  throw new AppError("invalid", message, { model: message });
}

function sizeOf(name: string): Size {
  const [width = 0, height = 0] = name.split("x").map(Number);
  return { width, height };
}

function expertNameIn(content: unknown): string {
  const { expert, expertName } = Object(content) as Record<string, unknown>;
  const reference = ExpertReference.safeParse(expert).data;
  const name = typeof reference === "string" ? reference : reference?.name;
  return (typeof expertName === "string" && expertName.trim()) || name?.trim().slice(0, 500) || "";
}

interface ImageRequest {
  provider: ImageProvider;
  model: string;
  replacement: string | null;
  customPrompt: string;
  size: Size;
  sizeName: string;
  expertName: string;
  reportProgress: (state: string) => void;
}

async function generateImage(editor: Editor, request: ImageRequest, options: GenerateOptions): Promise<GeneratedImage> {
  const { provider, customPrompt: prompt, size, sizeName, expertName } = request;
  const deadline = imageDeadline();
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const { image, model } = await requestWithReplacement(editor, request, signal, options.jobId);
  request.reportProgress("done; the image is being stored");
  const details = { name: `${expertName || "Generated"}, ${model}`, origin: "generated", alt: "", prompt } as const;
  const row = await storeGenerated(editor, image.bytes, { ...details, provider, model, size });
  return { id: row.id, imageUrl: row.url, imagePrompt: prompt, provider, model, size: sizeName, alt: "", expertName };
}

/** Repeats the request with the replacement model if the provider has withdrawn the chosen model. */
async function requestWithReplacement(
  editor: Editor,
  request: ImageRequest,
  signal: AbortSignal,
  jobId: string | undefined,
) {
  try {
    return await requestWithRetry(editor, request, request.model, signal, jobId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isGone || !request.replacement) throw error;
    return requestWithRetry(editor, request, request.replacement, signal, jobId);
  }
}

/** The pauses before a retry, in milliseconds: after a busy provider, after a failing provider, and at most. */
const PAUSE_BUSY = 1_000;
const PAUSE_BROKEN = 300;
const MAX_PAUSE = 20_000;

async function requestWithRetry(
  editor: Editor,
  request: ImageRequest,
  model: string,
  signal: AbortSignal,
  jobId: string | undefined,
) {
  try {
    return await requestOnce(editor, request, model, signal, jobId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !error.isSafeToRepeat) throw error;
    const pause = error.retryAfter !== undefined ? error.retryAfter * 1_000 : error.isBusy ? PAUSE_BUSY : PAUSE_BROKEN;
    if (pause > MAX_PAUSE) throw error;
    request.reportProgress("busy; waiting for it");
    await wait(pause, undefined, { signal }).catch(() => {});
    // The provider's reason says more than the deadline's.
    if (signal.aborted) throw error;
    return requestOnce(editor, request, model, signal, jobId);
  }
}

const GENERATORS: Record<ImageProvider, (order: ImageOrder) => Promise<ProviderImage>> = {
  openai: makeWithOpenAi,
  replicate: makeWithReplicate,
  stability: makeWithStability,
};

async function requestOnce(
  editor: Editor,
  { provider, model: requestedModel, customPrompt: prompt, size, reportProgress }: ImageRequest,
  model: string,
  signal: AbortSignal,
  jobId: string | undefined,
): Promise<{ image: ProviderImage; model: string }> {
  const startedAt = Date.now();
  const recordCall = (failure: ProviderFailure | null, image: Partial<ProviderImage> = {}) =>
    logCall(editor, {
      task: "image",
      provider,
      model: requestedModel,
      ranModel: model,
      jobId,
      message: failure?.message ?? "",
      modelStatus: failure?.isAboutModel === false ? undefined : failure ? (failure.isGone ? "gone" : "failing") : "ok",
      inputTokens: image.inputTokens ?? null,
      outputTokens: image.outputTokens ?? null,
      costUsd: image.costUsd ?? failure?.costUsd ?? null,
      durationMs: Date.now() - startedAt,
    });
  try {
    const image = await GENERATORS[provider]({ model, prompt, size, signal, onProgress: reportProgress });
    await recordCall(null, image);
    return { image: image, model };
  } catch (error) {
    if (error instanceof ProviderFailure) await recordCall(error);
    throw error;
  }
}

/** Throws "upstream" for an invalid image, "unavailable" for a full disk. */
async function storeGenerated(
  editor: Editor,
  bytes: Uint8Array,
  details: Parameters<typeof storeImage>[2] & { provider: ImageProvider },
): Promise<ImageRow> {
  const label = PROVIDER_LABELS[details.provider];
  if (bytes.byteLength > MAX_GENERATED_BYTES) throw tooLarge(details.provider);
  try {
    return await storeImage(editor, bytes, details);
  } catch (error) {
    if (!(error instanceof AppError) || error.problem === "unavailable" || error.problem === "full") throw error;
    const fault =
      error instanceof TooManyPixels ? "has more than 25 megapixels" : "is damaged or incomplete, or no image at all";
    throw new ProviderFailure(`${label} sent an image that ${fault}. Please try again.`);
  }
}
