import { z } from "zod";
import { db, type ExpertRow, fold, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { plainText } from "~/models/base/markdown/plain-text.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { auditExpert, expertForAdmin } from "~/models/records/experts/rows.server";
import { currentTopics, readTopics, slugsOfTopics, typedTopic } from "~/models/records/experts/topics.server";
import { trimmedText } from "~/models/records/shared/schema.server";
import { acceptedWorks, type Work } from "~/models/records/works/works.server";
import { rejectedTopics, rejectTopics } from "./rejected.server";

export interface TopicProposal {
  slug: string;
  name: string;
  /** The evidence for the topic, such as “in the biography”. */
  reason: string;
}

export interface TopicChoices {
  /** All topics; `name` is the text that somebody types for it. */
  all: { slug: string; name: string }[];
  proposed: TopicProposal[];
}

/** Returns the topics that the form of a profile offers; without an expert there is nothing to propose. */
export async function topicChoices(expert?: ExpertRow): Promise<TopicChoices> {
  const topics = await currentTopics();
  const allTopics = topics.map((topic) => ({ slug: topic.slug, name: typedTopic(topics, topic) }));
  return { all: allTopics, proposed: expert ? (await proposalsFor(expert)).proposed : [] };
}

/** Returns the topics that are proposed for an expert, and their sources. Throws "missing". */
export async function topicProposals(editor: Editor, key: string) {
  const expert = await expertForAdmin(editor, key);
  const { proposed, rejected, works } = await proposalsFor(expert);
  return { topics: recordOf(expert).topics, proposed, rejected, subjects: subjectsOf(works) };
}

const slugs = z.array(trimmedText(80)).max(50).default([]);
export const TopicDecision = z.object({
  take: slugs.describe("Topics to add to the profile, by slug or any name."),
  reject: slugs.describe("Topics that are not to be proposed for this person again."),
});

/** Adds topics to a profile, and rejects others for good. Throws "missing", "invalid", and as `editExpert`. */
export async function decideTopics(
  editor: Editor,
  key: string,
  input: unknown,
  options: { origin: string; signal?: AbortSignal },
) {
  const { take, reject } = parse(TopicDecision, input);
  const expert = await expertForAdmin(editor, key);
  const acceptedSlugs = slugsOfTopics(await readTopics(readDb), take);
  if (acceptedSlugs.length > 0) {
    const topics = [...new Set([...recordOf(expert).topics, ...acceptedSlugs])];
    const edit = { topics, updatedAt: expert.updatedAt };
    await editExpert(editor, expert.id, edit, { ...options, alsoStore: rejectWithin(editor, reject) });
  } else await db.transaction().execute((tx) => rejectWithin(editor, reject)(tx, expert));
  return topicProposals(editor, expert.id);
}

/** Returns a function that rejects topics for an expert within a transaction and adds an audit entry. It throws "invalid". */
export function rejectWithin(editor: Editor, topics: string[]) {
  return async (tx: Queryable, expert: Pick<ExpertRow, "rowId" | "id" | "name">): Promise<void> => {
    const names = await rejectTopics(tx, expert.rowId, topics);
    if (names.length > 0) await auditExpert(tx, editor, "topics rejected", expert, names.join(", "));
  };
}

const MAX_PROPOSALS = 8;
/** Limits the characters of each text that is searched. */
const MAX_SEARCHED_CHARACTERS = 40_000;

/** Finds topics that a record lacks although its accepted works or its texts name them; an editor decides about them. */
async function proposalsFor(expert: ExpertRow) {
  const record = recordOf(expert);
  const works = (await acceptedWorks(readDb, [expert.rowId])).get(expert.rowId) ?? [];
  const rejectedSlugs = (await rejectedTopics(readDb, [expert.rowId])).get(expert.rowId) ?? [];
  const texts = textsOf(record, works);
  const subjectsByWork = works.map(({ subjects }) =>
    subjects.map(({ id, name }) => ({ id: id.toLowerCase(), words: wordsOf(name) })),
  );
  const candidates = (await currentTopics()).flatMap((topic) => {
    if (record.topics.includes(topic.slug) || rejectedSlugs.includes(topic.slug)) return [];
    const identifiers = topic.openalex.map((text) => text.replace(/^.*openalex\.org\//i, "").toLowerCase());
    // Leaves out names of signs only, which every empty text would contain.
    const names = [topic.name, ...topic.otherNames].map(wordsOf).filter(Boolean);
    const isSubject = ({ id, words }: { id: string; words: string }) =>
      identifiers.includes(id) || names.includes(words);
    const workCount = subjectsByWork.filter((subjects) => subjects.some(isSubject)).length;
    const places = texts.filter(([, text]) => names.some((name) => text.includes(` ${name} `))).map(([place]) => place);
    if (workCount + places.length === 0) return [];
    const reasons = [
      ...(workCount > 0
        ? [`OpenAlex says so of ${workCount === 1 ? "an accepted work" : `${workCount} accepted works`}`]
        : []),
      ...(places.length > 0 ? [`in ${places.join(", ")}`] : []),
    ];
    return [{ slug: topic.slug, name: topic.name, reason: reasons.join("; "), weight: workCount + places.length }];
  });
  const proposedTopics: TopicProposal[] = candidates
    .sort((candidate, otherCandidate) => otherCandidate.weight - candidate.weight)
    .slice(0, MAX_PROPOSALS)
    .map(({ weight: _weight, ...proposal }) => proposal);
  return { proposed: proposedTopics, rejected: rejectedSlugs, works };
}

/** Returns OpenAlex's subjects of the works, the most frequent first, with its identifiers. */
function subjectsOf(works: Work[]) {
  const subjects = new Map<string, { id: string; name: string; works: number }>();
  for (const { id, name } of works.flatMap((work) => work.subjects))
    subjects.set(id, { id, name, works: (subjects.get(id)?.works ?? 0) + 1 });
  return [...subjects.values()].sort((subject, otherSubject) => otherSubject.works - subject.works);
}

function textsOf(record: ExpertRecord, works: Work[]): [place: string, text: string][] {
  const texts: [place: string, text: string][] = [
    ["the contribution", record.longevityContribution],
    ["the highlights", record.scienceHighlights.join("\n")],
    ["the title", record.title],
    ["an accepted work", works.map(({ title }) => title).join("\n")],
    ["the biography", plainText(record.biography, MAX_SEARCHED_CHARACTERS)],
  ];
  return texts.map(([place, text]) => [place, ` ${wordsOf(text.slice(0, MAX_SEARCHED_CHARACTERS))} `]);
}

function wordsOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
