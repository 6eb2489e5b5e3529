/**
 * The Model Context Protocol (modelcontextprotocol.io) over Streamable HTTP, without sessions: each POST of JSON-RPC 2.0
 * is answered with JSON. Earlier revisions begin with `initialize`; since 2026-07-28 each request says by itself which
 * one it speaks.
 */
import { z } from "zod";
import { PROGRAM } from "~/subject/names";
import { NO_ADVICE, PEOPLE } from "~/subject/texts.server";
import { version } from "~/version.server";
import { callTool, listTools, type Surroundings, UnusableCall } from "./tools.server";

const CURRENT = "2026-07-28";
/** The newest first. */
const WITH_HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26"];
const VERSIONS = [CURRENT, ...WITH_HANDSHAKE];
/** Until 2025-03-26 several messages could come at once; a client that names no version may speak that one. */
const BATCHES = "2025-03-26";
const MAX_BATCH = 10;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** Names in `_meta`, for what a request or an answer says about itself. */
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const SERVER = "io.modelcontextprotocol/serverInfo";

const VERSION_HEADER = "MCP-Protocol-Version";
const METHOD_HEADER = "Mcp-Method";
const NAME_HEADER = "Mcp-Name";
export const MCP_HEADERS = [VERSION_HEADER, METHOD_HEADER, NAME_HEADER];

const Message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

type Id = string | number;
type Params = Record<string, unknown>;

interface Problem {
  code: number;
  message: string;
  data?: object;
}

type Reply = { jsonrpc: "2.0"; id: Id | null } & ({ result: object } | { error: Problem });

/** @param read gives the parsed body. Throws as `read`, unless the body is no JSON, and as `callTool`. */
export async function answerMcp(read: () => Promise<unknown>, headers: Headers, here: Surroundings): Promise<Response> {
  const body = await read().catch((error) => {
    if (error?.problem !== "invalid") throw error;
    return undefined;
  });
  if (body === undefined) return refuse(null, { code: PARSE_ERROR, message: "The body is not valid JSON." });
  const spoken = headers.get(VERSION_HEADER);
  if (isCurrent(spoken, body)) return answerCurrent(body, headers, here);
  if (spoken !== null && !VERSIONS.includes(spoken)) return refuse(idOf(body), unsupported(spoken));
  if (!Array.isArray(body)) return respond(await answerMessage(body, here));
  if ((spoken ?? BATCHES) !== BATCHES || body.length === 0 || body.length > MAX_BATCH) {
    return refuse(null, { code: INVALID_REQUEST, message: "Send one message at a time." });
  }
  const replies: Reply[] = [];
  for (const message of body) replies.push(...[await answerMessage(message, here)].filter((reply) => reply !== null));
  return respond(replies.length > 0 ? replies : null);
}

function refuse(id: Id | null, problem: Problem): Response {
  return respond(failure(id, problem), 400);
}

/** A notification has no answer. */
function respond(reply: Reply | Reply[] | null, status = 200): Response {
  if (!reply) return new Response(null, { status: 202 });
  const isRefused = "error" in reply && reply.error.code === INVALID_REQUEST;
  return Response.json(reply, { status: isRefused ? 400 : status });
}

function failure(id: Id | null, error: Problem): Reply {
  return { jsonrpc: "2.0", id, error };
}

function unsupported(requested: string): Problem {
  const message = `This server speaks the versions ${VERSIONS.join(", ")}.`;
  return { code: UNSUPPORTED_VERSION, message, data: { supported: VERSIONS, requested: requested.slice(0, 100) } };
}

function noMethod(method: string): Problem {
  return { code: METHOD_NOT_FOUND, message: `There is no method "${method.slice(0, 100)}" here.` };
}

function idOf(body: unknown): Id | null {
  return Message.safeParse(body).data?.id ?? null;
}

const NO_MESSAGE: Problem = { code: INVALID_REQUEST, message: "This is not a message of JSON-RPC 2.0." };

type Method = (params: Params, here: Surroundings) => object | Promise<object>;

async function run(answer: Method, { id, params }: { id: Id; params: Params }, here: Surroundings): Promise<Reply> {
  try {
    return { jsonrpc: "2.0", id, result: await answer(params, here) };
  } catch (error) {
    if (!(error instanceof UnusableCall)) throw error;
    return failure(id, { code: INVALID_PARAMS, message: error.message });
  }
}

const METHODS_WITH_HANDSHAKE = new Map<string, Method>([
  ["initialize", initialize],
  ["ping", () => ({})],
  ["tools/list", listTools],
  ["tools/call", callTool],
]);

async function answerMessage(message: unknown, here: Surroundings): Promise<Reply | null> {
  const { success, data } = Message.safeParse(message);
  if (!success) return failure(null, NO_MESSAGE);
  const { id, method, params = {} } = data;
  // A notification, or an answer: this server asks nothing.
  if (id === undefined || method === undefined) return null;
  const answer = METHODS_WITH_HANDSHAKE.get(method);
  return answer ? run(answer, { id, params }, here) : failure(id, noMethod(method));
}

function initialize({ protocolVersion }: Params, here: Surroundings): object {
  return {
    protocolVersion: WITH_HANDSHAKE.find((known) => known === protocolVersion) ?? WITH_HANDSHAKE[0],
    capabilities: { tools: {} },
    serverInfo: serverInfo(here),
    instructions: instructions(here),
  };
}

const METHODS = new Map<string, Method>([
  ["server/discover", discover],
  ["tools/list", () => ({ ...listTools(), ...KEPT })],
  ["tools/call", callTool],
]);

/** Tools and versions change with the program only. */
const KEPT = { ttlMs: 60 * 60_000, cacheScope: "public" };

function isCurrent(spoken: string | null, body: unknown): boolean {
  const said = metaOf(Message.safeParse(body).data?.params)[VERSION];
  if (said === undefined) return spoken === CURRENT && !Array.isArray(body);
  return typeof said !== "string" || !WITH_HANDSHAKE.includes(said);
}

async function answerCurrent(body: unknown, headers: Headers, here: Surroundings): Promise<Response> {
  const { id, method, params = {} } = Message.safeParse(body).data ?? {};
  if (method === undefined) return refuse(null, NO_MESSAGE);
  if (id === undefined) return respond(null);
  const problem = problemOf(method, params, headers);
  if (problem) return refuse(id, problem);
  const answer = METHODS.get(method);
  if (!answer) return respond(failure(id, noMethod(method)), 404);
  const reply = await run(answer, { id, params }, here);
  if ("error" in reply) return respond(reply);
  const result = { resultType: "complete", ...reply.result, _meta: { [SERVER]: serverInfo(here) } };
  return respond({ ...reply, result });
}

/** What is missing or contradicts itself: what stands between may have read the headers only. */
function problemOf(method: string, params: Params, headers: Headers): Problem | null {
  const meta = metaOf(params);
  const said = meta[VERSION];
  if (typeof said !== "string" || !isRecord(meta[CAPABILITIES])) {
    return { code: INVALID_PARAMS, message: `Say ${VERSION} and ${CAPABILITIES} in _meta.` };
  }
  const named = method === "tools/call" ? [[NAME_HEADER, decoded(headers.get(NAME_HEADER)), params.name]] : [];
  for (const [header, given, expected] of [
    [VERSION_HEADER, headers.get(VERSION_HEADER), said],
    [METHOD_HEADER, headers.get(METHOD_HEADER), method],
    ...named,
  ]) {
    if (given !== expected)
      return { code: HEADER_MISMATCH, message: `The header ${header} must say what the body says.` };
  }
  return said === CURRENT ? null : unsupported(said);
}

function metaOf(params: Params = {}): Params {
  return isRecord(params._meta) ? params._meta : {};
}

function isRecord(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A header's text, which stands in Base64 when it is not ASCII. */
function decoded(value: string | null): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}

function discover(_params: Params, here: Surroundings): object {
  return { supportedVersions: VERSIONS, capabilities: { tools: {} }, instructions: instructions(here), ...KEPT };
}

function serverInfo({ siteName }: Surroundings): object {
  return { name: PROGRAM, title: siteName, version };
}

function instructions({ siteName, origin }: Surroundings): string {
  return `${siteName} (${origin}) is a curated directory of ${PEOPLE}. Search first, then read a profile or article by its slug. Cite its url. ${NO_ADVICE}`;
}
