import type { Queryable } from "~/db.server";
import type { NewEvidence } from "./evidence";
import { replaceEvidence, type Subject } from "./evidence.server";
import { type Prose, presentEvidence } from "./support";

/** Stores evidence for sentences of a text, and keeps the evidence of its other sentences. */
export async function storeEvidence(
  tx: Queryable,
  subject: Subject,
  record: Prose,
  evidence: NewEvidence[],
): Promise<void> {
  await replaceEvidence(tx, subject, presentEvidence(record, evidence));
}
