import { LinkSummary } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { TextArea } from "~/components/forms/field";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/link";
import type { Written } from "~/models/records/provenance/provenance.server";
import { modelName, type RejectedLink } from "~/models/records/provenance/suggestions";

/** Names the model that wrote a field and the editor who accepted it, in one line. */
export function ProvenanceNote({ note: { model, generatedAt, acceptedBy, edited } }: { note: Written }) {
  return (
    <Hint className="written my-1">
      Written by {modelName(model)}, <ShortDate time={generatedAt} />, accepted by {acceptedBy}
      {edited && "; edited since"}
    </Hint>
  );
}

/** Explains why 'Suggest' cannot be pressed: which variable is missing. */
export function NoSuggestions({ missing }: { missing: string }) {
  if (!missing) return null;
  return (
    <Hint className="mt-1.5 mb-4" id="no-suggestions">
      Suggestions need an AI provider. {missing}
    </Hint>
  );
}

/** Lets an admin name pages for the next suggestion. */
export function PagesToRead({ value, error, missing }: { value: string; error?: string; missing: string }) {
  if (missing) return null;
  return (
    <TextArea
      label="Pages to read"
      name="sourceUrls"
      rows={2}
      hint="Addresses that suggestions are written from, beside the reference links. One on each line."
      defaultValue={value}
      error={error}
    />
  );
}

/** Links that were proposed and are not offered, each with the reason. */
export function RejectedLinks({ links }: { links: RejectedLink[] }) {
  if (links.length === 0) return null;
  return (
    <details>
      <LinkSummary>
        {links.length === 1 ? "1 link was rejected" : `${links.length} links were rejected`} after a look at them
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
