/**
 * Which passages of pages could support a sentence: by words, names and numbers that both have, rare ones counting
 * more. Nothing here knows what a sentence means; the alarm that compares sentences with quotes throws out what contradicts.
 */

import type { SourcePage } from "~/models/records/evidence/evidence";
import type { Doubt } from "~/models/records/evidence/judgement/doubts";
import { compare, FITS_WELL, reasonsOf, stemsOf } from "~/models/records/evidence/judgement/judge.server";
import { indexOf } from "~/models/records/evidence/judgement/match.server";
import type { Pair } from "~/models/records/evidence/judgement/pair.server";
import { loadVocabulary, type Token, tokensOf } from "~/models/records/evidence/judgement/tokens.server";
import type { Look } from "~/models/records/evidence/looks";
import { problemWithQuote, type Searchable, searchable } from "~/models/records/evidence/quotes";
import { keyOf } from "~/models/records/evidence/support";
import { othersTurn } from "~/turns.server";
import { MOST_READ, type Passage, passagesOf } from "./passages.server";

export interface Candidate {
  page: SourcePage;
  quote: string;
  context: string;
  /** From 0 to 1. */
  score: number;
  /** Parts of the sentence and of the quote that agree, and what the quote does not have, in words. */
  shared: Look;
  missing: string;
}

export interface Sentence {
  field: string;
  sentence: string;
}

/** Shown of a sentence, and how much less than the best one another may fit. */
const MOST = 3;
const BEHIND = 0.2;
/** Passages that are compared word by word. */
const COMPARED = 12;
/** Found on the made-up pages of test/evidence/pages: below it more proposals are wrong than a tenth. */
const LEAST = 0.7;
/** A rule of the alarm that takes this from a pair says that the two differ; others only ask for a look. */
const DIFFERS = 0.5;
/** Of what such a look takes from a pair, the part that counts here, where an editor looks anyway. */
const LOOK = 0.5;
/** Of a name that stands elsewhere on the page. */
const NAME_ELSEWHERE = 0.1;
/** Words that both have, besides the person's name. */
const LEAST_SHARED = 2;
const MOST_CLAIM = 2_000;
const MOST_SENTENCES = 200;

/**
 * Up to three candidates for each sentence, best first, from pages that were read; none where nothing fits well enough.
 * @param isRefused what an editor rejected before is not proposed again.
 */
export async function candidatesFor(
  sentences: Sentence[],
  pages: SourcePage[],
  person: string,
  isRefused: (sentence: Sentence, quote: string) => boolean = () => false,
): Promise<Candidate[][]> {
  const known = await loadVocabulary();
  const passages: Passage[] = [];
  const pronoun = pronounIn(sentences.map(({ sentence }) => sentence).join("\n"));
  const stemsOn = new Map<SourcePage, Set<string>>();
  for (const page of pages) {
    const own = passagesOf(page, { person, pronoun }, known);
    passages.push(...own);
    stemsOn.set(page, new Set(own.flatMap(({ index }) => [...index.byStem.keys()])));
    await othersTurn();
  }
  const stems = stemsOf(person, known);
  const rarity = rarityIn(passages);
  /** Made for pages of which something is proposed. */
  const texts = new Map<SourcePage, Searchable>();
  const textOf = (page: SourcePage) => {
    const text = texts.get(page) ?? searchable(page.text.slice(0, MOST_READ));
    texts.set(page, text);
    return text;
  };
  const found: Candidate[][] = [];
  for (const [at, one] of sentences.entries()) {
    await othersTurn();
    if (at >= MOST_SENTENCES) {
      found.push([]);
      continue;
    }
    const own = indexOf(tokensOf(one.sentence.slice(0, MOST_CLAIM), known));
    const content = own.tokens.filter(({ weight, stem }) => weight > 0 && !stems.has(stem));
    const judged: Placed[] = [];
    for (const passage of likeliest(content, rarity)) {
      const { pair, doubts } = compare(own, passage.index, { quote: passage.text, person: stems });
      const score = scoreOf(pair, doubts, {
        content,
        rarity,
        stems,
        onPage: stemsOn.get(passage.page) as Set<string>,
      });
      if (score < LEAST || isRefused(one, passage.text)) continue;
      const checked = problemWithQuote(passage.text, passage.page, textOf(passage.page), person);
      if (typeof checked === "string") continue;
      const [{ context }, { from, to }] = [checked, passage];
      judged.push({ page: passage.page, quote: passage.text, context, score, from, to, ...told(pair, doubts) });
    }
    found.push(chosen(judged).map(({ from: _, to: _to, ...candidate }) => candidate));
  }
  return found;
}

interface Rarity {
  of(stem: string): number;
  /** The passages that have a stem. */
  having: Map<string, Passage[]>;
}

/** Inverse document frequency: a word in one passage tells more than one in all of them. */
function rarityIn(passages: Passage[]): Rarity {
  const having = new Map<string, Passage[]>();
  for (const passage of passages) {
    for (const stem of passage.index.byStem.keys()) {
      const known = having.get(stem);
      if (known) known.push(passage);
      else having.set(stem, [passage]);
    }
  }
  const most = Math.log(1 + passages.length) || 1;
  return { having, of: (stem) => Math.log(1 + passages.length / (having.get(stem)?.length ?? 1)) / most };
}

function likeliest(content: Token[], { of, having }: Rarity): Passage[] {
  const sums = new Map<Passage, number>();
  for (const { stem, weight } of new Map(content.map((token) => [token.stem, token])).values())
    for (const passage of having.get(stem) ?? []) sums.set(passage, (sums.get(passage) ?? 0) + weight * of(stem));
  // Of two with the same words the shorter one says it more plainly.
  const worth = ([passage, sum]: [Passage, number]) => sum - passage.text.length / 5_000;
  return [...sums]
    .toSorted((one, other) => worth(other) - worth(one))
    .slice(0, COMPARED)
    .map(([passage]) => passage);
}

interface Known {
  content: Token[];
  rarity: Rarity;
  /** Of the person's name. */
  stems: Set<string>;
  onPage: Set<string>;
}

/** How much of the sentence the passage has, weighted by how rare it is; 0 where the alarm says that they differ. */
function scoreOf(pair: Pair, doubts: Doubt[], { content, rarity, stems, onPage }: Known): number {
  if (doubts.some(({ doubt }) => doubt >= DIFFERS)) return 0;
  const own = new Set(content);
  let [sum, had, shared, elsewhere] = [0, 0, 0, 0];
  for (const { token, match, weight, isNear } of pair.words) {
    if (!own.has(token) || stems.has(token.stem)) continue;
    const worth = weight * (0.5 + 0.5 * rarity.of(token.stem));
    sum += worth;
    if (match.level > 0 && isNear) {
      had += worth * match.level;
      shared++;
    } else if (token.isName) {
      // A prize or place that is on no line of the page is not what the passage is about.
      if (match.level === 0 && !onPage.has(token.stem)) return 0;
      elsewhere++;
    }
  }
  if (sum === 0 || shared < LEAST_SHARED) return 0;
  // A name that is missing was counted.
  const taken = doubts.reduce((total, { doubt, text }) => total + (MISSING_NAME.test(text) ? 0 : doubt * LOOK), 0);
  return Math.max(0, 0.5 * (had / sum) + 0.5 * pair.score - taken - NAME_ELSEWHERE * elsewhere);
}

const MISSING_NAME = /^The quote does not name /;

const MOST_TOLD = 8;

function told(pair: Pair, doubts: Doubt[]): Pick<Candidate, "shared" | "missing"> {
  const near = pair.words.filter(({ match, isNear }) => match.level > 0 && isNear);
  const rarest = near.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_TOLD);
  const said = near.filter((word) => rarest.includes(word)).map(({ token }) => token.written);
  const places = near.flatMap(({ match }) => match.at.filter((at) => pair.isInWindow(at)));
  const quote = [...new Set(places)].toSorted((one, other) => one - other).flatMap((at) => pair.quote.tokens[at] ?? []);
  const range = ({ from, to }: Token): [number, number] => [from, to];
  const reasons = pair.fit >= FITS_WELL ? [] : reasonsOf(pair, doubts);
  return {
    shared: {
      text: `Both have: ${[...new Set(said)].join(", ")}.`,
      claim: near.map(({ token }) => range(token)),
      quote: quote.map(range),
    },
    missing: reasons.map(({ text }) => text).join(" "),
  };
}

type Placed = Candidate & Pick<Passage, "from" | "to">;

/** The best of each place: a sentence alone, or with its neighbour, is one candidate, as are the same words on two pages. */
function chosen(judged: Placed[]): Placed[] {
  const best: Placed[] = [];
  for (const one of judged.toSorted((a, b) => b.score - a.score)) {
    const isTwin = best.some(
      (other) =>
        (other.page === one.page && one.from < other.to && other.from < one.to) ||
        keyOf(other.quote) === keyOf(one.quote),
    );
    if (!isTwin && one.score >= (best[0] ?? one).score - BEHIND) best.push(one);
    if (best.length === MOST) break;
  }
  return best;
}

/** What the sentences call the person; "" where they say nothing, or both. */
function pronounIn(text: string): "he" | "she" | "" {
  const [he, she] = [/\b(?:he|his)\b/i.test(text), /\b(?:she|her)\b/i.test(text)];
  return he === she ? "" : he ? "he" : "she";
}
