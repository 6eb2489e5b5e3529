/** Whether the starter directory keeps the rules that it promises: a source for every sentence, and identifiers that can be. */
import { AppError } from "~/errors";
import { parseReferenceLink } from "~/models/base/text/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { bareDoi, referenceTo } from "~/models/records/evidence/references";
import { keyOf, sentencesOf } from "~/models/records/evidence/support";
import { ExpertInput } from "~/models/records/experts/input.server";
import shippedExperts from "../../../../db/starter/experts.json";
import shippedTopics from "../../../../db/starter/topics.json";
import type { StarterPerson } from "./starter-people";

interface Starter {
  experts: StarterPerson[];
  topics: { slug: string; broader: string | null }[];
}

/** Whose every sentence needs a source. */
const FIELDS = ["longevityContribution", "biography", "scienceHighlights"] as const;
const MOST_TOPICS = 12;

/** Copies of other pages, private blogs and content farms: sites, with all below them. */
const REFUSED_HOSTS = new Set(
  `profilpelajar.com theinfolist.com archania.org everybodywiki.com wikitia.com alchetron.com peoplepill.com prabook.com
  thefamouspeople.com famousbirthdays.com wikiwand.com wikizero.com kiddle.co dbpedia.org
  docslib.org docsbay.net studylib.net pdfslide.net paperzz.com 123docz.net scribd.com everand.com vdoc.pub dokumen.pub
  pressreader.com inkl.com podcastnotes.org podscripts.co stockhouse.com bondwaresite.com headline.pk
  microfinancemonitor.com gain.health liveforever.club honehealth.com mynews24x7.in vitamindwiki.com leanin.org
  medium.com substack.com wordpress.com blogspot.com blogger.com tumblr.com livejournal.com weebly.com wixsite.com tim.blog
  reddit.com quora.com facebook.com x.com twitter.com linkedin.com`.split(/\s+/),
);

/** What is wrong with the starter directory, a line for each; none where it keeps its rules. */
export function checkStarter({ experts, topics }: Starter = shipped()): {
  people: number;
  sentences: number;
  problems: string[];
} {
  const known = new Set(topics.map(({ slug }) => slug));
  const problems = topics.flatMap(({ slug, broader }) =>
    broader && !known.has(broader) ? `topic ${slug}: the broader topic ${broader} is not there` : [],
  );
  let sentences = 0;
  for (const person of experts) {
    const own = FIELDS.flatMap((field) => sentencesOf(field, person[field]).map((sentence) => ({ field, sentence })));
    sentences += own.length;
    const found = [
      ...ofRecord(person),
      ...ofSentences(person, own),
      ...ofSources(person),
      ...ofWorks(person),
      ...ofLinks(person),
      ...ofTopics(person, known),
      ...ofLife(person),
    ];
    problems.push(...found.map((problem) => `${person.slug}: ${problem}`));
  }
  return { people: experts.length, sentences, problems };
}

function shipped(): Starter {
  return { experts: shippedExperts as Starter["experts"], topics: shippedTopics };
}

/** Identifiers with their check digits, and the limits of the record. */
function ofRecord(person: StarterPerson): string[] {
  const { success, error } = ExpertInput.safeParse(person);
  return success ? [] : error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

function ofSentences({ references, ...person }: StarterPerson, own: { field: string; sentence: string }[]): string[] {
  const same = (one: { field: string; sentence: string }, other: typeof one) =>
    one.field === other.field && keyOf(one.sentence) === keyOf(other.sentence);
  const bare = own.filter((one) => !references.some((other) => same(one, other) && other.sources.length > 0));
  const present = [...own, ...sentencesOf("books", person.books).map((sentence) => ({ field: "books", sentence }))];
  const lost = references.filter((one) => !present.some((other) => same(one, other)));
  return [
    ...bare.map(({ field, sentence }) => `${field} has a sentence without a reference: ${sentence}`),
    ...lost.map(({ field, sentence }) => `a reference is for a sentence that ${field} does not have: ${sentence}`),
  ];
}

function ofSources({ bibliography, references, checkedAt }: StarterPerson): string[] {
  const named = new Set(references.flatMap(({ sources }) => sources));
  const problems = bibliography.flatMap((source, place) => {
    const found = [...ofAddress(source.url), ...(named.has(place + 1) ? [] : ["no sentence names it"])];
    try {
      referenceTo({ field: "", sentence: "" }, { ...source, sourceKind: source.kind }, { by: "", at: "" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      found.push(error.message);
    }
    return found.map((problem) => `source ${place + 1}, ${source.title}: ${problem}`);
  });
  for (const number of named) if (!bibliography[number - 1]) problems.push(`there is no source ${number}`);
  if (!/^\d{4}-\d\d-\d\d$/.test(checkedAt)) problems.push("checkedAt is not a day");
  return problems;
}

function ofWorks({ works }: StarterPerson): string[] {
  const dois = works.map(({ doi }) => doi);
  return [
    ...dois.filter((doi) => bareDoi(doi) !== doi).map((doi) => `${doi} is not a bare DOI in small letters`),
    ...(new Set(dois).size < dois.length ? ["a work is there twice"] : []),
  ];
}

function ofLinks({ referenceLinks = [] }: StarterPerson): string[] {
  return referenceLinks.flatMap((text) => {
    const link = parseReferenceLink(text);
    return link?.url && text.endsWith(`|${link.url}`)
      ? ofAddress(link.url)
      : `${text} is not a title with a whole address`;
  });
}

function ofTopics({ topics = [] }: StarterPerson, known: Set<string>): string[] {
  const unknown = topics.filter((topic) => !known.has(topic)).map((topic) => `the topic ${topic} is not there`);
  const count = topics.length;
  return count > 0 && count <= MOST_TOPICS
    ? unknown
    : [...unknown, `${count} topics: there may be 1 to ${MOST_TOPICS}`];
}

function ofLife({ status, born = "", died = "" }: StarterPerson): string[] {
  if (status === "living") return died ? ["somebody living has a year of death"] : [];
  if (status !== "historical") return [`the status ${status} is neither living nor historical`];
  return born && died && born < died ? [] : ["somebody historical needs the years of birth and death"];
}

function ofAddress(address: string): string[] {
  const url = httpUrl(address);
  if (!url || /\s/.test(address) || new URL(url).protocol !== "https:") return [`${address} is not an https address`];
  const parts = new URL(url).hostname.split(".");
  const isRefused = parts.some((_, place) => REFUSED_HOSTS.has(parts.slice(place).join(".")));
  return isRefused ? [`${address} is at a site that is not a source`] : [];
}
