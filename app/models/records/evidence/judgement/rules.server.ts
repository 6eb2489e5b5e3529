/** What can differ between a sentence and a quote, rule by rule. */

import type { Doubt, Rule } from "./doubts";
import {
  ANTONYMS,
  HEDGES,
  IRREGULAR,
  LINK_WORDS,
  MONTHS,
  NEGATORS,
  NO_NEGATION,
  PAIRED_NEGATORS,
  PLAIN_CAUSES,
  STRONG_WORDS,
  UNITS,
} from "./lexicon";
import { areSynonyms, type Index } from "./match.server";
import { goesOn, type Pair, type Word } from "./pair.server";
import { PLACE_RULES } from "./places.server";
import { ROLE_RULES } from "./roles.server";
import { type Token, wordStem } from "./tokens.server";

const SURE = 1;
/** Tokens after a negator that it is about. */
const SCOPE = 6;
const AROUND_NUMBER = 6;

export const RULES: Rule[] = [
  numbersDiffer,
  numbersElsewhere,
  numbersExchanged,
  unitsDiffer,
  monthsDiffer,
  boundsDiffer,
  namesMissing,
  negationDiffers,
  contraries,
  againstIt,
  rankDiffers,
  subjectDiffers,
  directionDiffers,
  namesExchanged,
  strongWords,
  hedges,
  causes,
  swapped,
  isNoStatement,
  ...PLACE_RULES,
  ...ROLE_RULES,
];

const inWindow = (pair: Pair) => pair.quote.tokens.filter((_, at) => pair.isInWindow(at));

/** A number that the quote has nowhere. */
function numbersDiffer({ words, quote }: Pair): Doubt[] {
  return words.flatMap(({ token, match }) => {
    if (token.number === null || match.level > 0) return [];
    const others = quote.tokens.filter(({ number, isYear }) => number !== null && isYear === token.isYear);
    const kind = token.isYear ? "year" : "number";
    const written = textOf(token);
    const near = closest(token, others);
    const text = near
      ? `The ${kind} ${written} is not in the quote, which says ${textOf(near)}`
      : `The ${kind} ${written} is not in the quote`;
    // Two or three may be counted in the quote rather than named.
    const isCounted = (token.number ?? 0) <= 3 && !/^\p{N}/u.test(token.written);
    const certain = isCounted ? { doubt: 0.17 } : { doubt: SURE, isCertain: true as const };
    return { ...certain, text, claim: [token], quote: near ? [near] : [] };
  });
}

function textOf({ word, written, number, stem }: Token): string {
  if (number === null) return word === written.toLowerCase() ? word : written;
  if (stem.endsWith("s")) return stem;
  return number >= 1000 && number <= 2100 && Number.isInteger(number) ? String(number) : number.toLocaleString("en");
}

function closest({ number }: Token, others: Token[]): Token | undefined {
  let best: Token | undefined;
  for (const one of others) {
    const far = Math.abs((one.number as number) - (number as number));
    if (!best || far < Math.abs((best.number as number) - (number as number))) best = one;
  }
  return best;
}

/** A number that stands in the quote beside quite other words. */
function numbersElsewhere({ words, quote }: Pair): Doubt[] {
  return words.flatMap((word, index) => {
    const { token, match, at } = word;
    if (token.number === null || match.level === 0 || match.at.length === 0) return [];
    const beside = words.filter(
      (one) => one !== word && Math.abs(one.at - at) <= AROUND_NUMBER && one.match.at.length > 0,
    );
    if (beside.length < 2 || index < 0) return [];
    const most = Math.max(
      ...match.at.slice(0, 50).map((place) => {
        const { sentence } = quote.tokens[place] as Token;
        return beside.filter((one) =>
          one.match.at.some((other) => Math.abs(other - place) <= 10 && quote.tokens[other]?.sentence === sentence),
        ).length;
      }),
    );
    if (most > 0) return most / beside.length < 0.34 ? [{ doubt: 0.02, text: "", claim: [], quote: [] }] : [];
    const places = match.at.slice(0, 3).map((place) => quote.tokens[place] as Token);
    return {
      doubt: 0.15,
      text: `In the quote, ${textOf(token)} stands beside other words`,
      claim: [token],
      quote: places,
    };
  });
}

/** The words beside a number in the sentence stand beside another number in the quote. */
function numbersExchanged({ words, quote, alike }: Pair): Doubt[] {
  const numbers = quote.tokens
    .flatMap((token, at) => (token.number === null ? [] : { token, at }))
    .slice(0, MOST_NUMBERS);
  return words.flatMap((word) => {
    const { token, match, at } = word;
    if (token.number === null || match.at.length === 0) return [];
    const beside = words.filter(
      (one) =>
        one !== word &&
        one.token.number === null &&
        Math.abs(one.at - at) <= 4 &&
        one.match.at.length > 0 &&
        one.match.at.length <= 3,
    );
    if (beside.length === 0) return [];
    const fitAt = (place: number) => {
      const own = quote.tokens[place] as Token;
      return beside.reduce((sum, one) => {
        const near = Math.min(
          ...one.match.at.map((other) =>
            quote.tokens[other]?.sentence === own.sentence
              ? Math.abs(other - place) + (quote.tokens[other]?.clause === own.clause ? 0 : 2)
              : 99,
          ),
        );
        return sum + Math.max(0, 1 - near / 10);
      }, 0);
    };
    const mine = Math.max(...match.at.slice(0, MOST_NUMBERS).map(fitAt));
    const others = numbers.filter((one) => one.token.number !== token.number && one.token.isYear === token.isYear);
    const [best] = others
      .map((one) => ({ token: one.token, fit: fitAt(one.at) }))
      .toSorted((one, other) => other.fit - one.fit);
    if (!best || best.fit < mine + 0.4 + 0.15 * beside.length) return [];
    const text = `In the quote, this seems to belong to ${textOf(best.token)}, not to ${textOf(token)}`;
    return { doubt: (token.isYear ? 0.1 : 0.2) * alike, text, claim: [token], quote: [best.token] };
  });
}

const MOST_NUMBERS = 60;

/** "3 weeks" against "3 months". */
function unitsDiffer({ claim, quote, words }: Pair): Doubt[] {
  return words.flatMap(({ token, at, match }) => {
    const unit = unitAfter(claim.tokens, at);
    if (token.number === null || !unit || match.at.length === 0) return [];
    // What was found under another number, "50 years" as "five decades", has another unit.
    const same = match.at.filter((place) => quote.tokens[place]?.number === token.number);
    if (same.length === 0) return [];
    const found = same.map((place) => unitAfter(quote.tokens, place));
    if (found.some((one) => !one || one.unit === unit.unit)) return [];
    const [other] = found as { unit: string; token: Token }[];
    if (!other) return [];
    const text = `The sentence says ${textOf(token)} ${unit.token.word}, the quote ${textOf(token)} ${other.token.word}`;
    return { doubt: SURE, isCertain: true, text, claim: [token, unit.token], quote: [other.token] };
  });
}

function unitAfter(tokens: Token[], at: number): { unit: string; token: Token } | null {
  for (const token of tokens.slice(at + 1, at + 3)) {
    const unit = UNITS.get(token.word) ?? UNITS.get(token.word.replace(/s$/, ""));
    if (unit) return { unit, token };
  }
  return null;
}

function monthsDiffer({ words, quote }: Pair): Doubt[] {
  return words.flatMap(({ token, match }) => {
    if (!MONTHS.includes(token.word) || match.level > 0 || (token.word === "may" && !token.isName)) return [];
    const others = quote.tokens.filter(({ word, isName }) => MONTHS.includes(word) && (word !== "may" || isName));
    const text = others[0]
      ? `The month differs: ${token.word} in the sentence, ${others[0].word} in the quote`
      : `The month ${token.word} is not in the quote`;
    return { doubt: SURE, isCertain: true, text, claim: [token], quote: others.slice(0, 1) };
  });
}

/** "More than 300" against "fewer than 300". */
function boundsDiffer({ words, claim, quote, alike }: Pair): Doubt[] {
  return words.flatMap(({ token, at, match }) => {
    if (token.number === null || token.isYear || match.at.length === 0) return [];
    const bound = boundBefore(claim.tokens, at);
    const others = match.at.map((place) => boundBefore(quote.tokens, place));
    const contrary = others.find((other) => other && bound && other.isMore !== bound.isMore);
    if (contrary && bound && others.every((other) => other && other.isMore !== bound.isMore)) {
      const text = `The sentence says “${bound.token.word}” and the quote “${contrary.token.word}” of ${textOf(token)}`;
      return { doubt: SURE, text, claim: [bound.token, token], quote: [contrary.token] };
    }
    const isBare = bound && match.level === 1 && others.every((other) => !other);
    if (!isBare || !bound) return [];
    const text = `The sentence says “${bound.token.word}” of ${textOf(token)}, the quote gives the number itself`;
    return { doubt: 0.2 * alike, text, claim: [bound.token, token], quote: [] };
  });
}

function boundBefore(tokens: Token[], at: number): { isMore: boolean; token: Token } | null {
  const before = tokens.slice(Math.max(0, at - 2), at);
  for (const token of before.toReversed()) {
    if (token.word === "than" || token.word === "at") continue;
    if (/^(?:more|over|above|exceed\w*|greater|least)$/.test(token.word)) return { isMore: true, token };
    if (/^(?:less|under|below|fewer|most)$/.test(token.word)) return { isMore: false, token };
  }
  return null;
}

/** Names that the quote has not, and whom it names instead. */
function namesMissing({ words, quote, claim, isPerson }: Pair): Doubt[] {
  const runs: Word[][] = [];
  for (const word of words) {
    if (!word.token.isName) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && word.at - last.at === 1 && word.token.sentence === last.token.sentence) run.push(word);
    else runs.push([word]);
  }
  const absent = runs.filter((run) => run.every(({ match }) => match.level === 0));
  if (absent.length === 0) return [];
  const known = new Set(claim.tokens.map(({ stem }) => stem));
  const others = namesOf(quote).filter((run) => run.every((token) => !known.has(token.stem) && !isPerson(token)));
  const [firstOther] = others.filter((run) => run.length > 1);
  return absent.map((run) => {
    const tokens = run.map(({ token }) => token);
    const name = nameText(tokens);
    const isSubject = (run[0] as Word).at <= 2;
    const isMeant = isSubject && goesOn(quote);
    if (isSubject && firstOther && run.length > 1 && !isMeant) {
      const text = `The quote names ${nameText(firstOther)}, not ${name}`;
      return { doubt: 0.45, text, claim: tokens, quote: firstOther };
    }
    // The quote may go on from a sentence that names the subject.
    const isNamedBefore = isMeant || (isSubject && quote.tokens.slice(0, 6).some(({ word }) => PRONOUNS.has(word)));
    const doubt = isNamedBefore ? 0 : isSubject ? 0.05 : 0.3;
    return { doubt, text: doubt >= 0.3 ? `The quote does not name ${name}` : "", claim: tokens, quote: [] };
  });
}

const PRONOUNS = new Set("he she it they his her its their we this these i".split(" "));

function nameText(tokens: Token[]): string {
  return tokens.map(({ written }) => written).join(" ");
}

/** Runs of capitalised words. */
function namesOf({ tokens }: Index): Token[][] {
  const runs: Token[][] = [];
  let isOpen = false;
  for (const token of tokens) {
    if (token.isName && isOpen) runs.at(-1)?.push(token);
    else if (token.isName) runs.push([token]);
    isOpen = token.isName;
  }
  return runs;
}

/** What a negator is about: what follows it in its part of the sentence. */
function deniedIn(tokens: Token[]): Map<Token, { negator: Token; name: string; place: number }> {
  const denied = new Map<Token, { negator: Token; name: string; place: number }>();
  tokens.forEach((negator, at) => {
    const next = tokens[at + 1];
    if (!(isNegator(negator) || isSecondNegator(negator, tokens[at - 1])) || (next && NO_NEGATION.has(next.word)))
      return;
    const name = isNegator(negator) ? negator.word : `${tokens[at - 1]?.word} ${negator.word}`;
    let place = 0;
    for (const token of tokens.slice(at + 1, at + 1 + 2 * SCOPE)) {
      if (token.clause !== negator.clause || place >= MOST_DENIED) break;
      if (token.weight > 0) denied.set(token, { negator, name, place: place++ });
    }
  });
  return denied;
}

function isNegator({ word }: Token): boolean {
  return NEGATORS.has(word) || /n't$/.test(word);
}

/** "Rather than", "instead of", "yet to": two words that deny together. */
function isSecondNegator({ word }: Token, before: Token | undefined): boolean {
  return PAIRED_NEGATORS.has(`${before?.word} ${word}`);
}

const covered = new WeakMap<Pair, Map<string, number>>();

/** The part of the sentence, by weight, that stands in one sentence or one clause of the quote. */
function coveredBy(pair: Pair, { sentence, clause }: Token, within: "sentence" | "clause"): number {
  const known = covered.get(pair) ?? new Map<string, number>();
  covered.set(pair, known);
  const key = within === "clause" ? `c${clause}` : `s${sentence}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let [had, all] = [0, 0];
  for (const { weight, match } of pair.words) {
    all += weight;
    const isThere = (at: number) => {
      const token = pair.quote.tokens[at];
      return within === "clause" ? token?.clause === clause : token?.sentence === sentence;
    };
    if (match.level > 0 && (match.at.length === 0 || match.at.some(isThere))) had += weight * match.level;
  }
  const part = all === 0 ? 0 : had / all;
  known.set(key, part);
  return part;
}

/** From these parts on, the two speak of the same thing, so that a contrary means something. */
const SENTENCE_ALIKE = 0.4;
const CLAUSE_ALIKE = 0.25;
const WINDOW_ALIKE = 0.6;

/** Where in the quote a word of the sentence stands beside the same other words as in the sentence. */
function bestPlaces(pair: Pair, { at: own, match }: Word): number[] {
  const { words, quote } = pair;
  const beside = words.filter(
    ({ at, match: other }) => at !== own && Math.abs(at - own) <= 5 && other.at.length > 0 && other.at.length < 20,
  );
  const places = match.at.slice(0, MOST_NUMBERS).map((place) => {
    const { sentence, clause } = quote.tokens[place] as Token;
    let fit = pair.isInWindow(place) ? 0.5 : 0;
    for (const one of beside)
      if (one.match.at.some((other) => quote.tokens[other]?.sentence === sentence && Math.abs(other - place) <= 8))
        fit += one.weight * (one.match.at.some((other) => quote.tokens[other]?.clause === clause) ? 1 : 0.7);
    return { place, fit };
  });
  const most = Math.max(...places.map(({ fit }) => fit));
  return places.filter(({ fit }) => fit >= most - 0.01).map(({ place }) => place);
}

/** What one text denies, the other says. */
function negationDiffers(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  const [own, theirs] = [deniedIn(claim.tokens), deniedIn(quote.tokens)];
  if (own.size === 0 && theirs.size === 0) return [];
  const saysFirst =
    claim.tokens.some(({ word }) => word === "before" || word === "other") &&
    quote.tokens.some(({ word }) => FIRSTS.has(word));
  const softened = claim.tokens.some(({ word }) => LITTLE.has(word));
  for (const word of words) {
    const { token, match } = word;
    if (token.isName || token.number !== null || match.at.length === 0) continue;
    const places = bestPlaces(pair, word).map((at) => quote.tokens[at] as Token);
    const mine = own.get(token);
    const [first] = places as [Token];
    const yours = theirs.get(first);
    if (places.some((place) => theirs.has(place) === (mine !== undefined))) continue;
    if ((mine ?? yours)?.place !== 0 && (mine ?? yours)?.place !== 1) continue;
    if (
      coveredBy(pair, first, "clause") < CLAUSE_ALIKE &&
      !(mine && coveredBy(pair, first, "sentence") >= SENTENCE_ALIKE)
    )
      continue;
    if (!mine && (own.size > 0 || softened)) continue;
    const beside = quote.tokens.filter((one, at) => one.sentence === first.sentence || pair.isInWindow(at));
    // The quote may deny it in other words.
    if (
      mine &&
      (beside.some((one) => isNegator(one) || LITTLE.has(one.word) || isContraryOf(one, [token.stem])) || saysFirst)
    )
      continue;
    const { negator, name } = (mine ?? yours) as { negator: Token; name: string };
    return mine
      ? [
          {
            doubt: SURE,
            text: `The sentence denies something (“${name}”), the quote does not`,
            claim: [negator, token],
            quote: [first],
          },
        ]
      : [
          {
            doubt: SURE,
            text: `The quote denies something (“${name}”), the sentence does not`,
            claim: [token],
            quote: [negator, first],
          },
        ];
  }
  return [];
}

/** "Nobody before her" is who was first. */
const FIRSTS = new Set(["first", "only", "sole", "earliest"]);
const MOST_DENIED = 3;
/** Words that deny without a negator. */
const LITTLE = new Set(
  "few fewer little less too only poor unable lose lost stop stopped end ended reject rejected refuse refused prevent free empty against".split(
    " ",
  ),
);

const contrary = new Map<string, Set<string>>();
for (const [one, other] of ANTONYMS) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const key of new Set([from, wordStem(from)])) {
      const known = contrary.get(key) ?? new Set();
      known.add(to).add(wordStem(to));
      contrary.set(key, known);
    }
  }
}

function isContraryOf({ word, stem }: Token, stems: string[]): boolean {
  const own = contrary.get(word) ?? contrary.get(stem);
  if (own && stems.some((one) => own.has(one))) return true;
  return stems.some((one) => isPrefixed(one, stem) || isPrefixed(stem, one));
}

/** "unable" of "able". */
function isPrefixed(long: string, short: string): boolean {
  return (
    short.length >= 4 &&
    long.length - short.length <= 3 &&
    /^(?:un|in|im|dis|non|ir|il|mis)/.test(long) &&
    long.endsWith(short)
  );
}

/** "increased" in the sentence where the quote has "decreased". */
function contraries(pair: Pair): Doubt[] {
  const { words, claim, quote } = pair;
  const near = quote.tokens.flatMap((token, at) => (pair.isInWindow(at) ? [{ token, at }] : [])).slice(0, MOST_NEAR);
  const [own, theirs] = [deniedIn(claim.tokens), deniedIn(near.map(({ token }) => token))];
  const found: Doubt[] = [];
  for (const [place, token] of claim.tokens.entries()) {
    const against = contrary.get(token.word) ?? contrary.get(token.stem);
    const beside = words.filter(
      (word) => word.token !== token && Math.abs(word.at - place) <= 5 && word.match.at.length > 0,
    );
    if (beside.length === 0 || (!against && token.stem.length < 4)) continue;
    const fits = (at: number) =>
      beside.reduce(
        (sum, { match }) =>
          sum +
          Math.max(
            0,
            ...match.at.map((other) =>
              quote.tokens[other]?.sentence === quote.tokens[at]?.sentence ? 1 - Math.abs(other - at) / 8 : 0,
            ),
          ),
        0,
      );
    const others = near.filter(
      ({ token: one }) =>
        (against && (against.has(one.word) || against.has(one.stem))) ||
        isPrefixed(one.stem, token.stem) ||
        isPrefixed(token.stem, one.stem),
    );
    if (others.length === 0) continue;
    const elsewhere = new Set(words.filter((word) => word.token !== token).map((word) => word.token.stem));
    const [other] = others.toSorted((one, two) => fits(two.at) - fits(one.at)) as [{ token: Token; at: number }];
    const isOther = (one: Token) => elsewhere.has(one.stem) || others.some(({ token: other }) => other === one);
    const same = near.filter(
      ({ token: one }) =>
        one.word === token.word || one.stem === token.stem || (areSynonyms(one.stem, token.stem) && !isOther(one)),
    );
    const bestSame = Math.max(-1, ...same.map(({ at }) => fits(at)));
    const bestOther = fits(other.at);
    if (bestOther < 0.2 || bestOther <= bestSame) continue;
    if (coveredBy(pair, other.token, "sentence") < SENTENCE_ALIKE && pair.near < WINDOW_ALIKE) continue;
    if (own.has(token) !== theirs.has(other.token)) continue;
    if (claim.tokens.some(({ word }) => word === other.token.word)) continue;
    const text = `The sentence says “${token.word}” where the quote says “${other.token.word}”`;
    found.push({ doubt: SURE, text, claim: [token], quote: [other.token] });
    if (found.length === 3) break;
  }
  return found;
}

const MOST_NEAR = 400;

/** "argued for it" against "argued against it". */
function againstIt({ words, claim, quote }: Pair): Doubt[] {
  const isAgainst = (tokens: Token[], at: number) =>
    tokens.slice(at + 1, at + 3).find(({ word }) => word === "against");
  for (const { token, at, match } of words) {
    if (token.isName || match.level < 1 || match.at.length === 0) continue;
    const mine = isAgainst(claim.tokens, at);
    const yours = match.at.map((place) => isAgainst(quote.tokens, place));
    const isFor = (tokens: Token[], place: number) =>
      tokens[place + 1]?.word === "for" || tokens[place + 2]?.word === "for";
    if (mine && match.at.every((place) => isFor(quote.tokens, place)))
      return [{ doubt: SURE, text: "The sentence says “against”, the quote “for”", claim: [mine], quote: [] }];
    const [first] = yours;
    if (isFor(claim.tokens, at) && first && yours.every(Boolean))
      return [{ doubt: SURE, text: "The sentence says “for”, the quote “against”", claim: [token], quote: [first] }];
  }
  return [];
}

/** "The largest" of what the quote calls the third-largest. */
function rankDiffers({ words, claim, quote }: Pair): Doubt[] {
  return words.flatMap(({ token, at, match }) => {
    if (!/est$/.test(token.word) || match.level < 1 || match.at.length === 0) return [];
    const rank = (tokens: Token[], place: number) =>
      tokens
        .slice(Math.max(0, place - 1), place)
        .find(({ word, number }) => RANKS.has(word) || (number !== null && /th$/.test(word)));
    const mine = rank(claim.tokens, at);
    const yours = match.at.map((place) => rank(quote.tokens, place));
    const [first] = yours;
    if (mine?.word === first?.word || !yours.every((one) => one?.word === first?.word)) return [];
    const text = first
      ? `The quote says “${first.word} ${token.word}”`
      : `The sentence says “${mine?.word} ${token.word}”`;
    return { doubt: SURE, text, claim: [token], quote: first ? [first] : [] };
  });
}

const RANKS = new Set("second third fourth fifth sixth seventh eighth ninth tenth".split(" "));

/** In the quote, somebody or something else does it. */
function subjectDiffers(pair: Pair): Doubt[] {
  const { words, claim, quote, isPerson } = pair;
  const start = words.findIndex(({ token, at }) => token.isName && at <= 3);
  if (start < 0) return [];
  let end = start;
  while (words[end + 1]?.token.isName && (words[end + 1] as Word).at === (words[end] as Word).at + 1) end++;
  const subject = words.slice(start, end + 1);
  const stems = new Set(subject.map(({ token }) => token.stem));
  const surname = (subject.at(-1) as Word).token;
  if (subject.some(({ match }) => match.level > 0 && match.at.length === 0) || isPerson(surname)) return [];
  if (subject.every(({ match }) => match.level === 0)) return [];
  const rest = words.slice(end + 1).filter(({ token, at }) => !token.isName && at - (subject.at(-1) as Word).at <= 8);
  const predicate = rest.find(({ match }) => match.level > 0 && match.at.some((at) => pair.isInWindow(at)));
  if (!predicate || predicate.token.number !== null) return [];
  const mine = pair.claim.tokens[predicate.at] as Token;
  const inPlace = (subject.at(-1) as Word).match.at;
  const places = predicate.match.at.filter((at) => pair.isInWindow(at)).slice(0, 20);
  const wrong: Token[][] = [];
  for (const place of places) {
    const verb = quote.tokens[place] as Token;
    if (isPassive(claim.tokens, mine) !== isPassive(quote.tokens, verb)) return [];
    const from = Math.max(0, place - 25);
    const before = quote.tokens.slice(from, place).filter((one) => one.sentence === verb.sentence);
    const sentenceHas = inPlace.some((at) => at < place && at >= from && quote.tokens[at]?.sentence === verb.sentence);
    const run = subjectIn(before, quote.tokens) ?? mainOf(quote);
    if (!run || run.length === 0 || run.some((token) => stems.has(token.stem)) || (sentenceHas && run.length < 2))
      return [];
    const isSure = run.length > 1 || subject.length === 1 || (run[0] as Token).weight > 0.95;
    if (!isSure) return [];
    wrong.push(run);
  }
  const [other] = wrong;
  if (!other) return [];
  const text = `In the quote, this may be said of ${nameText(other)}, not of ${nameText(subject.map(({ token }) => token))}`;
  return [{ doubt: 0.2 * pair.alike, text, claim: subject.map(({ token }) => token), quote: other }];
}

const NO_SUBJECT = new Set("of in at from with by near under on for to between through against ahead than".split(" "));

/** The nearest name before a verb that follows no preposition; null for a pronoun. */
function subjectIn(before: Token[], all: Token[]): Token[] | null {
  const run: Token[] = [];
  const start = all.indexOf(before[0] as Token);
  for (let at = before.length - 1; at >= 0; at--) {
    const token = before[at] as Token;
    if (run.length === 0 && (token.word === "he" || token.word === "she") && before.length - at <= 6) return null;
    if (token.isName && !isDate(token)) run.unshift(token);
    else if (run.length > 0 && PARTICLES.has(token.word)) continue;
    else if (run.length > 0) {
      if (!NO_SUBJECT.has(token.word)) return run;
      run.length = 0;
    }
  }
  const first = all[start - 1];
  return run.length > 0 && !(first && NO_SUBJECT.has(first.word)) ? run : [];
}

/** Whom a quote that begins with a person's name is about. */
function mainOf(quote: Index): Token[] | null {
  const [run] = namesOf(quote);
  return run && run.length > 1 && quote.tokens.indexOf(run[0] as Token) <= 2 ? run : null;
}

function isDate({ word }: Token): boolean {
  return MONTHS.includes(word) || /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(word);
}

const PARTICLES = new Set("von van de der den di da la le el bin al du dos".split(" "));

const WAYS = new Map(Object.entries({ from: "from", since: "from", to: "to", until: "to", till: "to" }));

/** "From A to B" against "from B to A", "since 2010" against "until 2010". */
function directionDiffers({ words, claim, quote }: Pair): Doubt[] {
  const before = (tokens: Token[], at: number) =>
    tokens.slice(Math.max(0, at - 3), at).findLast(({ word }) => WAYS.has(word));
  const isWay = ["from", "to"].every((word) => claim.tokens.some((token) => token.word === word));
  for (const { token, at, match } of words) {
    if (match.at.length === 0 || (token.number === null && !token.isName)) continue;
    const mine = before(claim.tokens, at);
    const yours = match.at.map((place) => before(quote.tokens, place));
    const [first] = yours;
    if (!mine || !first || !yours.every((one) => one && WAYS.get(one.word) !== WAYS.get(mine.word))) continue;
    const text = `The sentence says “${mine.word} ${textOf(token)}”, the quote “${first.word} ${textOf(token)}”`;
    const isSure = token.number !== null || isWay;
    return [{ doubt: isSure ? SURE : 0.4, text, claim: [mine, token], quote: [first] }];
  }
  return [];
}

/** A name beside words that in the quote stand beside another name of the sentence. */
function namesExchanged({ words, quote, alike }: Pair): Doubt[] {
  const names = words.filter(({ token, match }) => token.isName && match.at.length > 0 && match.at.length <= 10);
  if (names.length < 2) return [];
  for (const word of names) {
    const before = words.filter(
      (one) =>
        !one.token.isName &&
        one.at < word.at &&
        word.at - one.at <= 3 &&
        one.match.at.length > 0 &&
        one.match.at.length <= 3,
    );
    const last = before.at(-1);
    if (!last) continue;
    const far = (other: Word) =>
      Math.min(
        ...other.match.at.flatMap((at) =>
          last.match.at.map((place) =>
            quote.tokens[at]?.sentence === quote.tokens[place]?.sentence && at > place ? at - place : 99,
          ),
        ),
      );
    const mine = far(word);
    const other = names.find(
      (one) =>
        Math.abs(one.at - word.at) > 2 && far(one) <= 4 && mine - far(one) >= 4 && one.token.stem !== word.token.stem,
    );
    if (!other || mine === 99) continue;
    const text = `In the quote, “${last.token.word}” belongs to ${nameText([other.token])}, not to ${nameText([word.token])}`;
    return [{ doubt: 0.2 * alike, text, claim: [last.token, word.token], quote: [] }];
  }
  return [];
}

/** "Only", "first", "largest" where the quote has nothing of the kind. */
function strongWords({ claim, quote }: Pair): Doubt[] {
  const all = new Set(quote.tokens.map(({ word }) => word));
  const hasSuperlative = all.has("most") || all.has("least") || quote.tokens.some(isSuperlative);
  return STRONG_WORDS.flatMap(([name, set]) => {
    const isAmount = name === "a superlative";
    const token = claim.tokens.find(
      (one) => !one.isName && !NO_CLAIM.has(one.word) && (set.has(one.word) || (isAmount && isSuperlative(one))),
    );
    if (!token || [...set].some((word) => all.has(word)) || (isAmount && hasSuperlative)) return [];
    return { doubt: 0.15, text: `The sentence says “${token.word}”, the quote does not`, claim: [token], quote: [] };
  });
}

function isSuperlative({ word, stem, weight }: Token): boolean {
  return weight > 0 && word.length >= 6 && /[^eo]est$/.test(word) && stem !== word && !NO_SUPERLATIVE.has(word);
}

const NO_SUPERLATIVE = new Set(
  "interest harvest request forest protest honest modest invest digest conquest earnest tempest".split(" "),
);

/** Words that only widen what the quote may say. */
const NO_CLAIM = new Set(
  "any no not without previously founder original originally leading main record primary chief principal just top latest best".split(
    " ",
  ),
);

/** The quote leaves open what the sentence says. */
function hedges(pair: Pair): Doubt[] {
  const own = pair.claim.tokens.find(({ word, isName }) => HEDGES.has(word) && !isName);
  if (own || deniedIn(pair.claim.tokens).size > 0) return [];
  const near = inWindow(pair);
  const matched = new Set(
    pair.words.flatMap(({ match, token }) => (token.isName ? [] : match.at)).map((at) => pair.quote.tokens[at]),
  );
  for (const [at, token] of near.entries()) {
    if (!HEDGES.has(token.word) || (token.isName && token.word === "may")) continue;
    const next = near.slice(at + 1, at + 7).filter((one) => one.clause === token.clause && matched.has(one));
    if (next.length === 0) continue;
    const text = `The quote leaves it open (“${token.word}”), the sentence does not`;
    return [{ doubt: (next.length > 1 ? 0.25 : 0.1) * pair.alike, text, claim: [], quote: [token] }];
  }
  return [];
}

/** A link in the quote, a cause in the sentence. */
function causes(pair: Pair): Doubt[] {
  const near = inWindow(pair);
  const own = pair.claim.tokens.find(({ word }) => PLAIN_CAUSES.has(word));
  const link = near.find(({ word }) => LINK_WORDS.has(word));
  if (!own || !link || near.some(({ word }) => PLAIN_CAUSES.has(word))) return [];
  const text = `The quote speaks of a link (“${link.word}”), the sentence of a cause (“${own.word}”)`;
  return [{ doubt: 0.3, text, claim: [own], quote: [link] }];
}

/** Who does what to whom: the same word between the same two, which have changed places. */
function swapped(pair: Pair): Doubt[] {
  const { words, quote } = pair;
  const sides = (list: { stem: string; sentence: number }[], at: number, sentence: number) => ({
    left: new Set(
      list
        .slice(Math.max(0, at - 6), at)
        .filter((one) => one.sentence === sentence)
        .map(({ stem }) => stem),
    ),
    right: new Set(
      list
        .slice(at + 1, at + 7)
        .filter((one) => one.sentence === sentence)
        .map(({ stem }) => stem),
    ),
  });
  const own = pair.claim.tokens.filter(isContentOrPivot);
  const theirs = inWindow(pair).filter(isContentOrPivot);
  const known = new Set(words.filter(({ match }) => match.level > 0).map(({ token }) => token.stem));
  for (const [at, pivot] of own.entries()) {
    if (!isPivot(pivot) || NOT_ACTIVE.has(pair.claim.tokens[pair.claim.tokens.indexOf(pivot) + 1]?.word ?? ""))
      continue;
    const mine = sides(own, at, pivot.sentence);
    for (const [place, other] of theirs.entries()) {
      if (other.stem !== pivot.stem || place > 500 || isNoun(quote.tokens, other)) continue;
      const yours = sides(theirs, place, other.sentence);
      const crossedLeft = [...mine.left].filter(
        (stem) => known.has(stem) && yours.right.has(stem) && !yours.left.has(stem),
      );
      const crossedRight = [...mine.right].filter(
        (stem) => known.has(stem) && yours.left.has(stem) && !yours.right.has(stem),
      );
      const kept = [...mine.left].some((stem) => yours.left.has(stem));
      if (crossedLeft.length === 0 || crossedRight.length === 0 || kept) continue;
      if (isPassive(pair.claim.tokens, pivot) !== isPassive(quote.tokens, other)) continue;
      const text = `The sides of “${pivot.word}” may have changed places`;
      const marked = own.filter(({ stem }) => crossedLeft.includes(stem) || crossedRight.includes(stem));
      return [{ doubt: 0.3 * pair.alike, text, claim: [...marked, pivot], quote: [other] }];
    }
  }
  return [];
}

const PIVOTS = new Set("than before after into against over".split(" "));

function isContentOrPivot({ weight, word }: Token): boolean {
  return weight > 0 || PIVOTS.has(word);
}

/** A verb, as far as its form tells, or a word that compares. */
function isPivot({ word, isName, number }: Token): boolean {
  if (isName || number !== null) return false;
  return PIVOTS.has(word) || (IRREGULAR.has(word) && !NO_VERB.test(word)) || /[a-z](?:ed|s|ing)$/.test(word);
}

const NO_VERB = /men$|^(?:children|mice|feet|teeth|wives|lives|species)$|(?:er|est)$/;

/** "The fall of sales" is no verb, and says that they fell. */
function isNoun(tokens: Token[], token: Token): boolean {
  return tokens[tokens.indexOf(token) + 1]?.word === "of";
}

/** "It ended because of …" may say the same as "… ended it". */
const NOT_ACTIVE = new Set("because due from with in at on of and".split(" "));

const BE = new Set("is was were are been be being".split(" "));

function isPassive(tokens: Token[], pivot: Token): boolean {
  const at = tokens.indexOf(pivot);
  const before = tokens.slice(Math.max(0, at - 3), at).some(({ word }) => BE.has(word));
  return (before && !/ing$/.test(pivot.word)) || tokens.slice(at + 1, at + 4).some(({ word }) => word === "by");
}

const MOST_HEADING = 5;

/** A question, or a heading of a few words. */
function isNoStatement({ quote, claim }: Pair): Doubt[] {
  if (quote.tokens.length === 0)
    return [{ doubt: SURE, isCertain: true, text: "The quote has no words", claim: [], quote: [] }];
  if (claim.tokens.length > 4 && quote.tokens.length <= MOST_HEADING && quote.tokens.length * 2 < claim.tokens.length)
    return [
      { doubt: SURE, isCertain: true, text: "The quote is too short to say this", claim: [], quote: quote.tokens },
    ];
  return [];
}
