/**
 * Sends one request to a provider of texts, through the openai SDK: always as a stream, so that a slow one meets its
 * deadline.
 */
import type OpenAI from "openai";
import { env } from "~/env.server";
import { PROVIDER_LABELS, type TextProvider, textProviders } from "./ai-providers";
import { failureOf, ProviderFailure, stopped, tooSlow, wholeAnswerIn } from "./text-ai.failures.server";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface TextQuestion {
  provider: TextProvider;
  model: string;
  replacement: string | null; // Used if the provider says that `model` is gone; null for none
  messages: Message[];
  endsAt: number;
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  onAttempt?: (attempt: Attempt) => Promise<void>;
}

export interface Usage {
  inputTokens: number | null; // null where the provider does not tell; so below
  outputTokens: number | null;
  costUsd: number | null;
}

export interface Attempt extends Usage {
  provider: TextProvider;
  model: string;
  failure: ProviderFailure | null; // null when it was answered
  durationMs: number;
}

const MAX_TOKENS = 12_000;
const MAX_TEXT = 60_000;
/** Most bytes of a whole response: a stream wraps every few characters into some hundred. */
const MAX_BYTES = 16 * 1024 * 1024;

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/** Asks once and collects the text. Throws ProviderFailure, and nothing else. */
export async function readAnswer(question: TextQuestion, usage: Usage): Promise<string> {
  const { provider, endsAt, signal: callers } = question;
  const deadline = AbortSignal.timeout(Math.max(0, endsAt - Date.now()));
  const signal = callers ? AbortSignal.any([deadline, callers]) : deadline;
  const answer = new Answer(question, usage);
  const stopIfOver = () => {
    if (callers?.aborted) throw stopped(provider);
    if (deadline.aborted) throw tooSlow(provider, answer.text !== "");
  };
  try {
    const client = await clientOf(provider);
    const { data, response } = await client.chat.completions
      .create({ ...parametersOf(question), stream: true }, { signal })
      .withResponse();
    if (/^text\/event-stream\b/i.test(response.headers.get("Content-Type") ?? "")) {
      for await (const chunk of data) answer.take(chunk);
      // The SDK ends a stream that was aborted as if it were complete.
      stopIfOver();
    } else answer.takeWhole(await response.text());
    return answer.finish();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    stopIfOver();
    throw failureOf(provider, error, answer.text !== "");
  }
}

class Answer {
  text = "";
  private refusal = "";
  private ending: string | null = null;
  private hasChoice = false;
  private readonly who: string;

  constructor(
    private readonly question: TextQuestion,
    private readonly usage: Usage,
  ) {
    this.who = PROVIDER_LABELS[question.provider];
  }

  take(chunk: Chunk): void {
    this.count(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) return;
    this.hasChoice = true;
    this.ending = choice.finish_reason ?? this.ending;
    this.refusal += choice.delta?.refusal ?? "";
    const piece = choice.delta?.content;
    if (typeof piece !== "string" || piece === "") return;
    this.text += piece;
    if (this.text.length > MAX_TEXT) {
      throw this.unusable(`wrote more than ${MAX_TEXT.toLocaleString("en")} characters without coming to an end`);
    }
    this.question.onText?.(piece);
  }

  /** Reads an answer without a stream, or an error with the status 200. */
  takeWhole(body: string): void {
    const { provider } = this.question;
    const whole = wholeAnswerIn(provider, body) as OpenAI.Chat.Completions.ChatCompletion;
    const [choice] = whole.choices ?? [];
    const choices = choice ? [{ index: 0, delta: choice.message, finish_reason: choice.finish_reason }] : [];
    this.take({ ...whole, choices } as unknown as Chunk);
  }

  finish(): string {
    const ofThisText = { isAboutModel: false };
    if (this.refusal) throw this.unusable(`declined: ${quoted(this.refusal)}`, ofThisText);
    if (!this.hasChoice) throw this.unusable("sent an empty answer");
    if (this.ending === null) throw this.unusable("broke off in the middle of its answer");
    if (this.ending === "length") throw this.unusable("reached its limit of length before it was done", ofThisText);
    if (this.ending === "content_filter") throw this.unusable("stopped because of its content filter", ofThisText);
    const text = this.text.trim();
    if (!text) throw this.unusable("answered without any text");
    return text;
  }

  private count(reported: Chunk["usage"]): void {
    if (!reported) return;
    this.usage.inputTokens = countIn(reported.prompt_tokens);
    this.usage.outputTokens = countIn(reported.completion_tokens);
    this.usage.costUsd = amountIn((reported as { cost?: unknown }).cost);
  }

  private unusable(reason: string, traits: { isAboutModel?: boolean } = {}): ProviderFailure {
    return new ProviderFailure(`${this.who} (${this.question.model}) ${reason}. Please try again.`, traits);
  }
}

function parametersOf({ provider, model, messages }: TextQuestion) {
  const { limit, reporting } = textProviders[provider];
  return { model, messages, [limit]: MAX_TOKENS, ...reporting };
}

async function clientOf(provider: TextProvider): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const { key, baseUrl } = textProviders[provider];
  return new OpenAI({
    apiKey: env[key],
    baseURL: env[baseUrl],
    organization: null,
    project: null,
    // Switches repeats off: they would repeat costs, and write unreadable answers to the console.
    maxRetries: 0,
    logLevel: "off",
    fetch: boundedFetch,
    // A key goes where it belongs and nowhere else.
    fetchOptions: { redirect: "error" },
  });
}

async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes > MAX_BYTES) controller.error(new Error("The response is too large."));
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(bound) ?? null, { status, statusText, headers });
}

function countIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

function amountIn(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

function quoted(text: string): string {
  return `“${text
    .trim()
    .replace(/(?<![.\s])[.\s]+$/, "")
    .slice(0, 300)}”`;
}
