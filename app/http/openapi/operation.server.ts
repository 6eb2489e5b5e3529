import { z } from "zod";
import type { KeySubject } from "~/models/base/accounts/key-scopes";
import type { TextLimit } from "../body.server";

/** "owner" is the signed-in user to whom the record belongs. */
export type Access = "public" | "user" | "owner" | "editor" | "admin";

/** The subjects of the calls in reading order, with the scope of the keys that open them. */
export const SUBJECTS = {
  Experts: "profiles",
  Articles: "articles",
  "Dataset and changes": null,
  "This interface": null,
  Suggestions: "submissions",
  "Reports and corrections": null,
  Lists: null,
  Following: null,
  Questions: null,
  Accounts: null,
  "Editing experts": "profiles",
  "Editing articles": "articles",
  Review: "submissions",
  Images: "library",
  Library: "library",
  AI: "profiles",
  Promotion: "articles",
  Administration: null,
} satisfies Record<string, KeySubject | null>;

export type Subject = keyof typeof SUBJECTS;

/** The description of a call beside its handler. */
export interface Operation {
  subject: Subject;
  summary: string;
  access: Access;
  /** Demands a sign-in of the last ten minutes; no key opens it. */
  recent?: true;
  /** "any": every key opens it, whatever its scopes. By default the subject and the access decide. */
  key?: "any";
  /** Scripts of other sites may read it. */
  cors?: true;
  query?: z.ZodObject;
  /** The schema of a JSON body, which is checked before the handler runs. */
  body?: z.ZodType;
  /** Leaves the check of the body to the use case, because it depends on stored data. */
  isCheckedLater?: true;
  /** The schema of a body in multipart/form-data, which the handler reads. */
  upload?: z.ZodType;
  /** The limit of the body, 64 KB by default. */
  limit?: number | TextLimit;
  /** An example of a valid body. */
  example?: unknown;
  /** null for an answer without JSON. */
  answer: z.ZodType | null;
  /** Default: application/json. */
  media?: string[];
  /** Default: 200. */
  status?: number;
  /** Problems besides those that follow from access, method and parameters. */
  problems?: number[];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof METHODS)[number];

const operations = new Map<string, Operation>();

/** Registers a call under method and path, such as "GET /api/experts/{slug}", when its route is loaded. */
export function register(key: string, operation: Operation): void {
  operations.set(key, operation);
}

/** Returns the calls of all routes, sorted by subject, path and method. */
export function allOperations(): [key: string, operation: Operation][] {
  const subjects = Object.keys(SUBJECTS);
  const rankOf = ([key, { subject }]: [string, Operation]) => {
    const [method, path = ""] = key.split(" ");
    return { subject: subjects.indexOf(subject), path, method: METHODS.indexOf(method as Method) };
  };
  return [...operations].sort((first, second) => {
    const [a, b] = [rankOf(first), rankOf(second)];
    return a.subject - b.subject || (a.path < b.path ? -1 : Number(a.path > b.path)) || a.method - b.method;
  });
}

export function operationAt(key: string): Operation | undefined {
  return operations.get(key);
}

/** The schemas with a name in the OpenAPI document. */
export const components = z.registry<{ id: string }>();

export function named<T extends z.ZodType>(id: string, schema: T): T {
  components.add(schema, { id });
  return schema;
}

export const Problem = named(
  "Problem",
  z.object({
    message: z.string().describe("A sentence for people."),
    code: z
      .enum([
        "second_factor_required",
        "second_factor_setup_required",
        "recent_sign_in_required",
        "key_expired",
        "insufficient_scope",
      ])
      .optional()
      .describe("For programs, where a status alone does not say what to do next."),
    fieldErrors: z.record(z.string(), z.string()).optional().describe("What is wrong, by the field of the body."),
  }),
);

export const Success = named("Success", z.object({ success: z.literal(true) }));

export const Paging = { total: z.int(), totalPages: z.int().describe("At least 1."), currentPage: z.int() };

export const page = {
  page: z.int().min(1).optional().describe("The page number, from 1. Pages after the last are empty."),
};

/** @param max The largest number of entries per page. */
export function paged(defaultLimit: number, max = 100) {
  const limit = z.int().min(1).max(max).optional().describe(`Entries per page, ${defaultLimit} unless given.`);
  return { ...page, limit };
}

export const search = {
  search: z.string().optional().describe("Words to search for. The last one may be incomplete."),
};

export const time = z.string().describe("ISO 8601, UTC.");

/** Returns the statuses of the problems that a call can answer with. */
export function problemsOf(key: string, { access, query, problems = [] }: Operation): number[] {
  const isWrite = !key.startsWith("GET ");
  const statuses = [
    ...(isWrite ? [400, 403, 413, 415] : []),
    ...(query ? [400] : []),
    ...(access === "public" ? [] : [401, 403]),
    ...(key.includes("{") ? [400, 404] : []),
    ...(isWrite && access !== "public" ? [404, 409] : []),
    ...problems,
    429,
    503,
  ];
  return [...new Set(statuses)].sort();
}
