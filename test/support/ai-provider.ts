/**
 * A server on this machine that speaks as the providers of texts do about chat completions, for vitest and for journeys in
 * a browser alike. It answers each task sensibly, always the same from the same question, and fails on demand:
 *
 *   const ai = await startAiProvider();
 *   const site = await startSite({ env: ai.env });
 *   ai.failNext("429");                     // the next request; ("500", 2) the next two; ("500", 1, "biography") of a task
 *   ai.gone.add("openai/gpt-4o");           // as long as it is there
 *   ai.answers.seoTags = () => '{"tags":["one"]}';
 *   ai.instead["/openai/images/generations"] = (request, response) => …; // what else answers under its address
 *   await ai.stop();
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TEXT_PROVIDERS, type TextProvider, textProviders } from "../../app/services/ai-providers";
import { AI_ANSWERS, type AiTask, nameIn, pageAbout } from "./ai-answers";
import { wellFormed } from "./hostile-strings";

/** Failures on demand, as real providers have them. */
export type AiFailure =
  /** Without and with `Retry-After: 1`, and with one that no deadline allows (an hour). */
  | "429"
  | "429 with Retry-After"
  | "429 for an hour"
  | "401"
  | "402"
  /** Tells the key that it was sent. */
  | "403"
  | "500"
  | "502 with HTML"
  | "200 with HTML"
  /** OpenRouter's way: the status says that all is well, the body does not, and the reason is in metadata.raw. */
  | "200 with error"
  | "never answers"
  /** The connection ends before anything was answered. */
  | "reset"
  /** A piece now and then, without an end. */
  | "slow stream"
  /** Some of the text, and nothing more until `release()`; then the rest. */
  | "held stream"
  /** Some of the text; then the connection breaks, or the stream ends as if all were there, or it tells an error. */
  | "cut stream"
  | "ended early"
  | "error in stream"
  /** Part of a JSON text with a proper end, the whole in a code fence after some prose, and one of another shape. */
  | "truncated JSON"
  | "fenced JSON"
  | "wrong shape"
  | "not JSON"
  | "empty choices"
  | "empty text"
  | "refusal"
  | "content filter"
  /** The provider's own bound was reached. */
  | "length"
  /** Text without an end, as fast as it goes. */
  | "very long"
  | "model gone";

export interface AiRequest {
  provider: TextProvider;
  model: string;
  /** "" when the question does not name one. */
  task: string;
  data: Record<string, unknown>;
  system: string;
  messages: { role: string; content: string }[];
  /** As it was sent. */
  body: Record<string, unknown>;
  /** Of the header Authorization. */
  key: string;
}

export interface AiProvider {
  url: string;
  /** Keys and addresses of both providers, and that the site may open the pages here. */
  env: Record<string, string>;
  /** The keys, which must be seen nowhere else. */
  keys: string[];
  /** Questions in their order, failed ones too; those for pages to read apart, which no failure meets unless named. */
  requests: AiRequest[];
  pageRequests: AiRequest[];
  /** Models that are no longer there. */
  gone: Set<string>;
  /** What a task is answered; the standard answers unless replaced. JSON is text here. */
  answers: Record<AiTask, (data: Record<string, unknown>) => string>;
  /** What answers at a path instead, such as "/openai/images/generations". */
  instead: Record<string, RequestListener>;
  failNext(kind: AiFailure, times?: number, task?: string): void;
  /** Lets every held stream go on. */
  release(): void;
  /** The next question of a task, or of any: now if there was one since the last look, else as soon as it is there. */
  asked(task?: string): Promise<AiRequest>;
  /** Everything as at the beginning, for the next test. */
  reset(): void;
  stop(): Promise<void>;
}

const keyOf = (provider: TextProvider) => `sk-secret-of-${provider}`;
const KEYS = settings((provider) => [textProviders[provider].key, keyOf(provider)]);

function settings(of: (provider: TextProvider) => [name: string, value: string]): Record<string, string> {
  return Object.fromEntries(TEXT_PROVIDERS.map(of));
}

export async function startAiProvider(): Promise<AiProvider> {
  let failures: { kind: AiFailure; task: string | undefined }[] = [];
  let held: (() => void)[] = [];
  let waiting: (() => void)[] = [];
  let looked = 0;

  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const other = provider.instead[path];
    const spoken = TEXT_PROVIDERS.find((name) => path === `/${name}/chat/completions`);
    if (other) other(request, response);
    else if (path.startsWith("/people/")) {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(pageAbout(decodeURIComponent(path.slice("/people/".length))));
    } else if (spoken && request.method === "POST") void answer(spoken, request, response);
    else problem(response, 404, { message: `There is nothing at ${path}.`, code: "not_found" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(spoken: AiRequest["provider"], request: IncomingMessage, response: ServerResponse) {
    const asked = await read(spoken, request);
    const isForPages = asked.task === "pages";
    (isForPages ? provider.pageRequests : provider.requests).push(asked);
    for (const look of waiting) look();
    const index = failures.findIndex(({ task }) => (task ? task === asked.task : !isForPages));
    const failure = index < 0 ? undefined : failures.splice(index, 1)[0]?.kind;
    if (asked.key !== keyOf(spoken)) {
      return problem(response, 401, { message: `Incorrect API key provided: ${asked.key}`, code: "invalid_api_key" });
    }
    if (provider.gone.has(asked.model)) return fail("model gone", asked, response, "");
    const make = provider.answers[asked.task as AiTask];
    const text = make ? make(asked.data) : `An answer about ${JSON.stringify(asked.data)}`;
    if (failure) await fail(failure, asked, response, text);
    else await say(asked, response, text);
  }

  /** Text in pieces, then why it ended, what it cost, and the end; at once as one JSON where no stream was asked for. */
  async function say(asked: AiRequest, response: ServerResponse, text: string, finish: string | null = "stop") {
    const usage = usageOf(asked, text);
    if (asked.body.stream !== true) {
      const message = { role: "assistant", content: text, refusal: null };
      return send(response, 200, { ...head(asked), choices: [{ index: 0, message, finish_reason: finish }], usage });
    }
    begin(response);
    for (const piece of pieces(text)) response.write(chunk(asked, { content: piece }));
    response.write(chunk(asked, {}, finish));
    response.write(event({ ...head(asked), choices: [], usage }));
    response.end("data: [DONE]\n\n");
  }

  async function fail(kind: AiFailure, asked: AiRequest, response: ServerResponse, text: string): Promise<void> {
    const half = text.slice(0, Math.ceil(text.length / 2));
    const openStream = () => {
      begin(response);
      for (const piece of pieces(half)) response.write(chunk(asked, { content: piece }));
    };
    switch (kind) {
      case "429":
      case "429 with Retry-After":
      case "429 for an hour": {
        const after: Record<string, string> =
          kind === "429" ? {} : { "Retry-After": kind === "429 for an hour" ? "3600" : "1" };
        return problem(response, 429, { message: "Rate limit exceeded", code: "rate_limit_exceeded" }, after);
      }
      case "401":
        return problem(response, 401, {
          message: `Incorrect API key provided: ${asked.key}.`,
          code: "invalid_api_key",
        });
      case "402":
        return problem(response, 402, { message: "Insufficient credits", code: 402 });
      case "403":
        return problem(response, 403, { message: `The key ${asked.key} must not be used here`, code: 403 });
      case "500":
        return problem(response, 500, { message: "The server had an error", code: "server_error" });
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
        request(response).destroy();
        return;
      case "slow stream": {
        openStream();
        const timer = setInterval(() => response.write(chunk(asked, { content: "… " })), 20);
        response.on("close", () => clearInterval(timer));
        return;
      }
      case "held stream":
        openStream();
        await new Promise<void>((resolve) => held.push(resolve));
        for (const piece of pieces(text.slice(half.length))) response.write(chunk(asked, { content: piece }));
        response.write(chunk(asked, {}, "stop"));
        response.write(event({ ...head(asked), choices: [], usage: usageOf(asked, text) }));
        response.end("data: [DONE]\n\n");
        return;
      case "cut stream":
        openStream();
        // What was written has to leave before the connection breaks.
        response.write(": cut here\n\n", () => setImmediate(() => request(response).destroy()));
        return;
      case "ended early":
        openStream();
        response.end();
        return;
      case "error in stream": {
        openStream();
        const error = { code: 502, message: "Provider returned error", metadata: { raw: "The worker crashed" } };
        const choices = [{ index: 0, delta: { content: "" }, finish_reason: "error" }];
        response.end(event({ ...head(asked), error, choices }));
        return;
      }
      case "truncated JSON":
        return say(asked, response, half);
      case "fenced JSON":
        return say(asked, response, `Here is what you asked for:\n\n\`\`\`json\n${text}\n\`\`\`\nI hope this helps!`);
      case "wrong shape":
        return say(asked, response, '{"something":"else"}');
      case "not JSON":
        return say(asked, response, "I would rather write this as prose.");
      case "empty choices":
        if (asked.body.stream !== true) return send(response, 200, { ...head(asked), choices: [] });
        begin(response);
        response.write(event({ ...head(asked), choices: [], usage: usageOf(asked, "") }));
        response.end("data: [DONE]\n\n");
        return;
      case "empty text":
        return say(asked, response, "");
      case "refusal":
        begin(response);
        response.write(chunk(asked, { refusal: "I cannot write about this person." }));
        response.write(chunk(asked, {}, "stop"));
        response.end("data: [DONE]\n\n");
        return;
      case "content filter":
        return say(asked, response, half, "content_filter");
      case "length":
        return say(asked, response, half, "length");
      case "very long": {
        begin(response);
        const more = (): void => {
          if (response.destroyed) return;
          if (response.write(chunk(asked, { content: "and so on ".repeat(1_000) }))) setImmediate(more);
          else response.once("drain", more);
        };
        return more();
      }
      case "model gone":
        return asked.provider === "openrouter"
          ? problem(response, 404, { message: `No endpoints found for ${asked.model}.`, code: 404 })
          : problem(response, 404, {
              message: `The model \`${asked.model}\` does not exist or you do not have access to it.`,
              type: "invalid_request_error",
              code: "model_not_found",
            });
    }
  }

  // The page that is proposed is served here.
  const standard: AiProvider["answers"] = {
    ...AI_ANSWERS,
    pages: (data) => JSON.stringify({ pages: [`${url}/people/${encodeURIComponent(wellFormed(nameIn(data)))}`] }),
  };
  const provider: AiProvider = {
    url,
    env: {
      ...KEYS,
      ...settings((provider) => [textProviders[provider].baseUrl, `${url}/${provider}`]),
      FETCH_PRIVATE: new URL(url).host,
    },
    keys: Object.values(KEYS),
    requests: [],
    pageRequests: [],
    gone: new Set(),
    answers: { ...standard },
    instead: {},
    failNext: (kind, times = 1, task) => {
      for (let time = 0; time < times; time++) failures.push({ kind, task });
    },
    release: () => {
      for (const go of held) go();
      held = [];
    },
    asked: (task) =>
      new Promise((resolve) => {
        const look = () => {
          const index = provider.requests.findIndex((request, at) => at >= looked && (!task || request.task === task));
          const request = provider.requests[index];
          if (!request) return;
          looked = index + 1;
          waiting = waiting.filter((other) => other !== look);
          resolve(request);
        };
        waiting.push(look);
        look();
      }),
    reset: () => {
      failures = [];
      looked = 0;
      provider.release();
      provider.requests.length = 0;
      provider.pageRequests.length = 0;
      provider.gone.clear();
      provider.answers = { ...standard };
      provider.instead = {};
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

async function read(spoken: AiRequest["provider"], request: IncomingMessage): Promise<AiRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
  const messages = body.messages as AiRequest["messages"];
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  // The site sends what it asks about as JSON between <data> and </data>.
  const sent = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => /<data>\s*([\s\S]*?)\s*<\/data>/.exec(content)?.[1])
    .find(Boolean);
  const { task = "", data = {} } = sent ? JSON.parse(sent) : {};
  const key = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  return { provider: spoken, model: String(body.model), task, data, system, messages, body, key };
}

const head = ({ body, model }: AiRequest) => ({
  id: "gen-1",
  object: body.stream === true ? "chat.completion.chunk" : "chat.completion",
  created: 1_800_000_000,
  model,
});

function usageOf({ provider, messages }: AiRequest, text: string) {
  const prompt_tokens = Math.ceil(messages.map(({ content }) => content).join("").length / 4);
  const completion_tokens = Math.ceil(text.length / 4);
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  // OpenRouter tells what it cost in US dollars; OpenAI does not.
  return provider === "openrouter" ? { ...usage, cost: 0.01 } : usage;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  response.write(": OPENROUTER PROCESSING\n\n");
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

function chunk(asked: AiRequest, delta: Record<string, unknown>, finish_reason: string | null = null): string {
  return event({ ...head(asked), choices: [{ index: 0, delta, finish_reason }] });
}

/** Some words each, and together exactly the text. */
const pieces = (text: string): string[] => text.match(/[\s\S]{1,24}/g) ?? [];

function problem(response: ServerResponse, status: number, error: unknown, headers: Record<string, string> = {}): void {
  send(response, status, { error }, headers);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const request = (response: ServerResponse) => response.req.socket;
