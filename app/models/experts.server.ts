/** Reading experts: the record, its public view, the card of a list, profiles. */
import {
  type CardRow,
  type ExpertRow,
  type ListingTable,
  listedCategories,
  publicLists,
  readDb,
  reading,
  type SummaryField,
  type ValueOf,
} from "~/db.server";
import { AppError } from "~/errors";
import { listedCounts } from "./listing.server";

/** The public view of an expert (public-side.md §3), as the JSON calls give it. */
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
  /** How the entry came to be, e.g. "starter": compiled from public sources. */
  origin: string;
  sources: string[];
  createdAt: string;
  updatedAt: string;
}

/** The public fields without biography and embeds: what lists carry (decision D25). */
export type ExpertSummary = Pick<Expert, SummaryField | "featured">;

const LISTS = ["categories", "youtubeEmbeds", "books", "scienceHighlights", "referenceLinks", "sources"] as const;

export function toExpert(row: ExpertRow): Expert {
  const { rowId: _rowId, sortName: _sortName, featuredPosition, deletedAt: _deletedAt, ...rest } = row;
  const lists = Object.fromEntries(LISTS.map((name) => [name, JSON.parse(row[name])])) as Pick<
    Expert,
    (typeof LISTS)[number]
  >;
  return { ...rest, ...lists, featured: featuredPosition !== null };
}

/** The listing that holds every expert; the others are named by category key. */
export const EVERYONE: ListingTable["category"] = "*";

/** What the card of an expert is made from. */
export type CardSource = CardRow;

/** Summaries in the order of the row numbers given; those that no longer exist are left out. */
export function summariesByRowId(rowIds: number[]): ExpertSummary[] {
  return JSON.parse(publicLists.summaries(rowIds).toString());
}

/** How many experts each listing has: "*" for all of them, else by category key. */
export async function listingCounts(): Promise<Record<string, number>> {
  return listedCounts();
}

/**
 * The expert at an address. An address that was left behind by a renaming gives the expert it leads to now, so
 * compare `slug` with what was asked for (decision D3).
 *
 * @throws AppError "missing".
 */
export function findExpert(slug: string): Expert {
  const [row] = expertAt({ slug: slug.toLowerCase() });
  if (!row) {
    throw new AppError("missing", "The expert profile you're looking for doesn't exist or may have been moved.");
  }
  return toExpert(row);
}

const expertAt = reading((value: ValueOf<{ slug: string }>) =>
  readDb
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .selectAll("experts")
    .where("slugs.slug", "=", value("slug"))
    .where("experts.deletedAt", "is", null),
);

/** So many on either side are looked at for those who share most. */
const NEARBY = 12;

/** Up to `limit` others who share most fields with an expert: those after them in the order of a shared field, wrapping around. */
export function relatedExperts(expert: Expert, limit: number): CardSource[] {
  const [first, ...others] = expert.categories;
  const place = first === undefined ? null : publicLists.placeOf(first, expert.id);
  if (first === undefined || !place) return [];
  const many = others.length > 0 ? NEARBY : limit;
  const nearby = [
    ...publicLists.neighbours(first, place, "after", many),
    ...publicLists.neighbours(first, place, "before", many),
  ];
  // All of them share the only field.
  if (others.length === 0) return publicLists.cards(nearby.slice(0, limit));
  const theirs = listedCategories(nearby);
  const shared = (rowId: number) => (theirs.get(rowId) ?? []).filter((key) => expert.categories.includes(key)).length;
  // The sort is stable: among equals the nearest in the list's own order come first.
  nearby.sort((one, other) => shared(other) - shared(one));
  return publicLists.cards(nearby.slice(0, limit));
}
