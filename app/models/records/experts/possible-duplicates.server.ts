import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { countryName } from "~/models/base/places/places.server";
import { bareName, mayBeSameName, nameKeys, nameLetters } from "~/models/base/text/names.server";
import { websiteOf } from "./websites.server";

export interface Duplicate {
  /** Identifies a duplicate that the form confirms. */
  key: string;
  name: string;
  /** null for a suggestion under review. */
  slug: string | null;
  /** Completes a sentence after the name: "has the same name". */
  reason: string;
  /** Title, institution and country, so that people are recognised; "" for what the reader of the warning may not see. */
  about: string;
}

const ANONYMOUS_SUGGESTION = "A suggestion that is under review";
const MAX_DUPLICATES = 5;
/** A website of so many people belongs to an institution. */
const INSTITUTION_SIZE = 3;

/** Returns at most 5 experts and waiting suggestions with the same website or folded name, without titles. */
export async function possibleDuplicates(
  { name, links, isForReaders = false }: { name: string; links: string[]; isForReaders?: boolean },
  from: Queryable = readDb,
): Promise<Duplicate[]> {
  const candidates = [
    ...(await findByName(from, name, isForReaders)),
    ...(await findByWebsite(from, links, isForReaders)),
  ];
  const drafts = isForReaders ? await draftsAmong(from, candidates) : [];
  const duplicates = candidates.filter(({ key }) => !drafts.includes(key));
  const isFirst = (duplicate: Duplicate, place: number) =>
    duplicates.findIndex(({ key }) => key === duplicate.key) === place;
  return duplicates.filter(isFirst).slice(0, MAX_DUPLICATES);
}

/** Returns the slugs of draft profiles, about which only editors may know. */
async function draftsAmong(from: Queryable, duplicates: Duplicate[]): Promise<string[]> {
  const slugs = duplicates.flatMap(({ slug }) => slug ?? []);
  if (slugs.length === 0) return [];
  const rows = from.selectFrom("experts").select("slug").where("slug", "in", slugs).where("state", "!=", "public");
  return (await rows.execute()).map(({ slug }) => slug);
}

async function findByName(from: Queryable, name: string, isForReaders: boolean): Promise<Duplicate[]> {
  const experts = (await namesakes(from, name)).map((row) => ({
    slug: row.slug,
    name: row.name,
    key: row.slug,
    reason: nameReason(row.name, name),
    about: aboutOf(row),
  }));
  const suggestedPeople = await suggestedNamesakes(from, name);
  // Keeps other people's suggestions private: only somebody who typed the same name sees the suggestion.
  const mayTell = (suggestedName: string) => !isForReaders || bareName(suggestedName) === bareName(name);
  const waitingPeople = suggestedPeople.map(({ id, name: suggestedName, title }) => ({
    key: id,
    slug: null,
    about: isForReaders ? "" : title,
    ...(mayTell(suggestedName)
      ? { name: suggestedName, reason: "has been suggested and is under review" }
      : { name: ANONYMOUS_SUGGESTION, reason: "may be of the same person" }),
  }));
  return [...experts, ...waitingPeople];
}

function aboutOf({ title, affiliation, country }: Pick<ExpertRow, "title" | "affiliation" | "country">): string {
  const institution = title.includes(affiliation) ? "" : affiliation;
  return [title, institution, country && countryName(country)].filter(Boolean).join(" · ");
}

function nameReason(name: string, otherName: string): string {
  return bareName(name) === bareName(otherName) ? "has the same name" : "has a name that may be the same";
}

/** Finds waiting suggestions with one query for each key: for a condition with "or", SQLite would search by the status alone. */
async function suggestedNamesakes(from: Queryable, name: string) {
  const byKey = keysOf(name).map(([column, values]) =>
    from
      .selectFrom("submissions")
      .select(["id", "name", "title"])
      .where(column, "in", values)
      .where("status", "=", "pending")
      .where("changesExpertRowId", "is", null)
      .limit(MAX_NAMESAKES)
      .execute(),
  );
  const rows = (await Promise.all(byKey)).flat().filter((row) => mayBeSameName(row.name, name));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

type NameColumn = [column: "nameKey" | "nameLetters", values: string[]];

/** Returns the keys of a name. Two forms of a name share one of them; a name of titles alone has none. */
function keysOf(name: string): NameColumn[] {
  const letters = nameLetters(name);
  if (letters === "") return [];
  return [
    ["nameKey", nameKeys(name)],
    ["nameLetters", [letters]],
  ];
}

const MAX_NAMESAKES = 200;

/** Returns experts outside the trash whose names may be another form of a name, those with the same name first. */
export async function namesakes(from: Queryable, name: string) {
  const rows = await from
    .selectFrom("experts")
    .select(["rowId", "slug", "name", "title", "affiliation", "country"])
    .where((e) => e.or(keysOf(name).map(([column, values]) => e(column, "in", values))))
    .where("deletedAt", "is", null)
    .limit(MAX_NAMESAKES)
    .execute();
  const searchedName = bareName(name);
  const rankOf = (row: { name: string }) => Number(bareName(row.name) === searchedName);
  return rows.filter((row) => mayBeSameName(row.name, name)).sort((first, second) => rankOf(second) - rankOf(first));
}

async function findByWebsite(from: Queryable, links: string[], isForReaders: boolean): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = [];
  for (const host of new Set(links.map(websiteOf).filter((host) => host !== null))) {
    const experts = await from
      .selectFrom("websiteHosts")
      .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
      .select(["experts.slug", "experts.name", "experts.title", "experts.affiliation", "experts.country"])
      .where("websiteHosts.host", "=", host)
      .where("experts.deletedAt", "is", null)
      .limit(INSTITUTION_SIZE)
      .execute();
    if (experts.length === INSTITUTION_SIZE) continue;
    const waitingSuggestions = await from
      .selectFrom("websiteHosts")
      .innerJoin("submissions", "submissions.rowId", "websiteHosts.submissionRowId")
      .select(["submissions.id", "submissions.name", "submissions.title"])
      .where("websiteHosts.host", "=", host)
      .where("submissions.status", "=", "pending")
      .limit(INSTITUTION_SIZE)
      .execute();
    const reason = `has the same website, ${host}`;
    duplicates.push(
      ...experts.map((row) => ({ key: row.slug, slug: row.slug, name: row.name, reason, about: aboutOf(row) })),
      // Hides the names of other people's suggestions from submitters.
      ...waitingSuggestions.map(({ id, name, title }) => ({
        key: id,
        slug: null,
        reason,
        name: isForReaders ? ANONYMOUS_SUGGESTION : name,
        about: isForReaders ? "" : title,
      })),
    );
  }
  return duplicates;
}
