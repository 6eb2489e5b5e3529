/** Reads rows of evidence. */
import type { EvidenceRow, OpinionRow, Queryable } from "~/db.server";
import { httpUrl } from "~/models/base/web/urls";
import type { Evidence, EvidenceSource } from "./evidence";
import { toOpinion } from "./opinions.server";
import { SOURCE_KINDS } from "./source-kinds";

/** Selects rows of evidence with their opinions. */
export function evidenceRows(from: Queryable) {
  return from
    .selectFrom("evidence")
    .leftJoin("opinions", "opinions.evidenceId", "evidence.id")
    .selectAll("evidence")
    .select(["opinions.says", "opinions.words", "opinions.provider", "opinions.model", "opinions.at"])
    .orderBy("evidence.rowId");
}

type Row = EvidenceRow & { [Column in keyof Omit<OpinionRow, "evidenceId">]?: OpinionRow[Column] | null };

export function toEvidence({ says, words, provider, model, at, ...row }: Row): Evidence {
  const { id, field, sentence, quote, context, kind, checkedBy, keptBy, reason, status, checkedAt, createdAt } = row;
  const source = row.url ? sourceOf(row) : null;
  const opinion = says && words && provider && model && at ? toOpinion({ says, words, provider, model, at }) : null;
  const texts = { id, field, sentence, quote, context, source, kind, opinion };
  return { ...texts, checkedBy, keptBy, reason, status, checkedAt, createdAt };
}

function sourceOf({ url, title, retrievedAt, textHash, doi, isbn, place, sourceKind }: EvidenceRow): EvidenceSource {
  const kind = SOURCE_KINDS.find((candidate) => candidate === sourceKind);
  const details = { ...(doi && { doi }), ...(isbn && { isbn }), ...(place && { place }), ...(kind && { kind }) };
  return { url: httpUrl(url) ?? url, title, retrievedAt, textHash, ...details };
}
