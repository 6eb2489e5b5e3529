import { ExternalLink } from "~/components/ui/link";
import type { Credit } from "~/models/records/images/credits.server";

/** Names the author, source and licence of a photograph. */
export function PhotoCredit({ credit: { author, licence, licenceUrl, source } }: { credit: Credit }) {
  const name = author || "unknown author";
  return (
    <p className="text-xs text-muted [&_a]:inline-block [&_a]:underline">
      Photo: {source ? <ExternalLink url={source}>{name}</ExternalLink> : <bdi>{name}</bdi>},{" "}
      {licenceUrl ? <ExternalLink url={licenceUrl}>{licence}</ExternalLink> : licence}
    </p>
  );
}
