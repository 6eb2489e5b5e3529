/** Sends requests to the site and checks every answer against rules that all answers must meet. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import { descriptionMismatch } from "./description-mismatch";
import { EVIL_HOST, MARK_CALL, MARK_NAME, toWellFormed } from "./hostile-strings";
import type { Role, World } from "./world";

export interface CheckedRequest {
  path: string;
  /** GET by default. */
  method?: string;
  as?: Role;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The endpoint calls other servers. Their failures are answered with 502. */
  callsOtherServices?: boolean;
}

export interface CheckedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** "" when the answer is not text. */
  text: string;
  bytes: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Fails the test when an answer is a server error, shows internals of the site, or contains a hostile string as markup. */
export async function askChecked(world: World, checkedRequest: CheckedRequest): Promise<CheckedAnswer> {
  const answer = await sendRequest(world, checkedRequest);
  const { method = "GET", path, body } = checkedRequest;
  const requestSummary = `${method} ${path.slice(0, 2_000)} ${String(body ?? "").slice(0, 2_000)}`;
  expect(problemsOf(checkedRequest, answer, world.site.url), `${answer.status} to ${requestSummary}`).toEqual([]);
  return answer;
}

/** Sends a JSON body as an admin, and checks the answer. */
export function sendJson(
  world: World,
  method: string,
  path: string,
  body: unknown,
  options: Partial<CheckedRequest> = {},
) {
  const headers = { "Content-Type": "application/json", ...options.headers };
  return askChecked(world, { as: "admin", ...options, method, path, headers, body: JSON.stringify(body) });
}

export function sendRequest(world: World, checkedRequest: CheckedRequest): Promise<CheckedAnswer> {
  const { path, method = "GET", as = "nobody", body, headers = {} } = checkedRequest;
  const defaultHeaders: Record<string, string> = { ...(world.cookies[as] ? { Cookie: world.cookies[as] } : {}) };
  if (method !== "GET" && method !== "HEAD") defaultHeaders.Origin = world.site.url;
  if (body !== undefined) defaultHeaders["Content-Length"] = String(Buffer.byteLength(body));
  const { hostname, port } = new URL(world.site.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...defaultHeaders, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk) => chunks.push(chunk));
        incoming.once("error", reject);
        incoming.once("end", () => {
          const bytes = Buffer.concat(chunks);
          const isText = /text|json|xml|javascript/.test(incoming.headers["content-type"] ?? "");
          const text = isText ? bytes.toString() : "";
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, bytes });
        });
      },
    );
    // The server may close a persistent connection just when the client uses it again (RFC 9112 §9.3.1).
    outgoing.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" && outgoing.reusedSocket
        ? resolve(sendRequest(world, checkedRequest))
        : reject(error),
    );
    outgoing.end(body);
  });
}

function problemsOf(
  { path, method = "GET", callsOtherServices }: CheckedRequest,
  answer: CheckedAnswer,
  origin: string,
): string[] {
  const { status, headers, text } = answer;
  const type = headers["content-type"] ?? "";
  const { pathname = "" } = URL.canParse(path, origin) ? new URL(path, origin) : {};
  const asksOpenData = /^\/api\/admin\/experts\/[^/]+\/(identifiers|portraits)$/.test(pathname);
  const isUnknownFormat = status === 501 && pathname === "/api/oembed"; // https://oembed.com §2.3.4
  const isCall = pathname.startsWith("/api/") && pathname !== "/api/docs";
  const problems = {
    "answers with a fault":
      status >= 500 && !isUnknownFormat && !(status === 502 && callsOtherServices) && !(status === 503 && asksOpenData),
    "tells of its insides": /\n\s+at .+:\d+:\d+|node_modules\/|SQLITE_[A-Z]+|SqliteError/.test(text),
    "a header was injected": /x-hx|hx-injected/.test(JSON.stringify([Object.keys(headers), headers["set-cookie"]])),
    "without nosniff": headers["x-content-type-options"] !== "nosniff",
    "redirects to another site": !staysOnSite(headers.location, origin),
    "refreshes to another site": !staysOnSite(/url=(.*)$/i.exec(String(headers.refresh ?? ""))?.[1], origin),
    "answers a call with HTML": isCall && type.startsWith("text/html"),
    "refuses a call without a sentence": isCall && status >= 400 && text !== "" && !/"message":"[^"]{4}/.test(text),
    "answers in the words of a library":
      isCall && /Invalid (input|option)|expected [^"]{1,60}received|Too (big|small): /.test(text),
    "a page without a content policy": type.startsWith("text/html") && !headers["content-security-policy"],
  };
  // A non-canonical address is redirected before a call sees it.
  const mismatch = isCall && status !== 308 && descriptionMismatch(method, path, { status, body: bodyOf(answer) });
  const problemNames = Object.entries(problems).flatMap(([problemName, hasProblem]) =>
    hasProblem ? [problemName] : [],
  );
  return [...problemNames, ...(mismatch ? [mismatch] : []), ...(type.startsWith("text/html") ? markupIn(text) : [])];
}

function bodyOf({ headers, text }: CheckedAnswer): unknown {
  return headers["content-type"]?.includes("json") && text ? JSON.parse(text) : undefined;
}

/** Returns true if a browser that follows the address stays on this site. */
function staysOnSite(address: string | undefined, origin: string): boolean {
  if (address === undefined) return true;
  // Node reads headers as Latin-1, browsers read them as UTF-8.
  const target = Buffer.from(address, "latin1").toString();
  return URL.canParse(target, `${origin}/page`) && new URL(target, `${origin}/page`).origin === origin;
}

/** Patterns for the page without the values of attributes. */
const FOREIGN_MARKUP: Record<string, RegExp> = {
  element: new RegExp(`</?${MARK_NAME}`, "i"),
  attribute: new RegExp(`<[a-z][^<>]*\\s(?:${MARK_NAME}\\w+|on[a-z]+)\\s*=`, "i"),
  script: new RegExp(`<script[^<>]*>\\s*(?:parent\\.)?${MARK_CALL}`, "i"),
};
const FOREIGN_VALUES: Record<string, RegExp> = {
  address:
    /\s(?:href|src|action|formaction|srcdoc)="[\u0000- ]*(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|webp|gif);))/i,
  resource: new RegExp(`\\s(?:src|action|formaction)="(?:https?:)?//${EVIL_HOST}`, "i"),
};

/** Returns the hostile strings that a page contains as markup. Data in scripts cannot match, because "<" is escaped there. */
function markupIn(html: string): string[] {
  const tags = html.replace(/="[^"]*"/g, '=""');
  const findMatches = (text: string, patterns: Record<string, RegExp>) =>
    Object.entries(patterns).flatMap(([kind, pattern]) => {
      const position = text.search(pattern);
      return position < 0 ? [] : [`foreign ${kind}: ${text.slice(position, position + 150)}`];
    });
  return [...findMatches(tags, FOREIGN_MARKUP), ...findMatches(html, FOREIGN_VALUES)];
}

/** Returns the body and header of a form as a browser sends it. */
export function urlencoded(fields: [string, string][]): Required<Pick<CheckedRequest, "body" | "headers">> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { body: new URLSearchParams(fields).toString(), headers };
}

export interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: string | Buffer;
}

/** Returns the body and header of a form with files (RFC 7578), with names escaped as in browsers. */
export function multipart(parts: Part[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = "----hostile5f1d2c7a9b";
  const escaped = (name: string) => name.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");
  const chunks = parts.flatMap(({ name, filename, type, content }) => {
    const file = filename === undefined ? "" : `; filename="${escaped(filename)}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}${type ? `\r\nContent-Type: ${type}` : ""}`;
    return [`${head}\r\n\r\n`, typeof content === "string" ? toWellFormed(content) : content, "\r\n"];
  });
  return {
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as Buffer))),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Escapes a text as React does. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
