/** Collects a user's own data for the download: the account, and the answers of each part's `mine`. */
import type { UserRow } from "~/db.server";
import { PARTS } from "~/models/whole/parts.server";

/**
 * Yields everything that is stored about a user as JSON in pieces, with the names of the database. Leaves out
 * secrets: hashes, ids, keys, and texts of mails, whose links sign people in.
 */
export async function* downloadMyData({ passwordHash, googleId, ...account }: UserRow): AsyncGenerator<string> {
  const facts = { ...account, hasPassword: passwordHash !== null, hasGoogle: googleId !== null };
  yield `{"account":${JSON.stringify(facts, null, 2)}`;
  for (const [name, rows] of PARTS.flatMap(({ mine = {} }) => Object.entries(mine))) {
    yield `,\n"${name}":`;
    yield* rows(account);
  }
  yield "\n}\n";
}
