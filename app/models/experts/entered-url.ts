/** Apart from the other texts, of which readers' pages load some. */
import { httpUrl } from "./texts";

/** `httpUrl` of what somebody enters: after a blank a note begins ("https://x.org/page (archived)"), with which nothing opens. */
export function enteredUrl(text: string): string | null {
  const url = httpUrl(text);
  return url && !/\s/.test(url) ? url : null;
}
