/** Biographies and articles: Markdown from anybody to HTML that is safe by construction. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Parser, Renderer, type Tokens } from "marked";
import { readMarkdown } from "./markdown-bounds.server";
import { isPlain, wellFormed, wordsOf } from "./plain-text.server";

interface RenderOptions {
  /** "section": the text stands under a heading of level 2, so "#" and "##" become h3, "###" h4 … "article": it stands under the page's title, so "#" and "##" become h2, "###" h3 …, each with an id ("section-early-life") for a table of contents; links to "#early-life" lead there. */
  headings?: "section" | "article";
}

/** Turns Markdown (CommonMark and GitHub's additions) into HTML that can stand in any page. */
export function renderMarkdown(text: string, { headings = "section" }: RenderOptions = {}): string {
  return headings === "article" ? renderArticle(text).html : renderSection(text);
}

function renderSection(text: string): string {
  return renderOnce(text, "section").html;
}

export interface ArticleSection {
  id: string;
  label: string;
}

interface Rendered {
  html: string;
  sections: readonly ArticleSection[];
}

/** `renderMarkdown` of an article, and its headings of level 2 in their order. */
export function renderArticle(text: string): Rendered {
  return renderOnce(text, "article");
}

const rendered = new LRUCache<string, Rendered>({
  maxSize: 2_000_000,
  maxEntrySize: 250_000,
  sizeCalculation: ({ html }) => html.length + 1,
});

function renderOnce(text: string, headings: "section" | "article"): Rendered {
  // A hash as the key: a short text cut out of a long one would keep the long one in memory.
  const key = headings + hash("sha256", text);
  const known = rendered.get(key);
  if (known) return known;
  const made = render(text, headings);
  rendered.set(key, made);
  return made;
}

function plainWords(text: string): string | null {
  const paragraphs = text.split("\n\n");
  if (!paragraphs.every((one) => one !== "" && one === one.trim() && isPlain(one))) return null;
  return paragraphs.map((paragraph) => element("p", escapeHtml(paragraph))).join("");
}

function render(text: string, headings: "section" | "article"): Rendered {
  const plain = plainWords(text);
  if (plain !== null) return { html: plain, sections: [] };
  const source = wellFormed(text);
  try {
    const renderer = new SafeRenderer(headings);
    return { html: new Parser({ renderer }).parse(readMarkdown(source)), sections: renderer.sections };
  } catch {
    // Beyond the bounds, or a text on which marked itself gives up: the reader still gets every word.
    return { html: plainParagraphs(source), sections: [] };
  }
}

class SafeRenderer extends Renderer {
  readonly sections: ArticleSection[] = [];
  readonly #headings: "section" | "article";
  readonly #ids = new Map<string, number>();
  #insideLink = false;

  constructor(headings: "section" | "article") {
    super();
    this.#headings = headings;
  }

  override heading({ depth, tokens }: Tokens.Heading): string {
    const html = this.parser.parseInline(tokens);
    if (this.#headings === "section") return element(`h${Math.min(Math.max(depth, 2) + 1, 6)}`, html);
    const id = this.#uniqueId(html);
    if (depth <= 2) this.sections.push({ id, label: wordsOf(tokens).replace(/\s+/g, " ").trim() });
    return element(`h${Math.max(depth, 2)}`, html, ` id="${id}"`);
  }

  #uniqueId(html: string): string {
    const id = sectionId(html.replace(/<[^>]*>|&#?\w+;/g, " "));
    let number = (this.#ids.get(id) ?? 0) + 1;
    while (number > 1 && this.#ids.has(`${id}-${number}`)) number++;
    this.#ids.set(id, number);
    if (number === 1) return id;
    this.#ids.set(`${id}-${number}`, 1);
    return `${id}-${number}`;
  }

  override link({ href, title, tokens }: Tokens.Link): string {
    if (this.#insideLink) return this.parser.parseInline(tokens);
    this.#insideLink = true;
    const words = this.parser.parseInline(tokens);
    this.#insideLink = false;
    return this.#anchor(href, title, words);
  }

  override image({ href, title, tokens }: Tokens.Image): string {
    const words = this.parser.parseInline(tokens) || "Image";
    return this.#insideLink ? words : this.#anchor(href, title, words);
  }

  #anchor(href: string, title: string | null | undefined, words: string): string {
    const address = safeAddress(href, this.#headings);
    if (!address) return words;
    const abroad = /^[/#]/.test(address) ? "" : ' rel="noopener nofollow"';
    return `<a href="${escapeHtml(address)}"${title ? ` title="${escapeHtml(title)}"` : ""}${abroad}>${words}</a>`;
  }

  /** Focusable, so that a wide table can be scrolled without a mouse. */
  override table(token: Tokens.Table): string {
    return `<div class="table-scroll" role="group" aria-label="Table" tabindex="0">${super.table(token)}</div>\n`;
  }

  override code({ text }: Tokens.Code): string {
    return `<pre><code>${escapeHtml(text)}\n</code></pre>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑" : "☐";
  }

  /** The lexer makes no HTML tokens; should one ever come, it is text. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }
}

function element(name: string, html: string, attributes = ""): string {
  return `<${name}${attributes}>${html}</${name}>\n`;
}

function safeAddress(href: string, headings: "section" | "article"): string | null {
  const address = encodeURI(href.replaceAll("&amp;", "&")).replaceAll("%25", "%");
  if (/^(?:https?|ircs?|mailto|xmpp):/i.test(address) || /^\/(?!\/)/.test(address)) return address;
  if (address.startsWith("#") && headings === "article") return `#${encodeURI(sectionId(href))}`;
  return null;
}

function sectionId(words: string): string {
  return ["section", ...(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].join("-");
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

function plainParagraphs(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  return paragraphs
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => element("p", escapeHtml(paragraph).replaceAll("\n", "<br>")))
    .join("");
}
