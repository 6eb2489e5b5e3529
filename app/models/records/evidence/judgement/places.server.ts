/** The same words in other places: who does what to whom, and which detail stands where. */
import type { Doubt, Rule } from "./doubts";
import { IRREGULAR, MONTHS } from "./lexicon";
import { areSynonyms } from "./match.server";
import type { Pair, Word } from "./pair.server";
import type { Token } from "./tokens.server";

/** Tokens of the sentence and of the quote that are looked at around a word. */
const REACH = 5;
const MOST_PLACES = 40;

export const PLACE_RULES: Rule[] = [
  crossesOver,
  standsAfter,
  otherDoes,
  otherInItsPlace,
  otherWay,
  otherWord,
  labelsExchanged,
  isNoSuch,
  doneByAnother,
  saysItOfAThing,
];

const BE = new Set("is was were are been be being".split(" "));
/** Whoever does these with somebody has them done as well. */
const BOTH_WAYS =
  /^(?:meet|met|marr|join|collaborat|cooperat|fight|fought|border|shar|differ|match|resembl|link|associat|relat|correlat|compar|combin|merg|connect|talk|work|play|compet)/;
const NO_VERB = /men$|^(?:children|mice|feet|teeth|wives|lives|species)$|(?:er|est)$/;
const SAME_IN_PAST = new Set("beat beats hit hits cut cuts set sets put puts let lets cost costs".split(" "));
const ORDER = new Set(["before", "after", "than", "behind", "ahead"]);
const OTHERS = new Set("he she it they we i".split(" "));

/** A verb in the past, or a word of order. */
function isPivot({ word, isName, number, stem }: Token): boolean {
  if (isName || number !== null || BOTH_WAYS.test(stem)) return false;
  return (
    ORDER.has(word) || SAME_IN_PAST.has(word) || (IRREGULAR.has(word) && !NO_VERB.test(word)) || /[a-z]ed$/.test(word)
  );
}

function isPassive(tokens: Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at).some(({ word }) => BE.has(word));
  return before || tokens.slice(at + 1, at + 4).some(({ word }) => word === "by");
}

/** Places in the quote where the very word stands, in the part that fits best. */
function placesOf(pair: Pair, { stem }: Token): number[] {
  return (pair.quote.byStem.get(stem) ?? []).filter(pair.isInWindow).slice(0, MOST_PLACES);
}

/** Of places in order, those from one to another, found by halving. */
function between(places: number[], from: number, to: number): number[] {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < places.length && (places[end] as number) <= to) end++;
  return places.slice(low, end);
}

function textOf(tokens: Token[]): string {
  return tokens.map(({ written }) => written).join(" ");
}

/** "A beat B" where the quote has "B beat A": what stands right before the verb stands right after it in the quote. */
function crossesOver(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  for (const [at, pivot] of claim.tokens.entries()) {
    if (!isPivot(pivot)) continue;
    const isOrder = ORDER.has(pivot.word);
    const reach = isOrder ? 2 * REACH : REACH;
    const beside = words.filter(
      ({ token, match, at: own }) =>
        token.sentence === pivot.sentence && own !== at && Math.abs(own - at) <= reach && match.at.length > 0,
    );
    for (const place of placesOf(pair, pivot)) {
      const there = quote.tokens[place] as Token;
      if (there.word !== pivot.word || isPassive(claim.tokens, at) !== isPassive(quote.tokens, place)) continue;
      if (isOrder && (isFirst(claim.tokens, at) || isFirst(quote.tokens, place))) continue;
      const isIn = ({ match }: Word, from: number, to: number) =>
        between(match.at, from, to).some((one) => quote.tokens[one]?.sentence === there.sentence);
      const side = (word: Word) => {
        const [left, right] = [isIn(word, place - reach - 2, place - 1), isIn(word, place + 1, place + reach + 2)];
        return left === right ? 0 : left ? -1 : 1;
      };
      const own = (word: Word) => (word.at < at ? -1 : 1);
      const isNamed = ({ token, match }: Word) => token.isName || match.at.some((one) => quote.tokens[one]?.isName);
      const crossed = beside.filter((word) => side(word) === -own(word) && (isOrder || isNamed(word)));
      const hasName = crossed.some(isNamed);
      const kept = beside.filter((word) => side(word) === own(word) && (isNamed(word) || (isOrder && !hasName)));
      const [fromLeft, fromRight] = [crossed.filter((word) => own(word) < 0), crossed.filter((word) => own(word) > 0)];
      if (fromLeft.length === 0 || kept.some((word) => own(word) < 0)) continue;
      const isBoth = fromRight.length > 0;
      const isClear = isOrder
        ? isBoth || (pivot.word !== "than" && fromLeft.length > 1)
        : isBoth || isDoneTo(fromLeft, place, pair);
      if (!isClear) continue;
      const tokens = [...fromLeft, ...(isBoth ? fromRight : [])].map(({ token }) => token);
      return [
        {
          doubt: 0.4,
          text: `In the quote, ${textOf(tokens)} stands on the other side of “${there.word}”`,
          claim: [...tokens, pivot],
          quote: [there],
        },
      ];
    }
  }
  return [];
}

/** "After A, B" is "B after A". */
function isFirst(tokens: Token[], at: number): boolean {
  const { sentence, clause } = tokens[at] as Token;
  return !tokens.slice(Math.max(0, at - 3), at).some((one) => one.sentence === sentence && one.clause === clause);
}

/** Right after the verb, where somebody else or a pronoun stands right before it. */
function isDoneTo(names: Word[], place: number, { quote }: Pair): boolean {
  const { clause, sentence } = quote.tokens[place] as Token;
  const isNear = names.every(({ match }) =>
    between(match.at, place + 1, place + 4).some((one) => quote.tokens[one]?.clause === clause),
  );
  const before = quote.tokens.slice(Math.max(0, place - 3), place).filter((one) => one.sentence === sentence);
  return isNear && before.some(({ isName, word }) => isName || OTHERS.has(word));
}

/** Whoever the sentence is about stands in the quote only after what is said of somebody else. */
function standsAfter(pair: Pair): Doubt[] {
  const { words, claim, quote, isPerson } = pair;
  const start = words.findIndex(({ token, at }) => token.isName && at <= 1);
  if (start !== 0) return [];
  let end = start;
  while (words[end + 1]?.token.isName && (words[end + 1] as Word).at === (words[end] as Word).at + 1) end++;
  const subject = words.slice(start, end + 1);
  const last = subject.at(-1) as Word;
  if (subject.some(({ token }) => isPerson(token)) || last.match.at.length === 0) return [];
  const said = words.slice(end + 1).filter(({ token }) => token.sentence === last.token.sentence);
  const head = said.slice(0, 2).filter(({ match }) => match.at.length > 0);
  if (head.length < 2 || said.some(({ token }) => token.stem.startsWith(last.token.stem))) return [];
  const sentences = new Map<number, number>();
  for (const { match, weight } of said)
    for (const sentence of new Set(match.at.map((at) => quote.tokens[at]?.sentence ?? -1)))
      sentences.set(sentence, (sentences.get(sentence) ?? 0) + weight);
  const [best] = [...sentences].toSorted((one, other) => other[1] - one[1]);
  const all = said.reduce((sum, { weight }) => sum + weight, 0);
  if (!best || best[1] < 0.8 * all) return [];
  const [sentence] = best;
  const inSentence = ({ match }: Word) => match.at.filter((at) => quote.tokens[at]?.sentence === sentence);
  const mine = subject.flatMap(inSentence).slice(0, MOST_PLACES);
  const [here, next] = head.map(inSentence) as [number[], number[]];
  const first = here.slice(0, MOST_PLACES).find((at) => between(next, at - REACH, at + REACH).length > 0);
  if (mine.length === 0 || first === undefined || Math.min(...mine) <= first + 1) return [];
  const from = quote.tokens.findIndex((token) => token.sentence === sentence);
  const before = quote.tokens
    .slice(Math.max(from, first - 4), first)
    .filter(({ clause }) => clause === quote.tokens[first]?.clause);
  if (isPassive(claim.tokens, (head[0] as Word).at) !== isPassive(quote.tokens, first)) return [];
  const other = before.filter(({ isName, word }) => isName && !MONTHS.includes(word)).slice(0, 3);
  const pronoun = before.find(({ word }) => OTHERS.has(word));
  // A pronoun that nothing comes before speaks of what follows.
  const isKnown = quote.tokens.slice(0, first).some(({ isName }) => isName);
  if (other.length === 0 && !(pronoun && isKnown)) return [];
  const told = other.length > 0 ? textOf(other) : pronoun?.word;
  return [
    {
      doubt: 0.4,
      text: `The quote seems to say this of “${told}”, not of ${textOf(subject.map(({ token }) => token))}`,
      claim: subject.map(({ token }) => token),
      quote: other.length > 0 ? other : [pronoun as Token],
    },
  ];
}

const SLOTS = new Set("by to in under from with at for of on into as".split(" "));

/** "Designed by A" where the quote has "designed by B". */
function otherInItsPlace(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  const found: Doubt[] = [];
  for (const word of words) {
    const { token, at } = word;
    const small = claim.tokens[at - 1];
    const before = words.find((one) => one.at === at - 2 || one.at === at - 3);
    if (!(token.isName || token.number !== null) || !small || !SLOTS.has(small.word) || !before) continue;
    if (before.token.isName || before.token.number !== null) continue;
    const run = runAt(claim.tokens, at);
    const stems = new Set(run.map(({ stem }) => stem));
    const others: Token[][] = [];
    const isHere = (place: number) =>
      between(word.match.at, place + 1, place + 8).some(
        (one) => quote.tokens[one]?.clause === quote.tokens[place]?.clause,
      );
    let isSame = token.number !== null && word.match.at.some((one) => quote.tokens[one - 1]?.word === small.word);
    for (const place of placesOf(pair, before.token)) {
      const slot = [place + 1, place + 2].find((one) => quote.tokens[one]?.word === small.word);
      if (slot === undefined) continue;
      const after = nextDetail(quote.tokens, slot);
      const there = after === null ? [] : runAt(quote.tokens, after);
      if (there.length === 0) isSame = true;
      else if (there.some(({ stem }) => stems.has(stem)) || isHere(place)) isSame = true;
      else if (kindOf(there[0] as Token) === kindOf(token)) others.push(there);
      else isSame = true;
    }
    const [other] = others;
    if (isSame || !other) continue;
    found.push({
      doubt: 0.4,
      text: `The sentence says “${before.token.word} ${small.word} ${textOf(run)}”, the quote “${before.token.word} ${small.word} ${textOf(other)}”`,
      claim: run,
      quote: other,
    });
  }
  return found.slice(0, 2);
}

/** Names and numbers that follow one another. */
function runAt(tokens: Token[], at: number): Token[] {
  const [first] = tokens.slice(at, at + 1);
  if (!first) return [];
  const run = [first];
  for (const token of tokens.slice(at + 1, at + 4)) {
    if (!token.isName || !first.isName || token.sentence !== first.sentence || token.clause !== first.clause) break;
    run.push(token);
  }
  return run;
}

function nextDetail(tokens: Token[], slot: number): number | null {
  for (let at = slot + 1; at <= slot + 3; at++) {
    const token = tokens[at];
    if (!token || token.sentence !== tokens[slot]?.sentence) return null;
    if (token.isName || token.number !== null) return at;
    if (token.weight > 0 && at > slot + 2) return null;
  }
  return null;
}

function kindOf({ isYear, number, word }: Token): string {
  return isYear ? "year" : number !== null ? "number" : MONTHS.includes(word) ? "month" : "name";
}

/** "From A to B" against "from B to A", of whatever it is. */
function otherWay(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  const way = (tokens: Token[], at: number) => {
    for (let one = at - 1; one >= Math.max(0, at - 4); one--) {
      const { word, clause } = tokens[one] as Token;
      if (clause !== tokens[at]?.clause) return null;
      if (word === "from") return "from";
      if (word === "to" || word === "into") return "to";
    }
    return null;
  };
  if (!["from"].every((word) => claim.tokens.some((token) => token.word === word))) return [];
  const turned = words.filter(({ token, at, match }) => {
    const mine = way(claim.tokens, at);
    if (!mine || token.number !== null || match.at.length === 0) return false;
    const yours = match.at
      .filter(pair.isInWindow)
      .slice(0, 1)
      .map((place) => way(quote.tokens, place));
    return yours.length > 0 && yours.every((one) => one !== null && one !== mine);
  });
  const ways = new Set(turned.map(({ at }) => way(claim.tokens, at)));
  if (ways.size < 2) return [];
  const tokens = turned.map(({ token }) => token);
  return [{ doubt: 0.5, text: `“From” and “to” seem exchanged: ${textOf(tokens)}`, claim: tokens, quote: [] }];
}

/** Whether the sentence says what it says of a person: it begins with "she", or with the person's name. */
function isOfPerson({ claim, isPerson }: Pair): boolean {
  const [first, second] = claim.tokens;
  return PEOPLE.has(first?.word ?? "") || [first, second].some((token) => token?.isName === true && isPerson(token));
}

const PEOPLE = new Set(["he", "she", "his", "her"]);

/** "She founded it" where the quote has "was founded by Nils Halden". */
function doneByAnother(pair: Pair): Doubt[] {
  const { claim, quote, isPerson } = pair;
  if (!isOfPerson(pair)) return [];
  for (const [at, verb] of claim.tokens.entries()) {
    if (!isPivot(verb) || ORDER.has(verb.word) || isPassive(claim.tokens, at)) continue;
    for (const place of placesOf(pair, verb)) {
      const by = quote.tokens.findIndex((token, one) => one > place && one <= place + BY_WITHIN && token.word === "by");
      const there = quote.tokens[place] as Token;
      if (by < 0 || quote.tokens[by]?.sentence !== there.sentence) continue;
      const after = nextDetail(quote.tokens, by);
      const run = after === null ? [] : runAt(quote.tokens, after);
      const isOther = run.some(({ stem }) => !claim.byStem.has(stem)) && run.every(({ isName }) => isName);
      const isShared = quote.tokens.slice(by, (after ?? by) + run.length + 1).some(({ word }) => SAME_PERSON.has(word));
      if (!isOther || isShared || run.some(isPerson)) continue;
      const text = `The quote says “${there.word} by ${textOf(run)}”`;
      return [{ doubt: 0.5, text, claim: [verb], quote: [there, ...run] }];
    }
  }
  return [];
}

/** "By her and Bob Ray": by both. */
const SAME_PERSON = new Set(["her", "him", "herself", "himself", "them", "and"]);

/** Tokens between a verb and who did it: "founded in 1988 by". */
const BY_WITHIN = 6;

/** What the sentence says of a person, the quote says of "it". */
function saysItOfAThing(pair: Pair): Doubt[] {
  const [first] = pair.quote.tokens;
  if (first?.word !== "it" || !isOfPerson(pair)) return [];
  const hasPerson = pair.quote.tokens.some((token) => PEOPLE.has(token.word) || pair.isPerson(token));
  if (hasPerson || !pair.quote.tokens.slice(1, 3).some(({ word }) => HELPERS.has(word))) return [];
  return [{ doubt: 0.5, text: "The quote speaks of a thing (“it”), not of a person", claim: [], quote: [first] }];
}

/** "It has given"; "it was she who" and "it is known that" speak of people. */
const HELPERS = new Set(["has", "had"]);

/** A word in the place of another one, where all around is alike. */
function otherWord(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  const found: Doubt[] = [];
  for (const [index, word] of words.entries()) {
    const { token, match, at } = word;
    if (match.level > 0 || token.number !== null || token.weight < 0.3) continue;
    const [before, after] = [words[index - 1], words[index + 1]];
    const isLast = !after || after.token.sentence !== token.sentence;
    if (!before || before.match.at.length === 0 || at - before.at > 3) continue;
    if (!isLast && (after.match.at.length === 0 || after.at - at > 3)) continue;
    for (const place of before.match.at.filter(pair.isInWindow).slice(0, MOST_PLACES)) {
      const next = quote.tokens.slice(place + 1, place + 4).findIndex(({ weight }) => weight > 0);
      const there = quote.tokens[place + 1 + next];
      if (next < 0 || !there || there.sentence !== quote.tokens[place]?.sentence || there.isName !== token.isName)
        continue;
      if (there.number !== null || claim.byStem.has(there.stem) || areSynonyms(there.stem, token.stem)) continue;
      const then = quote.tokens.slice(place + 2 + next, place + 5 + next);
      const isClosed = isLast
        ? then.length === 0 || endsHere(then, there)
        : between(after.match.at, place + next + 2, place + next + 4).length > 0;
      if (!isClosed) continue;
      found.push({
        doubt: 0.15 + 0.25 * pair.alike,
        text: `The sentence says “${token.word}” where the quote says “${there.word}”`,
        claim: [token],
        quote: [there],
      });
      break;
    }
  }
  return found.slice(0, 2);
}

function endsHere(then: Token[], there: Token): boolean {
  return then.every(({ weight, clause }) => weight === 0 || clause !== there.clause);
}

/** What stands right before the same words in the quote is somebody else, and who is meant stands elsewhere in it. */
function otherDoes(pair: Pair): Doubt[] {
  const { claim, quote, words } = pair;
  for (const [index, subject] of words.slice(0, 2).entries()) {
    const [verb, next] = words.slice(index + 1, index + 3);
    if (!verb || !next || verb.at - subject.at > 2 || next.at - verb.at > 4) continue;
    if (subject.token.number !== null || verb.token.isName || verb.token.number !== null) continue;
    if (subject.match.at.length === 0 || subject.match.level < 0.9 || pair.isPerson(subject.token)) continue;
    if (verb.token.clause !== subject.token.clause || next.token.clause !== verb.token.clause) continue;
    if (!isVerbAt(claim.tokens, verb.at) || isPassive(claim.tokens, verb.at)) continue;
    if (NO_SUBJECT.has(claim.tokens[subject.at - 1]?.word ?? "")) continue;
    if (verb.match.level < 1 || next.match.level < 1 || words.slice(0, index).some(({ match }) => match.level > 0))
      continue;
    const gap = next.at - verb.at;
    const places = placesOf(pair, verb.token).filter(
      (at) => quote.tokens[at]?.word === verb.token.word && between(next.match.at, at + gap, at + gap).length > 0,
    );
    const before = places.map((at) => subjectAt(at, quote.tokens));
    const isHere = (at: number) => {
      const { sentence } = quote.tokens[at] as Token;
      return between(subject.match.at, at - 12, at - 1).some((one) => quote.tokens[one]?.sentence === sentence);
    };
    const [other] = before;
    if (!other || places.some(isHere) || before.some((one) => !one)) continue;
    if (claim.byStem.has(other.stem) || areSynonyms(other.stem, subject.token.stem)) continue;
    return [
      {
        doubt: 0.4,
        text: `The quote says “${verb.token.word}” of “${other.word}”, not of “${subject.token.word}”`,
        claim: [subject.token, verb.token],
        quote: [other],
      },
    ];
  }
  return [];
}

const NO_SUBJECT = new Set("of in at from with by near under on for to between through against than".split(" "));

/** A past form, or a word with an object after it. */
function isVerbAt(tokens: Token[], at: number): boolean {
  const [{ word }, next] = tokens.slice(at, at + 2) as [Token, Token | undefined];
  return (
    /[a-z]ed$/.test(word) ||
    IRREGULAR.has(word) ||
    SAME_IN_PAST.has(word) ||
    (next !== undefined && OBJECT.test(next.word))
  );
}

const OBJECT = /^(?:an?|the|its|their|his|her|no|off|up|out|that)$/;

/** The noun or name right before a verb. */
function subjectAt(at: number, tokens: Token[]): Token | null {
  const verb = tokens[at] as Token;
  const before = tokens.slice(Math.max(0, at - 3), at).filter(({ clause }) => clause === verb.clause);
  const subject = before.findLast(({ weight, number }) => weight > 0.2 && number === null);
  const small = tokens[tokens.indexOf(subject as Token) - 1];
  if (before.some(({ word }) => word === "and" || word === "or")) return null;
  if (!subject || /(?:ed|ing|ly)$/.test(subject.word) || (small && NO_SUBJECT.has(small.word))) return null;
  return isPassive(tokens, at) ? null : subject;
}

/** Two numbers of the sentence that have changed places with regard to the words beside them. */
function labelsExchanged(pair: Pair): Doubt[] {
  const { quote, words } = pair;
  const numbers = words.filter(({ token, match }) => token.number !== null && match.at.length > 0);
  for (const [index, one] of numbers.entries()) {
    const other = numbers[index + 1];
    if (!other || other.at - one.at <= 2 || one.token.number === other.token.number) continue;
    if (one.token.isYear !== other.token.isYear) continue;
    const labels = words.filter(
      ({ token, match, at }) =>
        token.number === null && match.at.length > 0 && Math.min(Math.abs(at - one.at), Math.abs(at - other.at)) <= 8,
    );
    const nearest = (at: number, places: number[]) =>
      Math.min(
        ...places.map((place) => {
          const [here, there] = [quote.tokens[at] as Token, quote.tokens[place] as Token];
          if (here.sentence !== there.sentence) return FAR;
          return Math.abs(at - place) + (here.clause === there.clause ? 0 : 2) + (place < at ? 0 : 0.5);
        }),
      );
    let [same, turned] = [0, 0];
    const marked: Token[] = [];
    for (const label of labels) {
      const own = nearestInSentence(label, one, other);
      if (own === 0) continue;
      const [first, second] = [one, other].map((number) =>
        Math.min(
          ...label.match.at.slice(0, MOST_PLACES).map((at) => nearest(at, number.match.at.slice(0, MOST_PLACES))),
        ),
      ) as [number, number];
      if (Math.abs(first - second) < 2 || Math.min(first, second) > 8) continue;
      if (first < second === own < 0) same += label.weight;
      else {
        turned += label.weight;
        marked.push(label.token);
      }
    }
    if (turned < 0.7 || turned <= 2 * same) continue;
    return [
      {
        doubt: 0.6,
        text: `In the quote, ${marked
          .slice(0, 3)
          .map(({ word }) => word)
          .join(" ")} stands beside another number`,
        claim: [...marked, one.token, other.token],
        quote: [],
      },
    ];
  }
  return [];
}

const FAR = 99;

/** Below 0 for a word that belongs to the first of two numbers, above for the second, 0 for neither. */
function nearestInSentence({ at, token }: Word, one: Word, other: Word): number {
  const far = (number: Word) => Math.abs(at - number.at) + (number.token.clause === token.clause ? 0 : 2);
  const [first, second] = [far(one), far(other)];
  if (Math.abs(first - second) < 2) return 0;
  return first < second ? -1 : 1;
}

/** "Is a conductor" where the quote speaks of no conductor. */
function isNoSuch({ claim, words }: Pair): Doubt[] {
  for (const [at, token] of claim.tokens.entries()) {
    if (!IS.has(token.word)) continue;
    const article = claim.tokens[at + 1];
    if (!article || (article.word !== "a" && article.word !== "an")) continue;
    let head: Word | undefined;
    for (let place = at + 2; place < at + 10; place++) {
      const one = claim.tokens[place];
      if (!one || one.clause !== token.clause || (one.weight === 0 && one.word !== "and")) break;
      head = words.find((word) => word.at === place) ?? head;
    }
    if (!head || head.token.isName || head.token.number !== null || head.match.level > 0) continue;
    return [{ doubt: 0.2, text: `The quote speaks of no “${head.token.word}”`, claim: [head.token], quote: [] }];
  }
  return [];
}

const IS = new Set("is was are were".split(" "));
