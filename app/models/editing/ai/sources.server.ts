/** Gathers the pages on which a text about a person may rest: first the record's pages, then pages that a model proposes. */
import { z } from "zod";
import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { askText, checkTextRequest } from "~/models/base/providers/ask-text.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { gatherPages } from "~/models/records/evidence/pages.server";
import { identifierUrl } from "~/models/records/experts/identifiers";
import type { FailedPage } from "~/models/records/provenance/sentences";

/** The number of pages from which the model is not asked for more. */
const ENOUGH_PAGES = 3;
export const MAX_PAGES = 12;
const MAX_NAMED_PAGES = 10;

export interface Sources {
  name: string;
  /** Pages that name the person. */
  pages: SourcePage[];
  failed: FailedPage[];
  /** Tells the editor that no page could be read; "" if a page was read. */
  notice: string;
  /** Cost and tokens are null if the provider does not report them. */
  costUsd: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

const Address = z
  .string()
  .trim()
  .max(2_000, "At most 2,000 characters fit in an address.")
  .transform((address, context) => {
    const url = httpUrl(address);
    if (url) return url;
    context.addIssue({ code: "custom", message: `“${address.slice(0, 100)}” is not a web address.` });
    return z.NEVER;
  });

/** Accepts a list, or a text of addresses separated by spaces or line breaks. */
const Addresses = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/\s+/).filter(Boolean))])
  .nullish()
  .transform((addresses) => addresses ?? [])
  .pipe(z.array(Address).max(MAX_NAMED_PAGES, `At most ${MAX_NAMED_PAGES} pages can be named.`));

const id = z.string().max(100).nullish();

/** The fields in which every request for a text names the person's pages. */
export const KnownSources = z.object({
  sourceUrls: Addresses,
  referenceLinks: z.array(z.string().max(4_000)).max(100).default([]),
  orcid: id,
  wikidata: id,
});

/** Returns the addresses in the order of reading: first the addresses that the admin names. */
export function addressesOf({ sourceUrls, referenceLinks, orcid, wikidata }: z.output<typeof KnownSources>): string[] {
  return [
    ...sourceUrls,
    ...(orcid ? [identifierUrl("orcid", orcid)] : []),
    ...(wikidata ? [identifierUrl("wikidata", wikidata)] : []),
    ...referenceLinks.flatMap((entry) => parseReferenceLink(entry)?.url ?? []),
  ];
}

const ProposedPages = z.object({ pages: z.array(z.string()).describe("Addresses with https:// or http://.") });

interface PersonToResearch {
  expertName: string;
  expertTitle: string;
  provider?: Parameters<typeof askText>[1]["provider"];
  model?: string;
}

interface GatherOptions {
  signal?: AbortSignal;
  jobId?: string;
}

/** Opens the addresses, and asks the model for further addresses if too few pages name the person. Throws what `askText` throws. */
export async function gatherSources(
  editor: Editor,
  { provider, model, ...person }: PersonToResearch,
  addresses: string[],
  { signal, jobId }: GatherOptions,
): Promise<Sources> {
  await checkTextRequest({ provider, model });
  const deadline = AbortSignal.timeout(env.AI_TIMEOUT_MS);
  const readPages = (urls: string[]) => gatherPages(urls, person.expertName, { signal, deadline });
  const distinctUrls = [...new Set(addresses)].slice(0, MAX_PAGES);
  const firstRound = await readPages(distinctUrls);
  if (firstRound.pages.length >= ENOUGH_PAGES) return sourcesOf(person.expertName, [firstRound]);
  const question = { task: "pages" as const, data: { ...person, known: distinctUrls }, schema: ProposedPages };
  const { answer, costUsd, inputTokens, outputTokens } = await askText(editor, {
    ...question,
    provider,
    model,
    signal,
    jobId,
  });
  const furtherUrls = new Set(
    answer.pages.flatMap((page) => httpUrl(page.trim()) ?? []).filter((url) => !distinctUrls.includes(url)),
  );
  const secondRound = await readPages([...furtherUrls].slice(0, MAX_PAGES - firstRound.pages.length));
  return { ...sourcesOf(person.expertName, [firstRound, secondRound]), costUsd, inputTokens, outputTokens };
}

type Round = Awaited<ReturnType<typeof gatherPages>>;

function sourcesOf(name: string, rounds: Round[]): Sources {
  const pagesByUrl = new Map(rounds.flatMap(({ pages }) => pages).map((page) => [page.url, page]));
  const pages = [...pagesByUrl.values()].filter(({ namesPerson }) => namesPerson);
  const pagesWithoutName = [...pagesByUrl.values()].filter(({ namesPerson }) => !namesPerson);
  const failedPages = [
    ...rounds.flatMap((round) => round.failed),
    ...pagesWithoutName.map(({ url }) => ({ url, reason: `it does not name ${name}` })),
  ];
  const notice = pages.length > 0 ? "" : `No page could be read that names ${name}. Add pages to read.`;
  return { name, pages, failed: failedPages, notice, costUsd: null, inputTokens: null, outputTokens: null };
}
