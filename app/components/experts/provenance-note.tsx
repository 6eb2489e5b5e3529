import { ShortDate } from "~/components/ui/short-date";
import type { Written } from "~/models/provenance.server";
import { modelName } from "~/models/suggestions";

/** Which model wrote a field and who accepted it, in one line for the curator. */
export function ProvenanceNote({ note: { model, generatedAt, acceptedBy, edited } }: { note: Written }) {
  return (
    <p className="hint written">
      Written by {modelName(model)}, <ShortDate time={generatedAt} />, accepted by {acceptedBy}
      {edited && "; edited since"}
    </p>
  );
}
