/**
 * A local server with the image APIs of OpenAI, Replicate and Stability AI, for unit and browser tests. Every image is
 * different, and has the size that was requested. Tests can make it fail:
 *
 *   const imageProviders = await startImageProviders();
 *   const site = await startSite({ env: imageProviders.env });
 *   imageProviders.failNext("429");                      // the next order; ("500", 2) the next two
 *   imageProviders.removedModels.add("dall-e-3");        // until it is deleted from the set
 *   imageProviders.polls = 3;                            // Replicate answers "processing" so many times
 *   imageProviders.areSmall = true;                      // images have a hundredth of the pixels, which are stored faster
 *   await imageProviders.stop();
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decompressionBomb, testImage } from "./test-images";

/** Failures that real providers have. */
export type ImageFailure =
  | "429"
  | "429 with Retry-After"
  | "429 for an hour"
  | "401"
  | "402"
  | "500"
  | "502 with HTML"
  | "200 with HTML"
  | "not JSON"
  | "without an image"
  | "never answers"
  | "reset"
  /** The provider refuses the prompt. */
  | "refused"
  /** Replicate accepts the order, which then fails with a technical error, fails as unsafe, or is never done. */
  | "failed"
  | "failed as unsafe"
  | "never done"
  /** Replicate: the first two polls fail, or all. */
  | "silent twice"
  | "silent"
  /** The image is cut off, has too many bytes or pixels, or is a text. */
  | "truncated"
  | "huge"
  | "too many pixels"
  | "no image"
  /** Replicate: the image's address redirects to a private address, or is one. */
  | "redirect to a private address"
  | "private address"
  /** Replicate: the download of the image fails once, or always. */
  | "download fails once"
  | "download fails";

const PROVIDERS = ["openai", "replicate", "stability"] as const;
type Provider = (typeof PROVIDERS)[number];

export interface ImageOrder {
  provider: Provider;
  model: string;
  prompt: string;
  /** The other fields of the request. */
  settings: Record<string, unknown>;
  key: string;
}

export interface ImageProviders {
  url: string;
  /** Settings of the site: keys and addresses of all three providers. */
  env: Record<string, string>;
  keys: string[];
  /** All orders in the order of their arrival, also failed ones. */
  orders: ImageOrder[];
  /** The ids of cancelled predictions of Replicate. */
  cancelled: string[];
  /** Counts the polls of Replicate's predictions and the downloads of images. */
  requestCounts: { polls: number; downloads: number };
  /** Requests for these models fail. */
  removedModels: Set<string>;
  /** The number of polls that Replicate answers with "processing". */
  polls: number;
  /** Images have a hundredth of the pixels that were requested. */
  areSmall: boolean;
  failNext(kind: ImageFailure, times?: number): void;
  /** Restores the initial state, for the next test. */
  reset(): void;
  stop(): Promise<void>;
}

const KEYS = {
  OPENAI_API_KEY: "sk-proj-secret-of-openai-pictures",
  REPLICATE_API_TOKEN: "r8_SecretOfReplicatePictures",
  STABILITY_API_KEY: "sk-secret-of-stability-pictures",
};

interface Prediction {
  polls: number;
  failedPolls: number;
  failure: ImageFailure | undefined;
  size: [number, number];
}

export async function startImageProviders(): Promise<ImageProviders> {
  let failures: ImageFailure[] = [];
  const predictions = new Map<string, Prediction>();
  let predictionCount = 0;

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split("?", 1)[0] ?? "";
    const body = await bodyOf(request);
    if (request.method === "POST" && path === "/openai/images/generations")
      return answerOpenAi(request, response, body);
    if (path.startsWith("/replicate/"))
      return answerReplicate(request, response, path.slice("/replicate".length), body);
    const [, model] = /^\/stability\/v2beta\/stable-image\/generate\/([\w.-]+)$/.exec(path) ?? [];
    if (request.method === "POST" && model) return answerStability(request, response, model, body);
    if (path.startsWith("/files/")) return sendFile(response, path.slice("/files/".length));
    send(response, 404, { detail: "The requested resource could not be found.", title: "Not found" });
  }

  async function answerOpenAi(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { model, prompt, ...settings } = JSON.parse(body.toString());
    recordOrder("openai", request, { model, prompt, settings });
    const failure = failures.shift();
    const error = (status: number, message: string, code: string | null = null, headers = {}) =>
      send(response, status, { error: { message, code, type: "image_generation_error", param: null } }, headers);
    if (providers.removedModels.has(model))
      return error(404, `The model '${model}' does not exist.`, "model_not_found");
    if (failure === "refused")
      return error(400, "Your request was rejected as a result of our safety system.", "content_policy_violation");
    if (await sendFailure(response, failure, error)) return;
    if (failure === "without an image") return send(response, 200, { created: 1, data: [] });
    const [width, height] = sizeIn(String(settings.size));
    const bytes = await imageFor(failure, providers.areSmall, width, height);
    const usage = model === "dall-e-3" ? {} : { usage: { input_tokens: 12, output_tokens: 1056 } };
    send(response, 200, {
      created: 1,
      data: [{ b64_json: bytes.toString("base64"), revised_prompt: prompt }],
      ...usage,
    });
  }

  async function answerStability(
    request: IncomingMessage,
    response: ServerResponse,
    pathModel: string,
    body: Buffer,
  ): Promise<void> {
    const type = request.headers["content-type"] ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    const { prompt = "", model = pathModel, ...settings } = Object.fromEntries(form) as Record<string, string>;
    recordOrder("stability", request, { model, prompt, settings });
    const failure = failures.shift();
    const error = (status: number, message: string, name: string | null = null, headers = {}) =>
      send(response, status, { id: "1", name: name ?? "error", errors: [message] }, headers);
    if (providers.removedModels.has(model)) return error(404, `${model}: no such model`, "not_found");
    if (failure === "refused")
      return error(403, "Your request was flagged by our content moderation system.", "content_moderation");
    if (await sendFailure(response, failure, error)) return;
    if (failure === "without an image") return send(response, 200, { seed: 1 });
    const bytes = await imageFor(failure, providers.areSmall, ...shapeOf(settings.aspect_ratio));
    response.writeHead(200, { "Content-Type": "image/png", "finish-reason": "SUCCESS", seed: "1" }).end(bytes);
  }

  async function answerReplicate(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): Promise<void> {
    const error = (status: number, detail: string, title: string | null = null, headers = {}) =>
      send(response, status, { detail, title: title ?? "Error", status }, headers);
    const [, id, cancel] = /^\/predictions\/(\w+)(\/cancel)?$/.exec(path) ?? [];
    const prediction = id ? predictions.get(id) : undefined;
    if (id && !prediction) return error(404, "The requested resource could not be found.");
    if (id && prediction && cancel) {
      providers.cancelled.push(id);
      return send(response, 200, { id, status: "canceled" });
    }
    if (id && prediction) return answerPoll(response, id, prediction);

    const { version, input } = JSON.parse(body.toString());
    const { prompt, ...settings } = input;
    const model = version ?? path.replace(/^\/models\/|\/predictions$/g, "");
    recordOrder("replicate", request, { model, prompt, settings });
    const failure = failures.shift();
    if ([...providers.removedModels].some((name) => model.endsWith(name)))
      return error(404, "The requested resource could not be found.");
    if (failure === "refused") return error(422, "Input validation failed: prompt: flagged as sensitive");
    if (await sendFailure(response, failure, error)) return;
    const predictionId = `p${++predictionCount}x${"0".repeat(6)}`;
    const size: [number, number] = settings.width ? [settings.width, settings.height] : shapeOf(settings.aspect_ratio);
    const silence = failure === "silent" ? Number.POSITIVE_INFINITY : failure === "silent twice" ? 2 : 0;
    predictions.set(predictionId, { polls: providers.polls, failedPolls: silence, failure, size });
    send(response, 201, { id: predictionId, status: "starting", output: null, error: null, logs: "" });
  }

  async function answerPoll(response: ServerResponse, id: string, prediction: Prediction): Promise<void> {
    providers.requestCounts.polls++;
    const { failure } = prediction;
    if (prediction.failedPolls-- > 0) return send(response, 500, { detail: "Internal error" });
    const state = { id, output: null as unknown, error: null as unknown, logs: " 42%|████▏     | 21/50" };
    if (failure === "never done" || prediction.polls-- > 0)
      return send(response, 200, { ...state, status: "processing" });
    if (failure === "failed") return send(response, 200, { ...state, status: "failed", error: "CUDA out of memory" });
    if (failure === "failed as unsafe")
      return send(response, 200, {
        ...state,
        status: "failed",
        error: "NSFW content detected. Try a different prompt.",
      });
    const address =
      failure === "private address" ? "http://169.254.169.254/latest/meta-data" : `${providers.url}/files/${id}.png`;
    const output = failure === "without an image" ? [] : [address];
    send(response, 200, { ...state, status: "succeeded", output });
  }

  async function sendFile(response: ServerResponse, name: string): Promise<void> {
    providers.requestCounts.downloads++;
    const prediction = predictions.get(name.replace(".png", ""));
    const failure = prediction?.failure;
    if (!prediction || failure === "download fails") return send(response, 404, {});
    if (failure === "redirect to a private address")
      return void response.writeHead(302, { Location: "http://127.0.0.1:22/" }).end();
    if (failure === "download fails once") {
      prediction.failure = undefined;
      return void response.writeHead(200, { "Content-Length": 1_000 }).write("half", () => response.destroy());
    }
    const bytes = await imageFor(failure, providers.areSmall, ...prediction.size);
    response.writeHead(200, { "Content-Type": "image/png" }).end(bytes);
  }

  /** Sends a failure that all three providers have. Returns true if the request needs no other answer. */
  async function sendFailure(
    response: ServerResponse,
    failure: ImageFailure | undefined,
    error: (status: number, message: string, code?: string | null, headers?: Record<string, string>) => void,
  ): Promise<boolean> {
    const html = (status: number) =>
      response.writeHead(status, { "Content-Type": "text/html" }).end("<html><h1>Bad gateway</h1></html>");
    if (failure === "429") error(429, "Rate limit reached.");
    else if (failure === "429 with Retry-After") error(429, "Rate limit reached.", null, { "Retry-After": "1" });
    else if (failure === "429 for an hour") error(429, "Rate limit reached.", null, { "Retry-After": "3600" });
    else if (failure === "401") error(401, `Incorrect API key provided: ${Object.values(KEYS).join(" ")}`);
    else if (failure === "402") error(402, "You have insufficient credit.");
    else if (failure === "500") error(500, "The server had an error.");
    else if (failure === "502 with HTML") html(502);
    else if (failure === "200 with HTML") html(200);
    else if (failure === "not JSON") response.writeHead(200, { "Content-Type": "application/json" }).end('{"data": [');
    else if (failure === "reset") response.destroy();
    else return failure === "never answers";
    return true;
  }

  function recordOrder(
    provider: Provider,
    request: IncomingMessage,
    order: Omit<ImageOrder, "provider" | "key">,
  ): void {
    const key = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    providers.orders.push({ provider, ...order, key });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const providers: ImageProviders = {
    url,
    env: {
      ...KEYS,
      OPENAI_BASE_URL: `${url}/openai`,
      REPLICATE_BASE_URL: `${url}/replicate`,
      STABILITY_BASE_URL: `${url}/stability`,
    },
    keys: Object.values(KEYS),
    orders: [],
    cancelled: [],
    requestCounts: { polls: 0, downloads: 0 },
    removedModels: new Set(),
    polls: 1,
    areSmall: false,
    failNext(kind, times = 1) {
      failures.push(...Array<ImageFailure>(times).fill(kind));
    },
    reset() {
      failures = [];
      providers.orders.length = 0;
      providers.cancelled.length = 0;
      providers.requestCounts = { polls: 0, downloads: 0 };
      providers.removedModels.clear();
      providers.polls = 1;
      providers.areSmall = false;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return providers;
}

async function imageFor(
  failure: ImageFailure | undefined,
  isSmall: boolean,
  ...size: [number, number]
): Promise<Buffer> {
  const [width, height] = size.map((length) => (isSmall ? Math.ceil(length / 10) : length));
  if (failure === "no image") return Buffer.from("<svg onload=alert(1)>");
  if (failure === "too many pixels") return decompressionBomb();
  if (failure === "huge") return Buffer.alloc(11 * 1024 * 1024, 7);
  const bytes = await testImage("png", width, height);
  return failure === "truncated" ? bytes.subarray(0, bytes.length / 2) : bytes;
}

function sizeIn(text: string): [number, number] {
  const [width = 64, height = 64] = text.split("x").map(Number);
  return [width, height];
}

/** Returns a size of about a megapixel with an aspect ratio such as "16:9". */
function shapeOf(aspect: unknown): [number, number] {
  const [x = 1, y = 1] = String(aspect).split(":").map(Number);
  const unit = Math.sqrt(1024 ** 2 / (x * y));
  return [Math.round(unit * x), Math.round(unit * y)];
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}
