import type { Written } from "~/models/provenance.server";
import { modelName } from "~/models/suggestions";
import { ShortDate } from "./short-date";

/** Which model wrote a field and who accepted it, in one line for the curator. */
export function WrittenNote({ note: { model, generatedAt, acceptedBy, edited } }: { note: Written }) {
  return (
    <p className="hint written">
      Written by {modelName(model)}, <ShortDate time={generatedAt} />, accepted by {acceptedBy}
      {edited && "; edited since"}
    </p>
  );
}
