/** Reading Markdown with a bound on the work: marked's lexer with a meter, raw HTML left as text. */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

const LONGEST = 100_000;
const DEEPEST = 20;
const BUDGET = 100_000_000;

/** The text is too long, too deep or too tangled to be read as Markdown in bounded time. */
class TooTangled extends Error {}

/**
 * Reads a Markdown text (CommonMark with GitHub's tables, strikethrough, task lists and bare links) into marked's
 * tokens.
 */
export function readMarkdown(text: string): Token[] {
  if (text.length > LONGEST) throw new TooTangled();
  const meter = new Meter();
  // At each start of a line marked tries every length of such a run again.
  for (const [line, tildes] of text.matchAll(/(~{3,}).*/g)) meter.spend(4 * tildes!.length * line.length);
  for (const [blanks] of text.matchAll(/[ \t]{2,}/g)) meter.spend(blanks.length ** 2);
  return new MeteredLexer(meter).lex(text);
}

class Meter {
  /** The number of link definitions ("[name]: address") so far. */
  definitions = 0;
  #left = BUDGET;
  #depth = 0;

  spend(effort: number): void {
    this.#left -= effort;
    if (this.#left < 0) throw new TooTangled();
  }

  nest<T>(step: () => T): T {
    if (this.#depth === DEEPEST) throw new TooTangled();
    this.#depth++;
    const result = step();
    this.#depth--;
    return result;
  }
}

class MeteredLexer extends Lexer {
  readonly #meter: Meter;

  constructor(meter: Meter) {
    super({ gfm: true, tokenizer: new MeteredTokenizer(meter) });
    this.#meter = meter;
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    this.#meter.spend(4000 + src.length);
    return this.#meter.nest(() => super.blockTokens(src, tokens, lastParagraphClipped));
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.#meter.spend(1500 + src.length * tangle(src) + this.#meter.definitions * 20 * (1 + count(src, /\[/g)));
    return this.#meter.nest(() => super.inlineTokens(src, tokens));
  }
}

function tangle(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[()]/g)) {
    depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  const tickPairs = text.includes("[") ? count(text, /`(?=`)/g) : 0;
  return (count(text, /[!-/:-@[-`{-~]/g) + 20 * count(text, /[*_]/g)) * Math.max(1, deepest) * 2 ** tickPairs;
}

class MeteredTokenizer extends Tokenizer {
  readonly #meter: Meter;

  constructor(meter: Meter) {
    super();
    this.#meter = meter;
  }

  /** Raw HTML is text: it is shown as it was typed. */
  override html(): undefined {}
  override tag(): undefined {}

  /** Each line that continues a quote without its ">" makes marked read the rest of the quote again. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(src)) return undefined;
    const quote = upToBlankLine(src);
    this.#meter.spend(quote.length * (1 + count(quote, /\n(?! {0,3}>)/g)));
    return super.blockquote(src);
  }

  /** Inside a list, marked looks for an underlined heading in all the lines that follow each line. */
  override lheading(src: string): Tokens.Heading | undefined {
    const paragraph = upToBlankLine(src);
    this.#meter.spend(2 * paragraph.length + 200 * count(paragraph, /\n/g));
    return super.lheading(src);
  }

  /** Short rows are filled up to the width of the header: 50 KB of header and 50 KB of rows make 200 million cells. */
  override table(src: string): Tokens.Table | undefined {
    const [header] = src.split("\n", 1) as [string];
    if (!/^ {0,3}[|:\- ]*(?:\n|$)/.test(src.slice(header.length + 1))) return undefined;
    this.#meter.spend(3000 * (1 + count(header, /\|/g)) * (1 + count(upToBlankLine(src), /\n/g)));
    return super.table(src);
  }

  override def(src: string): Tokens.Def | undefined {
    const definition = super.def(src);
    if (definition) this.#meter.definitions++;
    return definition;
  }

  /** One long address, defined once and named 10,000 times, would make a page of many megabytes. */
  override reflink(src: string, links: TokensList["links"]): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const token = super.reflink(src, links);
    if (token && "href" in token) this.#meter.spend(50 * (token.href.length + (token.title?.length ?? 0)));
    return token;
  }
}

function upToBlankLine(text: string): string {
  const end = text.search(/\n *\n/);
  return end < 0 ? text : text.slice(0, end);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
