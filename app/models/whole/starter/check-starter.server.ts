/** Checks the rules of the starter directory: a source for every sentence, and valid identifiers. */
import { AppError } from "~/errors";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { TopicInput } from "~/models/editing/topics/edit.server";
import { withoutTitle } from "~/models/records/articles/text";
import { bareDoi, referenceTo } from "~/models/records/evidence/references";
import { keyOf, sentencesOf } from "~/models/records/evidence/support";
import { ExpertInput } from "~/models/records/experts/input.server";
import { entryOfPosition, parsePosition } from "~/models/records/experts/positions";
import shippedArticles from "../../../../db/starter/articles.json";
import shippedExperts from "../../../../db/starter/experts.json";
import shippedTopics from "../../../../db/starter/topics.json";
import type { StarterPerson } from "./starter-people";
import type { Sourced, StarterArticle, StarterTopic } from "./starter-texts";
import { weaknessOf } from "./weak-sources";

interface Starter {
  experts: StarterPerson[];
  articles: StarterArticle[];
  topics: StarterTopic[];
}

/** Fields in which every sentence, or entry, needs a source. */
const FIELDS = {
  person: ["longevityContribution", "biography", "books", "scienceHighlights"],
  article: ["body", "excerpt"],
  topic: ["description"],
} as const;
const MAX_TOPICS = 12;

export interface StarterVerdict {
  people: number;
  articles: number;
  topics: number;
  sentences: number;
  /** One line for each problem. */
  problems: string[];
}

/** Returns counts, and the problems of the starter directory. */
export function checkStarter({ experts, articles, topics }: Starter = shippedStarter()): StarterVerdict {
  const topicSlugs = new Set(topics.map(({ slug }) => slug));
  const people = new Set(experts.map(({ slug }) => slug));
  const counts = { people: experts.length, articles: articles.length, topics: topics.length, sentences: 0 };
  const problems: string[] = [];
  const check = (name: string, text: Sourced, sentences: Sentence[], otherProblems: string[]) => {
    counts.sentences += sentences.length;
    const entryProblems = [...otherProblems, ...problemsOfSentences(text, sentences), ...problemsOfSources(text)];
    problems.push(...entryProblems.map((problem) => `${name}: ${problem}`));
  };
  for (const person of experts)
    check(person.slug, person, sentencesIn(FIELDS.person, { ...person }), [
      ...problemsOfRecord(person),
      ...problemsOfPositions(person),
      ...problemsOfWorks(person),
      ...problemsOfLinks(person),
      ...problemsOfTopics(person, topicSlugs),
      ...problemsOfLife(person),
    ]);
  for (const article of articles) {
    const { slug, title, body, excerpt, expertSlug } = article;
    const unknownProfiles = !people.has(expertSlug) ? [`there is no profile ${expertSlug}`] : [];
    const sentences = sentencesIn(FIELDS.article, { body: withoutTitle(body, title), excerpt });
    check(`article ${slug}`, article, sentences, [...unknownProfiles, ...problemsOfTopics(article, topicSlugs)]);
  }
  for (const topic of topics)
    check(`topic ${topic.slug}`, topic, sentencesIn(FIELDS.topic, { ...topic }), problemsOfTopic(topic, topicSlugs));
  return { ...counts, problems };
}

function shippedStarter(): Starter {
  return {
    experts: shippedExperts as Starter["experts"],
    articles: shippedArticles as never,
    topics: shippedTopics as never,
  };
}

interface Sentence {
  field: string;
  sentence: string;
}

function sentencesIn(fields: readonly string[], record: Record<string, unknown>): Sentence[] {
  return fields.flatMap((field) => sentencesOf(field, record[field]).map((sentence) => ({ field, sentence })));
}

function problemsOfTopic(topic: StarterTopic, topicSlugs: Set<string>): string[] {
  const { success, error } = TopicInput.safeParse({ ...topic, broader: topic.broader ?? "" });
  return [
    ...(success ? [] : error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)),
    ...(topic.broader && !topicSlugs.has(topic.broader) ? [`the broader topic ${topic.broader} is not there`] : []),
    ...(topic.description ? [] : ["it is not described"]),
  ];
}

/** Checks the fields of the record, including the check digits of identifiers. */
function problemsOfRecord(person: StarterPerson): string[] {
  const { success, error } = ExpertInput.safeParse(person);
  return success ? [] : error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

function problemsOfSentences({ references }: Sourced, presentSentences: Sentence[]): string[] {
  const isSame = (sentence: Sentence, other: Sentence) =>
    sentence.field === other.field && keyOf(sentence.sentence) === keyOf(other.sentence);
  const unsourcedSentences = presentSentences.filter(
    (sentence) => !references.some((reference) => isSame(sentence, reference) && reference.sources.length > 0),
  );
  const lostReferences = references.filter((reference) => !presentSentences.some((other) => isSame(reference, other)));
  return [
    ...unsourcedSentences.map(({ field, sentence }) => `${field} has a sentence without a reference: ${sentence}`),
    ...lostReferences.map(
      ({ field, sentence }) => `a reference is for a sentence that ${field} does not have: ${sentence}`,
    ),
  ];
}

function problemsOfSources({ bibliography, references, checkedAt }: Sourced): string[] {
  const namedNumbers = new Set(references.flatMap(({ sources }) => sources));
  const problems = bibliography.flatMap((source, index) => {
    const sourceProblems = [
      ...problemsOfAddress(source.url),
      ...(namedNumbers.has(index + 1) ? [] : ["no sentence names it"]),
    ];
    try {
      referenceTo({ field: "", sentence: "" }, { ...source, sourceKind: source.kind }, { by: "", at: "" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sourceProblems.push(error.message);
    }
    return sourceProblems.map((problem) => `source ${index + 1}, ${source.title}: ${problem}`);
  });
  for (const number of namedNumbers) if (!bibliography[number - 1]) problems.push(`there is no source ${number}`);
  if (!/^\d{4}-\d\d-\d\d$/.test(checkedAt)) problems.push("checkedAt is not a day");
  return problems;
}

/** Returns the problems of positions. Each needs a page as its source, and must not be newer than that page. */
function problemsOfPositions({ positions = [] }: StarterPerson): string[] {
  const entries = positions.map((position) => (typeof position === "string" ? position : entryOfPosition(position)));
  return entries.map(parsePosition).flatMap(({ role, institution, from, to, source, checkedAt }) => {
    const year = source ? yearOfPage(source) : undefined;
    const problems = [
      ...(source ? problemsOfAddress(source.url) : ["it has no source"]),
      ...(to === null && !checkedAt && !from ? ["it lasts, and nothing says as of when"] : []),
      ...(year && checkedAt.slice(0, 4) > year ? [`it was looked at in ${checkedAt}, and its page is of ${year}`] : []),
    ];
    const name = [role, institution.name].filter(Boolean).join(", ");
    return problems.map((problem) => `position ${name}: ${problem}`);
  });
}

/** Returns the year at the end of a title, or in the address of a newspaper; otherwise undefined. */
function yearOfPage({ title, url }: { title: string; url: string }): string | undefined {
  return /\b(\d{4})\)$/.exec(title)?.[1] ?? /\/((?:19|20)\d\d)(?:\/|\d{4}\/)/.exec(url)?.[1];
}

function problemsOfWorks({ works }: StarterPerson): string[] {
  const dois = works.map(({ doi }) => doi);
  return [
    ...dois.filter((doi) => bareDoi(doi) !== doi).map((doi) => `${doi} is not a bare DOI in small letters`),
    ...(new Set(dois).size < dois.length ? ["a work is there twice"] : []),
  ];
}

function problemsOfLinks({ referenceLinks = [] }: StarterPerson): string[] {
  return referenceLinks.flatMap((text) => {
    const link = parseReferenceLink(text);
    return link?.url && text.endsWith(`|${link.url}`)
      ? problemsOfAddress(link.url)
      : `${text} is not a title with a whole address`;
  });
}

function problemsOfTopics({ topics = [] }: { topics?: string[] }, topicSlugs: Set<string>): string[] {
  const topicProblems = topics
    .filter((topic) => !topicSlugs.has(topic))
    .map((topic) => `the topic ${topic} is not there`);
  const count = topics.length;
  return count > 0 && count <= MAX_TOPICS
    ? topicProblems
    : [...topicProblems, `${count} topics: there may be 1 to ${MAX_TOPICS}`];
}

function problemsOfLife({ status, born = "", died = "" }: StarterPerson): string[] {
  if (status === "living") return died ? ["somebody living has a year of death"] : [];
  if (status !== "historical") return [`the status ${status} is neither living nor historical`];
  return born && died && born < died ? [] : ["somebody historical needs the years of birth and death"];
}

function problemsOfAddress(address: string): string[] {
  const url = httpUrl(address);
  if (!url || /\s/.test(address) || new URL(url).protocol !== "https:") return [`${address} is not an https address`];
  const weakness = weaknessOf(url);
  return weakness ? [`${address} is no source: it is ${weakness}`] : [];
}
