/** Apart from the other texts, of which readers' pages load some. */
import { parseReferenceLink } from "./entry-lines";
import { httpUrl } from "./urls";

/** `httpUrl` of what somebody enters: after a blank a note begins ("https://x.org/page (archived)"), with which nothing opens. */
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

/** An address as people type it, made whole: "www.x.org" gets "https://", and what only counts clicks goes. Another text stays. */
export function typedAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 2_048) return text;
  const whole = BARE.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(whole) || !whole.includes("?")) return whole;
  const [before = "", after = ""] = whole.split(/\?(.*)/s);
  const [query = "", hash] = after.split(/#(.*)/s);
  const kept = query.split("&").filter((part) => !TRACKING.test(part.split("=", 1)[0] ?? ""));
  if (kept.length === query.split("&").length) return whole;
  return before + (kept.length > 0 ? `?${kept.join("&")}` : "") + (hash === undefined ? "" : `#${hash}`);
}

/** As `typedAddress`, of "label|address". */
export function typedLink(text: string): string {
  const bar = text.lastIndexOf("|");
  return bar < 0 ? typedAddress(text) : `${text.slice(0, bar + 1)}${typedAddress(text.slice(bar + 1))}`;
}

export const BAD_ADDRESS = "Please enter a valid URL starting with http:// or https://";

/** Tells whether a text is empty or an address. */
export function isAddress(text: string): boolean {
  return !text || enteredUrl(text) !== null;
}
