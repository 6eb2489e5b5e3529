import { NO_TIME_LEFT, withDeadline } from "~/models/base/web/deadline.server";
import { openFairly } from "~/models/base/web/open-fairly.server";
import { containsName } from "~/models/base/web/proof-names.server";
import { readText } from "~/models/base/web/proof-text.server";
import { httpUrl } from "~/models/base/web/urls";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";

export interface ProposedLink {
  label: string;
  url: string;
}

export interface Proof {
  proven: ProposedLink[];
  rejected: (ProposedLink & { reason: string })[];
}

const CONCURRENCY = 4;
const MAX_LINKS = 40;
/** The limit of bytes of a PDF file; other texts have a lower limit. */
const MAX_BYTES = 4 * 1024 * 1024;

interface Limits {
  signal?: AbortSignal;
  /** Ends the opening; links proven by then count. */
  deadline?: AbortSignal;
}

/** Opens links, four at a time. A proven link is readable and names the person. */
export async function proveLinks(links: ProposedLink[], name: string, limits: Limits = {}): Promise<Proof> {
  const distinct = withoutRepeats(links);
  const urls = distinct.slice(0, MAX_LINKS).map(({ url }) => url);
  const judgements = await openFairly(urls, { total: CONCURRENCY }, (url) =>
    withDeadline<Judgement>(limits, (signal) => proveLink(url, name, signal), { reason: NO_TIME_LEFT }),
  );

  const proof: Proof = { proven: [], rejected: [] };
  const pages = new Set<string>();
  distinct.forEach((link, number) => {
    const judgement = judgements[number] ?? { reason: "it was not opened, because there are too many" };
    if ("reason" in judgement) proof.rejected.push({ ...link, reason: judgement.reason });
    else if (!pages.has(judgement.page)) proof.proven.push(link);
    if ("page" in judgement) pages.add(judgement.page);
  });
  return proof;
}

function withoutRepeats(links: ProposedLink[]): ProposedLink[] {
  const byUrl = new Map<string, ProposedLink>();
  for (const { label, url } of links) {
    const validUrl = httpUrl(url);
    const key = validUrl ? pageOf(validUrl) : url.trim();
    if (!byUrl.has(key)) byUrl.set(key, { label: label.trim(), url: validUrl ?? url.trim() });
  }
  return [...byUrl.values()];
}

function pageOf(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}

type Judgement = { page: string } | { reason: string };

async function proveLink(url: string, name: string, signal?: AbortSignal): Promise<Judgement> {
  if (!httpUrl(url)) return { reason: "it is not an http or https address" };
  try {
    const fetched = await safeFetch(url, { signal, maxBytes: MAX_BYTES });
    const text = await readText(fetched, { signal });
    if (text === null)
      return { reason: `it is of a type that cannot be read here (${fetched.contentType || "no type"})` };
    return containsName(text, name) ? { page: pageOf(fetched.url) } : { reason: `it does not name ${name.trim()}` };
  } catch (error) {
    if (error instanceof FetchProblem) return { reason: error.message };
    throw error;
  }
}
