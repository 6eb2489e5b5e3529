/** What stands on a page that a profile lists. */

import type { Lookup } from "~/services/public-address.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { hostOf } from "./address-rules.server";

export interface ListedPage {
  /** What a reader sees, up to where others may comment. */
  text: string;
  /** Addresses that its links write to. */
  addresses: string[];
}

/** Opens a listed page. Gives the reason in words where it cannot be read, or leads to another host. */
export async function readListedPage(
  url: string,
  { lookup }: { lookup?: Lookup } = {},
): Promise<ListedPage | { reason: string }> {
  try {
    const { url: final, contentType, bytes } = await safeFetch(url, { lookup });
    if (hostOf(final) !== hostOf(url)) return { reason: `it leads to another host, ${hostOf(final)}` };
    if (!/^(text\/(html|plain)|application\/xhtml\+xml)$/.test(contentType))
      return { reason: "it is not a page of text" };
    const sent = new TextDecoder().decode(bytes);
    return contentType === "text/plain" ? { text: sent, addresses: [] } : readHtml(sent);
  } catch (error) {
    if (error instanceof FetchProblem) return { reason: error.message };
    throw error;
  }
}

/** Comments, elements that show no text of the page, and tags with their quoted attributes. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<\/[^a-z][^>]*(?:>|$)|<(\/?)([a-z][a-z0-9:-]*)(?=[\s/>])((?:[^'">]|"[^"]*"|'[^']*')*)>|<\/?[a-z]/gi;
const SHOWS_NO_TEXT =
  /^(script|style|template|svg|math|noscript|textarea|title|select|option|iframe|object|noembed|noframes|xmp)$/i;
const FOR_COMMENTS =
  /\b(id|class)\s*=\s*["']?[^"'>]{0,500}\b(comments?|commentlist|disqus\w*|guestbook|replies|respond)\b/i;
const MAIL_LINK = /\bhref\s*=\s*["']?mailto:([^"'?>\s]+)/i;

/** The visible text and the mail links, up to the first element for comments or a tag that does not end. */
export function readHtml(html: string): ListedPage {
  const page: ListedPage = { text: "", addresses: [] };
  let at = 0;
  for (;;) {
    MARKUP.lastIndex = at;
    const found = MARKUP.exec(html);
    page.text += html.slice(at, found?.index);
    if (!found) return page;
    const [markup, end, name = "", attributes = ""] = found;
    at = found.index + markup.length;
    if (!name && /^<\/?[a-z]/i.test(markup)) return page;
    if (!/^(html|body)$/i.test(name) && FOR_COMMENTS.test(attributes)) return page;
    const [, address] = MAIL_LINK.exec(attributes) ?? [];
    if (address) page.addresses.push(decoded(address).toLowerCase());
    if (!end && SHOWS_NO_TEXT.test(name)) at = pastEnd(html, name, at);
    page.text += /^(a|abbr|b|em|i|span|strong|wbr)$/i.test(name) ? "" : "\n";
  }
}

function pastEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Whether the page names an address, as a word of its own. */
export function namesAddress({ text, addresses }: ListedPage, email: string): boolean {
  const inText = text.toLowerCase().match(/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}/g) ?? [];
  return [...addresses, ...inText.map((one) => one.replace(/[.-]+$/, ""))].includes(email);
}
