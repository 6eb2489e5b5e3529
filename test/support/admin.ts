/** Creates editors and admins for tests of a running site. */
import { signUp } from "./accounts";
import { query } from "./database";
import type { Site } from "./site";

/** Adds an admin and signs them in; see `signUp`. */
export function signUpAdmin(site: Site, changes: Parameters<typeof signUp>[1] = {}) {
  return signUpAs("admin", site, changes);
}

/** Adds an editor and signs them in; see `signUp`. */
export function signUpEditor(site: Site, changes: Parameters<typeof signUp>[1] = {}) {
  return signUpAs("editor", site, changes);
}

async function signUpAs(role: "editor" | "admin", site: Site, changes: Parameters<typeof signUp>[1]) {
  const person = await signUp(site, changes);
  await query(site.dataDir, "UPDATE users SET role = ? WHERE id = ?", role, person.id);
  return person;
}

/** Makes all sessions as new as after a sign-in, so that a long test does not exceed the ten minutes of a recent sign-in. */
export async function renewSessions({ dataDir }: Pick<Site, "dataDir">): Promise<void> {
  await query(dataDir, "UPDATE sessions SET createdAt = ?", new Date().toISOString());
}
