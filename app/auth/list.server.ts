/** The list of a request's reader: from the account, otherwise from the cookie. */

import { slugsListedBy } from "~/models/readers/lists/entries.server";
import { addForUser, currentSlug, currentSlugs, listIsFull, removeForUser } from "~/models/readers/lists/people.server";
import { fitsCookie, listCookie, listIn } from "./list-cookie.server";
import { currentUser } from "./session.server";

export interface OwnList {
  slugs: string[];
  isInAccount: boolean;
}

export async function listOf(request: Request): Promise<OwnList> {
  const user = await currentUser(request);
  return user
    ? { slugs: await slugsListedBy(user.id), isInAccount: true }
    : { slugs: listIn(request), isInAccount: false };
}

/** Adds people; gives the headers that keep it in the browser. Throws "conflict" when the list is full. */
export async function keep(request: Request, slugs: string[]): Promise<Headers> {
  const user = await currentUser(request);
  if (user) await addForUser(user, slugs);
  if (user || slugs.length === 0) return new Headers();
  const all = [...new Set([...(await currentSlugs(listIn(request))), ...slugs])];
  if (!fitsCookie(all)) throw listIsFull();
  return new Headers({ "Set-Cookie": listCookie(all) });
}

/** Adds a public person. Throws "missing", "conflict". */
export async function keepOne(request: Request, slug: string): Promise<Headers> {
  return keep(request, [await currentSlug(slug)]);
}

/** Removes a person; one who is not on the list is no problem. */
export async function takeOff(request: Request, slug: string): Promise<Headers> {
  const user = await currentUser(request);
  if (user) {
    await removeForUser(user, slug);
    return new Headers();
  }
  // Removes people under their present address, also those who were added under a former one.
  const [present = slug] = await currentSlugs([slug]);
  const remaining = (await currentSlugs(listIn(request))).filter((text) => text !== present);
  return new Headers({ "Set-Cookie": listCookie(remaining) });
}
