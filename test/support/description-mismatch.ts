/** Compares the answers of calls with the API description. An undescribed call, status or field is a fault. */
import { isDeepStrictEqual } from "node:util";
import { type Operation, Problem, problemsOf } from "~/http/openapi/operation.server";
import { OPERATIONS } from "./operations";

interface Exchange {
  status: number;
  /** The parsed body; undefined without a body, or when it is not JSON. */
  body: unknown;
}

const segmentCount = (key: string) => key.split("{").length;
const operations = OPERATIONS.toSorted(([first], [other]) => segmentCount(first) - segmentCount(other)).map(
  ([key, operation]) => {
    const [method, path = ""] = key.split(" ");
    return { key, method, operation, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`, "i") };
  },
);

/** The server answers any call with these statuses, before the call runs. */
const GENERAL_STATUSES = [405, 408, 500, 507];
/** Returns false for an address that the server refuses with 400: a path that is not UTF-8, or Remix's parameter `_data`. */
const isReadable = (path: string, query = "") => {
  try {
    return decodeURIComponent(path) !== "" && !new URLSearchParams(query).has("_data");
  } catch {
    return false;
  }
};

/** Returns a sentence about the first difference between an answer and the description, or null. */
export function descriptionMismatch(method: string, address: string, exchange: Exchange): string | null {
  const [path = "", query] = address.split("?", 2);
  if (!path.startsWith("/api/") || /^\/api\/docs(\.data)?$/.test(path) || method === "OPTIONS") return null;
  const { status, body } = exchange;
  const operationsAtPath = operations.filter(({ pattern }) => pattern.test(path));
  const endpoint = operationsAtPath.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
  const exchangeText = `${method} ${path.slice(0, 200)} answered ${status}`;
  if (status >= 400) {
    if (body !== undefined && !matchesSchema(Problem, body))
      return `${exchangeText} without a described problem: ${preview(body)}`;
    const isDescribed =
      !endpoint ||
      !isReadable(path, query) ||
      GENERAL_STATUSES.includes(status) ||
      problemsOf(endpoint.key, endpoint.operation).includes(status);
    return isDescribed ? null : `${exchangeText}, which is not described`;
  }
  if (status === 304) return null;
  if (!endpoint) return `${exchangeText}, and is not described`;
  const { answer, status: expected = 200 } = endpoint.operation;
  if (status !== expected) return `${exchangeText} in place of ${expected}`;
  if (method === "HEAD") return null;
  if (endpoint.operation.media && body === undefined) return null;
  if (!answer) return body === undefined ? null : `${exchangeText} with an undescribed body`;
  return matchesSchema(answer, body)
    ? null
    : `${exchangeText} with a body that is not as described: ${problemOf(answer, body)}`;
}

type Schema = typeof Problem | NonNullable<Operation["answer"]>;

/** Compares the parsed body with the original, because parsing drops undeclared fields. */
function matchesSchema(schema: Schema, body: unknown): boolean {
  const { success, data } = schema.safeParse(body);
  return success && isDeepStrictEqual(data, body);
}

function problemOf(schema: Schema, body: unknown): string {
  const { error, data } = schema.safeParse(body);
  return error ? error.message.slice(0, 1_000) : `undeclared fields: ${preview(body)} is not ${preview(data)}`;
}

function preview(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 3_000) ?? "nothing";
}
