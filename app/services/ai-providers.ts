/** The providers of texts and images. No server code. */

export const TEXT_PROVIDERS = ["openrouter", "openai"] as const;
export type TextProvider = (typeof TEXT_PROVIDERS)[number];

export const IMAGE_PROVIDERS = ["openai", "replicate", "stability"] as const;
export type ImageProvider = (typeof IMAGE_PROVIDERS)[number];

export const PROVIDER_LABELS: Record<TextProvider | ImageProvider, string> = {
  openrouter: "OpenRouter",
  openai: "OpenAI",
  replicate: "Replicate",
  stability: "Stability AI",
};

export const KEY_VARIABLES = {
  openrouter: "OPENROUTER_API_KEY",
  openai: "OPENAI_API_KEY",
  replicate: "REPLICATE_API_TOKEN",
  stability: "STABILITY_API_KEY",
} as const;

/** The largest image that is accepted from a provider, in bytes. */
export const MAX_GENERATED_BYTES = 10 * 1024 * 1024;
