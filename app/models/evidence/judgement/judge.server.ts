/** Whether a quote seems to say what a sentence says: an alarm by rules, with its reasons in words. */
import type { Look } from "../looks";
import { indexOf } from "./match.server";
import { type Pair, pairOf } from "./pair.server";
import { type Doubt, RULES } from "./rules.server";
import { loadVocabulary, type Token, tokensOf } from "./tokens.server";

export interface Judgement {
  verdict: "ok" | "look";
  reasons: Look[];
  /** From 0 to 1: how well the quote fits before any rule took something from it. */
  score: number;
}

/** Found on the pairs in test/evidence/pairs: an alarm too many costs a look, one too few a false sentence. Below it, too little of the sentence stands in the quote. */
export const ENOUGH = 0.84;
/** Characters of a sentence and of a quote that are read. */
const MOST_CLAIM = 4_000;
const MOST_QUOTE = 200_000;
const MOST_WORDS_SHOWN = 6;
const MOST_REASONS = 5;

/**
 * Judges one pair. It never proves anything: "ok" says only that no rule found something to look at.
 * @param person whom the page is about, as far as that was found out otherwise: the quote need not name them.
 */
export async function judge(claim: string, quote: string, person = ""): Promise<Judgement> {
  const known = await loadVocabulary();
  const own = indexOf(tokensOf(claim.slice(0, MOST_CLAIM), known));
  const source = indexOf(tokensOf(quote.slice(0, MOST_QUOTE), known));
  const named = new Set(tokensOf(person.slice(0, MOST_CLAIM), known).map(({ stem }) => stem));
  const pair = pairOf(own, source, named);
  const doubts = RULES.flatMap((rule) => rule(pair)).concat(
    isQuestion(quote) && pair.window[1] >= lastSentence(pair) ? asked() : [],
  );
  const score = pair.score - doubts.reduce((sum, { doubt }) => sum + doubt, 0);
  if (score >= ENOUGH) return { verdict: "ok", reasons: [], score: pair.score };
  const said = doubts.filter(({ text }) => text).sort((one, other) => other.doubt - one.doubt);
  const reasons = said.slice(0, MOST_REASONS).map(reasonOf);
  const told = new Set(said.flatMap((doubt) => doubt.claim));
  const missing = missingIn(pair, told);
  if (missing && pair.score < ENOUGH + 0.1) reasons.push(missing);
  if (reasons.length === 0) reasons.push(scatteredIn(pair));
  return { verdict: "look", reasons, score: pair.score };
}

function lastSentence({ quote }: Pair): number {
  return (quote.tokens.at(-1)?.sentence ?? 0) + 1;
}

/** Ends with a question mark, perhaps in quotation marks. */
function isQuestion(quote: string): boolean {
  const end = quote.trimEnd();
  return (/["'”’]$/.test(end) ? end.slice(0, -1).trimEnd() : end).endsWith("?");
}

function asked(): Doubt[] {
  return [{ doubt: 0.2, text: "The quote is a question", claim: [], quote: [] }];
}

function reasonOf({ text, claim, quote }: Doubt): Look {
  return { text: `${text}.`, claim: claim.map(rangeOf), quote: quote.map(rangeOf) };
}

function rangeOf({ from, to }: Token): [number, number] {
  return [from, to];
}

/** The rarest words of the sentence that the quote has not, besides those that were told already; null for none. */
function missingIn({ words }: Pair, told: Set<Token>): Look | null {
  const missing = words.filter(({ token, match, weight }) => match.level === 0 && weight > 0.15 && !told.has(token));
  const rarest = new Set(missing.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_WORDS_SHOWN));
  const shown = missing.filter((word) => rarest.has(word)).map(({ token }) => token);
  if (shown.length === 0) return null;
  const text = `The quote does not mention: ${shown.map(({ word }) => word).join(", ")}.`;
  return { text, claim: shown.map(rangeOf), quote: [] };
}

function scatteredIn({ words }: Pair): Look {
  const far = words.filter(({ match, isNear }) => match.level > 0 && !isNear);
  const text =
    far.length > 0
      ? "What the sentence says stands scattered over the quote, not together."
      : "The quote puts this in other words or in another order.";
  return { text, claim: far.map(({ token }) => rangeOf(token)), quote: [] };
}
