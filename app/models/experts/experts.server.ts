import { createHash } from "node:crypto";
import { type ExpertRow, type ExpertsTable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { inOrder } from "~/models/records/paging.server";
import { refuseGone } from "~/models/requests/relisting.server";
import { isListed, neighboursIn } from "./listing.server";

/** An expert as the JSON calls give it. */
export interface Expert {
  id: string;
  slug: string;
  name: string;
  title: string;
  categories: string[];
  imageUrl: string;
  customGptUrl: string;
  featured: boolean;
  longevityInterviewTitle: string;
  longevityInterviewImageUrl: string;
  longevityInterviewShortDescription: string;
  longevityInterviewLongDescription: string;
  longevityInterviewDownloadNotesUrl: string;
  longevityInterviewVideoEmbed: string;
  productTitle: string;
  productImageUrl: string;
  productDescription: string;
  productButtonText: string;
  productButtonUrl: string;
  longevityContribution: string;
  biography: string;
  youtubeEmbeds: string[];
  books: string[];
  scienceHighlights: string[];
  referenceLinks: string[];
  /** `kind|url`; other links are "about". */
  linkKinds: string[];
  affiliation: string;
  /** Bare identifiers, "" while unknown. */
  orcid: string;
  wikidata: string;
  openalex: string;
  ror: string;
  interests: string;
  /** null while no admin has. */
  reviewedAt: string | null;
  /** For example "starter": compiled from public sources. */
  origin: string;
  sources: string[];
  createdAt: string;
  updatedAt: string;
}

export type ExpertSummary = Pick<Expert, (typeof SUMMARY_COLUMNS)[number] | "featured">;

const SUMMARY_COLUMNS = [
  "id",
  "slug",
  "name",
  "title",
  "categories",
  "imageUrl",
  "customGptUrl",
  "longevityInterviewTitle",
  "longevityInterviewImageUrl",
  "longevityInterviewShortDescription",
  "longevityInterviewLongDescription",
  "longevityInterviewDownloadNotesUrl",
  "productTitle",
  "productImageUrl",
  "productDescription",
  "productButtonText",
  "productButtonUrl",
  "longevityContribution",
  "books",
  "scienceHighlights",
  "referenceLinks",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof ExpertsTable)[];

const LISTS = [
  "categories",
  "youtubeEmbeds",
  "books",
  "scienceHighlights",
  "referenceLinks",
  "linkKinds",
  "sources",
] as const;

export function toExpert(row: ExpertRow): Expert {
  const { rowId: _rowId, sortName: _sortName, featuredPosition, deletedAt: _deletedAt, ...rest } = row;
  const lists = Object.fromEntries(LISTS.map((name) => [name, JSON.parse(row[name])])) as Pick<
    Expert,
    (typeof LISTS)[number]
  >;
  return { ...rest, ...lists, featured: featuredPosition !== null };
}

export type CardSource = Pick<Expert, (typeof CARD_COLUMNS)[number] | "featured">;

const CARD_COLUMNS = ["slug", "name", "title", "imageUrl", "longevityContribution"] as const;

function expertsAt(rowIds: number[]) {
  return readDb.selectFrom("experts").select(["rowId", "featuredPosition"]).where("rowId", "in", rowIds);
}

/** Cards in the order of `rowIds`, without deleted experts. */
export async function cardsByRowId(rowIds: number[]): Promise<CardSource[]> {
  if (rowIds.length === 0) return [];
  const rows = await expertsAt(rowIds).select(CARD_COLUMNS).execute();
  return inOrder(rows, rowIds).map(toCardSource);
}

function toCardSource<Row extends { rowId: number; featuredPosition: number | null }>(row: Row) {
  const { rowId: _rowId, featuredPosition, ...card } = row;
  return { ...card, featured: featuredPosition !== null };
}

/** Summaries in the order of `rowIds`, without deleted experts. */
export async function summariesByRowId(rowIds: number[]): Promise<ExpertSummary[]> {
  if (rowIds.length === 0) return [];
  const rows = await expertsAt(rowIds).select(SUMMARY_COLUMNS).execute();
  return inOrder(rows, rowIds).map(({ rowId: _rowId, featuredPosition, ...row }) => ({
    ...row,
    categories: JSON.parse(row.categories),
    books: JSON.parse(row.books),
    scienceHighlights: JSON.parse(row.scienceHighlights),
    referenceLinks: JSON.parse(row.referenceLinks),
    featured: featuredPosition !== null,
  }));
}

/** A hash that another order or any change of these experts changes. */
export async function versionOf(rowIds: number[]): Promise<string> {
  const rows = rowIds.length > 0 ? await expertsAt(rowIds).select("updatedAt").execute() : [];
  return createHash("sha1")
    .update(JSON.stringify(inOrder(rows, rowIds)))
    .digest("base64url");
}

/** Finds by current or former slug, so compare `slug` before you answer. Throws "missing", "gone". */
export async function findExpert(slug: string): Promise<Expert> {
  const row = await readDb
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .selectAll("experts")
    .where("slugs.slug", "=", slug.toLowerCase())
    .where("experts.deletedAt", "is", null)
    .where(isListed)
    .executeTakeFirst();
  if (!row) {
    await refuseGone(slug);
    throw new AppError("missing", "The expert profile you're looking for doesn't exist or may have been moved.");
  }
  return toExpert(row);
}

const NEARBY = 12;

/** Up to `limit` experts who share most fields, starting after this one in the list. */
export async function relatedExperts(expert: Expert, limit: number): Promise<CardSource[]> {
  const [first, ...others] = expert.categories;
  if (first === undefined) return [];
  const nearby = await neighboursIn(first, expert.id, others.length > 0 ? NEARBY : limit);
  if (nearby.length === 0) return [];
  const rows = await expertsAt(nearby)
    .select([...CARD_COLUMNS, "categories"])
    .execute();
  const shared = ({ categories }: { categories: string }) =>
    (JSON.parse(categories) as string[]).filter((key) => expert.categories.includes(key)).length;
  return (
    inOrder(rows, nearby)
      .map((row) => ({ row, shared: shared(row) }))
      // The sort is stable: among equals the nearest stays first.
      .sort((one, other) => other.shared - one.shared)
      .slice(0, limit)
      .map(({ row: { categories: _categories, ...card } }) => toCardSource(card))
  );
}

export async function biographiesOf(slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await readDb.selectFrom("experts").select(["slug", "biography"]).where("slug", "in", slugs).execute();
  return new Map(rows.map(({ slug, biography }) => [slug, biography]));
}
