import type { Queryable } from "~/db.server";
import type { NewEvidence } from "./evidence";
import { mergeEvidence } from "./merge.server";

/** Stores the evidence of an article's text; sentences that the excerpt repeats have it there too. */
export async function putArticleEvidence(
  tx: Queryable,
  { rowId, body, excerpt }: { rowId: number; body: string; excerpt: string },
  evidence: NewEvidence[],
): Promise<void> {
  const of = { articleRowId: rowId };
  const inField = (field: string) => evidence.map((one) => ({ ...one, field }));
  await mergeEvidence(tx, of, "body", body, inField("body"));
  await mergeEvidence(tx, of, "excerpt", excerpt, inField("excerpt"));
}
