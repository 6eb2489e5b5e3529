/** Reads the people of any list, for its page, comparison and files. */
import { z } from "zod";
import { db, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { shorten } from "~/models/base/markdown/plain-text.server";
import { countryName } from "~/models/base/places/places.server";
import { shownImage } from "~/models/base/uploads/missing.server";
import { csvOf } from "~/models/readers/dataset/dataset.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { COMPARED_FIELDS, EXPERT_LABELS } from "~/models/records/experts/fields";
import { identityUrls } from "~/models/records/experts/identifiers";
import { institutionOf } from "~/models/records/experts/institution";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { MAX_COMPARED, MAX_LISTED } from "./bounds";
import { addToList, publicPeople, removeFromList } from "./entries.server";
import { vCardOf } from "./vcards.server";

export const ListedPerson = z.object({
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  affiliation: z.string(),
  /** Missing if the card shows initials. */
  image: z.string().optional(),
});

export type ListedPerson = z.infer<typeof ListedPerson>;

/** Returns the public people at present or former slugs. */
export async function listedPeople(slugs: string[]): Promise<ListedPerson[]> {
  const people: ListedPerson[] = [];
  for await (const batch of expertBatches(slugs)) {
    for (const { slug, name, title, affiliation, imageUrl } of batch) {
      const image = shownImage(imageUrl);
      people.push({ slug, name, title, affiliation, ...(image && { image }) });
    }
  }
  return people;
}

const BATCH_SIZE = 10;

/** Reads ten people at a time, because their texts can be long. */
async function* expertBatches(slugs: string[]): AsyncGenerator<Expert[]> {
  const people = await publicPeople(readDb, slugs);
  for (let start = 0; start < people.length; start += BATCH_SIZE) {
    const rowIds = people.slice(start, start + BATCH_SIZE).map(({ rowId }) => rowId);
    // Reads again who is public, because a slow reader of a file may come to a batch much later.
    const rows = publicRows(readDb, "expert").selectAll().where("rowId", "in", rowIds);
    const listedRows = new Map((await rows.execute()).map((row) => [row.rowId, row]));
    yield rowIds.flatMap((rowId) => {
      const row = listedRows.get(rowId);
      return row ? [toExpert(row)] : [];
    });
  }
}

/** Adds people to the list of an account. Throws "conflict" when it is full. */
export async function addForUser(user: UserRow, slugs: string[]): Promise<void> {
  const allFitted = await db.transaction().execute((tx) => addToList(tx, user.id, slugs));
  if (!allFitted) throw listIsFull();
}

export async function removeForUser(user: UserRow, slug: string): Promise<void> {
  await removeFromList(db, user.id, slug);
}

export function listIsFull(): AppError {
  return new AppError("conflict", `Your list is full: it holds ${MAX_LISTED} people. Remove somebody first.`);
}

/**
 * Returns the current slugs of people at present or former slugs, each once, without people who left the directory.
 */
export async function currentSlugs(slugs: string[]): Promise<string[]> {
  return (await publicPeople(readDb, slugs)).map(({ slug }) => slug);
}

/** Returns the current slug of somebody who can be added to a list. Throws "missing". */
export async function currentSlug(slug: string): Promise<string> {
  const [foundSlug] = await currentSlugs([slug]);
  if (foundSlug) return foundSlug;
  throw new AppError("missing", "This person is not in the directory any more.");
}

export interface Comparison {
  people: { slug: string; name: string }[];
  /** The fields that at least one person has, with a value for each person. */
  rows: { label: string; values: string[]; isDay: boolean }[];
  /** The number of further people who were left out. */
  leftOut: number;
}

const TEXT_LENGTH = 400;

/** Compares the first four public people field by field. */
export async function comparePeople(slugs: string[]): Promise<Comparison> {
  const publicSlugs = await currentSlugs(slugs);
  const people: Expert[] = [];
  for await (const batch of expertBatches(publicSlugs.slice(0, MAX_COMPARED))) people.push(...batch);
  const topics = new Map((await currentTopics()).map(({ slug, name }) => [slug, name]));
  const formatValue = await expertValueFormatter();
  const rows: [label: string, value: (expert: Expert) => string, kind?: "day"][] = [
    ["Title", ({ title }) => title],
    ["Affiliation", (expert) => institutionOf(expert).name],
    ["Place", ({ city, country }) => [city, country && countryName(country)].filter(Boolean).join(", ")],
    ["Fields", ({ categories }) => categories.map(categoryLabel).join(", ")],
    ["Topics", (expert) => expert.topics.flatMap((slug) => topics.get(slug) ?? []).join(", ")],
    ...COMPARED_FIELDS.map((field): (typeof rows)[number] => [
      EXPERT_LABELS[field],
      (expert) => [formatValue(field, expert[field])].flat().join(", "),
    ]),
    ["Contribution", ({ longevityContribution }) => shorten(longevityContribution, TEXT_LENGTH)],
    ["Reviewed", ({ reviewedAt }) => reviewedAt ?? "", "day"],
  ];
  return {
    people: people.map(({ slug, name }) => ({ slug, name })),
    leftOut: Math.max(0, publicSlugs.length - MAX_COMPARED),
    rows: rows
      .map(([label, value, kind]) => ({ label, values: people.map(value), isDay: kind === "day" }))
      .filter(({ values }) => values.some(Boolean)),
  };
}

/** Writes a list with the columns of the dataset. */
export function listAsCsv(slugs: string[], origin: string): AsyncGenerator<string, void> {
  return csvOf(expertBatches(slugs), origin);
}

/** Writes a list as one vCard after another. */
export async function* listAsVCards(slugs: string[], origin: string): AsyncGenerator<string, void> {
  for await (const batch of expertBatches(slugs)) {
    yield batch
      .map((expert) => {
        const image = shownImage(expert.imageUrl);
        return vCardOf({
          name: expert.name,
          title: expert.title,
          organisation: institutionOf(expert).name,
          note: shorten(expert.longevityContribution, TEXT_LENGTH),
          categories: expert.categories.map(categoryLabel),
          languages: expert.languages,
          url: `${origin}/${expert.slug}`,
          urls: identityUrls(expert),
          photo: image ? new URL(image, origin).href : null,
          changedAt: expert.updatedAt,
        });
      })
      .join("");
  }
}
