/** What an editor should look at: sentences whose quotes may not say what they say. It blocks nothing. */
import { type Queryable, readDb } from "~/db.server";
import type { Evidence, NewEvidence } from "./evidence";
import { evidenceOf, type Subject } from "./evidence.server";
import { judge } from "./judgement/judge.server";
import type { Look } from "./looks";
import { type Prose, presentEvidence } from "./support";

/** None for a reference, and for what an editor keeps without a source: those stand under somebody's name. */
export async function looksAt(
  { sentence, quote, source, kind }: Pick<NewEvidence, "sentence" | "quote" | "source" | "kind">,
  person: string,
): Promise<Look[]> {
  if (!source || kind === "reference" || !quote) return [];
  return (await judge(sentence, quote, person)).reasons;
}

export async function withLooks<E extends NewEvidence>(
  evidence: E[],
  person: string,
): Promise<(E & { look: Look[] })[]> {
  return Promise.all(evidence.map(async (one) => ({ ...one, look: await looksAt(one, person) })));
}

export type JudgedEvidence = Evidence & { look: Look[] };

/** Of the sentences that stand in a record, those to look at. */
export async function looksIn(
  of: Subject,
  { record, person }: { record: Prose; person: string },
  from: Queryable = readDb,
): Promise<JudgedEvidence[]> {
  const judged = await withLooks(presentEvidence(record, await evidenceOf(of, from)), person);
  return judged.filter(({ look }) => look.length > 0);
}
