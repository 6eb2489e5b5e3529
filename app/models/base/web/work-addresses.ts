/** Returns the address where a work can be read: at its DOI, otherwise its page at OpenAlex. */
export function workUrl({ doi, openalex }: { doi: string; openalex: string }): string {
  return doi
    ? `https://doi.org/${doi.split("/").map(encodeURIComponent).join("/")}`
    : `https://openalex.org/${openalex}`;
}

/** Returns the key that identifies a work of a person: the identifier of OpenAlex, otherwise the DOI. */
export function workKey({ openalex, doi }: { openalex: string; doi: string }): string {
  return openalex || doi.toLowerCase();
}

const MAX_WORKS = 5;

/** Matches the key of a work: an identifier of OpenAlex, or a DOI. */
export const WORK_KEY = /^(?:W\d{1,15}|10\.\d{4,9}\/\S{1,300})$/;

/**
 * Groups works, which come newest first: the person's choice, then up to five of the newest and of the most cited
 * others; one list if both are equal.
 */
export function groupWorks<W extends { openalex: string; citations: number | null; highlighted: boolean }>(
  works: W[],
): { title: string; works: W[] }[] {
  const highlightedWorks = works.filter(({ highlighted }) => highlighted);
  const otherLists = groupByAgeAndCitations(works.filter(({ highlighted }) => !highlighted));
  if (highlightedWorks.length === 0) return otherLists;
  return [
    { title: "Chosen by the person", works: highlightedWorks },
    ...otherLists.map((list) => ({ ...list, title: list.title || "More" })),
  ];
}

function groupByAgeAndCitations<W extends { openalex: string; citations: number | null }>(works: W[]) {
  const newestWorks = works.slice(0, MAX_WORKS);
  const citedWorks = works
    .toSorted((first, second) => (second.citations ?? 0) - (first.citations ?? 0))
    .slice(0, MAX_WORKS);
  if (newestWorks.length === 0) return [];
  if (citedWorks.every((work) => newestWorks.includes(work))) return [{ title: "", works: newestWorks }];
  return [
    { title: "Newest", works: newestWorks },
    { title: "Most cited", works: citedWorks },
  ];
}

/**
 * Returns the DOI in the address of a work at doi.org or a publisher, or "". ISO 26324: "10.", a registrant, a slash,
 * a suffix.
 */
export function findDoiInUrl(url: string): string {
  const path = URL.canParse(url) ? decodePath(new URL(url).pathname) : "";
  const [, doi = ""] = /\/(10\.\d{4,9}\/[^\s?#]+)/.exec(path) ?? [];
  const parts = doi.toLowerCase().split("/");
  while (parts.length > 2 && AFTER_DOI.has(parts.at(-1) as string)) parts.pop();
  return parts.join("/").replace(/\.pdf$/, "");
}

/** Path segments that publishers add after the DOI. */
const AFTER_DOI = new Set(["", ..."full pdf epdf abstract html meta fulltext full-text".split(" ")]);

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
