import { z } from "zod";
import { AppError } from "~/errors";
import type { NewEvidence } from "./evidence";
import { gatherPages, type ReadOptions, withoutFragment } from "./pages.server";
import { evidenceFrom, problemWithQuote, searchable } from "./quotes";

const Claim = z.object({
  sentence: z.string().max(10_000),
  quote: z.string().max(2_000),
  source: z.object({ url: z.string().max(2_048) }),
});

const MAX_CLAIMS = 500;
const MAX_PAGES = 24;
const TOO_MANY = `Evidence for at most ${MAX_CLAIMS} sentences, from at most ${MAX_PAGES} pages, can be checked in one call.`;

/**
 * Opens the pages that evidence in a call names, and returns the evidence that they prove. Other evidence is left out.
 * Throws "invalid" for evidence of more than 500 sentences, or from more than 24 pages.
 */
export async function provenClaims(
  field: string,
  claims: unknown,
  person: string,
  options: ReadOptions = {},
): Promise<NewEvidence[]> {
  const data = (Array.isArray(claims) ? claims : []).flatMap((claim) => Claim.safeParse(claim).data ?? []);
  const urls = [...new Set(data.map(({ source }) => withoutFragment(source.url)))];
  if (data.length > MAX_CLAIMS || urls.length > MAX_PAGES)
    throw new AppError("invalid", TOO_MANY, { evidence: TOO_MANY });
  const { pages } = await gatherPages(urls, person, { ...options, maxPages: MAX_PAGES, keepsCopies: true });
  return pages.flatMap((page) => {
    const text = searchable(page.text);
    return data
      .filter(({ source }) => withoutFragment(source.url) === page.url)
      .flatMap(({ sentence, quote }) => {
        const passage = problemWithQuote(quote, page, text, person);
        return typeof passage === "string" ? [] : evidenceFrom({ field, sentence, quote, page, ...passage });
      });
  });
}
