import type { FoundSources } from "~/models/editing/sources/finding/proposals.server";

/** Replaces a sentence's key once all sentences were looked at. */
export const END = "end";

type Sentence = FoundSources["sentences"][number];

/** One sentence, one of its candidates, and which sentence comes next. */
export interface Step extends Sentence {
  /** From 0. */
  candidate: number;
  number: number;
  of: number;
  next: string;
  /** A value that changes with each step. */
  at: string;
}

export function stepIn({ sentences }: FoundSources, params: URLSearchParams): Step | null {
  const asked = params.get("sentence");
  if (asked === END) return null;
  const place = Math.max(0, asked ? sentences.findIndex(({ key }) => key === asked) : 0);
  const sentence = sentences[place];
  if (!sentence) return null;
  const number = Number(params.get("candidate") ?? 0);
  const candidate = Number.isInteger(number) && number >= 0 && number < sentence.candidates.length ? number : 0;
  const next = sentences[place + 1]?.key ?? END;
  const at = `${sentence.key} ${sentence.candidates[candidate]?.id ?? ""}`;
  return { ...sentence, candidate, number: place + 1, of: sentences.length, next, at };
}

/** Returns the next step: the next sentence, or what remains of this one. */
export function afterDecision({ id, sentences }: FoundSources, fields: Record<string, unknown>): string {
  const path = `/admin/experts/${id}/sources/find`;
  const { intent, at, next } = fields;
  if (intent === "find") return path;
  const present = sentences.find(({ key }) => key === at);
  const stays = intent === "undo" || (intent === "reject" && present !== undefined && present.candidates.length > 0);
  const key = stays ? at : next;
  return typeof key === "string" && /^[\da-z]{1,20}$/.test(key) ? `${path}?sentence=${key}` : path;
}
