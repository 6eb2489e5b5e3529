/** Stands apart from the other texts, because readers' pages load some of those. */
import { parseReferenceLink } from "./entry-lines";
import { httpUrl } from "./urls";

/**
 * Returns `httpUrl` of a typed text: after a blank a note begins ("https://x.org/page (archived)"), which is no part of the
 * address.
 */
export function enteredUrl(text: string): string | null {
  return /\s/.test(text.trim()) ? null : httpUrl(text);
}

/** Tells whether `label|url` has an address that `enteredUrl` takes. */
export function enteredLink(text: string): boolean {
  const link = parseReferenceLink(text);
  return link !== null && text.trim().endsWith(link.url);
}

const BARE =
  /^(?:www\.)?[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/u;
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|igsh|si|trk|_hsenc|_hsmi|ref_src)$/i;

/** Completes a typed address: "www.x.org" gets "https://", and tracking parameters go. Other texts stay unchanged. */
export function typedAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 2_048) return text;
  const whole = BARE.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(whole) || !whole.includes("?")) return whole;
  const [before = "", after = ""] = whole.split(/\?(.*)/s);
  const [query = "", hash] = after.split(/#(.*)/s);
  const remaining = query.split("&").filter((part) => !TRACKING.test(part.split("=", 1)[0] ?? ""));
  if (remaining.length === query.split("&").length) return whole;
  return before + (remaining.length > 0 ? `?${remaining.join("&")}` : "") + (hash === undefined ? "" : `#${hash}`);
}

/** Works as `typedAddress`, for "label|address". */
export function typedLink(text: string): string {
  const bar = text.lastIndexOf("|");
  return bar < 0 ? typedAddress(text) : `${text.slice(0, bar + 1)}${typedAddress(text.slice(bar + 1))}`;
}

export const BAD_ADDRESS = "Please enter a valid URL starting with http:// or https://";

/** Tells whether a text is empty or an address. */
export function isAddress(text: string): boolean {
  return !text || enteredUrl(text) !== null;
}
