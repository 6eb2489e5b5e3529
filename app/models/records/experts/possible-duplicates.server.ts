import { type Queryable, readDb } from "~/db.server";
import { foldedNames } from "~/models/base/text/names.server";
import { websiteOf } from "./websites.server";

export interface Duplicate {
  /** Identifies a duplicate that the form confirms. */
  key: string;
  name: string;
  /** null for a suggestion under review. */
  slug: string | null;
  /** Completes a sentence after the name: "has the same name". */
  reason: string;
}

const MAX_DUPLICATES = 5;
const INSTITUTION = 3;

/** At most 5 experts and waiting suggestions with the same folded name, titles aside, or website. */
export async function possibleDuplicates(
  { name, links }: { name: string; links: string[] },
  from: Queryable = readDb,
): Promise<Duplicate[]> {
  const found = [...(await sameName(from, name)), ...(await sameWebsite(from, links))];
  const first = (one: Duplicate, place: number) => found.findIndex(({ key }) => key === one.key) === place;
  return found.filter(first).slice(0, MAX_DUPLICATES);
}

async function sameName(from: Queryable, name: string): Promise<Duplicate[]> {
  const experts: Duplicate[] = [];
  const waiting: Duplicate[] = [];
  for (const one of foldedNames(name)) {
    const found = await from
      .selectFrom("experts")
      .select(["slug", "name"])
      .where("sortName", "=", one)
      .where("deletedAt", "is", null)
      .limit(MAX_DUPLICATES)
      .execute();
    experts.push(...found.map(({ slug, name }) => ({ key: slug, slug, name, reason: "has the same name" })));
    const suggested = await from
      .selectFrom("submissions")
      .select(["id", "name"])
      .where("foldedName", "=", one)
      .where("status", "=", "pending")
      .where("changesExpertRowId", "is", null)
      .limit(MAX_DUPLICATES)
      .execute();
    const reason = "has been suggested and is under review";
    waiting.push(...suggested.map(({ id, name }) => ({ key: id, slug: null, name, reason })));
  }
  return [...experts, ...waiting];
}

async function sameWebsite(from: Queryable, links: string[]): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  for (const host of new Set(links.map(websiteOf).filter((host) => host !== null))) {
    const experts = await from
      .selectFrom("websiteHosts")
      .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
      .select(["experts.slug", "experts.name"])
      .where("websiteHosts.host", "=", host)
      .where("experts.deletedAt", "is", null)
      .limit(INSTITUTION)
      .execute();
    if (experts.length === INSTITUTION) continue;
    const waiting = await from
      .selectFrom("websiteHosts")
      .innerJoin("submissions", "submissions.rowId", "websiteHosts.submissionRowId")
      .select("submissions.id")
      .where("websiteHosts.host", "=", host)
      .where("submissions.status", "=", "pending")
      .limit(INSTITUTION)
      .execute();
    const reason = `has the same website, ${host}`;
    found.push(
      ...experts.map(({ slug, name }) => ({ key: slug, slug, name, reason })),
      // A submitter must not learn the names of other people's suggestions.
      ...waiting.map(({ id }) => ({ key: id, slug: null, name: "A suggestion that is under review", reason })),
    );
  }
  return found;
}
