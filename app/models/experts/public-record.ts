import type { Expert } from "./experts.server";
import { identifiersOf } from "./identifiers";
import { linksWithKinds } from "./link-kinds";

/** What the JSON view and the export tell besides the fields of the record. */
export function publicRecord<E extends Expert>(expert: E) {
  const links = linksWithKinds(expert.referenceLinks, expert.linkKinds);
  return { ...expert, identifiers: identifiersOf(expert), links };
}
