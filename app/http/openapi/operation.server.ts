import { z } from "zod";

export type Access = "public" | "user" | "editor" | "admin";

/** What the description says of a call beside its body, which stands in bodies.server.ts. */
export interface Operation {
  summary: string;
  access: Access;
  query?: z.ZodObject;
  /** null for an answer without JSON. */
  answer: z.ZodType | null;
  /** Default: application/json. */
  media?: string[];
  /** Default: 200. */
  status?: number;
  /** Further problems than those that follow from access, method and parameters. */
  problems?: number[];
}

/** By method and path, such as "GET /api/experts/{slug}". */
export type Operations = Record<string, Operation>;

/** The shapes that have a name of their own in the description. */
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

export const page = { page: z.int().min(1).optional().describe("From 1; past the end a list is empty.") };

/** @param most that a page can have. */
export function paged(normally: number, most = 100) {
  const limit = z.int().min(1).max(most).optional().describe(`Entries per page, ${normally} unless given.`);
  return { ...page, limit };
}

export const search = { search: z.string().optional().describe("Words; the last one may be a beginning.") };

export const time = z.string().describe("ISO 8601, UTC.");

/** The problems that a call can answer with. */
export function problemsOf(key: string, { access, query, problems = [] }: Operation): number[] {
  const isWrite = !key.startsWith("GET ");
  const statuses = [
    ...(isWrite ? [400, 403, 413, 415] : []),
    ...(query ? [400] : []),
    ...(access === "public" ? [] : [401, 403]),
    ...(key.includes("{") ? [400, 404] : []),
    ...(isWrite && access !== "public" ? [404, 409] : []),
    ...problems,
    ...[429, 503],
  ];
  return [...new Set(statuses)].sort();
}
