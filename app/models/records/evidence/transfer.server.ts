/** Exports and imports evidence. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { httpUrl } from "~/models/base/web/urls";
import { EVIDENCE_KINDS, EVIDENCE_STATUSES, type Evidence, PLACE_MAX } from "./evidence";
import { evidenceOf, type Subject } from "./evidence.server";
import { OPINIONS } from "./opinion";
import { SOURCE_KINDS } from "./source-kinds";

const text = (max: number) => z.string().max(max);
const Source = z.object({
  url: text(2_048).refine((url) => httpUrl(url) !== null, "A source needs an http or https address."),
  title: text(500),
  retrievedAt: z.iso.datetime(),
  textHash: z.union([z.literal(""), z.string().regex(/^[0-9a-f]{64}$/)]).default(""),
  doi: text(300).optional(),
  kind: z.enum(SOURCE_KINDS).optional(),
  isbn: text(13).optional(),
  place: text(PLACE_MAX).optional(),
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
      kind: z.enum(EVIDENCE_KINDS).default("quote"),
      checkedBy: text(500).default(""),
      keptBy: text(500).default(""),
      reason: text(2_000).default(""),
      status: z.enum(EVIDENCE_STATUSES),
      opinion: z
        .object({
          says: z.enum(OPINIONS),
          words: z.array(text(500)).max(100),
          provider: text(100),
          model: text(300),
          at: z.iso.datetime(),
        })
        .nullable()
        .default(null),
      checkedAt: z.iso.datetime(),
      createdAt: z.iso.datetime(),
    }),
  )
  .max(2_000);

export async function isSameEvidence(from: Queryable, subject: Subject, evidence: Evidence[]): Promise<boolean> {
  return textOf(await evidenceOf(subject, from)) === textOf(evidence);
}

/** Returns the evidence of one list that another list lacks, whatever became of the source since. */
export function evidenceMissingIn(otherEvidence: Evidence[], evidence: Evidence[]): Evidence[] {
  const keys = new Set(otherEvidence.map(keyOf));
  return evidence.filter((item) => !keys.has(keyOf(item)));
}

function keyOf({ field, sentence, quote, source }: Evidence): string {
  return [field, sentence, quote, source?.url, source?.place].join("\n");
}

function textOf(list: Evidence[]): string {
  return JSON.stringify(
    list.map((evidence) => [keyOf(evidence), evidence.status, evidence.checkedBy].join("\n")).sort(),
  );
}
