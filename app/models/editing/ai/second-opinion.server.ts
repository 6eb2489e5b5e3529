/** Asks a text model whether a quote supports a sentence. The answer is shown to editors and decides nothing. */
import { z } from "zod";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { askText, type Question } from "~/models/base/providers/ask-text.server";
import { firstTextProvider, hasKey } from "~/models/base/providers/model-choice.server";
import { OPINIONS, type Opinion } from "~/models/records/evidence/opinion";
import { nextWaitingPair, type Pair, storeOpinion } from "~/models/records/evidence/opinions.server";
import { ProviderFailure } from "~/services/text-ai.failures.server";

const Answer = z.object({
  says: z.enum(OPINIONS),
  words: z
    .array(z.string())
    .default([])
    .describe("Words of the sentence that the quote does not say, as they stand there."),
});

const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 200;

/** Asks a model for an editor, or for the site itself (null). Returns the opinion with its cost, null if the provider does not tell it. Throws as `askText` does. */
export async function secondOpinion(
  editor: Editor | null,
  { sentence, quote }: Pick<Pair, "sentence" | "quote">,
  options: Pick<Question<unknown>, "provider" | "model" | "signal"> = {},
): Promise<Opinion & { costUsd: number | null }> {
  const question = { task: "opinion", data: { sentence, quote }, schema: Answer, ...options } as const;
  const { answer, provider, model, costUsd } = await askText(editor, question);
  const { says } = answer;
  // Drops words that do not occur in the sentence: the quote cannot lack them.
  const words =
    says === "yes"
      ? []
      : [...new Set(answer.words.map((word) => word.trim()))].filter((text) => occursIn(text, sentence));
  return { says, words: words.slice(0, MAX_WORDS), provider, model, at: new Date().toISOString(), costUsd };
}

function occursIn(words: string, sentence: string): boolean {
  return words !== "" && words.length <= MAX_WORD_LENGTH && sentence.toLowerCase().includes(words.toLowerCase());
}

const ASK_EVERY_MS = 5_000;
/** Waits longer after the provider failed or the month's budget was spent. */
const AFTER_FAILURE_MS = 15 * 60_000;
/** The number of consecutive failures after which the provider counts as failing, rather than the pairs. */
const MAX_FAILURES = 3;
/** The number of failures of one pair after which it is given up, even if no other pair shows that the provider works. */
const MAX_TRIES = 8;

/** The number of failures of each waiting pair since this process began. */
const failuresByPair = new Map<string, number>();

/** Counts a failure of a pair, and gives the pair up after too many. */
async function countFailure(pair: Pair): Promise<void> {
  const failures = (failuresByPair.get(JSON.stringify(pair)) ?? 0) + 1;
  failuresByPair.set(JSON.stringify(pair), failures);
  if (failures >= MAX_TRIES) await storeOpinion(pair, null);
}

/** Asks about each new pair once, as long as there are a provider and a budget. */
export function startOpinions(): Loop {
  return startLoop({ name: "opinions", everyMs: ASK_EVERY_MS, afterFailureMs: AFTER_FAILURE_MS }, (signal) =>
    askAboutNewPairs(signal),
  );
}

/** Returns the number of opinions stored. Throws the provider's error if it keeps failing. */
export async function askAboutNewPairs(signal?: AbortSignal): Promise<number> {
  const provider = firstTextProvider();
  if (!hasKey(provider)) return 0;
  let opinionCount = 0;
  let failures: { pair: Pair; error: AppError }[] = [];
  for (let pair = await nextWaitingPair(""); pair && !signal?.aborted; pair = await nextWaitingPair(pair.id)) {
    try {
      const { costUsd: _, ...opinion } = await secondOpinion(null, pair, { provider, signal });
      await storeOpinion(pair, opinion);
      opinionCount++;
      // Gives up the pairs that failed before: the provider works, so the pairs themselves caused the failures. A provider that
      // was only busy or down for a moment is asked again.
      for (const failure of failures)
        await (isTemporary(failure.error) ? countFailure(failure.pair) : storeOpinion(failure.pair, null));
      failures = [];
    } catch (error) {
      if (signal?.aborted) break;
      if (!(error instanceof AppError) || error.problem !== "upstream") throw error;
      failures.push({ pair, error });
      // Failures that count against the model, such as an outage or a wrong key, do not count against the pair.
      if (!(error instanceof ProviderFailure && error.isAboutModel)) await countFailure(pair);
      if (failures.length === MAX_FAILURES) break;
    }
  }
  if (opinionCount > 0) log.info({ asked: opinionCount }, "a model was asked about new sentences and their quotes");
  const lastFailure = failures.at(-1);
  if (lastFailure) throw lastFailure.error;
  return opinionCount;
}

function isTemporary(error: AppError): boolean {
  return error instanceof ProviderFailure && error.isSafeToRepeat;
}
