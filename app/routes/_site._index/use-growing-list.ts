import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { ExpertCard } from "~/models/records/directory/cards.server";
import { listAddress } from "~/models/records/listings/list-address";
import type { WaysOut } from "~/models/whole/search/ways-out.server";

/** The list of the home page that its loader returns. */
export interface HomeList {
  search: string;
  category: string;
  corrected: string | null;
  leftOut?: string[];
  unrecordedWords?: string[];
  whole?: number;
  nearby?: string[];
  places?: string[];
  mentioned?: ExpertCard[];
  /** Suggestions after a search without results. */
  ways?: WaysOut;
  everyone: number;
  page: number;
  pages: number;
  /** The number of results; with `isCapped` there may be more. */
  total: number;
  isCapped?: boolean;
  featured: ExpertCard[];
  cards: ExpertCard[];
}

/** Lists that grew by scrolling, keyed by their history entry, so that Back shows them as they were. */
const grownLists = new Map<string, HomeList>();
const MAX_LISTS = 20;

/** Returns the page's list with the pages that scrolling added. The address does not change. */
export function useGrowingList() {
  const loaded = useLoaderData() as HomeList;
  const { key } = useLocation();
  const fetcher = useFetcher({ key: `list ${key}` });
  const fetched = fetcher.data as HomeList | undefined;
  useEffect(() => {
    if (!fetched) return;
    grownLists.set(key, fetched);
    const [oldest] = grownLists.keys();
    if (grownLists.size > MAX_LISTS && oldest !== undefined) grownLists.delete(oldest);
  }, [key, fetched]);
  const list = longest([loaded, grownLists.get(key), fetched]);
  const { search, category, page } = list;
  return {
    list,
    isGrowing: fetcher.state !== "idle",
    /** Loads one more page. */
    loadNext: () => fetcher.load(listAddress("/", { search, category, page: page + 1 }).replace("/?", "/?index&")),
  };
}

/** Returns the list with the most pages that has the same search and category as the first. */
function longest([first, ...others]: [HomeList, ...(HomeList | undefined)[]]): HomeList {
  return others.reduce<HomeList>((best, list) => {
    const isSame = list?.search === first.search && list.category === first.category;
    return isSame && list.page > best.page ? list : best;
  }, first);
}
