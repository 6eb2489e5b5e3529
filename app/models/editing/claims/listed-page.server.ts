/** Reads a page that a profile lists. */

import { readHtml } from "~/models/base/text/html.server";
import type { Lookup } from "~/services/public-address.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { hostOf } from "./address-rules.server";

export interface ListedPage {
  /** The text that readers see, up to the comments of others. */
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
    if (contentType === "text/plain") return { text: sent, addresses: [] };
    return await readListing(sent, { isXml: contentType !== "text/html" });
  } catch (error) {
    if (error instanceof FetchProblem) return { reason: error.message };
    throw error;
  }
}

const SHOWS_NO_TEXT = new Set(
  "script style template svg math noscript textarea title select datalist iframe object noembed noframes xmp".split(
    " ",
  ),
);
const WITHIN_WORDS = new Set("a abbr b em i span strong wbr".split(" "));
const WHOLE_PAGE = new Set(["html", "body"]);
const FOR_COMMENTS = /\b(?:comments?|commentlist|disqus\w*|guestbook|replies|respond)\b/i;

/** The visible text and the mail links, up to the first element for comments or a tag that does not end. */
export async function readListing(html: string, { isXml = false } = {}): Promise<ListedPage> {
  const pieces: string[] = [];
  const addresses: string[] = [];
  const between = (name: string) => {
    if (!WITHIN_WORDS.has(name)) pieces.push("\n");
  };
  await readHtml(
    html,
    { hidden: SHOWS_NO_TEXT, isXml },
    {
      text: (text) => pieces.push(text),
      opens(name, attributes) {
        const marks = `${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`;
        if (!WHOLE_PAGE.has(name) && FOR_COMMENTS.test(marks)) return true;
        const [, address] = /^\s*mailto:([^?\s]+)/i.exec(attributes.get("href") ?? "") ?? [];
        if (address) addresses.push(decoded(address).toLowerCase());
        between(name);
        return false;
      },
      closes: between,
    },
  );
  return { text: pieces.join(""), addresses };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Tells whether the page names an address, as a word of its own. */
export function namesAddress({ text, addresses }: ListedPage, email: string): boolean {
  const inText = text.toLowerCase().match(ADDRESSES) ?? [];
  return [...addresses, ...inText.map((text) => /^.*[^.-]/.exec(text)?.[0])].includes(email);
}

const ADDRESSES = /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}/g;
