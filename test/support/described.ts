/** Holds the answers of calls to the description of the interface: an undescribed call, status or field is a fault. */
import { isDeepStrictEqual } from "node:util";
import { type Operation, Problem, problemsOf } from "~/http/openapi/operation.server";
import { OPERATIONS } from "./operations";

interface Given {
  status: number;
  /** The body, parsed; undefined without one, or when it is not JSON. */
  body: unknown;
}

const parameters = (key: string) => key.split("{").length;
const operations = OPERATIONS.toSorted(([first], [other]) => parameters(first) - parameters(other)).map(
  ([key, operation]) => {
    const [method, path = ""] = key.split(" ");
    return { key, method, operation, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`, "i") };
  },
);

/** Any call can have them: the server, not the call, says so; 400 for an address that it does not read. */
const ANYWHERE = [405, 408, 500, 507];
/** Tells whether a path is UTF-8, without the parameter with which Remix once asked for the data of a page. */
const isReadable = (path: string, query = "") => {
  try {
    return decodeURIComponent(path) !== "" && !new URLSearchParams(query).has("_data");
  } catch {
    return false;
  }
};

/** Returns the part of an answer that the description does not know; null when it fits. */
export function misfit(method: string, address: string, exchange: Given): string | null {
  const [path = "", query] = address.split("?", 2);
  if (!path.startsWith("/api/") || /^\/api\/docs(\.data)?$/.test(path) || method === "OPTIONS") return null;
  const { status, body } = exchange;
  const at = operations.filter(({ pattern }) => pattern.test(path));
  const described = at.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
  const subject = `${method} ${path.slice(0, 200)} answered ${status}`;
  if (status >= 400) {
    if (body !== undefined && !fits(Problem, body)) return `${subject} without a described problem: ${shown(body)}`;
    const isKnown =
      !described ||
      !isReadable(path, query) ||
      ANYWHERE.includes(status) ||
      problemsOf(described.key, described.operation).includes(status);
    return isKnown ? null : `${subject}, which is not described`;
  }
  if (status === 304) return null;
  if (!described) return `${subject}, and is not described`;
  const { answer, status: expected = 200 } = described.operation;
  if (status !== expected) return `${subject} in place of ${expected}`;
  if (method === "HEAD") return null;
  if (described.operation.media && body === undefined) return null;
  if (!answer) return body === undefined ? null : `${subject} with an undescribed body`;
  return fits(answer, body) ? null : `${subject} with a body that is not as described: ${problemOf(answer, body)}`;
}

type Schema = typeof Problem | NonNullable<Operation["answer"]>;

/** Undeclared fields are dropped by parsing. */
function fits(schema: Schema, body: unknown): boolean {
  const { success, data } = schema.safeParse(body);
  return success && isDeepStrictEqual(data, body);
}

function problemOf(schema: Schema, body: unknown): string {
  const { error, data } = schema.safeParse(body);
  return error ? error.message.slice(0, 1_000) : `undeclared fields: ${shown(body)} is not ${shown(data)}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 3_000) ?? "nothing";
}
