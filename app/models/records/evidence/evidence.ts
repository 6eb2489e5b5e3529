/** Evidence: the page and the quote, or the source without a quote, on which a sentence rests. */

import { EXPERT_RECORD } from "~/models/records/experts/fields";
import type { Fields } from "~/models/records/shared/fields";
import type { Opinion } from "./opinion";
import type { SourceKind } from "./source-kinds";

/** A page as it was read. */
export interface SourcePage {
  url: string;
  title: string;
  text: string;
  /** ISO 8601, UTC. */
  retrievedAt: string;
  /** SHA-256 of the text, hex. */
  textHash: string;
  /** It goes on beyond what is read of it. */
  isCut: boolean;
  namesPerson: boolean;
  /** Of the work that the page is; "" for none. */
  doi: string;
  /** null where that could not be found out. */
  isRetracted: boolean | null;
}

export interface WrittenSentence {
  /** Blank lines at its beginning or end separate paragraphs. */
  text: string;
  /** The number of the page as it was given to the model, from 1. */
  source: number | null;
  quote: string;
}

/** "reference": a source without a quote, which the program cannot compare with the sentence. */
export const EVIDENCE_KINDS = ["quote", "reference"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Characters of the place in a source. */
export const PLACE_MAX = 200;

export interface EvidenceSource {
  url: string;
  title: string;
  /** When the page was read, for a reference by the one who checked it. ISO 8601, UTC. */
  retrievedAt: string;
  /** "" for a reference. */
  textHash: string;
  doi?: string;
  kind?: SourceKind;
  /** ISBN-13 without hyphens. */
  isbn?: string;
  /** Where in it, for example a page or section. */
  place?: string;
}

export interface NewEvidence {
  field: string;
  sentence: string;
  quote: string;
  /** The quote with about 200 characters on both sides. */
  context: string;
  source: EvidenceSource | null;
  /** Without it, "quote". */
  kind?: EvidenceKind;
  /** Who read the source of a reference and stands for it. */
  checkedBy?: string;
  status: EvidenceStatus;
  /** The admin who keeps a sentence without a source; else "". */
  keptBy: string;
  reason: string;
}

/** "retracted": the page is a work that was retracted, whatever it says. */
export const EVIDENCE_STATUSES = ["supported", "changed", "gone", "retracted"] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

export interface Evidence extends NewEvidence {
  id: string;
  /** Of the model that was asked; null for none. */
  opinion: Opinion | null;
  status: EvidenceStatus;
  checkedAt: string;
  createdAt: string;
}

export interface CheckedText {
  sentences: { text: string; evidence: NewEvidence | null }[];
  /** The supported sentences, in their paragraphs. */
  text: string;
  evidence: NewEvidence[];
  unsupported: { sentence: string; reason: string }[];
}

/** Tells whether a field's text, or each of its entries, counts as one sentence. */
export function isUndivided(field: string): boolean {
  return (EXPERT_RECORD as Fields)[field]?.isUndivided === true;
}

/** As the JSON calls give it. */
export type PublicEvidence = Pick<Evidence, "field" | "sentence" | "quote" | "status" | "keptBy" | "checkedAt"> & {
  kind: EvidenceKind;
  checkedBy: string;
  source: Omit<EvidenceSource, "textHash"> | null;
};
