import { type Queryable, readDb } from "~/db.server";
import { evidenceOfExpert } from "~/models/records/evidence/evidence.server";
import { publicEvidence } from "~/models/records/evidence/support";
import type { Expert } from "~/models/records/experts/expert.server";
import { identifiersOf } from "~/models/records/experts/identifiers";
import { linksWithKinds } from "~/models/records/experts/link-kinds";
import { parsePosition } from "~/models/records/experts/positions";
import { portraitAt } from "~/models/records/images/credits.server";
import { publicWorks } from "~/models/records/works/works.server";
import { claimOf } from "./holders.server";

/** Returns an expert for the JSON calls: the record with identifiers, links, works, claim and evidence. */
export async function expertView(expert: Expert, from: Queryable = readDb) {
  const works = await publicWorks(expert.id, from);
  const claim = await claimOf(expert.id, from);
  const evidence = await evidenceOfExpert(expert.id, from);
  return {
    ...publicRecord(expert),
    ...claim,
    image: await portraitAt(expert.imageUrl, from),
    works,
    evidence: publicEvidence({ ...expert }, evidence),
  };
}

/** Replaces the record's position entries by objects. */
export function withPositions<E extends Pick<Expert, "positions">>(expert: E) {
  const { positions, ...otherFields } = expert;
  return { ...otherFields, positions: positions.map(parsePosition) };
}

/** Adds to the record's fields what the JSON view and the export contain. */
export function publicRecord<E extends Expert>(expert: E) {
  const links = linksWithKinds(expert.referenceLinks, expert.linkKinds);
  return { ...withPositions(expert), identifiers: identifiersOf(expert), links };
}
