import type { Queryable } from "~/db.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";

/** Hosts with pages of many people, which are compared by host and path. */
const SHARED_HOSTS = new Set(
  `wikipedia.org wikidata.org youtube.com youtu.be vimeo.com linkedin.com x.com twitter.com facebook.com instagram.com
  threads.net bsky.app tiktok.com scholar.google.com sites.google.com google.com orcid.org researchgate.net academia.edu
  semanticscholar.org doi.org nih.gov nature.com science.org cell.com sciencedirect.com elifesciences.org amazon.com
  amazon.co.uk amazon.de goodreads.com imdb.com medium.com substack.com github.com github.io crunchbase.com
  openalex.org ror.org nobelprize.org ted.com spotify.com podcasts.apple.com loop.frontiersin.org linktr.ee about.me wordpress.com
  blogspot.com forbes.com nytimes.com theguardian.com`.split(/\s+/),
);

/** Matches universities, hospitals and offices by the end of their host or by a word in it. */
const INSTITUTION_HOST =
  /\.(edu|gov|int|mil)$|\.(ac|edu|gov|gob|gouv)\.[a-z]{2}$|universi|institut|college|hospital|foundation|(^|\.)uni-/;

/**
 * Returns the comparable host, or host and path, of `url` or `label|url`; null if it identifies no person: the first page
 * of a university belongs to all who work there.
 */
export function websiteOf(link: string): string | null {
  const url = parseReferenceLink(link)?.url;
  if (!url) return null;
  const { hostname, pathname, search } = new URL(url);
  const host = hostname.replace(/^(www|m)\./, "").replace(".m.", ".");
  const page = (pathname.replace(/(?<!\/)\/+$/, "") + search).toLowerCase();
  if (isPersonalSubdomain(host)) return host;
  const isShared = isSubdomainOf(SHARED_HOSTS, host) || INSTITUTION_HOST.test(host);
  if (!isShared) return host;
  return page.length > 1 ? host + page : null;
}

/** Tells whether an address is a personal record at ORCID, Wikidata or OpenAlex. */
export function isIdentityPage(website: string): boolean {
  return /^(orcid\.org|wikidata\.org\/wiki|openalex\.org)\/./.test(website);
}

/** Replaces the stored websites of an expert or waiting submission. */
export async function storeWebsites(
  tx: Queryable,
  owner: { expertRowId: number } | { submissionRowId: number },
  links: string[],
): Promise<void> {
  const [[column, rowId]] = Object.entries(owner) as [[Column, number]];
  await storeAllWebsites(tx, column, new Map([[rowId, links]]));
}

type Column = "expertRowId" | "submissionRowId";

export async function storeAllWebsites(
  tx: Queryable,
  column: Column,
  linksByRow: ReadonlyMap<number, string[]>,
): Promise<void> {
  const storedRows = await tx
    .selectFrom("websiteHosts")
    .select([column, "host"])
    .where(column, "in", [...linksByRow.keys()])
    .execute();
  const storedByRow = Map.groupBy(storedRows, (row) => row[column]);
  const hostsOf = (links: string[]) => [...new Set(links.map(websiteOf).filter((host) => host !== null))].sort();
  const isStored = (rowId: number, hosts: string[]) =>
    String(hosts) === String((storedByRow.get(rowId) ?? []).map(({ host }) => host).sort());
  // Skips records whose links stay the same, as most changes leave them.
  const changedRecords = [...linksByRow]
    .map(([rowId, links]) => ({ rowId, hosts: hostsOf(links) }))
    .filter(({ rowId, hosts }) => !isStored(rowId, hosts));
  if (changedRecords.length === 0) return;
  await tx
    .deleteFrom("websiteHosts")
    .where(
      column,
      "in",
      changedRecords.map(({ rowId }) => rowId),
    )
    .execute();
  const noOwner = { expertRowId: null, submissionRowId: null };
  const rows = changedRecords.flatMap(({ rowId, hosts }) =>
    hosts.map((host) => ({ ...noOwner, [column]: rowId, host })),
  );
  for (let index = 0; index < rows.length; index += ROWS_PER_STATEMENT) {
    await tx
      .insertInto("websiteHosts")
      .values(rows.slice(index, index + ROWS_PER_STATEMENT))
      .execute();
  }
}

const ROWS_PER_STATEMENT = 1_000;

function isSubdomainOf(hosts: Set<string>, host: string): boolean {
  const labels = host.split(".");
  return labels.some((_, index) => hosts.has(labels.slice(index).join(".")));
}

function isPersonalSubdomain(host: string): boolean {
  return /.\.(github\.io|substack\.com|wordpress\.com|blogspot\.com|medium\.com)$/.test(host);
}
