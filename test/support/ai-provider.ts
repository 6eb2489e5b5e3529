/**
 * A local server with the chat completions API of OpenAI and OpenRouter, for unit and browser tests. The same question
 * always gets the same plausible answer. Tests can make it fail:
 *
 *   const ai = await startAiProvider();
 *   const site = await startSite({ env: ai.env });
 *   ai.failNext("429");                     // the next request; ("500", 2) the next two; ("500", 1, "biography") the next of a task
 *   ai.removedModels.add("openai/gpt-4o");  // until it is deleted from the set
 *   ai.answers.seoTags = () => '{"tags":["one"]}';
 *   ai.handlers["/openai/images/generations"] = (request, response) => …; // answers this path
 *   await ai.stop();
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TEXT_PROVIDERS, type TextProvider, textProviders } from "../../app/services/ai-providers";
import { AI_ANSWERS, type AiTask, nameIn, pageHtml } from "./ai-answers";
import { toWellFormed } from "./hostile-strings";

/** Failures that real providers have. */
export type AiFailure =
  /** Without `Retry-After`, with one of a second, and with one of an hour, which is longer than any deadline. */
  | "429"
  | "429 with Retry-After"
  | "429 for an hour"
  | "401"
  | "402"
  /** Repeats the API key in the message. */
  | "403"
  | "500"
  | "502 with HTML"
  | "200 with HTML"
  /** Status 200 with an error in the body, whose reason is in metadata.raw, as OpenRouter does. */
  | "200 with error"
  | "never answers"
  /** The connection ends before the answer begins. */
  | "reset"
  /** A piece of text every 20 ms, without an end. */
  | "slow stream"
  /** The first half of the text, and the rest after `release()`. */
  | "held stream"
  /** The first half of the text; then the connection breaks, the stream ends normally, or it reports an error. */
  | "cut stream"
  | "ended early"
  | "error in stream"
  /** The first half of a JSON text in a complete answer, JSON in a code fence after some prose, and JSON of another shape. */
  | "truncated JSON"
  | "fenced JSON"
  | "wrong shape"
  | "not JSON"
  | "empty choices"
  | "empty text"
  | "refusal"
  | "content filter"
  /** The provider's own limit was reached. */
  | "length"
  /** Text without an end, as fast as the connection takes it. */
  | "very long"
  | "model gone";

export interface AiRequest {
  provider: TextProvider;
  model: string;
  /** "" when the question names no task. */
  task: string;
  data: Record<string, unknown>;
  system: string;
  messages: { role: string; content: string }[];
  /** The parsed body of the request. */
  body: Record<string, unknown>;
  /** The API key of the header Authorization. */
  key: string;
}

export interface AiProvider {
  url: string;
  /** Settings of the site: keys and addresses of both providers, and permission to open pages of this server. */
  env: Record<string, string>;
  /** The API keys. Tests check that they appear nowhere else. */
  keys: string[];
  /** All requests in their order, also failed ones, except those of the task "pages". */
  requests: AiRequest[];
  /** Requests of the task "pages". They fail only when `failNext` names this task. */
  pageRequests: AiRequest[];
  /** Requests for these models fail. */
  removedModels: Set<string>;
  /** Returns the text of the answer to each task. A test may replace the standard answers. */
  answers: Record<AiTask, (data: Record<string, unknown>) => string>;
  /** Answers requests of a path, such as "/openai/images/generations". */
  handlers: Record<string, RequestListener>;
  failNext(kind: AiFailure, times?: number, task?: string): void;
  /** Continues every stream that "held stream" stopped. */
  release(): void;
  /** Resolves with the next request, of a task if one is given, that no earlier call returned. */
  nextRequest(task?: string): Promise<AiRequest>;
  /** Restores the initial state, for the next test. */
  reset(): void;
  stop(): Promise<void>;
}

const keyOf = (provider: TextProvider) => `sk-secret-of-${provider}`;
const KEYS = perProvider((provider) => [textProviders[provider].keyVariable, keyOf(provider)]);

function perProvider(pairOf: (provider: TextProvider) => [name: string, value: string]): Record<string, string> {
  return Object.fromEntries(TEXT_PROVIDERS.map(pairOf));
}

export async function startAiProvider(): Promise<AiProvider> {
  let failures: { kind: AiFailure; task: string | undefined }[] = [];
  let heldStreams: (() => void)[] = [];
  let waiters: (() => void)[] = [];
  let nextIndex = 0;

  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const handler = provider.handlers[path];
    const providerName = TEXT_PROVIDERS.find((name) => path === `/${name}/chat/completions`);
    if (handler) handler(request, response);
    else if (path.startsWith("/people/")) {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(pageHtml(decodeURIComponent(path.slice("/people/".length))));
    } else if (providerName && request.method === "POST") void answer(providerName, request, response);
    else sendProblem(response, 404, { message: `There is nothing at ${path}.`, code: "not_found" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(providerName: AiRequest["provider"], request: IncomingMessage, response: ServerResponse) {
    const aiRequest = await readRequest(providerName, request);
    const isForPages = aiRequest.task === "pages";
    (isForPages ? provider.pageRequests : provider.requests).push(aiRequest);
    for (const notify of waiters) notify();
    const index = failures.findIndex(({ task }) => (task ? task === aiRequest.task : !isForPages));
    const failure = index < 0 ? undefined : failures.splice(index, 1)[0]?.kind;
    if (aiRequest.key !== keyOf(providerName)) {
      return sendProblem(response, 401, {
        message: `Incorrect API key provided: ${aiRequest.key}`,
        code: "invalid_api_key",
      });
    }
    if (provider.removedModels.has(aiRequest.model)) return sendFailure("model gone", aiRequest, response, "");
    const makeAnswer = provider.answers[aiRequest.task as AiTask];
    const text = makeAnswer ? makeAnswer(aiRequest.data) : `An answer about ${JSON.stringify(aiRequest.data)}`;
    if (failure) await sendFailure(failure, aiRequest, response, text);
    else await sendText(aiRequest, response, text);
  }

  /** Sends the text as a stream of pieces with the finish reason and usage, or as one JSON object when no stream was requested. */
  async function sendText(
    aiRequest: AiRequest,
    response: ServerResponse,
    text: string,
    finishReason: string | null = "stop",
  ) {
    const usage = usageOf(aiRequest, text);
    if (aiRequest.body.stream !== true) {
      const message = { role: "assistant", content: text, refusal: null };
      return send(response, 200, {
        ...responseHead(aiRequest),
        choices: [{ index: 0, message, finish_reason: finishReason }],
        usage,
      });
    }
    beginStream(response);
    for (const piece of splitText(text)) response.write(chunk(aiRequest, { content: piece }));
    response.write(chunk(aiRequest, {}, finishReason));
    response.write(event({ ...responseHead(aiRequest), choices: [], usage }));
    response.end("data: [DONE]\n\n");
  }

  async function sendFailure(
    kind: AiFailure,
    aiRequest: AiRequest,
    response: ServerResponse,
    text: string,
  ): Promise<void> {
    const firstHalf = text.slice(0, Math.ceil(text.length / 2));
    const openStream = () => {
      beginStream(response);
      for (const piece of splitText(firstHalf)) response.write(chunk(aiRequest, { content: piece }));
    };
    switch (kind) {
      case "429":
      case "429 with Retry-After":
      case "429 for an hour": {
        const retryHeaders: Record<string, string> =
          kind === "429" ? {} : { "Retry-After": kind === "429 for an hour" ? "3600" : "1" };
        return sendProblem(
          response,
          429,
          { message: "Rate limit exceeded", code: "rate_limit_exceeded" },
          retryHeaders,
        );
      }
      case "401":
        return sendProblem(response, 401, {
          message: `Incorrect API key provided: ${aiRequest.key}.`,
          code: "invalid_api_key",
        });
      case "402":
        return sendProblem(response, 402, { message: "Insufficient credits", code: 402 });
      case "403":
        return sendProblem(response, 403, { message: `The key ${aiRequest.key} must not be used here`, code: 403 });
      case "500":
        return sendProblem(response, 500, { message: "The server had an error", code: "server_error" });
      case "502 with HTML":
      case "200 with HTML":
        response.writeHead(kind === "502 with HTML" ? 502 : 200, { "Content-Type": "text/html" });
        response.end("<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>");
        return;
      case "200 with error": {
        const raw = JSON.stringify({ error: { message: "The upstream model is overloaded" } });
        const error = { code: 400, message: "Provider returned error", metadata: { raw, provider_name: "Anthropic" } };
        return send(response, 200, { error });
      }
      case "never answers":
        return;
      case "reset":
        socketOf(response).destroy();
        return;
      case "slow stream": {
        openStream();
        const timer = setInterval(() => response.write(chunk(aiRequest, { content: "… " })), 20);
        response.on("close", () => clearInterval(timer));
        return;
      }
      case "held stream":
        openStream();
        await new Promise<void>((resolve) => heldStreams.push(resolve));
        for (const piece of splitText(text.slice(firstHalf.length)))
          response.write(chunk(aiRequest, { content: piece }));
        response.write(chunk(aiRequest, {}, "stop"));
        response.write(event({ ...responseHead(aiRequest), choices: [], usage: usageOf(aiRequest, text) }));
        response.end("data: [DONE]\n\n");
        return;
      case "cut stream":
        openStream();
        // The pieces must be sent before the connection breaks.
        response.write(": cut here\n\n", () => setImmediate(() => socketOf(response).destroy()));
        return;
      case "ended early":
        openStream();
        response.end();
        return;
      case "error in stream": {
        openStream();
        const error = { code: 502, message: "Provider returned error", metadata: { raw: "The worker crashed" } };
        const choices = [{ index: 0, delta: { content: "" }, finish_reason: "error" }];
        response.end(event({ ...responseHead(aiRequest), error, choices }));
        return;
      }
      case "truncated JSON":
        return sendText(aiRequest, response, firstHalf);
      case "fenced JSON":
        return sendText(
          aiRequest,
          response,
          `Here is what you asked for:\n\n\`\`\`json\n${text}\n\`\`\`\nI hope this helps!`,
        );
      case "wrong shape":
        return sendText(aiRequest, response, '{"something":"else"}');
      case "not JSON":
        return sendText(aiRequest, response, "I would rather write this as prose.");
      case "empty choices":
        if (aiRequest.body.stream !== true) return send(response, 200, { ...responseHead(aiRequest), choices: [] });
        beginStream(response);
        response.write(event({ ...responseHead(aiRequest), choices: [], usage: usageOf(aiRequest, "") }));
        response.end("data: [DONE]\n\n");
        return;
      case "empty text":
        return sendText(aiRequest, response, "");
      case "refusal":
        beginStream(response);
        response.write(chunk(aiRequest, { refusal: "I cannot write about this person." }));
        response.write(chunk(aiRequest, {}, "stop"));
        response.end("data: [DONE]\n\n");
        return;
      case "content filter":
        return sendText(aiRequest, response, firstHalf, "content_filter");
      case "length":
        return sendText(aiRequest, response, firstHalf, "length");
      case "very long": {
        beginStream(response);
        const writeMore = (): void => {
          if (response.destroyed) return;
          if (response.write(chunk(aiRequest, { content: "and so on ".repeat(1_000) }))) setImmediate(writeMore);
          else response.once("drain", writeMore);
        };
        return writeMore();
      }
      case "model gone":
        return aiRequest.provider === "openrouter"
          ? sendProblem(response, 404, { message: `No endpoints found for ${aiRequest.model}.`, code: 404 })
          : sendProblem(response, 404, {
              message: `The model \`${aiRequest.model}\` does not exist or you do not have access to it.`,
              type: "invalid_request_error",
              code: "model_not_found",
            });
    }
  }

  // This server also serves the page that it proposes.
  const standardAnswers: AiProvider["answers"] = {
    ...AI_ANSWERS,
    pages: (data) => JSON.stringify({ pages: [`${url}/people/${encodeURIComponent(toWellFormed(nameIn(data)))}`] }),
  };
  const provider: AiProvider = {
    url,
    env: {
      ...KEYS,
      ...perProvider((provider) => [textProviders[provider].urlVariable, `${url}/${provider}`]),
      FETCH_PRIVATE: new URL(url).host,
    },
    keys: Object.values(KEYS),
    requests: [],
    pageRequests: [],
    removedModels: new Set(),
    answers: { ...standardAnswers },
    handlers: {},
    failNext: (kind, times = 1, task) => {
      for (let time = 0; time < times; time++) failures.push({ kind, task });
    },
    release: () => {
      for (const resume of heldStreams) resume();
      heldStreams = [];
    },
    nextRequest: (task) =>
      new Promise((resolve) => {
        const checkRequests = () => {
          const index = provider.requests.findIndex(
            (request, position) => position >= nextIndex && (!task || request.task === task),
          );
          const request = provider.requests[index];
          if (!request) return;
          nextIndex = index + 1;
          waiters = waiters.filter((waiter) => waiter !== checkRequests);
          resolve(request);
        };
        waiters.push(checkRequests);
        checkRequests();
      }),
    reset: () => {
      failures = [];
      nextIndex = 0;
      provider.release();
      provider.requests.length = 0;
      provider.pageRequests.length = 0;
      provider.removedModels.clear();
      provider.answers = { ...standardAnswers };
      provider.handlers = {};
    },
    stop: async () => {
      provider.release();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}

async function readRequest(providerName: AiRequest["provider"], request: IncomingMessage): Promise<AiRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
  const messages = body.messages as AiRequest["messages"];
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  // The site sends the data of its question as JSON between <data> and </data>.
  const dataText = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => /<data>\s*([\s\S]*?)\s*<\/data>/.exec(content)?.[1])
    .find(Boolean);
  const { task = "", data = {} } = dataText ? JSON.parse(dataText) : {};
  const key = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  return { provider: providerName, model: String(body.model), task, data, system, messages, body, key };
}

const responseHead = ({ body, model }: AiRequest) => ({
  id: "gen-1",
  object: body.stream === true ? "chat.completion.chunk" : "chat.completion",
  created: 1_800_000_000,
  model,
});

function usageOf({ provider, messages }: AiRequest, text: string) {
  const prompt_tokens = Math.ceil(messages.map(({ content }) => content).join("").length / 4);
  const completion_tokens = Math.ceil(text.length / 4);
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  // OpenRouter reports the cost in US dollars; OpenAI does not.
  return provider === "openrouter" ? { ...usage, cost: 0.01 } : usage;
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  response.write(": OPENROUTER PROCESSING\n\n");
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

function chunk(aiRequest: AiRequest, delta: Record<string, unknown>, finish_reason: string | null = null): string {
  return event({ ...responseHead(aiRequest), choices: [{ index: 0, delta, finish_reason }] });
}

/** Splits a text into pieces of at most 24 characters. */
const splitText = (text: string): string[] => text.match(/[\s\S]{1,24}/g) ?? [];

function sendProblem(
  response: ServerResponse,
  status: number,
  error: unknown,
  headers: Record<string, string> = {},
): void {
  send(response, status, { error }, headers);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const socketOf = (response: ServerResponse) => response.req.socket;
