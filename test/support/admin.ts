/** Editors and admins for tests of a whole site. */
import { signUp } from "./accounts";
import { query } from "./database";
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
  await query(site.dataDir, "UPDATE users SET role = ? WHERE id = ?", role, person.id);
  return person;
}

/** As if everybody had signed in just now: what is long, or waits its turn, would meet the rule of ten minutes. */
export async function freshen({ dataDir }: Pick<Site, "dataDir">): Promise<void> {
  await query(dataDir, "UPDATE sessions SET createdAt = ?", new Date().toISOString());
}
