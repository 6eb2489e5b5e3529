/** Writes rows of profiles. Only `publish` uses this file. */
import type { NewExpertRow, Queryable } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import { nameColumns, sortKey, sortName } from "~/models/base/text/names.server";
import { KEY_FIELDS } from "~/models/records/experts/fields";
import type { CheckedExpert } from "~/models/records/experts/input.server";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { freeSlugs } from "~/models/records/shared/slugs.server";

export interface ExpertKeys {
  id: string;
  slug: string;
  rowId: number;
}

export type StoredValues = Partial<
  Pick<
    NewExpertRow,
    "id" | "createdAt" | "updatedAt" | "reviewedAt" | "notes" | "givenSortName" | "state" | "publishAt"
  >
>;

/** Limits the rows of one statement: SQLite takes 32,766 values. */
const ROWS_PER_STATEMENT = 100;

/**
 * Adds experts with their `storedValues`, and returns their keys in the same order. They stay unlisted until
 * `publishListings`.
 */
export async function insertExperts(
  tx: Queryable,
  experts: CheckedExpert[],
  { origin, counts, storedValues }: { origin: string; counts?: Map<string, number>; storedValues?: StoredValues[] },
): Promise<ExpertKeys[]> {
  const keys: ExpertKeys[] = [];
  const now = new Date().toISOString();
  let position = experts.some(({ featured }) => featured) ? await lastFeaturedPosition(tx) : 0;
  for (let index = 0; index < experts.length; index += ROWS_PER_STATEMENT) {
    const batch = experts
      .slice(index, index + ROWS_PER_STATEMENT)
      .map((expert, place) => ({ ...expert, id: storedValues?.[index + place]?.id ?? newId() }));
    const people = batch.map(({ slug, name, id }, place) => ({
      name: slug || name,
      id,
      reading: storedValues?.[index + place]?.givenSortName,
    }));
    const slugs = await freeSlugs(people, (candidates) => takenSlugs(tx, candidates), counts);
    const rows = batch.map(({ featured, ...expert }, place): NewExpertRow => {
      const {
        createdAt = now,
        updatedAt = now,
        reviewedAt = null,
        ...otherValues
      } = storedValues?.[index + place] ?? {};
      const { givenSortName = "", notes = "", state = "public", publishAt = null } = otherValues;
      const featuredPosition = featured ? ++position : null;
      const names = { ...namesOf(expert.name, givenSortName), givenSortName };
      const derivedColumns = {
        ...names,
        slug: slugs[place] as string,
        featuredPosition,
        origin,
        notes,
        state,
        publishAt,
      };
      return { ...columnsOf(expert), ...derivedColumns, createdAt, updatedAt, reviewedAt, deletedAt: null };
    });
    keys.push(...(await insertRows(tx, rows)));
  }
  return keys;
}

/** Returns the columns by which a name is found and sorted. */
export function namesOf(name: string, givenSortName: string) {
  return { sortName: sortName(name), ...nameColumns(name), sortsAs: sortKey(name, givenSortName) };
}

async function insertRows(tx: Queryable, rows: NewExpertRow[]): Promise<ExpertKeys[]> {
  const insertedRows = await tx.insertInto("experts").values(rows).returning(["id", "rowId"]).execute();
  const rowIds = new Map(insertedRows.map(({ id, rowId }) => [id, rowId]));
  const addedRows = rows.map(({ id, slug }) => ({ id, slug, rowId: rowIds.get(id) as number }));
  const slugs = addedRows.map(({ slug, rowId }) => ({ slug, expertRowId: rowId }));
  await tx.insertInto("slugs").values(slugs).execute();
  return addedRows;
}

type Columns<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends unknown[] | undefined ? string : Fields[Field];
};

/** Returns values as columns: lists as JSON, and sets of keys without repetition. */
export function columnsOf<Fields extends object>(fields: Fields): Columns<Fields> {
  const columns = Object.entries(fields).map(([field, value]) => [
    field,
    Array.isArray(value) ? JSON.stringify(KEY_FIELDS.includes(field) ? [...new Set(value)] : value) : value,
  ]);
  return Object.fromEntries(columns) as Columns<Fields>;
}

async function lastFeaturedPosition(tx: Queryable): Promise<number> {
  const { position } = await tx
    .selectFrom("experts")
    .select((eb) => eb.fn.max("featuredPosition").as("position"))
    .executeTakeFirstOrThrow();
  return Number(position ?? 0);
}
