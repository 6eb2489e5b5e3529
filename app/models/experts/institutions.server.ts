/** The institutions of people: by identifier, or by what the people themselves say. */
import { fold, readDb } from "~/db.server";

/** By identifier, as most of their people write them. */
export async function institutionNames(rors: string[]): Promise<Map<string, string>> {
  if (rors.length === 0) return new Map();
  const rows = await readDb
    .selectFrom("experts")
    .select((eb) => ["ror", "affiliation", eb.fn.countAll<number>().as("people")])
    .where("ror", "in", rors)
    .where("affiliation", "!=", "")
    .where("deletedAt", "is", null)
    .groupBy(["ror", "affiliation"])
    .orderBy("people")
    .orderBy("affiliation", "desc")
    .execute();
  return new Map(rows.map(({ ror, affiliation }) => [ror, affiliation]));
}

export interface Institution {
  name: string;
  /** "" for one that goes by its name. */
  ror: string;
  /** How many of those who were asked for. */
  people: number;
}

/** The institutions of some people, each once, as the first of them writes it. */
export async function institutionsOf(rowIds: number[]): Promise<Institution[]> {
  const rows = await readDb
    .selectFrom("experts")
    .select(["ror", "affiliation"])
    .where("rowId", "in", rowIds)
    .where("affiliation", "!=", "")
    .orderBy("rowId")
    .execute();
  const byName = new Map<string, Institution>();
  for (const { ror, affiliation } of rows) {
    const known = byName.get(fold(affiliation)) ?? { name: affiliation, ror, people: 0 };
    byName.set(fold(affiliation), { ...known, ror: known.ror || ror, people: known.people + 1 });
  }
  const named = new Set<string>();
  return [...byName.values()].filter(({ ror }) => !ror || (!named.has(ror) && named.add(ror)));
}
