/** Reads Markdown with bounded work: measures the effort of marked's lexer, and leaves raw HTML as text. */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

const MAX_LENGTH = 100_000;
const MAX_DEPTH = 20;
const MAX_EFFORT = 100_000_000;

/** The text is too long, too deep or too complex to be read as Markdown in bounded time. */
class TooComplex extends Error {}

/**
 * Parses Markdown into marked's tokens: CommonMark with GitHub's tables, strikethrough, task lists and bare links.
 * Throws for a text that is too complex.
 */
export function readMarkdown(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new TooComplex();
  const meter = new Meter();
  // Counts long runs of tildes and blanks, because marked tries every length of them at each start of a line.
  for (const [line, tildes] of text.matchAll(/(~{3,}).*/g)) meter.spend(4 * tildes!.length * line.length);
  for (const [blanks] of text.matchAll(/[ \t]{2,}/g)) meter.spend(blanks.length ** 2);
  return new MeteredLexer(meter).lex(text);
}

class Meter {
  /** The number of link definitions ("[name]: address") so far. */
  definitions = 0;
  #remainingEffort = MAX_EFFORT;
  #depth = 0;

  spend(effort: number): void {
    this.#remainingEffort -= effort;
    if (this.#remainingEffort < 0) throw new TooComplex();
  }

  nest<T>(step: () => T): T {
    if (this.#depth === MAX_DEPTH) throw new TooComplex();
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
    this.#meter.spend(1500 + src.length * complexity(src) + this.#meter.definitions * 20 * (1 + count(src, /\[/g)));
    return this.#meter.nest(() => super.inlineTokens(src, tokens));
  }
}

function complexity(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  for (const [bracket] of text.matchAll(/[()]/g)) {
    depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    maxDepth = Math.max(maxDepth, depth);
  }
  const tickPairs = text.includes("[") ? count(text, /`(?=`)/g) : 0;
  return (count(text, /[!-/:-@[-`{-~]/g) + 20 * count(text, /[*_]/g)) * Math.max(1, maxDepth) * 2 ** tickPairs;
}

class MeteredTokenizer extends Tokenizer {
  readonly #meter: Meter;

  constructor(meter: Meter) {
    super();
    this.#meter = meter;
  }

  /** Leaves raw HTML as text, which is shown as it was typed. */
  override html(): undefined {}
  override tag(): undefined {}

  /** Counts the lines that continue a quote without ">", because marked reads the rest of the quote again at each. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(src)) return undefined;
    const quote = upToBlankLine(src);
    this.#meter.spend(quote.length * (1 + count(quote, /\n(?! {0,3}>)/g)));
    return super.blockquote(src);
  }

  /**
   * Counts the lines of a paragraph, because marked searches the following lines for an underlined heading at each
   * line in a list.
   */
  override lheading(src: string): Tokens.Heading | undefined {
    const paragraph = upToBlankLine(src);
    this.#meter.spend(2 * paragraph.length + 200 * count(paragraph, /\n/g));
    return super.lheading(src);
  }

  /**
   * Counts the cells of a table. Short rows are filled up to the header's width, so 100 KB could make 200 million
   * cells.
   */
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

  /**
   * Counts the length of a reference's address, because one long address that is used 10,000 times would make a page
   * of many megabytes.
   */
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
