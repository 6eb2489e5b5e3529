import { ExternalLink } from "~/components/ui/external-link";
import type { RejectedLink } from "~/models/suggestions";

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
