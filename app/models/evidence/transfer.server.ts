/** Evidence in exports and imports. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { httpUrl } from "~/models/experts/texts";
import { EVIDENCE_STATUSES, type Evidence } from "./evidence";
import { addEvidence, columnOf, evidenceOf, type Subject } from "./evidence.server";

const text = (max: number) => z.string().max(max);
const Source = z.object({
  url: text(2_048).refine((url) => httpUrl(url) !== null, "A source needs an http or https address."),
  title: text(500),
  retrievedAt: z.iso.datetime(),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  doi: text(300).optional(),
});

export const EvidenceList = z
  .array(
    z.object({
      id: text(100).default(""),
      field: text(100),
      sentence: text(10_000),
      quote: text(1_000),
      context: text(2_000).default(""),
      source: Source.nullable(),
      keptBy: text(500).default(""),
      reason: text(2_000).default(""),
      status: z.enum(EVIDENCE_STATUSES),
      checkedAt: z.iso.datetime(),
      createdAt: z.iso.datetime(),
    }),
  )
  .max(2_000);

export async function isEvidenceKnown(from: Queryable, of: Subject, given: Evidence[]): Promise<boolean> {
  return textOf(await evidenceOf(of, from)) === textOf(given);
}

export async function replaceEvidence(tx: Queryable, of: Subject, evidence: Evidence[]): Promise<void> {
  const [column, rowId] = columnOf(of);
  await tx.deleteFrom("evidence").where(column, "=", rowId).execute();
  await addEvidence(tx, of, evidence);
}

function textOf(list: Evidence[]): string {
  return JSON.stringify(
    list
      .map(({ field, sentence, quote, source, status }) => [field, sentence, quote, source?.url, status].join("\n"))
      .sort(),
  );
}
