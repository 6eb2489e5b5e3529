import { z } from "zod";
import type { NewEvidence } from "./evidence";
import { gatherPages, type ReadOptions, withoutFragment } from "./pages.server";
import { evidenceFrom, problemWithQuote, searchable } from "./quotes";

const Claims = z
  .array(
    z.object({
      sentence: z.string().max(10_000),
      quote: z.string().max(2_000),
      source: z.object({ url: z.string().max(2_048) }),
    }),
  )
  .max(500);

/** Opens the pages that evidence in a call names, and returns the evidence that they prove. Other evidence is left out. */
export async function provenClaims(
  field: string,
  claims: unknown,
  person: string,
  options: ReadOptions = {},
): Promise<NewEvidence[]> {
  const { data = [] } = Claims.safeParse(Array.isArray(claims) ? claims.filter((claim) => claim?.source) : []);
  const { pages } = await gatherPages(
    data.map(({ source }) => source.url),
    person,
    { ...options, keepsCopies: true },
  );
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
