import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { line } from "~/models/base/parts/setting.server";
import type { SetupStep } from "~/models/base/parts/setup-step";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { KEY_VARIABLES, TEXT_PROVIDERS } from "~/services/ai-providers";
import { PROMPTS, type TextTask } from "~/subject/prompts.server";
import { hasKey } from "./model-choice.server";
import { promptSetting } from "./prompt.server";

export const providersPart = {
  tables: {
    aiCalls: {
      account: { userId: { deletion: "unlinked" } },
      texts: { message: "blanked" },
      silent: ["task", "provider", "model", "ranModel", "status", "jobId"],
      handedOut: {
        exported: "not: the past of this site",
        dataset: NOT_PUBLIC,
        mine: "not: a log of the site's requests to providers, for their costs",
      },
    },
    aiModels: {
      key: ["provider", "model"],
      texts: { message: "stays: the message of a provider about a model" },
      silent: ["provider", "model", "status"],
      handedOut: "not: the state of this site's processes",
    },
  },
  privacy: (facts: SiteFacts) => ({
    AI: `${facts.aiProviders.length > 0 ? `When an editor asks for it, the name and public facts of a listed person, texts about them and public web pages are sent to the provider of an AI model (${facts.aiProviders.join(", ")}); so is each new sentence with the quote it rests on. Data about accounts, people who send suggestions, and readers are not.` : "No AI provider is set up on this site at present."}`,
  }),
  setup: () => [aiStep()],
  settings: [
    ...Object.entries(PROMPTS).map(([task, { label, description, text }]) => ({
      name: promptSetting(task as TextTask),
      label: `Prompt: ${label}`,
      lines: 12,
      purpose: description,
      standard: text,
      schema: line(8_000),
    })),
  ],
} satisfies Part;

function aiStep(): SetupStep {
  return {
    title: "Add a key for AI texts",
    text: "Profiles and articles cannot be generated. One of the keys is enough.",
    variables: TEXT_PROVIDERS.map((provider) => KEY_VARIABLES[provider]),
    isDone: TEXT_PROVIDERS.some(hasKey),
  };
}
