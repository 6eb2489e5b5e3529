/** Finding a page of a listing, however deep it is. */
import { contentVersionNow, type ListingKey, publicLists } from "~/db.server";

/** Every so many rows of a listing the key is remembered: a page of the directory. */
const STEP = 24;

/** What was found out about the lists, and the content version that it holds for. */
let known = { version: -1, counts: {} as Readonly<Record<string, number>>, marks: new Map<string, Marks>() };

/** The keys of a listing at 0, STEP, 2 × STEP … as far as they were passed. */
type Marks = (ListingKey | undefined)[];

/** That of the present content: one number is asked for, before anything that could be newer is read. */
function knownNow(): typeof known {
  const version = contentVersionNow();
  if (version !== known.version) known = { version, counts: publicLists.counts(), marks: new Map() };
  return known;
}

/** How many experts each listing has, without those that have none. */
export function listedCounts(): Readonly<Record<string, number>> {
  return knownNow().counts;
}

export interface ListingPage {
  /** Row numbers of experts, in the order of the listing. */
  rowIds: number[];
  /** How many the listing has. */
  total: number;
  /** How many each listing has, without those that have none. */
  counts: Readonly<Record<string, number>>;
}

/**
 * Part of a listing. To skip rows SQLite has to walk them, so the way starts at the nearest key that is known to stand before them;
 * each walk leaves one more such key behind, until the content changes.
 */
export function listedPage(listing: string, { offset, limit }: { offset: number; limit: number }): ListingPage {
  const { counts, marks } = knownNow();
  const total = counts[listing] ?? 0;
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { rowIds: [], total, counts };
  let ofListing = marks.get(listing);
  if (!ofListing) {
    ofListing = [];
    marks.set(listing, ofListing);
  }
  const at = Math.floor(offset / STEP);
  if (at > 0) ofListing[at] ??= markAt(listing, at, total, ofListing);
  const rowIds = publicLists.rowIds(listing, { from: ofListing[at] ?? null, skip: offset % STEP, limit: count });
  return { rowIds, total, counts };
}

/** The key at a mark, from the last one known before it, or from the end when that is nearer. */
function markAt(listing: string, at: number, total: number, marks: Marks): ListingKey | undefined {
  let near = at - 1;
  while (near > 0 && !marks[near]) near--;
  const fromEnd = total - 1 - at * STEP;
  if (fromEnd < (at - near) * STEP) return publicLists.keyFromEnd(listing, fromEnd);
  return publicLists.keyAfter(listing, { from: marks[near] ?? null, skip: (at - near) * STEP });
}
