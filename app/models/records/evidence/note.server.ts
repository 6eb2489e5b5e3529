import type { Queryable } from "~/db.server";
import type { NewEvidence } from "./evidence";
import { bringBackEvidence, type Subject } from "./evidence.server";
import { type Prose, presentEvidence } from "./support";

/** Stores the evidence of the sentences that stand in a text, and keeps the evidence of its other sentences. */
export async function noteEvidence(tx: Queryable, of: Subject, record: Prose, evidence: NewEvidence[]): Promise<void> {
  await bringBackEvidence(tx, of, presentEvidence(record, evidence));
}
