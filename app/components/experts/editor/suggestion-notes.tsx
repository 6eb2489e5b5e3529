import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/external-link";
import type { Written } from "~/models/ai/provenance.server";
import type { RejectedLink } from "~/models/ai/suggestions";
import { modelName } from "~/models/ai/suggestions";

/** Which model wrote a field and who accepted it, in one line for the curator. */
export function ProvenanceNote({ note: { model, generatedAt, acceptedBy, edited } }: { note: Written }) {
  return (
    <p className="hint written">
      Written by {modelName(model)}, <ShortDate time={generatedAt} />, accepted by {acceptedBy}
      {edited && "; edited since"}
    </p>
  );
}

/** Why 'Suggest' cannot be pressed: which variable is missing (decision D50). */
export function NoSuggestions({ missing }: { missing: string }) {
  if (!missing) return null;
  return (
    <p className="hint" id="no-suggestions">
      Suggestions need an AI provider. {missing}
    </p>
  );
}

/** Links that were proposed and are not offered, each with the reason (decision D54). */
export function RejectedLinks({ links }: { links: RejectedLink[] }) {
  if (links.length === 0) return null;
  return (
    <details className="rejected">
      <summary>
        {links.length === 1 ? "1 link was rejected" : `${links.length} links were rejected`} after a look at them
      </summary>
      <ul className="entries">
        {links.map(({ label, url, reason }) => (
          <li key={url}>
            {/^https?:/i.test(url) ? <ExternalLink url={url}>{label || url}</ExternalLink> : label || url}: {reason}.{" "}
            <small>{url}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
