/** Editors and admins for tests of a whole site. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { signUp } from "./accounts";
import type { Site } from "./site";

/** Somebody with an account who is an admin and signed in; see `signUp`. */
export function signUpAdmin(site: Site, changes: Parameters<typeof signUp>[1] = {}) {
  return signUpAs("admin", site, changes);
}

/** Somebody with an account who is an editor and signed in; see `signUp`. */
export function signUpEditor(site: Site, changes: Parameters<typeof signUp>[1] = {}) {
  return signUpAs("editor", site, changes);
}

async function signUpAs(role: "editor" | "admin", site: Site, changes: Parameters<typeof signUp>[1]) {
  const person = await signUp(site, changes);
  const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
  database.prepare("UPDATE users SET role = ? WHERE id = ?").run(role, person.id);
  database.close();
  return person;
}
