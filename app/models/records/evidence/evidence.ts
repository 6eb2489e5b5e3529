/** Evidence: the page and the quote, or the source without a quote, on which a sentence rests. */

import { EXPERT_RECORD } from "~/models/records/experts/fields";
import type { Fields } from "~/models/records/shared/fields";
import type { Opinion } from "./opinion";
import type { SourceKind } from "./source-kinds";

/** A page that was read. */
export interface SourcePage {
  url: string;
  title: string;
  text: string;
  /** ISO 8601, UTC. */
  retrievedAt: string;
  /** SHA-256 of the text, hex. */
  textHash: string;
  /** Says that the page is longer than the part that was read. */
  isCut: boolean;
  namesPerson: boolean;
  /** The DOI of the work that the page shows; "" for none. */
  doi: string;
  /** null if the registers did not answer. */
  isRetracted: boolean | null;
}

export interface WrittenSentence {
  /** Blank lines at its beginning or end separate paragraphs. */
  text: string;
  /** The number that the model used for the page, from 1. */
  source: number | null;
  quote: string;
}

/** "reference": a source without a quote, which the program cannot compare with the sentence. */
export const EVIDENCE_KINDS = ["quote", "reference"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** The limit of characters of the place in a source. */
export const PLACE_MAX = 200;

export interface EvidenceSource {
  url: string;
  title: string;
  /** ISO 8601, UTC: when the page was read, or when somebody checked a reference. */
  retrievedAt: string;
  /** "" for a reference. */
  textHash: string;
  doi?: string;
  kind?: SourceKind;
  /** ISBN-13 without hyphens. */
  isbn?: string;
  /** The place in the source, for example a page or section. */
  place?: string;
}

export interface NewEvidence {
  field: string;
  sentence: string;
  quote: string;
  /** The quote with about 200 characters on both sides. */
  context: string;
  source: EvidenceSource | null;
  /** "quote" if missing. */
  kind?: EvidenceKind;
  /** The person who read the source of a reference and vouches for it. */
  checkedBy?: string;
  status: EvidenceStatus;
  /** The admin who keeps a sentence without a source; otherwise "". */
  keptBy: string;
  reason: string;
}

/** "retracted": the page shows a work that was retracted, whatever its text says. */
export const EVIDENCE_STATUSES = ["supported", "changed", "gone", "retracted"] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

export interface Evidence extends NewEvidence {
  id: string;
  /** The opinion of a model; null for none. */
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

/** The evidence that the JSON calls return. */
export type PublicEvidence = Pick<Evidence, "field" | "sentence" | "quote" | "status" | "keptBy" | "checkedAt"> & {
  kind: EvidenceKind;
  checkedBy: string;
  source: Omit<EvidenceSource, "textHash"> | null;
};
