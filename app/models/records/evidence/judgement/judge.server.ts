/** Whether a quote seems to say what a sentence says: an alarm by rules, with its reasons in words. */
import type { Look } from "../looks";
import type { Doubt } from "./doubts";
import { type Index, indexOf } from "./match.server";
import { type Pair, pairOf } from "./pair.server";
import { RULES } from "./rules.server";
import { loadVocabulary, type Token, tokensOf, type Vocabulary } from "./tokens.server";

export interface Judgement {
  verdict: "ok" | "look";
  reasons: Look[];
  /** From 0 to 1: how well the quote fits before any rule took something from it. */
  score: number;
}

/**
 * How well a quote has to fit, and what doubts count: chosen together with the measures (`FIT`) so that the macro-F1 is
 * high and of what is not supported about one in seven goes unseen. Below it, too little of the sentence stands there.
 */
const ENOUGH = 1.02;
/** Less for a long sentence: a single word more or less seldom is what it says. */
const LESS_FOR_LONG = 0.53;
/** Words that say something, from which on a sentence is long; above 1, what is between is rather short than long. */
const LONG_SENTENCE = 23;
const RATHER_SHORT = 1.25;
/** More for a page, where words stand together by chance. */
const MORE_FOR_PAGE = 1.4;
/** Words from which on a quote is more than a passage, and is a page. */
const [PASSAGE, PAGE] = [350, 1_520];
/** What small doubts count, and what a contrary does, whose words may speak of something else. */
const SMALL_DOUBTS = 0.7;
const CONTRARY = 0.35;
/** From this fit on, what the quote does not mention is not worth telling. */
export const FITS_WELL = 0.9;
/** Characters of a sentence and of a quote that are read. */
const MOST_CLAIM = 4_000;
const MOST_QUOTE = 200_000;
const MOST_WORDS_SHOWN = 5;
const MOST_REASONS = 5;
/** A doubt that is smaller only weighs, and is not told. */
const TOLD = 0.1;
/** The weight of a word that is worth naming. */
const WORTH_NAMING = 0.25;

/**
 * Judges one pair. It never proves anything: "ok" says only that no rule found something to look at.
 * @param person whom the page is about, as far as that was found out otherwise: the quote need not name them.
 */
export async function judge(claim: string, quote: string, person = ""): Promise<Judgement> {
  const known = await loadVocabulary();
  const own = indexOf(tokensOf(claim.slice(0, MOST_CLAIM).replace(LIST_NUMBER, blank), known));
  const source = indexOf(tokensOf(quote.slice(0, MOST_QUOTE), known));
  const { pair, doubts } = compare(own, source, { quote, person: stemsOf(person, known) });
  if (fits(pair, doubts)) return { verdict: "ok", reasons: [], score: pair.fit };
  return { verdict: "look", reasons: reasonsOf(pair, doubts), score: pair.fit };
}

/** "4. " before an item of a list is no number that the item says. */
const LIST_NUMBER = /^\s{0,9}\(?\d{1,2}[.)]\s(?=\s{0,9}\p{L})/u;

function blank(mark: string): string {
  return " ".repeat(mark.length);
}

function fits(pair: Pair, doubts: Doubt[]): boolean {
  if (doubts.some(({ isCertain }) => isCertain)) return false;
  const small = doubts.reduce((sum, { doubt }) => sum + (doubt < 1 ? doubt : 0), 0);
  const contrary = doubts.some(({ doubt }) => doubt >= 1) ? CONTRARY : 0;
  return pair.fit - SMALL_DOUBTS * small - contrary >= enoughFor(pair);
}

function enoughFor({ words, quote }: Pair): number {
  const length = Math.min(1, Math.log(words.length + 1) / Math.log(LONG_SENTENCE + 1)) ** RATHER_SHORT;
  const page = Math.min(1, Math.max(0, (quote.tokens.length - PASSAGE) / (PAGE - PASSAGE)));
  return ENOUGH - LESS_FOR_LONG * length + MORE_FOR_PAGE * page;
}

/** What `judge` goes by: the two laid beside each other, and what speaks against them. */
export function compare(
  own: Index,
  source: Index,
  { quote, person }: { quote: string; person: Set<string> },
): { pair: Pair; doubts: Doubt[] } {
  const pair = pairOf(own, source, person);
  const isAsked = isQuestion(quote) && pair.window[1] >= lastSentence(pair);
  return { pair, doubts: [...RULES.flatMap((rule) => rule(pair)), ...(isAsked ? asked() : [])] };
}

/** Of a person's name. */
export function stemsOf(person: string, known: Vocabulary): Set<string> {
  return new Set(tokensOf(person.slice(0, MOST_CLAIM), known).map(({ stem }) => stem));
}

/** Why to look, in words: there is always a reason. */
export function reasonsOf(pair: Pair, doubts: Doubt[]): Look[] {
  const said = doubts.filter(({ text, doubt }) => text && doubt >= TOLD).sort((one, other) => other.doubt - one.doubt);
  const reasons = said.filter(isNew).slice(0, MOST_REASONS).map(reasonOf);
  const told = new Set(said.flatMap((doubt) => doubt.claim));
  const missing = missingIn(pair, told);
  if (missing && pair.fit < FITS_WELL) reasons.push(missing);
  if (reasons.length === 0) reasons.push(scatteredIn(pair));
  return reasons;
}

/** Not about the same words of the sentence as one before it, which weighs more. */
function isNew({ claim }: Doubt, at: number, all: Doubt[]): boolean {
  const isSame = (one: Doubt) => one.claim.length === claim.length && claim.every((token) => one.claim.includes(token));
  return claim.length === 0 || !all.slice(0, at).some(isSame);
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
  return [{ doubt: 0.6, text: "The quote is a question", claim: [], quote: [] }];
}

function reasonOf({ text, claim, quote }: Doubt): Look {
  return { text: `${text}.`, claim: claim.map(rangeOf), quote: quote.map(rangeOf) };
}

function rangeOf({ from, to }: Token): [number, number] {
  return [from, to];
}

/** The words of the sentence that the quote has not, besides those that were told already, the rarest first; null for none. */
function missingIn({ words }: Pair, told: Set<Token>): Look | null {
  const missing = words
    .filter(({ token, match }) => match.level === 0 && !told.has(token))
    .toSorted((one, other) => other.weight - one.weight);
  const worth = missing.filter(({ weight }) => weight > WORTH_NAMING);
  const shown = (worth.length > 0 ? worth : missing).slice(0, MOST_WORDS_SHOWN).map(({ token }) => token);
  if (shown.length === 0) return null;
  const named = [...new Set(shown.map(({ word }) => word))];
  return { text: `The quote does not mention: ${named.join(", ")}.`, claim: shown.map(rangeOf), quote: [] };
}

function scatteredIn({ words }: Pair): Look {
  const far = words.filter(({ match, isNear }) => match.level > 0 && !isNear);
  const text =
    far.length > 0
      ? "What the sentence says stands scattered over the quote, not together."
      : "The quote puts this in other words or in another order.";
  return { text, claim: far.map(({ token }) => rangeOf(token)), quote: [] };
}
