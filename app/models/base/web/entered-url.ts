/** Apart from the other texts, of which readers' pages load some. */
import { parseReferenceLink } from "./entry-lines";
import { httpUrl } from "./urls";

/** `httpUrl` of what somebody enters: after a blank a note begins ("https://x.org/page (archived)"), with which nothing opens. */
export function enteredUrl(text: string): string | null {
  return /\s/.test(text.trim()) ? null : httpUrl(text);
}

/** Whether `label|url` has an address that `enteredUrl` takes. */
export function enteredLink(text: string): boolean {
  const link = parseReferenceLink(text);
  return link !== null && text.trim().endsWith(link.url);
}
