import { claimOf } from "~/models/claims/holders.server";
import { evidenceOfExpert } from "~/models/evidence/evidence.server";
import { publicEvidence } from "~/models/evidence/support";
import { publicWorks } from "~/models/works/works.server";
import type { Expert } from "./experts.server";
import { identifiersOf } from "./identifiers";
import { linksWithKinds } from "./link-kinds";

/** An expert as the JSON calls give one: the record with identifiers, links, works, claim and evidence. */
export async function expertView(expert: Expert) {
  const [works, claim, evidence] = await Promise.all([
    publicWorks(expert.id),
    claimOf(expert.id),
    evidenceOfExpert(expert.id),
  ]);
  return { ...publicRecord(expert), ...claim, works, evidence: publicEvidence({ ...expert }, evidence) };
}

/** What the JSON view and the export tell besides the fields of the record. */
export function publicRecord<E extends Expert>(expert: E) {
  const links = linksWithKinds(expert.referenceLinks, expert.linkKinds);
  return { ...expert, identifiers: identifiersOf(expert), links };
}
