/** Asking a text model whether a quote says what a sentence says. It decides nothing. */
import { z } from "zod";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { askText, type Question } from "~/models/base/providers/ask-text.server";
import { firstTextProvider, hasKey } from "~/models/base/providers/model-choice.server";
import { OPINIONS, type Opinion } from "~/models/records/evidence/opinion";
import { nextUnasked, type Pair, storeOpinion } from "~/models/records/evidence/opinions.server";

const Answer = z.object({
  says: z.enum(OPINIONS),
  words: z
    .array(z.string())
    .default([])
    .describe("Words of the sentence that the quote does not say, as they stand there."),
});

const MOST_WORDS = 20;
const LONGEST_WORDS = 200;

/** Asks a model for an editor, or for the site itself (null). Returns the opinion with its cost, null if the provider does not tell it. Throws as `askText` does. */
export async function secondOpinion(
  editor: Editor | null,
  { sentence, quote }: Pick<Pair, "sentence" | "quote">,
  asking: Pick<Question<unknown>, "provider" | "model" | "signal"> = {},
): Promise<Opinion & { costUsd: number | null }> {
  const question = { task: "opinion", data: { sentence, quote }, schema: Answer, ...asking } as const;
  const { answer, provider, model, costUsd } = await askText(editor, question);
  const { says } = answer;
  // A quote lacks only what is part of the sentence.
  const words =
    says === "yes" ? [] : [...new Set(answer.words.map((word) => word.trim()))].filter((text) => isIn(text, sentence));
  return { says, words: words.slice(0, MOST_WORDS), provider, model, at: new Date().toISOString(), costUsd };
}

function isIn(words: string, sentence: string): boolean {
  return words !== "" && words.length <= LONGEST_WORDS && sentence.toLowerCase().includes(words.toLowerCase());
}

const EVERY_MS = 5_000;
/** After the provider failed, or with the month's budget spent. */
const AFTER_FAILURE_MS = 15 * 60_000;
/** Failures one after the other, after which the provider is at fault and not the pair. */
const MOST_FAILURES = 3;

/** Asks about each new pair once, as long as there are a provider and a budget. */
export function startOpinions(): Loop {
  return startLoop({ name: "opinions", everyMs: EVERY_MS, afterFailureMs: AFTER_FAILURE_MS }, (signal) =>
    askAboutNewPairs(signal),
  );
}

/** Gives the number of opinions. Throws what a provider said that fails. */
export async function askAboutNewPairs(signal?: AbortSignal): Promise<number> {
  const provider = firstTextProvider();
  if (!hasKey(provider)) return 0;
  let asked = 0;
  let failed: Pair[] = [];
  let failure: unknown;
  for (let pair = await nextUnasked(""); pair && !signal?.aborted; pair = await nextUnasked(pair.id)) {
    try {
      const { costUsd: _, ...opinion } = await secondOpinion(null, pair, { provider, signal });
      await storeOpinion(pair, opinion);
      asked++;
      // The provider answers, so it was for these pairs that it did not.
      for (const pair of failed) await storeOpinion(pair, null);
      failed = [];
    } catch (error) {
      if (signal?.aborted) break;
      if (!(error instanceof AppError) || error.problem !== "upstream") throw error;
      failure = error;
      failed.push(pair);
      if (failed.length === MOST_FAILURES) break;
    }
  }
  if (asked > 0) log.info({ asked }, "a model was asked about new sentences and their quotes");
  if (failed.length > 0) throw failure;
  return asked;
}
