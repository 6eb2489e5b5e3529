/**
 * Finds passages of pages that could support a sentence: those that share its rare words, names and numbers. They are
 * ranked, and none is left out for its meaning: an editor reads them.
 */

import type { SourcePage } from "~/models/records/evidence/evidence";
import { factText } from "~/models/records/evidence/facts/fact";
import { factsOf } from "~/models/records/evidence/facts/facts.server";
import { problemWithQuote, type Searchable, searchable } from "~/models/records/evidence/quotes";
import { keyOf } from "~/models/records/evidence/support";
import { othersTurn } from "~/turns.server";
import { MOST_READ, type Passage, passagesOf, type Term, termsOf } from "./passages.server";

/** The common parts of a sentence and a passage, as words and as places in both. */
export interface Shared {
  text: string;
  claim: [from: number, to: number][];
  quote: [from: number, to: number][];
}

export interface Candidate {
  page: SourcePage;
  quote: string;
  context: string;
  /** The share of the sentence in the passage, from 0 to 1. */
  score: number;
  shared: Shared;
  /** Facts that the quote lacks, in words; "" for none. */
  missing: string;
}

export interface Sentence {
  field: string;
  sentence: string;
}

/** Shown of a sentence, and passages that are looked at for them. */
const MOST = 3;
const COMPARED = 12;
const MOST_CLAIM = 2_000;
const MOST_SENTENCES = 200;
const MOST_TOLD = 8;

/**
 * Returns up to three candidates for each sentence, best first, from read pages. @param isRefused Tells whether an editor
 * rejected a passage before.
 */
export async function candidatesFor(
  sentences: Sentence[],
  pages: SourcePage[],
  person: string,
  isRefused: (sentence: Sentence, quote: string) => boolean = () => false,
): Promise<Candidate[][]> {
  const passages: Passage[] = [];
  for (const page of pages) {
    passages.push(...passagesOf(page));
    await othersTurn();
  }
  const ranking = rankingOf(passages, person);
  /** Makes texts only for pages with a proposal. */
  const texts = new Map<SourcePage, Searchable>();
  const textOf = (page: SourcePage) => {
    const text = texts.get(page) ?? searchable(page.text.slice(0, MOST_READ));
    texts.set(page, text);
    return text;
  };
  const candidates: Candidate[][] = sentences.map(() => []);
  for (const [at, sentence] of sentences.slice(0, MOST_SENTENCES).entries()) {
    await othersTurn();
    const terms = termsOf(sentence.sentence.slice(0, MOST_CLAIM));
    const chosen: Passage[] = [];
    for (const { passage, score } of ranking(terms)) {
      if (chosen.length === MOST) break;
      if (chosen.some((other) => isTwin(passage, other)) || isRefused(sentence, passage.text)) continue;
      const checked = problemWithQuote(passage.text, passage.page, textOf(passage.page), person);
      if (typeof checked === "string") continue;
      chosen.push(passage);
      const facts = await factsOf(sentence.sentence, passage.text, person);
      const shared = sharedOf(terms, passage);
      const missing = facts.map(factText).join(" ");
      candidates[at]?.push({
        page: passage.page,
        quote: passage.text,
        context: checked.context,
        score,
        shared,
        missing,
      });
    }
  }
  return candidates;
}

/**
 * Tells whether two passages are one candidate: a sentence alone and with its neighbour, or the same words on two pages.
 */
function isTwin(passage: Passage, other: Passage): boolean {
  return (
    (passage.page === other.page && passage.from < other.to && other.from < passage.to) ||
    keyOf(passage.text) === keyOf(other.text)
  );
}

/**
 * Ranks passages by their share of a sentence: a rare word counts more (inverse document frequency), a name or number twice
 * as much. The person's own name does not count.
 */
function rankingOf(passages: Passage[], person: string) {
  const having = new Map<string, Passage[]>();
  for (const passage of passages)
    for (const stem of new Set(passage.terms.map((term) => term.stem))) {
      const passagesWithStem = having.get(stem);
      if (passagesWithStem) passagesWithStem.push(passage);
      else having.set(stem, [passage]);
    }
  const nameStems = new Set(termsOf(person).map(({ stem }) => stem));
  const most = Math.log(1 + passages.length) || 1;
  const weightOf = ({ stem, isMarked }: Term) =>
    ((isMarked ? 2 : 1) * Math.log(1 + passages.length / (having.get(stem)?.length ?? 1))) / most;
  return (terms: Term[]): { passage: Passage; score: number }[] => {
    const sums = new Map<Passage, number>();
    let all = 0;
    for (const term of new Map(terms.map((term) => [term.stem, term])).values()) {
      if (nameStems.has(term.stem)) continue;
      const weight = weightOf(term);
      all += weight;
      for (const passage of having.get(term.stem) ?? []) sums.set(passage, (sums.get(passage) ?? 0) + weight);
    }
    // Prefers the shorter of two with the same words, which is plainer.
    const worth = ([passage, sum]: [Passage, number]) => sum - passage.text.length / 5_000;
    return [...sums]
      .toSorted((first, second) => worth(second) - worth(first))
      .slice(0, COMPARED)
      .map(([passage, sum]) => ({ passage, score: sum / all }));
  };
}

function sharedOf(terms: Term[], passage: Passage): Shared {
  const [claimed, stated] = [terms, passage.terms].map((list) => new Set(list.map(({ stem }) => stem)));
  const claim = terms.filter(({ stem }) => stated?.has(stem));
  const quote = passage.terms.filter(({ stem }) => claimed?.has(stem));
  const sharedWords = [...new Set(claim.map(({ written }) => written))].slice(0, MOST_TOLD);
  const range = ({ from, to }: Term): [number, number] => [from, to];
  return { text: `Both have: ${sharedWords.join(", ")}.`, claim: claim.map(range), quote: quote.map(range) };
}
