/** Renders Markdown from anybody as HTML that is safe by construction, on the server and in the editor's preview. */
import { Parser, Renderer, type Tokens } from "marked";
import { escapeHtml } from "~/models/base/text/escape-html";
import { isPlainParagraph, wellFormed, wordsOf } from "~/models/base/text/words";
import { type ImageSources, imageSources } from "~/models/base/uploads/address";
import { readMarkdown } from "./markdown-bounds";

/**
 * "section": the text is below a heading of level 2, so "#" and "##" become h3, "###" h4 …, and images become links.
 * "article": the text is below the page's title, so "#" and "##" become h2, "###" h3 …. Each has an id ("section-early-life")
 * for a table of contents. Links to "#early-life" lead to these ids, and stored images are shown.
 */
export type Headings = "section" | "article";

export interface ArticleSection {
  id: string;
  label: string;
}

export interface RenderedMarkdown {
  html: string;
  sections: readonly ArticleSection[];
}

/** Everything that the renderer can write, as settings of DOMPurify. */
export const WRITTEN_HTML = {
  ALLOWED_TAGS:
    "html body #text h2 h3 h4 h5 h6 p br hr a ul ol li blockquote pre code em strong del div table thead tbody tr th td img sup".split(
      " ",
    ),
  ALLOWED_ATTR:
    "href title rel id start align class role tabindex aria-label src srcset sizes width height alt loading decoding".split(
      " ",
    ),
  ALLOWED_URI_REGEXP: /^(?:(?:https?|ircs?|mailto|xmpp):|\/(?![/\\])|#)/i,
  // These values are numbers and keywords, never addresses.
  ADD_URI_SAFE_ATTR: "rel start align tabindex sizes width height loading decoding".split(" "),
  ALLOW_DATA_ATTR: false,
  // The pages are HTML, not XML, so "</script>" in a title is harmless text.
  SAFE_FOR_XML: false,
};

/**
 * Renders Markdown (CommonMark and GitHub's additions) as HTML that any page can contain, and lists its headings of
 * level 2.
 */
export function render(text: string, headings: Headings): RenderedMarkdown {
  const plainHtml = renderPlainParagraphs(text);
  if (plainHtml !== null) return { html: plainHtml, sections: [] };
  const source = wellFormed(text);
  try {
    const renderer = new SafeRenderer(headings);
    return { html: new Parser({ renderer }).parse(readMarkdown(source)), sections: renderer.sections };
  } catch {
    // Shows every word of a text that exceeds the bounds, or on which marked fails.
    return { html: plainParagraphs(source), sections: [] };
  }
}

function renderPlainParagraphs(text: string): string | null {
  const paragraphs = text.split("\n\n");
  if (
    !paragraphs.every((paragraph) => paragraph !== "" && paragraph === paragraph.trim() && isPlainParagraph(paragraph))
  )
    return null;
  return paragraphs.map((paragraph) => element("p", escapeHtml(paragraph))).join("");
}

class SafeRenderer extends Renderer {
  readonly sections: ArticleSection[] = [];
  readonly #headings: Headings;
  readonly #ids = new Map<string, number>();
  #insideLink = false;

  constructor(headings: Headings) {
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
    const id = sectionId(html.replace(/<[^<>]*>|&#?\w+;/g, " "));
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
    const storedImage = this.#headings === "article" && imageSources(href);
    if (storedImage) return imageHtml(storedImage, wordsOf(tokens), title);
    const words = this.parser.parseInline(tokens) || "Image";
    return this.#insideLink ? words : this.#anchor(href, title, words);
  }

  #anchor(href: string, title: string | null | undefined, words: string): string {
    const address = safeAddress(href, this.#headings);
    if (!address) return words;
    const rel = /^[/#]/.test(address) ? "" : ' rel="noopener nofollow"';
    return `<a href="${escapeHtml(address)}"${title ? ` title="${escapeHtml(title)}"` : ""}${rel}>${words}</a>`;
  }

  /** Makes a table focusable, so that a wide table can be scrolled without a mouse. */
  override table(token: Tokens.Table): string {
    return `<div class="table-scroll" role="group" aria-label="Table" tabindex="0">${super.table(token)}</div>\n`;
  }

  override code({ text }: Tokens.Code): string {
    return `<pre><code>${escapeHtml(text)}\n</code></pre>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑ " : "☐ ";
  }

  /** Escapes HTML, although the lexer makes no HTML tokens. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }
}

function element(name: string, html: string, attributes = ""): string {
  return `<${name}${attributes}>${html}</${name}>\n`;
}

/** Writes an image with its size, so that the page does not shift when it loads. */
function imageHtml(image: ImageSources, alt: string, title: string | null | undefined): string {
  const srcSet = image.srcSet ? ` srcset="${image.srcSet}" sizes="(min-width: 48rem) 42rem, 100vw"` : "";
  const attributes = ` alt="${escapeHtml(alt)}"${title ? ` title="${escapeHtml(title)}"` : ""}`;
  return `<img src="${image.src}"${srcSet} width="${image.width}" height="${image.height}"${attributes} loading="lazy" decoding="async">`;
}

function safeAddress(href: string, headings: Headings): string | null {
  const address = encodeURI(href.replaceAll("&amp;", "&")).replaceAll("%25", "%");
  if (/^(?:https?|ircs?|mailto|xmpp):/i.test(address) || /^\/(?!\/)/.test(address)) return address;
  if (address.startsWith("#") && headings === "article") return `#${encodeURI(sectionId(href))}`;
  return null;
}

function sectionId(words: string): string {
  return ["section", ...(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].join("-");
}

function plainParagraphs(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  return paragraphs
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => element("p", escapeHtml(paragraph).replaceAll("\n", "<br>")))
    .join("");
}
