/** Returns the address where a work can be read: its DOI's, else its page at OpenAlex. */
export function workPage({ doi, openalex }: { doi: string; openalex: string }): string {
  return doi
    ? `https://doi.org/${doi.split("/").map(encodeURIComponent).join("/")}`
    : `https://openalex.org/${openalex}`;
}

/** Returns the key that tells the works of a person apart: the identifier of OpenAlex, else the DOI. */
export function workKey({ openalex, doi }: { openalex: string; doi: string }): string {
  return openalex || doi.toLowerCase();
}

const MOST = 5;

/** Names a work: the identifier of OpenAlex, or a DOI. */
export const WORK_KEY = /^(?:W\d{1,15}|10\.\d{4,9}\/\S{1,300})$/;

/**
 * Returns works in groups. The input has the newest first. The person's choice comes first, then the newest and the most
 * cited of the others, at most five each; one list if they are equal.
 */
export function shownWorks<W extends { openalex: string; citations: number | null; highlighted: boolean }>(
  all: W[],
): { title: string; works: W[] }[] {
  const chosen = all.filter(({ highlighted }) => highlighted);
  const otherLists = byAgeAndCitations(all.filter(({ highlighted }) => !highlighted));
  if (chosen.length === 0) return otherLists;
  return [
    { title: "Chosen by the person", works: chosen },
    ...otherLists.map((list) => ({ ...list, title: list.title || "More" })),
  ];
}

function byAgeAndCitations<W extends { openalex: string; citations: number | null }>(works: W[]) {
  const newest = works.slice(0, MOST);
  const cited = works.toSorted((first, second) => (second.citations ?? 0) - (first.citations ?? 0)).slice(0, MOST);
  if (newest.length === 0) return [];
  if (cited.every((work) => newest.includes(work))) return [{ title: "", works: newest }];
  return [
    { title: "Newest", works: newest },
    { title: "Most cited", works: cited },
  ];
}

/** The DOI in the address of a work, at doi.org or a publisher's: ISO 26324, "10." and a registrant, a slash, a suffix. */
export function doiIn(url: string): string {
  const path = URL.canParse(url) ? decoded(new URL(url).pathname) : "";
  const [, doi = ""] = /\/(10\.\d{4,9}\/[^\s?#]+)/.exec(path) ?? [];
  const parts = doi.toLowerCase().split("/");
  while (parts.length > 2 && BESIDE_THE_DOI.has(parts.at(-1) as string)) parts.pop();
  return parts.join("/").replace(/\.pdf$/, "");
}

/** Parts that publishers add after the DOI in their addresses. */
const BESIDE_THE_DOI = new Set(["", ..."full pdf epdf abstract html meta fulltext full-text".split(" ")]);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
