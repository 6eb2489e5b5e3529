/** Describes the providers of texts and images, and their models. Contains no server code, so that pages may import it. */

export interface ListedModel {
  id: string;
  label: string;
  /** The id of the model that is used when the provider no longer offers this one. */
  replacement: string;
}

interface Provider {
  label: string;
  /** The name of the environment variable with the key. */
  keyVariable: string;
  /** The name of the environment variable that overrides `defaultUrl`. */
  urlVariable: string;
  /** The provider's address, without a slash at its end. */
  defaultUrl: string;
  /** Models in the order of the forms; the first is the default. */
  models: readonly [ListedModel, ...ListedModel[]];
}

/** A provider that speaks the format of OpenAI's chat completions. */
interface ChatProvider extends Provider {
  /** The parameter that limits the length of an answer. */
  lengthParameter: "max_tokens" | "max_completion_tokens";
  /** Parameters that make the provider report tokens and costs. */
  usageParameters: Record<string, object>;
  /** The highest prices of the listed models, in US dollars for a million tokens; null if the provider reports costs. */
  prices: { input: number; output: number } | null;
}

const OPENAI = {
  label: "OpenAI",
  keyVariable: "OPENAI_API_KEY",
  urlVariable: "OPENAI_BASE_URL",
  defaultUrl: "https://api.openai.com/v1",
} as const;

/** Providers of texts. The first one with a key is the default. */
export const textProviders = {
  openrouter: {
    label: "OpenRouter",
    keyVariable: "OPENROUTER_API_KEY",
    urlVariable: "OPENROUTER_BASE_URL",
    defaultUrl: "https://openrouter.ai/api/v1",
    models: [
      { id: "anthropic/claude-sonnet-4", label: "Claude Sonnet 4", replacement: "anthropic/claude-sonnet-4.5" },
      { id: "anthropic/claude-opus-4", label: "Claude Opus 4", replacement: "anthropic/claude-opus-4.5" },
      { id: "anthropic/claude-3.7-sonnet", label: "Claude 3.7 Sonnet", replacement: "anthropic/claude-sonnet-4.5" },
      { id: "openai/gpt-4o", label: "GPT-4o", replacement: "openai/gpt-5" },
    ],
    lengthParameter: "max_tokens",
    usageParameters: { usage: { include: true } },
    prices: null,
  },
  openai: {
    ...OPENAI,
    models: [{ id: "gpt-4o", label: "GPT-4o", replacement: "gpt-5" }],
    lengthParameter: "max_completion_tokens",
    usageParameters: { stream_options: { include_usage: true } },
    prices: { input: 2.5, output: 10 },
  },
} as const satisfies Record<string, ChatProvider>;

/** Providers of images, each with its own format in a file beside this one. */
export const imageProviders = {
  openai: { ...OPENAI, models: [{ id: "dall-e-3", label: "DALL·E 3", replacement: "gpt-image-1" }] },
  replicate: {
    label: "Replicate",
    keyVariable: "REPLICATE_API_TOKEN",
    urlVariable: "REPLICATE_BASE_URL",
    defaultUrl: "https://api.replicate.com/v1",
    models: [
      { id: "flux-dev", label: "FLUX.1 dev", replacement: "flux-1.1-pro" },
      { id: "sdxl", label: "Stable Diffusion XL", replacement: "flux-dev" },
    ],
  },
  stability: {
    label: "Stability AI",
    keyVariable: "STABILITY_API_KEY",
    urlVariable: "STABILITY_BASE_URL",
    defaultUrl: "https://api.stability.ai",
    models: [
      { id: "sd3-large", label: "Stable Diffusion 3 Large", replacement: "sd3.5-large" },
      { id: "core", label: "Stable Image Core", replacement: "ultra" },
    ],
  },
} as const satisfies Record<string, Provider>;

export type TextProvider = keyof typeof textProviders;
export type ImageProvider = keyof typeof imageProviders;

export const TEXT_PROVIDERS = namesIn(textProviders);
export const IMAGE_PROVIDERS = namesIn(imageProviders);

/** All providers. A provider in both lists has one key and one label. */
const allProviders = { ...imageProviders, ...textProviders };

type AnyProvider = (typeof allProviders)[keyof typeof allProviders];

export const PROVIDERS: readonly AnyProvider[] = Object.values(allProviders);
export const PROVIDER_LABELS = valueByProvider("label");
export const KEY_VARIABLES = valueByProvider("keyVariable");

export function modelsOfText(provider: TextProvider): ChatProvider["models"] {
  return textProviders[provider].models;
}

export function modelsOfImages(provider: ImageProvider): Provider["models"] {
  return imageProviders[provider].models;
}

/** The largest image that is accepted from a provider, in bytes. */
export const MAX_GENERATED_BYTES = 10 * 1024 * 1024;

function namesIn<Name extends string>(providers: Record<Name, Provider>): readonly [Name, ...Name[]] {
  return Object.keys(providers) as [Name, ...Name[]];
}

function valueByProvider<Key extends "label" | "keyVariable">(part: Key) {
  const entries = Object.entries(allProviders).map(([name, provider]) => [name, provider[part]]);
  return Object.fromEntries(entries) as Record<TextProvider | ImageProvider, AnyProvider[Key]>;
}
