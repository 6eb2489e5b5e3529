/** Many profiles at once, as they come: for the starter directory, made-up ones and tests. */
import { db, type Queryable } from "~/db.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { ExpertInput } from "~/models/records/experts/input.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { type ExpertKeys, insertExperts, type Kept } from "~/models/records/publish/expert-rows.server";

interface Options {
  origin: string;
  /** Their own ids and times, in their order. */
  stored?: Kept[];
  /** Writes further texts for the search, before the experts are published. */
  before?: (tx: Queryable, added: ExpertKeys[]) => Promise<void>;
}

/** Adds experts in one transaction, skips taken slugs, and returns the number added. Throws ZodError. */
export async function importExperts(records: ExpertInput[], options: Options): Promise<number> {
  return db.transaction().execute((tx) => addExperts(tx, records, options));
}

export async function addExperts(
  tx: Queryable,
  records: ExpertInput[],
  { origin, before, stored = [] }: Options,
): Promise<number> {
  const people = records.map((record) => ExpertInput.parse(record));
  const slugsInUse = await takenSlugs(
    tx,
    people.flatMap(({ slug }) => slug || []),
  );
  const wanted = people
    .map((person, at) => ({ person, values: stored[at] ?? {} }))
    .filter(({ person: { slug } }) => {
      if (!slug) return true;
      const isFree = !slugsInUse.has(slug);
      slugsInUse.add(slug);
      return isFree;
    });
  const keys = await insertExperts(
    tx,
    wanted.map(({ person }) => person),
    { origin, stored: wanted.map(({ values }) => values) },
  );
  await before?.(tx, keys);
  await publishListings(
    tx,
    keys.map(({ rowId }) => rowId),
  );
  return keys.length;
}
