/** Reads HTML of other sites in linear time. */
import type { TokenizerCallbacks } from "htmlparser2";

export interface HtmlHandler {
  /** Receives text between tags, with character references resolved. */
  text(text: string): void;
  /**
   * Receives a start tag in lower case with its attributes; of several attributes with the same name, the first counts.
   * Returning true stops reading.
   */
  opens?(name: string, attributes: Map<string, string>): boolean;
  closes?(name: string): void;
}

interface HtmlOptions {
  /** Elements whose content is skipped. */
  hidden: ReadonlySet<string>;
  /** Reads XHTML, where any element may close itself, and CDATA is text. */
  isXml?: boolean;
}

/** Elements that may also close themselves in HTML (HTML §13.1.2.1). */
const FOREIGN_ELEMENTS = ["svg", "math"];

/**
 * Reads HTML as a sequence of tags and text (HTML §13.2.5). Skips comments, and an unfinished tag with everything
 * after it.
 */
export async function readHtml(
  html: string,
  { hidden, isXml = false }: HtmlOptions,
  handler: HtmlHandler,
): Promise<void> {
  // Uses only the tokenizer, because the parser searches all open elements at each end tag, which is quadratic.
  const { Tokenizer } = await import("htmlparser2");
  let name = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  let hiddenElement = "";
  let depth = 0;

  const handleOpenTag = (closesItself: boolean) => {
    if (hiddenElement !== "") {
      if (name === hiddenElement && !closesItself) depth++;
      return;
    }
    if (handler.opens?.(name, attributes)) tokenizer.pause();
    if (!hidden.has(name) || closesItself) return;
    hiddenElement = name;
    depth = 1;
  };
  const passText = (text: string) => {
    if (hiddenElement === "") handler.text(text);
  };
  const callbacks: TokenizerCallbacks = {
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
    onopentagend: () => handleOpenTag(false),
    onselfclosingtag: () => handleOpenTag(isXml || FOREIGN_ELEMENTS.includes(name)),
    onclosetag(start, end) {
      const closedName = html.slice(start, end).toLowerCase();
      if (hiddenElement === "") handler.closes?.(closedName);
      else if (closedName === hiddenElement && --depth === 0) hiddenElement = "";
    },
    oncdata(start, end, trailing) {
      if (isXml) passText(html.slice(start, end - trailing));
    },
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  };
  const tokenizer = new Tokenizer({ recognizeSelfClosing: isXml }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}
