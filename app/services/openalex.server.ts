/** Reads authors and works from OpenAlex. Single look-ups are free; without a key a day allows only a few searches. */
import { z } from "zod";
import { env } from "~/env.server";
import { type AskOptions, OpenDataClient, OpenDataProblem, titleWords } from "./open-data.server";

const client = new OpenDataClient({
  name: "OpenAlex",
  baseUrl: env.OPENALEX_API_URL,
  // Saves searches, of which a day allows few.
  keepMs: 24 * 60 * 60_000,
  whenSpent: env.OPENALEX_API_KEY
    ? ""
    : "Without a key OpenAlex allows only a few searches a day: get a free key and set OPENALEX_API_KEY.",
});

export interface OpenAlexAuthor {
  openalex: string;
  name: string;
  orcid: string;
  employers: { name: string; ror: string }[];
  fields: string[];
}

export interface OpenAlexWork {
  openalex: string;
  doi: string; // Without https://doi.org/; "" if the work has none
  title: string;
  year: number | null;
  venue: string;
  citations: number;
  retracted: boolean;
  /** The topics and keywords of the work, such as "T11713" or "keywords/telomere". */
  subjects: { id: string; name: string }[];
}

const lastPart = (pattern: RegExp) =>
  z
    .string()
    .transform((address) => address.replace(/^.*\//, "").toUpperCase())
    .refine((id) => pattern.test(id));
const text = z.string().trim().catch("");
const Subject = z.object({
  id: z
    .string()
    .transform((address) => address.replace(/^.*?(T\d+|keywords\/[^/]+)$/, "$1"))
    .refine((id) => /^(T\d{1,15}|keywords\/.{1,150})$/.test(id)),
  display_name: z.string().trim().min(1).max(200),
});
const subjects = z.array(Subject.nullable().catch(null)).catch([]);
const Institution = z.object({ display_name: text, ror: text.transform((address) => address.replace(/^.*\//, "")) });

const Author = z.object({
  id: lastPart(/^A\d+$/),
  display_name: text,
  orcid: text.transform((address) => address.replace(/^.*\//, "")),
  last_known_institutions: z.array(Institution).catch([]),
  affiliations: z.array(z.object({ institution: Institution })).catch([]),
  topics: z.array(z.object({ display_name: text })).catch([]),
});

const Work = z.object({
  id: lastPart(/^W\d{1,15}$/),
  doi: text
    .transform((address) => address.replace(/^https?:\/\/(dx\.)?doi\.org\//i, "").toLowerCase())
    .refine((doi) => doi === "" || /^10\.[^\s\p{Cc}]{1,297}$/u.test(doi))
    .catch(""),
  display_name: text,
  publication_year: z.number().int().min(0).max(9_999).nullable().catch(null),
  primary_location: z
    .object({ source: z.object({ display_name: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  cited_by_count: z.number().int().min(0).max(1_000_000_000).catch(0),
  is_retracted: z.boolean().catch(false),
  topics: subjects,
  keywords: subjects,
});

/** Searches for at most `limit` authors with this name. Throws OpenDataProblem. */
export async function searchAuthors(name: string, limit: number, ask?: AskOptions): Promise<OpenAlexAuthor[]> {
  const authors = await client.ask(listOf(Author), path("/authors", { search: name, per_page: String(limit) }), ask);
  return authors.slice(0, limit).map(toAuthor);
}

/** Finds an author by "A…" or "orcid:…"; null if OpenAlex has none. Throws OpenDataProblem. */
export async function findAuthor(key: string, ask?: AskOptions): Promise<OpenAlexAuthor | null> {
  const author = await nullIfMissing(client.ask(Author, path(`/authors/${encodeURIComponent(key)}`), ask));
  return author && toAuthor(author);
}

/** Finds a work by "W…" or "doi:10.…"; null if OpenAlex has none. Throws OpenDataProblem. */
export async function findWork(key: string, ask?: AskOptions): Promise<OpenAlexWork | null> {
  const work = await nullIfMissing(
    client.ask(Work, path(`/works/${encodeURIComponent(key)}`, { select: SELECT }), ask),
  );
  return work && toWork(work);
}

const SELECT = "id,doi,display_name,publication_year,primary_location,cited_by_count,is_retracted,topics,keywords";
const ORDERS = { newest: "publication_date:desc", cited: "cited_by_count:desc" };

/** Returns the newest or most cited works of an author, at most `limit`, which may be 100. Throws OpenDataProblem. */
export async function worksOfAuthor(
  author: string,
  { order, limit }: { order: keyof typeof ORDERS; limit: number },
  ask?: AskOptions,
): Promise<OpenAlexWork[]> {
  const query = { filter: `author.id:${author}`, sort: ORDERS[order], per_page: String(limit), select: SELECT };
  const works = await client.ask(listOf(Work), path("/works", query), ask);
  return works.slice(0, limit).map(toWork);
}

/** Leaves out entries in an unknown format. */
function listOf<T extends z.ZodType>(item: T) {
  return z
    .object({ results: z.array(item.nullable().catch(null)) })
    .transform(({ results }) => results.filter((result) => result !== null) as z.output<T>[]);
}

function path(endpoint: string, query: Record<string, string> = {}): string {
  const key = env.OPENALEX_API_KEY;
  const parameters = new URLSearchParams({ ...query, ...(key && { api_key: key }) });
  return parameters.size > 0 ? `${endpoint}?${parameters}` : endpoint;
}

async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OpenDataProblem && error.kind === "missing") return null;
    throw error;
  }
}

function toAuthor({ id, display_name, orcid, last_known_institutions, affiliations, topics }: z.output<typeof Author>) {
  const employers = [...last_known_institutions, ...affiliations.map(({ institution }) => institution)];
  return {
    openalex: id,
    name: display_name,
    orcid,
    employers: employers
      .map(({ display_name: name, ror }) => ({ name, ror }))
      .filter(({ name }, index, all) => name && all.findIndex((employer) => employer.name === name) === index),
    fields: topics.map((topic) => topic.display_name).filter(Boolean),
  };
}

const MAX_SUBJECTS = 20;

function toWork(work: z.output<typeof Work>): OpenAlexWork {
  return {
    openalex: work.id,
    doi: work.doi,
    title: titleWords(work.display_name) || "Untitled",
    year: work.publication_year,
    venue: titleWords(work.primary_location?.source?.display_name ?? "", 500),
    citations: work.cited_by_count,
    retracted: work.is_retracted,
    subjects: [...work.topics, ...work.keywords]
      .flatMap((subject) => (subject ? [{ id: subject.id, name: subject.display_name }] : []))
      .slice(0, MAX_SUBJECTS),
  };
}
