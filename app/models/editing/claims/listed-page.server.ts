/** Reads a page that a profile lists. */

import { readHtml } from "~/models/base/text/html.server";
import type { Lookup } from "~/services/public-address.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { hostOf } from "./address-rules.server";

export interface ListedPage {
  /** The visible text, up to the comments of readers. */
  text: string;
  /** The mail addresses of its `mailto:` links. */
  addresses: string[];
}

/** Opens a listed page. Returns the reason in words if it cannot be read or redirects to another host. */
export async function readListedPage(
  url: string,
  { lookup }: { lookup?: Lookup } = {},
): Promise<ListedPage | { reason: string }> {
  try {
    const { url: finalUrl, contentType, bytes } = await safeFetch(url, { lookup });
    if (hostOf(finalUrl) !== hostOf(url)) return { reason: `it leads to another host, ${hostOf(finalUrl)}` };
    if (!/^(text\/(html|plain)|application\/xhtml\+xml)$/.test(contentType))
      return { reason: "it is not a page of text" };
    const body = new TextDecoder().decode(bytes);
    if (contentType === "text/plain") return { text: body, addresses: [] };
    return await readVisibleText(body, { isXml: contentType !== "text/html" });
  } catch (error) {
    if (error instanceof FetchProblem) return { reason: error.message };
    throw error;
  }
}

const HIDDEN_ELEMENTS = new Set(
  "script style template svg math noscript textarea title select datalist iframe object noembed noframes xmp".split(
    " ",
  ),
);
const INLINE_ELEMENTS = new Set("a abbr b em i span strong wbr".split(" "));
const PAGE_ELEMENTS = new Set(["html", "body"]);
const COMMENT_AREA = /\b(?:comments?|commentlist|disqus\w*|guestbook|replies|respond)\b/i;

/** Returns the visible text and the mail links, up to the first comment area or an unclosed tag. */
export async function readVisibleText(html: string, { isXml = false } = {}): Promise<ListedPage> {
  const pieces: string[] = [];
  const addresses: string[] = [];
  const breakLine = (name: string) => {
    if (!INLINE_ELEMENTS.has(name)) pieces.push("\n");
  };
  await readHtml(
    html,
    { hidden: HIDDEN_ELEMENTS, isXml },
    {
      text: (text) => pieces.push(text),
      opens(name, attributes) {
        const marks = `${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`;
        if (!PAGE_ELEMENTS.has(name) && COMMENT_AREA.test(marks)) return true;
        const [, address] = /^\s*mailto:([^?\s]+)/i.exec(attributes.get("href") ?? "") ?? [];
        if (address) addresses.push(decodeAddress(address).toLowerCase());
        breakLine(name);
        return false;
      },
      closes: breakLine,
    },
  );
  return { text: pieces.join(""), addresses };
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Tells whether the page names an address as a whole word. */
export function namesAddress({ text, addresses }: ListedPage, email: string): boolean {
  const addressesInText = text.toLowerCase().match(ADDRESSES) ?? [];
  return [...addresses, ...addressesInText.map((text) => /^.*[^.-]/.exec(text)?.[0])].includes(email);
}

const ADDRESSES = /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}/g;
