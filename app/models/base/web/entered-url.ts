/** Reads typed addresses. Stands apart from the other files, because readers' pages load those. */
import { parseReferenceLink } from "./entry-lines";
import { httpUrl } from "./urls";

/**
 * Returns `httpUrl` of a typed text; null if the text contains a blank, after which a note would begin
 * ("https://x.org/page (archived)").
 */
export function parseEnteredUrl(text: string): string | null {
  return /\s/.test(text.trim()) ? null : httpUrl(text);
}

/** Returns whether `label|url` has an address that can be entered. */
export function isEnteredLink(text: string): boolean {
  const link = parseReferenceLink(text);
  return link !== null && text.trim().endsWith(link.url);
}

const BARE_ADDRESS =
  /^(?:www\.)?[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/u;
const TRACKING_PARAMETER =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|igsh|si|trk|_hsenc|_hsmi|ref_src)$/i;

/**
 * Completes a typed address: adds "https://" to "www.x.org", and removes tracking parameters. Returns other texts
 * unchanged.
 */
export function completeAddress(text: string): string {
  const trimmedText = text.trim();
  if (trimmedText.length > 2_048) return text;
  const address = BARE_ADDRESS.test(trimmedText) ? `https://${trimmedText}` : trimmedText;
  if (!/^https?:\/\//i.test(address) || !address.includes("?")) return address;
  const [base = "", queryAndHash = ""] = address.split(/\?(.*)/s);
  const [query = "", hash] = queryAndHash.split(/#(.*)/s);
  const remainingParts = query.split("&").filter((part) => !TRACKING_PARAMETER.test(part.split("=", 1)[0] ?? ""));
  if (remainingParts.length === query.split("&").length) return address;
  return (
    base + (remainingParts.length > 0 ? `?${remainingParts.join("&")}` : "") + (hash === undefined ? "" : `#${hash}`)
  );
}

/** Completes the address in "label|address". */
export function completeLink(text: string): string {
  const bar = text.lastIndexOf("|");
  return bar < 0 ? completeAddress(text) : `${text.slice(0, bar + 1)}${completeAddress(text.slice(bar + 1))}`;
}

export const INVALID_ADDRESS = "Please enter a valid URL starting with http:// or https://";

/** Returns whether a text is empty or a valid address. */
export function isEmptyOrAddress(text: string): boolean {
  return !text || parseEnteredUrl(text) !== null;
}
