/** Reading HTML that others wrote, in linear time. */
import type { TokenizerCallbacks } from "htmlparser2";

export interface HtmlReading {
  /** A piece of text between tags, character references resolved. */
  text(text: string): void;
  /**
   * Receives a start tag with its attributes in lower case (the first of several with one name). Returning true ends the
   * reading.
   */
  opens?(name: string, attributes: Map<string, string>): boolean;
  closes?(name: string): void;
}

interface HtmlOptions {
  /** Elements whose content is skipped. */
  hidden: ReadonlySet<string>;
  /** Reads XHTML: any element may close itself, and CDATA is text. */
  isXml?: boolean;
}

/** Elements that may close themselves in HTML, too (HTML §13.1.2.1). */
const FOREIGN = ["svg", "math"];

/**
 * Reads HTML from its beginning to its end, as its tags come (HTML §13.2.5). Skips comments, and an unfinished tag with all
 * that follows.
 */
export async function readHtml(
  html: string,
  { hidden, isXml = false }: HtmlOptions,
  reading: HtmlReading,
): Promise<void> {
  // Its parser would look through all open elements at each end tag, which is quadratic; its tokenizer is not.
  const { Tokenizer } = await import("htmlparser2");
  let name = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  let hiddenBy = "";
  let depth = 0;

  const opened = (closesItself: boolean) => {
    if (hiddenBy !== "") {
      if (name === hiddenBy && !closesItself) depth++;
      return;
    }
    if (reading.opens?.(name, attributes)) tokenizer.pause();
    if (!hidden.has(name) || closesItself) return;
    hiddenBy = name;
    depth = 1;
  };
  const passText = (text: string) => {
    if (hiddenBy === "") reading.text(text);
  };
  const tokens: TokenizerCallbacks = {
    ontext: (start, end) => passText(html.slice(start, end)),
    ontextentity: (code) => passText(String.fromCodePoint(code)),
    onopentagname(start, end) {
      name = html.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      attribute = html.slice(start, end).toLowerCase();
      value = "";
    },
    onattribdata(start, end) {
      value += html.slice(start, end);
    },
    onattribentity(code) {
      value += String.fromCodePoint(code);
    },
    onattribend() {
      if (!attributes.has(attribute)) attributes.set(attribute, value);
    },
    onopentagend: () => opened(false),
    onselfclosingtag: () => opened(isXml || FOREIGN.includes(name)),
    onclosetag(start, end) {
      const closed = html.slice(start, end).toLowerCase();
      if (hiddenBy === "") reading.closes?.(closed);
      else if (closed === hiddenBy && --depth === 0) hiddenBy = "";
    },
    oncdata(start, end, trailing) {
      if (isXml) passText(html.slice(start, end - trailing));
    },
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  };
  const tokenizer = new Tokenizer({ recognizeSelfClosing: isXml }, tokens);
  tokenizer.write(html);
  tokenizer.end();
}
