/** Asks the site, and holds every answer to what must be true of all of them. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import { misfit } from "./described";
import { EVIL_HOST, MARK_CALL, MARK_NAME, wellFormed } from "./hostile-strings";
import type { Role, World } from "./world";

export interface Question {
  path: string;
  /** Default: GET. */
  method?: string;
  as?: Role;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Other servers are asked on the way: their faults are a 502. */
  asksOthers?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** "" where the answer is no text. */
  text: string;
  bytes: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Fails the test when an answer is a fault, tells of the site's insides, or lets anything of the corpus out as markup. */
export async function ask(world: World, question: Question): Promise<Answer> {
  const answer = await send(world, question);
  const { method = "GET", path, body } = question;
  const shown = `${method} ${path.slice(0, 2_000)} ${String(body ?? "").slice(0, 2_000)}`;
  expect(problemsOf(question, answer, world.site.url), `${answer.status} to ${shown}`).toEqual([]);
  return answer;
}

/** As `ask`, with a JSON body. */
export function call(world: World, method: string, path: string, body: unknown, more: Partial<Question> = {}) {
  const headers = { "Content-Type": "application/json", ...more.headers };
  return ask(world, { as: "admin", ...more, method, path, headers, body: JSON.stringify(body) });
}

export function send(world: World, question: Question): Promise<Answer> {
  const { path, method = "GET", as = "nobody", body, headers = {} } = question;
  const sent: Record<string, string> = { ...(world.cookies[as] ? { Cookie: world.cookies[as] } : {}) };
  if (method !== "GET" && method !== "HEAD") sent.Origin = world.site.url;
  if (body !== undefined) sent["Content-Length"] = String(Buffer.byteLength(body));
  const { hostname, port } = new URL(world.site.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, hostname, port, method, path, headers: { ...sent, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () => {
        const bytes = Buffer.concat(chunks);
        const isText = /text|json|xml|javascript/.test(incoming.headers["content-type"] ?? "");
        const text = isText ? bytes.toString() : "";
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, bytes });
      });
    });
    // A kept connection may be closed in the moment it is used again (RFC 9112 §9.3.1).
    outgoing.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" && outgoing.reusedSocket ? resolve(send(world, question)) : reject(error),
    );
    outgoing.end(body);
  });
}

function problemsOf({ path, method = "GET", asksOthers }: Question, answer: Answer, origin: string): string[] {
  const { status, headers, text } = answer;
  const type = headers["content-type"] ?? "";
  const { pathname = "" } = URL.canParse(path, origin) ? new URL(path, origin) : {};
  const asksOpenData = /^\/api\/admin\/experts\/[^/]+\/(identifiers|portraits)$/.test(pathname);
  const isUnknownFormat = status === 501 && pathname === "/api/oembed"; // https://oembed.com §2.3.4
  const isCall = pathname.startsWith("/api/") && pathname !== "/api/docs";
  const problems = {
    "answers with a fault":
      status >= 500 && !isUnknownFormat && !(status === 502 && asksOthers) && !(status === 503 && asksOpenData),
    "tells of its insides": /\n\s+at .+:\d+:\d+|node_modules\/|SQLITE_[A-Z]+|SqliteError/.test(text),
    "a header was injected": /x-hx|hx-injected/.test(JSON.stringify([Object.keys(headers), headers["set-cookie"]])),
    "without nosniff": headers["x-content-type-options"] !== "nosniff",
    "redirects to another site": !staysHome(headers.location, origin),
    "refreshes to another site": !staysHome(/url=(.*)$/i.exec(String(headers.refresh ?? ""))?.[1], origin),
    "answers a call with HTML": isCall && type.startsWith("text/html"),
    "refuses a call without a sentence": isCall && status >= 400 && text !== "" && !/"message":"[^"]{4}/.test(text),
    "answers in the words of a library":
      isCall && /Invalid (input|option)|expected [^"]{1,60}received|Too (big|small): /.test(text),
    "a page without a content policy": type.startsWith("text/html") && !headers["content-security-policy"],
  };
  // An address that is written in another way is sent on before any call has it.
  const unlike = isCall && status !== 308 && misfit(method, path, { status, body: bodyOf(answer) });
  const problemNames = Object.entries(problems).flatMap(([what, isTrue]) => (isTrue ? [what] : []));
  return [...problemNames, ...(unlike ? [unlike] : []), ...(type.startsWith("text/html") ? markupIn(text) : [])];
}

function bodyOf({ headers, text }: Answer): unknown {
  return headers["content-type"]?.includes("json") && text ? JSON.parse(text) : undefined;
}

/** Tells whether a browser that follows the address stays on this site. */
function staysHome(address: string | undefined, origin: string): boolean {
  if (address === undefined) return true;
  // Headers are read as Latin-1; the browser reads UTF-8.
  const target = Buffer.from(address, "latin1").toString();
  return URL.canParse(target, `${origin}/page`) && new URL(target, `${origin}/page`).origin === origin;
}

/** Looked for in tags and text, without the values of attributes. */
const FOREIGN_TAGS: Record<string, RegExp> = {
  element: new RegExp(`</?${MARK_NAME}`, "i"),
  attribute: new RegExp(`<[a-z][^<>]*\\s(?:${MARK_NAME}\\w+|on[a-z]+)\\s*=`, "i"),
  script: new RegExp(`<script[^<>]*>\\s*(?:parent\\.)?${MARK_CALL}`, "i"),
};
const FOREIGN_VALUES: Record<string, RegExp> = {
  address:
    /\s(?:href|src|action|formaction|srcdoc)="[\u0000- ]*(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|webp|gif);))/i,
  resource: new RegExp(`\\s(?:src|action|formaction)="(?:https?:)?//${EVIL_HOST}`, "i"),
};

/** Returns the strings of the corpus that stand in a page as markup. Scripts hold data, in which "<" is always escaped. */
function markupIn(html: string): string[] {
  const tags = html.replace(/="[^"]*"/g, '=""');
  const search = (text: string, patterns: Record<string, RegExp>) =>
    Object.entries(patterns).flatMap(([what, pattern]) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`foreign ${what}: ${text.slice(at, at + 150)}`];
    });
  return [...search(tags, FOREIGN_TAGS), ...search(html, FOREIGN_VALUES)];
}

/** Body and header of a form as a browser sends it. */
export function urlencoded(fields: [string, string][]): Required<Pick<Question, "body" | "headers">> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { body: new URLSearchParams(fields).toString(), headers };
}

export interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: string | Buffer;
}

/** Body and header of a form with files (RFC 7578), names escaped as browsers do. */
export function multipart(parts: Part[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = "----hostile5f1d2c7a9b";
  const escaped = (name: string) => name.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");
  const chunks = parts.flatMap(({ name, filename, type, content }) => {
    const file = filename === undefined ? "" : `; filename="${escaped(filename)}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}${type ? `\r\nContent-Type: ${type}` : ""}`;
    return [`${head}\r\n\r\n`, typeof content === "string" ? wellFormed(content) : content, "\r\n"];
  });
  return {
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as Buffer))),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Text as React writes it into a page. */
export function escapedText(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string);
}
