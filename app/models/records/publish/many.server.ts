/** Adds many new profiles of a file in one statement, and lists them when all are stored. */
import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { addEvidence } from "~/models/records/evidence/evidence.server";
import { REGISTRIES } from "~/models/records/experts/identifiers";
import { type CheckedExpert, ExpertInput } from "~/models/records/experts/input.server";
import { personIn, withoutEmpty } from "~/models/records/experts/record.server";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { holdersOf, newIdentifiers } from "~/models/records/experts/same-identifier.server";
import { type Provenance, replaceProvenance } from "~/models/records/provenance/provenance.server";
import { ASKED_NOT_TO_BE_LISTED, askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { addRevisions } from "~/models/records/shared/revisions.server";
import { expertSubject } from "~/models/records/sources/subjects.server";
import { listUnsupported } from "~/models/records/sources/unsupported.server";
import { CAUSES } from "./causes";
import { insertExperts, type StoredValues } from "./expert-rows.server";

export interface NewProfile {
  record: Partial<ExpertInput>;
  /** Its former id and times. The name of this key is in stored imports. */
  kept: StoredValues;
  featured: boolean;
  provenance: Provenance[] | null;
  evidence: Evidence[] | null;
}

/** Returns the reason for not adding a profile of a file; "" for none. */
export async function refusalReason(tx: Queryable, record: Partial<ExpertInput>): Promise<string> {
  if (await askedNotToBeListed(personIn(record), tx)) return ASKED_NOT_TO_BE_LISTED;
  const [holder] = await holdersOf(tx, null, newIdentifiers(record));
  return holder ? `${holder.name} has the same ${REGISTRIES[holder.kind].label} identifier already.` : "";
}

/**
 * Adds profiles for which `refusalReason` is empty, by the rules of "imported", and returns their row numbers. Lists
 * and search do not have them before `publishListings`.
 * @param options.storeOtherTables Stores the data of a profile that other tables hold.
 */
export async function publishMany(
  tx: Queryable,
  editor: Editor | null,
  profiles: NewProfile[],
  options: {
    origin: string;
    counts: Map<string, number>;
    storeOtherTables(rowId: number, place: number): Promise<unknown>;
  },
): Promise<number[]> {
  const people = profiles.map(({ record }) => ExpertInput.parse({ name: "", ...record }));
  const storedRows = await withFreeIds(
    tx,
    profiles.map((profile) => profile.kept),
  );
  const keys = await insertExperts(tx, people, {
    origin: options.origin,
    counts: options.counts,
    storedValues: storedRows,
  });
  const at = new Date().toISOString();
  const action = CAUSES.imported.history;
  const revisions = keys.map(({ rowId, slug }, index) => {
    const after = withoutEmpty({
      ...(people[index] as CheckedExpert),
      slug,
      featured: profiles[index]?.featured ?? false,
    });
    return { rowId, action, before: {}, after, at };
  });
  await addRevisions(tx, EXPERTS, editor, revisions);
  for (const [index, { rowId }] of keys.entries()) {
    const { provenance, evidence } = profiles[index] as NewProfile;
    await options.storeOtherTables(rowId, index);
    if (provenance) await replaceProvenance(tx, { expertRowId: rowId }, provenance);
    if (evidence) await addEvidence(tx, { expertRowId: rowId }, evidence);
    if (provenance?.length) await listUnsupported(tx, await expertSubject(rowId, tx));
  }
  return keys.map(({ rowId }) => rowId);
}

async function withFreeIds(tx: Queryable, storedValues: StoredValues[]): Promise<StoredValues[]> {
  const ids = storedValues.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return storedValues;
  const existingRows = await tx.selectFrom("experts").select("id").where("id", "in", ids).execute();
  return storedValues.map((entry) =>
    existingRows.some(({ id }) => id === entry.id) ? { ...entry, id: undefined } : entry,
  );
}
