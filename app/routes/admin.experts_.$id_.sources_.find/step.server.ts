import type { FoundSources } from "~/models/editing/sources/finding/proposals.server";

/** Stands in place of a sentence's key after the last sentence. */
export const END = "end";

type Sentence = FoundSources["sentences"][number];

/** A sentence with one of its candidates, and the key of the next sentence. */
export interface Step extends Sentence {
  /** The index of the candidate. */
  candidate: number;
  number: number;
  total: number;
  next: string;
  /** A value that changes with each step. */
  stepId: string;
}

export function stepIn({ sentences }: FoundSources, params: URLSearchParams): Step | null {
  const requestedKey = params.get("sentence");
  if (requestedKey === END) return null;
  const index = Math.max(0, requestedKey ? sentences.findIndex(({ key }) => key === requestedKey) : 0);
  const sentence = sentences[index];
  if (!sentence) return null;
  const number = Number(params.get("candidate") ?? 0);
  const candidate = Number.isInteger(number) && number >= 0 && number < sentence.candidates.length ? number : 0;
  const next = sentences[index + 1]?.key ?? END;
  const stepId = `${sentence.key} ${sentence.candidates[candidate]?.id ?? ""}`;
  return { ...sentence, candidate, number: index + 1, total: sentences.length, next, stepId };
}

/** Returns the address of the next step: the next sentence, or the remaining candidates of this sentence. */
export function afterDecision({ id, sentences }: FoundSources, fields: Record<string, unknown>): string {
  const path = `/admin/experts/${id}/sources/find`;
  const { intent, at, next } = fields;
  if (intent === "find") return path;
  const currentSentence = sentences.find(({ key }) => key === at);
  const stays =
    intent === "undo" ||
    (intent === "reject" && currentSentence !== undefined && currentSentence.candidates.length > 0);
  const key = stays ? at : next;
  return typeof key === "string" && /^[\da-z]{1,20}$/.test(key) ? `${path}?sentence=${key}` : path;
}
