/** Reports the configured providers, the status of their models, and the cost of the month. */
import { readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { setUpAdvice } from "~/models/base/accounts/whom-to-ask.server";
import {
  IMAGE_PROVIDERS,
  type ImageProvider,
  KEY_VARIABLES,
  type ListedModel,
  modelsOfImages,
  modelsOfText,
  PROVIDER_LABELS,
  TEXT_PROVIDERS,
  type TextProvider,
} from "~/services/ai-providers";
import { budgetProblem, type MonthOfCalls, monthOfCalls } from "./calls.server";
import { actualModel, hasKey, missingKey, NOT_SET_UP } from "./model-choice.server";

export interface ModelStatus {
  id: string;
  label: string;
  asks: string; // The model that is used (see AI_MODELS)
  replacement: string | null;
  /** The result of the last request; null before the first. */
  last: { status: "ok" | "gone" | "failing"; message: string; at: string } | null;
}

export interface ProviderStatus<Provider> {
  provider: Provider;
  label: string;
  isConfigured: boolean;
  variable: string;
  missing: string; // Why no request is possible now, otherwise ""
  models: ModelStatus[];
}

export interface AiStatus {
  text: ProviderStatus<TextProvider>[];
  image: ProviderStatus<ImageProvider>[];
  month: MonthOfCalls;
}

export async function aiStatus(editor: Editor): Promise<AiStatus> {
  const aiModels = await readDb.selectFrom("aiModels").selectAll().execute();
  const [budgetMessage, advice] = [await budgetProblem(), await setUpAdvice(editor)];
  const statusOf = <Provider extends TextProvider | ImageProvider>(
    provider: Provider,
    models: readonly ListedModel[],
  ): ProviderStatus<Provider> => ({
    provider,
    label: PROVIDER_LABELS[provider],
    isConfigured: hasKey(provider),
    variable: KEY_VARIABLES[provider],
    missing: hasKey(provider) ? budgetMessage : advice ? `${NOT_SET_UP} ${advice}` : missingKey(provider),
    models: models.map((listed) => {
      const { model, replacement } = actualModel(listed);
      const row = aiModels.find((entry) => entry.provider === provider && entry.model === model);
      const lastAnswer = row ? { status: row.status, message: row.message, at: row.at } : null;
      return { id: listed.id, label: listed.label, asks: model, replacement, last: lastAnswer };
    }),
  });
  return {
    text: TEXT_PROVIDERS.map((provider) => statusOf(provider, modelsOfText(provider))),
    image: IMAGE_PROVIDERS.map((provider) => statusOf(provider, modelsOfImages(provider))),
    month: await monthOfCalls(),
  };
}
