/** Finds a name in running text, in any spelling under which the do-not-relist list recognises it. */
import { fold, words } from "~/db.server";
import { readHtml } from "~/models/base/text/html.server";
import {
  contractLetters,
  INVISIBLE,
  latinSpellings,
  loadSkeleton,
  readingsOf,
  withoutInitials,
  writeOut,
} from "./look-alikes.server";
import { nameMatcher, nameWords } from "./relisting.server";

export interface NameFinder {
  isIn(text: string): Promise<boolean>;
  /** Patterns for LIKE on lower case. An ASCII text that matches none of them does not contain the name. */
  patterns: string[];
}

interface Target {
  words: Set<string>;
  /** The words in alphabetical order. */
  sortedWords: string;
  /** All words as one, also with the last name first. */
  joinedNames: string[];
  count: number;
}

/** Matches scripts without spaces between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Matches characters that are neither ASCII nor punctuation. */
const OTHER_CHARACTERS = /[^\x00-\x7f\p{P}\p{Z}]/u;
/** The limit of pieces of a name: "Ann ika Maria Test well". */
const MAX_PIECES = 12;

export async function nameFinder(names: string[]): Promise<NameFinder> {
  const readings = await Promise.all(names.map(readingsOf));
  const visibleNames = readings.flatMap(({ visibleName, readings }) =>
    [visibleName, ...readings.slice(0, 1), writeOut(visibleName) ?? [], latinSpellings(visibleName)].flat(),
  );
  const forms = [...new Set([...visibleNames, ...visibleNames.flatMap((name) => withoutInitials(name) ?? [])])];
  const skeletonOf = await loadSkeleton(forms.join());
  const targets = [...new Set([...forms, ...forms.map(contractLetters)])].flatMap(
    (form) => targetOf(nameWords(form).map(skeletonOf)) ?? [],
  );
  const unspacedNames = forms.filter((form) => UNSPACED_SCRIPTS.test(form)).map((form) => words(form).join(""));
  const isName = await nameMatcher(names);
  const patterns = [...new Set(forms.flatMap(patternsOf))];
  const pieces = patterns.map((pattern) => pattern.split(/[%_]/).filter(Boolean));
  return {
    patterns,
    async isIn(text) {
      for (const reading of await textReadings(text)) if (await containsName(reading)) return true;
      return false;
    },
  };

  async function containsName(plain: string): Promise<boolean> {
    // Skips most texts: those in ASCII have no letters that look like others, apart from dashes and quotation marks.
    if (!OTHER_CHARACTERS.test(plain)) {
      const lowerText = plain.toLowerCase();
      if (!pieces.some((patternPieces) => patternPieces.every((piece) => lowerText.includes(piece)))) return false;
    }
    if (unspacedNames.some((name) => words(plain).join("").includes(name))) return true;
    const tokens = await tokensOf(plain);
    // Allows an initial between the names.
    const tokenLists = [tokens, tokens.filter(({ skeleton }) => skeleton.length > 1)];
    for (const list of tokenLists)
      for (const candidate of candidatesIn(plain, list, targets)) if (await isName(candidate)) return true;
    return false;
  }
}

function targetOf(name: string[]): Target | null {
  if (name.length === 0) return null;
  const joinedNames = [name.join(""), [...name.slice(-1), ...name.slice(0, -1)].join("")];
  return { words: new Set(name), sortedWords: name.toSorted().join(" "), joinedNames, count: name.length };
}

interface Token {
  skeleton: string;
  start: number;
  end: number;
}

async function tokensOf(text: string): Promise<Token[]> {
  const skeletonOf = await loadSkeleton(text);
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}\p{So}|]+/gu), (match) => ({
    skeleton: skeletonOf(fold(match[0])),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Yields passages with the letters of a name. */
function* candidatesIn(text: string, tokens: Token[], targets: Target[]): Generator<string> {
  for (const [index, { skeleton, start }] of tokens.entries()) {
    for (const { words: name, sortedWords, joinedNames, count } of targets) {
      const passage = (length: number) => text.slice(start, tokens[index + length - 1]?.end);
      if (name.has(skeleton) && index + count <= tokens.length) {
        const skeletons = tokens.slice(index, index + count).map((token) => token.skeleton);
        if (skeletons.toSorted().join(" ") === sortedWords) yield passage(count);
      }
      for (const joinedName of joinedNames) {
        let length = 0;
        for (
          let remainingLetters = joinedName;
          remainingLetters.startsWith(tokens[index + length]?.skeleton || "\0") && length < MAX_PIECES;
        ) {
          remainingLetters = remainingLetters.slice(tokens[index + length]?.skeleton.length);
          length++;
          if (remainingLetters === "") yield passage(length);
        }
      }
    }
  }
}

/**
 * Returns a text in several readings: without escapes; with blanks in place of "|", which is no letter there; and as a
 * page shows it.
 */
async function textReadings(text: string): Promise<string[]> {
  const storedText = withoutEscapes(text);
  const withoutBars = storedText.replaceAll("|", " ");
  const visibleReading = /[&<]|\]\(/.test(withoutBars) ? withoutEscapes(await visibleText(withoutBars)) : withoutBars;
  return [...new Set([storedText, withoutBars, visibleReading])];
}

/** Tags within a line, which do not divide words. */
const WITHIN_LINES = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s small span strong sub sup u wbr".split(" "),
);

/** Returns a text without tags, comments and addresses of links, and with character references replaced. */
async function visibleText(text: string): Promise<string> {
  let result = "";
  const separate = (name: string) => {
    if (!WITHIN_LINES.has(name)) result += " ";
  };
  await readHtml(
    text.replace(/\]\([^()\s]{0,2000}\)/g, "]"),
    { hidden: new Set() },
    {
      text(piece) {
        result += piece;
      },
      opens(name) {
        separate(name);
        return false;
      },
      closes: separate,
    },
  );
  return result;
}

/** Returns a text without invisible characters, and with the escapes of JSON and of addresses replaced. */
function withoutEscapes(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, " ")
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return " ";
      }
    });
}

/**
 * Returns patterns of the two longest words of a name, with room for characters that look like their letters. One of the
 * words may stand in pieces.
 */
function patternsOf(name: string): string[] {
  const longestWords = nameWords(name)
    .toSorted((first, second) => second.length - first.length)
    .slice(0, 2);
  return longestWords.map((word) => `%${word.replace(/rn|vv|[mw]|[^\x00-\x7f]+/gu, "%").replace(/[oil01|_]/g, "_")}%`);
}
