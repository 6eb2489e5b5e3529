/** Many profiles at once, as they come: for the starter directory, made-up ones and tests. */
import { db, type Queryable } from "~/db.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { ExpertInput } from "~/models/records/experts/input.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { type ExpertKeys, insertExperts, type Kept } from "~/models/records/publish/expert-rows.server";

interface Options {
  origin: string;
  /** Their own ids and times, in their order. */
  kept?: Kept[];
  /** Writes what the search reads of them besides, before they are published. */
  before?: (tx: Queryable, added: ExpertKeys[]) => Promise<void>;
}

/** Adds experts in one transaction, skips taken slugs, and gives the number added. Throws ZodError. */
export async function importExperts(records: ExpertInput[], options: Options): Promise<number> {
  return db.transaction().execute((tx) => addExperts(tx, records, options));
}

export async function addExperts(
  tx: Queryable,
  records: ExpertInput[],
  { origin, before, kept = [] }: Options,
): Promise<number> {
  const people = records.map((record) => ExpertInput.parse(record));
  const taken = await takenSlugs(
    tx,
    people.flatMap(({ slug }) => slug || []),
  );
  const wanted = people
    .map((person, at) => ({ person, own: kept[at] ?? {} }))
    .filter(({ person: { slug } }) => {
      if (!slug) return true;
      const isFree = !taken.has(slug);
      taken.add(slug);
      return isFree;
    });
  const keys = await insertExperts(
    tx,
    wanted.map(({ person }) => person),
    { origin, stored: wanted.map(({ own }) => own) },
  );
  await before?.(tx, keys);
  await publishListings(
    tx,
    keys.map(({ rowId }) => rowId),
  );
  return keys.length;
}
