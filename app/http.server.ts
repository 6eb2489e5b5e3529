/** The one place where HTTP meets the app: bodies in, answers and problems out. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { diskFaultOf, diskProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { AppError, type FieldErrors, type Problem } from "./errors";
import { log } from "./log.server";
import { type SentFile, withMultipart } from "./multipart.server";
import { wholeResponse } from "./whole-texts.server";

const STATUS: Record<Problem, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  limited: 429,
  upstream: 502,
  unavailable: 503,
  full: 507,
};

const MEGABYTE = 1024 * 1024;

/**
 * For doors where anybody may knock, and where what was sent waits for something slow, such as a password that is hashed:
 * many large ones at once would take all memory there is.
 */
export const SMALL_BODY = 64 * 1024;

/**
 * What a handler is given. A class: getters in an object that is written out for each call are another shape to V8 each time, and
 * such a shape keeps the whole request in memory until all of the heap is looked through.
 */
export class Call {
  /** Reads the JSON body, at most `limit` bytes (1 MB unless told). Throws tooLarge, unsupported or invalid. */
  readonly body = (limit = MEGABYTE): Promise<unknown> => readJson(this.request, limit);
  readonly params: Record<string, string | undefined>;
  readonly url: URL;

  constructor(private readonly args: ApiArgs) {
    this.params = args.params;
    this.url = args.url ?? new URL(args.request.url);
  }

  get request(): Request {
    return this.args.request;
  }

  /** Where the call comes from, as far as it can be believed. */
  get address(): string {
    return addressOf(this.request);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** Answers a call: a Response as it is, anything else as JSON with status 200. */
type Handler = (call: Call) => Promise<unknown>;

/**
 * What a call is given: what the framework gives every route, and, from the server, what most calls need of the request, so
 * that its object is only made for those that look at it (serving/asked.server.ts).
 */
export type ApiArgs = (LoaderFunctionArgs | ActionFunctionArgs) & { method?: string; url?: URL };

/**
 * The JSON door: makes a resource route's loader and action from one handler per method.
 * Problems become `{ message, fieldErrors? }` with their status; a fault of ours becomes a 500 without details.
 */
export function api(handlers: Partial<Record<Method, Handler>>) {
  const answer = async (args: ApiArgs): Promise<Response> => {
    try {
      const method = args.method ?? args.request.method;
      const handler = handlers[(method === "HEAD" ? "GET" : method) as Method];
      if (!handler) throw new AppError("method", `This address does not answer ${method}.`);
      const result = await handler(new Call(args));
      return result instanceof Response ? result : json(result);
    } catch (error) {
      const response = problemResponse(error);
      if (response.status === 405) response.headers.set("Allow", Object.keys(handlers).join(", "));
      return response;
    }
  };
  return { loader: answer, action: answer };
}

/** An answer in JSON. */
export function json(value: unknown, init: ResponseInit = {}): Response {
  const response = wholeResponse(Buffer.from(JSON.stringify(value) ?? ""), init);
  response.headers.set("Content-Type", "application/json; charset=utf-8");
  return response;
}

export function created(value: unknown): Response {
  return json(value, { status: 201 });
}

function problemResponse(error: unknown): Response {
  if (error instanceof Response) return error;
  const problem = problemIn(error);
  if (problem) return json({ message: problem.message, fieldErrors: problem.fieldErrors }, statusOf(problem));
  log.error({ err: error }, "unexpected fault");
  return json({ message: "Something went wrong on our side. Please try again." }, { status: 500 });
}

/** The problem that an error tells of; a disk or database that does not do its work is one. null for a fault of ours. */
function problemIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const fault = diskFaultOf(error);
  if (!fault) return null;
  log.error({ err: error, fault }, "the disk or the database refused");
  return diskProblem(fault);
}

/**
 * For a page's loader: runs it, and turns a problem into the thrown Response that the nearest error boundary shows.
 * The boundary reads `{ message }` from it.
 */
export async function page<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const problem = problemIn(error);
    throw problem ? json({ message: problem.message }, statusOf(problem)) : error;
  }
}

/** What a form's door gives back when it refuses: shown beside the fields, with what was typed still in them. */
export interface Refusal {
  message: string;
  fieldErrors: FieldErrors;
  /** What was typed, without passwords. */
  values: Record<string, string | string[]>;
}

interface FormOptions {
  /** Bytes of the form; with `files`, of its texts. 1 MB unless told. */
  limit?: number;
  /** For a form with file inputs: how many files, of how many bytes each. Without it files are left out. */
  files?: { files: number; fileBytes: number };
  /** Runs before anything is read, e.g. `() => requireAdmin(request)`: who may not send files leaves none on the disk. */
  guard?: () => Promise<unknown>;
}

/**
 * The form door: reads a form (at most `limit` bytes), runs the use case, and turns a problem into a `Refusal` with the
 * right status instead of an error page. What `run` returns or throws as a Response (a redirect) goes out as it is.
 * A name that ends in "[]" gives a list under the name without it; any other gives its last value.
 * With `files`, those that were sent lie on the disk until `run` is done; one above its limit is marked `tooLarge`.
 */
export async function form<T>(
  request: Request,
  run: (fields: Record<string, string | string[]>, files: SentFile[]) => Promise<T>,
  { limit = MEGABYTE, files, guard }: FormOptions = {},
): Promise<T | ReturnType<typeof data<Refusal>>> {
  let values: Refusal["values"] = {};
  try {
    await guard?.();
    if (files && isMultipart(request)) {
      return await withMultipart(request, { ...files, textBytes: limit }, (sent) => {
        values = valuesOf(sent.texts);
        return run(values, sent.files);
      });
    }
    values = await readForm(request, limit);
    return await run(values, []);
  } catch (error) {
    const problem = problemIn(error);
    if (!problem) throw error;
    const refusal = {
      message: problem.message,
      fieldErrors: problem.fieldErrors ?? {},
      values: withoutSecrets(values),
    };
    return data(refusal, statusOf(problem));
  }
}

function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
}

/**
 * Reads a form, at most `limit` bytes. For a door that answers no page; a page uses `form`.
 *
 * @throws AppError "tooLarge", "unsupported" or "invalid".
 */
export async function readForm(request: Request, limit = MEGABYTE): Promise<Refusal["values"]> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported", "Send this as a form.");
  }
  const bytes = await readBytes(request, limit);
  if (/^application/i.test(type) && hasMore(bytes, "&", MOST_FIELDS)) {
    throw new AppError("tooLarge", `This form has more fields than can be read: at most ${MOST_FIELDS}.`);
  }
  let fields: FormData;
  try {
    fields = await new Response(bytes as BodyInit, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new AppError("invalid", "The form could not be read.");
  }
  // A file input in a form that takes no files is there, and empty.
  return valuesOf(Array.from(fields, ([name, value]) => [name, typeof value === "string" ? value : null]));
}

/** Of a form. A field takes two bytes to send and some hundred to read: 1 MB of them would take all memory there is. */
const MOST_FIELDS = 10_000;

function hasMore(bytes: Uint8Array, sign: string, most: number): boolean {
  const code = sign.charCodeAt(0);
  let count = 0;
  for (let at = bytes.indexOf(code); at >= 0 && count <= most; at = bytes.indexOf(code, at + 1)) count++;
  return count > most;
}

function valuesOf(texts: [name: string, value: string | null][]): Refusal["values"] {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of texts) {
    if (!name.endsWith("[]")) values.set(name, value ?? "");
    else {
      const before = values.get(name.slice(0, -2));
      const list = Array.isArray(before) ? before : [];
      if (value !== null) list.push(value);
      values.set(name.slice(0, -2), list);
    }
  }
  return Object.fromEntries(values);
}

function withoutSecrets(values: Refusal["values"]): Refusal["values"] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));
}

function statusOf(problem: AppError): ResponseInit {
  const headers = new Headers();
  if (problem.retryAfter !== undefined) headers.set("Retry-After", String(Math.ceil(problem.retryAfter)));
  return { status: STATUS[problem.problem], headers };
}

/**
 * Checks input against a schema.
 *
 * @throws AppError "invalid" whose field errors carry the first message per field; the message is the first of all.
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) fieldErrors[String(issue.path[0] ?? "")] ??= issue.message;
  throw new AppError("invalid", result.error.issues[0]?.message ?? "This input cannot be used.", fieldErrors);
}

/** In one body. Three bytes make an object that takes some hundred: 1 MB of them would take all memory there is. */
const MOST_VALUES = 20_000;

/** Whether JSON holds more values than `most`, going by the signs between them; what stands in texts does not count. */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length && count <= most; at++) {
    const sign = bytes[at];
    if (sign === QUOTE) at = endOfText(bytes, at);
    else if (sign === COMMA || sign === BRACKET || sign === BRACE) count++;
  }
  return count > most;
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Buffer.from('",[{\\') as unknown as [
  number,
  number,
  number,
  number,
  number,
];

/** Where the text that begins at `start` ends; the end of all for one that does not. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}

async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported", "Send the data as JSON, with the header Content-Type: application/json.");
  }
  const bytes = await readBytes(request, limit);
  if (hasMoreValues(bytes, MOST_VALUES)) {
    throw new AppError("tooLarge", `This is more than can be read at once: at most ${MOST_VALUES} values.`);
  }
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
}

function sizeIn(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / MEGABYTE)} MB`;
}

/**
 * Reads a body, stopping at the first byte over `limit` instead of collecting it.
 *
 * @throws AppError "tooLarge", or "invalid" for one that breaks off.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("tooLarge", `This is too large: at most ${sizeIn(limit)} can be sent here.`);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever sent it went away in the middle.
    throw error instanceof AppError ? error : new AppError("invalid", "The body did not arrive whole.");
  }
  return Buffer.concat(chunks);
}

/** The scheme and host that absolute links of this site start with: SITE_URL, else what the request was sent to. */
export function siteOrigin(request: Request): string {
  return env.SITE_URL ?? new URL(request.url).origin;
}

/**
 * The scheme and host that links in mails start with. Unlike `siteOrigin` it never comes from a Host header that somebody
 * else could have chosen (reliability.md 25): SITE_URL, else this very machine.
 */
export function linkOrigin(request: Request): string {
  if (env.SITE_URL) return env.SITE_URL;
  const { hostname, origin } = new URL(request.url);
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? origin : `http://localhost:${env.PORT}`;
}

/** The headers in which the server tells the app what it found out about a request; whatever a client sends in them is lost. */
export const SERVER_SAYS = { address: "X-Client-Address", id: "X-Request-Id" };

/** The address a request comes from, as the server found it; "unknown" under another server. */
export function addressOf(request: Request): string {
  return request.headers.get(SERVER_SAYS.address) ?? "unknown";
}
