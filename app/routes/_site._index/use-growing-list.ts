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
  similarWords?: string[];
  places?: string[];
  mentioned?: ExpertCard[];
  /** Suggestions after a search without results. */
  waysOut?: WaysOut;
  everyone: number;
  page: number;
  totalPages: number;
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
  const loadedList = useLoaderData() as HomeList;
  const { key } = useLocation();
  const fetcher = useFetcher({ key: `list ${key}` });
  const fetchedList = fetcher.data as HomeList | undefined;
  useEffect(() => {
    if (!fetchedList) return;
    grownLists.set(key, fetchedList);
    const [oldestKey] = grownLists.keys();
    if (grownLists.size > MAX_LISTS && oldestKey !== undefined) grownLists.delete(oldestKey);
  }, [key, fetchedList]);
  const list = longestList([loadedList, grownLists.get(key), fetchedList]);
  const { search, category, page } = list;
  return {
    list,
    isGrowing: fetcher.state !== "idle",
    /** Loads one more page. */
    loadNext: () => fetcher.load(listAddress("/", { search, category, page: page + 1 }).replace("/?", "/?index&")),
  };
}

/** Returns the list with the most pages that has the same search and category as the first. */
function longestList([firstList, ...otherLists]: [HomeList, ...(HomeList | undefined)[]]): HomeList {
  return otherLists.reduce<HomeList>((bestList, list) => {
    const isSame = list?.search === firstList.search && list.category === firstList.category;
    return isSame && list.page > bestList.page ? list : bestList;
  }, firstList);
}
