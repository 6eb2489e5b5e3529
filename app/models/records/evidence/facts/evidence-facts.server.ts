/** Evidence with what its two texts visibly do not have in common. It blocks nothing. */
import { type Queryable, readDb } from "~/db.server";
import type { Evidence, NewEvidence } from "../evidence";
import { evidenceOf, type Subject } from "../evidence.server";
import { type Prose, presentEvidence } from "../support";
import type { Fact } from "./fact";
import { factsOf } from "./facts.server";

/** None for a reference, and for what an editor keeps without a source: those stand under somebody's name. */
export async function evidenceFacts(
  { sentence, quote, source, kind }: Pick<NewEvidence, "sentence" | "quote" | "source" | "kind">,
  person: string,
): Promise<Fact[]> {
  return source && kind !== "reference" ? factsOf(sentence, quote, person) : [];
}

export type EvidenceWithFacts = Evidence & { facts: Fact[] };

export async function withFacts<E extends NewEvidence>(
  evidence: E[],
  person: string,
): Promise<(E & { facts: Fact[] })[]> {
  return Promise.all(evidence.map(async (one) => ({ ...one, facts: await evidenceFacts(one, person) })));
}

/** Of the sentences that stand in a record, those of which something is not in the quote. */
export async function evidenceWithFacts(
  of: Subject,
  { record, person }: { record: Prose; person: string },
  from: Queryable = readDb,
): Promise<EvidenceWithFacts[]> {
  const all = await withFacts(presentEvidence(record, await evidenceOf(of, from)), person);
  return all.filter(({ facts }) => facts.length > 0);
}
