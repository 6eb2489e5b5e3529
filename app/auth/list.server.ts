/** The list of whoever makes a request: of their account, else in their cookie. */

import { slugsListedBy } from "~/models/readers/lists/entries.server";
import {
  keepForUser,
  listIsFull,
  presentSlugs,
  slugToKeep,
  takeOffForUser,
} from "~/models/readers/lists/people.server";
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
  if (user) await keepForUser(user, slugs);
  if (user || slugs.length === 0) return new Headers();
  const all = [...new Set([...(await presentSlugs(listIn(request))), ...slugs])];
  if (!fitsCookie(all)) throw listIsFull();
  return new Headers({ "Set-Cookie": listCookie(all) });
}

/** Adds one who is public. Throws "missing", "conflict". */
export async function keepOne(request: Request, slug: string): Promise<Headers> {
  return keep(request, [await slugToKeep(slug)]);
}

/** As `keep`, without anybody who is not on the list being a problem. */
export async function takeOff(request: Request, slug: string): Promise<Headers> {
  const user = await currentUser(request);
  if (user) {
    await takeOffForUser(user, slug);
    return new Headers();
  }
  // Whom the reader put there under a former address is taken off by the present one.
  const [present = slug] = await presentSlugs([slug]);
  const left = (await presentSlugs(listIn(request))).filter((text) => text !== present);
  return new Headers({ "Set-Cookie": listCookie(left) });
}
