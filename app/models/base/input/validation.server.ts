import { z } from "zod";
import { AppError } from "~/errors";
import { describeIssue } from "./messages.server";

// Replaces zod's own messages in every schema of this process.
z.config({ localeError: describeIssue });

/**
 * Returns input that fits a schema. Throws "invalid" with the first message of each field; the error's message is the
 * first message of all fields.
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) fieldErrors[String(issue.path[0] ?? "")] ??= issue.message;
  throw new AppError("invalid", result.error.issues[0]?.message ?? "This input cannot be used.", fieldErrors);
}
