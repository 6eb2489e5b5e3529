/** Finds facts that a sentence states and its quote does not, or the other way round. Doubtful cases are left out. */
import type { Fact, Range } from "./fact";
import { keysOf, missingNames } from "./names.server";
import { hasNumber, type Numbers, type Numeral, numbersIn } from "./numbers.server";
import { isEnglish, isLatin, isOfLanguage, plainText, type Word, wordsOf } from "./words.server";

/** The limit of characters of a sentence or quote; longer ones are not compared. */
const MAX_LENGTH = 4_000;
/** Numbers up to this one, and its multiples, may be written in words: "3,5 Millionen". */
const MAX_IN_WORDS = 100;
const MAX_FACTS = 50;

interface Text {
  plain: string;
  words: Word[];
  numbers: Numbers;
  isEnglish: boolean;
}

/**
 * Returns the differences between a sentence and its quote.
 * @param person The name of the person whom the page is about: a quote need not name them.
 */
export async function factsOf(sentence: string, quote: string, person = ""): Promise<Fact[]> {
  if (
    !quote.trim() ||
    sentence.length > MAX_LENGTH ||
    quote.length > MAX_LENGTH ||
    !isLatin(quote) ||
    !isLatin(sentence)
  )
    return [];
  const [claim, source] = readTexts(sentence, quote);
  const factAbout = (kind: Fact["kind"], claimRanges: Range[], quoteRanges: Range[] = []): Fact => ({
    kind,
    sentence: claimRanges[0] ? sentence.slice(...claimRanges[0]) : "",
    quote: [...new Set(quoteRanges.map((range) => quote.slice(...range)))].join(", "),
    marks: { sentence: claimRanges, quote: quoteRanges },
  });
  const dates = missingMonths(claim, source).map((range) => factAbout("date", [range]));
  const numbers = missingNumbers(claim, source).map((numeral) => {
    const kind = numeral.isDate ? "date" : "number";
    return factAbout(kind, [[numeral.from, numeral.to]], replacementsFor(numeral, claim, source));
  });
  const units = otherUnits(claim, source).map(([claimUnit, quoteUnit]) => factAbout("unit", [claimUnit], [quoteUnit]));
  const ignoredKeys = new Set([...keysOf(person), ...calendar().keys()]);
  const isOneLanguage = claim.isEnglish ? source.isEnglish : isOfLanguage(claim.words, source.words);
  const missingRanges = await missingNames(claim.words, source.words, { ignoredKeys, isOneLanguage });
  const names = missingRanges.map((range) => factAbout("name", [range]));
  const negations = negationOnOneSide(claim, source).map(([claimRanges, quoteRanges]) =>
    factAbout("negation", claimRanges, quoteRanges),
  );
  return mergeEqualFacts([...dates, ...numbers, ...units, ...names, ...negations]).slice(0, MAX_FACTS);
}

function readTexts(sentence: string, quote: string): [Text, Text] {
  const texts = [sentence, quote].map((text) => {
    const plain = plainText(text);
    return { plain, words: wordsOf(plain) };
  }) as [Pick<Text, "plain" | "words">, Pick<Text, "plain" | "words">];
  const [claim, source] = texts;
  const areEnglish = texts.some(({ words }) => isEnglish(words)) && isOfLanguage(claim.words, source.words);
  return texts.map(({ plain, words }) => {
    const english = areEnglish || isEnglish(words);
    return { plain, words, numbers: numbersIn(plain, english), isEnglish: english };
  }) as [Text, Text];
}

/** Joins equal facts into one that marks each place in the sentence. */
function mergeEqualFacts(facts: Fact[]): Fact[] {
  const factsByKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.sentence.toLowerCase()} ${fact.quote}`;
    const earlierFact = factsByKey.get(key);
    if (earlierFact) earlierFact.marks.sentence.push(...fact.marks.sentence);
    else factsByKey.set(key, fact);
  }
  return [...factsByKey.values()];
}

function missingNumbers(claim: Text, source: Text): Numeral[] {
  return claim.numbers.numerals.filter((numeral) => {
    const { isSure, isDate, values } = numeral;
    const isComparable = isSure && values.every((value) => value > 1 || (value > 0 && value < 1));
    const mayBeInWords = values.some((value) => value <= MAX_IN_WORDS || (value % MAX_IN_WORDS === 0 && !isDate));
    if (!isComparable || (!source.isEnglish && mayBeInWords)) return false;
    return !hasNumber(source.numbers, numeral, claim.plain);
  });
}

/**
 * Returns the numbers of the quote that may stand in place of the missing one: of the same kind, and absent from the
 * sentence.
 */
function replacementsFor({ isDate, unit }: Numeral, claim: Text, source: Text): Range[] {
  return source.numbers.numerals
    .filter(
      (numeral) =>
        numeral.isSure &&
        numeral.isDate === isDate &&
        numeral.unit === unit &&
        !hasNumber(claim.numbers, numeral, source.plain),
    )
    .map(({ from, to }) => [from, to]);
}

/** Returns the numbers that the quote has only with another unit. */
function otherUnits(claim: Text, source: Text): [Range, Range][] {
  const byValue = Map.groupBy(
    source.numbers.numerals.flatMap((numeral) => numeral.values.map((value) => ({ value, numeral }))),
    ({ value }) => value,
  );
  return claim.numbers.numerals.flatMap(({ isSure, values, unit, unitAt }): [Range, Range][] => {
    const equalNumbers = values.flatMap((value) => byValue.get(value) ?? []);
    const [firstEqual] = equalNumbers;
    if (!isSure || !unitAt || !firstEqual?.numeral.unitAt) return [];
    const isOther = equalNumbers.every(({ numeral }) => numeral.unit !== "" && numeral.unit !== unit);
    return isOther ? [[unitAt, firstEqual.numeral.unitAt]] : [];
  });
}

const LANGUAGES = "en de fr es it pt nl sv da nb fi pl cs hu ro tr ca hr id".split(" ");
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2001, month, 15));
const WEEK = Array.from({ length: 7 }, (_, day) => Date.UTC(2001, 0, day + 1));
let monthsInAllLanguages: Map<string, number> | undefined;
let englishCalendar: Map<string, number> | undefined;

/**
 * Returns the months by their names in languages of the Latin script: whole, shortened and as they stand in dates. January
 * is 1.
 */
function monthNames(): Map<string, number> {
  monthsInAllLanguages ??= new Map(LANGUAGES.flatMap((language) => namesOf(language, "month", MONTHS)));
  return monthsInAllLanguages;
}

/** Returns the English names of months (from 1) and of days of the week (0). */
function calendar(): Map<string, number> {
  englishCalendar ??= new Map([
    ...namesOf("en", "weekday", WEEK).map(([name]): [string, number] => [name, 0]),
    ...namesOf("en", "month", MONTHS),
    ["sept", 9],
  ]);
  return englishCalendar;
}

function namesOf(language: string, part: "month" | "weekday", times: number[]): [string, number][] {
  const options = [
    { [part]: "long" },
    { [part]: "short" },
    { [part]: "long", day: "numeric" },
  ] as Intl.DateTimeFormatOptions[];
  return options.flatMap((option) => {
    const format = new Intl.DateTimeFormat(language, { ...option, timeZone: "UTC" });
    return times.flatMap((time, index) => {
      const monthOrDay = format.formatToParts(time).find(({ type }) => type === part)?.value ?? "";
      return wordsOf(plainText(monthOrDay)).flatMap(({ key }): [string, number][] =>
        key.length > 2 ? [[key, index + 1]] : [],
      );
    });
  });
}

/** Matches words after which "May" and "March" are months; beside a number they always are. */
const LEADS_TO_MONTH = /^(?:in|since|until|till|from|by|through|during|before|after|of|early|late|mid)$/;
const AMBIGUOUS_MONTH = /^(?:march|april|may|june|august|.{3,4})$/;
const SHORTENED_MONTH = /^(?!june|july|may).{3,4}$/;

function missingMonths({ plain, words }: Text, source: Text): Range[] {
  const sourceMonths = monthsIn(source);
  return words.flatMap((word, index): Range[] => {
    const month = word.isCapital ? calendar().get(word.key) : undefined;
    if (!month || sourceMonths.has(month)) return [];
    const [textBefore, textAfter] = [
      plain.slice(Math.max(0, word.from - 8), word.from),
      plain.slice(word.to, word.to + 4),
    ];
    const isBesideNumber = /\d(?:st|nd|rd|th)?(?: of)? $/i.test(textBefore) || /^\.?,? ?\d/.test(textAfter);
    const isAfterPreposition =
      LEADS_TO_MONTH.test(words[index - 1]?.key ?? "") &&
      !SHORTENED_MONTH.test(word.key) &&
      !isBeforeName(words, index);
    return isBesideNumber || isAfterPreposition || !AMBIGUOUS_MONTH.test(word.key) ? [[word.from, word.to]] : [];
  });
}

function isBeforeName(words: Word[], at: number): boolean {
  const nextWord = words[at + 1];
  return nextWord?.isCapital === true && nextWord.gap === " ";
}

function monthsIn({ plain, words }: Text): Set<number> {
  const months = new Set(words.flatMap(({ key }) => monthNames().get(key) ?? calendar().get(key) ?? []));
  for (const { 0: date } of plain.matchAll(/\d{1,4}[./-]\d{1,2}(?!\d)/g))
    for (const part of date.split(/\D/)) months.add(Number(part));
  return months;
}

const NEGATORS = new Set("not never no none nobody nothing neither nor cannot without nowhere".split(" "));
/** Matches phrases with a negative word that deny nothing, or not for sure. */
const IDIOM =
  /\b(?:not (?:only|just|merely|simply|solely|least|to mention|surprisingly|until)|no (?:doubt|wonder|matter|less|fewer|other)|whether or not|if not|why not|none other|nothing (?:but|less|short of)|no\.? ?\d|yes or no)\b/gi;
/** Matches words of the other text that may deny the same. */
const MAY_DENY =
  /^(?:non|un(?!i[^n]|der|til)|lack|fail|den(?:y|ie)|refus|reject|absen|avoid|prevent|ceas|stop|missing|instead|rather|except|hardly|barely|scarce|rare|seldom|few|little|false|wrong|imposs|contra|doubt|dismiss|abandon|incap|inab|exclu|only|despite|although)|less$/;

function negationOnOneSide(claim: Text, source: Text): [Range[], Range[]][] {
  if (!claim.isEnglish || !source.isEnglish) return [];
  const [claimNegators, quoteNegators] = [negatorsIn(claim), negatorsIn(source)];
  const keys = new Set(claim.words.filter(({ key }) => key.length > 3).map(({ key }) => key));
  if (claimNegators.length > 0 && quoteNegators.length === 0 && !mayDeny(source)) return [[claimNegators, []]];
  if (claimNegators.length > 0 || quoteNegators.length === 0 || mayDeny(claim)) return [];
  // Looks in the clauses of the quote that share a word with the sentence.
  const sharedClauses = new Set(source.words.filter(({ key }) => keys.has(key)).map(({ clause }) => clause));
  const nearNegators = quoteNegators.filter(([from]) =>
    source.words.some((word) => word.from === from && sharedClauses.has(word.clause)),
  );
  return nearNegators.length > 0 ? [[[], nearNegators]] : [];
}

function negatorsIn({ plain, words }: Text): Range[] {
  const idioms = Array.from(
    plain.matchAll(IDIOM),
    ({ 0: text, index }) => index + text.search(/\b(?:not|no|nothing|none)\b/i),
  );
  const idiomPositions = new Set(idioms);
  return words
    .filter(({ key, written, from }) => (NEGATORS.has(key) || /n't$/i.test(written)) && !idiomPositions.has(from))
    .map(({ from, to }) => [from, to]);
}

function mayDeny({ words }: Text): boolean {
  return words.some(({ key, written }) => MAY_DENY.test(key) || NEGATORS.has(key) || /n't$/i.test(written));
}
