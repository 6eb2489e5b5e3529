/**
 * The Model Context Protocol (modelcontextprotocol.io) over Streamable HTTP, without sessions: each POST of JSON-RPC 2.0
 * is answered with JSON.
 */
import { z } from "zod";
import { version } from "~/version.server";
import { callTool, listTools, type Surroundings, UnusableCall } from "./tools.server";

/** The newest first. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
/** Until 2025-03-26 several messages could come at once; a client that names no version may speak that one. */
const BATCHES = "2025-03-26";
const MAX_BATCH = 10;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const Message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

type Reply = { jsonrpc: "2.0"; id: string | number | null } & (
  | { result: object }
  | { error: { code: number; message: string } }
);

/** @param read gives the parsed body. Throws as `read`, unless the body is no JSON, and as `callTool`. */
export async function answerMcp(
  read: () => Promise<unknown>,
  spoken: string | null,
  here: Surroundings,
): Promise<Response> {
  if (spoken !== null && !VERSIONS.includes(spoken)) {
    return refuse(INVALID_REQUEST, `This server speaks the versions ${VERSIONS.join(" and ")}.`);
  }
  const body = await read().catch((error) => {
    if (error?.problem !== "invalid") throw error;
    return undefined;
  });
  if (body === undefined) return refuse(PARSE_ERROR, "The body is not valid JSON.");
  if (!Array.isArray(body)) return respond(await answerMessage(body, here));
  if ((spoken ?? BATCHES) !== BATCHES || body.length === 0 || body.length > MAX_BATCH) {
    return refuse(INVALID_REQUEST, "Send one message at a time.");
  }
  const replies: Reply[] = [];
  for (const message of body) replies.push(...[await answerMessage(message, here)].filter((reply) => reply !== null));
  return respond(replies.length > 0 ? replies : null);
}

function refuse(code: number, message: string): Response {
  return respond(failure(null, code, message));
}

/** A notification has no answer. */
function respond(reply: Reply | Reply[] | null): Response {
  if (!reply) return new Response(null, { status: 202 });
  const isRefused = "error" in reply && [PARSE_ERROR, INVALID_REQUEST].includes(reply.error.code);
  return Response.json(reply, { status: isRefused ? 400 : 200 });
}

function failure(id: string | number | null, code: number, message: string): Reply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function answerMessage(message: unknown, here: Surroundings): Promise<Reply | null> {
  const { success, data } = Message.safeParse(message);
  if (!success) return failure(null, INVALID_REQUEST, "This is no message of JSON-RPC 2.0.");
  const { id, method, params = {} } = data;
  // A notification, or an answer: this server asks nothing.
  if (id === undefined || method === undefined) return null;
  const answer = METHODS.get(method);
  if (!answer) return failure(id, METHOD_NOT_FOUND, `There is no method "${method.slice(0, 100)}" here.`);
  try {
    return { jsonrpc: "2.0", id, result: await answer(params, here) };
  } catch (error) {
    if (!(error instanceof UnusableCall)) throw error;
    return failure(id, INVALID_PARAMS, error.message);
  }
}

type Method = (params: Record<string, unknown>, here: Surroundings) => object | Promise<object>;

const METHODS = new Map<string, Method>([
  ["initialize", initialize],
  ["ping", () => ({})],
  ["tools/list", listTools],
  ["tools/call", callTool],
]);

function initialize({ protocolVersion }: Record<string, unknown>, { siteName, origin }: Surroundings): object {
  return {
    protocolVersion: VERSIONS.find((known) => known === protocolVersion) ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: "longevity-leaders", title: siteName, version },
    instructions: `${siteName} (${origin}) is a curated directory of people who shape the science and medicine of a long, healthy life. Search first, then read a profile or article by its slug. Cite its url. It gives no medical advice.`,
  };
}
