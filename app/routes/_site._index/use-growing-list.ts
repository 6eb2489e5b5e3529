import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { ExpertCard } from "~/models/records/directory/cards.server";
import { listAddress } from "~/models/records/listings/list-address";
import type { WaysOut } from "~/models/whole/search/ways-out.server";

/** The list of the home page, as its loader returns it. */
export interface HomeList {
  search: string;
  category: string;
  corrected: string | null;
  leftOut?: string[];
  notSaid?: string[];
  whole?: number;
  nearby?: string[];
  places?: string[];
  mentioned?: ExpertCard[];
  /** The ways on from a search that found nobody. */
  ways?: WaysOut;
  everyone: number;
  page: number;
  pages: number;
  /** The number of all people; with `isCapped` there can be more. */
  total: number;
  isCapped?: boolean;
  featured: ExpertCard[];
  cards: ExpertCard[];
}

/** Lists that grew by scrolling, by their key in the browser's history: Back shows them as they were left. */
const grown = new Map<string, HomeList>();
const MAX_KEPT = 20;

/** The page's list with what scrolling added to it. The address stays as it is. */
export function useGrowingList() {
  const loaded = useLoaderData() as HomeList;
  const { key } = useLocation();
  const fetcher = useFetcher({ key: `list ${key}` });
  const fetched = fetcher.data as HomeList | undefined;
  useEffect(() => {
    if (!fetched) return;
    grown.set(key, fetched);
    const [oldest] = grown.keys();
    if (grown.size > MAX_KEPT && oldest !== undefined) grown.delete(oldest);
  }, [key, fetched]);
  const list = longest([loaded, grown.get(key), fetched]);
  const { search, category, page } = list;
  return {
    list,
    isGrowing: fetcher.state !== "idle",
    /** Loads one page more. */
    loadNext: () => fetcher.load(listAddress("/", { search, category, page: page + 1 }).replace("/?", "/?index&")),
  };
}

/** The list with the most pages, among those that show the same as the first. */
function longest([first, ...others]: [HomeList, ...(HomeList | undefined)[]]): HomeList {
  return others.reduce<HomeList>((best, list) => {
    const isSame = list?.search === first.search && list.category === first.category;
    return isSame && list.page > best.page ? list : best;
  }, first);
}
