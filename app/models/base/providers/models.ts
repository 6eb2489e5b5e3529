/** The models that can be chosen, in the specified order. No server code. */

import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { ARTICLE_TYPE_LABELS } from "~/subject/article-types";

export interface ListedModel {
  id: string;
  label: string;
  replacement: string;
}

export const TEXT_MODELS: Record<TextProvider, readonly [ListedModel, ...ListedModel[]]> = {
  openrouter: [
    { id: "anthropic/claude-sonnet-4", label: "Claude Sonnet 4", replacement: "anthropic/claude-sonnet-4.5" },
    { id: "anthropic/claude-opus-4", label: "Claude Opus 4", replacement: "anthropic/claude-opus-4.5" },
    { id: "anthropic/claude-3.7-sonnet", label: "Claude 3.7 Sonnet", replacement: "anthropic/claude-sonnet-4.5" },
    { id: "openai/gpt-4o", label: "GPT-4o", replacement: "openai/gpt-5" },
  ],
  openai: [{ id: "gpt-4o", label: "GPT-4o", replacement: "gpt-5" }],
};

export const IMAGE_MODELS: Record<ImageProvider, readonly [ListedModel, ...ListedModel[]]> = {
  openai: [{ id: "dall-e-3", label: "DALL·E 3", replacement: "gpt-image-1" }],
  replicate: [
    { id: "flux-dev", label: "FLUX.1 dev", replacement: "flux-1.1-pro" },
    { id: "sdxl", label: "Stable Diffusion XL", replacement: "flux-dev" },
  ],
  stability: [
    { id: "sd3-large", label: "Stable Diffusion 3 Large", replacement: "sd3.5-large" },
    { id: "core", label: "Stable Image Core", replacement: "ultra" },
  ],
};

export const IMAGE_SIZES = [
  { group: "Square", sizes: ["1080x1080"] },
  { group: "Portrait", sizes: ["1024x1792", "1080x1920"] },
  { group: "Landscape", sizes: ["1792x1024", "1280x720"] },
  { group: "Banner", sizes: ["1200x630", "1584x396"] },
] as const;
export const DEFAULT_IMAGE_SIZE = "1280x720";

export const IMAGE_STYLES = ["cinematic", "illustrative", "pop-culture", "minimalist", "documentary"] as const;

export const ARTICLE_TYPES = [
  { id: "expertise-tip", label: ARTICLE_TYPE_LABELS.tip },
  { id: "research-insight", label: ARTICLE_TYPE_LABELS.insight },
] as const;
