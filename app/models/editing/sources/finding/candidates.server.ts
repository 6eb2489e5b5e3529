/**
 * Which passages of pages could support a sentence: those that share its rare words, names and numbers. They are ranked,
 * and nothing is left out for what it says: an editor reads them.
 */

import type { SourcePage } from "~/models/records/evidence/evidence";
import { factText } from "~/models/records/evidence/facts/fact";
import { factsOf } from "~/models/records/evidence/facts/facts.server";
import { problemWithQuote, type Searchable, searchable } from "~/models/records/evidence/quotes";
import { keyOf } from "~/models/records/evidence/support";
import { othersTurn } from "~/turns.server";
import { MOST_READ, type Passage, passagesOf, type Term, termsOf } from "./passages.server";

/** What a sentence and a passage have in common, in words and as places in both. */
export interface Shared {
  text: string;
  claim: [from: number, to: number][];
  quote: [from: number, to: number][];
}

export interface Candidate {
  page: SourcePage;
  quote: string;
  context: string;
  /** From 0 to 1: how much of the sentence stands there. */
  score: number;
  shared: Shared;
  /** What the quote visibly has not, in words; "" for nothing. */
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
 * Up to three candidates for each sentence, best first, from pages that were read.
 * @param isRefused what an editor rejected before is not proposed again.
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
  /** Made for pages of which something is proposed. */
  const texts = new Map<SourcePage, Searchable>();
  const textOf = (page: SourcePage) => {
    const text = texts.get(page) ?? searchable(page.text.slice(0, MOST_READ));
    texts.set(page, text);
    return text;
  };
  const found: Candidate[][] = sentences.map(() => []);
  for (const [at, one] of sentences.slice(0, MOST_SENTENCES).entries()) {
    await othersTurn();
    const terms = termsOf(one.sentence.slice(0, MOST_CLAIM));
    const chosen: Passage[] = [];
    for (const { passage, score } of ranking(terms)) {
      if (chosen.length === MOST) break;
      if (chosen.some((other) => isTwin(passage, other)) || isRefused(one, passage.text)) continue;
      const checked = problemWithQuote(passage.text, passage.page, textOf(passage.page), person);
      if (typeof checked === "string") continue;
      chosen.push(passage);
      const facts = await factsOf(one.sentence, passage.text, person);
      const shared = sharedOf(terms, passage);
      const missing = facts.map(factText).join(" ");
      found[at]?.push({ page: passage.page, quote: passage.text, context: checked.context, score, shared, missing });
    }
  }
  return found;
}

/** A sentence alone, or with its neighbour, is one candidate, as are the same words on two pages. */
function isTwin(passage: Passage, other: Passage): boolean {
  return (
    (passage.page === other.page && passage.from < other.to && other.from < passage.to) ||
    keyOf(passage.text) === keyOf(other.text)
  );
}

/**
 * Ranks passages by how much of a sentence they have: a word in one of them tells more than one in all (inverse document
 * frequency), a name or number twice as much. The person's own name tells nothing.
 */
function rankingOf(passages: Passage[], person: string) {
  const having = new Map<string, Passage[]>();
  for (const passage of passages)
    for (const stem of new Set(passage.terms.map((term) => term.stem))) {
      const others = having.get(stem);
      if (others) others.push(passage);
      else having.set(stem, [passage]);
    }
  const own = new Set(termsOf(person).map(({ stem }) => stem));
  const most = Math.log(1 + passages.length) || 1;
  const weightOf = ({ stem, isMarked }: Term) =>
    ((isMarked ? 2 : 1) * Math.log(1 + passages.length / (having.get(stem)?.length ?? 1))) / most;
  return (terms: Term[]): { passage: Passage; score: number }[] => {
    const sums = new Map<Passage, number>();
    let all = 0;
    for (const term of new Map(terms.map((term) => [term.stem, term])).values()) {
      if (own.has(term.stem)) continue;
      const weight = weightOf(term);
      all += weight;
      for (const passage of having.get(term.stem) ?? []) sums.set(passage, (sums.get(passage) ?? 0) + weight);
    }
    // Of two with the same words the shorter one says it more plainly.
    const worth = ([passage, sum]: [Passage, number]) => sum - passage.text.length / 5_000;
    return [...sums]
      .toSorted((one, other) => worth(other) - worth(one))
      .slice(0, COMPARED)
      .map(([passage, sum]) => ({ passage, score: sum / all }));
  };
}

function sharedOf(terms: Term[], passage: Passage): Shared {
  const [claimed, there] = [terms, passage.terms].map((list) => new Set(list.map(({ stem }) => stem)));
  const claim = terms.filter(({ stem }) => there?.has(stem));
  const quote = passage.terms.filter(({ stem }) => claimed?.has(stem));
  const told = [...new Set(claim.map(({ written }) => written))].slice(0, MOST_TOLD);
  const range = ({ from, to }: Term): [number, number] => [from, to];
  return { text: `Both have: ${told.join(", ")}.`, claim: claim.map(range), quote: quote.map(range) };
}
