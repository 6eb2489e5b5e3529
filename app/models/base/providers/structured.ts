/** Reads JSON from a model's answer, which is seldom JSON alone. */
import type { z } from "zod";
import { parseJson } from "~/models/base/text/json";

export type Read<T> = { value: T } | { problem: string };

/**
 * Returns the first JSON in a text that fits the schema: the whole text, the content of a code fence, or the part between
 * the first and the last bracket.
 */
export function readStructured<T>(text: string, schema: z.ZodType<T>): Read<T> {
  let problem = "It is not JSON.";
  for (const candidate of candidates(text)) {
    let parsed: unknown;
    try {
      parsed = parseJson(candidate);
    } catch {
      continue;
    }
    const result = schema.safeParse(parsed);
    if (result.success) return { value: result.data };
    const [issue] = result.error.issues;
    problem = `It has the wrong shape: ${issue?.message ?? "it is not what was asked for."}`;
  }
  return { problem };
}

function candidates(text: string): string[] {
  // The language that a fence names stands in its first line.
  const fences = text.split("```").flatMap((part, index) => (index % 2 ? part.replace(/^[a-z]*/i, "") : []));
  const between = [
    ["{", "}"],
    ["[", "]"],
  ].map(([open, close]) => text.slice(text.indexOf(open as string), text.lastIndexOf(close as string) + 1));
  return [text, ...fences, ...between].map((candidate) => candidate.trim()).filter(Boolean);
}
