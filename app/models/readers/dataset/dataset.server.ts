/** Exports the public profiles as files for others: CSV, and JSON-LD with schema.org. */
import { readDb } from "~/db.server";
import { type BatchedList, batchesOf } from "~/models/base/input/row-batches.server";
import { dataLicence, siteSettings } from "~/models/base/settings/settings.server";
import { CSV_OPTIONS } from "~/models/base/text/csv-options";
import { imageIdIn } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { EXPERT_FIELDS, type ExpertField, expertField, LONG_FIELDS } from "~/models/records/experts/fields";
import { identityUrls } from "~/models/records/experts/identifiers";
import { institutionData, institutionOf } from "~/models/records/experts/institution";
import { positionLine } from "~/models/records/experts/positions";
import { currentTopics } from "~/models/records/experts/topics.server";
import { type Credit, creditsOf, toCredit } from "~/models/records/images/credits.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { EVERYONE, isListed, listingCounts } from "~/models/records/listings/listing.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { PREFIX } from "~/subject/names";
import { PEOPLE } from "~/subject/texts.server";

const csvStringify = lazyPackage<typeof import("csv-stringify/sync")>("csv-stringify/sync");

const FORMATS = {
  csv: { type: "text/csv", write: writeCsv },
  jsonld: { type: "application/ld+json", write: writeJsonLd },
};

export type DatasetFormat = keyof typeof FORMATS;
export const DATASET_FORMATS = Object.keys(FORMATS) as DatasetFormat[];

export interface DatasetParts {
  name: string;
  type: string;
  /** @param origin The beginning of the profiles' addresses. */
  write(origin: string): AsyncGenerator<string, void>;
}

export function datasetOf(format: DatasetFormat): DatasetParts {
  const name = `${PREFIX}-experts-${new Date().toISOString().slice(0, 10)}.${format}`;
  return { name, ...FORMATS[format] };
}

/** Returns the facts for the page that offers the downloads. */
export async function datasetFacts(origin: string) {
  const [{ siteName }, licence, counts] = await Promise.all([siteSettings(), dataLicence(), listingCounts()]);
  const latestUpdate = readDb
    .selectFrom("experts")
    .select((e) => e.fn.max("updatedAt").as("time"))
    .where(isListed);
  const { time } = await latestUpdate.where("deletedAt", "is", null).executeTakeFirstOrThrow();
  const updatedAt = String(time ?? "");
  return {
    siteName,
    licence,
    total: counts[EVERYONE] ?? 0,
    updatedAt,
    data: datasetDescription(origin, siteName, licence),
  };
}

/** Describes the dataset as a Dataset of schema.org. */
function datasetDescription(origin: string, siteName: string, licence: Awaited<ReturnType<typeof dataLicence>>) {
  const distribution = Object.entries(FORMATS).map(([format, { type }]) => {
    return { "@type": "DataDownload", encodingFormat: type, contentUrl: `${origin}/api/dataset/${format}` };
  });
  return {
    "@type": "Dataset",
    "@id": `${origin}/dataset`,
    name: `The profiles of ${siteName}`,
    description: `${PEOPLE.charAt(0).toUpperCase()}${PEOPLE.slice(1)}, as listed by ${siteName}: names, titles, fields, identifiers, contributions and links.`,
    url: `${origin}/dataset`,
    creator: { "@type": "Organization", name: siteName, url: origin },
    license: licence ? licence.url || licence.name : undefined,
    isAccessibleForFree: true,
    distribution,
  };
}

const LISTED_EXPERTS: BatchedList<Expert> = {
  table: "experts",
  key: "rowId",
  texts: LONG_FIELDS,
  read: async (from, { after, last }) => {
    const rows = from.selectFrom("experts").selectAll().where("rowId", ">", Number(after));
    const listedRows = rows.where("rowId", "<=", Number(last)).where("deletedAt", "is", null).where(isListed);
    return (await listedRows.orderBy("rowId").execute()).map(toExpert);
  },
};

/**
 * A person with the names of the topics and the credit of the portrait. Without a credit, others may not use the
 * portrait.
 */
type CreditedExpert = Expert & { credit: Credit | null; topicNames: string[] };

type Column = [name: string, value: (expert: CreditedExpert, origin: string) => string | string[]];

const COLUMNS: Column[] = [
  ["id", ({ id }) => id],
  ["url", ({ slug }, origin) => `${origin}/${slug}`],
  ...EXPERT_FIELDS.flatMap((field): Column[] => {
    const { dataset } = expertField(field);
    return dataset ? [[dataset, (expert) => cellOf(field, expert)]] : [];
  }),
  ["imageUrl", ({ imageUrl, credit }, origin) => (credit ? origin + imageUrl : "")],
  ["imageAuthor", ({ credit }) => credit?.author ?? ""],
  ["imageLicence", ({ credit }) => credit?.licence ?? ""],
  ["imageLicenceUrl", ({ credit }) => credit?.licenceUrl ?? ""],
  ["imageSource", ({ credit }) => credit?.source ?? ""],
  ["reviewedAt", ({ reviewedAt }) => reviewedAt ?? ""],
  ["updatedAt", ({ updatedAt }) => updatedAt],
];

async function addCredits(experts: Expert[]): Promise<CreditedExpert[]> {
  const imageIds = new Map(experts.map(({ id, imageUrl }) => [id, imageIdIn(shownImage(imageUrl) ?? "")]));
  const credits = await creditsOf([...imageIds.values()].filter((id) => id !== null));
  const topicNames = new Map((await currentTopics()).map(({ slug, name }) => [slug, name]));
  return experts.map((expert) => ({
    ...expert,
    credit: toCredit(credits.get(imageIds.get(expert.id) ?? "")),
    topicNames: expert.topics.flatMap((slug) => topicNames.get(slug) ?? []),
  }));
}

function cellOf(field: ExpertField, expert: Expert): string | string[] {
  if (field === "categories") return expert.categories.map(categoryLabel);
  if (field === "referenceLinks") return linksOf(expert);
  if (field === "positions") return expert.positions.map(positionLine);
  return expert[field] as string | string[];
}

function writeCsv(origin: string): AsyncGenerator<string, void> {
  return csvOf(batchesOf(readDb, LISTED_EXPERTS), origin);
}

/**
 * Joins a list with line breaks. A single entry gets a line break if it contains a character that separates entries.
 */
function joinEntries(value: string | string[]): string {
  if (typeof value === "string") return value;
  return value.length === 1 && /[;,|]/.test(value[0] as string) ? `${value[0]}\n` : value.join("\n");
}

/** Writes profiles with the columns of the dataset, in their order. */
export async function* csvOf(batches: AsyncIterable<Expert[]>, origin: string): AsyncGenerator<string, void> {
  const licence = await dataLicence();
  const columns = [...COLUMNS, ["licence", () => licence?.url || licence?.name || ""] as Column];
  yield csvStringify().stringify([columns.map(([name]) => name)], CSV_OPTIONS);
  const toCells = (expert: CreditedExpert) => columns.map(([, value]) => joinEntries(value(expert, origin)));
  for await (const experts of batches)
    yield csvStringify().stringify((await addCredits(experts)).map(toCells), CSV_OPTIONS);
}

async function* writeJsonLd(origin: string): AsyncGenerator<string, void> {
  const { siteName, licence } = await datasetFacts(origin);
  const dataset = {
    ...datasetDescription(origin, siteName, licence),
    datePublished: new Date().toISOString().slice(0, 10),
  };
  yield `{"@context":"https://schema.org","@graph":[\n${JSON.stringify(dataset)}`;
  for await (const experts of batchesOf(readDb, LISTED_EXPERTS)) {
    yield (await addCredits(experts)).map((expert) => `,\n${JSON.stringify(personData(expert, origin))}`).join("");
  }
  yield "\n]}\n";
}

function personData(expert: CreditedExpert, origin: string) {
  const url = `${origin}/${expert.slug}`;
  return {
    "@type": "Person",
    "@id": url,
    url,
    identifier: expert.id,
    name: expert.name,
    jobTitle: expert.title || undefined,
    description: expert.longevityContribution || undefined,
    knowsAbout: expert.topicNames,
    ...institutionData(institutionOf(expert)),
    image: imageData(expert, origin),
    sameAs: identityUrls(expert),
    subjectOf: linksOf(expert),
    dateModified: expert.updatedAt,
  };
}

function imageData({ imageUrl, credit }: CreditedExpert, origin: string) {
  if (!credit) return undefined;
  const { author, licence, licenceUrl, source } = credit;
  return {
    "@type": "ImageObject",
    contentUrl: origin + imageUrl,
    creditText: [author, licence].filter(Boolean).join(", "),
    creator: author ? { "@type": "Person", name: author } : undefined,
    license: licenceUrl || licence,
    acquireLicensePage: source || undefined,
  };
}

function linksOf({ referenceLinks }: Expert): string[] {
  return referenceLinks.flatMap((link) => parseReferenceLink(link)?.url ?? []);
}
