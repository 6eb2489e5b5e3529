/** Reads and changes the list of a request's reader, which is in the account or, without one, in a cookie. */

import { slugsListedBy } from "~/models/readers/lists/entries.server";
import { addForUser, currentSlug, currentSlugs, listIsFull, removeForUser } from "~/models/readers/lists/people.server";
import { fitsCookie, listCookie, slugsInCookie } from "./list-cookie.server";
import { currentUser } from "./session.server";

export interface ReaderList {
  slugs: string[];
  isInAccount: boolean;
}

export async function listOfReader(request: Request): Promise<ReaderList> {
  const user = await currentUser(request);
  return user
    ? { slugs: await slugsListedBy(user.id), isInAccount: true }
    : { slugs: slugsInCookie(request), isInAccount: false };
}

/** Adds people to the list. Returns the headers that store it in the browser. Throws "conflict" if the list is full. */
export async function addPeople(request: Request, slugs: string[]): Promise<Headers> {
  const user = await currentUser(request);
  if (user) await addForUser(user, slugs);
  if (user || slugs.length === 0) return new Headers();
  const joinedSlugs = [...new Set([...(await currentSlugs(slugsInCookie(request))), ...slugs])];
  if (!fitsCookie(joinedSlugs)) throw listIsFull();
  return new Headers({ "Set-Cookie": listCookie(joinedSlugs) });
}

/** Adds a public person to the list. Throws "missing", "conflict". */
export async function addPerson(request: Request, slug: string): Promise<Headers> {
  return addPeople(request, [await currentSlug(slug)]);
}

/** Removes a person from the list, if they are on it. */
export async function removePerson(request: Request, slug: string): Promise<Headers> {
  const user = await currentUser(request);
  if (user) {
    await removeForUser(user, slug);
    return new Headers();
  }
  // Compares current slugs, because people may have been added under a former one.
  const [presentSlug = slug] = await currentSlugs([slug]);
  const remainingSlugs = (await currentSlugs(slugsInCookie(request))).filter((text) => text !== presentSlug);
  return new Headers({ "Set-Cookie": listCookie(remainingSlugs) });
}
