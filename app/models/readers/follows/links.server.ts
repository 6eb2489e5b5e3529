/** The one link of somebody who follows: it is written anew for each mail, and nothing of it is stored. */
import { isKeyed, keyedHash } from "~/services/secrets.server";

const PURPOSE = "follow";
const ID = /^[0-9a-z]{16}/;

/** The path of the page on which a follower sees, changes and ends what they follow. */
export function followerPath(id: string): string {
  return `/follow/${id}${keyedHash(PURPOSE, id)}`;
}

/** The id of the follower whose link this is; null for any other text. */
export function followerIdIn(token: string): string | null {
  const [id] = ID.exec(token) ?? [];
  return id !== undefined && isKeyed(PURPOSE, id, token.slice(id.length)) ? id : null;
}
