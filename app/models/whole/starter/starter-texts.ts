/** Defines starter texts: sources, and which sentence is based on which source. */

import type { NewEvidence } from "~/models/records/evidence/evidence";
import { referenceTo } from "~/models/records/evidence/references";
import { type SourceKind, STARTER_AUTHORS } from "~/models/records/evidence/source-kinds";

export interface StarterSource {
  kind: SourceKind;
  title: string;
  url: string;
  doi?: string;
  isbn?: string;
  place?: string;
}

export interface Sourced {
  /** The sources; `references` give their positions, from 1. */
  bibliography: StarterSource[];
  references: { field: string; sentence: string; sources: number[] }[];
  /** The day on which all sources were opened, such as 2026-11-24. */
  checkedAt: string;
}

export interface StarterTopic extends Sourced {
  slug: string;
  name: string;
  otherNames: string[];
  broader: string | null;
  description: string;
}

export interface StarterArticle extends Sourced {
  slug: string;
  title: string;
  type: string;
  expertSlug: string;
  excerpt: string;
  body: string;
  /** Slugs of topics. */
  topics: string[];
}

/** Returns the times of a starter record, which are the day of its check rather than of the installation. */
export function timesOf({ checkedAt }: Sourced): { createdAt: string; updatedAt: string } {
  const time = `${checkedAt}T00:00:00.000Z`;
  return { createdAt: time, updatedAt: time };
}

/**
 * Returns the references of a text; none for a text without sources, as another subject may have. Throws "invalid"
 * for an invalid source.
 */
export function referencesOf({ references = [], bibliography = [], checkedAt }: Partial<Sourced>): NewEvidence[] {
  const check = { by: STARTER_AUTHORS, at: `${checkedAt}T00:00:00.000Z` };
  return references.flatMap(({ sources, ...sentence }) =>
    sources.flatMap((number) => {
      const source = bibliography[number - 1];
      return source ? referenceTo(sentence, { ...source, sourceKind: source.kind }, check) : [];
    }),
  );
}
