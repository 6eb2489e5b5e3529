import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { countryName } from "~/models/base/places/places.server";
import { bareName, mayBeSameName, nameColumns } from "~/models/base/text/names.server";
import { websiteOf } from "./websites.server";

export interface Duplicate {
  /** Identifies a duplicate that the form confirms. */
  key: string;
  name: string;
  /** null for a suggestion under review. */
  slug: string | null;
  /** Completes a sentence after the name: "has the same name". */
  reason: string;
  /** Title, institution and country, by which one recognises a person; "" for what the asker may not see. */
  about: string;
}

const SOMEBODY_WAITING = "A suggestion that is under review";
const MAX_DUPLICATES = 5;
const INSTITUTION = 3;

/** At most 5 experts and waiting suggestions with the same folded name, titles aside, or website. */
export async function possibleDuplicates(
  { name, links, isForReaders = false }: { name: string; links: string[]; isForReaders?: boolean },
  from: Queryable = readDb,
): Promise<Duplicate[]> {
  const all = [...(await sameName(from, name, isForReaders)), ...(await sameWebsite(from, links, isForReaders))];
  const drafts = isForReaders ? await draftsAmong(from, all) : [];
  const duplicates = all.filter(({ key }) => !drafts.includes(key));
  const first = (duplicate: Duplicate, place: number) =>
    duplicates.findIndex(({ key }) => key === duplicate.key) === place;
  return duplicates.filter(first).slice(0, MAX_DUPLICATES);
}

/** Nobody but editors learns who is a draft. */
async function draftsAmong(from: Queryable, duplicates: Duplicate[]): Promise<string[]> {
  const slugs = duplicates.flatMap(({ slug }) => slug ?? []);
  if (slugs.length === 0) return [];
  const rows = from.selectFrom("experts").select("slug").where("slug", "in", slugs).where("state", "!=", "public");
  return (await rows.execute()).map(({ slug }) => slug);
}

async function sameName(from: Queryable, name: string, isForReaders: boolean): Promise<Duplicate[]> {
  const experts = (await namesakes(from, name)).map((row) => ({
    slug: row.slug,
    name: row.name,
    key: row.slug,
    reason: nameReason(row.name, name),
    about: aboutOf(row),
  }));
  const suggested = await suggestedNamesakes(from, name);
  // A submitter must not learn other people's suggestions: a name is told to whoever typed the same one.
  const mayTell = (other: string) => !isForReaders || bareName(other) === bareName(name);
  const waiting = suggested.map(({ id, name: suggestedName, title }) => ({
    key: id,
    slug: null,
    about: isForReaders ? "" : title,
    ...(mayTell(suggestedName)
      ? { name: suggestedName, reason: "has been suggested and is under review" }
      : { name: SOMEBODY_WAITING, reason: "may be of the same person" }),
  }));
  return [...experts.slice(0, MAX_DUPLICATES), ...waiting.slice(0, MAX_DUPLICATES)];
}

function aboutOf({ title, affiliation, country }: Pick<ExpertRow, "title" | "affiliation" | "country">): string {
  const institution = title.includes(affiliation) ? "" : affiliation;
  return [title, institution, country && countryName(country)].filter(Boolean).join(" · ");
}

function nameReason(name: string, other: string): string {
  return bareName(name) === bareName(other) ? "has the same name" : "has a name that may be the same";
}

/** One query for each key: of a condition with "or", SQLite takes the status alone for the narrower way. */
async function suggestedNamesakes(from: Queryable, name: string) {
  const byKey = keysOf(name).map(([column, value]) =>
    from
      .selectFrom("submissions")
      .select(["id", "name", "title"])
      .where(column, "=", value)
      .where("status", "=", "pending")
      .where("changesExpertRowId", "is", null)
      .limit(MOST_NAMESAKES)
      .execute(),
  );
  const rows = (await Promise.all(byKey)).flat().filter((row) => mayBeSameName(row.name, name));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

type NameColumn = [column: "nameKey" | "nameLetters", value: string];

/** One of these is the same for every form of a name. A name of titles alone has none, and is nobody's. */
function keysOf(name: string): NameColumn[] {
  return (Object.entries(nameColumns(name)) as NameColumn[]).filter(([, value]) => value !== "");
}

const MOST_NAMESAKES = 200;

/** Whose names may be another form of a name: experts outside the trash, those with the very name first. */
export async function namesakes(from: Queryable, name: string) {
  const rows = await from
    .selectFrom("experts")
    .select(["rowId", "slug", "name", "title", "affiliation", "country"])
    .where((e) => e.or(keysOf(name).map(([column, value]) => e(column, "=", value))))
    .where("deletedAt", "is", null)
    .limit(MOST_NAMESAKES)
    .execute();
  const bare = bareName(name);
  const isSame = (row: { name: string }) => Number(bareName(row.name) === bare);
  return rows.filter((row) => mayBeSameName(row.name, name)).sort((one, other) => isSame(other) - isSame(one));
}

async function sameWebsite(from: Queryable, links: string[], isForReaders: boolean): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = [];
  for (const host of new Set(links.map(websiteOf).filter((host) => host !== null))) {
    const experts = await from
      .selectFrom("websiteHosts")
      .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
      .select(["experts.slug", "experts.name", "experts.title", "experts.affiliation", "experts.country"])
      .where("websiteHosts.host", "=", host)
      .where("experts.deletedAt", "is", null)
      .limit(INSTITUTION)
      .execute();
    if (experts.length === INSTITUTION) continue;
    const waiting = await from
      .selectFrom("websiteHosts")
      .innerJoin("submissions", "submissions.rowId", "websiteHosts.submissionRowId")
      .select(["submissions.id", "submissions.name", "submissions.title"])
      .where("websiteHosts.host", "=", host)
      .where("submissions.status", "=", "pending")
      .limit(INSTITUTION)
      .execute();
    const reason = `has the same website, ${host}`;
    duplicates.push(
      ...experts.map((row) => ({ key: row.slug, slug: row.slug, name: row.name, reason, about: aboutOf(row) })),
      // A submitter must not learn the names of other people's suggestions.
      ...waiting.map(({ id, name, title }) => ({
        key: id,
        slug: null,
        reason,
        name: isForReaders ? SOMEBODY_WAITING : name,
        about: isForReaders ? "" : title,
      })),
    );
  }
  return duplicates;
}
