/** Sends one request to a provider of texts through the openai SDK. Always streams, so that deadlines hold for slow answers. */
import type OpenAI from "openai";
import { env } from "~/env.server";
import { type ListedModel, PROVIDER_LABELS, type TextProvider, textProviders } from "./ai-providers";
import { reportedCost, tokenCount } from "./ai-usage";
import { abortedFailure, failureOf, ProviderFailure, parseAnswer, timeoutFailure } from "./text-ai.failures.server";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface TextQuestion {
  provider: TextProvider;
  model: string;
  replacement: string | null; // Used if the provider has removed `model`
  messages: Message[];
  endsAt: number;
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  onAttempt?: (attempt: Attempt) => Promise<void>;
}

export interface Usage {
  inputTokens: number | null; // null, as the next two, if the provider does not report it
  outputTokens: number | null;
  costUsd: number | null;
}

export interface Attempt extends Usage {
  provider: TextProvider;
  model: string;
  failure: ProviderFailure | null; // null after success
  durationMs: number;
}

const MAX_TOKENS = 12_000;
const MAX_CHARACTERS = 60_000;
/** The limit of a response in bytes; a stream adds some hundred to every few characters. */
const MAX_BYTES = 16 * 1024 * 1024;

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/** Sends the request once and returns the text. Fills `usage`. Throws only ProviderFailure. */
export async function readAnswer(question: TextQuestion, usage: Usage): Promise<string> {
  const { provider, endsAt, signal: callerSignal } = question;
  const deadline = AbortSignal.timeout(Math.max(0, endsAt - Date.now()));
  const signal = callerSignal ? AbortSignal.any([deadline, callerSignal]) : deadline;
  const answer = new Answer(question, usage);
  const throwIfAborted = () => {
    if (callerSignal?.aborted) throw abortedFailure(provider);
    if (deadline.aborted) throw timeoutFailure(provider, answer.text !== "");
  };
  try {
    const client = await clientOf(provider);
    const { data, response } = await client.chat.completions
      .create({ ...parametersOf(question), stream: true }, { signal })
      .withResponse();
    if (/^text\/event-stream\b/i.test(response.headers.get("Content-Type") ?? "")) {
      for await (const chunk of data) answer.take(chunk);
      // The SDK ends an aborted stream as if it were complete.
      throwIfAborted();
    } else answer.takeCompletion(await response.text());
    return answer.finish();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throwIfAborted();
    throw failureOf(provider, error, answer.text !== "");
  }
}

class Answer {
  text = "";
  private refusal = "";
  private finishReason: string | null = null;
  private hasChoice = false;
  private readonly providerLabel: string;

  constructor(
    private readonly question: TextQuestion,
    private readonly usage: Usage,
  ) {
    this.providerLabel = PROVIDER_LABELS[question.provider];
  }

  take(chunk: Chunk): void {
    this.count(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) return;
    this.hasChoice = true;
    this.finishReason = choice.finish_reason ?? this.finishReason;
    this.refusal += choice.delta?.refusal ?? "";
    const piece = choice.delta?.content;
    if (typeof piece !== "string" || piece === "") return;
    this.text += piece;
    if (this.text.length > MAX_CHARACTERS) {
      throw this.unusableAnswer(`wrote more than ${MAX_CHARACTERS.toLocaleString("en")} characters without finishing`);
    }
    this.question.onText?.(piece);
  }

  /** Reads an answer that is not streamed, or an error with status 200. */
  takeCompletion(body: string): void {
    const { provider } = this.question;
    const completion = parseAnswer(provider, body) as OpenAI.Chat.Completions.ChatCompletion;
    const [choice] = completion.choices ?? [];
    const choices = choice ? [{ index: 0, delta: choice.message, finish_reason: choice.finish_reason }] : [];
    this.take({ ...completion, choices } as unknown as Chunk);
  }

  finish(): string {
    const aboutThisText = { isAboutModel: false };
    if (this.refusal) throw this.unusableAnswer(`declined: ${quote(this.refusal)}`, aboutThisText);
    if (!this.hasChoice) throw this.unusableAnswer("sent an empty answer");
    if (this.finishReason === null) throw this.unusableAnswer("broke off in the middle of its answer");
    if (this.finishReason === "length")
      throw this.unusableAnswer("reached its limit of length before it was done", aboutThisText);
    if (this.finishReason === "content_filter")
      throw this.unusableAnswer("stopped because of its content filter", aboutThisText);
    const text = this.text.trim();
    if (!text) throw this.unusableAnswer("answered without any text");
    return text;
  }

  private count(reportedUsage: Chunk["usage"]): void {
    if (!reportedUsage) return;
    this.usage.inputTokens = tokenCount(reportedUsage.prompt_tokens);
    this.usage.outputTokens = tokenCount(reportedUsage.completion_tokens);
    this.usage.costUsd = reportedCost((reportedUsage as { cost?: unknown }).cost) ?? this.listPrice();
  }

  /** Returns the highest price of the tokens, so that a budget also limits providers that report no costs; null if unknown. */
  private listPrice(): number | null {
    const { inputTokens, outputTokens } = this.usage;
    const { prices, models } = textProviders[this.question.provider];
    const listedModels: readonly ListedModel[] = models;
    const isListed = listedModels.some(({ id, replacement }) => [id, replacement].includes(this.question.model));
    if (!prices || !isListed || inputTokens === null || outputTokens === null) return null;
    return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
  }

  private unusableAnswer(reason: string, traits: { isAboutModel?: boolean } = {}): ProviderFailure {
    return new ProviderFailure(`${this.providerLabel} (${this.question.model}) ${reason}. Please try again.`, traits);
  }
}

function parametersOf({ provider, model, messages }: TextQuestion) {
  const { lengthParameter, usageParameters } = textProviders[provider];
  return { model, messages, [lengthParameter]: MAX_TOKENS, ...usageParameters };
}

async function clientOf(provider: TextProvider): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const { keyVariable, urlVariable } = textProviders[provider];
  return new OpenAI({
    apiKey: env[keyVariable],
    baseURL: env[urlVariable],
    organization: null,
    project: null,
    // The SDK's retries would repeat costs, and log raw answers to the console.
    maxRetries: 0,
    logLevel: "off",
    fetch: boundedFetch,
    // Follows no redirects, because they would receive the key.
    fetchOptions: { redirect: "error" },
  });
}

async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  let bytes = 0;
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes > MAX_BYTES) controller.error(new Error("The response is too large."));
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(limiter) ?? null, { status, statusText, headers });
}

function quote(text: string): string {
  return `“${text
    .trim()
    .replace(/(?<![.\s])[.\s]+$/, "")
    .slice(0, 300)
    .toWellFormed()}”`;
}
