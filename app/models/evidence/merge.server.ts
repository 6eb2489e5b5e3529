import type { Queryable } from "~/db.server";
import type { Evidence, NewEvidence } from "./evidence";
import { addEvidence, deleteEvidence, evidenceOf, type Subject } from "./evidence.server";

/** Stores the evidence of a field's new text: what is known of sentences that still stand stays, the rest goes. */
export async function mergeEvidence(
  tx: Queryable,
  of: Subject,
  field: string,
  value: unknown,
  added: (NewEvidence | Evidence)[],
): Promise<void> {
  const own = added.filter((one) => one.field === field);
  const known = (await evidenceOf(of, tx)).filter(
    (one) => one.field === field && !own.some(({ sentence }) => sentence === one.sentence),
  );
  const text = [value].flat().join("\n");
  const standing = [...known, ...own].filter(({ sentence }) => text.includes(sentence));
  await deleteEvidence(tx, of, [field]);
  await addEvidence(tx, of, standing);
}
