/** Makes and reads the links of followers. A keyed hash proves them, so that no token is stored. */
import { isKeyedHash, keyedHash } from "~/services/secrets.server";

const PURPOSE = "follow";
const ID = /^[0-9a-z]{16}/;

/** Returns the path of the page on which a follower sees, changes and ends their follows. */
export function followerPath(id: string): string {
  return `/follow/${id}${keyedHash(PURPOSE, id)}`;
}

/** Returns the id of the follower of a link; null for any other text. */
export function followerIdIn(token: string): string | null {
  const [id] = ID.exec(token) ?? [];
  return id !== undefined && isKeyedHash(PURPOSE, id, token.slice(id.length)) ? id : null;
}
