/** Chooses a model: the listed model or its substitute in AI_MODELS, and the replacement if the model was removed. */
import { env } from "~/env.server";
import { AppError } from "~/errors";
import {
  type ImageProvider,
  KEY_VARIABLES,
  type ListedModel,
  modelsOfText,
  PROVIDER_LABELS,
  PROVIDERS,
  TEXT_PROVIDERS,
  type TextProvider,
} from "~/services/ai-providers";

export interface Choice {
  provider: TextProvider;
  model: string;
  replacement: string | null; // null if there is none
}

/**
 * Returns a text provider and its model by their ids; by default the first configured provider and its first model.
 */
export function chooseTextModel(provider: string = firstTextProvider(), id?: string): Choice {
  const listedProvider = TEXT_PROVIDERS.find((name) => name === provider);
  if (!listedProvider) {
    const message = "Please choose an AI provider from the list.";
    throw new AppError("invalid", message, { provider: message });
  }
  const listedModel = id
    ? modelsOfText(listedProvider).find((model) => model.id === id)
    : modelsOfText(listedProvider)[0];
  if (!listedModel) {
    const message = `Please choose a model of ${PROVIDER_LABELS[listedProvider]} from the list.`;
    throw new AppError("invalid", message, { model: message });
  }
  return { provider: listedProvider, ...actualModel(listedModel) };
}

export function firstTextProvider(): TextProvider {
  return TEXT_PROVIDERS.find(hasKey) ?? TEXT_PROVIDERS[0];
}

/** Returns a form's model unless only another provider has it, because the form without scripts offers all models. */
export function modelOfProvider(provider: TextProvider, model: string | undefined): string | undefined {
  const hasModel = (name: TextProvider) => modelsOfText(name).some(({ id }) => id === model);
  return !hasModel(provider) && TEXT_PROVIDERS.some(hasModel) ? undefined : model;
}

/** Returns the model to use for a listed one, and its replacement if it was removed. */
export function actualModel({ id, replacement }: ListedModel): { model: string; replacement: string | null } {
  const model = overrides.get(id) ?? id;
  const nextModel = overrides.get(replacement) ?? replacement;
  return { model, replacement: nextModel === model ? null : nextModel };
}

/** Throws "unavailable" with the name of the variable if the provider has no key. */
export function requireKey(provider: TextProvider | ImageProvider): void {
  if (!hasKey(provider)) throw new AppError("unavailable", missingKey(provider));
}

export function hasKey(provider: TextProvider | ImageProvider): boolean {
  return Boolean(env[KEY_VARIABLES[provider]]);
}

/** Returns the labels of the configured providers. */
export function providersWithKey(): string[] {
  return PROVIDERS.filter(({ keyVariable }) => env[keyVariable]).map(({ label }) => label);
}

/** The sentence for editors, who cannot set a key. */
export const NOT_SET_UP = "AI is not set up on this site.";

/** Returns the sentence that names the missing key. */
export function missingKey(provider: TextProvider | ImageProvider): string {
  return `${PROVIDER_LABELS[provider]} is not set up: set ${KEY_VARIABLES[provider]} in the environment and restart the site.`;
}

const overrides = new Map(
  env.AI_MODELS.split(",")
    .map((pair) => pair.split("=").map((id) => id.trim()))
    .filter((ids): ids is [string, string] => ids.length === 2 && ids.every(Boolean)),
);
