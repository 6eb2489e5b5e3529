/** What a change would make of the evidence of a text, before anything is stored. */
import type { Evidence, NewEvidence } from "./evidence";
import { keyOf, type Prose, presentEvidence } from "./support";

/** Without an id: not stored yet. */
export type PlannedEvidence = NewEvidence & Partial<Pick<Evidence, "id" | "checkedAt" | "createdAt" | "opinion">>;

/** What an editor names for new sentences: checked evidence, or evidence that still holds. */
export type Support = { evidence: NewEvidence } | { hold: string; field: string; sentence: string };

/** With more evidence, in place of what is known of the same sentences. */
export function replacing(planned: PlannedEvidence[], evidence: PlannedEvidence[]): PlannedEvidence[] {
  const sentences = new Set(evidence.map(keyIn));
  return [...planned.filter((one) => !sentences.has(keyIn(one))), ...evidence.map(asNew)];
}

/** With former evidence, the latest first, of sentences that stand again and have none. */
export function restoring(planned: PlannedEvidence[], record: Prose, former: Evidence[]): PlannedEvidence[] {
  const known = new Set(planned.map(keyIn));
  const missing = presentEvidence(record, former).filter((one) => !known.has(keyIn(one)));
  return [...planned, ...missing.map(asNew)];
}

/** With what an editor names. Evidence of another present sentence is not taken from it. */
export function supporting(planned: PlannedEvidence[], record: Prose, support: Support[]): PlannedEvidence[] {
  const named = support.flatMap((one) => ("evidence" in one ? one.evidence : []));
  let next: PlannedEvidence[] = [...planned, ...presentEvidence(record, named)];
  for (const one of support) {
    if ("evidence" in one) continue;
    const { field, sentence, hold } = one;
    const held = next.find(({ id }) => id === hold);
    if (held?.field !== field || presentEvidence(record, [held]).length > 0) continue;
    if (presentEvidence(record, [{ field, sentence }]).length === 0) continue;
    next = next.map((other) => (other === held ? { ...held, sentence } : other));
  }
  return next;
}

function asNew({ id: _id, ...evidence }: PlannedEvidence): PlannedEvidence {
  return evidence;
}

function keyIn({ field, sentence }: Pick<NewEvidence, "field" | "sentence">): string {
  return `${field} ${keyOf(sentence)}`;
}
