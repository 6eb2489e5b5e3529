/**
 * Asking a text model: the one way in for every task. What all of them share stands here: is there a key, is there budget
 * left, does this admin ask too often, which words are used, what did it cost.
 */
import type { z } from "zod";
import type { TextProvider } from "./ai.models";
import type { Admin } from "./users.server";

/** What a model can be asked to do; each has a prompt of its own in app/prompts. */
export type TextTask =
  | "contribution"
  | "biography"
  | "highlights"
  | "references"
  | "research"
  | "ideas"
  | "article"
  | "imagePrompt"
  | "seoTags";

export interface Question<Answer> {
  task: TextTask;
  /** What the prompt speaks of, by name. All of it is data to the model, never instructions. */
  data: Record<string, unknown>;
  /** What the answer must look like. Leave it out for plain text. */
  schema?: z.ZodType<Answer>;
  /** OpenRouter and its first model unless told. */
  provider?: TextProvider;
  /** A listed id; the provider's first unless told. */
  model?: string;
  /** Called with each piece of text as it arrives. */
  onText?: (piece: string) => void;
  /** Ends the call when whoever asked no longer waits. */
  signal?: AbortSignal;
  /** The job that it is a part of. */
  jobId?: string;
}

export interface Answered<Answer> {
  answer: Answer;
  provider: TextProvider;
  /** The model that really ran, which may be a replacement (D41). */
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
}

/**
 * Asks a text model, and notes what it cost. One retry where it is safe (D51).
 *
 * @throws AppError "unavailable" when no key is set (names the variable), "payment" when the month's budget is spent,
 *   "limited" when this admin asks too often, "upstream" when the provider failed or answered what cannot be used
 *   (names the provider and the reason), "invalid" for an unknown provider or model.
 */
export async function askText<Answer = string>(_admin: Admin, _question: Question<Answer>): Promise<Answered<Answer>> {
  throw new Error("to be written");
}
