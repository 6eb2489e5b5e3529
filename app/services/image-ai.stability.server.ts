/** Makes images with Stability AI: one request with a form, whose answer is the image. */
import { env } from "~/env.server";
import { MAX_GENERATED_BYTES } from "./ai-providers";
import { promptRefused } from "./image-ai.failures.server";
import {
  aspectRatio,
  type ImageOrder,
  jsonIn,
  nearestShape,
  type ProviderImage,
  requestProvider,
} from "./image-ai.server";
import { ProviderFailure } from "./text-ai.failures.server";

const [firstAspect = aspectRatio("1:1"), ...otherAspects] = [
  "1:1",
  "16:9",
  "9:16",
  "21:9",
  "9:21",
  "3:2",
  "2:3",
  "5:4",
  "4:5",
].map(aspectRatio);

const PRICES: Record<string, number> = {
  core: 0.03,
  ultra: 0.08,
  "sd3-large": 0.065,
  "sd3.5-large": 0.065,
  "sd3.5-large-turbo": 0.04,
  "sd3.5-medium": 0.035,
};

/** Returns the image and its cost. Throws ProviderFailure. */
export async function makeWithStability({ model, prompt, size, signal }: ImageOrder): Promise<ProviderImage> {
  const form = new FormData();
  form.set("prompt", prompt);
  form.set("aspect_ratio", nearestShape([firstAspect, ...otherAspects], size).name);
  form.set("output_format", "png");
  const hasSharedPath = model.startsWith("sd3");
  if (hasSharedPath) form.set("model", model);
  const path = `/v2beta/stable-image/generate/${hasSharedPath ? "sd3" : encodeURIComponent(model)}`;
  const answer = await requestProvider("stability", env.STABILITY_BASE_URL + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.STABILITY_API_KEY}`, Accept: "image/*" },
    body: form,
    signal,
    maxBytes: Math.ceil(MAX_GENERATED_BYTES * 1.4),
  });
  if (/filtered/i.test(answer.headers.get("finish-reason") ?? ""))
    throw promptRefused("stability", "its content filter removed the image.");
  const costUsd = PRICES[model] ?? null;
  return { bytes: imageIn(answer), costUsd, inputTokens: null, outputTokens: null };
}

function imageIn(answer: Awaited<ReturnType<typeof requestProvider>>): Uint8Array {
  if (/^image\//i.test(answer.headers.get("Content-Type") ?? "")) return answer.bytes;
  const { image } = jsonIn("stability", answer);
  if (typeof image === "string") return Buffer.from(image, "base64");
  throw new ProviderFailure("Stability AI answered without an image.");
}
