/** Admins for tests of a whole site. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { signUp } from "./accounts";
import type { Site } from "./site";

/** Somebody with an account who is an admin and signed in; see `signUp`. */
export async function signUpAdmin(site: Site, changes: Parameters<typeof signUp>[1] = {}) {
  const person = await signUp(site, changes);
  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(person.id);
  database.close();
  return person;
}
