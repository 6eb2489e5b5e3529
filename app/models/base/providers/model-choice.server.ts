/** Chooses the model: the listed one, its replacement in AI_MODELS, and the next one if that is gone. */
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
  replacement: string | null; // null when there is no other
}

/** A text provider and its model, by their ids; by default the first provider that is set up, and its first model. */
export function chooseTextModel(provider: string = firstTextProvider(), id?: string): Choice {
  const knownProvider = TEXT_PROVIDERS.find((name) => name === provider);
  if (!knownProvider) {
    const message = "Please choose an AI provider from the list.";
    throw new AppError("invalid", message, { provider: message });
  }
  const listed = id ? modelsOfText(knownProvider).find((model) => model.id === id) : modelsOfText(knownProvider)[0];
  if (!listed) {
    const message = `Please choose a model of ${PROVIDER_LABELS[knownProvider]} from the list.`;
    throw new AppError("invalid", message, { model: message });
  }
  return { provider: knownProvider, ...actualModel(listed) };
}

export function firstTextProvider(): TextProvider {
  return TEXT_PROVIDERS.find(hasKey) ?? TEXT_PROVIDERS[0];
}

/** Returns a form's choice without a model that only another provider has: the form without scripts offers all of them. */
export function withoutForeignModel(provider: TextProvider, model: string | undefined): string | undefined {
  const isOf = (name: TextProvider) => modelsOfText(name).some(({ id }) => id === model);
  return !isOf(provider) && TEXT_PROVIDERS.some(isOf) ? undefined : model;
}

/** Returns the model to use for a listed one, and its replacement if it is gone. */
export function actualModel({ id, replacement }: ListedModel): { model: string; replacement: string | null } {
  const model = overrides.get(id) ?? id;
  const nextModel = overrides.get(replacement) ?? replacement;
  return { model, replacement: nextModel === model ? null : nextModel };
}

/** Throws "unavailable" that names the variable. */
export function requireKey(provider: TextProvider | ImageProvider): void {
  if (!hasKey(provider)) throw new AppError("unavailable", missingKey(provider));
}

export function hasKey(provider: TextProvider | ImageProvider): boolean {
  return Boolean(env[KEY_VARIABLES[provider]]);
}

/** The labels of the providers that are set up. */
export function providersWithKey(): string[] {
  return PROVIDERS.filter(({ key }) => env[key]).map(({ label }) => label);
}

/** Stands in its place for editors, who can do nothing about it. */
export const NOT_SET_UP = "AI is not set up on this site.";

/** Returns the sentence for screens and calls while a key is missing. */
export function missingKey(provider: TextProvider | ImageProvider): string {
  return `${PROVIDER_LABELS[provider]} is not set up: set ${KEY_VARIABLES[provider]} in the environment and restart the site.`;
}

const overrides = new Map(
  env.AI_MODELS.split(",")
    .map((pair) => pair.split("=").map((id) => id.trim()))
    .filter((ids): ids is [string, string] => ids.length === 2 && ids.every(Boolean)),
);
