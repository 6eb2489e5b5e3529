/** Reads the numbers of a text, in digits and in words, with every value that a reader may take them for. */
import { normalized } from "../../../../../db/fold";

export interface Numeral {
  from: number;
  to: number;
  /** Every value that the number may have. */
  values: number[];
  /** Marks a year, decade or day. */
  isDate: boolean;
  /** Says that the number is clearly no part of a name, a time or a fraction. */
  isSure: boolean;
  /** The values of its parts. */
  parts: number[];
  /** The usual name of the unit; "" for none. */
  unit: string;
  unitAt: [from: number, to: number] | null;
}

export interface Numbers {
  numerals: Numeral[];
  /** The values of all numbers, and those implied by a date, a fraction or a word such as "both". */
  values: Set<number>;
}

const UNITS = new Map(
  `second sec secs s|minute min mins|hour hr hrs h|day|week wk wks|month mo mos|year yr yrs|decade|century centuries
  |nanometre nanometer nm|micrometre micrometer micron µm um|millimetre millimeter mm|centimetre centimeter cm
  |metre meter|kilometre kilometer km|mile|inch inches|foot feet ft|acre|hectare ha
  |nanogram ng|microgram µg ug mcg|milligram mg|gram gramme g|kilogram kg kilo|tonne ton|pound lb lbs £|ounce oz
  |millilitre milliliter ml|litre liter l|kilocalorie kcal calorie|joule|volt|watt|hertz hz|degree °|molar|mmol|bpm
  |percent pct %|dollar usd $|euro eur €|yen jpy ¥|franc chf|rupee`
    .split("|")
    .flatMap((line) => {
      const [name = "", ...variants] = line.trim().split(/\s+/);
      return [name, ...variants].flatMap((variant): [string, string][] => [
        [variant, name],
        [`${variant}s`, name],
      ]);
    }),
);
const MULTIPLIERS = new Map<string, number>([
  ...["hundred", "thousand", "million", "billion", "trillion", "lakh", "crore", "dozen"].map(
    (word, index): [string, number] => [word, [100, 1e3, 1e6, 1e9, 1e12, 1e5, 1e7, 12][index] as number],
  ),
  ...["k", "m", "mn", "bn", "b", "tn"].map((word, index): [string, number] => [
    word,
    [1e3, 1e6, 1e6, 1e9, 1e9, 1e12][index] as number,
  ]),
]);
const SMALL_NUMBERS =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`.split(/\s+/);
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth`.split(/\s+/);
const NUMBER_WORDS = new Map<string, number>([
  ...SMALL_NUMBERS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, 20 + 10 * index]),
]);
const ORDINAL_WORDS = new Map<string, number>([
  ...ORDINALS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word.replace(/y$/, "ieth"), 20 + 10 * index]),
]);
/**
 * Words for quantities that only a reader can put a number to. The quote may mean such a number; the sentence is not
 * compared for it.
 */
const IMPLIED_NUMBERS = new Map<string, number[]>(
  Object.entries({
    once: [1],
    twice: [2],
    thrice: [3],
    both: [2],
    pair: [2],
    couple: [2],
    twin: [2],
    twins: [2],
    double: [2, 100],
    doubled: [2, 100],
    doubling: [2, 100],
    triple: [3, 200],
    tripled: [3, 200],
    quadrupled: [4, 300],
    half: [0.5, 50],
    halved: [0.5, 50],
    halves: [0.5, 50, 2],
    quarter: [0.25, 25],
    quarters: [0.25, 25, 75],
    third: [33, 3],
    thirds: [67, 66, 33, 3],
    fifth: [20, 5],
    fifths: [20, 40, 60, 80, 5],
    tenth: [10],
    score: [20],
    decade: [10],
    century: [100],
    fortnight: [14, 2],
  }),
);
const TOKEN = /\d{1,3}(?:[ '\u00ad]\d{3})+(?!\d)|\d+(?:[.,]\d+)*|[\p{L}]+/gu;
/** Matches one or two dates in figures. */
const DATES_IN_FIGURES = /\d{1,4}([./-])\d{1,4}(?:\1\d{1,4})?/g;
const SIGNS = /^[%°$€£¥]/;

interface Token {
  text: string;
  from: number;
  to: number;
  isDigits: boolean;
}

/**
 * Returns the numbers of a text.
 * @param isEnglish Reads "12,345" as a whole number.
 */
export function numbersIn(plain: string, isEnglish: boolean): Numbers {
  const tokens: Token[] = Array.from(plain.matchAll(TOKEN), ({ 0: text, index: from }) => ({
    text: text.toLowerCase(),
    from,
    to: from + text.length,
    isDigits: /^\d/.test(text),
  }));
  const numerals: Numeral[] = [];
  const values = new Set<number>();
  const addValues = (...newValues: number[]) => {
    for (const value of newValues) values.add(roundValue(value));
  };
  for (let index = 0; index < tokens.length; ) {
    const { text } = tokens[index] as Token;
    const isWord = isNumberWord(text) && (text.length < 4 || text === "hundred" || !MULTIPLIERS.has(text));
    const numeral = tokens[index]?.isDigits
      ? readDigits(plain, tokens, index, isEnglish)
      : isWord
        ? readWords(plain, tokens, index)
        : null;
    if (!numeral) addValues(...impliedBy(text));
    else {
      numerals.push(numeral);
      addValues(...numeral.values, ...numeral.parts);
    }
    index = numeral?.nextIndex ?? index + 1;
  }
  for (const { 0: date } of plain.matchAll(DATES_IN_FIGURES)) addValues(...date.split(/\D/).map(Number));
  for (const { 0: sign } of plain.matchAll(/[\u00bc-\u00be\u2150-\u215e]/g)) {
    const [above = 1, below = 1] = normalized(sign, "NFKC").split(/\D/).map(Number);
    addValues(above / below, Math.round((100 * above) / below));
  }
  addSharedMultiples(tokens, numerals, addValues);
  return { numerals, values };
}

/** A numeral with the index of the token after it. */
type ReadNumeral = Numeral & { nextIndex: number };

/** Returns the next token if only a blank or a hyphen stands between. */
function adjacentToken(plain: string, tokens: Token[], at: number): Token | undefined {
  const [token, nextToken] = [tokens[at], tokens[at + 1]];
  return token && nextToken && /^[ \u00ad-]{0,2}$/.test(plain.slice(token.to, nextToken.from)) ? nextToken : undefined;
}

function readDigits(plain: string, tokens: Token[], at: number, isEnglish: boolean): ReadNumeral {
  const token = tokens[at] as Token;
  const { text, from, to } = token;
  const isSure = standsAlone(plain, token) && !/[.,]\d+[.,]/.test(text);
  const parts = isSure && plain[to] !== "." ? [] : text.split(/\D/).map(Number);
  const values = possibleValues(text, isEnglish);
  const [value = 0] = values;
  // Reads "p < .05".
  if (/(?:^|\D)\.$/.test(plain.slice(Math.max(0, from - 2), from))) parts.push(Number(`0.${text.replace(/\D/g, "")}`));
  // Reads "1998-99".
  const [, century] = (text.length === 2 && /(\d\d)\d\d[-/]$/.exec(plain.slice(Math.max(0, from - 5), from))) || [];
  if (century) values.unshift(100 * Number(century) + value);
  const nextToken = adjacentToken(plain, tokens, at);
  const isDecade = nextToken?.from === to && nextToken.text === "s" && value % 10 === 0;
  if (value < 100 && (isDecade || plain[from - 1] === "'")) values.push(1900 + value, 2000 + value);
  const isYear = /^\d{4}$/.test(text) && value >= 1000 && value <= 2100;
  const numeral: ReadNumeral = {
    from,
    to,
    values,
    parts,
    isSure,
    isDate: isYear || isDecade || century !== undefined,
    unit: "",
    unitAt: null,
    nextIndex: at + 1,
  };
  if (nextToken && (isDecade || (nextToken.from === to && /^(?:st|nd|rd|th)$/.test(nextToken.text)))) {
    numeral.to = nextToken.to;
    numeral.nextIndex++;
  } else if (nextToken?.from === to && !UNITS.has(nextToken.text) && !MULTIPLIERS.has(nextToken.text))
    numeral.isSure = false;
  return withUnit(plain, tokens, withTimes(plain, tokens, numeral));
}

function readWords(plain: string, tokens: Token[], at: number): ReadNumeral {
  const { text, from } = tokens[at] as Token;
  const words = [text];
  let lastIndex = at;
  for (;;) {
    const isAnd = adjacentToken(plain, tokens, lastIndex)?.text === "and" && MULTIPLIERS.has(words.at(-1) ?? "");
    const nextToken = adjacentToken(plain, tokens, isAnd ? lastIndex + 1 : lastIndex);
    if (!nextToken || words.length > 11 || ORDINAL_WORDS.has(words.at(-1) ?? "") || !isNumberWord(nextToken.text))
      break;
    words.push(nextToken.text);
    lastIndex += isAnd ? 2 : 1;
  }
  const wordAfter = adjacentToken(plain, tokens, lastIndex)?.text ?? "";
  const isFraction =
    /^(?:halves|thirds|quarters|[a-z]+ths)$/.test(wordAfter) ||
    (wordAfter === "of" && words.some((word) => ORDINAL_WORDS.has(word)));
  const value = valueOfWords(words);
  const parts = words.map((word) => NUMBER_WORDS.get(word) ?? ORDINAL_WORDS.get(word) ?? MULTIPLIERS.get(word) ?? 0);
  const numeral: ReadNumeral = {
    from,
    to: tokens[lastIndex]?.to ?? from,
    values: [value],
    parts: [...parts, ...impliedBy(text)],
    isDate: false,
    isSure: text !== "second" && !isFraction,
    unit: "",
    unitAt: null,
    nextIndex: lastIndex + 1,
  };
  return withUnit(plain, tokens, numeral);
}

/** Reads "5 million", and "5m", which may also be metres. */
function withTimes(plain: string, tokens: Token[], numeral: ReadNumeral): ReadNumeral {
  const nextToken = adjacentToken(plain, tokens, numeral.nextIndex - 1);
  const multiplier =
    nextToken && (MULTIPLIERS.get(nextToken.text) ?? MULTIPLIERS.get(nextToken.text.replace(/s$/, "")));
  if (!nextToken || !multiplier || (nextToken.text.length < 3 && nextToken.from !== numeral.to)) return numeral;
  const multipliedValues = numeral.values.map((value) => value * multiplier);
  const values = nextToken.text.length < 3 ? [...numeral.values, ...multipliedValues] : multipliedValues;
  return { ...numeral, values, to: nextToken.to, isDate: false, nextIndex: numeral.nextIndex + 1 };
}

function withUnit(plain: string, tokens: Token[], numeral: ReadNumeral): ReadNumeral {
  const signBefore = plain[numeral.from - 1] ?? "";
  const nextToken = adjacentToken(plain, tokens, numeral.nextIndex - 1);
  const gap = /[ -]/.test(plain[numeral.to] ?? "") ? 1 : 0;
  const place = numeral.to + gap;
  const sign = plain[place] ?? "";
  let [unit, unitAt]: [string | undefined, [number, number]] = [undefined, [0, 0]];
  if (SIGNS.test(signBefore)) [unit, unitAt] = [UNITS.get(signBefore), [numeral.from - 1, numeral.from]];
  else if (SIGNS.test(sign)) [unit, unitAt] = [UNITS.get(sign), [place, place + 1]];
  else if (nextToken?.text === "per" && /^ cent\b/i.test(plain.slice(nextToken.to, nextToken.to + 6)))
    [unit, unitAt] = ["percent", [nextToken.from, nextToken.to + 5]];
  else if (nextToken) [unit, unitAt] = [UNITS.get(nextToken.text), [nextToken.from, nextToken.to]];
  const { values } = numeral;
  const parts = [...numeral.parts];
  if (unit === "percent") parts.push(...values.map((value) => value / 100));
  if (values.some((value) => value > 0 && value < 1)) parts.push(...values.map((value) => value * 100));
  return unit ? { ...numeral, parts, isDate: false, unit, unitAt } : { ...numeral, parts };
}

/** Returns the numbers implied by words such as "both", "tenfold", "the sixties", "phase II" and "a thousand". */
function impliedBy(word: string): number[] {
  const tens = NUMBER_WORDS.get(word.replace(/ies$/, "y")) ?? 0;
  return [
    ...(IMPLIED_NUMBERS.get(word) ?? []),
    ...(tens && word.endsWith("ies") ? [tens, 1900 + tens, 2000 + tens] : []),
    ...(/^[ivx]{1,5}$/.test(word) ? [romanOf(word)] : []),
    NUMBER_WORDS.get(word.replace(/fold$/, "")) ?? MULTIPLIERS.get(word.replace(/s$/, "")) ?? 0,
  ];
}

/** Adds multiples that are named once for several numbers: a table "in millions", or "5 to 6 million". */
function addSharedMultiples(
  tokens: { text: string; isDigits: boolean }[],
  numerals: Numeral[],
  addValues: (...values: number[]) => void,
) {
  const sharedMultipliers = new Set(
    tokens
      .flatMap(({ text }) => MULTIPLIERS.get(text.replace(/s$/, "")) ?? [])
      .filter((multiplier) => multiplier > 100),
  );
  for (const multiplier of sharedMultipliers)
    for (const { values } of numerals)
      if (values.every((value) => value < 1_000)) addValues(...values.map((value) => value * multiplier));
}

function isNumberWord(word: string): boolean {
  return NUMBER_WORDS.has(word) || ORDINAL_WORDS.has(word) || (MULTIPLIERS.has(word) && word.length > 2);
}

/** Returns 206 for "two hundred and six" and 1998 for "nineteen ninety-eight". */
function valueOfWords(words: string[]): number {
  let [total, current] = [0, 0];
  for (const word of words) {
    const multiplier = MULTIPLIERS.get(word);
    const value = NUMBER_WORDS.get(word) ?? ORDINAL_WORDS.get(word) ?? 0;
    if (multiplier && multiplier > 100) [total, current] = [total + (current || 1) * multiplier, 0];
    else if (multiplier) current = (current || 1) * multiplier;
    else if (current >= 10 && current < 100 && value >= 10) current = current * 100 + value;
    else current += value;
  }
  return total + current;
}

function possibleValues(digits: string, isEnglish: boolean): number[] {
  const parts = digits.split(/\D/);
  const separators = digits.match(/\D/g) ?? [];
  const joined = Number(parts.join(""));
  if (separators.length === 0) return [joined];
  const isGrouped =
    parts.slice(1).every(({ length }) => length === 3) &&
    (parts[0]?.length ?? 4) <= 3 &&
    new Set(separators).size === 1;
  const decimal = Number(`${parts.slice(0, -1).join("")}.${parts.at(-1)}`);
  if (isGrouped && separators.length > 1) return [joined];
  if (isGrouped) return separators[0] === "." || (separators[0] === "," && !isEnglish) ? [decimal, joined] : [joined];
  return separators[0] === "," && separators.length === 1 ? [decimal, ...parts.map(Number)] : [decimal];
}

/** Tells whether digits are a number of their own, and no part of "IL-6", "10:30", "3/4" or "2.0.1". */
function standsAlone(plain: string, { text, from, to }: { text: string; from: number; to: number }): boolean {
  const [textBefore, textAfter] = [plain.slice(Math.max(0, from - 2), from), plain.slice(to, to + 2)];
  if (/[\p{L}\p{M}_^~]$/u.test(textBefore) || /^[\p{No}_]/u.test(textAfter)) return false;
  if (/[\p{L}\d]-$/u.test(textBefore) && !/^\d{4}$/.test(text) && !/\d-$/.test(textBefore)) return false;
  if (/\d[:/]$/.test(textBefore)) return false;
  return !/^[:/]\d/.test(textAfter) || (/^\d{4}$/.test(text) && textAfter.startsWith("/"));
}

function romanOf(letters: string): number {
  const values = Array.from(letters, (letter) => ({ i: 1, v: 5, x: 10 })[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

export function roundValue(value: number): number {
  return Number(value.toPrecision(12));
}

/** Tells whether a text has a number in any form. A decade or century also matches each of its years. */
export function hasNumber({ values }: Numbers, numeral: Numeral, plain: string): boolean {
  if (numeral.values.some((value) => values.has(roundValue(value)))) return true;
  if (numeral.unit === "percent" && numeral.values.some((value) => values.has(roundValue(value / 100)))) return true;
  const isDecade = /s$/i.test(plain.slice(numeral.from, numeral.to));
  const isCentury = /^[ -]centur/i.test(plain.slice(numeral.to, numeral.to + 7));
  return numeral.values.some((value) => {
    const [firstYear, lastYear] = isCentury ? [100 * value - 99, 100 * value] : [value, value + 9];
    return (isDecade || isCentury) && [...values].some((number) => number >= firstYear && number <= lastYear);
  });
}
