import { fold } from "~/db.server";
import type { ExpertRecord } from "~/models/experts/fields";
import { currentTopics, type Topic } from "~/models/experts/topics.server";
import { plainText } from "~/models/text/plain-text.server";

export interface TopicProposal {
  slug: string;
  name: string;
  /** What speaks for it, such as “in the biography”. */
  reason: string;
}

export interface TopicChoices {
  all: { slug: string; name: string }[];
  proposed: TopicProposal[];
}

/** What the form of a profile offers as its topics; without a record there is nothing to propose. */
export async function topicChoices(record?: ExpertRecord, works: { title: string }[] = []): Promise<TopicChoices> {
  const all = (await currentTopics()).map(({ slug, name }) => ({ slug, name }));
  return { all, proposed: record ? await topicProposals(record, works) : [] };
}

const MOST = 8;
/** In characters. */
const LOOKED_THROUGH = 40_000;

/** Topics that a record does not have, though its texts or accepted works name them; an editor decides. */
async function topicProposals(record: ExpertRecord, works: { title: string }[]): Promise<TopicProposal[]> {
  const places: [place: string, text: string][] = [
    ["the contribution", record.longevityContribution],
    ["the highlights", record.scienceHighlights.join("\n")],
    ["the title", record.title],
    ["an accepted work", works.map(({ title }) => title).join("\n")],
    ["the biography", plainText(record.biography, LOOKED_THROUGH)],
  ];
  const folded = places.map(([place, text]): [string, string] => [
    place,
    ` ${wordsOf(text.slice(0, LOOKED_THROUGH))} `,
  ]);
  const found = (await currentTopics()).flatMap((topic) => {
    if (record.topics.includes(topic.slug)) return [];
    const where = folded.filter(([, text]) => isNamedIn(topic, text)).map(([place]) => place);
    return where.length > 0 ? [{ slug: topic.slug, name: topic.name, reason: `in ${where.join(", ")}`, where }] : [];
  });
  return found
    .sort((one, other) => other.where.length - one.where.length)
    .slice(0, MOST)
    .map(({ where: _where, ...proposal }) => proposal);
}

function isNamedIn({ name, otherNames }: Topic, text: string): boolean {
  return [name, ...otherNames].some((one) => text.includes(` ${wordsOf(one)} `));
}

function wordsOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
