/** Addresses that are asked for the first time: every one is another. */
import { drawFrom } from "../seed-random";
import { largeRows } from "./sites";

const PAGE_SIZE = 24;

/** Pages of the directory for the lists; more than the site keeps in memory, so that they may be asked again and again. */
const OF_LISTS = 3_700;

/** Numbers of pages of the directory, in an order that leaps through all of it; those of the mix are others. */
export async function directoryPages(): Promise<{ lists: number[]; mix: number[] }> {
  const [all] = await largeRows<{ experts: number }>(`SELECT "experts" FROM "listingCounts" WHERE "category" = '*'`);
  const last = Math.ceil((all?.experts ?? 0) / PAGE_SIZE);
  const pages = shuffled(Array.from({ length: last - 1 }, (_, place) => place + 2));
  return { lists: pages.slice(0, OF_LISTS), mix: pages.slice(OF_LISTS) };
}

/** Pages that every category has. */
const OF_CATEGORY = 800;
const CATEGORIES = ["academic-researchers", "clinical-practitioners", "authors", "investors-entrepreneurs"];
/** In the places of the directory once all of its pages had their turn. */
const MORE_CATEGORIES = ["ai-data-scientists", "philanthropists-advocates", "podcasters-media"];

/** What visitors come for, in turn: a page of the directory, a search, a profile, a page of a category, a search … */
export async function mixedAddresses(): Promise<string[]> {
  const people = shuffled(await largeRows<{ slug: string; name: string }>(`SELECT "slug", "name" FROM "experts"`));
  const listed = (await directoryPages()).mix.map((page) => `/directory?page=${page}`);
  const directory = [...listed, ...pagesOf(MORE_CATEGORIES)];
  const categories = pagesOf(CATEGORIES);
  const searches = [...new Set(people.map(({ name }, place) => searchFor(name, place)))];
  const rounds = Math.floor(searches.length / 2);
  return Array.from({ length: rounds }, (_, round) => [
    directory[round],
    searches[2 * round],
    `/${people[2 * round]?.slug}`,
    categories[round],
    searches[2 * round + 1],
    `/${people[2 * round + 1]?.slug}`,
  ])
    .flat()
    .filter((address) => address !== undefined);
}

function pagesOf(slugs: string[]): string[] {
  const pages = Array.from({ length: OF_CATEGORY - 1 }, (_, place) => place + 2);
  return shuffled(slugs.flatMap((slug) => pages.map((page) => `/directory/${slug}?page=${page}`)));
}

/** A name, its beginning, or a common word with a page further on. */
function searchFor(name: string, place: number): string {
  const common = ["research", "ageing", "the", "professor"][place % 4];
  const searches = [
    `search=${encodeURIComponent(name)}`,
    `search=${encodeURIComponent([...name].slice(0, 3 + (place % 5)).join(""))}`,
    `search=${common}&page=${2 + (place % 400)}`,
  ];
  return `/directory?${searches[place % searches.length]}`;
}

/** The same in every run. */
function shuffled<T>(all: T[]): T[] {
  const draw = drawFrom(1);
  const result = [...all];
  for (let at = result.length - 1; at > 0; at--) {
    const other = draw.number(0, at);
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}
