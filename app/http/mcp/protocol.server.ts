/** Speaks the Model Context Protocol (modelcontextprotocol.io) over Streamable HTTP, without sessions and with answers in JSON. */
import { AppError } from "~/errors";
import { limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { kindsInWords } from "~/models/records/shared/public-kinds";
import { version } from "~/services/build-info.server";
import { PROGRAM } from "~/subject/names";
import { NO_ADVICE, PEOPLE } from "~/subject/texts.server";
import { registerTools } from "./tools.server";

interface Surroundings {
  siteName: string;
  origin: string;
  address: string;
}

export const MCP_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/** The limit of messages in a batch, which revision 2025-03-26 allows. */
const MAX_BATCH = 10;
const PARSE_ERROR = -32700;

/** Answers a POST. @param read Returns the parsed body. Throws the errors of `read`, except for invalid JSON; "invalid", "limited". */
export async function answerMcp(
  request: Request,
  read: () => Promise<unknown>,
  surroundings: Surroundings,
): Promise<Response> {
  const body = await read().catch((error) => {
    if (error?.problem !== "invalid") throw error;
    return undefined;
  });
  if (body === undefined) {
    const error = { code: PARSE_ERROR, message: "The body is not valid JSON." };
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
  }
  await limitCalls(body, surroundings.address);
  const { createMcpHandler, isLegacyRequest } = await loadPackage();
  const bodylessRequest = withoutBody(request);
  if (await isLegacyRequest(bodylessRequest, body)) return answerWithHandshake(bodylessRequest, body, surroundings);
  const handler = createMcpHandler(() => makeServer(surroundings), { legacy: "reject", maxSubscriptions: 0 });
  return handler.fetch(bodylessRequest, { parsedBody: body });
}

/** Answers clients of revisions up to 2025-11-25, which begin with a handshake. */
async function answerWithHandshake(request: Request, body: unknown, surroundings: Surroundings): Promise<Response> {
  // Drops notifications: without a session they could only cancel a request in the same body, and leave it unanswered.
  const messages = Array.isArray(body) ? body.filter((message) => "id" in Object(message)) : body;
  if (Array.isArray(messages) && messages.length === 0) return new Response(null, { status: 202 });
  const { WebStandardStreamableHTTPServerTransport } = await loadPackage();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  const server = await makeServer(surroundings);
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: messages });
  await server.close();
  return response;
}

const loadPackage = () => import("@modelcontextprotocol/server");

/** Copies the request without its body. Sets the Accept header that the package demands, because some clients send less. */
function withoutBody({ url, headers, method, signal }: Request): Request {
  const newHeaders = new Headers(headers);
  newHeaders.set("Accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: newHeaders, signal });
}

async function limitCalls(body: unknown, address: string): Promise<void> {
  const messages = [body].flat();
  if (messages.length > MAX_BATCH) throw new AppError("invalid", `Send at most ${MAX_BATCH} messages at a time.`);
  const calls = messages.filter((message) => Object(message).method === "tools/call");
  for (const _ of calls) await limit("mcp", network(address));
}

/** Lets clients cache the tools and versions, which change only with the program. */
const CACHE_HINT = { ttlMs: 60 * 60_000, cacheScope: "public" } as const;

async function makeServer({ siteName, origin }: Surroundings) {
  const { McpServer } = await loadPackage();
  const server = new McpServer(
    { name: PROGRAM, title: siteName, version },
    {
      capabilities: { tools: { listChanged: false } },
      cacheHints: { "tools/list": CACHE_HINT, "server/discover": CACHE_HINT },
      instructions: `${siteName} (${origin}) is a curated directory of ${PEOPLE}. Search first, then read a ${kindsInWords(0, "disjunction")} by its slug. Cite its url. ${NO_ADVICE}`,
    },
  );
  registerTools(server, origin);
  return server;
}
