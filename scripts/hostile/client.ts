/** Asking the site, with an eye on every answer. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { problemsOf } from "./answers";
import type { Report } from "./report";
import { wellFormed } from "./strings";

export type Role = "nobody" | "user" | "admin";

export interface Question {
  method: string;
  path: string;
  /** Where it goes, for the report, such as "PUT /api/experts/:slug". */
  door: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Whether other servers are asked on the way, whose faults are a 502. */
  asksOthers?: boolean;
  /** What takes long of itself and says so: left out of the figures. */
  isSlow?: boolean;
  /** Milliseconds after which it counts as hanging. */
  patience?: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  ms: number;
  /** false for one that was cut off at `MOST`. */
  isWhole: boolean;
}

/** Of one answer, in bytes: more is read and dropped. */
const MOST = 8 * 1024 * 1024;

/** The server is not there any more: there is nobody left to ask. */
export class SiteIsGone extends Error {}

export interface Client {
  url: string;
  ask(question: Question): Promise<Answer>;
  /** Milliseconds of every answer, by what was asked: "write" and "read". */
  times: Record<"write" | "read", { door: string; ms: number; path: string }[]>;
  asked: number;
}

/** What asks a site; every problem of an answer is noted in the report. */
export function makeClient(url: string, report: Report): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(url);

  const once = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      const started = performance.now();
      const { method, path, headers = {}, body, patience = 30_000 } = question;
      const length: Record<string, string> =
        body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const own: Record<string, string> = method === "GET" || method === "HEAD" ? {} : { Origin: url };
      const outgoing = request(
        { agent, hostname, port, method, path, headers: { ...own, ...length, ...headers }, timeout: patience },
        (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size <= MOST) chunks.push(chunk);
          });
          incoming.once("error", reject);
          incoming.once("end", () => {
            const bytes = Buffer.concat(chunks);
            const ms = performance.now() - started;
            const isText = /text|json|xml|javascript/.test(String(incoming.headers["content-type"] ?? ""));
            const text = isText ? bytes.toString() : "";
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              bytes,
              ms,
              isWhole: size <= MOST,
            });
          });
        },
      );
      outgoing.once("timeout", () => outgoing.destroy(new Error(`no answer within ${patience} ms`)));
      outgoing.once("error", reject);
      outgoing.end(body);
    });

  const client: Client = {
    url,
    asked: 0,
    times: { write: [], read: [] },
    async ask(question) {
      client.asked++;
      const shown = () => {
        const body = Buffer.isBuffer(question.body) ? `${question.body.length} bytes` : (question.body ?? "");
        return `${question.method} ${question.path} ${body}`;
      };
      let answer: Answer;
      try {
        answer = await once(question).catch((error) => {
          // A kept connection may close in the moment it is used again: that is no answer of the site's.
          if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return once(question);
          throw error;
        });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") throw new SiteIsGone();
        report.broken((error as Error).message, question.door, shown());
        return { status: 0, headers: {}, text: "", bytes: Buffer.alloc(0), ms: 0, isWhole: false };
      }
      const kind = question.method === "GET" || question.method === "HEAD" ? "read" : "write";
      if (!question.isSlow)
        client.times[kind].push({ door: question.door, ms: answer.ms, path: question.path.slice(0, 300) });
      for (const problem of problemsOf(question, answer, url)) report.broken(problem, question.door, shown());
      return answer;
    },
  };
  return client;
}

/** The body and the header of a form as a browser sends it. */
export function urlencoded(fields: [string, string][]): Pick<Question, "body" | "headers"> {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
}

export interface Part {
  name: string;
  /** As it stands in the header, raw. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

/** The body and the header of a form with files, its names escaped as browsers do. */
export function multipart(parts: Part[]): Pick<Question, "body" | "headers"> {
  const boundary = "----hostile5f1d2c7a9b";
  const escaped = (name: string) => name.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");
  const chunks = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"` +
        (filename === undefined ? "" : `; filename="${escaped(filename)}"`) +
        (type ? `\r\nContent-Type: ${type}` : "") +
        "\r\n\r\n",
    ),
    typeof content === "string" ? Buffer.from(wellFormed(content)) : content,
    Buffer.from("\r\n"),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}
