/** What a person of the starter directory has besides the fields of the record: works, and the sources of the sentences. */

import type { NewEvidence } from "~/models/records/evidence/evidence";
import { referenceTo } from "~/models/records/evidence/references";
import type { SourceKind } from "~/models/records/evidence/source-kinds";
import type { ExpertInput } from "~/models/records/experts/input.server";
import type { Work } from "~/models/records/works/works.server";

export interface StarterPerson extends ExpertInput {
  slug: string;
  works: { title: string; year: number | null; venue: string; doi: string }[];
  /** The sources; `references` name them by their place, from 1. */
  bibliography: StarterSource[];
  references: { field: string; sentence: string; sources: number[] }[];
  /** The day on which all of them were opened, such as 2026-11-24. */
  checkedAt: string;
}

export interface StarterSource {
  kind: SourceKind;
  title: string;
  url: string;
  doi?: string;
  isbn?: string;
  place?: string;
}

/** Readers see it as the name of who checked a source. */
export const STARTER_AUTHORS = "the starter’s authors";

export function worksOf({ works }: StarterPerson): Work[] {
  return works.map((work) => {
    return { ...work, openalex: "", citations: 0, retracted: false, highlighted: false, subjects: [] };
  });
}

/** Throws "invalid" for an unknown source. */
export function referencesOf({ references, bibliography, checkedAt }: StarterPerson): NewEvidence[] {
  const checked = { by: STARTER_AUTHORS, at: `${checkedAt}T00:00:00.000Z` };
  return references.flatMap(({ sources, ...sentence }) =>
    sources.flatMap((number) => {
      const source = bibliography[number - 1];
      return source ? referenceTo(sentence, { ...source, sourceKind: source.kind }, checked) : [];
    }),
  );
}
