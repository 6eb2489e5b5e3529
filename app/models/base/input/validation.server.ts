import { z } from "zod";
import { AppError } from "~/errors";
import { sentenceOf } from "./messages.server";

// Replaces the library's own messages for every schema of the process.
z.config({ localeError: sentenceOf });

/**
 * Checks input against a schema.
 * @throws AppError "invalid" whose field errors have the first message per field; the message is the first of all.
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) fieldErrors[String(issue.path[0] ?? "")] ??= issue.message;
  throw new AppError("invalid", result.error.issues[0]?.message ?? "This input cannot be used.", fieldErrors);
}
