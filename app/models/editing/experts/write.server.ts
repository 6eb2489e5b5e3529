/** Adds many profiles at once, without the checks of publishing: for the starter directory, generated profiles and tests. */
import { db, type Queryable } from "~/db.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { ExpertInput } from "~/models/records/experts/input.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { type ExpertKeys, insertExperts, type StoredValues } from "~/models/records/publish/expert-rows.server";

interface Options {
  origin: string;
  /** Ids and times to store instead of new ids and times, in the order of the records. */
  stored?: StoredValues[];
  /** Runs between the insertion and the publication, for example to add texts to the search. */
  beforePublishing?: (tx: Queryable, addedKeys: ExpertKeys[]) => Promise<void>;
}

/** Adds experts in one transaction, skips taken slugs, and returns the number added. Throws ZodError. */
export async function importExperts(records: ExpertInput[], options: Options): Promise<number> {
  return db.transaction().execute((tx) => addExperts(tx, records, options));
}

export async function addExperts(
  tx: Queryable,
  records: ExpertInput[],
  { origin, beforePublishing, stored = [] }: Options,
): Promise<number> {
  const people = records.map((record) => ExpertInput.parse(record));
  const slugsInUse = await takenSlugs(
    tx,
    people.flatMap(({ slug }) => slug || []),
  );
  const additions = people
    .map((person, index) => ({ person, values: stored[index] ?? {} }))
    .filter(({ person: { slug } }) => {
      if (!slug) return true;
      const isFree = !slugsInUse.has(slug);
      slugsInUse.add(slug);
      return isFree;
    });
  const keys = await insertExperts(
    tx,
    additions.map(({ person }) => person),
    { origin, storedValues: additions.map(({ values }) => values) },
  );
  await beforePublishing?.(tx, keys);
  await publishListings(
    tx,
    keys.map(({ rowId }) => rowId),
  );
  return keys.length;
}
