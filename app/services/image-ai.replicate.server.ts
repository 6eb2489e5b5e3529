/** Makes images with Replicate: creates a prediction, polls it, and cancels it if nobody waits for its end any more. */
import { setTimeout as wait } from "node:timers/promises";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { download } from "./image-ai.download.server";
import { promptRefused } from "./image-ai.failures.server";
import {
  abortFailure,
  aspectRatio,
  type ImageOrder,
  jsonIn,
  nearestShape,
  type ProviderImage,
  requestProvider,
  type Size,
} from "./image-ai.server";
import { ProviderFailure, toSentence } from "./text-ai.failures.server";

interface Model {
  path: string;
  version?: string;
  input(size: Size): Record<string, unknown>;
  costUsd: number | null;
}

const aspectInput = (names: string) => {
  const [firstAspect = aspectRatio("1:1"), ...otherAspects] = names.split(" ").map(aspectRatio);
  return (size: Size) => ({
    aspect_ratio: nearestShape([firstAspect, ...otherAspects], size).name,
    output_format: "png",
  });
};
const FLUX_ASPECTS = "1:1 16:9 9:16 3:2 2:3 4:5 5:4 3:4 4:3";

const SDXL_SHAPES: readonly [Size, ...Size[]] = [
  { width: 1024, height: 1024 },
  { width: 1152, height: 896 },
  { width: 896, height: 1152 },
  { width: 1216, height: 832 },
  { width: 832, height: 1216 },
  { width: 1344, height: 768 },
  { width: 768, height: 1344 },
  { width: 1536, height: 640 },
  { width: 640, height: 1536 },
];

const MODELS: Record<string, Model> = {
  "flux-dev": {
    path: "black-forest-labs/flux-dev",
    input: (size) => ({ ...aspectInput(`${FLUX_ASPECTS} 21:9 9:21`)(size), num_outputs: 1 }),
    costUsd: 0.025,
  },
  "flux-1.1-pro": { path: "black-forest-labs/flux-1.1-pro", input: aspectInput(FLUX_ASPECTS), costUsd: 0.04 },
  sdxl: {
    path: "stability-ai/sdxl",
    version: "7762fd07cf82c948538e41f63f77d685e02b063e37e496e96eefd46c929f9bdc",
    input: (size) => {
      const { width, height } = nearestShape(SDXL_SHAPES, size);
      return { width, height, num_outputs: 1 };
    },
    costUsd: 0.0095,
  },
};

interface Prediction {
  id: string;
  status: string;
  output: unknown;
  error: unknown;
  logs: unknown;
}

const MAX_BYTES = 1024 * 1024;

const POLL_INTERVAL_MS = 500;
const MAX_FAILURES_IN_A_ROW = 5;

/** Returns the image and its cost. Throws ProviderFailure, which is not safe to repeat once the prediction is created. */
export async function makeWithReplicate(order: ImageOrder): Promise<ProviderImage> {
  const { path, version, input, costUsd } = modelWithId(order.model);
  const prediction = await requestPrediction(version ? "/predictions" : `/models/${path}/predictions`, order.signal, {
    ...(version && { version }),
    input: { prompt: order.prompt, ...input(order.size) },
  });
  const { id } = prediction;
  let hasEnded = false;
  let isMade = false;
  try {
    const endedPrediction = await waitForEnd(prediction, order);
    hasEnded = true;
    const address = addressIn(endedPrediction);
    isMade = true;
    const bytes = await download("replicate", address, { base: env.REPLICATE_BASE_URL, signal: order.signal });
    return { bytes, costUsd, inputTokens: null, outputTokens: null };
  } catch (error) {
    if (!hasEnded) await cancelPrediction(id);
    if (!(error instanceof ProviderFailure)) throw error;
    throw new ProviderFailure(error.message, { isAboutModel: error.isAboutModel, costUsd: isMade ? costUsd : null });
  }
}

function modelWithId(id: string): Model {
  const model = Object.hasOwn(MODELS, id) ? MODELS[id] : undefined;
  if (model) return model;
  const [path = "", version] = id.split(":");
  return { path, version, input: aspectInput(FLUX_ASPECTS), costUsd: null };
}

async function requestPrediction(path: string, signal: AbortSignal, body?: object): Promise<Prediction> {
  const answer = await requestProvider("replicate", env.REPLICATE_BASE_URL + path, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${env.REPLICATE_API_TOKEN}`,
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
    signal,
    maxBytes: MAX_BYTES,
  });
  const { id, status, output, error, logs } = jsonIn("replicate", answer);
  // Checks the id strictly, because it becomes part of the next URL.
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id) || typeof status !== "string")
    throw new ProviderFailure("Replicate sent an unexpected answer.");
  return { id, status, output, error, logs };
}

async function waitForEnd(createdPrediction: Prediction, { signal, onProgress }: ImageOrder): Promise<Prediction> {
  let prediction = createdPrediction;
  let failures = 0;
  while (["starting", "processing", "queued"].includes(prediction.status)) {
    onProgress?.(progressIn(prediction));
    await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw abortFailure("replicate", signal);
    try {
      prediction = await requestPrediction(`/predictions/${createdPrediction.id}`, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted || ++failures > MAX_FAILURES_IN_A_ROW) throw error;
    }
  }
  return prediction;
}

function progressIn({ status, logs }: Prediction): string {
  const percent = typeof logs === "string" ? [...logs.slice(-2_000).matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1] : undefined;
  if (percent) return `${percent} %`;
  return status === "processing" ? "at work" : "waiting for its turn";
}

/** Returns the address of the image. Throws ProviderFailure if the prediction ended without one. */
function addressIn({ status, error, output }: Prediction): string {
  if (status !== "succeeded") {
    const reason = typeof error === "string" ? toSentence(error) : "";
    if (/nsfw|sensitive|safety|moderat|flagged/i.test(reason)) throw promptRefused("replicate", reason);
    if (/^cancel|^abort/.test(status)) throw new ProviderFailure("Replicate cancelled the image.");
    throw new ProviderFailure(`Replicate could not make the image${reason ? `: ${reason}` : "."}`);
  }
  const firstOutput: unknown = Array.isArray(output) ? output[0] : output;
  if (typeof firstOutput === "string") return firstOutput;
  throw new ProviderFailure("Replicate finished without an image.");
}

async function cancelPrediction(id: string): Promise<void> {
  const headers = { Authorization: `Bearer ${env.REPLICATE_API_TOKEN}` };
  const options = { method: "POST", headers, signal: AbortSignal.timeout(5_000), maxBytes: MAX_BYTES };
  await requestProvider("replicate", `${env.REPLICATE_BASE_URL}/predictions/${id}/cancel`, options).catch((error) =>
    log.warn({ prediction: id, reason: String(error) }, "the generation of an image could not be cancelled"),
  );
}
