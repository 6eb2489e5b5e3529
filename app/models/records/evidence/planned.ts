/** Plans the evidence of a text after a change, before anything is stored. */
import type { Evidence, NewEvidence } from "./evidence";
import { keyOf, type Prose, presentEvidence } from "./support";

/** Evidence without an id is not stored yet. */
export type PlannedEvidence = NewEvidence & Partial<Pick<Evidence, "id" | "checkedAt" | "createdAt" | "opinion">>;

/** The support that an editor names for new sentences: checked evidence, or evidence that still holds. */
export type Support = { evidence: NewEvidence } | { hold: string; field: string; sentence: string };

/** Adds evidence in place of the planned evidence of the same sentences. */
export function withReplacements(planned: PlannedEvidence[], evidence: PlannedEvidence[]): PlannedEvidence[] {
  const sentences = new Set(evidence.map(keyIn));
  return [...planned.filter((plan) => !sentences.has(keyIn(plan))), ...evidence.map(asNew)];
}

/** Adds former evidence, the latest first, to sentences that are back in the text and have none. */
export function withRestored(planned: PlannedEvidence[], record: Prose, former: Evidence[]): PlannedEvidence[] {
  const plannedKeys = new Set(planned.map(keyIn));
  const missingEvidence = presentEvidence(record, former).filter((item) => !plannedKeys.has(keyIn(item)));
  return [...planned, ...missingEvidence.map(asNew)];
}

/** Adds the support that an editor names. Evidence of another present sentence stays with that sentence. */
export function withSupport(planned: PlannedEvidence[], record: Prose, support: Support[]): PlannedEvidence[] {
  const namedEvidence = support.flatMap((support) => ("evidence" in support ? support.evidence : []));
  let plannedAfter: PlannedEvidence[] = [...planned, ...presentEvidence(record, namedEvidence)];
  for (const entry of support) {
    if ("evidence" in entry) continue;
    const { field, sentence, hold } = entry;
    const heldEvidence = plannedAfter.find(({ id }) => id === hold);
    if (heldEvidence?.field !== field || presentEvidence(record, [heldEvidence]).length > 0) continue;
    if (presentEvidence(record, [{ field, sentence }]).length === 0) continue;
    plannedAfter = plannedAfter.map((plan) => (plan === heldEvidence ? { ...heldEvidence, sentence } : plan));
  }
  return plannedAfter;
}

function asNew({ id: _id, ...evidence }: PlannedEvidence): PlannedEvidence {
  return evidence;
}

function keyIn({ field, sentence }: Pick<NewEvidence, "field" | "sentence">): string {
  return `${field} ${keyOf(sentence)}`;
}
