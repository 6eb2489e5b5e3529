/** Keeps the sources and AI marks of a listed person that a row of an import replaces, and restores them. */
import type { Queryable } from "~/db.server";
import { countNoun } from "~/models/base/text/numbers";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { evidenceMissingIn, isSameEvidence } from "~/models/records/evidence/transfer.server";
import { type Provenance, provenanceMissingIn, provenanceOf } from "~/models/records/provenance/provenance.server";

/** The lists of a row of a file; null keeps what is stored. */
interface RowLists {
  evidence: Evidence[] | null;
  provenance: Provenance[] | null;
}

/** The stored lists that a row replaced. */
export interface ReplacedLists {
  evidence?: Evidence[];
  provenance?: Provenance[];
}

/** Returns the stored lists from which the lists of a row differ; undefined for none. */
export async function replacedLists(
  from: Queryable,
  expertRowId: number,
  { evidence, provenance }: RowLists,
): Promise<ReplacedLists | undefined> {
  const lists: ReplacedLists = {};
  if (evidence && !(await isSameEvidence(from, { expertRowId }, evidence)))
    lists.evidence = await evidenceOf({ expertRowId }, from);
  const storedProvenance = provenance ? await provenanceOf({ expertRowId }, from) : [];
  const difference = [
    ...provenanceMissingIn(provenance ?? [], storedProvenance),
    ...provenanceMissingIn(storedProvenance, provenance ?? []),
  ];
  if (difference.length > 0) lists.provenance = storedProvenance;
  return Object.keys(lists).length > 0 ? lists : undefined;
}

/** Describes what a profile loses with its replaced lists; "" for nothing. */
export function lossesIn({ evidence: newEvidence, provenance: newProvenance }: RowLists, replaced: ReplacedLists = {}) {
  const { evidence = [], provenance = [] } = replaced;
  const lostSources = evidenceMissingIn(newEvidence ?? [], evidence).length;
  const lostMarks = provenanceMissingIn(newProvenance ?? [], provenance).length;
  const sources = countNoun(evidence.length, "source of a sentence", "sources of sentences");
  const marks = countNoun(provenance.length, "mark of a text that AI wrote", "marks of texts that AI wrote");
  return [
    lostSources > 0 && `Takes away ${lostSources} of ${sources}.`,
    lostMarks > 0 && `Takes away ${lostMarks} of ${marks}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns the lists as they were before the import, with what was added since and without what was removed since. */
export async function formerLists(
  tx: Queryable,
  expertRowId: number,
  { evidence: newEvidence, provenance: newProvenance }: RowLists,
  replaced: ReplacedLists,
): Promise<ReplacedLists> {
  const lists: ReplacedLists = {};
  if (replaced.evidence) {
    const evidence = await evidenceOf({ expertRowId }, tx);
    const parts = { before: replaced.evidence, imported: newEvidence ?? [], now: evidence };
    const { remaining, added } = withoutImport(parts, evidenceMissingIn);
    lists.evidence = [...remaining, ...added];
  }
  if (replaced.provenance) {
    const provenance = await provenanceOf({ expertRowId }, tx);
    const parts = { before: replaced.provenance, imported: newProvenance ?? [], now: provenance };
    const { remaining, added } = withoutImport(parts, provenanceMissingIn);
    lists.provenance = [...remaining.filter(({ field }) => !added.some((entry) => entry.field === field)), ...added];
  }
  return lists;
}

function withoutImport<T>(
  { before, imported, now }: Record<"before" | "imported" | "now", T[]>,
  missingIn: (otherList: T[], list: T[]) => T[],
): { remaining: T[]; added: T[] } {
  const removedSince = missingIn(now, imported);
  return { remaining: missingIn(removedSince, before), added: missingIn([...before, ...imported], now) };
}
