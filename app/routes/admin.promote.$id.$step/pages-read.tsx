import { LinkSummary } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { TextArea } from "~/components/forms/field";
import { ExternalLink } from "~/components/ui/link";
import { countNoun } from "~/models/base/text/numbers";
import type { Promotion } from "~/models/editing/promotions/promotions.server";

interface Props {
  promotion: Promotion;
  /** The addresses of pages about the expert. */
  knownUrls: string[];
  error: string | undefined;
}

/** Lists the pages from which the article will be written, and asks for more pages. */
export function PagesRead({ promotion: { state, expertName }, knownUrls, error }: Props) {
  const name = expertName || "the expert";
  return (
    <>
      {knownUrls.length === 0 ? (
        <Hint className="mb-2">
          There is no page about {name} yet. Please add one, because without a page that names {name} no sentence has a
          source.
        </Hint>
      ) : (
        <details className="mb-2">
          <LinkSummary>
            {countNoun(knownUrls.length, "page", "pages")} about {name} will be read
          </LinkSummary>
          <BulletList>
            {knownUrls.map((url) => (
              <li key={url}>
                <ExternalLink url={url}>{url}</ExternalLink>
              </li>
            ))}
          </BulletList>
        </details>
      )}
      <TextArea
        label={knownUrls.length === 0 ? "Pages to read" : "More pages to read"}
        name="sourceUrls"
        rows={2}
        hint="Addresses of pages that name the expert, one on each line. The model reads them first."
        defaultValue={state.sourceUrls}
        error={error}
      />
    </>
  );
}
