import { z } from "zod";
import { db, type NewExpertRow, type Queryable } from "~/db.server";
import { newId } from "~/models/records/ids.server";
import { line, schemasOf } from "~/models/records/schema.server";
import { EXPERT_RECORD } from "./fields";
import { bareId, type Identifier, REGISTRIES } from "./identifiers";
import { parseLinkKind } from "./link-kinds";
import { sortName } from "./names.server";
import { countryCode, languageTag } from "./places";
import { publishListings } from "./publish.server";
import { freeSlugs } from "./slugs.server";

const identifier = (kind: Identifier) =>
  line(EXPERT_RECORD[kind].max)
    .transform((text) => bareId(kind, text))
    .refine((id) => !id || REGISTRIES[kind].isValid(id), {
      error: `Please enter a valid ${REGISTRIES[kind].label} identifier, such as ${REGISTRIES[kind].example}.`,
    })
    .default("");

const schemas = schemasOf(EXPERT_RECORD);

const year = line(EXPERT_RECORD.born.max)
  .regex(/^(\d{4})?$/, "Please enter a year of four digits.")
  .default("");

export const ExpertInput = z.object({
  ...schemas,
  slug: line(EXPERT_RECORD.slug.max).optional(),
  orcid: identifier("orcid"),
  wikidata: identifier("wikidata"),
  openalex: identifier("openalex"),
  ror: identifier("ror"),
  country: line(EXPERT_RECORD.country.max)
    .transform((text) => text && (countryCode(text) ?? text))
    .refine((code) => !code || countryCode(code) === code, {
      error: "Please enter a country's name in English, or its code of two letters, such as GB.",
    })
    .default(""),
  languages: z
    .array(line(EXPERT_RECORD.languages.max).transform((text) => languageTag(text) ?? text))
    .max(EXPERT_RECORD.languages.entries, "At most 20 entries fit here.")
    .refine((tags) => tags.every((tag) => languageTag(tag) === tag), {
      error: "Please enter each language by its name in English, or by its code, such as de.",
    })
    .transform((tags) => [...new Set(tags)])
    .default([]),
  availableFor: schemas.availableFor.refine(
    (keys) => keys.every((key) => (EXPERT_RECORD.availableFor.choices as readonly string[]).includes(key)),
    `Each is one of ${EXPERT_RECORD.availableFor.choices.join(", ")}.`,
  ),
  born: year,
  died: year,
  linkKinds: schemas.linkKinds.refine(
    (entries) => entries.every(parseLinkKind),
    "Write each as own|address, profile|address or about|address.",
  ),
});

export type ExpertInput = z.input<typeof ExpertInput>;
export type CheckedExpert = z.output<typeof ExpertInput>;

/** Adds experts in one transaction, skips taken slugs, and gives the number added. Throws ZodError. */
export async function importExperts(records: ExpertInput[], { origin }: { origin: string }): Promise<number> {
  return db.transaction().execute((tx) => addExperts(tx, records, { origin }));
}

export async function addExperts(
  tx: Queryable,
  records: ExpertInput[],
  { origin }: { origin: string },
): Promise<number> {
  const people = records.map((record) => ExpertInput.parse(record));
  const taken = await takenSlugs(
    tx,
    people.flatMap(({ slug }) => slug || []),
  );
  const wanted = people.filter(({ slug }) => {
    if (!slug) return true;
    const isFree = !taken.has(slug);
    taken.add(slug);
    return isFree;
  });
  const keys = await insertExperts(tx, wanted, { origin });
  await publishListings(
    tx,
    keys.map(({ rowId }) => rowId),
  );
  return keys.length;
}

export async function insertExpert(tx: Queryable, expert: CheckedExpert, origin: string): Promise<ExpertKeys> {
  const [keys] = (await insertExperts(tx, [expert], { origin })) as [ExpertKeys];
  await publishListings(tx, [keys.rowId]);
  return keys;
}

export interface ExpertKeys {
  id: string;
  slug: string;
  rowId: number;
}

type Kept = Partial<Pick<NewExpertRow, "id" | "createdAt" | "updatedAt" | "reviewedAt">>;

/** Rows per statement: SQLite takes 32,766 values. */
const ROWS = 100;

/** Adds experts, unlisted until `publishListings`, with `kept` values; gives their keys in order. */
export async function insertExperts(
  tx: Queryable,
  experts: CheckedExpert[],
  { origin, counts, kept }: { origin: string; counts?: Map<string, number>; kept?: Kept[] },
): Promise<ExpertKeys[]> {
  const keys: ExpertKeys[] = [];
  const now = new Date().toISOString();
  let position = experts.some(({ featured }) => featured) ? await lastFeaturedPosition(tx) : 0;
  for (let at = 0; at < experts.length; at += ROWS) {
    const some = experts
      .slice(at, at + ROWS)
      .map((expert, place) => ({ ...expert, id: kept?.[at + place]?.id ?? newId() }));
    const wanted = some.map(({ slug, name, id }) => ({ name: slug || name, id }));
    const slugs = await freeSlugs(wanted, (candidates) => takenSlugs(tx, candidates), counts);
    const rows = some.map(({ featured, ...expert }, place): NewExpertRow => {
      const { createdAt = now, updatedAt = now, reviewedAt = null } = kept?.[at + place] ?? {};
      const featuredPosition = featured ? ++position : null;
      const derived = { sortName: sortName(expert.name), slug: slugs[place] as string, featuredPosition, origin };
      return { ...columnsOf(expert), ...derived, createdAt, updatedAt, reviewedAt, deletedAt: null };
    });
    keys.push(...(await insertRows(tx, rows)));
  }
  return keys;
}

async function insertRows(tx: Queryable, rows: NewExpertRow[]): Promise<ExpertKeys[]> {
  const inserted = await tx.insertInto("experts").values(rows).returning(["id", "rowId"]).execute();
  const rowIds = new Map(inserted.map(({ id, rowId }) => [id, rowId]));
  const added = rows.map(({ id, slug }) => ({ id, slug, rowId: rowIds.get(id) as number }));
  const slugs = added.map(({ slug, rowId }) => ({ slug, expertRowId: rowId }));
  await tx.insertInto("slugs").values(slugs).execute();
  return added;
}

type Columns<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends unknown[] | undefined ? string : Fields[Field];
};

const isSet = (field: string) => ["categories", "topics", "availableFor"].includes(field);

/** Lists are stored as JSON, sets of keys without repetition. */
export function columnsOf<Fields extends object>(fields: Fields): Columns<Fields> {
  const columns = Object.entries(fields).map(([field, value]) => [
    field,
    Array.isArray(value) ? JSON.stringify(isSet(field) ? [...new Set(value)] : value) : value,
  ]);
  return Object.fromEntries(columns) as Columns<Fields>;
}

async function lastFeaturedPosition(tx: Queryable): Promise<number> {
  const { last } = await tx
    .selectFrom("experts")
    .select((eb) => eb.fn.max("featuredPosition").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Includes former slugs, and the addresses of the site's own pages. */
export async function takenSlugs(tx: Queryable, slugs: string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let at = 0; at < slugs.length; at += 1_000) {
    const some = slugs.slice(at, at + 1_000);
    const rows = await tx.selectFrom("slugs").select("slug").where("slug", "in", some).execute();
    const pages = await tx.selectFrom("pages").select("slug").where("slug", "in", some).execute();
    for (const { slug } of [...rows, ...pages]) taken.add(slug);
  }
  return taken;
}
