/** Compares the sentences and quotes of evidence. The differences are shown and block nothing. */
import { type Queryable, readDb } from "~/db.server";
import type { Evidence, NewEvidence } from "../evidence";
import { evidenceOf, type Subject } from "../evidence.server";
import { type Prose, presentEvidence } from "../support";
import type { Fact } from "./fact";
import { factsOf } from "./facts.server";

/** Returns no facts for a reference or for a sentence that an editor keeps without a source: a person vouches for those. */
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
  return Promise.all(evidence.map(async (item) => ({ ...item, facts: await evidenceFacts(item, person) })));
}

/** Returns the evidence of the sentences in a record whose quotes lack something that the sentence states. */
export async function evidenceWithFacts(
  subject: Subject,
  { record, person }: { record: Prose; person: string },
  from: Queryable = readDb,
): Promise<EvidenceWithFacts[]> {
  const evidenceInText = await withFacts(presentEvidence(record, await evidenceOf(subject, from)), person);
  return evidenceInText.filter(({ facts }) => facts.length > 0);
}
