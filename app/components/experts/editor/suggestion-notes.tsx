import { LinkSummary } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { TextArea } from "~/components/forms/field";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/link";
import { countNoun } from "~/models/base/text/numbers";
import type { TextOfModel } from "~/models/records/provenance/provenance.server";
import { modelName, type RejectedLink } from "~/models/records/provenance/suggestions";

/** Names the model that wrote a field and the editor who accepted the text. */
export function ProvenanceNote({ note: { model, generatedAt, acceptedBy, edited } }: { note: TextOfModel }) {
  return (
    <Hint className="written my-1">
      Written by {modelName(model)}, <ShortDate time={generatedAt} />, accepted by {acceptedBy}
      {edited && "; edited since"}
    </Hint>
  );
}

/** Explains why there are no suggestions, and which setting is missing. */
export function NoSuggestionsHint({ missing }: { missing: string }) {
  if (!missing) return null;
  return (
    <Hint className="mt-1.5 mb-4" id="no-suggestions">
      Suggestions need an AI provider. {missing}
    </Hint>
  );
}

/** Asks for pages that the model should read for the next suggestion. */
export function PagesToRead({ value, error, missing }: { value: string; error?: string; missing: string }) {
  if (missing) return null;
  return (
    <TextArea
      label="Pages to read"
      name="sourceUrls"
      rows={2}
      hint="Suggestions are written from these pages and the reference links. One address on each line."
      defaultValue={value}
      error={error}
    />
  );
}

/** Lists the rejected links of a suggestion with the reasons. */
export function RejectedLinks({ links }: { links: RejectedLink[] }) {
  if (links.length === 0) return null;
  return (
    <details>
      <LinkSummary>
        {countNoun(links.length, "link was rejected", "links were rejected")} after opening them
      </LinkSummary>
      <BulletList>
        {links.map(({ label, url, reason }) => (
          <li key={url}>
            {/^https?:/i.test(url) ? <ExternalLink url={url}>{label || url}</ExternalLink> : label || url}: {reason}.{" "}
            <small>{url}</small>
          </li>
        ))}
      </BulletList>
    </details>
  );
}
