/** Finds candidates for an expert at ORCID, Wikidata and OpenAlex, and the evidence for them besides the name. */
import { words } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import {
  ofEach,
  PERSONAL_IDENTIFIERS,
  type PersonalIdentifier,
  REGISTRIES,
} from "~/models/records/experts/identifiers";
import { institutionOf } from "~/models/records/experts/institution";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { websiteOf } from "~/models/records/experts/websites.server";
import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import { findAuthor, searchAuthors, worksOfAuthor } from "~/services/openalex.server";
import { orcidRecord, searchOrcid } from "~/services/orcid.server";
import { searchWikidata, wikidataPeople } from "~/services/wikidata.server";

/** A candidate with bare identifiers, "" while unknown. */
export interface Candidate extends Record<PersonalIdentifier, string> {
  name: string;
  description: string;
  employers: { name: string; ror: string }[];
  fields: string[];
  /** At most three works. */
  works: { title: string; year: number | null }[];
  links: string[];
  /** The evidence besides the name, in sentences. */
  reasons: string[];
}

export interface Candidates {
  candidates: Candidate[];
  /** A sentence for each service that did not answer. */
  problems: string[];
}

const MAX_ORCID = 3;
const MAX_WIKIDATA = 5;
const MAX_AUTHORS = 4;
/** Time limits in milliseconds, 25 seconds in all. Each step has its own limit, so that a slow service leaves time for the later steps. */
const TIME_LIMITS = { orcidAndWikidata: 10_000, openAlex: 8_000, works: 7_000 };

/** The time limit of each service in background work. */
const BACKGROUND_MS = 60_000;

/** Finds candidates by `name`, or by the expert's name if it is blank. Throws "missing"; OpenDataProblem if switched off. */
export async function findCandidates(
  editor: Editor,
  key: string,
  { name }: { name?: string | null },
): Promise<Candidates> {
  return candidatesFor(recordOf(await expertForAdmin(editor, key)), { name });
}

/** Finds candidates for a record, which need not be stored. Throws OpenDataProblem if switched off. */
export async function candidatesFor(
  expert: ExpertRecord,
  { name }: { name?: string | null } = {},
  { signal, ...askOptions }: AskOptions = {},
): Promise<Candidates> {
  const searchedName = name?.trim().slice(0, 200) || expert.name;
  const problems = new Set<string>();
  const collect = <T>(work: Promise<T[]>) => work.catch((error) => noteProblem(error, problems));
  const limitedTo = (ms: number): AskOptions => ({
    ...askOptions,
    signal: AbortSignal.any([
      AbortSignal.timeout(askOptions.inBackground ? BACKGROUND_MS : ms),
      ...(signal ? [signal] : []),
    ]),
  });
  const [orcidCandidates, wikidataCandidates] = await Promise.all([
    collect(findAtOrcid(expert, searchedName, limitedTo(TIME_LIMITS.orcidAndWikidata))),
    collect(findAtWikidata(expert, searchedName, limitedTo(TIME_LIMITS.orcidAndWikidata))),
  ]);
  const people = mergeCandidates([...orcidCandidates, ...wikidataCandidates]);
  for (const candidate of people) candidate.reasons = reasonsFor(candidate, expert);
  const openAlexCandidates = await collect(
    findAtOpenAlex(expert, { name: searchedName, people, ask: limitedTo(TIME_LIMITS.openAlex) }),
  );
  const candidates = mergeCandidates([...people, ...openAlexCandidates]);
  const ask = limitedTo(TIME_LIMITS.works);
  for (const candidate of candidates.slice(0, MAX_AUTHORS)) await collect(addWorks(candidate, ask));
  for (const candidate of candidates) candidate.reasons = reasonsFor(candidate, expert);
  const shortenedCandidates = candidates.map((candidate) => ({
    ...candidate,
    works: candidate.works.slice(0, 3),
    fields: candidate.fields.slice(0, 5),
  }));
  return {
    candidates: shortenedCandidates.sort((a, b) => b.reasons.length - a.reasons.length),
    problems: [...problems],
  };
}

function noteProblem(error: unknown, problems: Set<string>): never[] {
  if (!(error instanceof OpenDataProblem) || error.kind === "off") throw error;
  problems.add(error.message);
  return [];
}

const EMPTY_CANDIDATE: Candidate = {
  ...ofEach(PERSONAL_IDENTIFIERS, () => ""),
  name: "",
  description: "",
  employers: [],
  fields: [],
  works: [],
  links: [],
  reasons: [],
};

async function findAtOrcid({ orcid }: ExpertRecord, name: string, ask: AskOptions): Promise<Candidate[]> {
  const orcids = await searchOrcid(name, MAX_ORCID, ask);
  const people: Candidate[] = [];
  for (const id of new Set([...(orcid ? [orcid] : []), ...orcids]))
    people.push({ ...EMPTY_CANDIDATE, ...(await orcidRecord(id, ask)) });
  return people;
}

async function findAtWikidata({ wikidata }: ExpertRecord, name: string, ask: AskOptions): Promise<Candidate[]> {
  const items = await searchWikidata(name, MAX_WIKIDATA, ask);
  const people = await wikidataPeople([...new Set([...(wikidata ? [wikidata] : []), ...items])], ask);
  return people.map((person) => ({ ...EMPTY_CANDIDATE, ...person }));
}

interface Search {
  name: string;
  people: Candidate[];
  ask: AskOptions;
}

/** Looks up known identifiers, and searches by name only if none of them leads to a candidate with evidence. */
async function findAtOpenAlex(expert: ExpertRecord, { name, people, ask }: Search): Promise<Candidate[]> {
  const keys = new Set(
    [expert, ...people].flatMap(({ openalex, orcid }) => openalex || (orcid ? `orcid:${orcid}` : [])),
  );
  const authors: Candidate[] = [];
  for (const key of [...keys].slice(0, MAX_AUTHORS)) {
    const author = await findAuthor(key, ask);
    if (author) authors.push({ ...EMPTY_CANDIDATE, ...author });
  }
  const hasSupportedAuthor = mergeCandidates([...people, ...authors]).some(
    (candidate) => candidate.openalex && reasonsFor(candidate, expert).length > 0,
  );
  if (hasSupportedAuthor) return authors;
  return [
    ...authors,
    ...(await searchAuthors(name, MAX_AUTHORS, ask)).map((author) => ({ ...EMPTY_CANDIDATE, ...author })),
  ];
}

async function addWorks(candidate: Candidate, ask: AskOptions): Promise<never[]> {
  if (candidate.openalex && candidate.works.length === 0)
    candidate.works = await worksOfAuthor(candidate.openalex, { order: "cited", limit: 3 }, ask);
  return [];
}

/** Merges candidates that share an identifier and contradict each other in none. */
function mergeCandidates(candidates: Candidate[]): Candidate[] {
  const people: Candidate[] = [];
  for (const candidate of candidates) {
    const match = people.find(
      (person) =>
        PERSONAL_IDENTIFIERS.some((kind) => candidate[kind] && candidate[kind] === person[kind]) &&
        PERSONAL_IDENTIFIERS.every((kind) => !candidate[kind] || !person[kind] || candidate[kind] === person[kind]),
    );
    if (!match) people.push({ ...candidate });
    else Object.assign(match, mergePair(match, candidate));
  }
  return people;
}

function mergePair(candidate: Candidate, otherCandidate: Candidate): Candidate {
  const texts = [...PERSONAL_IDENTIFIERS, "name", "description"] as const;
  const joinedTexts = Object.fromEntries(texts.map((name) => [name, candidate[name] || otherCandidate[name]]));
  const employers = [...candidate.employers, ...otherCandidate.employers].filter(
    ({ name }, index, list) => list.findIndex((employer) => employer.name === name) === index,
  );
  return {
    ...candidate,
    ...joinedTexts,
    employers: employers.map((employer) => ({
      ...employer,
      ror: employer.ror || otherCandidate.employers.find(({ name }) => name === employer.name)?.ror || "",
    })),
    fields: [...new Set([...candidate.fields, ...otherCandidate.fields])],
    works: candidate.works.length > 0 ? candidate.works : otherCandidate.works,
    links: [...new Set([...candidate.links, ...otherCandidate.links])],
  };
}

/** Shorter titles are no evidence, because their words may occur in any text. */
const MIN_TITLE_WORDS = 4;

function reasonsFor(candidate: Candidate, expert: ExpertRecord): string[] {
  const reasons = PERSONAL_IDENTIFIERS.filter((kind) => expert[kind] && expert[kind] === candidate[kind]).map(
    (kind) => `Its ${REGISTRIES[kind].label} identifier is stored here.`,
  );
  const occursIn = (phrase: string, text: string) => {
    const phraseWords = words(phrase).join(" ");
    return phraseWords.length > 4 && ` ${words(text).join(" ")} `.includes(` ${phraseWords} `);
  };
  for (const { name, ror } of candidate.employers) {
    if (ror && ror === expert.ror) reasons.push(`The same employer, by its number at ror.org: ${name}.`);
    else if (occursIn(name, `${institutionOf(expert).name}\n${expert.title}`))
      reasons.push(`Employer as in the title: ${name}.`);
    else if (occursIn(name, expert.biography)) reasons.push(`Employer as in the biography: ${name}.`);
  }
  const profileSites = new Set(expert.referenceLinks.map(websiteOf).filter(Boolean));
  for (const link of candidate.links) if (profileSites.has(websiteOf(link))) reasons.push(`Shared link: ${link}`);
  const texts = [expert.biography, ...expert.books, ...expert.scienceHighlights, ...expert.sources].join("\n");
  for (const { title } of candidate.works)
    if (words(title).length >= MIN_TITLE_WORDS && occursIn(title, texts))
      reasons.push(`Work named in the profile: ${title}.`);
  return [...new Set(reasons)].slice(0, 8);
}
