/** Finds the institutions of people by identifier, or by the names that the people give. */
import { fold, readDb } from "~/db.server";
import { INSTITUTION_FIELDS, institutionOf } from "./institution";

/** Returns names by identifier in the most common spelling; of equally common spellings, the first by the alphabet. */
export async function institutionNames(rors: string[]): Promise<Map<string, string>> {
  if (rors.length === 0) return new Map();
  const rows = await readDb
    .selectFrom("experts")
    .select(INSTITUTION_FIELDS)
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .where("ror", "in", rors)
    .where("deletedAt", "is", null)
    .where("state", "=", "public")
    .groupBy(INSTITUTION_FIELDS)
    .execute();
  const namedInstitutions = rows
    .map((row) => ({ ...institutionOf(row), people: row.people }))
    .filter(({ name }) => name);
  namedInstitutions.sort((a, b) => a.people - b.people || (a.name < b.name ? 1 : -1));
  return new Map(namedInstitutions.map(({ ror, name }) => [ror, name]));
}

export interface Institution {
  name: string;
  /** "" for an institution without an identifier. */
  ror: string;
  /** The number of people among those of the query. */
  people: number;
}

/** Returns the institutions of some people, each once and as its first person writes it. */
export async function institutionsOf(rowIds: number[]): Promise<Institution[]> {
  const rows = await readDb
    .selectFrom("experts")
    .select(INSTITUTION_FIELDS)
    .where("rowId", "in", rowIds)
    .orderBy("rowId")
    .execute();
  const byName = new Map<string, Institution>();
  for (const { name, ror } of rows.map(institutionOf)) {
    if (!name) continue;
    const institution = byName.get(fold(name)) ?? { name, ror, people: 0 };
    byName.set(fold(name), { ...institution, ror: institution.ror || ror, people: institution.people + 1 });
  }
  const seenRors = new Set<string>();
  return [...byName.values()].filter(({ ror }) => !ror || (!seenRors.has(ror) && seenRors.add(ror)));
}
