/** Evidence as it is stored. */
import type { EvidenceRow } from "~/db.server";
import { httpUrl } from "~/models/base/web/urls";
import type { Evidence, EvidenceSource } from "./evidence";
import { SOURCE_KINDS } from "./source-kinds";

export function toEvidence(row: EvidenceRow): Evidence {
  const { id, field, sentence, quote, context, kind, checkedBy, keptBy, reason, status, checkedAt, createdAt } = row;
  const source = row.url ? sourceOf(row) : null;
  return { id, field, sentence, quote, context, source, kind, checkedBy, keptBy, reason, status, checkedAt, createdAt };
}

function sourceOf({ url, title, retrievedAt, textHash, doi, isbn, place, sourceKind }: EvidenceRow): EvidenceSource {
  const kind = SOURCE_KINDS.find((one) => one === sourceKind);
  const known = { ...(doi && { doi }), ...(isbn && { isbn }), ...(place && { place }), ...(kind && { kind }) };
  return { url: httpUrl(url) ?? url, title, retrievedAt, textHash, ...known };
}
