/**
 * Finds passages of pages that could support a sentence because they share its rare words, names and numbers. It ranks them
 * without judging their meaning, because an editor reads them.
 */

import type { SourcePage } from "~/models/records/evidence/evidence";
import { factText } from "~/models/records/evidence/facts/fact";
import { factsOf } from "~/models/records/evidence/facts/facts.server";
import { problemWithQuote, type Searchable, searchable } from "~/models/records/evidence/quotes";
import { keyOf } from "~/models/records/evidence/support";
import { yieldToOthers } from "~/services/event-loop.server";
import { MAX_READ, type Passage, passagesOf, type Term, termsOf } from "./passages.server";

/** The words that a sentence and a passage share, with their offsets in both. */
export interface SharedWords {
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
  shared: SharedWords;
  /** Facts that the quote lacks, in words; "" for none. */
  missing: string;
}

export interface Sentence {
  field: string;
  sentence: string;
}

/** The number of candidates shown for a sentence, and of the best-ranked passages from which they are chosen. */
const MAX_CANDIDATES = 3;
const MAX_COMPARED = 12;
const MAX_SENTENCE_LENGTH = 2_000;
const MAX_SENTENCES = 200;
const MAX_SHARED_WORDS = 8;

/**
 * Returns up to three candidates for each sentence from the pages, the best first.
 *
 * @param isRefused Tells whether an editor rejected a passage for a sentence before.
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
    await yieldToOthers();
  }
  const ranking = rankingOf(passages, person);
  // Prepares the text of a page for searching only when a passage of it is proposed.
  const texts = new Map<SourcePage, Searchable>();
  const textOf = (page: SourcePage) => {
    const text = texts.get(page) ?? searchable(page.text.slice(0, MAX_READ));
    texts.set(page, text);
    return text;
  };
  const candidates: Candidate[][] = sentences.map(() => []);
  for (const [index, sentence] of sentences.slice(0, MAX_SENTENCES).entries()) {
    await yieldToOthers();
    const terms = termsOf(sentence.sentence.slice(0, MAX_SENTENCE_LENGTH));
    const chosenPassages: Passage[] = [];
    for (const { passage, score } of ranking(terms)) {
      if (chosenPassages.length === MAX_CANDIDATES) break;
      if (
        chosenPassages.some((otherPassage) => isSameCandidate(passage, otherPassage)) ||
        isRefused(sentence, passage.text)
      )
        continue;
      const quoteCheck = problemWithQuote(passage.text, passage.page, textOf(passage.page), person);
      if (typeof quoteCheck === "string") continue;
      chosenPassages.push(passage);
      const facts = await factsOf(sentence.sentence, passage.text, person);
      const shared = sharedOf(terms, passage);
      const missingFacts = facts.map(factText).join(" ");
      candidates[index]?.push({
        page: passage.page,
        quote: passage.text,
        context: quoteCheck.context,
        score,
        shared,
        missing: missingFacts,
      });
    }
  }
  return candidates;
}

/**
 * Tells whether two passages are the same candidate, because they overlap or have the same words on two pages.
 */
function isSameCandidate(passage: Passage, otherPassage: Passage): boolean {
  return (
    (passage.page === otherPassage.page && passage.from < otherPassage.to && otherPassage.from < passage.to) ||
    keyOf(passage.text) === keyOf(otherPassage.text)
  );
}

/**
 * Ranks passages by the weight of the words that they share with a sentence. Rare words weigh more (inverse document
 * frequency), names and numbers weigh twice as much, and the person's own name weighs nothing.
 */
function rankingOf(passages: Passage[], person: string) {
  const passagesByStem = new Map<string, Passage[]>();
  for (const passage of passages)
    for (const stem of new Set(passage.terms.map((term) => term.stem))) {
      const passagesWithStem = passagesByStem.get(stem);
      if (passagesWithStem) passagesWithStem.push(passage);
      else passagesByStem.set(stem, [passage]);
    }
  const nameStems = new Set(termsOf(person).map(({ stem }) => stem));
  const maxWeight = Math.log(1 + passages.length) || 1;
  const weightOf = ({ stem, isMarked }: Term) =>
    ((isMarked ? 2 : 1) * Math.log(1 + passages.length / (passagesByStem.get(stem)?.length ?? 1))) / maxWeight;
  return (terms: Term[]): { passage: Passage; score: number }[] => {
    const sums = new Map<Passage, number>();
    let total = 0;
    for (const term of new Map(terms.map((term) => [term.stem, term])).values()) {
      if (nameStems.has(term.stem)) continue;
      const weight = weightOf(term);
      total += weight;
      for (const passage of passagesByStem.get(term.stem) ?? []) sums.set(passage, (sums.get(passage) ?? 0) + weight);
    }
    // Prefers the shorter of two passages with the same words, because it is easier to read.
    const rank = ([passage, sum]: [Passage, number]) => sum - passage.text.length / 5_000;
    return [...sums]
      .toSorted((entry, otherEntry) => rank(otherEntry) - rank(entry))
      .slice(0, MAX_COMPARED)
      .map(([passage, sum]) => ({ passage, score: sum / total }));
  };
}

function sharedOf(terms: Term[], passage: Passage): SharedWords {
  const [claimStems, quoteStems] = [terms, passage.terms].map((list) => new Set(list.map(({ stem }) => stem)));
  const claim = terms.filter(({ stem }) => quoteStems?.has(stem));
  const quote = passage.terms.filter(({ stem }) => claimStems?.has(stem));
  const sharedWords = [...new Set(claim.map(({ spelling }) => spelling))].slice(0, MAX_SHARED_WORDS);
  const range = ({ from, to }: Term): [number, number] => [from, to];
  return { text: `Both have: ${sharedWords.join(", ")}.`, claim: claim.map(range), quote: quote.map(range) };
}
