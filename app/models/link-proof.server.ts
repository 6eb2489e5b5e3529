/** Links that are offered because they were opened, and speak of the person (decision D54). */
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { httpUrl } from "./expert-texts";
import { names } from "./link-proof.names.server";
import { readable } from "./link-proof.text.server";

export interface ProposedLink {
  label: string;
  url: string;
}

export interface Proof {
  /** In the order in which they were proposed, each page once. */
  proven: ProposedLink[];
  /** The reason is the end of a sentence about the link: "it answers 404". */
  rejected: (ProposedLink & { reason: string })[];
}

const AT_ONCE = 4;
/** With 5 seconds for each, all of them take under a minute at the very worst. */
const MOST_LINKS = 40;

/**
 * Opens links that somebody or something proposed for a person, four at a time. One is proven when it answers, can be
 * read, and names the person; see `names`. What leads to the same page as one before it is left out.
 *
 * @param links those above 40 are rejected unopened.
 * @throws the reason of `signal` when that is aborted.
 */
export async function proveLinks(links: ProposedLink[], name: string, signal?: AbortSignal): Promise<Proof> {
  const each = withoutRepeats(links);
  const found = new Array<{ page: string } | { reason: string }>(each.length);
  const waiting = each.keys();
  const work = async () => {
    for (const place of waiting) {
      const { url } = each[place] as ProposedLink;
      found[place] =
        place < MOST_LINKS ? await judge(url, name, signal) : { reason: "it is one too many to be opened" };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const proof: Proof = { proven: [], rejected: [] };
  const pages = new Set<string>();
  each.forEach((link, place) => {
    const one = found[place] as (typeof found)[number];
    if ("reason" in one) proof.rejected.push({ ...link, reason: one.reason });
    else if (!pages.has(one.page)) proof.proven.push(link);
    if ("page" in one) pages.add(one.page);
  });
  return proof;
}

function withoutRepeats(links: ProposedLink[]): ProposedLink[] {
  const known = new Map<string, ProposedLink>();
  for (const { label, url } of links) {
    const usable = httpUrl(url);
    const key = usable ? pageOf(usable) : url.trim();
    if (!known.has(key)) known.set(key, { label: label.trim(), url: usable ?? url.trim() });
  }
  return [...known.values()];
}

/** An address without what leads to a place within the page. */
function pageOf(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}

async function judge(url: string, name: string, signal?: AbortSignal): Promise<{ page: string } | { reason: string }> {
  if (!httpUrl(url)) return { reason: "it is no http or https address" };
  try {
    const fetched = await safeFetch(url, { signal });
    const text = readable(fetched);
    if (text === null) return { reason: `it is nothing that can be read here (${fetched.contentType || "no type"})` };
    return names(text, name) ? { page: pageOf(fetched.url) } : { reason: `it does not name ${name.trim()}` };
  } catch (error) {
    if (error instanceof FetchProblem) return { reason: error.message };
    throw error;
  }
}
