/** Makes images with OpenAI: one request, whose answer contains the image. */
import { env } from "~/env.server";
import { MAX_GENERATED_BYTES } from "./ai-providers";
import { tokenCount } from "./ai-usage";
import { download } from "./image-ai.download.server";
import {
  type ImageOrder,
  jsonIn,
  nearestShape,
  type ProviderImage,
  requestProvider,
  type Size,
} from "./image-ai.server";
import { ProviderFailure } from "./text-ai.failures.server";

interface Shape extends Size {
  costUsd: number;
}

interface Model {
  shapes: readonly [Shape, ...Shape[]];
  settings: Record<string, string>;
}

const DALL_E_3: Model = {
  shapes: [
    { width: 1024, height: 1024, costUsd: 0.04 },
    { width: 1792, height: 1024, costUsd: 0.08 },
    { width: 1024, height: 1792, costUsd: 0.08 },
  ],
  settings: { quality: "standard", response_format: "b64_json" },
};
const GPT_IMAGE: Model = {
  shapes: [
    { width: 1024, height: 1024, costUsd: 0.042 },
    { width: 1536, height: 1024, costUsd: 0.063 },
    { width: 1024, height: 1536, costUsd: 0.063 },
  ],
  settings: { quality: "medium", output_format: "webp" },
};

const MAX_BYTES = Math.ceil(MAX_GENERATED_BYTES * 1.4);

/** Returns the image and its cost. Throws ProviderFailure. */
export async function makeWithOpenAi({ model, prompt, size, signal }: ImageOrder): Promise<ProviderImage> {
  const { shapes, settings } = model.startsWith("dall-e") ? DALL_E_3 : GPT_IMAGE;
  const { width, height, costUsd } = nearestShape(shapes, size);
  const answer = await requestProvider("openai", `${env.OPENAI_BASE_URL}/images/generations`, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.OPENAI_API_KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify({ model, prompt, n: 1, size: `${width}x${height}`, ...settings }),
    signal,
    maxBytes: MAX_BYTES,
  });
  const { data, usage } = jsonIn("openai", answer) as { data?: unknown; usage?: Record<string, unknown> };
  const [image] = (Array.isArray(data) ? data : []) as { b64_json?: unknown; url?: unknown }[];
  return { bytes: await bytesOf(image, signal), costUsd, ...tokensIn(usage) };
}

async function bytesOf(image: { b64_json?: unknown; url?: unknown } | undefined, signal: AbortSignal) {
  if (typeof image?.b64_json === "string") return Buffer.from(image.b64_json, "base64");
  if (typeof image?.url === "string") return download("openai", image.url, { base: env.OPENAI_BASE_URL, signal });
  throw new ProviderFailure("OpenAI answered without an image.");
}

function tokensIn(usage: Record<string, unknown> | undefined) {
  return { inputTokens: tokenCount(usage?.input_tokens), outputTokens: tokenCount(usage?.output_tokens) };
}
