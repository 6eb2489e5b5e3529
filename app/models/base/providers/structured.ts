/** Reads JSON from a model's answer, which often contains other text, too. */
import type { z } from "zod";
import { parseJson } from "~/json";

export type Result<T> = { value: T } | { problem: string };

/**
 * Returns the first JSON in a text that fits the schema. Tries the whole text, the content of code fences, and the
 * parts between the first and the last bracket.
 */
export function readStructured<T>(text: string, schema: z.ZodType<T>): Result<T> {
  let problem = "It is not JSON.";
  for (const candidate of candidates(text)) {
    let parsedValue: unknown;
    try {
      parsedValue = parseJson(candidate);
    } catch {
      continue;
    }
    const result = schema.safeParse(parsedValue);
    if (result.success) return { value: result.data };
    const [issue] = result.error.issues;
    problem = `It has the wrong shape: ${issue?.message ?? "it does not fit the schema."}`;
  }
  return { problem };
}

function candidates(text: string): string[] {
  // The language that a fence names stands in its first line.
  const fences = text.split("```").flatMap((part, index) => (index % 2 ? part.replace(/^[a-z]*/i, "") : []));
  const bracketedTexts = [
    ["{", "}"],
    ["[", "]"],
  ].map(([open, close]) => text.slice(text.indexOf(open as string), text.lastIndexOf(close as string) + 1));
  return [text, ...fences, ...bracketedTexts].map((candidate) => candidate.trim()).filter(Boolean);
}
