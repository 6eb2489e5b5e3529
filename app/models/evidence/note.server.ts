import type { Queryable } from "~/db.server";
import type { NewEvidence } from "./evidence";
import { bringBackEvidence, type Subject } from "./evidence.server";
import { type Prose, standing } from "./support";

/** Stores the evidence of the sentences that stand in a text, beside what is known of its other sentences. */
export async function noteEvidence(tx: Queryable, of: Subject, record: Prose, evidence: NewEvidence[]): Promise<void> {
  await bringBackEvidence(tx, of, standing(record, evidence));
}

/** Of an article's text; what its excerpt repeats rests on the same. */
export async function noteArticleEvidence(
  tx: Queryable,
  { rowId, body }: { rowId: number; body: string },
  evidence: NewEvidence[],
): Promise<void> {
  await noteEvidence(
    tx,
    { articleRowId: rowId },
    { body },
    evidence.map((one) => ({ ...one, field: "body" })),
  );
}
