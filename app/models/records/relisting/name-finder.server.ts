/** Finding a name in running text, written in any way in which the list of who is not to be relisted knows it again. */
import { fold, words } from "~/db.server";
import { readHtml } from "~/models/base/text/html.server";
import { INVISIBLE, looksOf, readingsOf, takenTogether, withoutInitials, writtenOut } from "./look-alikes.server";
import { ownWords, recogniserOf } from "./relisting.server";

export interface NameFinder {
  isIn(text: string): Promise<boolean>;
  /** Patterns for LIKE, on lower case: what has none of them and is of ASCII does not say a name. */
  patterns: string[];
}

interface Target {
  words: Set<string>;
  /** The words in alphabetical order. */
  sorted: string;
  /** All as one word, with the last name first, too. */
  joined: string[];
  count: number;
}

/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Neither of ASCII nor punctuation. */
const OTHER_SIGNS = /[^\x00-\x7f\p{P}\p{Z}]/u;
/** "Ann ika Maria Test well". */
const MOST_PIECES = 12;

export async function nameFinder(names: string[]): Promise<NameFinder> {
  const readings = await Promise.all(names.map(readingsOf));
  const visible = readings.flatMap(({ visible, readings }) =>
    [visible, ...readings.slice(0, 1), writtenOut(visible) ?? []].flat(),
  );
  const forms = [...new Set([...visible, ...visible.flatMap((name) => withoutInitials(name) ?? [])])];
  const lookOf = await looksOf(forms.join());
  const targets = [...new Set([...forms, ...forms.map(takenTogether)])].flatMap(
    (form) => targetOf(ownWords(form).map(lookOf)) ?? [],
  );
  const unspaced = forms.filter((form) => UNSPACED.test(form)).map((form) => words(form).join(""));
  const isName = await recogniserOf(names);
  const patterns = [...new Set(forms.flatMap(patternsOf))];
  const pieces = patterns.map((pattern) => pattern.split(/[%_]/).filter(Boolean));
  return {
    patterns,
    async isIn(text) {
      for (const reading of await waysToRead(text)) if (await isSaid(reading)) return true;
      return false;
    },
  };

  async function isSaid(plain: string): Promise<boolean> {
    // Most texts are of ASCII but for dashes and quotation marks: no letter looks like one of the name.
    if (!OTHER_SIGNS.test(plain)) {
      const lower = plain.toLowerCase();
      if (!pieces.some((all) => all.every((piece) => lower.includes(piece)))) return false;
    }
    if (unspaced.some((name) => words(plain).join("").includes(name))) return true;
    const tokens = await tokensOf(plain);
    // An initial may stand between the names.
    const lists = [tokens, tokens.filter(({ look }) => look.length > 1)];
    for (const list of lists)
      for (const candidate of candidatesIn(plain, list, targets)) if (await isName(candidate)) return true;
    return false;
  }
}

function targetOf(name: string[]): Target | null {
  if (name.length === 0) return null;
  const joined = [name.join(""), [...name.slice(-1), ...name.slice(0, -1)].join("")];
  return { words: new Set(name), sorted: name.toSorted().join(" "), joined, count: name.length };
}

interface Token {
  look: string;
  start: number;
  end: number;
}

async function tokensOf(text: string): Promise<Token[]> {
  const lookOf = await looksOf(text);
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}\p{So}|]+/gu), (match) => ({
    look: lookOf(fold(match[0])),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Passages whose letters are those of a name. */
function* candidatesIn(text: string, tokens: Token[], targets: Target[]): Generator<string> {
  for (const [at, { look, start }] of tokens.entries()) {
    for (const { words: name, sorted, joined, count } of targets) {
      const passage = (length: number) => text.slice(start, tokens[at + length - 1]?.end);
      if (name.has(look) && at + count <= tokens.length) {
        const own = tokens.slice(at, at + count).map((token) => token.look);
        if (own.toSorted().join(" ") === sorted) yield passage(count);
      }
      for (const whole of joined) {
        let length = 0;
        for (let rest = whole; rest.startsWith(tokens[at + length]?.look || "\0") && length < MOST_PIECES; ) {
          rest = rest.slice(tokens[at + length]?.look.length);
          length++;
          if (rest === "") yield passage(length);
        }
      }
    }
  }
}

/** As it is stored; with what stands before an address or between cells apart from it, where "|" is no letter; and as a page shows it. */
async function waysToRead(text: string): Promise<string[]> {
  const stored = spelledOut(text);
  const apart = stored.replaceAll("|", " ");
  const shown = /[&<]|\]\(/.test(apart) ? spelledOut(await asShown(apart)) : apart;
  return [...new Set([stored, apart, shown])];
}

/** Tags within a line part no words. */
const WITHIN_LINES = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s small span strong sub sup u wbr".split(" "),
);

/** Without tags, comments and addresses of links, and with the signs that character references stand for. */
async function asShown(text: string): Promise<string> {
  let shown = "";
  const parts = (name: string) => {
    if (!WITHIN_LINES.has(name)) shown += " ";
  };
  await readHtml(
    text.replace(/\]\([^()\s]{0,2000}\)/g, "]"),
    { hidden: new Set() },
    {
      text(piece) {
        shown += piece;
      },
      opens(name) {
        parts(name);
        return false;
      },
      closes: parts,
    },
  );
  return shown;
}

/** Without what nobody sees, and with the signs that stand for others in JSON and in addresses. */
function spelledOut(text: string): string {
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

/** The two longest words of a name, one of which may stand in pieces, with room for what looks like their letters. */
function patternsOf(name: string): string[] {
  const longest = ownWords(name)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 2);
  const like = (word: string) => `%${word.replace(/rn|vv|[mw]|[^\x00-\x7f]+/gu, "%").replace(/[oil01|_]/g, "_")}%`;
  return longest.flatMap((word) =>
    /^[\x00-\x7f]*$/.test(word) ? like(word) : [like(word), `%${encodeURIComponent(word).toLowerCase()}%`],
  );
}
