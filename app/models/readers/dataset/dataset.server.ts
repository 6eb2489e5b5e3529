/** The public profiles as files for others: CSV, and JSON-LD by schema.org. */
import { readDb } from "~/db.server";
import { batchesOf, type List } from "~/models/base/input/row-batches.server";
import { dataLicence, siteSettings } from "~/models/base/settings/settings.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { EXPERT_FIELDS, type ExpertField, expertField, LONG_FIELDS } from "~/models/records/experts/fields";
import { identityPages } from "~/models/records/experts/identifiers";
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
  csv: { type: "text/csv", write: csv },
  jsonld: { type: "application/ld+json", write: jsonLd },
};

export type DatasetFormat = keyof typeof FORMATS;
export const DATASET_FORMATS = Object.keys(FORMATS) as DatasetFormat[];

export interface DatasetParts {
  name: string;
  type: string;
  /** @param origin stands in the addresses of the profiles. */
  write(origin: string): AsyncGenerator<string, void>;
}

export function datasetOf(format: DatasetFormat): DatasetParts {
  const name = `${PREFIX}-experts-${new Date().toISOString().slice(0, 10)}.${format}`;
  return { name, ...FORMATS[format] };
}

/** Returns the facts for the page that offers the files. */
export async function datasetFacts(origin: string) {
  const [{ siteName }, licence, counts] = await Promise.all([siteSettings(), dataLicence(), listingCounts()]);
  const newest = readDb
    .selectFrom("experts")
    .select((e) => e.fn.max("updatedAt").as("time"))
    .where(isListed);
  const { time } = await newest.where("deletedAt", "is", null).executeTakeFirstOrThrow();
  const updatedAt = String(time ?? "");
  return { siteName, licence, total: counts[EVERYONE] ?? 0, updatedAt, data: description(origin, siteName, licence) };
}

/** A Dataset of schema.org. */
function description(origin: string, siteName: string, licence: Awaited<ReturnType<typeof dataLicence>>) {
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

const EXPERTS: List<Expert> = {
  table: "experts",
  key: "rowId",
  texts: LONG_FIELDS,
  read: async (from, { after, last }) => {
    const rows = from.selectFrom("experts").selectAll().where("rowId", ">", Number(after));
    const listed = rows.where("rowId", "<=", Number(last)).where("deletedAt", "is", null).where(isListed);
    return (await listed.orderBy("rowId").execute()).map(toExpert);
  },
};

/**
 * A person with the names of the topics and the credit of the portrait; a portrait without one is not for others to use.
 */
type Credited = Expert & { credit: Credit | null; topicNames: string[] };

type Column = [name: string, value: (expert: Credited, origin: string) => string | string[]];

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

async function withCredits(experts: Expert[]): Promise<Credited[]> {
  const ids = new Map(experts.map(({ id, imageUrl }) => [id, imageIdIn(shownImage(imageUrl) ?? "")]));
  const credits = await creditsOf([...ids.values()].filter((id) => id !== null));
  const names = new Map((await currentTopics()).map(({ slug, name }) => [slug, name]));
  return experts.map((expert) => ({
    ...expert,
    credit: toCredit(credits.get(ids.get(expert.id) ?? "")),
    topicNames: expert.topics.flatMap((slug) => names.get(slug) ?? []),
  }));
}

function cellOf(field: ExpertField, expert: Expert): string | string[] {
  if (field === "categories") return expert.categories.map(categoryLabel);
  if (field === "referenceLinks") return linksOf(expert);
  if (field === "positions") return expert.positions.map(positionLine);
  return expert[field] as string | string[];
}

/**
 * Options of CSV by RFC 4180; lists have a line for each entry. Spreadsheets would run cells that begin like formulas
 * (OWASP, CSV injection).
 */
const LINES = {
  record_delimiter: "windows",
  escape_formulas: true,
  // Quotes every character that ends a line for some readers, whatever ends the lines here.
  quoted_match: /[\r\n]/,
  // Marks formulas, which may also begin in the second line. A text that begins with the mark gets another one, which the
  // import removes.
  cast: { string: (text: string) => (/^(?:\n|'+[=+\-@\t\n＝＋－＠])/.test(text) ? `'${text}` : text) },
} as const;

function csv(origin: string): AsyncGenerator<string, void> {
  return csvOf(batchesOf(readDb, EXPERTS), origin);
}

/** Writes a list with a line for each entry. A single entry gets a line end if it would be read as several. */
function cellWith(value: string | string[]): string {
  if (typeof value === "string") return value;
  return value.length === 1 && /[;,|]/.test(value[0] as string) ? `${value[0]}\n` : value.join("\n");
}

/** Profiles as the file of the dataset has them, in their order. */
export async function* csvOf(batches: AsyncIterable<Expert[]>, origin: string): AsyncGenerator<string, void> {
  const licence = await dataLicence();
  const columns = [...COLUMNS, ["licence", () => licence?.url || licence?.name || ""] as Column];
  yield csvStringify().stringify([columns.map(([name]) => name)], LINES);
  const line = (expert: Credited) => columns.map(([, value]) => cellWith(value(expert, origin)));
  for await (const experts of batches) yield csvStringify().stringify((await withCredits(experts)).map(line), LINES);
}

async function* jsonLd(origin: string): AsyncGenerator<string, void> {
  const { siteName, licence } = await datasetFacts(origin);
  const dataset = { ...description(origin, siteName, licence), datePublished: new Date().toISOString().slice(0, 10) };
  yield `{"@context":"https://schema.org","@graph":[\n${JSON.stringify(dataset)}`;
  for await (const experts of batchesOf(readDb, EXPERTS)) {
    yield (await withCredits(experts)).map((expert) => `,\n${JSON.stringify(personOf(expert, origin))}`).join("");
  }
  yield "\n]}\n";
}

function personOf(expert: Credited, origin: string) {
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
    image: imageOf(expert, origin),
    sameAs: identityPages(expert),
    subjectOf: linksOf(expert),
    dateModified: expert.updatedAt,
  };
}

function imageOf({ imageUrl, credit }: Credited, origin: string) {
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
