import { Readable } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { AppError, type Problem } from "~/errors";
import { log } from "~/log.server";
import { withFieldName } from "~/models/base/text/field-words";
import { readJson, SMALL_BODY, type TextLimit } from "./body.server";
import { problemOf, statusOf } from "./problems.server";

export interface Call {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  /** "" without an `id` in the address. */
  id: string;
  url: URL;
  address: string;
  /** Reads JSON of at most `limit` bytes (64 KB by default) or characters. Throws "tooLarge", "unsupported", "invalid". */
  body(limit?: number | TextLimit): Promise<unknown>;
}

/** A Response goes out unchanged, any other value as JSON with status 200. */
export type Handlers = {
  [method in "GET" | "POST" | "PUT" | "PATCH" | "DELETE"]?: (call: Call) => Promise<unknown>;
};

/** Makes a resource route's loader and action. Answers problems with `{ message, fieldErrors? }`, other errors with 500. */
export function api(handlers: Handlers) {
  const answer = async (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    try {
      const { method } = args.request;
      if (method === "OPTIONS")
        return new Response(null, { status: 204, headers: { Allow: allowedMethods(handlers).join(", ") } });
      const handler = handlers[(method === "HEAD" ? "GET" : method) as keyof Handlers];
      if (!handler) throw new AppError("method", `This address does not answer ${method}.`);
      const result = await handler(callOf(args));
      return result instanceof Response ? result : json(result);
    } catch (error) {
      const response = problemResponse(error);
      if (response.status === 405) response.headers.set("Allow", allowedMethods(handlers).join(", "));
      return response;
    }
  };
  return endpoint(answer, handlers);
}

type Endpoint = (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response>;

const methods = new WeakMap<object, string[]>();

function endpoint(answer: Endpoint, handlers: Handlers) {
  methods.set(answer, allowedMethods(handlers));
  return { loader: answer, action: answer };
}

/** Returns the methods that an address of `api` answers; null for another loader or action. */
export function methodsOf(loaderOrAction: object): string[] | null {
  return methods.get(loaderOrAction) ?? null;
}

interface Cors {
  methods: string[];
  headers: string[];
}

const READING: Cors = { methods: ["GET", "HEAD"], headers: ["If-None-Match"] };

/** Works as `api`, and lets scripts of other sites use GET, or the methods in `cors`, without cookies (Fetch standard, CORS). */
export function publicApi(handlers: Handlers, cors = READING) {
  const { loader } = api(handlers);
  const answer = async (args: LoaderFunctionArgs): Promise<Response> => {
    const { method } = args.request;
    const response = method === "OPTIONS" ? preflight(allowedMethods(handlers), cors) : await loader(args);
    if ([...cors.methods, "OPTIONS"].includes(method)) {
      response.headers.set("Access-Control-Allow-Origin", "*");
      response.headers.set("Access-Control-Expose-Headers", "ETag, Link, Retry-After, X-Total-Count");
    }
    return response;
  };
  return endpoint(answer, handlers);
}

/** Adds HEAD to GET (RFC 9110 §9.3.2). */
function allowedMethods(handlers: Handlers): string[] {
  return [...Object.keys(handlers).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)), "OPTIONS"];
}

function preflight(allow: string[], cors: Cors): Response {
  const headers = {
    Allow: allow.join(", "),
    "Access-Control-Allow-Methods": cors.methods.join(", "),
    "Access-Control-Allow-Headers": cors.headers.join(", "),
    "Access-Control-Max-Age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

function callOf({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs): Call {
  return {
    request,
    context,
    params,
    id: params.id ?? "",
    url: new URL(request.url),
    address: clientAddressOf(context),
    body: (limit = SMALL_BODY) => readJson(request, limit),
  };
}

export function json(value: unknown, init: ResponseInit = {}): Response {
  return Response.json(value ?? null, init);
}

/** Returns a body that is sent while its parts are made. It stops when the client leaves. */
export function streamed(parts: AsyncIterable<string | Uint8Array>): BodyInit {
  const body = Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream;
  streamedBodies.add(body);
  return body;
}

/** Marks a body with all data of the site: the server makes few of them at a time, and waiting ones hold nothing in memory. */
export function markAllData(body: ReadableStream): BodyInit {
  streamedBodies.add(body);
  bodiesWithAllData.add(body);
  return body;
}

const bodiesWithAllData = new WeakSet<ReadableStream>();
const streamedBodies = new WeakSet<ReadableStream>();
const fileBodies = new WeakSet<ReadableStream>();

/** Returns a body that is read from a file, which takes little memory, however large it is. */
export function bodyFromFile(file: Readable): BodyInit {
  const body = Readable.toWeb(file) as ReadableStream;
  fileBodies.add(body);
  return body;
}

/** Tells whether a body comes from `bodyFromFile`. */
export function isFromFile(body: ReadableStream): boolean {
  return fileBodies.has(body);
}

/** Tells whether a body comes from `markAllData`. */
export function hasAllData(body: ReadableStream): boolean {
  return bodiesWithAllData.has(body);
}

/** Tells whether a body comes from `streamed` or `markAllData`. */
export function isMadeWhileSent(body: ReadableStream): boolean {
  return streamedBodies.has(body);
}

/** Streams a JSON array. Reads the first batch before it answers, so that an early error still gets its status. */
export async function jsonArray(batches: AsyncGenerator<unknown[]>, headers = new Headers()): Promise<Response> {
  return jsonPieces(arrayPieces(await batches.next(), batches), headers);
}

/** Sends a JSON object whose first member is an array, as `jsonArray` does. */
export async function jsonWithArray(
  name: string,
  batches: AsyncGenerator<unknown[]>,
  otherMembers: object,
): Promise<Response> {
  const firstBatch = await batches.next();
  const members = Object.entries(otherMembers).map(
    ([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  async function* pieces() {
    yield `{${JSON.stringify(name)}:`;
    yield* arrayPieces(firstBatch, batches);
    yield `${members.join("")}}`;
  }
  return jsonPieces(pieces());
}

function jsonPieces(pieces: AsyncIterable<string>, headers = new Headers()): Response {
  headers.set("Content-Type", "application/json");
  return new Response(streamed(pieces), { headers });
}

async function* arrayPieces(
  firstBatch: IteratorResult<unknown[]>,
  laterBatches: AsyncGenerator<unknown[]>,
): AsyncGenerator<string> {
  let start = "[";
  for (let batch = firstBatch; !batch.done; batch = await laterBatches.next()) {
    // A batch is empty if its rows were removed meanwhile: it would leave a comma without a value.
    if (batch.value.length === 0) continue;
    yield start + JSON.stringify(batch.value).slice(1, -1);
    start = ",";
  }
  yield start === "[" ? "[]" : "]";
}

/** Returns the headers of a private download; the name may contain any characters (RFC 6266 §4.3). */
export function attachment(name: string, type: string): Record<string, string> {
  const filename = /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`;
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; ${filename}`,
    "Cache-Control": "private, no-store",
  };
}

function problemResponse(error: unknown): Response {
  if (error instanceof Response) return error;
  const problem = problemOf(error);
  if (problem) {
    const { message, fieldErrors } = problem;
    const sentence = withFieldName(message, fieldErrors);
    return json({ message: sentence, code: CODES[problem.problem], fieldErrors }, statusOf(problem));
  }
  log.error({ err: error }, "unexpected error");
  return json({ message: "Something went wrong on our side. Please try again." }, { status: 500 });
}

/** Codes of problems whose status alone does not tell a program what to do. */
const CODES: Partial<Record<Problem, string>> = {
  secondFactor: "second_factor_required",
  noSecondFactor: "second_factor_setup_required",
  stale: "recent_sign_in_required",
  keyEnded: "key_expired",
  scope: "insufficient_scope",
};

/** Returns the IP address of the client; "unknown" in the development server. */
export function clientAddressOf(context: AppLoadContext): string {
  return context.clientAddress ?? "unknown";
}
